// The figures of a strategy: cost, profit and loss, probabilities, and greeks.

import { announce, h } from "./dom.js";
import { impliedVolatilities } from "./standing.js";
import { aligned, amount, data, dayFrom, level, loss, percent, profit } from "./text.js";

/** @typedef {import("./state.js").Leg} Leg */

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
const line = (term, ...value) => h("div", {}, h("dt", {}, term), h("dd", {}, ...value));

/**
 * A probability, with its exact value.
 * @param {number} value
 */
const chance = (value) => h("data", { value: String(value) }, percent(value));

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
 * @param {string} heading
 * @param {string} place That of the sliders; empty for now.
 * @param {[string, string][]} more Further names and texts.
 */
export function headline(answer, heading, place, more = []) {
    const { metrics, strategyName, probability, curve } = answer;
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
            ),
            line("Maximum profit", limit(metrics.maxProfit, "max-profit")),
            line(metrics.maxLoss !== null && metrics.maxLoss > 0 ? "Least profit" : "Maximum loss", limit(metrics.maxLoss, "max-loss")),
            line(metrics.breakEvenPoints.length === 1 ? "Break-even" : "Break-evens", ...breakEvens(metrics, curve)),
            // A return and that of a year need the width of two figures.
            ...more.map(([term, text]) => line(term, h("span", { class: text.includes("·") ? "long" : "" }, text))),
            probability && line(`Chance of profit${place && ` · from ${place}`}`, chance(probability.ofProfit)),
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
const placeNote = (place, more = "") => (place ? h("p", { class: "note place" }, `At the sliders: ${place}.${more}`) : null);

/**
 * The note on the volatility that chances assume; empty if no leg has another one. Differences below half a point are ignored: the page
 * counts days, and the chain counts hours.
 * @param {Server.Conventions} conventions
 */
export function volatilityNote({ volatility, legs }) {
    const own = impliedVolatilities({ legs });
    if (volatility === undefined || own.every((value) => Math.abs(value - volatility) < 0.005)) return "";
    const texts = [...new Set([Math.min(...own), Math.max(...own)].map((value) => percent(value)))];
    return `Chances and the expected value assume one volatility, ${percent(volatility)}; the legs have ${
        texts.join(" to ")
    }. What this difference adds to the expected value is no edge.`;
}

const fromThere = " Chances are those at expiration if the stock has its current price there.";

/**
 * The probabilities of the model.
 * @param {Server.CalculationResponse} answer
 * @param {string} reason Why the answer has no probabilities.
 * @param {string} place That of the sliders; empty for now.
 * @param {string} assumptions
 */
export function chances(answer, reason, place, assumptions) {
    const { probability, value, conventions } = answer;
    const element = h("section", { class: "card chances" }, h("h2", {}, "Chances"), placeNote(place, fromThere));
    if (!probability) {
        element.append(h("p", { class: "note" }, reason));
        if (!value) return element;
    }
    const optional = (/** @type {number | null} */ number) => (number === null ? "–" : data(number, profit(number)));
    element.append(h(
        "dl",
        { class: "figures small" },
        value && line(place ? "Value" : "Value now", data(value.net.value, amount(value.net.value), "plain")),
        value && line(place ? "Profit" : "Profit now", data(value.net.profitLoss, profit(value.net.profitLoss))),
        ...probability
            ? [
                line("Chance of profit", chance(probability.ofProfit)),
                line("Chance of loss", chance(probability.ofLoss)),
                line("Chance of the maximum profit", chance(probability.ofMaxProfit)),
                line("Chance of the maximum loss", chance(probability.ofMaxLoss)),
                line(
                    "Expected value",
                    data(probability.expectedProfitLoss, profit(probability.expectedProfitLoss)),
                    " ",
                    h("small", {}, conventions && assumed(conventions)),
                ),
                line("Mean of the profits", optional(probability.expectedProfit)),
                line("Mean of the losses", optional(probability.expectedLoss)),
                ...probability.valueAtRisk.map((row) =>
                    line(`Value at risk, ${percent(row.level, 0)}`, loss(row.value, "a profit of $ or more"))
                ),
                ...probability.expectedShortfall.map((row) =>
                    line(`Expected shortfall, ${percent(row.level, 0)}`, loss(row.value, "a profit of $ on average"))
                ),
                ...(probability.expectedMoves ?? []).map((row) =>
                    line(`${row.standardDeviations}σ at expiration`, `${level(row.lower)} to ${level(row.upper)}`)
                ),
                ...(probability.ofTouching ?? []).flatMap((row) =>
                    row.probability === null ? [] : [line(`Chance of touching ${level(row.stockPrice)}`, chance(row.probability))]
                ),
            ]
            : [],
    ));
    const note = probability && conventions ? volatilityNote(conventions) : "";
    if (note) element.append(h("p", { class: "note" }, note));
    if (assumptions) element.append(h("p", { class: "assumptions" }, assumptions));
    return element;
}

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
 * Compares two strategies.
 * @param {Server.CalculationResponse} first
 * @param {Server.CalculationResponse} second
 * @param {string[]} places Those of the sliders, which may be of two dates; empty for now.
 * @param {[string, string][][]} margins Further names and texts of both.
 */
export function comparison(first, second, places, margins = []) {
    const heads = ["This strategy", "Compared with"].map((title, index) => [title, places[index]].filter(Boolean).join(" · "));
    const row = (/** @type {string} */ title, /** @type {(answer: Server.CalculationResponse) => import("./dom.js").Child} */ cell) =>
        h("tr", {}, h("th", { scope: "row" }, title), h("td", {}, cell(first)), h("td", {}, cell(second)));
    const ofProfit = (
        /** @type {Server.CalculationResponse} */ answer,
    ) => (answer.probability ? percent(answer.probability.ofProfit) : "–");
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
            row("Chance of profit", ofProfit),
            ...[...new Set(margins.flat().map(([term]) => term))].map((term) => {
                const [own, other] = margins.map((texts) => texts.find(([name]) => name === term)?.[1] ?? "–");
                return h("tr", {}, h("th", { scope: "row" }, term), h("td", {}, own), h("td", {}, other));
            }),
            row(
                "Expected value",
                ({ probability, conventions }) =>
                    probability && conventions ? `${profit(probability.expectedProfitLoss)} ${assumed(conventions)}` : "–",
            ),
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
