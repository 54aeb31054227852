// The quotes of the fetched chains, and the legs whose premiums follow them.

import * as api from "./api.js";
import { Recent } from "./cache.js";
import { atTheMoney, followChain, isOfValuation } from "./carry.js";
import { expirations } from "./request.js";
import { nearest } from "./strikes.js";
import { dateInNewYork, isDate, percentage } from "./text.js";

export { atTheMoney, nearest };

/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Store} Store */

/** @type {Recent<any>} */
const chains = new Recent(32);

/** Dispatches `change` when a chain has been fetched. */
export const arrivals = new EventTarget();

/**
 * The last fetched chain, if there is one.
 * @param {string} symbol
 * @param {string} date
 */
export const known = (symbol, date) => chains.get(`${symbol} ${date}`) ?? null;

/**
 * Fetches a chain; returns the known one if that has newer quotes.
 * @param {string} symbol
 * @param {string} date
 * @param {boolean} [isFresh]
 */
export async function load(symbol, date, isFresh = false) {
    const chain = await api.chain(symbol, date, isFresh);
    const key = `${symbol} ${date}`;
    const before = chains.get(key);
    // An answer may arrive after that of a later question.
    if (before && before.asOf > chain.asOf) return before;
    chains.set(key, chain);
    if (before !== chain) arrivals.dispatchEvent(new Event("change"));
    return chain;
}

/**
 * The strikes of an expiration.
 * @param {string} symbol
 * @param {string} date
 * @returns {number[]}
 */
export const strikes = (symbol, date) => (known(symbol, date)?.strikes ?? []).map((/** @type {any} */ row) => row.strikePrice);

/**
 * The quote of a leg; `null` if there is none.
 * @param {string} symbol
 * @param {Leg} leg
 */
export function quote(symbol, leg) {
    if (!symbol || leg.type === "stock") return null;
    const row = known(symbol, leg.expiration.trim())?.strikes.find((/** @type {any} */ row) => row.strikePrice === Number(leg.strike));
    return row?.[leg.type] ?? null;
}

/**
 * The premium of a leg according to its quote: `""` without one.
 * @param {any} quote
 * @param {Leg["source"]} source
 */
export function premium(quote, source) {
    const value = source === "mid" ? quote?.midpoint : source === "bid" ? quote?.bid : source === "ask" ? quote?.ask : null;
    return value === null || value === undefined ? "" : String(value);
}

/**
 * Sets the prices of a leg that follow the market, its premium and its price now, to those of its quote, or clears them if the contract has
 * no quote.
 * @param {string} symbol
 * @param {Leg} leg
 * @param {boolean} [isMissingOnly] Whether to keep the prices that the leg has.
 */
export function price(symbol, leg, isMissingOnly = false) {
    if (leg.type === "stock") return;
    const found = quote(symbol, leg);
    if (leg.source !== "own" && !(isMissingOnly && leg.premium)) leg.premium = premium(found, leg.source);
    if (["mid", "bid", "ask"].includes(leg.nowSource) && !(isMissingOnly && leg.now)) {
        leg.now = premium(found, /** @type {Leg["source"]} */ (leg.nowSource));
    }
}

/**
 * Makes the price now of a leg with an own premium follow the mid, unless the user chose otherwise, or its quotes are of another day than
 * the valuation.
 * @param {State} state
 * @param {Leg} leg
 */
export function mark(state, leg) {
    if (leg.source !== "own" || leg.nowSource || !leg.premium.trim()) return;
    const mid = premium(quote(state.symbol, leg), "mid");
    if (!mid || !isOfValuation(state, known(state.symbol, leg.expiration.trim()))) return;
    leg.nowSource = "mid";
    leg.now = mid;
}

/**
 * Makes a new leg follow the mid of its quote, if there is one.
 * @param {string} symbol
 * @param {Leg} leg
 */
export function followMid(symbol, leg) {
    if (!quote(symbol, leg)) return;
    leg.source = "mid";
    price(symbol, leg);
}

/**
 * Fetches the chains of the legs, and sets missing prices that follow the market.
 * @param {Store} store
 * @param {boolean} [isRefreshing] Whether to update all prices that follow the market.
 */
export async function follow(store, isRefreshing = false) {
    const { symbol, legs, compare } = store.state;
    if (!symbol) return;
    const dates = new Set([...legs, ...compare].filter((leg) => leg.type !== "stock").map((leg) => leg.expiration.trim()).filter(isDate));
    await Promise.all([...dates].map((date) => load(symbol, date).catch(() => null)));
    if (store.state.symbol !== symbol) return;
    store.refresh((state) => {
        for (const leg of state.legs) {
            price(symbol, leg, !isRefreshing);
            mark(state, leg);
        }
    });
}

const rateName = "options-rate";

/** The rate stored in this browser, in percent; empty for the server's. */
export const ownRate = () => localStorage.getItem(rateName) ?? "";

/** @param {string} text */
export function keepRate(text) {
    if (text) localStorage.setItem(rateName, text);
    else localStorage.removeItem(rateName);
}

/**
 * The known chains of the expirations of legs that are on, ascending.
 * @param {string} symbol
 * @param {Leg[]} legs
 */
export const chainsOf = (symbol, legs) => expirations(legs).dates.map((date) => known(symbol, date)).filter((chain) => chain !== null);

/**
 * Updates the builder from newer quotes: price, date, and the terms that follow the chain.
 * @param {State} state
 * @param {any} chain
 */
export function refreshTerms(state, chain) {
    state.price = String(chain.spot);
    state.valuation = dateInNewYork(chain.asOf);
    followChain(state, chain);
}

/**
 * Updates the builder from a chain: price, date and rate, and the terms that follow it from now on.
 * @param {State} state
 * @param {any} chain
 */
export function takeTerms(state, chain) {
    state.rate = ownRate() || percentage(chain.riskFreeRate);
    state.follows = "volatility dividendYield";
    refreshTerms(state, chain);
}

/**
 * Updates the terms that follow the chain of the first expiration, after fetching it.
 * @param {Store} store
 */
export async function followTerms(store) {
    const { symbol, legs } = store.state;
    const [first] = expirations(legs).dates;
    // Without the chain, the terms stay.
    const chain = await load(symbol, first).catch(() => null);
    if (!chain || store.state.symbol !== symbol || expirations(store.state.legs).dates[0] !== first) return;
    store.refresh((state) => {
        if (isOfValuation(state, chain)) followChain(state, chain);
    });
}

/**
 * A state with the terms of other legs: those that follow the chain are of their first expiration.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function withTermsOf(state, legs) {
    const [first] = expirations(legs).dates;
    const chain = known(state.symbol, first);
    const other = { ...state };
    if (chain && isOfValuation(state, chain)) followChain(other, chain);
    return other;
}
