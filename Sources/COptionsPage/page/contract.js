// The contract of a leg: how it changes, and what its quote says.

import * as quotes from "./quotes.js";
import { days, daysLeft, isDate, price } from "./text.js";

/** @typedef {import("./state.js").Leg} Leg */

/**
 * Flips a leg.
 * @param {Leg} leg
 */
export function flip(leg) {
    leg.position = leg.position === "long" ? "short" : "long";
    /** @type {<Source extends string>(source: Source) => Source | "bid" | "ask"} */
    const other = (source) => (source === "bid" ? "ask" : source === "ask" ? "bid" : source);
    leg.source = other(leg.source);
    leg.nowSource = other(leg.nowSource);
}

/**
 * Changes the type of a leg. Shares have no quote to follow, and no price now apart from the price paid. The premium of an option is no
 * price of a share, nor the converse: shares cost the current price, and an option that was shares follows the mid of a stock.
 * @param {Leg} leg
 * @param {Leg["type"]} type
 * @param {{price: string, symbol: string}} state
 */
export function setType(leg, type, { price, symbol }) {
    if (type === "stock") Object.assign(leg, { source: "own", now: "", nowSource: "", premium: price });
    else if (leg.type === "stock") Object.assign(leg, { source: symbol ? "mid" : "own", premium: "" });
    leg.type = type;
}

/**
 * Whether the user sees a price now apart from the premium.
 * @param {Leg} leg
 */
export const isApart = (leg) => leg.type !== "stock" && leg.nowSource !== "" && leg.nowSource !== "paid";

/**
 * The texts about the quote of a leg.
 * @param {Leg} leg
 * @param {Server.ChainContract | null} quote
 * @param {string} valuation
 * @param {number} [away] The distance of the current price from that of the quotes, as a fraction.
 */
export function quoteTexts(leg, quote, valuation, away = 0) {
    const followsMarket = leg.strike.trim() !== "" && (leg.source !== "own" || ["mid", "bid", "ask"].includes(leg.nowSource));
    const expiration = leg.expiration.trim();
    const left = isDate(expiration) && isDate(valuation.slice(0, 10)) && leg.type !== "stock" ? daysLeft(days(valuation, expiration)) : "";
    return [
        quote
            ? `bid ${price(quote.bid)} · mid ${price(quote.midpoint)} · ask ${price(quote.ask)}`
            : followsMarket
            ? "no quote for this contract"
            : "",
        quote && Math.abs(away) > 0.005 ? `quoted at ${away > 0 ? "a lower" : "a higher"} price of the stock` : "",
        left,
        ...new Set(
            [[leg.source, leg.premium], [leg.nowSource, leg.now]].filter(([source, text]) => {
                const quoted = quotes.premium(quote, /** @type {Leg["source"]} */ (source));
                return quoted && quoted !== text;
            }).map(([source]) => `the ${source} has changed since`),
        ),
        quote && leg.source === "own" ? "own price" : "",
    ].filter(Boolean);
}
