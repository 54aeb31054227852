// The cone of the expected move. Expected values are computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { conePath } from "../../Sources/COptionsPage/page/context/candles.js";
import { breakEvensText, coneOf, movesText } from "../../Sources/COptionsPage/page/context/cone.js";

const moves = [{ standardDeviations: 1, lower: 90, upper: 121 }, { standardDeviations: 2, lower: 80, upper: 140 }];

/** The logarithms of a day's bounds: their middle, and half their distance, beside the price. */
function shape({ lower, upper }) {
    return [Math.log(lower * upper / 10_000) / 2, Math.log(upper / lower) / 2];
}

test("the cone begins at the price and ends at the moves of the server", () => {
    const days = coneOf(100, moves, ["2026-11-28", "2026-12-10", "2026-12-28"]);
    assert.deepEqual(days.map(({ date }) => date), ["2026-11-28", "2026-12-10", "2026-12-28"]);
    for (const { lower, upper } of days[0].moves) assert.deepEqual([lower, upper], [100, 100]);
    days[2].moves.forEach(({ standardDeviations, lower, upper }, index) => {
        assert.equal(standardDeviations, index + 1);
        assert.ok(Math.abs(lower - moves[index].lower) < 1e-9 && Math.abs(upper - moves[index].upper) < 1e-9);
    });
});

test("after a quarter of the time, the deviation is half, and the drift a quarter", () => {
    // December 28 is 40 days after November 18; ten days later is a quarter.
    const [, quarter] = coneOf(100, moves, ["2026-11-18", "2026-11-28", "2026-12-28"]);
    quarter.moves.forEach((move, index) => {
        const [middle, half] = shape(move);
        const [middleAtEnd, halfAtEnd] = shape(moves[index]);
        assert.ok(Math.abs(half - halfAtEnd / 2) < 1e-12 && Math.abs(middle - middleAtEnd / 4) < 1e-12);
    });
});

test("the cone is drawn along its upper prices, and back along its lower ones", () => {
    const pixels = [{ x: 0, lower: 5, upper: 5 }, { x: 10, lower: 9, upper: 1 }];
    assert.equal(conePath(pixels), "M0.00 5.00L10.00 1.00L10.00 9.00L0.00 5.00Z");
});

test("moves and break-evens are named in words", () => {
    assert.equal(movesText(moves), "90.00 to 121.00 in about 68 of 100 cases (1σ), 80.00 to 140.00 in about 95 of 100 cases (2σ)");
    assert.equal(breakEvensText([], 100), "");
    assert.equal(breakEvensText([100.01], 100), "Break-even: 100.01, at the price of now.");
    assert.equal(
        breakEvensText([96, 104.5], 100),
        "Break-evens: 96.00, 4.0 % below the price of now; 104.50, 4.5 % above the price of now.",
    );
});
