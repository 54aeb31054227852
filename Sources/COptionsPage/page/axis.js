// Scales of charts, and the ticks and texts of their axes.

import { exact, price } from "./text.js";

/**
 * Maps values to pixels and back, linearly.
 * @typedef {object} Scale
 * @property {number} low The values at the two ends.
 * @property {number} high
 * @property {(value: number) => number} at The pixel of a value.
 * @property {(pixel: number) => number} value The value of a pixel.
 * @property {(value: number) => boolean} has Whether a value is between the ends.
 */

/**
 * @param {[number, number]} values The lower and the upper value; equal ones get a range around them.
 * @param {[number, number]} pixels The pixels of the two values.
 * @returns {Scale}
 */
export function linearScale([low, high], [from, to]) {
    if (low === high) [low, high] = [low - 1, high + 1];
    return {
        low,
        high,
        at: (value) => from + ((value - low) / (high - low)) * (to - from),
        value: (pixel) => low + ((pixel - from) / (to - from)) * (high - low),
        has: (value) => value >= low && value <= high,
    };
}

/**
 * The range of some values, with room at both ends: a share of its length.
 * @param {Iterable<number>} values
 * @param {number} share
 * @returns {[number, number]}
 */
export function roomy(values, share) {
    let [low, high] = [Infinity, -Infinity];
    for (const value of values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
    }
    const room = (high - low || Math.abs(high) || 1) * share;
    return [low - room, high + room];
}

/**
 * The distance of neighbouring ticks.
 * @param {number[]} values
 */
export const tickStep = (values) => (values.length > 1 ? values[1] - values[0] : Math.abs(values[0]) || 1);

/**
 * Round values between two ends, about `wanted` of them.
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 */
export function ticks(low, high, wanted) {
    const rough = (high - low) / Math.max(wanted, 1);
    if (!(rough > 0) || !Number.isFinite(rough)) return [];
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
    const result = [];
    // A tick at an end stays in spite of the rounding of the quotients.
    const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
    for (let index = first; index <= last; index += 1) {
        result.push(Number((index * step).toPrecision(12)));
    }
    return result;
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * @param {"compact" | "standard"} notation
 * @param {number} places
 */
function format(notation, places) {
    const key = `${notation} ${places}`;
    const known = formats.get(key) ?? new Intl.NumberFormat("en-US", { notation, maximumFractionDigits: places });
    formats.set(key, known);
    return known;
}

/**
 * The exponent of the power of ten below a number.
 * @param {number} value
 */
export const exponent = (value) => Math.floor(Math.log10(Math.abs(value)) + 1e-9);

/**
 * A very large or very small number in scientific notation, with enough digits to distinguish it from its neighbour.
 * @param {number} value
 * @param {number} step
 */
const short = (value, step) => value.toExponential(Math.min(Math.max(exponent(value) - exponent(step), 0), 12));

/** @param {number} value */
const isLong = (value) => value !== 0 && (Math.abs(value) < 1e-6 || Math.abs(value) >= 1e15);

/**
 * A value of an axis, with as many decimal places as the step requires.
 * @param {number} value
 * @param {number} step
 */
export function axisText(value, step) {
    if (isLong(value)) return short(value, step).replace("-", "−");
    const unit = Math.abs(value) < 1000 ? 1 : 10 ** Math.min(3 * Math.floor(exponent(value) / 3), 12);
    const places = (/** @type {number} */ size) => {
        const digits = -exponent(size);
        // 2.5 has a digit more than 2 and 5.
        return Math.max(digits + (Math.abs(size * 10 ** digits - Math.round(size * 10 ** digits)) > 1e-6 ? 1 : 0), 0);
    };
    const compact = places(step / unit);
    const text = unit > 1 && compact > 3 ? format("standard", Math.min(places(step), 20)) : format("compact", Math.min(compact, 20));
    return text.format(value).replace("-", "−");
}

/**
 * A price in a row of prices, with two digits of the step and at least two decimal places.
 * @param {number} value
 * @param {number} step
 */
export function rowPrice(value, step) {
    if (isLong(value)) return short(value, step / 10).replace("-", "−");
    const places = step > 0 ? Math.min(Math.max(1 - exponent(step), 2), 20) : 2;
    return value.toFixed(places).replace("-", "−");
}

/**
 * A price of any size.
 * @param {number} value
 */
export function anyPrice(value) {
    const isUsual = value === 0 || (Math.abs(value) >= 0.01 && Math.abs(value) < 1e15);
    return isUsual ? price(value) : exact(Number(value.toPrecision(6)));
}
