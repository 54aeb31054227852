// The terms that a chain implies: the volatility at the money, and the dividend yield that gives its forward. They follow the chain of the
// first expiration until the user types them.

import { valuation } from "./dates.js";
import { nearest } from "./strikes.js";
import { dateInNewYork, dayFrom, percentage, price } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {"volatility" | "dividendYield"} Term */

/** @type {Term[]} */
const terms = ["volatility", "dividendYield"];

/**
 * Whether a term follows the chain.
 * @param {State} state
 * @param {Term} term
 */
export const doesFollow = (state, term) => state.follows.split(" ").includes(term);

/**
 * @param {State} state
 * @param {Term} term
 * @param {boolean} isFollowing
 */
export function setFollows(state, term, isFollowing) {
    state.follows = terms.filter((other) => (other === term ? isFollowing : doesFollow(state, other))).join(" ");
}

/**
 * The strike at the money, and the volatility there if there is one.
 * @param {Server.OptionChain} chain
 */
export function atTheMoney(chain) {
    const strike = nearest(chain.strikes.map((row) => row.strikePrice), chain.spot ?? 0);
    const row = chain.strikes.find((row) => row.strikePrice === strike);
    return { strike, volatility: row?.call?.impliedVolatility ?? row?.put?.impliedVolatility ?? null };
}

/**
 * The volatility at the money in percent; empty if there is none.
 * @param {Server.OptionChain} chain
 */
function volatilityOf(chain) {
    const { volatility } = atTheMoney(chain);
    return volatility === null ? "" : percentage(Number(volatility.toFixed(4)));
}

/**
 * The yield that gives the chain's forward at a rate, both in percent; its dividends are included. Empty if there is none.
 * @param {Server.OptionChain} chain
 * @param {string} rate
 */
export function yieldOf(chain, rate) {
    const value = Number(rate) / 100;
    return chain.carry === null || !Number.isFinite(value) ? "" : percentage(Number((value - chain.carry).toFixed(6)));
}

/**
 * Whether a chain has the quotes of the valuation.
 * @param {State} state
 * @param {Server.OptionChain} chain
 */
export const isOfValuation = (state, chain) => dateInNewYork(chain.asOf) === valuation(state).slice(0, 10);

/**
 * Updates the terms that follow the chain.
 * @param {State} state
 * @param {Server.OptionChain} chain
 */
export function followChain(state, chain) {
    if (doesFollow(state, "volatility")) state.volatility = volatilityOf(chain) || state.volatility;
    if (doesFollow(state, "dividendYield")) state.dividendYield = yieldOf(chain, state.rate);
}

/**
 * Whether a term that follows a chain differs from that of its quotes, which have changed since the term was taken.
 * @param {State} state
 * @param {Server.OptionChain} chain
 * @param {Term} term
 */
function hasChanged(state, chain, term) {
    const quoted = term === "volatility" ? volatilityOf(chain) : yieldOf(chain, state.rate);
    return doesFollow(state, term) && quoted !== "" && Number(quoted) !== Number(state[term]);
}

/**
 * Describes the terms and the chains of the expirations; `canFollow` is true if a term is typed, or the quotes have changed since it was
 * taken. Empty without the first chain.
 * @param {State} state
 * @param {(Server.OptionChain | null)[]} chains Ascending; `null` for one that is not known.
 */
export function termsNote(state, chains) {
    const [first, ...later] = chains;
    if (!first || !isOfValuation(state, first)) return { text: "", canFollow: false };
    const from = valuation(state);
    const name = (/** @type {Server.OptionChain} */ chain) => dayFrom(chain.expirationDate, from);
    const inPercent = (/** @type {string} */ text, /** @type {string} */ title) => (text ? `${text} %` : `no ${title}`);
    const yieldText = (/** @type {Server.OptionChain} */ chain) => inPercent(yieldOf(chain, state.rate), "yield");
    const atMoney = `${inPercent(volatilityOf(first), "volatility")} at the money`;
    const forward = first.forward === null ? "no forward" : `the forward ${price(Number(first.forward.toFixed(2)))}`;
    const givenYield = first.forward === null ? "that chain has no forward" : `${forward} of that chain gives ${yieldText(first)}`;
    const changed = terms.filter((term) => hasChanged(state, first, term));
    const isWhole = terms.every((term) => doesFollow(state, term)) && !changed.length;
    const texts = isWhole ? [`Volatility and yield follow the chain of ${name(first)}: ${atMoney}, ${forward}.`] : [
        changed.includes("volatility")
            ? `The volatility was taken from the chain of ${name(first)}, which has changed since: ${atMoney}.`
            : doesFollow(state, "volatility")
            ? `The volatility follows the chain of ${name(first)}: ${atMoney}.`
            : `${state.volatility.trim() ? "The volatility is typed" : "No volatility is entered"}; the chain of ${
                name(first)
            } has ${atMoney}.`,
        changed.includes("dividendYield")
            ? `The yield was taken from that chain before it changed; ${givenYield}.`
            : doesFollow(state, "dividendYield")
            ? `The yield gives ${forward} of that chain.`
            : `${state.dividendYield.trim() ? "The yield is typed" : "No yield is entered"}; ${givenYield}.`,
    ];
    const others = later.flatMap((chain) => (chain && yieldOf(chain, state.rate) !== state.dividendYield ? [chain] : []));
    if (others.length) {
        const list = others.map((chain) => `${yieldText(chain)} of ${name(chain)}`).join(", ");
        texts.push(`One yield serves all expirations; the chains of the later ones have ${list}.`);
    }
    return { text: texts.join(" "), canFollow: !isWhole };
}
