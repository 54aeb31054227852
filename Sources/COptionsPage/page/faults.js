// The faults of the quotes of a chain.

import { exact, price } from "./text.js";

const types = /** @type {const} */ (["call", "put"]);

/**
 * Why a quote is unreliable.
 * @param {any} option
 * @param {boolean} isStale
 * @returns {string[]}
 */
export function faults(option, isStale) {
    /** @type {string[]} */
    const reasons = [];
    if (option.bid !== null && option.ask !== null && option.bid > option.ask) reasons.push("crossed: the bid is above the ask");
    if (option.impliedVolatilityStatus === "belowIntrinsic") reasons.push("below intrinsic value: no volatility gives the price");
    if (option.impliedVolatilityStatus === "aboveMaximum") reasons.push("above the highest price an option can have");
    if (isStale) reasons.push("stale");
    return reasons;
}

/**
 * The faults of the call and the put of a strike.
 * @param {any} row
 * @param {boolean} isStale
 */
export const faultsOfStrike = (row, isStale) =>
    types.flatMap((type) => (row[type] ? faults(row[type], isStale).map((reason) => `${type} ${reason}`) : []));

/** @param {any} found An arbitrage of the chain. */
function arbitrage({ condition, trades }) {
    const legs = trades.map((/** @type {any} */ { quantity, strikePrice, contractType, price: paid }) =>
        `${quantity} × ${exact(strikePrice)} ${contractType} at ${price(paid)}`
    );
    return `arbitrage within bid and ask (${condition}): ${legs.join(", ")}`;
}

/**
 * The faults of a chain, a sentence each.
 * @param {any} chain
 * @returns {string[]}
 */
export function markedQuotes({ strikes, stale, arbitrage: found }) {
    const rows = strikes.flatMap((/** @type {any} */ row) =>
        types.flatMap((type) => row[type] ? faults(row[type], false).map((reason) => `${exact(row.strikePrice)} ${type}: ${reason}`) : [])
    );
    return [...stale ? ["All quotes are stale: the source gave no newer ones."] : [], ...rows, ...found.map(arbitrage)];
}
