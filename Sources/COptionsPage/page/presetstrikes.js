// The strikes of predefined strategies.

import { nearest, onStep, strikeStep } from "./strikes.js";

/** The distance of strikes whose offsets differ by 1, in standard deviations of the price at expiration. */
const deviations = 0.5;
/** That distance as a fraction of the price, if the volatility is unknown. */
const usualSpacing = 0.04;

/**
 * The distance of strikes whose offsets differ by 1, as a fraction of the price: half a standard deviation.
 * @param {number} volatility A decimal per year; 0 if it is unknown.
 * @param {number} days
 */
export const spacingOf = (volatility, days) =>
    volatility > 0 && volatility < Infinity && days > 0 ? Math.min(deviations * volatility * Math.sqrt(days / 365), 0.2) : usualSpacing;

/**
 * The strikes of offsets from the money. Different offsets have different strikes, in their order.
 * @param {number} spot
 * @param {number[]} offsets
 * @param {number[]} listed The strikes to choose from; empty for any.
 * @param {number} [spacing] The distance of strikes whose offsets differ by 1, as a fraction of the price.
 * @returns {Map<number, number>}
 * @throws {Error} If there are too few strikes.
 */
export function presetStrikes(spot, offsets, listed, spacing = usualSpacing) {
    const step = strikeStep(spot);
    /** @type {Map<number, number>} */
    const strikes = new Map();
    /**
     * @param {number} offset
     * @param {number} [last] The next strike towards the money, which this one must lie beyond.
     */
    const place = (offset, last) => {
        const wanted = spot * (1 + spacing * offset);
        const beyond = (/** @type {number} */ strike) => last === undefined || (strike - last) * Math.sign(offset - middle) > 0;
        const free = listed.filter(beyond);
        if (listed.length && !free.length) throw new Error("The chain has too few strikes for this strategy.");
        let strike = listed.length ? nearest(free, wanted) : onStep(wanted, step);
        if (!beyond(strike)) strike = onStep(Number(last) + step * Math.sign(offset - middle), step);
        strikes.set(offset, strike);
        return strike;
    };
    const order = [...new Set(offsets)].sort((a, b) => a - b);
    if (!order.length) return strikes;
    const middle = order.reduce((best, offset) => (Math.abs(offset) < Math.abs(best) ? offset : best));
    const first = place(middle);
    let last = first;
    for (const offset of order.filter((offset) => offset > middle)) last = place(offset, last);
    last = first;
    for (const offset of order.filter((offset) => offset < middle).reverse()) last = place(offset, last);
    levelWings(strikes, order, spot * spacing, listed, step);
    return strikes;
}

/**
 * Gives both wings of a condor or butterfly the same width: the possible one nearest to the wanted one.
 * @param {Map<number, number>} strikes
 * @param {number[]} order The offsets, ascending.
 * @param {number} unit The wanted distance of two strikes whose offsets differ by 1.
 * @param {number[]} listed The strikes to choose from; empty for any.
 * @param {number} step
 */
function levelWings(strikes, order, unit, listed, step) {
    const [outerLow, innerLow] = order, [innerHigh, outerHigh] = order.slice(-2);
    if (order.length < 3 || innerLow - outerLow !== outerHigh - innerHigh) return;
    const low = Number(strikes.get(innerLow)), high = Number(strikes.get(innerHigh)), wanted = unit * (outerHigh - innerHigh);
    const chosen = (/** @type {number} */ strike) => (listed.length ? nearest(listed, strike) : onStep(strike, step));
    const above = listed.length ? listed.filter((strike) => strike > high).map((strike) => strike - high) : [onStep(wanted, step)];
    const widths = above.filter((width) => Math.abs(chosen(low - width) - (low - width)) < high * 1e-9);
    if (!widths.length) return;
    const width = nearest(widths, wanted);
    strikes.set(outerLow, chosen(low - width));
    strikes.set(outerHigh, chosen(high + width));
}
