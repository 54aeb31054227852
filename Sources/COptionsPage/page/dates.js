// The dates of a strategy: its valuation, its expirations, and those between them at which it can be valued.

import { sessions } from "./calendar.js";
import { hasTime, isOver, isValuation } from "./clock.js";
import { active } from "./state.js";
import { days, isDate, today } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/**
 * The expirations of options, ascending.
 * @param {Leg[]} legs
 */
export const datesOf = (legs) =>
    [...new Set(legs.filter((leg) => leg.type !== "stock").map((leg) => leg.expiration.trim()).filter(isDate))].sort();

/**
 * The expirations of the options that are switched on, ascending; `all` is true if each of these options has one.
 * @param {Leg[]} legs
 */
export function expirations(legs) {
    const options = active(legs).filter((leg) => leg.type !== "stock");
    return { all: options.length > 0 && options.every((leg) => isDate(leg.expiration.trim())), dates: datesOf(options) };
}

/**
 * The valuation: the typed one, or today.
 * @param {State} state
 */
export const valuation = (state) => state.valuation.trim() || today();

/**
 * The day of the valuation.
 * @param {State} state
 */
export const valuationDay = (state) => valuation(state).slice(0, 10);

/**
 * The days from the valuation to the first expiration; 0 without one.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function daysToFirst(state, legs) {
    const [first] = expirations(legs).dates;
    return first ? Math.max(days(valuationDay(state), first), 0) : 0;
}

/**
 * The dates at which a strategy can be valued: the valuation, the trading days after it, and the first expiration. Empty without an
 * expiration after the valuation.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function valueDates(state, legs) {
    const from = valuationDay(state);
    const [first] = expirations(legs).dates;
    return isDate(from) && first > from ? sessions(from, first) : [];
}

/**
 * The date of the slider: the last of the dates at which the strategy can be valued that is not after the chosen one; empty if that is the
 * valuation.
 * @param {State} state
 * @param {Leg[]} legs
 */
export const chosenDate = (
    state,
    legs,
) => (state.date ? valueDates(state, legs).slice(1).filter((date) => date <= state.date).at(-1) ?? "" : "");

/**
 * The dates of the lines before expiration: the valuation, and the date of the slider, or else the one in the middle.
 * @param {State} state
 */
export function lineDates(state, legs = state.legs) {
    const from = valuation(state);
    const { dates } = expirations(legs);
    if (!isValuation(from) || !dates.length) return [];
    const all = valueDates(state, legs);
    const chosen = chosenDate(state, legs);
    // On the day of the first expiration, the line at expiration takes the place of this one.
    if (chosen === dates[0]) return [from];
    return [from, chosen || (all.length > 2 ? all[Math.floor((all.length - 1) / 2)] : "")].filter(Boolean);
}

/**
 * The dates of the table: as many as it has columns, from the valuation to the first expiration, and that of the slider.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function tableDates(state, legs) {
    const all = valueDates(state, legs);
    const [first] = expirations(legs).dates;
    // On the last day of an expiration, its close follows.
    if (!all.length) return first && hasTime(valuation(state)) && !isOver(first, valuation(state)) ? [valuation(state), first] : [];
    const last = all.length - 1;
    const columns = Math.min(last, Number(state.columns) - 1);
    const spread = Array.from({ length: columns }, (_, index) => all[Math.round((last * (index + 1)) / columns)]);
    const dates = new Set([...spread, chosenDate(state, legs)].filter(Boolean));
    return [valuation(state), ...[...dates].sort()];
}
