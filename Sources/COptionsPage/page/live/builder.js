// The builder follows the market: prices, terms and premiums that came from a chain move with it. What was typed stays.

import { isOfValuation } from "../carry.js";
import { datesOf, expirations } from "../dates.js";
import { markMove } from "../flash.js";
import * as live from "../live.js";
import * as quotes from "../quotes.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../store.js").Store} Store */

/**
 * Moves a strategy from one state of a chain to the next. The current price and the valuation move only if they are those of the chain.
 * @param {State} state
 * @param {Server.OptionChain | null} before
 * @param {Server.OptionChain} chain
 */
export function move(state, before, chain) {
    const isFirst = expirations(state.legs).dates[0] === chain.expirationDate;
    if (isFirst && before && isOfValuation(state, before)) {
        const { price } = state;
        quotes.refreshTerms(state, chain);
        if (Number(price) !== before.spot) state.price = price;
    }
    for (const leg of [...state.legs, ...state.compare]) {
        if (leg.type !== "stock" && leg.expiration.trim() === chain.expirationDate) quotes.price(state.symbol, leg);
    }
}

/**
 * The topics that the builder follows: its stock, and the chains that have been fetched. The server refuses a stream with a chain that is not
 * listed. A strategy from a link is not updated until it is edited.
 * @param {Store} store
 */
const wantsOf = ({ state: { symbol, legs, compare }, isOfAddress }) => ({
    chains: symbol && !isOfAddress
        ? datesOf([...legs, ...compare]).filter((date) => quotes.known(symbol, date)).map((date) => `${symbol} ${date}`)
        : [],
    assets: symbol ? [symbol] : [],
});

/**
 * Lights up the fields whose numbers the market has moved.
 * @param {State} before
 * @param {State} after
 */
function markMoves(before, after) {
    const mark = (/** @type {string} */ field, /** @type {string} */ from, /** @type {string} */ to) => {
        const element = /** @type {HTMLElement | null} */ (document.querySelector(field));
        if (element && from && to) markMove(element, Number(from), Number(to));
    };
    mark("input[name=price]", before.price, after.price);
    before.legs.forEach(({ id, premium }, index) => mark(`[data-leg="${id}"] input[name=premium]`, premium, after.legs[index].premium));
}

/** The pause after the last key in which the market does not move what is being typed. */
const pauseMilliseconds = 300;

/** @param {Store} store */
export function followMarket(store) {
    /** @type {Map<string, Server.OptionChain>} What waits for the end of a drag, or for a pause of the keys. */
    const waiting = new Map();
    let isPressed = false;
    let typed = -Infinity;
    let timer = 0;

    function update() {
        live.want("builder", wantsOf(store));
    }

    function apply() {
        const moves = [...waiting.values()].map((chain) => ({
            before: quotes.known(chain.ticker, chain.expirationDate),
            chain: quotes.take(chain),
        }));
        waiting.clear();
        const before = store.state;
        const { symbol } = before;
        if (before.view !== "builder" || store.isOfAddress) return;
        store.refresh((state) => {
            for (const { before, chain } of moves) if (chain.ticker === symbol) move(state, before, chain);
        });
        markMoves(before, store.state);
    }

    function applyInPause() {
        clearTimeout(timer);
        if (isPressed || !waiting.size) return;
        const left = typed + pauseMilliseconds - performance.now();
        if (left > 0) timer = window.setTimeout(applyInPause, left);
        else apply();
    }

    live.onChain((chain) => {
        waiting.set(`${chain.ticker} ${chain.expirationDate}`, chain);
        applyInPause();
    });
    addEventListener("keydown", () => {
        typed = performance.now();
    }, true);
    addEventListener("pointerdown", () => {
        isPressed = true;
    }, true);
    for (const name of ["pointerup", "pointercancel"]) {
        addEventListener(name, () => {
            isPressed = false;
            applyInPause();
        }, true);
    }
    store.addEventListener("change", update);
    quotes.arrivals.addEventListener("change", update);
    update();
}
