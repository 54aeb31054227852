// The logic of the chain and of the search. Expected values are computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addQuote, tabTexts, takenText } from "../../Sources/COptionsPage/page/chain.js";
import { moveRequest } from "../../Sources/COptionsPage/page/chainpart.js";
import { cellContent, quoteAfterKey, withSpot } from "../../Sources/COptionsPage/page/chaintable.js";
import { columns, mirrored, ordered } from "../../Sources/COptionsPage/page/columns.js";
import { isBlank, missingText, takeCall, takeNothing, takeShares, usualExpiration } from "../../Sources/COptionsPage/page/beginnings.js";
import { changeWords } from "../../Sources/COptionsPage/page/market.js";
import { faults, faultsOfStrike, markedQuotes } from "../../Sources/COptionsPage/page/faults.js";
import { placeAfterKey, searchNote, symbolOf } from "../../Sources/COptionsPage/page/search.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

// The browser stores no rate of its own.
globalThis.localStorage ??= /** @type {any} */ ({ getItem: () => null });

const option = (bid, ask, more = {}) => ({
    bid,
    ask,
    midpoint: (bid + ask) / 2,
    last: null,
    volume: 1234,
    impliedVolatility: 0.25,
    impliedVolatilityStatus: "found",
    greeks: { delta: 0.512345 },
    ...more,
});
const chain = {
    ticker: "COIN",
    spot: 101,
    expirationDate: "2026-12-18",
    stale: false,
    arbitrage: [],
    timeToExpiration: 0.08,
    riskFreeRate: 0.04,
    exercise: "european",
    dividends: [],
    carry: 0.01,
    asOf: "2026-11-20T21:00:00Z",
    strikes: [
        { strikePrice: 95, call: option(7, 7.5), put: option(1, 1.25) },
        { strikePrice: 100, call: option(4, 4.5), put: option(3, 3.25) },
        { strikePrice: 105, call: option(2, null), put: null },
    ],
};

test("the columns of the puts are those of the calls reversed, but bid precedes ask", () => {
    assert.deepEqual(mirrored(["delta", "impliedVolatility", "bid", "ask"]), ["bid", "ask", "impliedVolatility", "delta"]);
    assert.deepEqual(mirrored(["bid", "ask"]), ["bid", "ask"]);
    assert.deepEqual(mirrored(["last", "ask"]), ["ask", "last"]);
    assert.deepEqual(mirrored([]), []);
});

test("stored columns are shown in the order of the table, unknown ones are ignored", () => {
    assert.deepEqual(ordered(["ask", "removed", "last", "delta"]), ["last", "delta", "ask"]);
});

test("every column has a text for an option without values", () => {
    const empty = {
        bid: null,
        ask: null,
        midpoint: null,
        last: null,
        volume: null,
        openInterest: null,
        impliedVolatility: null,
        greeks: null,
    };
    for (const [name, [, text]] of Object.entries(columns)) assert.equal(text(empty), "–", name);
});

test("a quote is crossed if its bid is above its ask", () => {
    assert.deepEqual(faults(option(5.5, 5.25), false), ["crossed: the bid is above the ask"]);
    assert.deepEqual(faults(option(5.25, 5.25), false), []);
    assert.deepEqual(faults(option(null, 1), false), []);
});

test("a quote without a volatility has the reason, an old one is stale", () => {
    assert.match(faults(option(1, 2, { impliedVolatilityStatus: "below_intrinsic" }), true).join("; "), /^below intrinsic value.*; stale$/);
    assert.match(faults(option(1, 2, { impliedVolatilityStatus: "above_maximum" }), false).join(), /^above the highest price/);
    assert.deepEqual(faultsOfStrike({ call: option(2, 1), put: option(1, 2) }, true), [
        "call crossed: the bid is above the ask",
        "call stale",
        "put stale",
    ]);
});

test("the faults of a chain are listed with their options, after staleness and before arbitrage", () => {
    const strikes = [95, 100].map((strikePrice) => ({ strikePrice, call: option(8, 7), put: null }));
    const trades = [{ quantity: 2, strikePrice: 95, contractType: "call", price: 7 }, {
        quantity: -1,
        strikePrice: 100,
        contractType: "put",
        price: 3.5,
    }];
    assert.deepEqual(markedQuotes({ ...chain, strikes, stale: true, arbitrage: [{ condition: "butterfly", trades }] }), [
        "All quotes are stale: the source gave no newer ones.",
        "95 call, 100 call: crossed: the bid is above the ask",
        "arbitrage within bid and ask (butterfly): 2 × 95 call at 7.00, -1 × 100 put at 3.50",
    ]);
    assert.deepEqual(markedQuotes(chain), []);
});

test("the price of the stock is between the strikes below it and the others", () => {
    const places = (spot) => withSpot({ ...chain, spot }).map((row) => row?.strikePrice ?? "spot");
    assert.deepEqual(places(101), [95, 100, "spot", 105]);
    assert.deepEqual(places(100), [95, "spot", 100, 105]);
    assert.deepEqual(places(90), ["spot", 95, 100, 105]);
    assert.deepEqual(places(106), [95, 100, 105]);
});

test("a click on an ask buys, one on a bid sells; other cells are no buttons", () => {
    const [, row, last] = chain.strikes;
    assert.deepEqual(cellContent(chain, row, "call", "ask"), { text: "4.50", isIn: true, action: "Buy", reasons: [] });
    assert.deepEqual(cellContent(chain, row, "put", "bid"), { text: "3.00", isIn: false, action: "Sell", reasons: [] });
    assert.equal(cellContent(chain, row, "call", "delta").action, null);
    assert.equal(cellContent(chain, { ...row, put: { ...row.put, bid: 0 } }, "put", "bid").action, null);
    assert.deepEqual(cellContent(chain, last, "call", "ask"), { text: "–", isIn: false, action: null, reasons: [] });
    assert.deepEqual(cellContent(chain, last, "put", "bid"), { text: "–", isIn: true, action: null, reasons: [] });
});

test("only bid and volatility carry the mark of a fault", () => {
    const row = { strikePrice: 100, call: option(5, 4), put: null };
    const marked = ["delta", "impliedVolatility", "bid", "ask"].map((name) => cellContent(chain, row, "call", name).reasons.length);
    assert.deepEqual(marked, [0, 1, 1, 0]);
});

test("arrow keys move between quotes, also to a shorter row, and stop at the ends", () => {
    const lengths = [4, 2, 0, 4];
    assert.deepEqual(quoteAfterKey(lengths, 0, 1, "ArrowRight"), [0, 2]);
    assert.deepEqual(quoteAfterKey(lengths, 0, 3, "ArrowRight"), [0, 3]);
    assert.deepEqual(quoteAfterKey(lengths, 0, 0, "ArrowLeft"), [0, 0]);
    assert.deepEqual(quoteAfterKey(lengths, 0, 3, "ArrowDown"), [1, 1]);
    assert.equal(quoteAfterKey(lengths, 1, 1, "ArrowDown"), null);
    assert.equal(quoteAfterKey(lengths, 0, 1, "ArrowUp"), null);
    assert.equal(quoteAfterKey(lengths, 3, 1, "ArrowDown"), null);
});

test("a quote replaces the example, and is added to other legs of its stock", () => {
    const state = { ...initialState(), symbol: "COIN" };
    addQuote(state, chain, chain.strikes[1], "call", "ask");
    addQuote(state, chain, chain.strikes[0], "put", "bid");
    const legs = state.legs.map((
        { position, type, strike, premium, source, expiration },
    ) => [position, type, strike, premium, source, expiration]);
    assert.deepEqual(legs, [["long", "call", "100", "4.5", "ask", "2026-12-18"], ["short", "put", "95", "1", "bid", "2026-12-18"]]);
    assert.deepEqual([state.price, state.valuation, state.rate], ["101", "2026-11-20 16:00", "4"]);
});

test("the same quote again is a contract more of its leg", () => {
    const state = { ...initialState(), symbol: "COIN" };
    const counts = ["ask", "ask", "bid", "ask"].map((source) => addQuote(state, chain, chain.strikes[1], "call", source));
    assert.deepEqual(counts, [1, 2, 1, 3]);
    assert.deepEqual(state.legs.map(({ position, quantity }) => [position, quantity]), [["long", "3"], ["short", "1"]]);
    // A leg with an own price, or one that is off, is another one.
    state.legs[0].source = "own";
    state.legs[1].isOn = false;
    assert.deepEqual(["ask", "bid"].map((source) => addQuote(state, chain, chain.strikes[1], "call", source)), [1, 1]);
});

test("a quote replaces the legs of another stock", () => {
    const state = { ...initialState(), symbol: "SPY", legs: [makeLeg({ strike: "500" }), makeLeg({ strike: "510" })] };
    addQuote(state, chain, chain.strikes[0], "put", "ask");
    assert.deepEqual([state.symbol, ...state.legs.map((leg) => leg.strike)], ["COIN", "95"]);
});

test("the expected move is asked with the volatility at the money and the chain's carry", () => {
    const request = moveRequest(chain);
    // 100 is the strike nearest to 101.
    assert.equal(request?.legs[0].strikePrice, 100);
    assert.deepEqual([request?.currentPrice, request?.timeToExpiration, request?.volatility, request?.riskFreeRate], [
        101,
        0.08,
        0.25,
        0.01,
    ]);
    assert.equal(moveRequest({ ...chain, carry: null })?.riskFreeRate, 0.04);
    assert.equal(moveRequest({ ...chain, timeToExpiration: 0 }), null);
    const without = { strikePrice: 100, call: option(1, 2, { impliedVolatility: null }), put: null };
    assert.equal(moveRequest({ ...chain, strikes: [without] }), null);
});

test("the tab of an expiration has the year only if it is another one", () => {
    assert.deepEqual(tabTexts("2026-12-18", "2026-11-20"), ["Dec 18", "28 d"]);
    assert.deepEqual(tabTexts("2027-01-15", "2026-11-20"), ["Jan 15 ’27", "56 d"]);
});

const matches = [{ symbol: "COIN", name: "Coinbase" }, { symbol: "CO", name: "Other" }, { symbol: "COINB", name: "Third" }];

test("the arrow keys go round the matches, from either end", () => {
    assert.deepEqual([-1, 0, 1, 2].map((place) => placeAfterKey(place, "ArrowDown", 3)), [0, 1, 2, 0]);
    assert.deepEqual([-1, 0, 1, 2].map((place) => placeAfterKey(place, "ArrowUp", 3)), [2, 2, 0, 1]);
});

test("Enter takes the typed symbol if it is listed or nothing is known, otherwise the first match", () => {
    assert.equal(symbolOf("co", matches), "CO");
    assert.equal(symbolOf("coinbase", matches), "COIN");
    assert.equal(symbolOf("zzz", []), "ZZZ");
    assert.equal(symbolOf("brk.b", []), "BRK.B");
    // The server would refuse these.
    assert.equal(symbolOf("zzz", [], true), null);
    assert.equal(symbolOf("abc def", []), null);
    assert.equal(symbolOf("coinbase", matches, true), "COIN");
});

test("the search reports texts without a match, and a list of tickers that is incomplete", () => {
    assert.equal(searchNote("coin", matches, { complete: true, count: 9 }), "");
    assert.equal(searchNote("zzz", []), "No stock matches “zzz”.");
    assert.equal(searchNote("zzz", [], { complete: false, count: 3000 }), "The list of tickers is still being filled (3000 so far).");
});

test("a new strategy expires in 25 days or more, if the stock has such an expiration", () => {
    const dates = ["2026-11-27", "2026-12-14", "2026-12-15", "2027-01-15"];
    // November 20 and 25 days.
    assert.equal(usualExpiration(dates, "2026-11-20"), "2026-12-15");
    assert.equal(usualExpiration(dates.slice(0, 2), "2026-11-20"), "2026-12-14");
    assert.equal(usualExpiration([], "2026-11-20"), null);
});

test("a stock without options becomes 100 shares, without the terms of the strategy before", () => {
    const state = {
        ...initialState(),
        volatility: "30",
        dividendYield: "1",
        follows: "volatility dividendYield",
        valuation: "2026-01-02",
        date: "2026-02-02",
        shift: "5",
        expiration: "2026-03-20",
        compare: [makeLeg()],
    };
    takeShares(state, "SPY", 601.5);
    const { symbol, price, volatility, valuation, date, expiration, compare, legs } = state;
    assert.deepEqual([symbol, price, volatility, valuation, date, expiration, compare.length], ["SPY", "601.5", "", "", "", "", 0]);
    assert.deepEqual([state.dividendYield, state.follows, state.shift], ["", "", "0"]);
    assert.deepEqual(legs.map(({ type, quantity, premium }) => [type, quantity, premium]), [["stock", "100", "601.5"]]);
});

test("a call has no volatility of the stock before, if its chain has none at the money", () => {
    const state = { ...initialState(), volatility: "30", dividendYield: "1" };
    const strikes = [{ strikePrice: 100, call: option(1, 2, { impliedVolatility: null }), put: null }];
    takeCall(state, "COIN", "2026-12-18", { ...chain, strikes });
    assert.deepEqual([state.volatility, state.dividendYield, state.follows], ["", "3", "volatility dividendYield exercise dividends"]);
});

test("a new strategy has one empty leg; a stock stays with its terms and first expiration", () => {
    const old = makeLeg({ strike: "100", premium: "5", expiration: "2026-12-18" });
    const without = { ...initialState(), view: "chain", volatility: "30", legs: [old], compare: [old], shift: "5" };
    const withStock = { ...without, symbol: "COIN", price: "147.38", legs: [old, { ...old, expiration: "2027-01-15" }] };
    for (const state of [without, withStock]) takeNothing(state);
    for (const { view, legs, compare, shift } of [without, withStock]) {
        assert.deepEqual([view, legs.length, compare.length, shift, isBlank(legs)], ["builder", 1, 0, "0", true]);
        assert.deepEqual([legs[0].strike, legs[0].premium, legs[0].quantity], ["", "", "1"]);
    }
    assert.deepEqual([without.price, without.volatility, without.legs[0].expiration, without.legs[0].source], ["", "", "", "own"]);
    assert.deepEqual(
        [withStock.price, withStock.volatility, withStock.legs[0].expiration, withStock.legs[0].source],
        ["147.38", "30", "2026-12-18", "mid"],
    );
    assert.match(missingText(without), /^Enter the current price, the strike and the premium to see/);
    assert.match(missingText(withStock), /^Enter the strike to see/);
    assert.equal(isBlank([]), false);
    assert.equal(isBlank([makeLeg({ premium: "5" })]), false);
});

test("a change has its direction and two decimal places", () => {
    assert.deepEqual([[2, 1.234], [-2, -1.2], [0, 0]].map(([change, changePercent]) => changeWords({ change, changePercent })), [
        "▲ +1.23 %",
        "▼ −1.20 %",
        "0.00 %",
    ]);
});

test("a click on a quote is reported with the price paid or received", () => {
    assert.equal(takenText(chain.strikes[1], "call", "ask"), "Bought 1 100 call at 4.5.");
    assert.equal(takenText(chain.strikes[0], "put", "bid"), "Sold 1 95 put at 1.");
});
