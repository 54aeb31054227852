// The quotes of the fetched chains, and the legs whose premiums follow them.

import * as api from "./api.js";
import { Recent } from "./cache.js";
import { doesFollow, followChains, isOfValuation, terms, yieldOf } from "./carry.js";
import { valuationAt } from "./clock.js";
import { datesOf, expirations } from "./dates.js";
import { ownCommission, ownRate } from "./preferences.js";
import { percentage } from "./text.js";

/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./store.js").Store} Store */

/** @type {Recent<Server.OptionChain>} */
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
    return take(await api.chain(symbol, date, isFresh));
}

/**
 * Fetches the chains of those dates that the stock lists, so that no request must fail; `null` for the others, and for a chain that fails.
 * @param {string} symbol
 * @param {string[]} dates
 */
export async function loadListed(symbol, dates) {
    const listed = dates.length ? (await api.expirations(symbol).catch(() => null))?.expirationDates ?? [] : [];
    return await Promise.all(dates.map((date) => (listed.includes(date) ? load(symbol, date).catch(() => null) : null)));
}

/**
 * Keeps a chain; returns the known one if that has newer quotes, since an answer may arrive after that of a later question.
 * @param {Server.OptionChain} chain
 */
export function take(chain) {
    const key = `${chain.ticker} ${chain.expirationDate}`;
    const before = chains.get(key);
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
export const strikes = (symbol, date) => (known(symbol, date)?.strikes ?? []).map((row) => row.strikePrice);

/**
 * The quote of a leg; `null` if there is none.
 * @param {string} symbol
 * @param {Leg} leg
 */
export function quote(symbol, leg) {
    if (!symbol || leg.type === "stock") return null;
    const row = known(symbol, leg.expiration.trim())?.strikes.find((row) => row.strikePrice === Number(leg.strike));
    return row?.[leg.type] ?? null;
}

/**
 * The premium of a leg according to its quote: `""` without one.
 * @param {Server.ChainContract | null} quote
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
    const chain = known(state.symbol, leg.expiration.trim());
    if (!mid || !chain || !isOfValuation(state, chain)) return;
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
    await loadListed(symbol, datesOf([...legs, ...compare]));
    if (store.state.symbol !== symbol) return;
    store.refresh((state) => {
        for (const leg of [...state.legs, ...state.compare]) {
            price(symbol, leg, !isRefreshing);
            mark(state, leg);
        }
    });
}

/**
 * The chains of the expirations of legs that are on, ascending; `null` for one that is not known.
 * @param {State} state
 * @param {Leg[]} [legs]
 */
export const chainsOf = (state, legs = state.legs) => expirations(legs).dates.map((date) => known(state.symbol, date));

/**
 * The chain of the first expiration; `null` if it is not known.
 * @param {State} state
 * @param {Leg[]} [legs]
 */
export const firstChain = (state, legs = state.legs) => chainsOf(state, legs)[0] ?? null;

/**
 * The distribution of the price that the chain of the first expiration implies; `null` without one, or if its quotes are not those of the
 * valuation and the current price.
 * @param {State} state
 * @param {Leg[]} [legs]
 */
export function distributionOf(state, legs = state.legs) {
    const chain = firstChain(state, legs);
    return chain && isOfValuation(state, chain) && Number(state.price) === chain.spot ? chain.distribution : null;
}

/**
 * Updates the builder from newer quotes: price, date, and the terms that follow the chain.
 * @param {State} state
 * @param {Server.OptionChain} chain
 */
export function refreshTerms(state, chain) {
    if (chain.spot !== null) state.price = String(chain.spot);
    state.valuation = valuationAt(chain.asOf);
    followChains(state, [chain]);
    followFirst(state);
}

/**
 * Updates the builder from a chain: price, date, rate and commission, and the terms that follow it from now on.
 * @param {State} state
 * @param {Server.OptionChain} chain
 */
export function takeTerms(state, chain) {
    state.rate = ownRate() || percentage(chain.riskFreeRate);
    state.commission = ownCommission();
    state.follows = terms.join(" ");
    refreshTerms(state, chain);
}

/**
 * Fetches the stock and the chains of the legs again, and updates the builder.
 * @param {Store} store
 */
export async function refetch(store) {
    const { symbol, legs, compare } = store.state;
    await api.stock(symbol, true);
    const { expirationDates } = await api.expirations(symbol);
    const listed = datesOf([...legs, ...compare]).filter((date) => expirationDates.includes(date));
    await Promise.all(listed.map((date) => load(symbol, date, true)));
    if (store.state.symbol !== symbol) return;
    // The legs may have changed in the meantime.
    const chain = firstChain(store.state);
    if (chain) store.edit((state) => refreshTerms(state, chain));
    await follow(store, true);
}

/**
 * Updates the terms that follow the chains of the first and the last expiration, after fetching these.
 * @param {Store} store
 */
export async function followTerms(store) {
    const { symbol, legs } = store.state;
    const { dates } = expirations(legs);
    const wanted = dates.length > 1 ? [dates[0], dates[dates.length - 1]] : dates;
    // Without a chain, the terms stay.
    await loadListed(symbol, wanted);
    if (store.state.symbol !== symbol || expirations(store.state.legs).dates[0] !== dates[0]) return;
    store.refresh((state) => followFirst(state));
}

/**
 * Updates the terms that follow the chains of the expirations, if that of the first is known and has the quotes of the valuation.
 * @param {State} state
 * @param {Leg[]} [legs]
 */
export function followFirst(state, legs = state.legs) {
    const [first, ...later] = chainsOf(state, legs);
    if (first && isOfValuation(state, first)) followChains(state, [first, ...later.flatMap((chain) => (chain ? [chain] : []))]);
}

/**
 * Updates a yield that follows a chain of the valuation after a change of the terms on which it depends.
 * @param {State} state
 */
export function followYield(state) {
    const chain = firstChain(state);
    if (chain && isOfValuation(state, chain) && doesFollow(state, "dividendYield")) state.dividendYield = yieldOf(state, chain);
}

/**
 * A state with the terms of other legs: those that follow the chain are of their first expiration.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function withTermsOf(state, legs) {
    const other = { ...state };
    followFirst(other, legs);
    return other;
}
