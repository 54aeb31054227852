// The details of a stock of the watch list: its figures, and its prices in a chart.

import * as api from "./api.js";
import { downloadCSV, fill, h } from "./dom.js";
import { Loading } from "./loading.js";
import { seriesDiagram } from "./series.js";
import { adding, count, instant, price, today } from "./text.js";

/** @typedef {import("./store.js").Store} Store */

/** The ranges of the chart, in days; 0 for all. */
const ranges = { "1 month": 31, "6 months": 183, "1 year": 366, "5 years": 1827, all: 0 };

/** The days for which prices are fetched if the range is not limited: 25 years. */
const mostDays = 9132;

/**
 * The first day of a range; `null` if it has none.
 * @param {keyof typeof ranges} range
 * @param {string} today
 */
export const firstDay = (range, today) => (ranges[range] ? adding(today, -ranges[range]) : null);

/**
 * The figures of a stock, as names and texts.
 * @param {any} stock
 */
export const figures = (stock) =>
    Object.entries({
        Last: price(stock.price),
        "Previous close": price(stock.previousClose),
        Open: price(stock.open),
        Day: `${price(stock.low)} to ${price(stock.high)}`,
        Volume: count(stock.volume),
        Year: `${price(stock.yearLow)} to ${price(stock.yearHigh)}`,
    });

/** The prices of a stock in a chart, and the choice of their range. */
class PriceChart {
    #diagram = seriesDiagram(price);
    #buttons = Object.keys(ranges).map((name) => h("button", { type: "button", on: { click: () => this.#choose(name) } }, name));
    /** @type {any[]} */
    prices = [];
    range = /** @type {keyof typeof ranges} */ ("1 year");
    element = h("div", {}, h("div", { class: "tabs", role: "group", aria: { label: "Range" } }, ...this.#buttons), this.#diagram.element);

    /** @param {() => void} changed Called when another range is chosen. */
    constructor(changed) {
        this.changed = changed;
        this.#mark();
    }

    /** @param {any} range */
    #choose(range) {
        this.range = range;
        this.#mark();
        this.changed();
    }

    #mark() {
        for (const button of this.#buttons) button.setAttribute("aria-pressed", String(button.textContent === this.range));
    }

    /** @param {any[]} prices */
    show(prices) {
        this.prices = prices;
        this.#diagram.show([{ label: "close", kind: "now", values: prices.map(({ date, close }) => ({ date, value: close })) }]);
    }
}

/**
 * @param {Store} store
 * @param {(symbol: string) => Promise<void>} choose Loads a stock into the builder.
 */
export function detailsPart(store, choose) {
    const heading = h("h2", { id: "details-title" });
    const source = h("p", { class: "age" });
    const list = h("dl", { class: "figures" });
    const note = h("p", { class: "note", role: "status" });
    const chart = new PriceChart(() => loading.run());
    const content = h("div", {}, source, list, chart.element, note);
    const loading = new Loading(content, load);
    const file = h("button", { type: "button", on: { click: save } }, "CSV");
    const element = h(
        "section",
        { class: "card details", hidden: true, aria: { labelledby: "details-title" } },
        h(
            "div",
            { class: "card-head" },
            heading,
            h("button", { type: "button", class: "primary", on: { click: build } }, "Build a strategy"),
            file,
            h("button", { type: "button", on: { click: () => store.show("watchlist", "") } }, "Close"),
        ),
        loading.note,
        content,
    );
    let shown = "";

    async function build() {
        const { asset } = store.state;
        store.show("builder");
        await choose(asset);
    }

    function save() {
        downloadCSV(`${shown}-prices.csv`, [["date", "close"], ...chart.prices.map((row) => [row.date, row.close])]);
    }

    /** @param {any[]} prices */
    function drawPrices(prices) {
        file.disabled = !prices.length;
        chart.show(prices);
    }

    /** @param {() => boolean} isOvertaken */
    async function load(isOvertaken) {
        const asset = shown;
        const stock = await api.stock(asset);
        if (isOvertaken()) return;
        fill(list, ...figures(stock).map(([term, text]) => h("div", {}, h("dt", {}, term), h("dd", {}, text))));
        heading.textContent = stock.name ? `${asset} · ${stock.name}` : asset;
        source.textContent = `${instant(stock.asOf)} · ${stock.source}${stock.stale ? " · old" : ""}`;
        const from = firstDay(chart.range, today());
        const { prices } = await api.get(`/api/rest/prices/${encodeURIComponent(asset)}${from ? `?from=${from}` : ""}`);
        if (isOvertaken()) return;
        drawPrices(prices);
        if (prices.length < 2) {
            fill(
                note,
                "No prices of this range are stored. ",
                h("button", { type: "button", on: { click: () => fetchPrices(asset) } }, "Fetch the prices"),
            );
        } else {
            fill(note);
        }
    }

    /** @param {string} asset */
    async function fetchPrices(asset) {
        const say = (/** @type {string} */ text) => {
            if (shown === asset) note.textContent = text;
        };
        try {
            const from = firstDay(chart.range, today()) ?? adding(today(), -mostDays);
            const { job } = await api.change("POST", "/api/rest/prices/backfill", { assets: [asset], from });
            say("Fetching …");
            await api.follow(job, ({ assets: [row] }) => say(`${row.daysImported} days fetched${row.message ? `: ${row.message}` : ""}`));
            if (shown === asset) await loading.run();
        } catch (error) {
            say(/** @type {Error} */ (error).message);
        }
    }

    return {
        element,
        /** Repeats a load that has failed. */
        retry() {
            if (loading.hasFailed && store.state.asset === shown) loading.run();
        },
        update() {
            const { asset } = store.state;
            if (asset === shown) return;
            shown = asset;
            element.hidden = !asset;
            loading.reset();
            heading.textContent = asset;
            for (const place of [list, source, note]) fill(place);
            drawPrices([]);
            if (asset) loading.run();
        },
    };
}
