// The prices of the diagram and of the table: three standard deviations around the current price, and the strikes; or those that the user chose.

import { expirations, valuationDay } from "./dates.js";
import { active } from "./state.js";
import { days } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {[number, number]} Range */

/**
 * The typed range; `null` without one.
 * @param {string} text
 * @returns {Range | null}
 */
export function typedRange(text) {
    const [low, high] = text.split(":").map(Number);
    return text !== "" && low >= 0 && high > low && high < Infinity ? [low, high] : null;
}

/** @param {State} state */
const strikesOf = ({ legs, compare }) =>
    [...active(legs), ...active(compare)].filter((leg) => leg.type !== "stock").map((leg) => Number(leg.strike)).filter((strike) =>
        strike > 0 && strike < Infinity
    );

/**
 * The prices that the diagram shows; `null` if they do not follow from the volatility, so that the server chooses them.
 * @param {State} state
 * @returns {Range | null}
 */
export function priceRange(state) {
    const typed = typedRange(state.range);
    if (typed) return typed;
    const price = Number(state.price);
    const volatility = Number(state.volatility) / 100;
    const { dates } = expirations(state.legs);
    const years = dates.length ? Math.max(days(valuationDay(state), dates[0]), 1) / 365 : 0;
    const deviation = volatility * Math.sqrt(years);
    if (!(price > 0 && price < Infinity && deviation > 0 && deviation < 2)) return null;
    const strikes = strikesOf(state);
    const low = Math.min(price * Math.exp(-3 * deviation), ...strikes);
    const high = Math.max(price * Math.exp(3 * deviation), ...strikes);
    const room = (high - low) * 0.04;
    return [Math.max(low - room, low / 2), high + room];
}

/** The numbers of prices of a curve: enough for smooth lines, and few, since an answer has up to ten numbers for each. */
const [fewestPoints, usualPoints, mostPoints] = [50, 120, 400];

/**
 * The prices of the curve as a member of a request: on the largest round step on which the strikes are, so that the line has its kinks; `null`
 * for the choice of the server.
 * @param {State} state
 */
export function curveRange(state) {
    const range = priceRange(state);
    if (!range) return null;
    const width = range[1] - range[0];
    const strikes = strikesOf(state).filter((strike) => strike >= range[0] && strike <= range[1]);
    const steps = roundSteps(width / fewestPoints, width / mostPoints);
    const isOn = (/** @type {number} */ step) => strikes.every((strike) => Math.abs(strike / step - Math.round(strike / step)) < 1e-6);
    const step = steps.find(isOn) ?? steps.find((step) => width / step >= usualPoints) ?? steps[steps.length - 1];
    const [first, last] = [Math.floor(range[0] / step), Math.ceil(range[1] / step)];
    const at = (/** @type {number} */ place) => Number((place * step).toPrecision(12));
    return { minimum: at(first), maximum: at(last), points: last - first + 1 };
}

/**
 * The round steps in a range, descending: 1, 2, 2.5 or 5 times a power of ten.
 * @param {number} most
 * @param {number} least
 */
function roundSteps(most, least) {
    const steps = [];
    for (let power = 10 ** Math.floor(Math.log10(most)); power * 10 > least; power /= 10) {
        steps.push(...[5, 2.5, 2, 1].map((factor) => Number((factor * power).toPrecision(12))));
    }
    return steps.filter((step) => step <= most && step >= least);
}

/**
 * A range after a zoom: the price at the centre stays where it is.
 * @param {Range} range
 * @param {number} factor Below 1 for fewer prices.
 * @param {number} centre
 */
export function zoomed([low, high], factor, centre) {
    const at = Math.min(Math.max(centre, low), high);
    const [from, to] = [Math.max(at - (at - low) * factor, 0), at + (high - at) * factor];
    const digits = (/** @type {number} */ value) => String(Number(value.toPrecision(5)));
    const text = `${digits(from)}:${digits(to)}`;
    // A range of less than a thousandth of the price, or of a million of them, shows nothing.
    return to - from > at * 1e-3 && to < at * 1e3 && typedRange(text) ? text : `${digits(low)}:${digits(high)}`;
}

/** The numbers of rows and columns of the table to choose from. */
export const rowCounts = /** @type {const} */ (["7", "11", "15", "21", "31"]);
export const columnCounts = /** @type {const} */ (["3", "6", "10", "20"]);

/** Near enough to each other for the rows to cover the diagram, and little more. */
const roundFactors = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/**
 * The step of the table's prices: the typed one, or a round one.
 * @param {State} state
 */
export function tableStep(state) {
    const typed = Number(state.step);
    if (typed > 0 && typed < Infinity) return typed;
    const price = Number(state.price);
    const [low, high] = priceRange(state) ?? [price * 0.7, price * 1.3];
    const rough = (high - low) / (Number(state.rows) - 1);
    const power = 10 ** Math.floor(Math.log10(rough));
    const factor = roundFactors.find((one) => one * power >= rough * 0.95) ?? 10;
    return Number((factor * power).toPrecision(12));
}

/**
 * The prices of the table, descending: multiples of the step around the current price, and that price.
 * @param {State} state
 */
export function tablePrices(state) {
    const price = Number(state.price);
    const step = tableStep(state);
    const half = Math.floor(Number(state.rows) / 2);
    const middle = Math.round(price / step);
    const around = Array.from({ length: 2 * half + 1 }, (_, index) => Number(((middle + half - index) * step).toPrecision(12)));
    // The current price takes the place of the one that is furthest from it.
    if (!around.includes(price)) around[price < around[half] ? 0 : 2 * half] = price;
    return around.filter((value) => value > 0).sort((a, b) => b - a);
}
