// The table of profits by price and date.

import { rowPrice } from "./axis.js";
import { choice, downloadCSV, fill, h } from "./dom.js";
import { tableStep } from "./range.js";
import { tableControls } from "./tablecontrols.js";
import { amount, dayFrom, percent, profit } from "./text.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {Server.Scenarios} Scenarios */

const modes = { profit: "Profit", percent: "% of the risk", value: "Value" };

/**
 * One row per price, one column per date.
 * @param {Scenarios} scenarios
 * @param {string} title
 * @param {(value: number) => [number | null, string]} cell
 * @param {string} chosen The date of the slider.
 * @param {number} price The current one.
 * @param {number} step That of the prices.
 */
function grid(scenarios, title, cell, chosen, price, step) {
    const largest = Math.max(...scenarios.profitLoss.flat(2).map(Math.abs)) || 1;
    return h(
        "table",
        { class: "scenario" },
        h("caption", { class: "unseen" }, `${title} by stock price and date`),
        h(
            "thead",
            {},
            h(
                "tr",
                {},
                h("th", { scope: "col" }, "Price"),
                ...scenarios.dates.map((date) =>
                    h(
                        "th",
                        { scope: "col", title: String(date), class: String(date) === chosen ? "chosen" : null },
                        dayFrom(String(date).slice(0, 10), String(scenarios.dates[0])),
                    )
                ),
            ),
        ),
        h(
            "tbody",
            {},
            ...scenarios.stockPrices.map((stockPrice, row) =>
                h(
                    "tr",
                    { class: stockPrice === price ? "now" : null },
                    h("th", { scope: "row" }, rowPrice(stockPrice, step)),
                    ...scenarios.dates.map((date, column) => {
                        const result = scenarios.profitLoss[row][0][column];
                        const [value, text] = cell(result);
                        const depth = Math.min(8, Math.ceil((Math.abs(result) / largest) * 8));
                        return h("td", {
                            class: `${result > 0 ? "profit" : result < 0 ? "loss" : ""} depth-${depth}${
                                String(date) === chosen ? " chosen" : ""
                            }`,
                        }, h("data", { value: String(value) }, text));
                    }),
                )
            ),
        ),
    );
}

/**
 * The value of a cell in a mode, and its text.
 * @param {keyof typeof modes} mode
 * @param {number} value The profit.
 * @param {Server.Metrics} metrics
 * @returns {[number | null, string]}
 */
function cellOf(mode, value, { maxLoss, netCost }) {
    switch (mode) {
        case "percent":
            if (maxLoss === null || maxLoss >= 0) return [null, "–"];
            return [value / -maxLoss, percent(value / -maxLoss, 0)];
        case "value":
            return [value + netCost, amount(value + netCost)];
        default:
            return [value, profit(value)];
    }
}

/** @param {Store} store */
export function profitTable(store) {
    const mode = choice(
        modes,
        (value) =>
            store.edit((state) => {
                state.table = value;
            }),
        { id: "table-mode", name: "table" },
    );
    const body = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Profit by price and date" } });
    const note = h("p", { class: "note" });
    const file = h("button", { type: "button", on: { click: save } }, "CSV");
    const controls = tableControls(store);
    const element = h(
        "section",
        { class: "card table", aria: { labelledby: "table-title" } },
        h(
            "div",
            { class: "card-head" },
            h("h2", { id: "table-title" }, "Price × date"),
            h("div", { class: "field inline" }, h("label", { for: mode.id }, "Show"), mode),
            ...controls.elements,
            file,
        ),
        body,
        note,
    );
    /**
     * The last table; without scenarios, the reason why there are none.
     * @type {{scenarios: Scenarios | null, metrics: Server.Metrics, reason: string | null, chosen: string} | null}
     */
    let shown = null;
    let drawnMode = "";

    function save() {
        if (!shown?.scenarios) return;
        const { scenarios, metrics } = shown;
        const rows = scenarios.stockPrices.map((stockPrice, row) => [
            stockPrice,
            ...scenarios.dates.map((_, column) => cellOf(store.state.table, scenarios.profitLoss[row][0][column], metrics)[0]),
        ]);
        downloadCSV(`${store.state.symbol || "strategy"}-by-date.csv`, [["stockPrice", ...scenarios.dates], ...rows]);
    }

    /** Draws the last table in the mode of the state. */
    function draw() {
        drawnMode = store.state.table;
        mode.value = drawnMode;
        if (!shown) return;
        const { scenarios, metrics, reason, chosen } = shown;
        const withoutRisk = metrics.maxLoss === null
            ? "The loss has no limit, so there is no amount at risk to compare with."
            : metrics.maxLoss >= 0
            ? "No price loses money, so there is no amount at risk to compare with."
            : "";
        // After a failure, the note has its reason.
        if (note.className === "note") {
            note.textContent = [scenarios && store.state.table === "percent" ? withoutRisk : "", reason ?? ""].filter(Boolean).join(" ");
        }
        if (scenarios) {
            fill(
                body,
                grid(
                    scenarios,
                    modes[store.state.table],
                    (value) => cellOf(store.state.table, value, metrics),
                    chosen,
                    Number(store.state.price),
                    tableStep(store.state),
                ),
            );
        } else fill(body);
    }

    return {
        element,
        /**
         * Keeps the last table and marks it.
         * @param {string} message
         */
        fail(message) {
            body.classList.add("waiting");
            note.className = "stale-note";
            note.textContent = shown?.scenarios ? `${message} Above is the last table.` : message;
        },
        /** The element for the reason of missing values. */
        note,
        /** Draws the last table again if the mode has changed. */
        update() {
            controls.update();
            if (drawnMode !== store.state.table) draw();
        },
        /**
         * @param {Scenarios | null} scenarios
         * @param {Server.Metrics} metrics
         * @param {string | null} reason
         * @param {string} [chosen] The date of the slider.
         */
        show(scenarios, metrics, reason, chosen = "") {
            body.classList.remove("waiting");
            note.className = "note";
            file.disabled = !scenarios;
            shown = { scenarios, metrics, reason, chosen };
            draw();
        },
    };
}
