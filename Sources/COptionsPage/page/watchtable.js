// The table of the watch list. Its rows are kept while prices change.

import { asCards, fill, h, setText } from "./dom.js";
import { markMove } from "./flash.js";
import { childrenByKey } from "./keyed.js";
import { age, changeText } from "./tickers.js";
import { data, instant, price } from "./text.js";

/** @typedef {Server.Stock} Row */

/** The stocks that an empty list suggests. */
export const suggested = ["SPY", "QQQ", "AAPL", "NVDA", "COIN"];

/**
 * @param {{open: (ticker: string) => void, move: (ticker: string, by: number) => void, remove: (ticker: string) => void, begin: () => void}} actions
 */
export function watchTable({ open, move, remove, begin }) {
    const element = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Stocks that are watched" } });
    const body = h("tbody", {});
    const table = h(
        "table",
        { class: "watched" },
        h("caption", { class: "unseen" }, "Stocks that are watched"),
        h("thead", {}, h("tr", {}, ...["Stock", "Last", "Change", "Age"].map((title) => h("th", { scope: "col" }, title)), h("td", {}))),
        body,
    );
    const empty = h(
        "p",
        { class: "note" },
        "No stock is watched yet. Search for one to add it, or ",
        h("button", { type: "button", on: { click: begin } }, `begin with ${suggested.join(", ")}`),
    );
    /** @type {Row[]} */
    let rows = [];

    /** @type {(items: Row[]) => void} */
    const show = childrenByKey(body, ({ ticker }) => ticker, make);

    /** @param {Row} row */
    function make({ ticker }) {
        const button = (
            /** @type {string} */ text,
            /** @type {string} */ label,
            /** @type {string} */ action,
            /** @type {() => void} */ click,
        ) => h("button", { type: "button", data: { action }, aria: { label }, on: { click } }, text);
        const up = button("↑", `Move ${ticker} up`, "up", () => move(ticker, -1));
        const down = button("↓", `Move ${ticker} down`, "down", () => move(ticker, 1));
        const name = h("span", { class: "name" });
        const [last, change, ageCell] = ["", "", "age-cell"].map((style) => h("td", { class: style }));
        const element = h(
            "tr",
            { data: { ticker } },
            h("th", { scope: "row" }, h("button", { type: "button", class: "link", on: { click: () => open(ticker) } }, ticker), name),
            last,
            change,
            ageCell,
            h("td", { class: "row-tools" }, up, down, button("Remove", `Remove ${ticker}`, "remove", () => remove(ticker))),
        );
        /** @type {number | null | undefined} */
        let before;
        return {
            element,
            /**
             * @param {Row} row
             * @param {number} index
             */
            update(row, index) {
                element.className = row.stale ? "old" : "";
                setText(name, row.name ?? "");
                markMove(last, before, row.price);
                before = row.price;
                fill(last, row.price === null ? "–" : data(row.price, price(row.price), "plain"));
                fill(change, row.change === null ? "–" : data(row.change, changeText(row.change, row.changePercent)));
                ageCell.title = instant(row.asOf);
                setText(ageCell, ageText(row));
                up.disabled = index === 0;
                down.disabled = index === rows.length - 1;
            },
        };
    }

    const ageText = (/** @type {Row} */ { asOf, stale }) => `${asOf ? age(asOf, Date.now()) : "–"}${stale ? " · old" : ""}`;

    return {
        element,
        /** @param {Row[]} next */
        show(next) {
            rows = next;
            show(rows);
            asCards(table);
            const content = rows.length ? table : empty;
            if (element.firstChild !== content) element.replaceChildren(content);
        },
        /** Updates the ages, which grow without new prices. */
        showAges: () => show(rows),
        /**
         * Moves the focus to a button of a stock.
         * @param {string} ticker
         * @param {string} action
         */
        focus: (ticker, action) =>
            /** @type {HTMLElement | null} */ (element.querySelector(`[data-ticker="${CSS.escape(ticker)}"] [data-action="${action}"]`))
                ?.focus(),
    };
}
