// Margin and returns. Expected values are computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { daysToFirst } from "../../Sources/COptionsPage/page/dates.js";
import { marginTexts } from "../../Sources/COptionsPage/page/margin.js";
import { reading } from "../../Sources/COptionsPage/page/reading.js";
import { calculation } from "../../Sources/COptionsPage/page/request.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

const margin = { initial: 1120, initialDeposit: 820, maintenance: 1120, returnOnMargin: 180 / 820, annualised: 180 / 820 * 365 / 20 };
const metrics = { netCost: -180, maxProfit: 180, maxLoss: -820, breakEvenPoints: [] };

test("a spread needs its loss, and its return is that on the risk", () => {
    // 180 / 820 is 21.95 %, times 365 / 20 is 400.6 %.
    assert.deepEqual(marginTexts({ metrics, margin }, 20), [["Margin to open", "$820.00"], ["Return on risk", "22.0 % · 401 % a year"]]);
});

test("a naked option has no return on its unlimited risk, and one on its margin", () => {
    const naked = { metrics: { ...metrics, maxLoss: null }, margin: { ...margin, optimal: false } };
    assert.deepEqual(marginTexts(naked, 20), [["Margin to open", "at most $820.00"], ["Return on margin", "22.0 % · 401 % a year"]]);
});

test("a bought option has no limit of its profit, and needs its price", () => {
    const call = { metrics: { ...metrics, maxProfit: null }, margin: { ...margin, returnOnMargin: null, annualised: null } };
    assert.deepEqual(marginTexts(call, 20), [["Margin to open", "$820.00"]]);
    assert.deepEqual(marginTexts({ metrics }, 20), []);
});

test("margin is requested for whole contracts with dates, and the request can be pasted back", () => {
    const leg = (quantity) => makeLeg({ strike: "165", premium: "9", quantity, expiration: "2026-12-18" });
    const state = { ...initialState(), valuation: "2026-11-28" };
    const request = (quantity, depth) => JSON.parse(calculation(state, [leg(quantity)], depth));
    assert.ok(request("2", "everything").include.includes("margin"));
    assert.equal(request("2", "everything").accountType, "margin");
    assert.ok(!request("1.5", "everything").include.includes("margin"));
    assert.ok(!("accountType" in request("2", "payoff")));
    assert.deepEqual(reading(calculation(state, [leg("2")], "everything")).dropped, []);
});

test("the days to the first expiration are not negative, and 0 without one", () => {
    const state = { ...initialState(), valuation: "2026-11-28" };
    const legs = (...dates) => dates.map((expiration) => makeLeg({ strike: "165", expiration }));
    assert.equal(daysToFirst(state, legs("2027-01-15", "2026-12-18")), 20);
    assert.equal(daysToFirst(state, legs("2026-11-20")), 0);
    assert.equal(daysToFirst(state, legs("")), 0);
});
