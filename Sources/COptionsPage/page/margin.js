// The margin of a strategy, and the returns on its risk and on its margin.

import { returnOn } from "./risk.js";
import { amount, percent } from "./text.js";

/** @typedef {Pick<Server.CalculationResponse, "metrics" | "margin">} Answer */

/**
 * A return, and that of a year: `22 % · 401 % a year`.
 * @param {{rate: number, yearly: number | null} | null} found
 */
const rateText = (found) => (found ? `${percent(found.rate)}${found.yearly === null ? "" : ` · ${percent(found.yearly, 0)} a year`}` : "–");

/**
 * What a strategy needs, and what it can bring on it, as names and texts. The return on margin is left out where it is that on the risk. Empty without
 * a margin.
 * @param {Answer} answer That of now: the sliders do not move what opening requires.
 * @param {number} days Those to the first expiration.
 * @returns {[string, string][]}
 */
export function marginTexts({ metrics, margin }, days) {
    if (!margin) return [];
    const { initialDeposit: deposit, returnOnMargin, annualised, optimal } = margin;
    const risk = returnOn(metrics.maxProfit, metrics.maxLoss === null ? null : -metrics.maxLoss, days);
    const ofMargin = returnOnMargin === null ? null : { rate: returnOnMargin, yearly: annualised };
    const isSame = risk !== null && ofMargin !== null && Math.abs(risk.rate - ofMargin.rate) < 5e-4;
    return [
        ["Margin to open", deposit === null ? "–" : `${optimal === false ? "at most " : ""}${amount(deposit)}`],
        ...risk ? /** @type {[string, string][]} */ ([["Return on risk", rateText(risk)]]) : [],
        ...ofMargin && !isSame ? /** @type {[string, string][]} */ ([["Return on margin", rateText(ofMargin)]]) : [],
    ];
}
