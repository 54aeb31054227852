// What is said about wrong input, by the page and by the server. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluate } from "../../Sources/COptionsPage/page/evaluation.js";
import { inWords } from "../../Sources/COptionsPage/page/messages.js";
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

test("a valuation date has no time, and is a date", () => {
    const message = (valuation) => dateProblem(stateOf({ valuation }), [call("2026-12-18")])?.message ?? "";
    assert.match(message("2026-11-25T15:00:00Z"), /whole days.*without a time/);
    assert.match(message("2026-13-99"), /^“2026-13-99” is not a date/);
    assert.equal(message(" 2026-11-25 "), "");
    // Today.
    assert.match(dateProblem(stateOf({ valuation: "" }), [call("2020-12-18")])?.message ?? "", /^Leg 1 expired on Dec 18, 2020/);
    // Without an expiration, no date counts.
    assert.equal(dateProblem(stateOf({ valuation: "soon" }), [call("")]), null);
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

test("the messages of the server have the words of the page, and the numbers of its legs", () => {
    const legs = [call("", { isOn: false }), call("2026-12-18"), call("2027-01-15")];
    const rows = [
        ["legs[0].strikePrice must be greater than 0, got -1", legs[1], "strikePrice", "The strike must be greater than 0, got −1."],
        [
            "legs[1].quantity must be an integer from 1 to 1000000000, got 0.5",
            legs[2],
            "quantity",
            "The quantity must be an integer from 1 to 1000000000, got 0.5.",
        ],
        ['legs[0].sharesPerContract must be a number, got "x"', legs[1], "sharesPerContract", 'The multiplier must be a number, got "x".'],
        [
            'legs[1].expirationDate must be after valuationDate, got "2026-12-18"',
            legs[2],
            "expirationDate",
            'The expiration must be after the valuation date, got "2026-12-18".',
        ],
        [
            "legs[1].expirationDate must equal legs[0].expirationDate",
            legs[2],
            "expirationDate",
            "The expiration must equal the expiration of leg 2.",
        ],
        ["volatility must be greater than 0, got -0.2", null, "volatility", "The volatility must be greater than 0 %, got −20 %."],
        ["legs must have 1 to 20 elements", null, "legs", "The legs must have 1 to 20 elements."],
    ];
    for (const [message, leg, member, words] of rows) {
        const found = inWords(message, legs);
        assert.deepEqual([found.leg, found.member, found.message], [leg, member, words]);
        assert.equal(found.sentence, leg ? `Leg ${legs.indexOf(leg) + 1}: ${words}` : words);
    }
    for (
        const message of ["The server has not answered within 30 s.", "valueDates[0] must be a date", "busy", "legs[7].premium is required"]
    ) {
        assert.deepEqual(inWords(message, legs), { leg: null, member: "", message, sentence: message });
    }
});
