// The parts of the market that are followed, and how a strategy moves with it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { move } from "../../Sources/COptionsPage/page/live/builder.js";
import { address, merged, nextChain } from "../../Sources/COptionsPage/page/live/topics.js";
import * as quotes from "../../Sources/COptionsPage/page/quotes.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

globalThis.localStorage ??= { getItem: () => null, setItem() {}, removeItem() {} };

test("tabs want the union of what each of them wants, in an order of its own", () => {
    const wants = merged([
        { chains: ["SPY 2026-12-18", "COIN 2026-12-18"], assets: ["SPY"] },
        { chains: ["SPY 2026-12-18"], assets: ["BTC", "SPY"] },
    ]);
    assert.deepEqual(wants, { chains: ["COIN 2026-12-18", "SPY 2026-12-18"], assets: ["BTC", "SPY"] });
    assert.equal(address(wants), "/api/rest/stream?chain=COIN,2026-12-18&chain=SPY,2026-12-18&prices=BTC,SPY");
    assert.equal(address(merged([])), "");
    assert.equal(address({ chains: [], assets: ["coin:bitcoin"] }), "/api/rest/stream?prices=coin%3Abitcoin");
});

test("a stream has at most 20 topics", () => {
    const chains = Array.from({ length: 30 }, (_, index) => `A 2026-12-${String(index + 1).padStart(2, "0")}`);
    assert.equal(merged([{ chains, assets: ["A"] }]).chains.length, 19);
});

const chain = (changes = {}) => ({
    ticker: "COIN",
    expirationDate: "2026-12-18",
    spot: 150,
    forward: 150.5,
    carry: 0.04,
    riskFreeRate: 0.04,
    asOf: "2026-11-30T15:00:00Z",
    stale: false,
    strikes: [{ strikePrice: 145, call: null, put: null }, {
        strikePrice: 150,
        call: { midpoint: 9, bid: 8.9, ask: 9.1, impliedVolatility: 0.6 },
        put: null,
    }],
    ...changes,
});

test("a change replaces rows, adds and removes some, and keeps the others", () => {
    const before = chain();
    const row = { strikePrice: 147.5, call: { midpoint: 10 }, put: null };
    const next = nextChain(before, "change", { topic: "chain COIN 2026-12-18", spot: 151, strikes: [row], removed: [145] });
    assert.deepEqual(next.strikes.map(({ strikePrice }) => strikePrice), [147.5, 150]);
    assert.equal(next.strikes[1], before.strikes[1]);
    assert.equal(next.spot, 151);
    assert.equal(next.forward, 150.5);
    assert.ok(!("topic" in next) && !("removed" in next));
    assert.deepEqual(nextChain(undefined, "whole", { topic: "x", ...before }), before);
    assert.equal(nextChain(undefined, "change", { topic: "x", ...before }), null);
});

test("what came from the chain moves with it, and what was typed stays", () => {
    const later = chain({
        spot: 151,
        asOf: "2026-11-30T15:00:01Z",
        strikes: [{ strikePrice: 150, call: { midpoint: 9.6, bid: 9.5, ask: 9.7, impliedVolatility: 0.61 }, put: null }],
    });
    const state = {
        ...initialState(),
        symbol: "COIN",
        price: "150",
        valuation: "2026-11-30",
        rate: "4",
        follows: "volatility",
        volatility: "60",
        dividendYield: "1",
        legs: [
            makeLeg({ strike: "150", expiration: "2026-12-18", premium: "9", source: "mid" }),
            makeLeg({ strike: "150", expiration: "2026-12-18", premium: "8", source: "own", nowSource: "ask", now: "9.1" }),
            makeLeg({ strike: "150", expiration: "2026-12-24", premium: "11", source: "mid" }),
        ],
        compare: [makeLeg({ strike: "150", expiration: "2026-12-18", premium: "9", source: "mid" })],
    };
    quotes.take(later);
    const moved = structuredClone(state);
    move(moved, chain(), later);
    assert.deepEqual([moved.price, moved.volatility, moved.dividendYield, moved.valuation], ["151", "61", "1", "2026-11-30 10:00"]);
    assert.deepEqual(moved.legs.map(({ premium, now }) => [premium, now]), [["9.6", ""], ["8", "9.7"], ["11", ""]]);
    assert.equal(moved.compare[0].premium, "9.6");
    // A price that is not that of the chain was typed.
    const typed = { ...structuredClone(state), price: "140" };
    move(typed, chain(), later);
    assert.deepEqual([typed.price, typed.volatility], ["140", "61"]);
    // A strategy of another day does not follow the terms of this one.
    const old = { ...structuredClone(state), valuation: "2026-11-02" };
    move(old, chain(), later);
    assert.deepEqual([old.price, old.volatility, old.valuation], ["150", "60", "2026-11-02"]);
});
