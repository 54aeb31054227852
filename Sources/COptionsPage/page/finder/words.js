// The words of the finder: objectives, and their values.

import { amount, dayFrom, percent, profit } from "../text.js";

/** @type {Record<Server.FindObjective, string>} */
export const objectiveNames = {
    expectedProfitPerCapital: "Expected return",
    probabilityOfProfit: "Chance of profit",
    expectedProfit: "Expected profit",
    maxProfitPerCapital: "Maximum return",
    maxProfit: "Maximum profit",
    profitAtTargetPerCapital: "Return at the target",
    profitAtTarget: "Profit at the target",
    expectedProfitPerShortfall: "Profit per shortfall",
    maxLoss: "Smallest loss",
};

/** The names of the values, by objective. */
export const valueNames = { ...objectiveNames, maxLoss: "Maximum loss" };

/** The objectives that need a target. */
export const ofTarget = ["profitAtTarget", "profitAtTargetPerCapital"];

/** The objectives of strategies with two expirations. */
export const ofTwoDates = ["expectedProfit", "expectedProfitPerCapital", ...ofTarget];

const money = ["expectedProfit", "maxProfit", "profitAtTarget", "maxLoss"];

/**
 * The value of an objective.
 * @param {string} name
 * @param {number | null | undefined} value
 */
export function objectiveText(name, value) {
    if (value === null || value === undefined) return "–";
    if (name === "expectedProfitPerShortfall") return value.toFixed(2).replace("-", "−");
    if (money.includes(name)) return name === "maxLoss" && value < 0 ? amount(value) : profit(value);
    // Chances of 1 and of nearly 1 have the same text, which is not "100.0 %".
    return name === "probabilityOfProfit" && value > 0.9995 && value < 1 ? "> 99.9 %" : percent(value);
}

/**
 * The objectives of a strategy in a line.
 * @param {Record<string, number | null>} objectives
 */
export const objectivesText = (objectives) =>
    Object.entries(objectives).map(([name, value]) =>
        `${objectiveNames[/** @type {Server.FindObjective} */ (name)].toLowerCase()} ${objectiveText(name, value)}`
    ).join(", ");

/** The strategies of shares with contracts that are added, by the names of these contracts. */
const heldNames = { "long put": "protective put", "bearish risk reversal": "collar" };

/**
 * The title of a strategy, with the shares that are held, and short dates.
 * @param {Server.FoundStrategy} found
 * @param {Server.FindResponse} answer
 */
export function titleOf({ title, strategyName }, { holdings, asOf = "" }) {
    const name = strategyName?.name ?? "";
    const held = holdings && heldNames[/** @type {keyof typeof heldNames} */ (name)];
    return (held ? title.replace(name, held) : title).replaceAll(/\d{4}-\d\d-\d\d/g, (date) => dayFrom(date, asOf));
}

/**
 * What a search covered.
 * @param {Server.FindResponse} answer
 */
export function examinedText({ examined, complete, covered, strategies, front }) {
    const combinations = `${examined.combinations.toLocaleString("en-US")} combinations of ${examined.contracts.usable} contracts`;
    const share = complete ? `All ${combinations} were examined` : `${percent(covered ?? 0, 0)} of ${combinations} were examined`;
    if (!strategies.length) return `${share}: none fulfils the conditions.`;
    return front
        ? `${share}; no other beats these ${strategies.length === front.size ? front.size : `${strategies.length} of ${front.size}`}.`
        : `${share}.`;
}
