// Where the sliders stand, and what the numbers assume, in words.

import { chosenDate, expirations, valuation } from "./dates.js";
import { countingText } from "./dividendrows.js";
import { active } from "./state.js";
import { dayFrom, level, percent, percentage, profit, signedPoints } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/**
 * The sliders in words: `Nov 30`, `Nov 30, volatility +5`; empty if they are not moved.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function placeOfSliders(state, legs) {
    const date = chosenDate(state, legs);
    const points = Number(state.shift);
    return [date && dayFrom(date, valuation(state)), points ? `volatility ${signedPoints(points)}` : ""]
        .filter(Boolean).join(", ");
}

/**
 * The profit where the sliders stand: `Nov 30 · 591.37 · volatility +5: −$102.00 (−8 % of the risk)`; empty without values.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {Pick<Server.CalculationResponse, "value" | "metrics">} shown
 */
export function standing(state, legs, { value, metrics }) {
    if (!value) return "";
    const date = chosenDate(state, legs);
    const points = Number(state.shift);
    const place = [
        date ? dayFrom(date, valuation(state)) : "Now",
        level(Number(state.price)),
        points ? placeOfSliders({ ...state, date: "" }, legs) : "",
    ];
    const { profitLoss } = value.net;
    const share = metrics.maxLoss !== null && metrics.maxLoss < 0 ? Math.round((profitLoss / -metrics.maxLoss) * 100) || 0 : null;
    const ofRisk = share === null ? "" : ` (${share > 0 ? "+" : ""}${percent(share / 100, 0)} of the risk)`;
    return `${place.filter(Boolean).join(" · ")}: ${profit(profitLoss)}${ofRisk}`;
}

/**
 * The volatilities of the options.
 * @param {Pick<Server.Conventions, "legs">} conventions
 */
export const impliedVolatilities = ({ legs = [] }) =>
    legs.flatMap((leg) => (leg?.impliedVolatility === undefined ? [] : [leg.impliedVolatility]));

/**
 * Which volatilities stop at the least one when the slider lowers them; empty if none does.
 * @param {number} points The shift, in percentage points.
 * @param {Server.Conventions} [conventions] Those of now.
 * @param {number} [least] The least volatility.
 */
export function lowestNote(points, conventions, least = 0) {
    const all = [conventions?.volatility ?? Infinity, ...impliedVolatilities(conventions ?? {})];
    const limit = Number((least * 100 - points).toFixed(4));
    return Math.min(...all) * 100 < limit ? `Volatilities below ${limit} % become ${least ? `${percentage(least)} %` : "0"}.` : "";
}

/**
 * What the slider of volatility does, in sentences; empty if it is not moved.
 * @param {number} points The shift, in percentage points.
 * @param {Server.Conventions} [conventions] Those of now.
 * @param {number} [least] The least volatility.
 */
export function shiftNote(points, conventions, least = 0) {
    if (!points) return "";
    const sentence = `Every volatility is ${points > 0 ? "raised" : "lowered"} by ${Math.abs(points)} percentage points.`;
    return [sentence, lowestNote(points, conventions, least)].filter(Boolean).join(" ");
}

/**
 * The exercise and the dividends that the numbers assume; empty without options.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function assumptions(state, legs) {
    const last = expirations(legs).dates.at(-1);
    if (!last) return "";
    const dividends = countingText(state, last);
    const hasShares = active(legs).some((leg) => leg.type === "stock");
    return [
        `${state.exercise ? "American" : "European"} exercise.`,
        dividends ? `Ex-dates: ${dividends}.` : `No dividend until ${dayFrom(last, valuation(state))}.`,
        dividends && hasShares ? "Shares neither earn nor owe dividends here." : "",
    ].filter(Boolean).join(" ");
}
