// The strategies that were found, in a table.

import { asCards, h } from "../dom.js";
import { returnOn } from "../risk.js";
import { amount, data, dayFrom, days, percent, profit } from "../text.js";
import { expirationOf } from "./opening.js";
import { objectiveNames, objectiveText, titleOf } from "./words.js";

/** The objectives that every row has in a column of its own. */
const always = ["expectedProfit", "probabilityOfProfit", "maxProfit", "maxLoss"];

/**
 * An amount without cents, where it has none: a contract has 100 shares.
 * @param {string} text
 */
const whole = (text) => text.replace(/\.00$/, "");

const limit = (/** @type {number | null} */ value) => (value === null ? "unlimited" : data(value, whole(profit(value))));

/**
 * The return on the capital at the maximum profit, and that of a year; empty without one.
 * @param {Server.FoundStrategy} found
 * @param {number} left The days to the expiration.
 */
export function returnTexts({ metrics, capital }, left) {
    const found = returnOn(metrics.maxProfit, capital, left);
    return found ? [percent(found.rate, 0), `${percent(found.yearly, 0)} a year`] : [];
}

/**
 * The strategies with the same profit but for a constant.
 * @param {Server.FoundStrategy} found
 */
const equivalentsText = ({ equivalents }) =>
    equivalents.filter(({ name }) => name).slice(0, 2).map(({ title, worseBy }) => `or ${title}, ${amount(worseBy)} worse`).join("; ");

/**
 * @param {Server.FindResponse} answer
 * @param {(found: Server.FoundStrategy) => void} open
 */
export function answerTable(answer, open) {
    const { strategies, holdings, expirations = [], asOf = "" } = answer;
    const extra = Object.keys(strategies[0]?.objectives ?? {}).filter((name) => !always.includes(name));
    const titles = [
        "Strategy",
        ...extra.map((name) => objectiveNames[/** @type {Server.FindObjective} */ (name)]),
        "Cost",
        "Maximum loss",
        "Maximum profit",
        "Chance of profit",
        "Expected profit",
        "Return on risk",
        "Deposit",
    ];
    const common = (/** @type {Server.FoundStrategy | Server.FindHoldings} */ row) => [
        h(
            "td",
            {},
            data(row.metrics.netCost, whole(amount(Math.abs(row.metrics.netCost))), "plain"),
            row.metrics.netCost < 0 && h("small", { class: "name" }, "credit"),
        ),
        h("td", {}, limit(row.metrics.maxLoss)),
        h("td", {}, limit(row.metrics.maxProfit)),
        h("td", {}, objectiveText("probabilityOfProfit", row.probability.ofProfit)),
        h(
            "td",
            {},
            row.probability.expectedProfitLoss === null
                ? "–"
                : data(row.probability.expectedProfitLoss, profit(row.probability.expectedProfitLoss)),
        ),
    ];
    const deposit = (/** @type {number | null | undefined} */ value) =>
        h("td", {}, value === null || value === undefined ? "–" : whole(amount(value)));
    const returnCell = (/** @type {string[]} */ [rate = "–", yearly]) => h("td", {}, rate, yearly && h("small", { class: "name" }, yearly));
    const row = (/** @type {Server.FoundStrategy} */ found) => {
        const dates = new Set(found.legs.map((leg) => expirationOf(leg, expirations)).filter(Boolean));
        const [date = ""] = dates;
        const same = equivalentsText(found);
        return h(
            "tr",
            { data: { rank: found.rank }, tabindex: "-1" },
            h(
                "th",
                { scope: "row" },
                h(
                    "button",
                    { type: "button", class: "link", title: "Open in the builder", on: { click: () => open(found) } },
                    titleOf(found, answer),
                ),
                h(
                    "small",
                    { class: "name" },
                    [expirations.length > 1 && dates.size === 1 && dayFrom(date, asOf), same].filter(Boolean).join(" · "),
                ),
            ),
            ...extra.map((name) => h("td", {}, objectiveText(name, found.objectives[name]))),
            ...common(found),
            returnCell(returnTexts(found, days(asOf, date))),
            deposit(found.initialDeposit),
        );
    };
    return asCards(h(
        "table",
        { class: "found" },
        h("caption", { class: "unseen" }, "Strategies, the best first"),
        h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))),
        h(
            "tbody",
            {},
            holdings && h(
                "tr",
                { class: "held" },
                h("th", { scope: "row" }, "Doing nothing"),
                ...extra.map(() => h("td", {}, "–")),
                ...common(holdings),
                returnCell([]),
                deposit(holdings.initialDeposit),
            ),
            ...strategies.map(row),
        ),
    ));
}
