// The table of the greeks of all open trades, by underlying and in total.

import { asCards, fill, h } from "../dom.js";
import { markMove } from "../flash.js";
import { childrenByKey } from "../keyed.js";
import { amount, data, fixed, profit } from "../text.js";
import { betaWeighted } from "./exposure.js";

/** The market by which deltas are weighted. */
export const marketTicker = "SPY";

/** @typedef {import("./exposure.js").Exposure} Exposure */
/** @typedef {{underlying: string, exposure: Exposure, beta: number | null}} Row */

const money = (/** @type {number | null} */ value) => (value === null ? "–" : data(value, amount(value), "plain"));
const change = (/** @type {number} */ value) => data(value, profit(value), "plain");

const titles = [
    "Underlying",
    "Delta (shares)",
    "Delta $",
    "Beta",
    `Delta $ by ${marketTicker}`,
    "Gamma $ a %",
    "Theta $ a day",
    "Vega $ a point",
];

/**
 * Dollars by the market, and the number of its shares.
 * @param {number | null} dollars
 * @param {number | null} marketPrice
 */
const weighted = (dollars, marketPrice) => [
    money(dollars),
    h("small", {}, dollars === null || !marketPrice ? "" : ` (${fixed(dollars / marketPrice, 2)} ${marketTicker})`),
];

/**
 * Cells that are kept, and light up when the number of one of them moves.
 * @param {number} size
 */
function kept(size) {
    const cells = Array.from({ length: size }, () => h("td", {}));
    /** @type {(number | null)[]} */
    let before = [];
    return {
        cells,
        /** @param {[number | null, ...import("../dom.js").Child[]][]} contents Each with its number. */
        show(contents) {
            contents.forEach(([value, ...children], index) => {
                fill(cells[index], ...children);
                markMove(cells[index], before[index], value);
            });
            before = contents.map(([value]) => value);
        },
    };
}

/** The table, whose rows are kept while prices move. */
export function exposureTable() {
    const body = h("tbody", {});
    const all = kept(titles.length - 1);
    const element = h(
        "table",
        { class: "exposure" },
        h("caption", { class: "unseen" }, "Greeks of the open trades"),
        h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))),
        body,
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "All"), ...all.cells)),
    );
    /** @type {number | null} */
    let marketPrice = null;
    const showRows = childrenByKey(body, (/** @type {Row} */ row) => row.underlying, ({ underlying }) => {
        const row = kept(titles.length - 1);
        return {
            element: h("tr", {}, h("th", { scope: "row" }, underlying), ...row.cells),
            /** @param {Row} next */
            update({ exposure: { delta, dollars, gamma, theta, vega }, beta }) {
                const ofMarket = beta === null ? null : dollars * beta;
                row.show([
                    [delta, fixed(delta, 2)],
                    [dollars, money(dollars)],
                    [beta, beta === null ? "–" : beta.toFixed(2).replace("-", "−")],
                    [ofMarket, ...weighted(ofMarket, marketPrice)],
                    [gamma, change(gamma)],
                    [theta, change(theta)],
                    [vega, change(vega)],
                ]);
            },
        };
    });

    return {
        element,
        /**
         * @param {Row[]} rows
         * @param {number | null} price Of the market.
         */
        show(rows, price) {
            marketPrice = price;
            showRows(rows);
            const total = (/** @type {"dollars" | "gamma" | "theta" | "vega"} */ name) =>
                rows.reduce((sum, { exposure }) => sum + exposure[name], 0);
            const [dollars, gamma, theta, vega] = [total("dollars"), total("gamma"), total("theta"), total("vega")];
            const ofMarket = betaWeighted(rows.map(({ exposure, beta }) => ({ dollars: exposure.dollars, beta })));
            all.show([
                [null, ""],
                [dollars, money(dollars)],
                [null, ""],
                [ofMarket, ...weighted(ofMarket, marketPrice)],
                [gamma, change(gamma)],
                [theta, change(theta)],
                [vega, change(vega)],
            ]);
            asCards(element);
        },
    };
}
