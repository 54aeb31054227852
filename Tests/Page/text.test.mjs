// How numbers are shown. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { volatilityNote } from "../../Sources/COptionsPage/page/chances.js";
import { assumed } from "../../Sources/COptionsPage/page/results.js";
import { aligned, amount, daysLeft, isDate, level, loss, percent, profit } from "../../Sources/COptionsPage/page/text.js";

test("computed prices have cents, also if the last digit is 0, and exact ones their digits", () => {
    const rows = [
        [213.2950572661, "213.30"],
        [251.6647909457, "251.66"],
        [131.6666666667, "131.67"],
        [174.25, "174.25"],
        [185, "185.00"],
        [130.6, "130.60"],
        [100.625, "100.625"],
        [0.0123456789, "0.01235"],
        [1.00009999, "1.00"],
        [0.5, "0.50"],
        [0.0005, "0.0005"],
        [-2.123456, "−2.12"],
        [0, "0.00"],
        [1e-7, "1e−7"],
        [1.23456789e-7, "1.235e−7"],
        [1e20, "100000000000000000000.00"],
    ];
    for (const [value, text] of rows) assert.equal(level(value), text);
});

test("the risk of a gain is said in words", () => {
    assert.equal(loss(1294.54, "a profit of $ or more"), "$1,294.54");
    assert.equal(loss(-226.416, "a profit of $ or more"), "none: a profit of $226.42 or more");
    assert.equal(loss(-10, "a profit of $ on average"), "none: a profit of $10.00 on average");
    assert.equal(loss(0, "a profit of $ or more"), "none");
});

test("the expected value says which volatility it assumes, and whether the legs have others", () => {
    assert.equal(assumed({ volatility: 0.2576 }), "at 25.8 %");
    assert.equal(assumed({}), "");
    const legs = [null, { impliedVolatility: 0.2413 }, { impliedVolatility: 0.283 }];
    assert.match(volatilityNote({ volatility: 0.2576, legs }), /assume one volatility, 25.8 %; the legs have 24.1 % to 28.3 %\./);
    assert.match(volatilityNote({ volatility: 0.2576, legs: [{ impliedVolatility: 0.3 }] }), /the legs have 30.0 %\./);
    assert.match(volatilityNote({ volatility: 0.2576, legs }, true), /^The second numbers assume one volatility, 25.8 %/);
    assert.equal(volatilityNote({ volatility: 0.2576, legs: [{ impliedVolatility: 0.25762 }, null] }), "");
    assert.equal(volatilityNote({ volatility: 0.6338, legs: [{ impliedVolatility: 0.632 }] }), "");
    assert.equal(volatilityNote({ volatility: 0.25, legs: [null] }), "");
    assert.equal(volatilityNote({ legs }), "");
});

test("large percentages have separators and no decimals", () => {
    assert.deepEqual([0.272, 9.994, -0.5].map((value) => percent(value)), ["27.2 %", "999.4 %", "−50.0 %"]);
    assert.deepEqual([10, 1398.684, -23].map((value) => percent(value)), ["1,000 %", "139,868 %", "−2,300 %"]);
});

test("the numbers of a column have the same decimal places", () => {
    assert.deepEqual(aligned([-2.9484, 17.0912, 0, null]), ["−2.95", "17.09", "0.00", "–"]);
    assert.deepEqual(aligned([-0.9006, 0.00001]), ["−0.9006", "0.0000"]);
    assert.deepEqual(aligned([0, 0]), ["0", "0"]);
    assert.deepEqual(aligned([25000, 1]), ["25000", "1"]);
    assert.deepEqual(aligned([3e-9, null]), ["3.00e−9", "–"]);
});

test("a date is a day of the calendar", () => {
    for (const text of ["2026-12-18", "2024-02-29", "2000-02-29", "0099-01-01"]) assert.equal(isDate(text), true, text);
    for (
        const text of [
            "",
            "soon",
            "2026-02-31",
            "2026-02-29",
            "1900-02-29",
            "2026-04-31",
            "2026-13-01",
            "2026-00-10",
            "2026-1-2",
            " 2026-12-18",
            "2026-12-18T00:00Z",
        ]
    ) {
        assert.equal(isDate(text), false, text);
    }
});

test("the days left", () => {
    assert.deepEqual([-1, 0, 1, 23].map(daysLeft), ["expired", "0 days left", "1 day left", "23 days left"]);
});

test("an amount of a thousandth of a cent is 0, without a sign", () => {
    assert.deepEqual([-1.137e-13, 2.4e-8, 0].map(profit), ["$0.00", "$0.00", "$0.00"]);
    assert.deepEqual([-0.02, 0.02].map(profit), ["−$0.02", "+$0.02"]);
    assert.equal(amount(2e-5), "$2.000e−5");
});
