// What is said about wrong input, by the page and by the server. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { evaluate } from "../../Sources/COptionsPage/page/evaluation.js";
import { inWords, legInputs, termInputs } from "../../Sources/COptionsPage/page/messages.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";
import { dateProblem, inputProblem } from "../../Sources/COptionsPage/page/validation.js";

const call = (expiration, more = {}) => makeLeg({ strike: "100", premium: "5", expiration, ...more });
const stateOf = (more, ...legs) => ({ ...initialState(), price: "100", valuation: "2026-11-25", ...more, legs });
const problemOf = (state) => inputProblem(state, state.legs);

test("a comma is refused with the way to write the number", () => {
    for (
        const [name, member] of [["price", "currentPrice"], ["volatility", "volatility"], ["rate", "riskFreeRate"], [
            "dividendYield",
            "dividendYield",
        ]]
    ) {
        const found = problemOf(stateOf({ [name]: "1,5" }, call("2026-12-18")));
        assert.deepEqual([found?.leg, found?.member], [null, member]);
        assert.match(found?.message ?? "", /decimal point and without commas/);
    }
    for (
        const [name, member] of [["strike", "strikePrice"], ["premium", "premium"], ["quantity", "quantity"], [
            "shares",
            "sharesPerContract",
        ]]
    ) {
        const leg = call("2026-12-18", { [name]: "1,000" });
        assert.deepEqual([problemOf(stateOf({}, call(""), leg))?.leg, problemOf(stateOf({}, leg))?.member], [leg, member]);
        assert.equal(problemOf(stateOf({}, { ...leg, isOn: false }, call(""))), null);
    }
    assert.equal(problemOf(stateOf({}, call("2026-12-18", { nowSource: "own", now: "2,5" })))?.member, "now");
    // Not used.
    assert.equal(problemOf(stateOf({}, call("2026-12-18", { nowSource: "paid", now: "2,5" }))), null);
    assert.equal(problemOf(stateOf({}, call("2026-12-18", { type: "stock", strike: "1,000" }))), null);
});

test("an expiration that is no date is named before the server is asked", () => {
    for (const text of ["soon", "2026-02-31", "2026-1"]) {
        const leg = call(text);
        const found = problemOf(stateOf({}, leg));
        assert.deepEqual([found?.leg, found?.member], [leg, "expirationDate"]);
        assert.equal(found?.message, `“${text}” is not a date: enter the expiration as YYYY-MM-DD.`);
    }
    for (const leg of [call(""), call(" 2026-12-18 "), call("soon", { type: "stock" })]) assert.equal(problemOf(stateOf({}, leg)), null);
});

test("a valuation is a day, or a day and a time in New York", () => {
    const message = (valuation) => dateProblem(stateOf({ valuation }), [call("2026-12-18")])?.message ?? "";
    assert.match(message("2026-11-25T15:00:00Z"), /^“T15:00:00Z” is not a time: enter hours and minutes in New York/);
    assert.equal(message("2026-11-25 15:59"), "");
    assert.match(message("2026-13-99"), /^“2026-13-99” is not a date/);
    assert.equal(message(" 2026-11-25 "), "");
    // Today.
    assert.match(dateProblem(stateOf({ valuation: "" }), [call("2020-12-18")])?.message ?? "", /^Leg 1 expired on Dec 18, 2020/);
    // Without an expiration, no date counts.
    assert.equal(dateProblem(stateOf({ valuation: "soon" }), [call("")]), null);
});

test("an option lives until the close of its last day", () => {
    const message = (valuation, expiration) => dateProblem(stateOf({ valuation }), [call(expiration)])?.message ?? "";
    assert.equal(message("2026-12-18 15:59", "2026-12-18"), "");
    assert.match(message("2026-12-18 16:00", "2026-12-18"), /^Leg 1 expired at the close of that day/);
    // The session after Thanksgiving ends at 13:00.
    assert.equal(message("2026-11-27 12:59", "2026-11-27"), "");
    assert.match(message("2026-11-27 13:00", "2026-11-27"), /^Leg 1 expired/);
});

test("a dividend is explained at its field", () => {
    const found = (exDate, amount) => {
        const problem = problemOf(stateOf({ dividends: [{ exDate, amount, status: "" }] }, call("2026-12-18")));
        return problem && [problem.member, problem.message];
    };
    assert.equal(found("2026-12-11", "0.24"), null);
    assert.deepEqual(found("", "1"), ["dividends[0].exDate", "Enter the ex-date, the first day without the dividend."]);
    assert.deepEqual(found("11 December", "1"), ["dividends[0].exDate", "“11 December” is not a date: enter the ex-date as YYYY-MM-DD."]);
    assert.deepEqual(found("2026-12-11", " "), ["dividends[0].amount", "Enter the amount per share."]);
    assert.equal(found("2026-12-11", "0,24")?.[0], "dividends[0].amount");
    for (const amount of ["-1", "2 %", "Infinity"]) {
        assert.equal(found("2026-12-11", amount)?.[1], "The amount must be a number of dollars per share, 0 or greater.", amount);
    }
    const legs = [call("2026-12-18")];
    const state = stateOf({}, ...legs);
    const range = "volatility must lie between 0.02 and 3 for an option with dividends, got 4";
    assert.equal(
        inWords({ code: "not_allowed", path: "volatility", message: range }, state, legs).message,
        "The volatility must be from 2 to 300 % for options with dividends.",
    );
    assert.equal(inWords({ code: "not_allowed", path: "dividends[0].amount", message: "no" }, state, legs).member, "dividends[0].amount");
});

test("of several expirations, the leg that has expired is named with the way out", () => {
    const [late, early] = [call("2027-01-15"), call("2026-11-20")];
    const found = problemOf(stateOf({}, late, early));
    assert.deepEqual([found?.leg, found?.member], [early, "expirationDate"]);
    assert.equal(found?.message, "Leg 2 expired on Nov 20, before the valuation date: switch it off, or change one of the two dates.");
    assert.match(problemOf(stateOf({}, late, call("2026-11-25")))?.message ?? "", /^Leg 2 expires on the valuation date: switch it off/);
    assert.equal(problemOf(stateOf({}, late, { ...early, isOn: false })), null);
});

test("the payoff of one expiration that is past is computed, with the reason for what is missing", async () => {
    const state = stateOf({}, makeLeg({ type: "stock", premium: "99" }), call("2026-11-20"));
    assert.equal(problemOf(state), null);
    const asked = [];
    const { depth, reason, notes } = await evaluate(state, state.legs, async (text) => {
        asked.push(JSON.parse(text));
        return { metrics: {} };
    });
    assert.deepEqual([asked.length, asked[0].valuationDate, depth], [1, undefined, "payoff"]);
    assert.match(reason ?? "", /^Leg 2 expired on Nov 20/);
    assert.deepEqual(notes.map(({ leg, member }) => [leg, member]), [[state.legs[1], "expirationDate"]]);
    // The premium of the model depends on the time.
    state.legs[1].premium = "";
    state.volatility = "20";
    assert.match(problemOf(state)?.message ?? "", /^Leg 2 expired/);
});

test("the refusals of the server have the words of the page, and the numbers of its legs", () => {
    const legs = [call("", { isOn: false }), call("2026-12-18", { premium: "1e400" }), call("2027-01-15", { premium: "101" })];
    const state = stateOf({ volatility: "-20" }, ...legs);
    const rows = [
        ["missing", "legs[1].expirationDate", legs[2], "expirationDate", "Enter the expiration."],
        ["not_allowed", "legs[0].strikePrice", legs[1], "strikePrice", "The strike must be a number greater than 0."],
        ["wrong_type", "legs[0].sharesPerContract", legs[1], "sharesPerContract", `The multiplier ${legInputs.sharesPerContract.rule}.`],
        ["not_allowed", "legs[0].premium", legs[1], "premium", "The premium is too large."],
        [
            "not_allowed",
            "legs[1].premium",
            legs[2],
            "premium",
            "No volatility gives the premium of 101: enter the volatility of the underlying.",
        ],
        ["not_allowed", "volatility", null, "volatility", "The volatility must be a number greater than 0 %."],
        ["missing", "currentPrice", null, "currentPrice", "Enter the current price."],
        ["not_allowed", "legs", null, "legs", "The number of legs must be from 1 to 10,000."],
    ];
    for (const [code, path, leg, member, words] of rows) {
        const found = inWords({ code, path, message: "not shown" }, state, legs);
        assert.deepEqual([found.leg, found.member, found.message], [leg, member, words]);
        assert.equal(found.sentence, leg ? `Leg ${legs.indexOf(leg) + 1}: ${words}` : words);
    }
    assert.match(
        inWords({ code: "not_representable", path: "curve", message: "not shown" }, state, legs).sentence,
        /^A result is too large/,
    );
});

test("what the page has no words for stays as the server says it", () => {
    const legs = [call("2026-12-18")];
    for (
        const [code, path] of [["", ""], ["busy", ""], ["not_allowed", "valueDates[0]"], ["missing", "legs[7].premium"], [
            "unknown_member",
            "legs[0].premium",
        ]]
    ) {
        const message = "as the server says it";
        assert.deepEqual(inWords({ code, path, message }, stateOf({}, ...legs), legs), {
            leg: null,
            member: "",
            message,
            sentence: message,
        });
    }
});

test("the rules that the page says are those of the interface, for each input that a request has", async () => {
    const text = await readFile(new URL("../../Sources/COptionsServer/openapi.json", import.meta.url), "utf8");
    const { LegTerms, Legs, Market } = JSON.parse(text).components.schemas;
    const { now: _, ...ofLegs } = legInputs;
    const { legs, ...ofTerms } = termInputs;
    for (const [inputs, members] of [[ofLegs, LegTerms.properties], [ofTerms, Market.properties]]) {
        for (const [member, { rule }] of Object.entries(inputs)) {
            const { minimum, maximum, exclusiveMinimum, ...schema } = members[member];
            if ([schema.type].flat().includes("integer")) {
                const range = `from ${minimum} to ${maximum.toLocaleString("en-US")}`;
                assert.equal(rule, `must be a whole number ${range}`);
            } else if (exclusiveMinimum === 0) assert.match(rule, /greater than 0/, member);
            else if (minimum === 0) assert.match(rule, /0 or greater/, member);
            else assert.doesNotMatch(rule, /greater/, member);
        }
    }
    assert.equal(legs.rule, `must be from ${Legs.minItems} to ${Legs.maxItems.toLocaleString("en-US")}`);
});
