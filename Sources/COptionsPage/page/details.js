// The details of a stock of the watch list: its figures, and its prices in a chart.

import * as api from "./api.js";
import { candleDiagram } from "./context/candles.js";
import { contextPart } from "./context/context.js";
import { fetchPrices, storedPrices } from "./context/stored.js";
import { downloadCSV, fill, h } from "./dom.js";
import { Loading } from "./loading.js";
import { adding, count, dayFrom, instant, percent, price, today } from "./text.js";

/** @typedef {import("./store.js").Store} Store */

/** The ranges of the chart, in days; 0 for all. */
const ranges = { "1 month": 31, "6 months": 183, "1 year": 366, "5 years": 1827, all: 0 };

/** @typedef {keyof typeof ranges} Range */

const rangeNames = /** @type {Range[]} */ (Object.keys(ranges));

/** The days for which prices are fetched if the range is not limited: 25 years. */
const mostDays = 9132;

/**
 * The first day of a range; `undefined` if it has none.
 * @param {Range} range
 * @param {string} today
 */
export const firstDay = (range, today) => (ranges[range] ? adding(today, -ranges[range]) : undefined);

/**
 * A place among the days of the last year: `37 of 100`.
 * @param {number | null} value
 */
const rankText = (value) => (value === null ? "–" : `${Math.round(value)} of 100`);

/**
 * The figures of a stock, as names and texts.
 * @param {Server.StockDetails} stock
 */
export const figures = (stock) =>
    Object.entries({
        Last: price(stock.price),
        "Previous close": price(stock.previousClose),
        Open: price(stock.open),
        Day: `${price(stock.low)} to ${price(stock.high)}`,
        Volume: count(stock.volume),
        Year: `${price(stock.yearLow)} to ${price(stock.yearHigh)}`,
        "Volatility, 30 days": percent(stock.volatility),
        "Volatility rank": rankText(stock.volatilityRank),
        "Volatility percentile": rankText(stock.volatilityPercentile),
        ...stock.nextEarnings ? { "Next earnings": dayFrom(stock.nextEarnings, today()) } : {},
    });

/** The prices of a stock in a chart, and the choice of their range. */
class PriceChart {
    #diagram = candleDiagram();
    #buttons = rangeNames.map((name) => h("button", { type: "button", on: { click: () => this.#choose(name) } }, name));
    /** @type {Server.DailyPrice[]} */
    prices = [];
    range = /** @type {Range} */ ("1 year");
    element = h("div", {}, h("div", { class: "tabs", role: "group", aria: { label: "Range" } }, ...this.#buttons), this.#diagram.element);

    /** @param {() => void} changed Called when another range is chosen. */
    constructor(changed) {
        this.changed = changed;
        this.#mark();
    }

    /** @param {Range} range */
    #choose(range) {
        this.range = range;
        this.#mark();
        this.changed();
    }

    #mark() {
        for (const button of this.#buttons) button.setAttribute("aria-pressed", String(button.textContent === this.range));
    }

    /** @param {Server.DailyPrice[]} prices */
    show(prices) {
        this.prices = prices;
        this.#diagram.show(prices);
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
    const chart = new PriceChart(reload);
    const context = contextPart();
    const content = h("div", {}, source, list, chart.element, note, context.element);
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

    function reload() {
        loading.run();
    }

    async function build() {
        const { asset } = store.state;
        store.show("builder");
        await choose(asset);
    }

    function save() {
        downloadCSV(`${shown}-prices.csv`, [
            ["date", "open", "high", "low", "close", "volume"],
            ...chart.prices.map(({ date, open, high, low, close, volume }) => [date, open, high, low, close, volume]),
        ]);
    }

    /** @param {Server.DailyPrice[]} prices */
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
        context.show(asset);
        const from = firstDay(chart.range, today());
        const prices = await storedPrices(asset, from);
        if (isOvertaken()) return;
        drawPrices(prices);
        if (prices.length < 2) {
            fill(
                note,
                "No prices of this range are stored. ",
                h("button", { type: "button", on: { click: () => fetchAll(asset) } }, "Fetch the prices"),
            );
        } else {
            fill(note);
        }
    }

    /** @param {string} asset */
    async function fetchAll(asset) {
        const say = (/** @type {string} */ text) => {
            if (shown === asset) note.textContent = text;
        };
        try {
            await fetchPrices([asset], firstDay(chart.range, today()) ?? adding(today(), -mostDays), say);
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
