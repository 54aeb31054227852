// The bar under the header: the search for a stock, and what its market says.

import * as api from "./api.js";
import { announce, fill, h } from "./dom.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { data, days, instant, percent, price } from "./text.js";

/** @typedef {import("./state.js").Store} Store */

/** @param {Store} store */
export function marketBar(store) {
    const list = h("ul", { id: "matches", role: "listbox", aria: { label: "Stocks" }, hidden: true });
    const input = h("input", {
        id: "search", type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", placeholder: "Ticker or name",
        aria: { expanded: "false", controls: "matches", autocomplete: "list" },
    });
    const summary = h("div", { class: "summary" });
    const note = h("p", { class: "note", role: "status" });
    const element = h(
        "section", { class: "market", aria: { label: "Market" } },
        h("div", { class: "field search" }, h("label", { for: "search" }, "Stock"), input, list), summary, note);

    /** @type {{symbol: string, name: string}[]} */
    let matches = [];
    let place = -1;
    let asking = new AbortController();
    let shownSymbol = "";

    function close() {
        list.hidden = true;
        input.setAttribute("aria-expanded", "false");
        input.removeAttribute("aria-activedescendant");
        place = -1;
    }

    function showMatches() {
        fill(list, ...matches.map((match, index) => h(
            "li", {
                id: `match-${index}`, role: "option", aria: { selected: String(index === place) },
                on: { pointerdown: (/** @type {Event} */ event) => { event.preventDefault(); choose(match.symbol); } },
            },
            h("strong", {}, match.symbol), ` ${match.name}`)));
        list.hidden = !matches.length;
        input.setAttribute("aria-expanded", String(matches.length > 0));
        if (place >= 0) input.setAttribute("aria-activedescendant", `match-${place}`);
        else input.removeAttribute("aria-activedescendant");
    }

    input.addEventListener("input", async () => {
        asking.abort();
        asking = new AbortController();
        const text = input.value.trim();
        if (!text) {
            close();
            return;
        }
        try {
            const answer = await api.search(text, asking.signal);
            matches = answer.results;
            place = -1;
            showMatches();
            const { complete, count } = answer.universe ?? {};
            note.textContent = matches.length ? "" : complete === false
                ? `No match yet: the list of tickers is still being filled (${count} so far).` : `No stock matches “${text}”.`;
            if (matches.length) announce(`${matches.length} stocks`);
        } catch (error) {
            if (/** @type {any} */ (error).name !== "AbortError") note.textContent = /** @type {Error} */ (error).message;
        }
    });
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        if ((event.key === "ArrowDown" || event.key === "ArrowUp") && matches.length) {
            event.preventDefault();
            place = (place + (event.key === "ArrowDown" ? 1 : matches.length - 1 + (place < 0 ? 1 : 0))) % matches.length;
            showMatches();
        } else if (event.key === "Enter" && input.value.trim()) {
            event.preventDefault();
            choose(place >= 0 ? matches[place].symbol : input.value.trim().toUpperCase());
        } else if (event.key === "Escape") {
            close();
            input.value = store.state.symbol;
        }
    });
    input.addEventListener("blur", () => {
        close();
        input.value = store.state.symbol;
    });

    /**
     * Takes a stock: its price, and one call at the money, a month away.
     * @param {string} symbol
     */
    async function choose(symbol) {
        close();
        asking.abort();
        input.value = symbol;
        note.textContent = `Fetching ${symbol} …`;
        try {
            const [stock, dates] = await Promise.all([api.stock(symbol), api.expirations(symbol)]);
            /** @type {string[]} */
            const expirations = dates.expirationDates;
            if (!expirations.length) {
                store.edit((state) => {
                    Object.assign(state, {
                        symbol, price: String(stock.price), valuation: "", volatility: "", expiration: "", date: "",
                        legs: [makeLeg({ type: "stock", quantity: "100", premium: String(stock.price) })], compare: [],
                    });
                });
                note.textContent = `${symbol} has no options.`;
                return;
            }
            const from = quotes.dateOf(stock.asOf);
            const expiration = expirations.find((date) => days(from, date) >= 25) ?? expirations[expirations.length - 1];
            const chain = await quotes.load(symbol, expiration);
            store.edit((state) => {
                const strike = quotes.nearest(quotes.strikes(symbol, expiration), chain.spot);
                const leg = makeLeg({ strike: String(strike), expiration, source: "mid" });
                leg.premium = quotes.premium(quotes.quote(symbol, leg), "mid");
                Object.assign(state, { symbol, expiration, legs: [leg], compare: [], date: "", shift: "0" });
                quotes.takeTerms(state, chain);
            });
            note.textContent = "";
        } catch (error) {
            note.textContent = `${symbol}: ${/** @type {Error} */ (error).message}`;
        }
    }

    /** @param {string} symbol */
    async function summarise(symbol) {
        fill(summary);
        if (!symbol) return;
        try {
            const stock = await api.stock(symbol);
            if (store.state.symbol !== symbol) return;
            fill(
                summary, h("span", { class: "name" }, stock.name ?? symbol), data(stock.price, price(stock.price), "last"),
                stock.changePercent !== null && data(
                    stock.change, `${stock.change > 0 ? "▲ +" : stock.change < 0 ? "▼ " : ""}${percent(stock.changePercent / 100, 2)}`),
                h("span", { class: stock.stale ? "age stale" : "age" }, `${stock.stale ? "old: " : ""}${instant(stock.asOf)} · ${stock.source}`));
        } catch (error) {
            if (store.state.symbol === symbol) fill(summary, h("span", { class: "problem" }, `${symbol}: ${/** @type {Error} */ (error).message}`));
        }
    }

    return {
        element,
        update() {
            const { symbol } = store.state;
            if (symbol === shownSymbol) return;
            shownSymbol = symbol;
            if (document.activeElement !== input) input.value = symbol;
            summarise(symbol);
            quotes.follow(store, { isFollowing: false });
        },
        focusSearch() {
            input.focus();
            input.select();
        },
    };
}
