// The logic of the charts: scales, ticks, cursor, labels, and what is read aloud. Expected values are computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { anyPrice, axisText, linearScale, roomy, ticks, tickStep } from "../../Sources/COptionsPage/page/axis.js";
import { path } from "../../Sources/COptionsPage/page/chart.js";
import { nearest, stopAfterKey, valueBetween } from "../../Sources/COptionsPage/page/cursor.js";
import * as diagram from "../../Sources/COptionsPage/page/diagram.js";
import { centre, onLines } from "../../Sources/COptionsPage/page/labels.js";
import * as series from "../../Sources/COptionsPage/page/series.js";
import * as smile from "../../Sources/COptionsPage/page/smile.js";

test("ticks are round, include both ends, and have steps of 1, 2, 2.5 or 5", () => {
    assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
    assert.deepEqual(ticks(-10, -2, 4), [-10, -8, -6, -4, -2]);
    assert.deepEqual(ticks(1.1, 1.4, 3), [1.1, 1.2, 1.3, 1.4]);
    assert.deepEqual(ticks(0, 100, 4), [0, 25, 50, 75, 100]);
    assert.deepEqual(ticks(115, 215, 16), [120, 130, 140, 150, 160, 170, 180, 190, 200, 210]);
});

test("a range without length, or without end, has no ticks", () => {
    for (const [low, high] of [[5, 5], [2, 1], [NaN, 1], [0, Infinity], [-1e308, 1e308]]) assert.deepEqual(ticks(low, high, 5), []);
});

test("the step of ticks is their distance, and of a single tick its size", () => {
    assert.equal(tickStep([2, 4, 6]), 2);
    assert.equal(tickStep([-50]), 50);
    assert.equal(tickStep([0]), 1);
    assert.equal(tickStep([]), 1);
});

test("a scale maps its ends to the pixels, and back", () => {
    const x = linearScale([100, 200], [62, 262]);
    assert.deepEqual([x.at(100), x.at(150), x.at(200)], [62, 162, 262]);
    assert.deepEqual([x.value(62), x.value(162), x.value(262)], [100, 150, 200]);
    // The vertical axis runs upwards: the greatest value has the least pixel.
    const y = linearScale([-500, 1500], [220, 20]);
    assert.deepEqual([y.at(-500), y.at(0), y.at(1500)], [220, 170, 20]);
    assert.equal(y.value(120), 500);
});

test("a scale knows which values are inside, ends included", () => {
    const scale = linearScale([1, 3], [0, 100]);
    assert.deepEqual([0.99, 1, 2, 3, 3.01].map(scale.has), [false, true, true, true, false]);
});

test("a scale of one value has a range around it", () => {
    const scale = linearScale([7, 7], [0, 100]);
    assert.deepEqual([scale.low, scale.high, scale.at(7)], [6, 8, 50]);
});

test("room is a share of the range, or of the value if all are equal", () => {
    assert.deepEqual(roomy([10, 30, 20], 0.1), [8, 32]);
    assert.deepEqual(roomy([-50], 0.1), [-55, -45]);
    assert.deepEqual(roomy([0, 0], 0.25), [-0.25, 0.25]);
});

test("texts of an axis have the digits of the step", () => {
    assert.deepEqual([0, 2.5, 5, 7.5].map((value) => axisText(value, 2.5)), ["0", "2.5", "5", "7.5"]);
    assert.deepEqual([-2000, -1500, 1e6].map((value) => axisText(value, 500)), ["−2K", "−1.5K", "1,000,000"]);
    assert.equal(axisText(0.15, 0.05), "0.15");
});

test("prices of ordinary size have cents, tiny ones all significant digits", () => {
    assert.equal(anyPrice(165.1), "165.10");
    assert.equal(anyPrice(0), "0.00");
    assert.equal(anyPrice(0.00012345678), "0.000123457");
    assert.equal(anyPrice(2e15), "2000000000000000");
});

test("the nearest point is found on both sides, and beyond the ends", () => {
    const stops = [10, 20, 40];
    assert.deepEqual([-5, 10, 14, 16, 29, 31, 40, 99].map((value) => nearest(stops, value)), [0, 0, 0, 1, 1, 2, 2, 2]);
    // Halfway, the first one.
    assert.equal(nearest(stops, 15), 0);
    assert.equal(nearest([7], 100), 0);
});

test("the nearest point is that of a search through all", () => {
    const stops = Array.from({ length: 101 }, (_, index) => index * index);
    for (let value = -3; value < 10_050; value += 7) {
        const distances = stops.map((stop) => Math.abs(stop - value));
        assert.equal(nearest(stops, value), distances.indexOf(Math.min(...distances)), String(value));
    }
});

test("arrow keys move to the next point, also from between two points", () => {
    const stops = [100, 110, 120, 130];
    assert.equal(stopAfterKey(stops, 110, "ArrowRight", 1), 120);
    assert.equal(stopAfterKey(stops, 110, "ArrowLeft", 1), 100);
    assert.equal(stopAfterKey(stops, 115, "ArrowRight", 1), 120);
    assert.equal(stopAfterKey(stops, 115, "ArrowLeft", 1), 110);
    assert.equal(stopAfterKey(stops, 110, "Home", 1), 100);
    assert.equal(stopAfterKey(stops, 110, "End", 10), 130);
    assert.equal(stopAfterKey(stops, 110, "PageDown", 1), null);
});

test("keys stop at the ends, also with long steps", () => {
    const stops = [1, 2, 3, 4, 5];
    assert.equal(stopAfterKey(stops, 2, "ArrowRight", 2), 4);
    assert.equal(stopAfterKey(stops, 2, "ArrowRight", 10), 5);
    assert.equal(stopAfterKey(stops, 4, "ArrowLeft", 10), 1);
    assert.equal(stopAfterKey(stops, 5, "ArrowRight", 1), 5);
    assert.equal(stopAfterKey(stops, 99, "ArrowLeft", 1), 5);
    assert.equal(stopAfterKey(stops, -99, "ArrowLeft", 1), 1);
});

test("without a cursor, the keys begin at the ends", () => {
    assert.equal(stopAfterKey([1, 2, 3], null, "ArrowRight", 1), 1);
    assert.equal(stopAfterKey([1, 2, 3], null, "ArrowLeft", 1), 3);
});

const call = [{ stockPrice: 90, profitLoss: -500 }, { stockPrice: 100, profitLoss: -500 }, { stockPrice: 120, profitLoss: 1500 }];

test("a line has values between its points, and none outside", () => {
    // 100 of profit for each dollar above 100.
    assert.deepEqual([90, 95, 100, 105, 120].map((price) => valueBetween(call, price)), [-500, -500, -500, 0, 1500]);
    assert.deepEqual([89.99, 120.01].map((price) => valueBetween(call, price)), [null, null]);
    assert.equal(valueBetween([], 1), null);
});

test("labels that would overlap get different lines; what fits on none has none", () => {
    // "abc" is 3 · 7.2 + 8 = 29.6 pixels wide.
    const labels = [0, 29, 29, 58.7].map((at) => ({ at, text: "abc" }));
    assert.deepEqual(onLines(labels, 2).map(({ line }) => line), [0, 1, -1, 0]);
    assert.deepEqual(onLines(labels, 1).map(({ line }) => line), [0, -1, -1, 0]);
    assert.deepEqual(onLines([{ at: 0, text: "abc" }, { at: 29.6, text: "abc" }], 1).map(({ line }) => line), [0, 0]);
});

test("a label is centred inside the drawing", () => {
    assert.equal(centre("abc", 50, 0, 100), 50);
    assert.equal(centre("abc", 3, 0, 100), 14.8);
    assert.equal(centre("abc", 99, 0, 100), 85.2);
});

test("a path has its points in order, in hundredths of a pixel", () => {
    assert.equal(path([[0, 1], [2.345678, -3.5]]), "M0.00 1.00L2.35 -3.50");
});

const drawing = { curve: call, lines: [], breakEvens: [105], strikes: [], price: 100, moves: [], distribution: null, overlay: null };

test("the diagram has room for all lines at its prices, and for zero", () => {
    assert.deepEqual(diagram.ranges(drawing), { prices: [90, 120], profits: [-700, 1700] });
    // 130 is outside the prices of the curve.
    const points = [{ stockPrice: 100, profitLoss: 3500 }, { stockPrice: 130, profitLoss: 90_000 }];
    assert.deepEqual(diagram.ranges({ ...drawing, lines: [{ label: "now", kind: "now", points }] }).profits, [-900, 3900]);
    const gain = [{ stockPrice: 1, profitLoss: 100 }, { stockPrice: 2, profitLoss: 200 }];
    assert.deepEqual(diagram.ranges({ ...drawing, curve: gain }).profits, [-20, 220]);
});

test("the diagram in a sentence names its ends and its break-evens", () => {
    assert.equal(diagram.description(drawing), "Profit and loss at expiration: −$500.00 at 90, +$1,500.00 at 120; break-even at 105.");
    assert.match(diagram.description({ ...drawing, breakEvens: [] }), /; no break-even\.$/);
});

test("the cursor reads all lines that have a value at the price", () => {
    const now = { label: "now", kind: "now", points: [{ stockPrice: 100, profitLoss: 0 }, { stockPrice: 110, profitLoss: 400 }] };
    const read = diagram.reading({ ...drawing, lines: [now] }, 105);
    assert.equal(read?.value, 0);
    assert.equal(read?.heading, "At 105.00");
    assert.deepEqual(read?.texts, ["expiration $0.00", "now +$200.00"]);
    assert.equal(read?.spoken, "At 105: $0.00 at expiration, now +$200.00");
    assert.deepEqual(diagram.reading({ ...drawing, lines: [now] }, 95)?.texts, ["expiration −$500.00"]);
    assert.equal(diagram.reading(drawing, 121), null);
});

test("dates of an axis are spread evenly, with both ends", () => {
    const dates = ["a", "b", "c", "d", "e", "f", "g"];
    assert.deepEqual(series.spread(dates, 3), ["a", "d", "g"]);
    assert.deepEqual(series.spread(dates, 0), ["a", "g"]);
    assert.deepEqual(series.spread(["a", "b"], 9), ["a", "b"]);
});

test("the values of a day are those of the series that have it", () => {
    const both = [
        { label: "value", kind: "now", values: [{ date: "2026-11-19", value: 5 }, { date: "2026-11-20", value: 7 }] },
        { label: "cost", kind: "between", values: [{ date: "2026-11-20", value: 6 }] },
    ];
    assert.deepEqual(series.readings(both, "2026-11-19", String), ["value 5"]);
    assert.deepEqual(series.readings(both, "2026-11-20", String), ["value 7", "cost 6"]);
    assert.equal(series.description(both, String), "value from 2026-11-19 (5) to 2026-11-20 (7), between 5 and 7");
});

const chain = {
    spot: 100,
    strikes: [
        {
            strikePrice: 90,
            put: { impliedVolatility: 0.3, bidVolatility: 0.1, askVolatility: 0.9, vendorVolatility: 0.31 },
            call: { impliedVolatility: 0.7 },
        },
        { strikePrice: 95, put: { impliedVolatility: null }, call: { impliedVolatility: 0.5 } },
        { strikePrice: 100, put: null, call: { impliedVolatility: 0.2, bidVolatility: 0.19, askVolatility: 0.21 } },
        { strikePrice: 110, put: { impliedVolatility: 0.9 }, call: { impliedVolatility: 0.25 } },
    ],
};

test("the smile has the options out of the money that have a volatility", () => {
    assert.deepEqual(smile.volatilities(chain), [
        { strike: 90, bid: 0.1, mid: 0.3, ask: 0.9, vendor: 0.31 },
        { strike: 100, bid: 0.19, mid: 0.2, ask: 0.21, vendor: null },
        { strike: 110, bid: null, mid: 0.25, ask: null, vendor: null },
    ]);
});

test("wide quotes do not flatten the smile", () => {
    const [low, high] = smile.range(smile.volatilities(chain));
    // 0.8 of the least mid and 1.25 of the greatest, with 3 % of room.
    assert.ok(Math.abs(low - 0.2 * 0.8 * 0.97) < 1e-12 && Math.abs(high - 0.3 * 1.25 * 1.03) < 1e-12, `${low} ${high}`);
});

test("the smile in words", () => {
    const rows = smile.volatilities(chain);
    assert.equal(smile.description(rows), "Implied volatility by strike: 30.0 % at 90, least 20.0 % at 100, 25.0 % at 110");
    assert.deepEqual(smile.reading(rows[0]).texts, ["mid 30.0 %", "bid 10.0 %", "ask 90.0 %", "vendor 31.0 %"]);
    assert.equal(smile.reading(rows[2]).spoken, "110: mid 25.0 %");
});
