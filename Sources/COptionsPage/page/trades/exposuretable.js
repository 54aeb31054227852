// The table of the greeks of all open trades, by underlying and in total.

import { asCards, h } from "../dom.js";
import { amount, data, fixed, profit } from "../text.js";
import { betaWeighted } from "./exposure.js";

/** The market by which deltas are weighted. */
export const marketTicker = "SPY";

/** @typedef {import("./exposure.js").Exposure} Exposure */
/** @typedef {{underlying: string, exposure: Exposure, beta: number | null}} Row */

const money = (/** @type {number | null} */ value) => (value === null ? "–" : data(value, amount(value), "plain"));
const change = (/** @type {number} */ value) => data(value, profit(value), "plain");

/**
 * @param {Row[]} rows
 * @param {number | null} marketPrice
 */
export function exposureTable(rows, marketPrice) {
    const weighted = (/** @type {{dollars: number, beta: number | null}[]} */ of) => {
        const dollars = betaWeighted(of);
        const shares = dollars === null || !marketPrice ? "" : ` (${fixed(dollars / marketPrice, 2)} ${marketTicker})`;
        return h("td", {}, money(dollars), h("small", {}, shares));
    };
    const flat = rows.map(({ exposure: { dollars }, beta }) => ({ dollars, beta }));
    const total = (/** @type {"dollars" | "gamma" | "theta" | "vega"} */ name) =>
        rows.reduce((sum, { exposure }) => sum + exposure[name], 0);
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
    return asCards(h(
        "table",
        { class: "exposure" },
        h("caption", { class: "unseen" }, "Greeks of the open trades"),
        h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))),
        h(
            "tbody",
            {},
            ...rows.map(({ underlying, exposure, beta }) =>
                h(
                    "tr",
                    {},
                    h("th", { scope: "row" }, underlying),
                    h("td", {}, fixed(exposure.delta, 2)),
                    h("td", {}, money(exposure.dollars)),
                    h("td", {}, beta === null ? "–" : beta.toFixed(2).replace("-", "−")),
                    weighted([{ dollars: exposure.dollars, beta }]),
                    h("td", {}, change(exposure.gamma)),
                    h("td", {}, change(exposure.theta)),
                    h("td", {}, change(exposure.vega)),
                )
            ),
        ),
        h(
            "tfoot",
            {},
            h(
                "tr",
                {},
                h("th", { scope: "row" }, "All"),
                h("td", {}),
                h("td", {}, money(total("dollars"))),
                h("td", {}),
                weighted(flat),
                h("td", {}, change(total("gamma"))),
                h("td", {}, change(total("theta"))),
                h("td", {}, change(total("vega"))),
            ),
        ),
    ));
}
