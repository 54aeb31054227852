// The logic of trades. Expected values are computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";
import { closeMoney, creditText } from "../../Sources/COptionsPage/page/trades/closing.js";
import { longestBeginning } from "../../Sources/COptionsPage/page/trades/dialog.js";
import { draftOf, nameOf } from "../../Sources/COptionsPage/page/trades/entry.js";
import { betaOf, betaWeighted, exposure } from "../../Sources/COptionsPage/page/trades/exposure.js";
import * as model from "../../Sources/COptionsPage/page/trades/model.js";
import { builderLegs } from "../../Sources/COptionsPage/page/trades/view.js";

const leg = (changes = {}) => ({
    type: "call",
    position: "short",
    strikePrice: 160,
    quantity: 2,
    sharesPerContract: 100,
    expirationDate: "2026-12-18",
    exercise: null,
    opened: { date: "2026-11-02", price: 6, fee: 1.3 },
    closes: [],
    rolledFrom: null,
    openQuantity: 2,
    price: 4,
    priceSource: "mid",
    value: -800,
    realised: 0,
    profitLoss: 398.7,
    asOf: null,
    stale: false,
    ...changes,
});
const shares = leg({
    type: "stock",
    position: "long",
    strikePrice: null,
    expirationDate: null,
    quantity: 200,
    sharesPerContract: 1,
    openQuantity: 200,
});
const trade = (name, underlying, ...legs) => ({
    id: name,
    name,
    notes: "",
    underlying,
    legs,
    status: "open",
    value: 0,
    realised: 0,
    profitLoss: 1,
    unpriced: [],
});

test("a leg has its side, its quantity and its expiration, with another year", () => {
    assert.equal(model.legTitle(leg(), "2026-11-28"), "−2 160 call Dec 18");
    assert.equal(model.legTitle(leg({ expirationDate: "2027-01-15", position: "long" }), "2026-11-28"), "+2 160 call Jan 15, 2027");
    assert.equal(model.legTitle({ ...shares, quantity: 2, sharesPerContract: 100 }, "2026-11-28"), "+200 shares");
});

test("short options are in the money above a call's strike and below a put's, while they are open", () => {
    const of = (changes, spot) => model.shortInTheMoney(trade("a", "COIN", leg(changes)), spot).length;
    assert.deepEqual([of({}, 161), of({}, 160), of({}, null), of({ position: "long" }, 161), of({ openQuantity: 0 }, 161)], [
        1,
        0,
        0,
        0,
        0,
    ]);
    assert.deepEqual([of({ type: "put" }, 159), of({ type: "put" }, 161)], [1, 0]);
    assert.equal(model.shortInTheMoney(trade("a", "COIN", { ...shares, position: "short" }), 1).length, 0);
});

test("trades are by underlying: short options in the money first, then the next expiration, then the name", () => {
    const trades = [
        trade("b", "AAPL", leg({ position: "long" })),
        trade("shares", "AAPL", shares),
        trade("c", "SPY", leg({ expirationDate: "2026-12-04", position: "long" })),
        trade("d", "COIN", leg({ expirationDate: "2027-01-15" })),
        trade("a", "AAPL", leg({ position: "long" })),
    ];
    const groups = model.grouped(trades, new Map([["COIN", 170], ["AAPL", 100], ["SPY", 600]]));
    assert.deepEqual(groups.map(({ underlying, next }) => [underlying, next]), [
        ["COIN", "2027-01-15"],
        ["SPY", "2026-12-04"],
        ["AAPL", "2026-12-18"],
    ]);
    assert.deepEqual(groups[2].trades.map(({ name }) => name), ["a", "b", "shares"]);
});

test("the next expiration is said in days", () => {
    const texts = ["2026-11-28", "2026-11-29", "2026-12-18", "2026-11-20", null].map((date) => model.nextText(date, "2026-11-28"));
    assert.deepEqual(texts, ["expires today", "next expiration in 1 day", "next expiration in 20 days", "expired on Nov 20", ""]);
    assert.equal(model.nextExpiration(trade("a", "A", leg({ openQuantity: 0 }), leg({ expirationDate: "2027-01-15" }))), "2027-01-15");
    assert.equal(model.nextExpiration(trade("a", "A", shares)), null);
});

test("closing a short leg costs its price and the fee, and brings what it was sold for", () => {
    // Two contracts sold at 6, bought back at 4: −800 − 1.3; the profit is 400 − 1.3.
    assert.deepEqual(closeMoney(leg(), { quantity: 2, price: 4, fee: 1.3 }), { money: -801.3, gain: 398.7 });
    assert.deepEqual(closeMoney(shares, { quantity: 100, price: 7, fee: 0 }), { money: 700, gain: 100 });
    assert.equal(creditText(-801.3), "debit $801.30");
    assert.equal(creditText(20), "credit $20.00");
});

test("a roll closes a part of a leg, and opens the same at another strike", () => {
    const before = trade("a", "COIN", shares, leg());
    const close = { date: "2026-11-28", quantity: 1, price: 4, fee: 0, kind: "trade" };
    const request = model.withRoll(before, 1, close, { strikePrice: 165, expirationDate: "2027-01-15", price: 5, fee: 0.65 });
    assert.deepEqual(request.legs[1].closes, [close]);
    assert.deepEqual(request.legs[2], {
        type: "call",
        position: "short",
        strikePrice: 165,
        quantity: 1,
        sharesPerContract: 100,
        expirationDate: "2027-01-15",
        exercise: null,
        opened: { date: "2026-11-28", price: 5, fee: 0.65 },
        rolledFrom: 1,
    });
    assert.deepEqual(before.legs[1].closes, []);
    assert.ok(!("openQuantity" in request.legs[0]) && !("id" in request));
});

test("how a part of a leg ended is said", () => {
    const close = { date: "2026-12-04", quantity: 1, price: 3.2 };
    assert.equal(model.closeText(close, "2026-11-28"), "1 closed at 3.2 on Dec 4");
    assert.equal(model.closeText({ ...close, kind: "assigned" }, "2026-11-28"), "1 assigned on Dec 4");
});

test("sums leave out what is unknown, and are unknown without any", () => {
    assert.equal(model.sum([1, null, 2]), 3);
    assert.equal(model.sum([null]), null);
    assert.equal(model.sum([]), null);
});

test("exposure adds shares and contracts, with their sides, and counts those without greeks", () => {
    const greeks = { delta: 0.4, gamma: 0.02, theta: -0.1, vega: 0.15, rho: null };
    const found = exposure(
        [trade("a", "COIN", shares, leg(), leg({ strikePrice: 1 }))],
        150,
        ({ strikePrice }) => (strikePrice === 160 ? greeks : null),
        "2026-11-28",
    );
    // 200 shares − 200 · 0.4 = 120 shares, worth 18,000; gamma −200 · 0.02 · 150² / 100.
    assert.equal(found.delta, 120);
    assert.equal(found.dollars, 18000);
    assert.ok(Math.abs(found.gamma + 900) < 1e-9 && Math.abs(found.theta - 20) < 1e-9 && Math.abs(found.vega + 30) < 1e-9);
    assert.equal(found.missing, 1);
    assert.equal(exposure([trade("a", "COIN", leg())], 150, () => greeks, "2026-12-19").delta, 0);
});

test("beta is the slope of returns over those of the market, of shared days", () => {
    const row = (index, close) => ({ date: `day ${index}`, close, adjustedClose: null });
    const returns = Array.from({ length: 70 }, (_, index) => (index % 2 ? 0.01 : -0.006) * (1 + index / 100));
    let [market, asset] = [100, 50];
    const markets = [row(0, market)], assets = [row(0, asset)];
    returns.forEach((value, index) => {
        market *= Math.exp(value);
        asset *= Math.exp(1.5 * value + 0.001);
        markets.push(row(index + 1, market));
        assets.push(row(index + 1, asset));
    });
    assert.ok(Math.abs(betaOf(assets, markets) - 1.5) < 1e-9);
    assert.ok(Math.abs(betaOf(markets, markets) - 1) < 1e-12);
    assert.equal(betaOf(assets.slice(0, 40), markets), null);
    assert.equal(betaWeighted([{ dollars: 1000, beta: 1.5 }, { dollars: -500, beta: 1 }]), 1000);
    assert.equal(betaWeighted([{ dollars: 1000, beta: null }]), null);
});

test("an error stands at the field of the longest beginning of its path", () => {
    const names = ["name", "legs[0].opened.price", "legs[1].opened.price", "legs[1]"];
    assert.equal(longestBeginning(names, "legs[1].opened.price"), "legs[1].opened.price");
    assert.equal(longestBeginning(names, "legs[1].closes[0]"), "legs[1]");
    assert.equal(longestBeginning(names, "legs[10].opened"), null);
    assert.equal(longestBeginning(names, "names"), null);
});

test("a trade is that of the legs that are on, with a name of stock, strategy and date", () => {
    const state = { ...initialState(), symbol: "COIN", valuation: "2026-11-28" };
    state.legs = [
        makeLeg({ type: "stock", quantity: "200", premium: "140" }),
        makeLeg({ position: "short", strike: "160", expiration: "2026-12-18", premium: "6.1", quantity: "2" }),
        makeLeg({ isOn: false, strike: "1" }),
    ];
    const { legs } = draftOf(state, "x");
    assert.deepEqual(legs.map(({ terms, date, price }) => [terms.quantity, terms.sharesPerContract, terms.strikePrice, date, price]), [
        [200, 1, undefined, "2026-11-28", "140"],
        [2, 100, 160, "2026-11-28", "6.1"],
    ]);
    assert.deepEqual(draftOf({ ...state, commission: "0.65" }, "x").legs.map(({ fee }) => fee), ["", "1.3"]);
    assert.equal(nameOf(state, "covered call"), "COIN covered call Dec 18");
    assert.equal(nameOf({ ...state, symbol: "" }, ""), "trade Dec 18");
});

test("open legs go to the builder at the prices that were paid", () => {
    const legs = builderLegs(
        trade("a", "COIN", shares, leg({ openQuantity: 1 }), leg({ openQuantity: 0 }), leg({ expirationDate: "2026-11-20" })),
        "2026-11-28",
    );
    assert.deepEqual(legs.map(({ type, quantity, premium, strike }) => [type, quantity, premium, strike]), [
        ["stock", "200", "6", ""],
        ["call", "1", "6", "160"],
    ]);
});

test("while prices move, groups and trades stay in their order, and new ones follow", () => {
    const [low, high] = [trade("low", "COIN", leg({ strikePrice: 150 })), trade("high", "COIN", leg({ strikePrice: 170 }))];
    const other = trade("other", "SPY", leg({ strikePrice: 600 }));
    const names = (groups) => groups.map(({ underlying, trades }) => [underlying, ...trades.map(({ name }) => name)].join(" "));
    const before = model.grouped([low, high, other], new Map([["COIN", 140], ["SPY", 610]]));
    assert.deepEqual(names(before), ["SPY other", "COIN high low"]);
    // COIN rises above a strike, and SPY falls below its own.
    const spots = new Map([["COIN", 160], ["SPY", 590]]);
    assert.deepEqual(names(model.grouped([low, high, other], spots)), ["COIN low high", "SPY other"]);
    const moved = model.inOrderOf(model.grouped([low, high, other, trade("new", "COIN", leg())], spots), before);
    assert.deepEqual(names(moved), ["SPY other", "COIN high low new"]);
    assert.equal(moved[1].short.length, 1);
    assert.equal(moved[1].spot, 160);
});

test("stocks without any price, closed trades and closed legs are not followed", () => {
    const none = { price: null };
    const trades = [
        trade(
            "a",
            "COIN",
            leg(),
            leg({ expirationDate: "2027-01-15", openQuantity: 0 }),
            leg({ expirationDate: "2027-02-19", price: null }),
        ),
        trade("b", "COIN", shares, leg()),
        trade("c", "NOPE", leg(none)),
        { ...trade("d", "KO", leg()), status: "closed" },
        { ...trade("e", "T", leg()), status: "expired" },
        trade("f", "SPY", { ...shares, price: 600 }),
    ];
    assert.deepEqual([...model.followed(trades)], [["COIN", ["2026-12-18", "2027-02-19"]], ["SPY", []]]);
});
