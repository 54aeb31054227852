// The prices of the diagram and of the table. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { readAddress, writeAddress } from "../../Sources/COptionsPage/page/address.js";
import { curveRange, priceRange, tablePrices, typedRange, zoomed } from "../../Sources/COptionsPage/page/range.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

const leg = (strike, more = {}) => makeLeg({ strike: String(strike), premium: "1", expiration: "2026-12-18", ...more });
const stateOf = (more, ...legs) => ({ ...initialState(), price: "100", valuation: "2026-11-25", volatility: "20", ...more, legs });
/** Three standard deviations of the price at 20 % in 23 days. */
const deviations = 3 * 0.2 * Math.sqrt(23 / 365);

test("the diagram shows three standard deviations and all strikes", () => {
    const [low, high] = priceRange(stateOf({}, leg(100)));
    assert.ok(low < 100 * Math.exp(-deviations) && low > 100 * Math.exp(-deviations) - 3, `${low}`);
    assert.ok(high > 100 * Math.exp(deviations) && high < 100 * Math.exp(deviations) + 3, `${high}`);
    const [, far] = priceRange(stateOf({}, leg(100), leg(150)));
    assert.ok(far > 150 && far < 155, `${far}`);
    // A leg that is off has no strike there; a compared one has.
    assert.ok(priceRange(stateOf({}, leg(100), leg(150, { isOn: false })))[1] < 120);
    assert.ok(priceRange(stateOf({ compare: [leg(150)] }, leg(100)))[1] > 150);
    // Without volatility or expiration, the server chooses.
    assert.equal(priceRange(stateOf({ volatility: "" }, leg(100))), null);
    assert.equal(priceRange(stateOf({}, leg(100, { expiration: "" }))), null);
    assert.equal(curveRange(stateOf({ volatility: "" }, leg(100))), null);
});

test("the strikes are among the prices of the curve, which are round", () => {
    for (const strikes of [[95, 100], [97.5, 102.5], [92.5, 101], [99.5, 100.5, 101.5]]) {
        const { minimum, maximum, points } = curveRange(stateOf({}, ...strikes.map((strike) => leg(strike))));
        const step = (maximum - minimum) / (points - 1);
        for (const strike of strikes) {
            const place = (strike - minimum) / step;
            assert.ok(Math.abs(place - Math.round(place)) < 1e-6, `${strike} is not among ${minimum}, ${minimum + step} …`);
        }
        assert.ok(points >= 50 && points <= 500, `${points} points`);
    }
});

test("a condor has the largest round step on which its strikes are, and few prices", () => {
    const state = stateOf({ price: "607.49", volatility: "14.584" }, ...[572.5, 585, 632.5, 645].map((strike) => leg(strike)));
    const { minimum, maximum, points } = curveRange(state);
    assert.equal((maximum - minimum) / (points - 1), 2.5);
});

test("a zoom keeps the price at the pointer where it is, and is in the address", () => {
    assert.equal(zoomed([80, 120], 0.5, 100), "90:110");
    assert.equal(zoomed([80, 120], 0.5, 80), "80:100");
    assert.equal(zoomed([80, 120], 2, 100), "60:140");
    // Prices below 0 do not exist; nor is there an end of zooming in.
    assert.equal(zoomed([10, 210], 2, 110), "0:310");
    assert.equal(zoomed([100, 100.1], 0.5, 100), "100:100.1");
    assert.deepEqual(priceRange(stateOf({ range: "90:110" }, leg(100))), [90, 110]);
    const address = writeAddress(stateOf({ range: "90:110" }, leg(100)));
    assert.match(address, /&range=90:110&/);
    assert.equal(readAddress(address).state.range, "90:110");
    for (const range of ["110:90", "a:b", "90", "-5:5"]) {
        assert.equal(typedRange(range), null);
        assert.match(readAddress(`#v1/builder?price=1&range=${range}`).problem ?? "", /range/, range);
    }
});

test("the table has as many prices as rows, on the step, and the current price among them", () => {
    const state = stateOf({ price: "100.3", rows: "11", step: "2" }, leg(100));
    assert.deepEqual(tablePrices(state), [110, 108, 106, 104, 102, 100.3, 100, 98, 96, 94, 92]);
    const round = tablePrices({ ...state, step: "" });
    assert.equal(round.length, 11);
    for (const rows of ["7", "11", "15", "21", "31"]) {
        for (let price = 3; price < 900; price *= 1.37) {
            const [low, high] = priceRange({ ...state, price: String(price), legs: [leg(price)] });
            const all = tablePrices({ ...state, price: String(price), legs: [leg(price)], rows, step: "" });
            const share = (all[0] - all[all.length - 1]) / (high - low);
            assert.ok(share > 0.75 && share < 1.5, `${price}: ${share}`);
        }
    }
    // Prices that are not positive are left out.
    assert.deepEqual(tablePrices(stateOf({ price: "3", rows: "7", step: "1" }, leg(3))), [6, 5, 4, 3, 2, 1]);
});
