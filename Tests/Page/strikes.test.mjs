// Strikes: their steps, and how they move together. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { makeLeg } from "../../Sources/COptionsPage/page/state.js";
import { mirrored, movedStrikes, nearest, nextStrike, onStep, stepped } from "../../Sources/COptionsPage/page/strikes.js";

const option = (strike, more = {}) => makeLeg({ strike: String(strike), ...more });
const strikesOf = (legs, moves) => legs.map((leg) => moves.get(leg.id) ?? Number(leg.strike));

test("a step keeps the decimal places of a number", () => {
    const rows = [["1", 1, 1, "2"], ["9.25", 0.01, 0, "9.26"], ["0.1", 0.01, 0, "0.11"], ["5", -10, 1, "1"], ["", 1, 1, "1"], [
        "abc",
        1,
        0,
        "abc",
    ], ["1e-3", 0.01, 0, "0.011"]];
    for (const [text, step, least, expected] of rows) assert.equal(stepped(text, step, least), expected, text);
});

test("the next strike is a listed one, up to the last", () => {
    const listed = [90, 95, 100, 105];
    const rows = [["95", 1, "100"], ["97", 1, "100"], ["97", -1, "95"], ["95", -1, "90"], ["90", -1, "90"], ["90", 10, "105"], [
        "105",
        1,
        "105",
    ], ["100", -10, "90"]];
    for (const [strike, steps, expected] of rows) assert.equal(nextStrike(strike, steps, listed, 100), expected, `${strike} ${steps}`);
});

test("without a chain, the next strike is a step of the price away, and stays positive", () => {
    assert.equal(nextStrike("165", 1, [], 165.12), "166");
    assert.equal(nextStrike("165", -10, [], 165.12), "155");
    assert.equal(nextStrike("250", 1, [], 260), "255");
    assert.equal(nextStrike("3", -5, [], 165.12), "1");
    assert.equal(nextStrike("", 1, [], 0), "1");
});

test("the nearest strike and the nearest step", () => {
    assert.equal(nearest([90, 95, 100], 96.4), 95);
    assert.equal(nearest([90, 95, 100], 1000), 100);
    assert.deepEqual([onStep(164.6, 1), onStep(0.2, 1), onStep(0.07, 0.05)], [165, 1, 0.05]);
});

test("the opposite wing exists in symmetric strategies only", () => {
    const condor = [90, 95, 105, 110].map((strike) => option(strike));
    assert.equal(mirrored(condor, 90), 110);
    assert.equal(mirrored(condor, 105), 95);
    assert.equal(mirrored([90, 100, 110].map((strike) => option(strike)), 100), null);
    assert.equal(mirrored([90, 95, 111].map((strike) => option(strike)), 90), null);
    assert.equal(mirrored([90, 110].map((strike) => option(strike)), 90), null);
});

test("a strike moves alone, or with its wing, or with all others", () => {
    const butterfly = [90, 100, 100, 110].map((strike) => option(strike));
    const ids = [butterfly[0].id];
    assert.deepEqual(strikesOf(butterfly, movedStrikes(butterfly, ids, 90, 85, false)), [85, 100, 100, 110]);
    assert.deepEqual(strikesOf(butterfly, movedStrikes(butterfly, ids, 90, 85, true)), [85, 100, 100, 115]);
    const body = butterfly.slice(1, 3).map((leg) => leg.id);
    assert.deepEqual(strikesOf(butterfly, movedStrikes(butterfly, body, 100, 103, true)), [93, 103, 103, 113]);
});

test("a leg that is off is no wing, and shares have no strike", () => {
    const legs = [option(90), option(100), option(110), option(103, { isOn: false }), makeLeg({ type: "stock" })];
    const moves = movedStrikes(legs, [legs[0].id], 90, 88, true);
    assert.deepEqual(strikesOf(legs.slice(0, 4), moves), [88, 100, 112, 103]);
    assert.equal(moves.has(legs[4].id), false);
});

test("no strike is moved to 0 or below", () => {
    const legs = [option(2), option(150)];
    assert.equal(movedStrikes(legs, [legs[1].id], 150, 148, true), null);
    assert.deepEqual(strikesOf(legs, movedStrikes(legs, [legs[1].id], 150, 149, true)), [1, 149]);
});
