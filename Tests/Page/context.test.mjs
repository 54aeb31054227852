// The context of a stock. Expected values are computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linearScale } from "../../Sources/COptionsPage/page/axis.js";
import { candlePath, candles } from "../../Sources/COptionsPage/page/context/candles.js";
import { listed, nextText } from "../../Sources/COptionsPage/page/context/dividends.js";
import { ratioText, summaryOf } from "../../Sources/COptionsPage/page/context/options.js";
import { apart } from "../../Sources/COptionsPage/page/series.js";

const row = (date, open, high, low, close, volume) => ({ date, open, high, low, close, volume, adjustedClose: null });

test("a day without all prices is a candle of those that are known", () => {
    assert.deepEqual(candles([row("2026-11-27", null, null, null, 10, null)]), [
        { date: "2026-11-27", open: 10, high: 10, low: 10, close: 10, volume: 0 },
    ]);
    assert.deepEqual(candles([row("2026-11-27", 8, null, null, 10, 5)])[0], {
        date: "2026-11-27",
        open: 8,
        high: 10,
        low: 8,
        close: 10,
        volume: 5,
    });
});

test("many days are joined to weeks from Monday, with the date of their last day", () => {
    const start = Date.parse("2025-01-06");
    const prices = Array.from({ length: 400 }, (_, index) => {
        const date = new Date(start + index * 86_400_000).toISOString().slice(0, 10);
        return row(date, 10 + index, 20 + index, 5 + index, 15 + index, 100);
    });
    const weeks = candles(prices);
    assert.equal(weeks.length, Math.ceil(400 / 7));
    // Monday opens at 10, Sunday closes at 15 + 6; the high is Sunday's, the low Monday's.
    assert.deepEqual(weeks[0], { date: "2025-01-12", open: 10, high: 26, low: 5, close: 21, volume: 700 });
    assert.equal(candles(prices.slice(0, 270)).length, 270);
});

test("a candle has its wicks outside of its body", () => {
    assert.equal(candlePath([{ x: 10, high: 1, low: 9, open: 6, close: 3 }], 4), "M10.0 1.0V3.0M10.0 6.0V9.0M8.0 3.0H12.0V6.0H8.0Z");
});

test("dividends are the last four, and those ahead within a year", () => {
    const dates = ["2025-11-20", "2026-02-20", "2026-05-20", "2026-08-20", "2026-11-20", "2027-02-20", "2028-02-20"];
    const dividends = dates.map((exDate) => ({
        exDate,
        amount: 0.5,
        currency: "USD",
        status: exDate > "2026-11-28" ? "estimated" : "paid",
    }));
    assert.deepEqual(listed(dividends, "2026-11-28").map(({ exDate }) => exDate), dates.slice(1, 6));
    assert.equal(nextText(dividends, "2026-11-28"), "Next ex-date: Feb 20, 2027, in 84 days, 0.50 USD, estimated.");
    assert.equal(nextText(dividends.slice(0, 5), "2026-11-28"), "No dividend is ahead.");
    assert.equal(nextText([], "2026-11-28"), "No dividends are known.");
});

test("a chain says its volatility at the money, and the sums of puts and calls", () => {
    const side = (volume, openInterest, impliedVolatility) => ({ volume, openInterest, impliedVolatility });
    const chain = {
        expirationDate: "2026-12-18",
        spot: 151,
        strikes: [
            { strikePrice: 145, call: side(10, 100, 0.7), put: side(30, null, 0.7) },
            { strikePrice: 150, call: side(null, 200, 0.6), put: null },
        ],
    };
    assert.deepEqual(summaryOf(chain), { date: "2026-12-18", volatility: 0.6, calls: 10, puts: 30, openCalls: 300, openPuts: 0 });
    assert.deepEqual([ratioText(30, 10), ratioText(1, 0)], ["3.00", "–"]);
});

test("labels of dates are apart", () => {
    const x = linearScale([0, 100], [0, 100]);
    assert.deepEqual(apart([0, 5, 10, 60, 69, 70], x, 10), [0, 10, 60, 70]);
});
