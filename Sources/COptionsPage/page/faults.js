// The faults of the quotes of a chain.

import { exact, price } from "./text.js";

const types = /** @type {const} */ (["call", "put"]);

/**
 * Why a quote is unreliable.
 * @param {Server.ChainContract} option
 * @param {boolean} isStale
 * @returns {string[]}
 */
export function faults(option, isStale) {
    /** @type {string[]} */
    const reasons = [];
    if (option.bid !== null && option.ask !== null && option.bid > option.ask) reasons.push("crossed: the bid is above the ask");
    if (option.impliedVolatilityStatus === "below_intrinsic") reasons.push("below intrinsic value: no volatility gives the price");
    if (option.impliedVolatilityStatus === "above_maximum") reasons.push("above the highest price an option can have");
    if (isStale) reasons.push("stale");
    return reasons;
}

/**
 * The faults of the call and the put of a strike.
 * @param {Server.ChainStrike} row
 * @param {boolean} isStale
 */
export const faultsOfStrike = (row, isStale) =>
    types.flatMap((type) => {
        const option = row[type];
        return option ? faults(option, isStale).map((reason) => `${type} ${reason}`) : [];
    });

/** @param {Server.ChainArbitrage} found */
function arbitrage({ condition, trades }) {
    const legs = trades.map(({ quantity, strikePrice, contractType, price: paid }) =>
        `${quantity} × ${exact(strikePrice)} ${contractType} at ${price(paid)}`
    );
    return `arbitrage within bid and ask (${condition}): ${legs.join(", ")}`;
}

/**
 * The faults of a chain, a sentence each: the options that have one, and the fault.
 * @param {Server.OptionChain} chain
 * @returns {string[]}
 */
export function markedQuotes({ strikes, stale, arbitrage: found }) {
    /** @type {Map<string, string[]>} The options, by fault. */
    const marked = new Map();
    for (const type of types) {
        for (const { strikePrice, ...row } of strikes) {
            const option = row[type];
            for (const reason of option ? faults(option, false) : []) {
                marked.set(reason, [...marked.get(reason) ?? [], `${exact(strikePrice)} ${type}`]);
            }
        }
    }
    const rows = [...marked].map(([reason, options]) => `${options.join(", ")}: ${reason}`);
    return [...stale ? ["All quotes are stale: the source gave no newer ones."] : [], ...rows, ...found.map(arbitrage)];
}
