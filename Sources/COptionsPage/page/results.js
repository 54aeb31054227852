// The figures of a strategy: its headline, its greeks, and the comparison with another one.

import { announce, h } from "./dom.js";
import { aligned, amount, data, dayFrom, level, percent, profit } from "./text.js";

/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./evaluation.js").Evaluation["market"]} Market */

/**
 * @param {number | null} value
 * @param {string} name
 */
const limit = (value, name) =>
    value === null ? h("strong", { class: name === "max-profit" ? "profit" : "loss" }, "unlimited") : data(value, profit(value), name);

/**
 * @param {string} term
 * @param {...import("./dom.js").Child} value
 */
export const line = (term, ...value) => h("div", {}, h("dt", {}, term), h("dd", {}, ...value));

/**
 * A probability, with its exact value.
 * @param {number} value
 */
export const chance = (value) => h("data", { value: String(value) }, percent(value));

/**
 * A number that a click copies.
 * @param {number} value
 */
function copied(value) {
    return h(
        "button",
        {
            type: "button",
            class: "copy",
            title: "Copy",
            data: { value },
            on: {
                click: async () => {
                    try {
                        await navigator.clipboard.writeText(String(value));
                        announce(`Copied ${value}`);
                    } catch {
                        announce("The browser does not allow copying.");
                    }
                },
            },
        },
        level(value),
    );
}

/**
 * @param {Server.Metrics} metrics
 * @param {Server.Curve} [curve]
 */
function breakEvens(metrics, curve) {
    const points = metrics.breakEvenPoints;
    if (!points.length) return ["none"];
    const [first, last] = curve?.length ? [curve[0].stockPrice, curve[curve.length - 1].stockPrice] : [-Infinity, Infinity];
    return points.flatMap((point, index) => [
        index ? " " : "",
        copied(point),
        point < first || point > last ? " (off the chart)" : "",
    ]);
}

/**
 * The headline of a strategy.
 * @param {Server.CalculationResponse} answer
 * @param {Market} market The chances by the distribution of the market, if there are any.
 * @param {string} heading
 * @param {string} place That of the sliders; empty for now.
 * @param {[string, string][]} more Further names and texts.
 * @param {number} fees The commissions, which the cost contains.
 */
export function headline(answer, market, heading, place, more = [], fees = 0) {
    const { metrics, strategyName, curve } = answer;
    const probability = market?.probability ?? answer.probability;
    const basis = market ? "by the market" : place && `from ${place}`;
    const name = strategyName?.name ?? "";
    return h(
        "section",
        { class: "headline", aria: { label: heading } },
        h("h2", {}, name ? name[0].toUpperCase() + name.slice(1) : heading),
        strategyName?.aliases?.length ? h("p", { class: "aliases" }, `also ${strategyName.aliases.join(", ")}`) : null,
        h(
            "dl",
            { class: "figures" },
            line(
                metrics.netCost < 0 ? "Net credit" : "Net debit",
                h("data", { value: String(metrics.netCost), class: "net-cost" }, amount(Math.abs(metrics.netCost))),
                fees > 0 && h("small", { class: "fees" }, ` with ${amount(fees)} commission`),
            ),
            line("Maximum profit", limit(metrics.maxProfit, "max-profit")),
            line(metrics.maxLoss !== null && metrics.maxLoss > 0 ? "Least profit" : "Maximum loss", limit(metrics.maxLoss, "max-loss")),
            line(metrics.breakEvenPoints.length === 1 ? "Break-even" : "Break-evens", ...breakEvens(metrics, curve)),
            // A return and that of a year need the width of two figures.
            ...more.map(([term, text]) => line(term, h("span", { class: text.includes("·") ? "long" : "" }, text))),
            probability && line(`Chance of profit${basis && ` · ${basis}`}`, chance(probability.ofProfit)),
        ),
    );
}

/**
 * The volatility that chances assume: `at 25.8 %`.
 * @param {Server.Conventions} conventions
 */
export const assumed = ({ volatility }) => (volatility === undefined ? "" : `at ${percent(volatility)}`);

/**
 * Where the sliders stand, to which the numbers belong.
 * @param {string} place
 * @param {string} [more] A sentence after it.
 */
export const placeNote = (place, more = "") => (place ? h("p", { class: "note place" }, `At the sliders: ${place}.${more}`) : null);

/** @type {Record<"delta" | "gamma" | "theta" | "vega" | "rho", string>} */
const greekNames = { delta: "Delta", gamma: "Gamma", theta: "Theta a day", vega: "Vega a point", rho: "Rho a point" };

/**
 * The greeks, of the whole strategy and of each leg.
 * @param {Server.CalculationResponse} answer
 * @param {Leg[]} legs The legs of the request.
 * @param {string} from The valuation date.
 * @param {string} place That of the sliders; empty for now.
 */
export function greeks(answer, legs, from, place) {
    const { net, legs: each } = answer.greeks ?? {};
    if (!net || !each) return null;
    const names = /** @type {[keyof typeof greekNames, string][]} */ (Object.entries(greekNames));
    const all = [net, ...each];
    const texts = names.map(([greek]) => aligned(all.map((values) => values[greek])));
    const row = (/** @type {string} */ title, /** @type {number} */ index) =>
        h(
            "tr",
            { class: index ? "" : "net" },
            h("th", { scope: "row" }, title),
            ...names.map(([greek], column) => h("td", {}, h("data", { value: String(all[index][greek]) }, texts[column][index]))),
        );
    return h(
        "section",
        { class: "card greeks" },
        h("h2", {}, "Greeks"),
        placeNote(place),
        h(
            "div",
            { class: "scroll", tabindex: "0", role: "region", aria: { label: "Greeks of the position and of each leg" } },
            h(
                "table",
                {},
                h("caption", { class: "unseen" }, "Greeks in money for the whole position"),
                h(
                    "thead",
                    {},
                    h("tr", {}, h("th", { scope: "col" }, "Leg"), ...names.map(([, title]) => h("th", { scope: "col" }, title))),
                ),
                h("tbody", {}, row("Net", 0), ...legs.map((leg, index) => row(legTitle(leg, from), index + 1))),
            ),
        ),
    );
}

/**
 * A leg in words: `+1 165 call Dec 18`.
 * @param {Leg} leg
 * @param {string} from The valuation date.
 */
function legTitle(leg, from) {
    const side = leg.position === "long" ? "+" : "−";
    return leg.type === "stock"
        ? `${side}${leg.quantity} shares`
        : `${side}${leg.quantity} ${leg.strike} ${leg.type} ${dayFrom(leg.expiration, from)}`;
}

/**
 * Compares two strategies: by the distribution of the market if both have it.
 * @param {{shown: Server.CalculationResponse, market: Market}} own
 * @param {{shown: Server.CalculationResponse, market: Market}} other
 * @param {string[]} places Those of the sliders, which may be of two dates; empty for now.
 * @param {[string, string][][]} margins Further names and texts of both.
 */
export function comparison(own, other, places, margins = []) {
    const heads = ["This strategy", "Compared with"].map((title, index) => [title, places[index]].filter(Boolean).join(" · "));
    const row = (/** @type {string} */ title, /** @type {(answer: Server.CalculationResponse) => import("./dom.js").Child} */ cell) =>
        h("tr", {}, h("th", { scope: "row" }, title), ...[own, other].map(({ shown }) => h("td", {}, cell(shown))));
    const isOfMarket = own.market !== null && other.market !== null;
    const believed = (/** @type {string} */ title, /** @type {(probability: Server.Probability, basis: string) => string} */ text) =>
        h(
            "tr",
            {},
            h("th", { scope: "row" }, isOfMarket ? `${title} · by the market` : title),
            ...[own, other].map(({ shown, market }) => {
                const probability = isOfMarket ? market?.probability : shown.probability;
                const basis = isOfMarket || !shown.conventions ? "" : assumed(shown.conventions);
                return h("td", {}, probability ? text(probability, basis) : "–");
            }),
        );
    return h(
        "table",
        { class: "comparison" },
        h("caption", { class: "unseen" }, "The two strategies"),
        h("thead", {}, h("tr", {}, h("td", {}), ...heads.map((head) => h("th", { scope: "col" }, head)))),
        h(
            "tbody",
            {},
            row("Name", (answer) => answer.strategyName?.name ?? "–"),
            row("Net cost", (answer) => amount(answer.metrics.netCost)),
            row("Maximum profit", (answer) => limit(answer.metrics.maxProfit, "max-profit")),
            row("Maximum loss", (answer) => limit(answer.metrics.maxLoss, "max-loss")),
            row("Break-evens", (answer) => answer.metrics.breakEvenPoints.map(level).join(", ") || "none"),
            believed("Chance of profit", ({ ofProfit }) => percent(ofProfit)),
            ...[...new Set(margins.flat().map(([term]) => term))].map((term) => {
                const [first, second] = margins.map((texts) => texts.find(([name]) => name === term)?.[1] ?? "–");
                return h("tr", {}, h("th", { scope: "row" }, term), h("td", {}, first), h("td", {}, second));
            }),
            believed("Expected value", ({ expectedProfitLoss }, basis) => `${profit(expectedProfitLoss)} ${basis}`.trim()),
        ),
    );
}

/**
 * The headline in one sentence, for a screen reader.
 * @param {Server.CalculationResponse} answer
 */
export function summary({ metrics, strategyName }) {
    const limitText = (/** @type {number | null} */ value) => (value === null ? "unlimited" : profit(value));
    return `${strategyName?.name ?? "Result"}: ${metrics.netCost < 0 ? "net credit" : "net debit"} ${
        amount(Math.abs(metrics.netCost))
    }, maximum profit ${limitText(metrics.maxProfit)}, maximum loss ${limitText(metrics.maxLoss)}, break-even ${
        metrics.breakEvenPoints.map(level).join(" and ") || "none"
    }`;
}
