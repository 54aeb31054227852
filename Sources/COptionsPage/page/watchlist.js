// The watch list, and the details of a stock on it.

import * as api from "./api.js";
import { announce, asCards, downloadCSV, fill, h, Loading, show } from "./dom.js";
import { watchUpdates } from "./polling.js";
import { stockSearch } from "./search.js";
import { seriesDiagram } from "./series.js";
import { adding, count, data, inBrackets, instant, price, profit, today } from "./text.js";

/** @typedef {import("./state.js").Store} Store */

const ranges = { "1 month": 31, "6 months": 183, "1 year": 366, "5 years": 1827, all: 0 };

/**
 * The age of an instant, in words.
 * @param {string} time
 */
function age(time) {
    const minutes = Math.round((Date.now() - Date.parse(time)) / 60_000);
    if (!(minutes >= 0)) return "";
    if (minutes < 2) return "just now";
    if (minutes < 120) return `${minutes} minutes ago`;
    return minutes < 2880 ? `${Math.round(minutes / 60)} hours ago` : `${Math.round(minutes / 1440)} days ago`;
}

/**
 * @param {Store} store
 * @param {(symbol: string) => Promise<void>} choose Loads a stock into the builder.
 */
export function watchListView(store, choose) {
    const search = stockSearch("Add a stock", add);
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const removed = h("p", { class: "taken", role: "status", hidden: true });
    const causes = h("p", { class: "stale-note", role: "status", hidden: true });
    const list = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Stocks that are watched" } });
    const details = h("section", { class: "card details", hidden: true, aria: { labelledby: "details-title" } });
    const diagram = seriesDiagram(price);
    const content = h("div", {});
    /** @type {any[]} */
    let rows = [];
    let isWatched = false;
    let range = "1 year";
    let shownDetails = "";
    const loading = new Loading(list, loadRows);
    const loadingDetails = new Loading(content, loadDetails);
    const element = h(
        "div", { class: "watchlist" }, h("h1", {}, "Watch list"), search.element, search.note, problem, loading.note, removed, causes,
        h("section", { class: "card" }, list), details);

    const report = (/** @type {string | null} */ message) => show(problem, message);

    /**
     * Changes the list, and shows its new state on the server.
     * @param {() => Promise<any>} action
     * @returns {Promise<boolean>} Whether the change succeeded.
     */
    async function act(action) {
        let isDone = false;
        try {
            await action();
            isDone = true;
            report(null);
        } catch (error) {
            report(/** @type {Error} */ (error).message);
        }
        await loading.run();
        return isDone;
    }

    /** @param {string} symbol */
    async function add(symbol) {
        search.rest("");
        removed.hidden = true;
        if (await act(() => api.change("PUT", `/api/rest/watchlist/${encodeURIComponent(symbol)}`))) announce(`${symbol} is on the watch list`);
    }

    /**
     * Changes the server's current list: another tab may have changed it.
     * @param {(tickers: string[]) => string[]} change
     */
    const put = (change) => act(async () => {
        const { watchlist } = await api.get("/api/rest/watchlist");
        await api.change("PUT", "/api/rest/watchlist", { tickers: change(watchlist.map((/** @type {any} */ row) => row.ticker)) });
    });

    /**
     * @param {number} index
     * @param {number} by
     */
    async function move(index, by) {
        const { ticker } = rows[index];
        const isDone = await put((tickers) => {
            const place = tickers.indexOf(ticker);
            if (place < 0) return tickers;
            tickers.splice(place, 1);
            tickers.splice(Math.max(place + by, 0), 0, ticker);
            return tickers;
        });
        if (!isDone) return;
        announce(`${ticker} is now number ${rows.findIndex((row) => row.ticker === ticker) + 1}`);
        /** @type {any} */ (list.querySelector(`[data-ticker="${CSS.escape(ticker)}"] [data-action="${by < 0 ? "up" : "down"}"]`))?.focus();
    }

    /** @param {number} index */
    async function remove(index) {
        const { ticker } = rows[index];
        if (!await act(() => api.change("DELETE", `/api/rest/watchlist/${encodeURIComponent(ticker)}`))) return;
        removed.hidden = false;
        const bringBack = async () => {
            removed.hidden = true;
            await put((tickers) => (tickers.includes(ticker) ? tickers : [...tickers.slice(0, index), ticker, ...tickers.slice(index)]));
            /** @type {any} */ (list.querySelector(`[data-ticker="${CSS.escape(ticker)}"] button`))?.focus();
        };
        const undo = h("button", { type: "button", class: "primary", data: { action: "undo" }, on: { click: bringBack } }, "Undo");
        fill(removed, `${ticker} was removed.`, undo);
        undo.focus();
    }

    /** @param {() => boolean} isOvertaken */
    async function loadRows(isOvertaken) {
        const answer = await api.get("/api/rest/watchlist");
        if (isOvertaken()) return;
        rows = answer.watchlist;
        draw();
        await explain();
    }

    /** Explains why rows are old, and when their source is called again. */
    async function explain() {
        const old = rows.filter((row) => row.stale);
        causes.hidden = !old.length;
        if (!old.length) return;
        const which = old.length === rows.length ? "All rows are" : old.length === 1 ? "1 row is" : `${old.length} rows are`;
        const beginning = `${which} the last that ${old.length === 1 && rows.length > 1 ? "is" : "are"} known.`;
        if (!causes.textContent.startsWith(beginning)) causes.textContent = beginning;
        /** @type {any[]} */
        let sources;
        try {
            ({ sources } = await api.get("/api/rest/sources"));
        } catch {
            // The rows stay; only the cause is missing.
            return;
        }
        const words = sources.filter((/** @type {any} */ source) => source.message && source.state !== "off")
            .map((/** @type {any} */ source) => `${source.source}: ${source.message}${source.resetsAt ? `, next try ${instant(source.resetsAt)}` : ""}`);
        causes.textContent = [beginning, words.join(". ")].filter(Boolean).join(" ");
    }

    /**
     * @param {string | null} asOf
     * @param {boolean} isOld
     */
    const ageText = (asOf, isOld) => `${asOf ? age(asOf) : "–"}${isOld ? " · old" : ""}`;

    function drawAges() {
        for (const row of rows) {
            const cell = list.querySelector(`[data-ticker="${CSS.escape(row.ticker)}"] .age-cell`);
            if (cell) cell.textContent = ageText(row.asOf, row.stale);
        }
    }

    function draw() {
        if (!rows.length) {
            fill(list, h("p", { class: "note" }, "No stock is watched yet. Search for one to add it."));
            return;
        }
        const drawn = () => /** @type {any[]} */ ([...list.querySelectorAll("[data-ticker]")]);
        const tickers = (/** @type {any[]} */ items) => items.map((item) => item.ticker).join();
        // Elements of unchanged stocks are kept, so that a click on a button during a refresh is not lost.
        if (tickers(drawn().map((element) => element.dataset)) !== tickers(rows)) drawTable();
        drawn().forEach((element, index) => drawRow(element, rows[index]));
    }

    function drawTable() {
        fill(list, asCards(h(
            "table", { class: "watched" },
            h("caption", { class: "unseen" }, "Stocks that are watched"),
            h("thead", {}, h("tr", {}, ...["Stock", "Last", "Change", "Age"].map((title) => h("th", { scope: "col" }, title)), h("td", {}))),
            h("tbody", {}, ...rows.map(({ ticker }, index) => h(
                "tr", { data: { ticker } },
                h("th", { scope: "row" }, h("button", { type: "button", class: "link", on: { click: () => store.show("watchlist", ticker) } }, ticker), h("span", { class: "name" })),
                h("td", {}), h("td", {}), h("td", { class: "age-cell" }),
                h("td", { class: "row-tools" },
                    h("button", { type: "button", disabled: index === 0, data: { action: "up" }, aria: { label: `Move ${ticker} up` }, on: { click: () => move(index, -1) } }, "↑"),
                    h("button", { type: "button", disabled: index === rows.length - 1, data: { action: "down" }, aria: { label: `Move ${ticker} down` }, on: { click: () => move(index, 1) } }, "↓"),
                    h("button", { type: "button", aria: { label: `Remove ${ticker}` }, on: { click: () => remove(index) } }, "Remove"))))))));
    }

    /**
     * @param {any} element
     * @param {any} row
     */
    function drawRow(element, row) {
        const [stock, last, change, age] = element.cells;
        element.className = row.stale ? "old" : "";
        stock.lastChild.textContent = row.name ?? "";
        fill(last, row.price === null ? "–" : data(row.price, price(row.price), "plain"));
        fill(change, row.change === null ? "–" : data(row.change, `${row.change > 0 ? "▲" : row.change < 0 ? "▼" : ""} ${profit(row.change).replace("$", "")}${inBrackets(row.changePercent === null ? null : row.changePercent / 100, 2)}`));
        age.title = instant(row.asOf);
        age.textContent = ageText(row.asOf, row.stale);
    }

    const figures = h("dl", { class: "figures" });
    const note = h("p", { class: "note", role: "status" });
    const source = h("p", { class: "age" });
    const heading = h("h2", { id: "details-title" });
    const file = h("button", { type: "button", on: { click: saveDetails } }, "CSV");
    const ranked = Object.keys(ranges).map((name) => h("button", { type: "button", on: { click: () => chooseRange(name) } }, name));
    /** @type {any[]} */
    let prices = [];

    fill(content, source, figures, h("div", { class: "tabs", role: "group", aria: { label: "Range" } }, ...ranked), diagram.element, note);
    fill(
        details,
        h("div", { class: "card-head" }, heading,
            h("button", { type: "button", class: "primary", on: { click: async () => { const { asset } = store.state; store.show("builder"); await choose(asset); } } }, "Build a strategy"),
            file, h("button", { type: "button", on: { click: () => store.show("watchlist", "") } }, "Close")),
        loadingDetails.note, content);

    /** @param {string} name */
    function chooseRange(name) {
        range = name;
        showRange();
        loadingDetails.run();
    }

    function showRange() {
        for (const button of ranked) button.setAttribute("aria-pressed", String(button.textContent === range));
    }

    function saveDetails() {
        downloadCSV(`${store.state.asset}-prices.csv`, [["date", "close"], ...prices.map((row) => [row.date, row.close])]);
    }

    function showDetails() {
        const { asset } = store.state;
        details.hidden = !asset;
        loadingDetails.reset();
        heading.textContent = asset;
        for (const place of [figures, source, note]) fill(place);
        drawPrices([]);
        showRange();
        if (asset) loadingDetails.run();
    }

    /** @param {any[]} rows */
    function drawPrices(rows) {
        prices = rows;
        file.disabled = !rows.length;
        diagram.show([{ label: "close", kind: "now", values: rows.map((row) => ({ date: row.date, value: row.close })) }]);
    }

    /** @param {() => boolean} isOvertaken */
    async function loadDetails(isOvertaken) {
        const { asset } = store.state;
        const stock = await api.stock(asset);
        if (isOvertaken()) return;
        const line = (/** @type {string} */ term, /** @type {string} */ text) => h("div", {}, h("dt", {}, term), h("dd", {}, text));
        fill(
            figures, line("Last", price(stock.price)), line("Previous close", price(stock.previousClose)),
            line("Open", price(stock.open)), line("Day", `${price(stock.low)} to ${price(stock.high)}`), line("Volume", count(stock.volume)),
            line("Year", `${price(stock.yearLow)} to ${price(stock.yearHigh)}`));
        heading.textContent = stock.name ? `${asset} · ${stock.name}` : asset;
        source.textContent = `${instant(stock.asOf)} · ${stock.source}${stock.stale ? " · old" : ""}`;
        const length = /** @type {any} */ (ranges)[range];
        const from = length ? `?from=${adding(today(), -length)}` : "";
        const answer = await api.get(`/api/rest/prices/${encodeURIComponent(asset)}${from}`);
        if (isOvertaken()) return;
        drawPrices(answer.prices);
        fill(note);
        if (prices.length < 2) {
            fill(note, "No prices of this range are stored. ", h("button", { type: "button", on: { click: () => fetchPrices(asset) } }, "Fetch the prices"));
        }
    }

    /** @param {string} asset */
    async function fetchPrices(asset) {
        const say = (/** @type {string} */ text) => { if (store.state.asset === asset) note.textContent = text; };
        try {
            const length = /** @type {any} */ (ranges)[range] || 9132;
            const { job } = await api.change("POST", "/api/rest/prices/backfill", { assets: [asset], from: adding(today(), -length) });
            say("Fetching …");
            await api.follow(job, (state) => {
                const [row] = state.assets;
                say(`${row.daysImported} days fetched${row.message ? `: ${row.message}` : ""}`);
            });
            if (store.state.asset === asset) await loadingDetails.run();
        } catch (error) {
            say(/** @type {Error} */ (error).message);
        }
    }

    return {
        element,
        enter() {
            if (!isWatched) {
                isWatched = true;
                watchUpdates(() => { if (store.state.view === "watchlist") loading.run(); });
                setInterval(drawAges, 60_000);
            }
            report(null);
            loading.run();
            if (loadingDetails.hasFailed && store.state.asset === shownDetails) loadingDetails.run();
        },
        update() {
            if (store.state.asset !== shownDetails) {
                shownDetails = store.state.asset;
                showDetails();
            }
        },
    };
}
