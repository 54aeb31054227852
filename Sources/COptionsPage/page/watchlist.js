// The watch list, and the details of a stock on it.

import * as api from "./api.js";
import { detailsPart } from "./details.js";
import { announce, fill, h, show } from "./dom.js";
import * as live from "./live.js";
import { Loading } from "./loading.js";
import { stockSearch } from "./search.js";
import { causes, inserted, moved, oldRows } from "./tickers.js";
import { suggested, watchTable } from "./watchtable.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./watchtable.js").Row} Row */

/** Why rows are old, and when their source is called again. */
function explanationPart() {
    const element = h("p", { class: "stale-note", role: "status", hidden: true });
    return {
        element,
        /**
         * @param {Row[]} rows
         * @param {() => boolean} isOvertaken
         */
        async show(rows, isOvertaken) {
            const words = oldRows(rows);
            element.hidden = !words;
            if (!words) return;
            if (!element.textContent?.startsWith(words)) element.textContent = words;
            try {
                const { sources } = await api.call("GET /api/rest/sources", {});
                if (!isOvertaken()) element.textContent = [words, causes(sources)].filter(Boolean).join(" ");
            } catch { /* The rows stay; only the cause is missing. */ }
        },
    };
}

/**
 * @param {Store} store
 * @param {(symbol: string) => Promise<void>} choose Loads a stock into the builder.
 */
export function watchListView(store, choose) {
    const search = stockSearch("Add a stock", add);
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const removed = h("p", { class: "taken", role: "status", hidden: true });
    const explanation = explanationPart();
    const table = watchTable({ open: (ticker) => store.show("watchlist", ticker), move, remove, begin });
    const details = detailsPart(store, choose);
    const loading = new Loading(table.element, load);
    const element = h(
        "div",
        { class: "watchlist" },
        h("h1", {}, "Watch list"),
        search.element,
        search.note,
        problem,
        loading.note,
        removed,
        explanation.element,
        h("section", { class: "card" }, table.element),
        details.element,
    );
    /** @type {Row[]} */
    let rows = [];
    let isWatched = false;

    const place = (/** @type {string} */ ticker) => rows.findIndex((row) => row.ticker === ticker);

    /**
     * Changes the list, and shows its new state on the server.
     * @param {() => Promise<unknown>} action
     * @returns {Promise<boolean>} Whether the change succeeded.
     */
    async function act(action) {
        let isDone = false;
        try {
            await action();
            isDone = true;
            show(problem, null);
        } catch (error) {
            show(problem, /** @type {Error} */ (error).message);
        }
        await loading.run();
        return isDone;
    }

    /** @param {string} symbol */
    async function add(symbol) {
        search.rest("");
        removed.hidden = true;
        if (await act(() => api.call("PUT /api/rest/watchlist/{ticker}", { ticker: symbol }))) announce(`${symbol} is on the watch list`);
    }

    /**
     * Changes the server's current list: another tab may have changed it.
     * @param {(tickers: string[]) => string[]} change
     */
    const put = (change) =>
        act(async () => {
            const { watchlist } = await api.call("GET /api/rest/watchlist", {});
            await api.call("PUT /api/rest/watchlist", {}, { body: { tickers: change(watchlist.map((row) => row.ticker)) } });
        });

    /**
     * @param {string} ticker
     * @param {number} by
     */
    async function move(ticker, by) {
        if (!await put((tickers) => moved(tickers, ticker, by))) return;
        const now = place(ticker);
        announce(`${ticker} is now number ${now + 1}`);
        // At an end of the list, the button that was pressed is disabled.
        table.focus(ticker, (by < 0 && now > 0) || now === rows.length - 1 ? "up" : "down");
    }

    /** @param {string} ticker */
    async function remove(ticker) {
        const index = place(ticker);
        if (!await act(() => api.call("DELETE /api/rest/watchlist/{ticker}", { ticker }))) return;
        removed.hidden = false;
        const bringBack = async () => {
            removed.hidden = true;
            await put((tickers) => inserted(tickers, ticker, index));
            table.focus(ticker, "remove");
        };
        const undo = h("button", { type: "button", class: "primary", data: { action: "undo" }, on: { click: bringBack } }, "Undo");
        fill(removed, `${ticker} was removed.`, undo);
        undo.focus();
    }

    async function begin() {
        if (await put((tickers) => (tickers.length ? tickers : suggested))) table.focus(suggested[0], "down");
    }

    /** @param {() => boolean} isOvertaken */
    async function load(isOvertaken) {
        const answer = await api.call("GET /api/rest/watchlist", {});
        if (isOvertaken()) return;
        rows = answer.watchlist;
        table.show(rows);
        live.want("watchlist", { assets: rows.map(({ ticker }) => ticker) });
        await explanation.show(rows, isOvertaken);
    }

    return {
        element,
        enter() {
            if (!isWatched) {
                isWatched = true;
                live.reloadOnPrices("watchlist", () => loading.run());
                setInterval(table.showAges, 60_000);
            }
            show(problem, null);
            loading.run();
            details.retry();
        },
        update: details.update,
    };
}
