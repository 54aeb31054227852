// The first leg of a strategy: a call of a stock, its shares, or nothing.

import { datesOf } from "./dates.js";
import { ownCommission, ownRate } from "./preferences.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { nearest } from "./strikes.js";
import { days } from "./text.js";

/** @typedef {import("./state.js").State} State */

/**
 * The expiration of a new strategy: the first one that is at least 25 days away, or the last one.
 * @param {string[]} expirations In ascending order.
 * @param {string} from
 */
export const usualExpiration = (expirations, from) =>
    expirations.find((date) => days(from, date) >= 25) ?? expirations[expirations.length - 1] ?? null;

/**
 * Replaces the strategy by 100 shares of a stock without options.
 * @param {State} state
 * @param {string} symbol
 * @param {number} price
 */
export function takeShares(state, symbol, price) {
    const leg = makeLeg({ type: "stock", quantity: "100", premium: String(price) });
    Object.assign(state, {
        symbol,
        price: String(price),
        valuation: "",
        volatility: "",
        dividendYield: "",
        exercise: "",
        dividends: [],
        follows: "",
        expiration: "",
        date: "",
        shift: "0",
        range: "",
        legs: [leg],
        compare: [],
    });
}

/**
 * Replaces the strategy by one call at the money.
 * @param {State} state
 * @param {string} symbol
 * @param {string} expiration
 * @param {Server.OptionChain} chain
 */
export function takeCall(state, symbol, expiration, chain) {
    const strike = nearest(quotes.strikes(symbol, expiration), chain.spot ?? 0);
    const leg = makeLeg({ strike: String(strike), expiration, source: "mid", isExample: true });
    quotes.price(symbol, leg);
    Object.assign(state, {
        symbol,
        expiration,
        legs: [leg],
        compare: [],
        date: "",
        shift: "0",
        range: "",
        volatility: "",
        dividendYield: "",
    });
    quotes.takeTerms(state, chain);
}

/**
 * Replaces the strategy by one empty leg. A stock stays, with its price and terms: the leg has its first expiration, and follows the mid
 * until a premium is typed. Without a stock, the terms are empty, too.
 * @param {State} state
 */
export function takeNothing(state) {
    const { symbol } = state;
    const expiration = symbol ? datesOf(state.legs)[0] ?? state.expiration : "";
    const leg = makeLeg({ expiration, source: symbol ? "mid" : "own", isExample: true });
    Object.assign(state, { view: "builder", legs: [leg], compare: [], date: "", shift: "0", range: "" });
    if (symbol) return;
    Object.assign(state, {
        price: "",
        valuation: "",
        volatility: "",
        rate: ownRate(),
        commission: ownCommission(),
        dividendYield: "",
        exercise: "",
        dividends: [],
        follows: "",
    });
}

/**
 * A sentence that asks for the missing numbers of a strategy.
 * @param {State} state
 */
export function missingText({ price, legs }) {
    const [{ type, source }] = legs;
    const names = [!price.trim() && "the current price", type !== "stock" && "the strike", source === "own" && "the premium"].filter(
        Boolean,
    );
    const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0] ?? "a premium";
    return `Enter ${list} to see what the strategy can win and lose.`;
}

/**
 * Whether nothing of a strategy has been entered yet.
 * @param {import("./state.js").Leg[]} legs
 */
export const isBlank = (legs) => legs.length > 0 && legs.every((leg) => !leg.strike.trim() && !leg.premium.trim());
