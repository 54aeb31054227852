// The chances of a strategy: those by the distribution of the market, and those of the model at one volatility.

import { h } from "./dom.js";
import { assumed, chance, line, placeNote } from "./results.js";
import { impliedVolatilities } from "./standing.js";
import { amount, data, level, loss, percent, profit } from "./text.js";

/** @typedef {import("./evaluation.js").Evaluation["market"]} Market */

/** The note below the chances by the distribution of the market. */
const marketNote =
    "By the market: at expiration, prices are distributed as the quotes of the chain imply. At mid prices, the expected value is " +
    "then about 0, apart from interest and early exercise.";

/**
 * The note on the volatility that chances assume; empty if no leg has another one. Differences below half a point are ignored: the page
 * counts days, and the chain counts hours.
 * @param {Server.Conventions} conventions
 * @param {boolean} [isBeside] Whether they stand beside those of the market.
 */
export function volatilityNote({ volatility, legs }, isBeside = false) {
    const own = impliedVolatilities({ legs });
    if (volatility === undefined || own.every((value) => Math.abs(value - volatility) < 0.005)) return "";
    const texts = [...new Set([Math.min(...own), Math.max(...own)].map((value) => percent(value)))];
    const subject = isBeside ? "The second numbers" : "Chances and the expected value";
    return `${subject} assume one volatility, ${percent(volatility)}; the legs have ${
        texts.join(" to ")
    }. What this difference adds to the expected value is no edge.`;
}

const fromThere = " Chances are those at expiration if the stock has its current price there.";

/**
 * The card of the probabilities. Those of the model stand beside those of the market, or alone.
 * @param {Server.CalculationResponse} answer
 * @param {Market} market
 * @param {string} reason Why the answer has no probabilities.
 * @param {string} place That of the sliders; empty for now.
 * @param {string} assumptions
 */
export function chances(answer, market, reason, place, assumptions) {
    const { probability: ofModel, value, conventions } = answer;
    const probability = market?.probability ?? ofModel;
    const beside = market?.probability && ofModel ? ofModel : null;
    const element = h("section", { class: "card chances" }, h("h2", {}, "Chances"), placeNote(place, fromThere));
    if (!probability) {
        element.append(h("p", { class: "note" }, reason));
        if (!value) return element;
    }
    /**
     * A figure, and the same of the model.
     * @param {string} term
     * @param {import("./dom.js").Child} shown
     * @param {import("./dom.js").Child} [other]
     */
    const both = (term, shown, other) => line(term, shown, other !== undefined && h("small", { class: "beside" }, other));
    const share = (/** @type {string} */ term, /** @type {"ofProfit" | "ofLoss" | "ofMaxProfit" | "ofMaxLoss"} */ name) =>
        probability && both(term, chance(probability[name]), beside ? chance(beside[name]) : undefined);
    const mean = (/** @type {string} */ term, /** @type {"expectedProfitLoss" | "expectedProfit" | "expectedLoss"} */ name) => {
        const shown = (/** @type {number | null | undefined} */ number) => typeof number === "number" ? data(number, profit(number)) : "–";
        return both(term, shown(probability?.[name]), beside ? shown(beside[name]) : undefined);
    };
    const move = (/** @type {{lower: number, upper: number}} */ { lower, upper }) => `${level(lower)} to ${level(upper)}`;
    element.append(h(
        "dl",
        { class: "figures small" },
        value && line(place ? "Value" : "Value now", data(value.net.value, amount(value.net.value), "plain")),
        value && line(place ? "Profit" : "Profit now", data(value.net.profitLoss, profit(value.net.profitLoss))),
        ...probability
            ? [
                beside && conventions && both("Distribution", "by the market", assumed(conventions)),
                share("Chance of profit", "ofProfit"),
                share("Chance of loss", "ofLoss"),
                share("Chance of the maximum profit", "ofMaxProfit"),
                share("Chance of the maximum loss", "ofMaxLoss"),
                beside || !conventions ? mean("Expected value", "expectedProfitLoss") : line(
                    "Expected value",
                    data(probability.expectedProfitLoss, profit(probability.expectedProfitLoss)),
                    " ",
                    h("small", {}, assumed(conventions)),
                ),
                mean("Mean of the profits", "expectedProfit"),
                mean("Mean of the losses", "expectedLoss"),
                ...probability.valueAtRisk.map((row) =>
                    line(`Value at risk, ${percent(row.level, 0)}`, loss(row.value, "a profit of $ or more"))
                ),
                ...probability.expectedShortfall.map((row) =>
                    line(`Expected shortfall, ${percent(row.level, 0)}`, loss(row.value, "a profit of $ on average"))
                ),
                ...(probability.expectedMoves ?? []).map((row, index) =>
                    both(
                        `${row.standardDeviations}σ at expiration`,
                        move(row),
                        beside?.expectedMoves ? move(beside.expectedMoves[index]) : undefined,
                    )
                ),
                ...(ofModel?.ofTouching ?? []).flatMap((row) =>
                    row.probability === null ? [] : [line(`Chance of touching ${level(row.stockPrice)}`, chance(row.probability))]
                ),
            ]
            : [],
    ));
    const notes = [
        beside && marketNote,
        probability && conventions && volatilityNote(conventions, Boolean(beside)),
        beside && ofModel?.ofTouching?.length ? "Chances of touching assume one volatility." : "",
    ];
    const note = notes.filter(Boolean).join(" ");
    if (note) element.append(h("p", { class: "note" }, note));
    if (assumptions) element.append(h("p", { class: "assumptions" }, assumptions));
    return element;
}
