// The terms that follow a chain. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import {
    atTheMoney,
    doesFollow,
    followChains,
    isOfValuation,
    setFollows,
    termsNote,
    yieldOf,
} from "../../Sources/COptionsPage/page/carry.js";
import { readAddress, writeAddress } from "../../Sources/COptionsPage/page/address.js";
import { initialState } from "../../Sources/COptionsPage/page/state.js";

const row = (strikePrice, call, put = call) => ({
    strikePrice,
    call: call && { impliedVolatility: call },
    put: put && { impliedVolatility: put },
});
const chain = (expirationDate, more = {}) => ({
    expirationDate,
    asOf: "2026-11-25T21:00:00Z",
    spot: 100,
    forward: 101.25,
    carry: 0.0328,
    timeToExpiration: 23 / 365,
    exercise: "european",
    dividends: [],
    strikes: [row(95, 0.3), row(99, 0.25), row(105, 0.2)],
    ...more,
});
const stateOf = (follows) => ({ ...initialState(), valuation: "2026-11-25", rate: "4", volatility: "50", dividendYield: "9", follows });

test("the volatility at the money is that of the nearest strike, of the call if it has one", () => {
    assert.deepEqual(atTheMoney(chain("2026-12-18")), { strike: 99, volatility: 0.25 });
    assert.deepEqual(atTheMoney({ spot: 100, strikes: [row(100, null, 0.31)] }), { strike: 100, volatility: 0.31 });
    assert.deepEqual(atTheMoney({ spot: 100, strikes: [{ strikePrice: 100, call: null, put: null }] }), { strike: 100, volatility: null });
});

const terms = (rate, exercise = "", dividends = []) => ({ rate, exercise, dividends });

test("the yield is the rate less the carry, so that the forward is the chain's at every rate", () => {
    // 4 % - 3.28 % = 0.72 %; 1 % - 3.28 % = -2.28 %.
    assert.equal(yieldOf(terms("4"), chain("2026-12-18")), "0.72");
    assert.equal(yieldOf(terms("1"), chain("2026-12-18")), "-2.28");
    assert.equal(yieldOf(terms(""), chain("2026-12-18")), "-3.28");
    assert.equal(yieldOf(terms("4"), chain("2026-12-18", { carry: null })), "");
    assert.equal(yieldOf(terms("abc"), chain("2026-12-18")), "");
});

test("only terms that are not typed follow", () => {
    const rows = [["", "50", "9"], ["volatility", "25", "9"], ["dividendYield", "50", "0.72"], ["volatility dividendYield", "25", "0.72"]];
    for (const [follows, volatility, dividendYield] of rows) {
        const state = stateOf(follows);
        followChains(state, [chain("2026-12-18")]);
        assert.deepEqual([state.volatility, state.dividendYield], [volatility, dividendYield], follows);
    }
    const state = stateOf("volatility");
    followChains(state, [chain("2026-12-18", { strikes: [{ strikePrice: 100, call: null, put: null }] })]);
    assert.equal(state.volatility, "50");
});

test("typing a term ends its following, and the address keeps the others", () => {
    const state = stateOf("volatility dividendYield");
    setFollows(state, "volatility", false);
    assert.deepEqual([state.follows, doesFollow(state, "dividendYield"), doesFollow(state, "volatility")], ["dividendYield", true, false]);
    setFollows(state, "volatility", true);
    assert.equal(state.follows, "volatility dividendYield");
    const address = writeAddress(state);
    assert.match(address, /&follows=volatility\+dividendYield&/);
    assert.equal(readAddress(address).state.follows, state.follows);
    assert.match(readAddress("#v1/builder?price=1&follows=rate").problem ?? "", /follows=rate/);
});

test("the note says which terms follow, and what later expirations have", () => {
    const near = chain("2026-12-18"), far = chain("2027-01-15", { carry: 0.035 });
    const both = termsNote({ ...stateOf("volatility dividendYield"), volatility: "25", dividendYield: "0.72" }, [near, far]);
    assert.equal(
        both.text,
        "The terms follow the chain of Dec 18: 25 % at the money, the forward 101.25, European, no dividend. One yield serves all expirations; the chains of the later ones have 0.5 % of Jan 15, 2027.",
    );
    assert.equal(both.canFollow, false);
    const typed = termsNote({ ...stateOf("dividendYield"), dividendYield: "0.72" }, [near]);
    assert.equal(
        typed.text,
        "The volatility is typed; the chain of Dec 18 has 25 % at the money. The yield gives the forward 101.25 of that chain.",
    );
    assert.equal(typed.canFollow, true);
    assert.match(termsNote(stateOf("volatility"), [near]).text, /The yield is typed; the forward 101.25 of that chain gives 0.72 %\.$/);
    assert.match(
        termsNote({ ...stateOf(""), volatility: "", dividendYield: " " }, [near]).text,
        /^No volatility is entered; the chain of Dec 18 has 25 % at the money. No yield is entered; the forward/,
    );
    // Without a chain, or with one of another day, there is nothing to compare.
    assert.equal(termsNote(stateOf(""), []).text, "");
    assert.equal(termsNote({ ...stateOf(""), valuation: "2026-11-24" }, [near]).text, "");
    // The first chain is not known.
    assert.equal(termsNote(stateOf(""), [null, far]).text, "");
});

test("a term that was taken from the chain before its quotes changed is no longer said to follow it", () => {
    const note = (more, follows = "volatility dividendYield") =>
        termsNote({ ...stateOf(follows), volatility: "25", dividendYield: "0.72", ...more }, [chain("2026-12-18")]);
    assert.deepEqual(note({ volatility: "20" }), {
        text: "The volatility was taken from the chain of Dec 18, which has changed since: 25 % at the money. " +
            "The yield gives the forward 101.25 of that chain.",
        canFollow: true,
    });
    assert.deepEqual(note({ dividendYield: "1" }), {
        text: "The volatility follows the chain of Dec 18: 25 % at the money. " +
            "The yield was taken from that chain before it changed; the forward 101.25 of that chain gives 0.72 %.",
        canFollow: true,
    });
    assert.match(note({ volatility: "20" }, "dividendYield").text, /^The volatility is typed;/);
    assert.equal(note({ volatility: "25.0" }).canFollow, false);
});

test("what a chain lacks is named in the note", () => {
    const bare = { carry: null, forward: null, strikes: [{ strikePrice: 100, call: null, put: null }] };
    const { text } = termsNote(stateOf(""), [chain("2026-12-18", bare), chain("2027-01-15", bare)]);
    assert.equal(
        text,
        "The volatility is typed; the chain of Dec 18 has no volatility at the money. The yield is typed; that chain has no forward. " +
            "One yield serves all expirations; the chains of the later ones have no yield of Jan 15, 2027.",
    );
});

test("without a valuation date, the quotes of today are those of the valuation", () => {
    const now = chain("2026-12-18", { asOf: new Date().toISOString() });
    assert.equal(isOfValuation({ ...stateOf(""), valuation: "" }, now), true);
    assert.equal(isOfValuation({ ...stateOf(""), valuation: "" }, chain("2026-12-18", { asOf: "2020-01-02T21:00:00Z" })), false);
    assert.notEqual(termsNote({ ...stateOf(""), valuation: "" }, [now]).text, "");
});

const payer = (more = {}) =>
    chain("2026-12-18", {
        exercise: "american",
        forward: 99.6,
        dividends: [{ exDate: "2026-11-30", amount: 0.4, status: "declared" }, { exDate: "2026-12-14", amount: 0.3, status: "estimated" }],
        ...more,
    });

test("the yield and the dividends together give the forward", () => {
    const dividends = payer().dividends.map(({ exDate, amount }) => ({ exDate, amount: String(amount), status: "" }));
    const growth = 0.04 - Number(yieldOf(terms("4", "american", dividends), payer())) / 100;
    const [years, first, second] = [23 / 365, 18 / 365, 4 / 365];
    const forward = 100 * Math.exp(growth * years) - 0.4 * Math.exp(growth * first) - 0.3 * Math.exp(growth * second);
    // The yield has six decimal places, which change the forward by 3e-6.
    assert.ok(Math.abs(forward - 99.6) < 1e-5, `${forward}`);
    // A dividend before the quotes, or after the expiration, has no effect.
    const others = ["2026-11-25", "2026-12-19"].map((exDate) => ({ exDate, amount: "5", status: "" }));
    assert.equal(yieldOf(terms("4", "american", others), payer()), "0.72");
});

test("exercise and dividends follow the chains, those of the last expiration, until they are typed", () => {
    const later = chain("2027-03-19", {
        exercise: "american",
        dividends: [...payer().dividends, { exDate: "2027-03-12", amount: 0.4, status: "estimated" }],
    });
    const state = stateOf("volatility dividendYield exercise dividends");
    followChains(state, [payer(), later]);
    assert.equal(state.exercise, "american");
    assert.deepEqual(state.dividends.map(({ exDate, status }) => [exDate, status]), [
        ["2026-11-30", "declared"],
        ["2026-12-14", "estimated"],
        ["2027-03-12", "estimated"],
    ]);
    assert.match(termsNote(state, [payer(), later]).text, /American, 3 dividends\./);
    assert.equal(termsNote(state, [payer(), later]).canFollow, false);
    const address = writeAddress(state);
    assert.match(address, /&exercise=american&.*&dividend=2026-11-30@0\.4,declared&dividend=2026-12-14@0\.3,estimated&/);
    assert.deepEqual(readAddress(address).state.dividends, state.dividends);
    // A link from before has neither, and keeps its numbers.
    const old = { ...stateOf("volatility dividendYield"), volatility: "25", dividendYield: "0.72" };
    followChains(old, [payer()]);
    assert.deepEqual([old.exercise, old.dividends, old.dividendYield], ["", [], "0.72"]);
    assert.match(termsNote(old, [payer()]).text, /The options of that chain are American\. That chain has 2 dividends\.$/);
    assert.equal(termsNote(old, [payer()]).canFollow, true);
});
