// The strikes of predefined strategies, and of strategies that are moved to other strikes.

import { nearest, onStep, strikeStep } from "./strikes.js";

/** The reason why a chain does not have the strikes of a strategy. */
export class NoStrikes extends Error {}

/** Strikes whose places differ by 1 are half a standard deviation apart. */
const deviations = 0.5;

/**
 * The price at a place: halves of a standard deviation of the logarithm of the price from the current one.
 * @param {number} spot
 * @param {number} volatility A decimal per year.
 * @param {number} days
 * @returns {(place: number) => number}
 */
export const priceAt = (spot, volatility, days) => (place) =>
    spot * Math.exp(place * deviations * volatility * Math.sqrt(Math.max(days, 1) / 365));

/**
 * The strike at a place of the deltas of a chain: the one whose option out of the money has the delta nearest to that of a lognormal
 * price, N(−place / 2) as a call. `null` without deltas.
 * @param {Server.OptionChain} chain
 * @returns {((place: number) => number) | null}
 */
export function strikeAtDelta(chain) {
    const rows = deltasOf(chain);
    if (!rows.length) return null;
    return (place) => nearestDelta(rows, upperTail(place * deviations));
}

/**
 * The strikes of a chain with their deltas as calls, those of the options out of the money.
 * @param {Server.OptionChain} chain
 * @returns {{strike: number, delta: number}[]}
 */
export function deltasOf({ strikes, spot, forward }) {
    const middle = forward ?? spot ?? 0;
    return strikes.flatMap(({ strikePrice, call, put }) => {
        const [call_, put_] = [call?.greeks?.delta ?? null, put?.greeks?.delta ?? null];
        const ofPut = put_ === null ? null : 1 + put_;
        const delta = strikePrice >= middle ? call_ ?? ofPut : ofPut ?? call_;
        return delta === null ? [] : [{ strike: strikePrice, delta }];
    });
}

/**
 * The strike with the nearest delta.
 * @param {{strike: number, delta: number}[]} rows
 * @param {number} delta
 */
export const nearestDelta = (rows, delta) =>
    rows.reduce((best, row) => (Math.abs(row.delta - delta) < Math.abs(best.delta - delta) ? row : best)).strike;

/**
 * The chance that a standard normal variable is above a value, by the approximation 26.2.17 of Abramowitz and Stegun, to 1e-7.
 * @param {number} value
 */
export function upperTail(value) {
    const t = 1 / (1 + 0.2316419 * Math.abs(value));
    const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    const tail = Math.exp(-value * value / 2) / Math.sqrt(2 * Math.PI) * sum;
    return value >= 0 ? tail : 1 - tail;
}

/**
 * The strikes of places. Different places have different strikes, in their order, and wings keep the ratio of their widths.
 * @param {number[]} places
 * @param {number[]} listed The strikes to choose from; empty for any.
 * @param {(place: number) => number} wanted The price at a place.
 * @param {number} [step] That of the strikes if none are listed.
 * @returns {Map<number, number>}
 * @throws {NoStrikes} If there are too few strikes.
 */
export function presetStrikes(places, listed, wanted, step = strikeStep(wanted(0))) {
    /** @type {Map<number, number>} */
    const strikes = new Map();
    const order = [...new Set(places)].sort((a, b) => a - b);
    if (!order.length) return strikes;
    const middle = order.reduce((best, place) => (Math.abs(place) < Math.abs(best) ? place : best));
    /**
     * @param {number} place
     * @param {number} [last] The next strike towards the money, which this one must lie beyond.
     */
    const put = (place, last) => {
        const beyond = (/** @type {number} */ strike) => last === undefined || (strike - last) * Math.sign(place - middle) > 0;
        const free = listed.filter(beyond);
        if (listed.length && !free.length) throw new NoStrikes("The chain has too few strikes for this strategy.");
        let strike = listed.length ? nearest(free, wanted(place)) : onStep(wanted(place), step);
        if (!beyond(strike)) strike = onStep(Number(last) + step * Math.sign(place - middle), step);
        strikes.set(place, strike);
        return strike;
    };
    const first = put(middle);
    let last = first;
    for (const place of order.filter((place) => place > middle)) last = put(place, last);
    last = first;
    for (const place of order.filter((place) => place < middle).reverse()) last = put(place, last);
    levelWings(strikes, order, wanted, listed, step);
    return strikes;
}

/**
 * Gives the wings of a condor, a butterfly or a tree the ratio of their places: the possible widths nearest to the wanted one.
 * @param {Map<number, number>} strikes
 * @param {number[]} order The places, ascending.
 * @param {(place: number) => number} wanted
 * @param {number[]} listed The strikes to choose from; empty for any.
 * @param {number} step
 */
function levelWings(strikes, order, wanted, listed, step) {
    const [outerLow, innerLow] = order, [innerHigh, outerHigh] = order.slice(-2);
    if (order.length < 3) return;
    const ratio = (innerLow - outerLow) / (outerHigh - innerHigh);
    const low = Number(strikes.get(innerLow)), high = Number(strikes.get(innerHigh)), width = wanted(outerHigh) - wanted(innerHigh);
    const chosen = (/** @type {number} */ strike) => (listed.length ? nearest(listed, strike) : onStep(strike, step));
    const steps = [1, 2, 3, 4].map((count) => onStep(width + (count - 2) * step, step));
    const above = listed.length ? listed.filter((strike) => strike > high).map((strike) => strike - high) : steps;
    const widths = above.filter((one) => low - one * ratio > 0 && Math.abs(chosen(low - one * ratio) - (low - one * ratio)) < high * 1e-9);
    if (!widths.length) return;
    const best = nearest(widths, width);
    strikes.set(outerLow, chosen(low - best * ratio));
    strikes.set(outerHigh, chosen(high + best));
}
