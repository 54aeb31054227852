// The cone of the expected move, from the price of now to the moves at expiration that the server computed, and the same in words.

import { days, level, percent } from "../text.js";

/** @typedef {Server.DeviationMove} Move */
/** @typedef {{date: string, moves: Move[]}} ConeDay */

/**
 * The expected moves on dates. The logarithm of a price has a mean that grows with time, and a deviation that grows with its root; at the last
 * date, both are those of the server's moves.
 * @param {number} price
 * @param {Move[]} moves At the last date.
 * @param {string[]} dates From the valuation to the expiration.
 * @returns {ConeDay[]}
 */
export function coneOf(price, moves, dates) {
    const [first, last] = [dates[0], dates[dates.length - 1]];
    return dates.map((date) => {
        const share = days(first, date) / days(first, last);
        return {
            date,
            moves: moves.map(({ standardDeviations, lower, upper }) => {
                const [down, up] = [Math.log(lower / price), Math.log(upper / price)];
                const at = (/** @type {number} */ side) =>
                    price * Math.exp((up + down) / 2 * share + side * (up - down) / 2 * Math.sqrt(share));
                return { standardDeviations, lower: at(-1), upper: at(1) };
            }),
        };
    });
}

/** How often a price is within some standard deviations of the normal distribution, of 100 cases. */
const cases = new Map([[1, 68], [2, 95]]);

/**
 * The moves in a sentence: `571.20 to 612.40 in about 68 of 100 cases (1σ)`.
 * @param {Move[]} moves
 */
export const movesText = (moves) =>
    moves.map(({ standardDeviations, lower, upper }) => {
        const often = cases.get(standardDeviations);
        return `${level(lower)} to ${level(upper)}${often ? ` in about ${often} of 100 cases` : ""} (${standardDeviations}σ)`;
    }).join(", ");

/**
 * The break-evens in a sentence, each with its distance from the price; empty without one.
 * @param {number[]} points
 * @param {number} price
 */
export function breakEvensText(points, price) {
    if (!points.length) return "";
    const texts = points.map((point) => {
        const distance = Math.abs(point / price - 1);
        return `${level(point)}, ${
            distance < 5e-4 ? "at the price of now" : `${percent(distance)} ${point > price ? "above" : "below"} the price of now`
        }`;
    });
    return `${points.length > 1 ? "Break-evens" : "Break-even"}: ${texts.join("; ")}.`;
}
