// The numbers at the sliders. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluate } from "../../Sources/COptionsPage/page/evaluation.js";
import { curveRows, linesOf } from "../../Sources/COptionsPage/page/diagramcard.js";
import * as request from "../../Sources/COptionsPage/page/request.js";
import { lowestNote, placeOfSliders, shiftNote, standing } from "../../Sources/COptionsPage/page/standing.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

const shares = () => makeLeg({ type: "stock", quantity: "100", premium: "590" });
const call = (expiration, more = {}) => makeLeg({ position: "short", strike: "600", premium: "8", expiration, ...more });
const stateOf = (more, ...legs) => ({ ...initialState(), price: "591.37", valuation: "2026-11-25", rate: "4", ...more, legs });
const conventions = { volatility: 0.15, legs: [null, { impliedVolatility: 0.148 }, { impliedVolatility: 0.02 }] };
const at = (state) => JSON.parse(request.atSliders(state, state.legs, conventions) ?? "null");

test("sliders that are not moved need no request", () => {
    assert.equal(at(stateOf({}, shares(), call("2026-12-18"), call("2026-12-18"))), null);
    // The day after Thanksgiving is a trading day, Thanksgiving is not.
    assert.equal(at(stateOf({ date: "2026-11-26" }, shares(), call("2026-12-18"), call("2026-12-18"))), null);
});

test("American options and dividends have a least volatility, which the slider does not pass", () => {
    const legs = [shares(), call("2026-12-18"), call("2027-01-15")];
    const american = stateOf({ shift: "-14", exercise: "american" }, ...legs);
    assert.deepEqual(at(american).legs.map((leg) => leg.impliedVolatility), [undefined, 0.008, 0.001]);
    const payer = { ...american, dividends: [{ exDate: "2026-12-11", amount: "1", status: "" }] };
    assert.deepEqual([at(payer).volatility, ...at(payer).legs.map((leg) => leg.impliedVolatility)], [0.02, undefined, 0.02, 0.02]);
    // A dividend after the last expiration is none.
    const late = { ...american, dividends: [{ exDate: "2027-03-11", amount: "1", status: "" }] };
    assert.equal(request.leastVolatility(late, legs), 0.001);
    assert.equal(lowestNote(-14, conventions, 0.02), "Volatilities below 16 % become 2 %.");
    assert.equal(lowestNote(-14, { legs: [{ impliedVolatility: 0.3 }] }, 0.02), "");
});

test("at the sliders, every leg has its volatility of now, plus the shift, and the price paid", () => {
    const value = at(stateOf({ date: "2026-11-30", shift: "5" }, shares(), call("2026-12-18"), call("2027-01-15")));
    assert.deepEqual(value.legs.map((leg) => leg.impliedVolatility), [undefined, 0.198, 0.07]);
    assert.deepEqual(value.legs.map((leg) => leg.premium), [590, 8, 8]);
    assert.deepEqual([value.valuationDate, value.valueDates, value.volatility, value.riskFreeRate], [
        "2026-11-30",
        ["2026-11-30"],
        0.2,
        0.04,
    ]);
    assert.deepEqual(value.include, ["strategyName", "greeks", "value", "probability", "curveDetails", "valueCurves"]);
});

test("no volatility falls below 0", () => {
    const value = at(stateOf({ shift: "-30" }, shares(), call("2026-12-18"), call("2027-01-15")));
    assert.deepEqual(value.legs.map((leg) => leg.impliedVolatility), [undefined, 0, 0]);
    assert.ok(value.volatility > 0 && value.volatility < 1e-5);
    assert.equal(value.valuationDate, "2026-11-25");
});

test("a volatility that stops at 0 is not said to be lowered by all points", () => {
    assert.equal(shiftNote(0, conventions), "");
    assert.equal(shiftNote(5, conventions), "Every volatility is raised by 5 percentage points.");
    assert.equal(shiftNote(-2, conventions), "Every volatility is lowered by 2 percentage points.");
    // The leg at 2 % has none left.
    assert.equal(shiftNote(-3, conventions), "Every volatility is lowered by 3 percentage points. Volatilities below 3 % become 0.");
    assert.equal(lowestNote(-16, { volatility: 0.15, legs: [null] }), "Volatilities below 16 % become 0.");
    assert.equal(lowestNote(-16, { legs: [null] }), "");
});

test("on the day of the first expiration, legs have the years that are left", () => {
    const value = at(stateOf({ date: "2026-12-18" }, shares(), call("2026-12-18"), call("2027-01-15")));
    // 28 days from December 18 to January 15.
    assert.deepEqual(value.legs.map((leg) => leg.timeToExpiration), [undefined, 0, 28 / 365]);
    assert.ok(value.legs.every((leg) => leg.expirationDate === undefined));
    assert.equal(value.valueDates, undefined);
});

test("without a volatility of the underlying, chances are not asked for", () => {
    const state = stateOf({ shift: "5" }, shares(), call("2026-12-18"), call("2027-01-15"));
    const value = JSON.parse(request.atSliders(state, state.legs, { legs: conventions.legs }));
    assert.deepEqual([value.volatility, value.include], [undefined, ["strategyName", "greeks", "value", "valueCurves"]]);
});

test("the response at the sliders is shown, and that of now is kept for its line", async () => {
    const curve = (name) => [{ date: name, points: [{ stockPrice: 1, profitLoss: 0 }] }];
    const calculate = async (text) => {
        const { valuationDate } = JSON.parse(text);
        return { name: valuationDate, conventions, curve: curve(valuationDate)[0].points, valueCurves: curve(valuationDate) };
    };
    const state = stateOf({ date: "2026-11-30", shift: "5" }, shares(), call("2026-12-18"), call("2027-01-15"));
    const own = await evaluate(state, state.legs, calculate);
    assert.deepEqual([own.answer.name, own.shown.name], ["2026-11-25", "2026-11-30"]);
    assert.deepEqual(linesOf({ state, own, other: null }).map(({ label, name, kind }) => [label, name, kind]), [
        // The value of the later leg depends on the volatility.
        ["at expiration, volatility +5", "atExpiration volatility +5", "expiration"],
        ["now (Nov 25)", "2026-11-25", "now"],
        ["Nov 30, volatility +5", "2026-11-30 volatility +5", "shifted"],
    ]);
    // A payoff alone does not depend on the sliders.
    assert.equal(linesOf({ state, own: { ...own, shown: own.answer }, other: null })[0].label, "at expiration");
    const near = { ...state, legs: state.legs.slice(0, 2) };
    assert.equal(linesOf({ state: near, own, other: null })[0].label, "at expiration");
    const still = stateOf({}, ...state.legs);
    const kept = await evaluate(still, still.legs, calculate);
    assert.equal(kept.shown, kept.answer);
});

test("the file has the lines that are drawn, by their prices", () => {
    const points = (...all) => all.map(([stockPrice, profitLoss]) => ({ stockPrice, profitLoss }));
    const own = {
        answer: { curve: points([90, -1]), valueCurves: [{ date: "2026-11-25", points: points([90, 2], [100, 3]) }] },
        shown: { curve: points([90, -5], [100, 7]), valueCurves: [{ date: "2026-11-25", points: points([90, 4], [100, 5]) }] },
    };
    const other = { shown: { curve: points([95, 0], [100, 1]) } };
    const state = stateOf({ shift: "-5" }, call("2026-12-18"), call("2027-01-15"));
    assert.deepEqual(curveRows(linesOf({ state, own, other })), [
        ["stockPrice", "atExpiration volatility -5", "2026-11-25", "2026-11-25 volatility -5", "compared"],
        [90, -5, 2, 4, undefined],
        [100, 7, 3, 5, 1],
    ]);
});

test("a premium of the model stays that of the valuation, whatever the sliders are", async () => {
    const conventions = { volatility: 0.25, legs: [null, { impliedVolatility: 0.25, premiumSource: "model" }, { impliedVolatility: 0.2 }] };
    // 3 contracts of 50 shares, sold at 2.5.
    const value = { legs: [{ value: 59000 }, { value: -375 }, { value: -800 }] };
    const asked = [];
    const calculate = async (text) => {
        asked.push(JSON.parse(text));
        return { conventions, value };
    };
    const model = call("2026-12-18", { premium: "", quantity: "3", shares: "50" });
    const off = call("2026-12-18", { isOn: false, premium: "" });
    const state = stateOf({ date: "2026-12-04", volatility: "25" }, shares(), off, model, call("2027-01-15"));
    await evaluate(state, state.legs, calculate);
    assert.deepEqual(asked.map(({ legs }) => legs.map(({ premium }) => premium)), [[590, undefined, 8], [590, 2.5, 8]]);
});

test("one line says where the sliders stand, and what is the profit there", () => {
    const shown = { value: { net: { profitLoss: -102 } }, metrics: { maxLoss: -1275 } };
    const line = (more, value = shown) => {
        const state = stateOf(more, call("2026-12-18"));
        return standing(state, state.legs, value);
    };
    // -102 of 1,275 is -8 %.
    assert.equal(line({ date: "2026-11-30", shift: "5" }), "Nov 30 · 591.37 · volatility +5: −$102.00 (−8 % of the risk)");
    assert.equal(line({ shift: "-7" }), "Now · 591.37 · volatility −7: −$102.00 (−8 % of the risk)");
    assert.equal(
        line({}, { value: { net: { profitLoss: 250 } }, metrics: { maxLoss: -1000 } }),
        "Now · 591.37: +$250.00 (+25 % of the risk)",
    );
    assert.equal(
        line({}, { value: { net: { profitLoss: -0.01 } }, metrics: { maxLoss: -1000 } }),
        "Now · 591.37: −$0.01 (0 % of the risk)",
    );
    for (const maxLoss of [null, 0, 50]) assert.equal(line({}, { ...shown, metrics: { maxLoss } }), "Now · 591.37: −$102.00");
    assert.equal(line({}, { metrics: { maxLoss: -1 } }), "");
});

test("the place of the sliders in words", () => {
    const words = (more) => {
        const state = stateOf(more, call("2027-01-15"));
        return placeOfSliders(state, state.legs);
    };
    assert.deepEqual([words({}), words({ date: "2026-11-30" }), words({ shift: "-3" }), words({ date: "2027-01-04", shift: "3" })], [
        "",
        "Nov 30",
        "volatility −3",
        "Jan 4, 2027, volatility +3",
    ]);
});
