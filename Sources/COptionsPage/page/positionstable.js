// The table of the positions. Its rows are kept while values change.

import { asCards, fill, h, setText } from "./dom.js";
import { markMove } from "./flash.js";
import { childrenByKey } from "./keyed.js";
import { amount, data, exact, inBrackets, instant, price, profit } from "./text.js";

/** @typedef {Server.Holding | Server.HoldingTotals} Amounts */

/**
 * The assets that the totals leave out, each once.
 * @param {Server.Holding[]} positions
 * @param {Server.HoldingTotals} totals
 * @returns {string[]}
 */
export function excludedAssets(positions, { excluded }) {
    return [
        ...new Set([...excluded.map(({ asset }) => asset), ...positions.filter((row) => row.marketValue === null).map((row) => row.asset)]),
    ];
}

/** @param {{profitLoss: number | null, profitLossPercent: number | null}} row */
export const gainText = ({ profitLoss, profitLossPercent }) =>
    profitLoss === null ? "–" : `${profit(profitLoss)}${inBrackets(profitLossPercent === null ? null : profitLossPercent / 100)}`;

const money = (/** @type {number | null} */ value) => (value === null ? "–" : data(value, amount(value), "plain"));
const gain = (/** @type {Amounts} */ row) => (row.profitLoss === null ? "–" : data(row.profitLoss, gainText(row)));

/** Cells of value, cost and profit, of a position or of all. */
function moneyCells() {
    const [value, cost, profitCell] = [h("td", {}), h("td", {}), h("td", {})];
    return {
        elements: [value, cost, profitCell],
        /** @param {Amounts} row */
        show(row) {
            fill(value, money(row.marketValue));
            fill(cost, money(row.cost));
            fill(profitCell, gain(row));
        },
    };
}

/** @param {(asset: string) => void} remove */
export function positionsTable(remove) {
    const body = h("tbody", {});
    const totals = moneyCells();
    const element = h(
        "table",
        { class: "positions" },
        h("caption", { class: "unseen" }, "Positions"),
        h(
            "thead",
            {},
            h(
                "tr",
                {},
                ...["Asset", "Quantity", "Price", "Value", "Cost", "Profit"].map((title) => h("th", { scope: "col" }, title)),
                h("td", {}),
            ),
        ),
        body,
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Total"), h("td", {}), h("td", {}), ...totals.elements, h("td", {}))),
    );

    /** @type {(rows: Server.Holding[]) => void} */
    const show = childrenByKey(body, ({ asset }) => asset, ({ asset }) => {
        const words = "There was a split since the quantity was entered: save the position again.";
        const split = h("span", { class: "mark", role: "img", title: words, aria: { label: words } }, "!");
        const [quantity, quoted, cells] = [h("td", {}), h("td", {}), moneyCells()];
        const row = h(
            "tr",
            {},
            h("th", { scope: "row" }, asset, split),
            quantity,
            quoted,
            ...cells.elements,
            h("td", {}, h("button", { type: "button", aria: { label: `Remove ${asset}` }, on: { click: () => remove(asset) } }, "Remove")),
        );
        /** @type {number | null | undefined} */
        let before;
        return {
            element: row,
            /** @param {Server.Holding} position */
            update(position) {
                row.className = position.stale ? "old" : "";
                split.hidden = !position.split;
                setText(quantity, exact(position.quantity));
                markMove(quoted, before, position.price);
                before = position.price;
                setText(quoted, price(position.price));
                quoted.title = instant(position.asOf);
                cells.show(position);
            },
        };
    });

    return {
        element,
        /**
         * @param {Server.Holding[]} positions
         * @param {Server.HoldingTotals} sums
         */
        show(positions, sums) {
            show(positions);
            totals.show(sums);
            asCards(element);
        },
    };
}
