// Moves strikes, alone or together: by dragging their marks, and by keys.

import { datesOf } from "./dates.js";
import * as quotes from "./quotes.js";
import { movedStrikes, nearest, onStep, strikeStep } from "./strikes.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */

/**
 * The strike nearest to a price: a listed one, or without a chain one on the usual step.
 * @param {State} state
 * @param {number} price
 */
export function snap({ symbol, legs, price: current }, price) {
    const listed = quotes.strikes(symbol, datesOf(legs)[0] ?? "");
    return listed.length ? nearest(listed, price) : onStep(price, strikeStep(Number(current) || price));
}

/**
 * Moves strikes. A move that would make one negative is ignored.
 * @param {Store} store
 * @param {number[]} moved The legs.
 * @param {number} from
 * @param {number} to
 * @param {boolean} isTogether
 * @param {string} group The undo group of the edits.
 * @returns {boolean} Whether the strikes were moved.
 */
export function moveStrikes(store, moved, from, to, isTogether, group) {
    const wanted = movedStrikes(store.state.legs, moved, from, to, isTogether);
    if (!wanted) return false;
    store.edit((state) => {
        for (const leg of state.legs.filter((leg) => leg.type !== "stock")) {
            const strike = wanted.get(leg.id);
            if (strike !== undefined) leg.strike = String(moved.includes(leg.id) ? strike : snap(store.state, strike));
            leg.isExample = false;
            quotes.price(state.symbol, leg);
            quotes.mark(state, leg);
        }
    }, group);
    quotes.follow(store);
    return true;
}
