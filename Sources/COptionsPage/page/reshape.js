// Makes a strategy narrower or wider, or moves it to later expirations.

import { nextExpiration } from "./calendar.js";
import { datesOf, valuationDay } from "./dates.js";
import { presetStrikes } from "./presetstrikes.js";
import * as quotes from "./quotes.js";
import { strikeStep } from "./strikes.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/** @param {Leg[]} legs */
const optionsOf = (legs) => legs.filter((leg) => leg.type !== "stock" && Number(leg.strike) > 0);

/**
 * The strikes of legs with another distance from their centre, by the strikes of now; `null` if there is only one, or no other distance.
 * @param {Leg[]} legs
 * @param {number} factor Below 1 for a narrower strategy.
 * @param {number[]} listed The strikes to choose from; empty for any.
 * @param {number} price
 * @returns {Map<number, number> | null}
 */
export function scaledStrikes(legs, factor, listed, price) {
    const strikes = [...new Set(optionsOf(legs).map((leg) => Number(leg.strike)))].sort((a, b) => a - b);
    if (strikes.length < 2) return null;
    const centre = (strikes[0] + strikes[strikes.length - 1]) / 2;
    // A step of the strikes may be larger than that of the factor.
    for (let scale = factor; scale > 0.05 && scale < 20; scale *= factor) {
        const wanted = (/** @type {number} */ place) => centre + place * scale;
        /** @type {Map<number, number>} */
        let placed;
        try {
            placed = presetStrikes(strikes.map((strike) => strike - centre), listed, wanted, strikeStep(price || centre));
        } catch {
            return null;
        }
        const found = new Map(strikes.map((strike) => [strike, Number(placed.get(strike - centre))]));
        const all = [...found.values()];
        const isOther = Math.max(...all) - Math.min(...all) !== strikes[strikes.length - 1] - strikes[0];
        if (isOther && Math.min(...all) > 0) return found;
    }
    return null;
}

/**
 * The strikes that are listed at all expirations of legs.
 * @param {State} state
 */
function commonStrikes({ symbol, legs }) {
    const lists = datesOf(legs).map((date) => quotes.strikes(symbol, date)).filter((strikes) => strikes.length);
    return lists.length ? lists[0].filter((strike) => lists.every((strikes) => strikes.includes(strike))) : [];
}

/**
 * Moves the strikes nearer together or apart.
 * @param {State} state
 * @param {number} factor
 * @returns {boolean} Whether the strikes were moved.
 */
export function scale(state, factor) {
    const found = scaledStrikes(state.legs, factor, commonStrikes(state), Number(state.price));
    if (!found) return false;
    for (const leg of optionsOf(state.legs)) change(state, leg, { strike: String(found.get(Number(leg.strike))) });
    return true;
}

/**
 * Moves the expirations.
 * @param {State} state
 * @param {number} steps
 * @param {string[]} listed
 * @returns {boolean} Whether they were moved.
 */
export function shiftExpirations(state, steps, listed) {
    const dates = datesOf(state.legs);
    const next = new Map(dates.map((date) => [date, nextExpiration(date, steps, listed, valuationDay(state))]));
    // At the end of the list, different expirations stay different.
    if (!dates.length || new Set(next.values()).size < dates.length || dates.every((date) => next.get(date) === date)) return false;
    for (const leg of optionsOf(state.legs)) change(state, leg, { expiration: next.get(leg.expiration.trim()) ?? leg.expiration });
    return true;
}

/**
 * Changes the contract of a leg, whose price follows it.
 * @param {State} state
 * @param {Leg} leg
 * @param {Partial<Leg>} members
 */
function change(state, leg, members) {
    Object.assign(leg, members, { isExample: false });
    quotes.price(state.symbol, leg);
    quotes.mark(state, leg);
}
