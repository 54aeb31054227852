// Strikes: their steps, and how the strikes of a strategy move together.

/** @typedef {import("./state.js").Leg} Leg */

/**
 * The number of decimal places of a number as text.
 * @param {string} text
 */
function places(text) {
    const [digits, exponent = "0"] = text.toLowerCase().split("e");
    return Math.min(Math.max((digits.split(".")[1] ?? "").length - Number(exponent), 0), 100) || 0;
}

/**
 * Adds steps to a number as text, keeping its decimal places.
 * @param {string} text
 * @param {number} step
 * @param {number} least
 */
export function stepped(text, step, least) {
    const value = Number(text.trim() || "0");
    if (!Number.isFinite(value)) return text;
    return String(Number(Math.max(value + step, least).toFixed(Math.max(places(text), places(String(Math.abs(step)))))));
}

/**
 * The distance between neighbouring strikes without a chain: for a price from 10 to 1,000 that of listed strikes, otherwise at most 2 % of
 * the price.
 * @param {number} price
 */
export function strikeStep(price) {
    if (price >= 10 && price < 1000) return price < 25 ? 0.5 : price < 200 ? 1 : 5;
    const wanted = price * 0.02 * (1 + 1e-9);
    const power = Math.floor(Math.log10(wanted));
    return Number(`${wanted >= 5 * 10 ** power ? 5 : wanted >= 2 * 10 ** power ? 2 : 1}e${power}`);
}

/**
 * The multiple of a step nearest to a price, at least one step.
 * @param {number} price
 * @param {number} step
 */
export const onStep = (price, step) => Number((Math.max(Math.round(price / step), 1) * step).toPrecision(12));

/**
 * The nearest of the strikes.
 * @param {number[]} strikes
 * @param {number} price
 */
export function nearest(strikes, price) {
    return strikes.reduce((best, strike) => (Math.abs(strike - price) < Math.abs(best - price) ? strike : best), strikes[0]);
}

/**
 * The strike of a leg some steps up or down: along the listed strikes, if there are any.
 * @param {string} strike
 * @param {number} steps
 * @param {number[]} listed
 * @param {number} price The current price; 0 if it is not known.
 */
export function nextStrike(strike, steps, listed, price) {
    const now = Number(strike);
    if (!listed.length) {
        const step = strikeStep(price || now || 100);
        return stepped(strike, steps * step, Math.min(step, now || step));
    }
    const place = steps > 0 ? listed.findIndex((other) => other > now) : listed.filter((other) => other < now).length - 1;
    if (place < 0) return strike;
    const next = place + (steps > 0 ? steps - 1 : steps + 1);
    return String(listed[Math.min(Math.max(next, 0), listed.length - 1)]);
}

/**
 * The strike opposite a strike, if the strikes are symmetric.
 * @param {Leg[]} options
 * @param {number} strike
 */
export function mirrored(options, strike) {
    const strikes = [...new Set(options.map((leg) => Number(leg.strike)))].sort((a, b) => a - b);
    const sum = strikes[0] + strikes[strikes.length - 1];
    const opposite = (/** @type {number} */ strike) => strikes.find((other) => Math.abs(strike + other - sum) < 1e-9);
    const isSymmetric = strikes.length >= 3 && strikes.every((strike) => opposite(strike) !== undefined);
    return isSymmetric && strikes.includes(strike) && Math.abs(2 * strike - sum) > 1e-9 ? opposite(strike) ?? null : null;
}

/**
 * The new strikes of legs, by their identifiers, if some are moved from one strike to another: alone, or together with the opposite wing of
 * a symmetric strategy, or with all others. `null` if a strike would not be positive.
 * @param {Leg[]} legs
 * @param {number[]} moved The identifiers of the moved legs.
 * @param {number} from
 * @param {number} to
 * @param {boolean} isTogether
 * @returns {Map<number, number> | null}
 */
export function movedStrikes(legs, moved, from, to, isTogether) {
    const options = legs.filter((leg) => leg.type !== "stock");
    const mirror = isTogether ? mirrored(options.filter((leg) => leg.isOn), from) : null;
    /** @type {Map<number, number>} */
    const wanted = new Map();
    for (const { id, strike } of options) {
        if (moved.includes(id)) wanted.set(id, to);
        else if (isTogether && mirror === null && Number(strike) > 0) wanted.set(id, Number(strike) + to - from);
        else if (isTogether && Number(strike) === mirror) wanted.set(id, mirror - (to - from));
    }
    return [...wanted.values()].some((strike) => !(strike > 0)) ? null : wanted;
}
