// The bar under the header: the search for a stock, and its market data.

import * as api from "./api.js";
import { takeCall, takeShares, usualExpiration } from "./beginnings.js";
import { fill, h } from "./dom.js";
import * as live from "./live.js";
import { NoStrikes } from "./presetstrikes.js";
import * as quotes from "./quotes.js";
import { stockSearch } from "./search.js";
import { datesFor, shapeOf, takeShape } from "./shape.js";
import { data, dateInNewYork, instant, percent, price } from "./text.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {typeof takeCall} Begin */

/**
 * The change of a price in percent, with its direction.
 * @param {{change: number, changePercent: number}} stock
 */
export function changeWords({ change, changePercent }) {
    const arrow = change > 0 ? "▲ +" : change < 0 ? "▼ " : "";
    return `${arrow}${percent(changePercent / 100, 2)}`;
}

/**
 * @param {Server.StockDetails} stock
 * @param {string} symbol
 */
const facts = ({ name, price: last, change, changePercent, stale, asOf, source }, symbol) => [
    h("span", { class: "name" }, name ?? symbol),
    last !== null && data(last, price(last), "last"),
    change !== null && changePercent !== null && data(change, changeWords({ change, changePercent })),
    h("a", { href: `#v1/watchlist?asset=${encodeURIComponent(symbol)}`, data: { about: symbol } }, "About"),
    h("span", { class: stale ? "age stale" : "age" }, `${stale ? "old: " : ""}${instant(asOf)} · ${source}`),
];

/** @param {Store} store */
export function marketBar(store) {
    const search = stockSearch("Stock", choose);
    const { note } = search;
    const summary = h("div", { class: "summary" });
    summary.addEventListener("click", (event) => {
        const { about } = /** @type {HTMLElement} */ (event.target).dataset;
        if (!about) return;
        event.preventDefault();
        store.show("watchlist", about);
    });
    const element = h("section", { class: "market", aria: { label: "Market" } }, search.element, summary, note);
    let shownSymbol = "";
    let choices = 0;

    /** The user's input, without premiums that follow the market. */
    function entered() {
        const { symbol, price, valuation, volatility, rate, dividendYield, exercise, dividends, follows, legs, compare } = store.state;
        const typed = Object.entries({ volatility, dividendYield, exercise, dividends }).filter(([name]) =>
            !follows.split(" ").includes(name)
        );
        const own = (/** @type {import("./state.js").Leg} */ leg) => ({
            ...leg,
            premium: leg.source === "own" ? leg.premium : "",
            now: ["own", "volatility"].includes(leg.nowSource) ? leg.now : "",
        });
        return JSON.stringify([symbol, price, valuation, typed, rate, legs.map(own), compare]);
    }

    /**
     * Selects a stock: its price, and the strategy at the same deltas, or one call at the money, a month away.
     * @param {string} symbol
     * @param {Begin} [begin] Replaces the strategy, by that call if absent.
     */
    async function choose(symbol, begin = takeCall) {
        choices += 1;
        const choice = choices;
        const before = entered();
        const shape = begin === takeCall && symbol !== store.state.symbol ? shapeOf(store.state) : null;
        /** Whether the response is still wanted: an edit made meanwhile has precedence over the selection. */
        const isWanted = () => {
            if (choice !== choices) return false;
            if (entered() === before) return true;
            note.textContent =
                `${symbol} did not replace the strategy, because it was edited in the meantime. Choose it again to replace it.`;
            search.rest(store.state.symbol);
            return false;
        };
        search.rest(symbol);
        note.textContent = `Fetching ${symbol} …`;
        try {
            const [stock, dates] = await Promise.all([api.stock(symbol), api.expirations(symbol)]);
            if (!isWanted()) return;
            const expiration = usualExpiration(dates.expirationDates, dateInNewYork(stock.asOf));
            if (!expiration) {
                store.edit((state) => takeShares(state, symbol, stock.price));
                note.textContent = `${symbol} has no options.`;
                return;
            }
            const moved = shape && datesFor(shape, dates.expirationDates, dateInNewYork(stock.asOf));
            const [chain] = await Promise.all([expiration, ...moved?.values() ?? []].map((date) => quotes.load(symbol, date)));
            if (!isWanted()) return;
            const obstacle = shape && moved ? keep(store, symbol, shape, moved) : "";
            if (obstacle !== null) store.edit((state) => begin(state, symbol, expiration, chain));
            note.textContent = obstacle === null ? `The strategy is now on ${symbol}, at the same deltas.` : obstacle;
        } catch (error) {
            if (choice !== choices) return;
            note.textContent = `${symbol}: ${/** @type {Error} */ (error).message}`;
            search.rest(store.state.symbol);
            if (!(error instanceof api.Failure)) throw error;
        }
    }

    /**
     * @param {string} symbol
     * @param {boolean} [isFresh]
     */
    async function summarise(symbol, isFresh = false) {
        if (!symbol) {
            fill(summary);
            return;
        }
        try {
            const stock = await api.stock(symbol, isFresh);
            if (store.state.symbol !== symbol) return;
            fill(summary, ...facts(stock, symbol));
        } catch (error) {
            if (store.state.symbol === symbol) {
                fill(summary, h("span", { class: "problem" }, `${symbol}: ${/** @type {Error} */ (error).message}`));
            }
        }
    }

    quotes.arrivals.addEventListener("change", () => summarise(store.state.symbol));
    for (const view of ["builder", "chain"]) live.reloadOnPrices(view, () => summarise(store.state.symbol, true));

    return {
        element,
        update() {
            const { symbol } = store.state;
            if (symbol === shownSymbol) return;
            shownSymbol = symbol;
            fill(summary);
            search.rest(symbol);
            summarise(symbol);
            quotes.follow(store);
        },
        focusSearch: search.focus,
        choose,
    };
}

/**
 * Puts the strategy on another stock. Returns `null`, or why its chain does not have the strikes.
 * @param {Store} store
 * @param {string} symbol
 * @param {import("./shape.js").Shape} shape
 * @param {Map<string, string>} dates
 */
function keep(store, symbol, shape, dates) {
    try {
        store.edit((state) => takeShape(state, symbol, shape, dates));
        return null;
    } catch (error) {
        if (error instanceof NoStrikes) return `${error.message} It begins with one call.`;
        throw error;
    }
}
