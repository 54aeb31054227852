// What is wrong with the input before the server is asked.

import { hasTime, isOver, isValuation } from "./clock.js";
import { valuation } from "./dates.js";
import { commaMessage, hasComma, isAmount } from "./numbers.js";
import { isTimeless, present } from "./request.js";
import { active } from "./state.js";
import { dayFrom, isDate } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./state.js").Dividend} Dividend */
/** @typedef {import("./messages.js").Problem} Problem */

/**
 * The first problem of a leg: an input that is missing, a comma, or a text that is no date. An option without a premium gets the model's,
 * if its time and the volatility are given.
 * @param {State} state
 * @param {Leg} leg
 * @returns {Problem | null}
 */
function legProblem(state, leg) {
    const isStock = leg.type === "stock";
    if (!isStock && !leg.strike.trim()) return { leg, member: "strikePrice", message: "Enter the strike." };
    const expiration = isStock ? "" : leg.expiration.trim();
    if (expiration && !isDate(expiration)) {
        return { leg, member: "expirationDate", message: `“${expiration}” is not a date: enter the expiration as YYYY-MM-DD.` };
    }
    const hasModel = expiration && (state.volatility.trim() || present(leg));
    if (!leg.premium.trim() && !hasModel) {
        return { leg, member: "premium", message: `Enter the ${isStock ? "price paid" : "premium"}.` };
    }
    if (!leg.quantity.trim()) return { leg, member: "quantity", message: "Enter the quantity." };
    const numbers = {
        strikePrice: isStock ? "" : leg.strike,
        premium: leg.premium,
        quantity: leg.quantity,
        sharesPerContract: leg.shares,
        now: present(leg) ? leg.now : "",
    };
    const [member] = Object.entries(numbers).find(([, text]) => hasComma(text)) ?? [];
    return member ? { leg, member, message: commaMessage } : null;
}

/**
 * The first problem of the dividends. `member` has the place and the field.
 * @param {Dividend[]} dividends
 * @returns {Problem | null}
 */
function dividendProblem(dividends) {
    for (const [index, { exDate, amount }] of dividends.entries()) {
        const problem = (/** @type {string} */ field, /** @type {string} */ message) => ({
            leg: null,
            member: `dividends[${index}].${field}`,
            message,
        });
        const date = exDate.trim();
        if (!date) return problem("exDate", "Enter the ex-date, the first day without the dividend.");
        if (!isDate(date)) return problem("exDate", `“${date}” is not a date: enter the ex-date as YYYY-MM-DD.`);
        if (!amount.trim()) return problem("amount", "Enter the amount per share.");
        if (hasComma(amount)) return problem("amount", commaMessage);
        if (!isAmount(amount)) {
            return problem("amount", "The amount must be a number of dollars per share, 0 or greater.");
        }
    }
    return dividends.length > 100 ? { leg: null, member: "dividends", message: "There can be at most 100 dividends." } : null;
}

/**
 * The first problem of the terms.
 * @param {State} state
 * @returns {Problem | null}
 */
function termProblem({ price, volatility, rate, dividendYield, commission, dividends }) {
    if (!price.trim()) return { leg: null, member: "currentPrice", message: "Enter the current price." };
    const numbers = { currentPrice: price, volatility, riskFreeRate: rate, dividendYield, commission };
    const [member] = Object.entries(numbers).find(([, text]) => hasComma(text)) ?? [];
    if (member) return { leg: null, member, message: commaMessage };
    // The server gets the product with the quantity.
    if (!isAmount(commission)) {
        return { leg: null, member: "commission", message: "The commission must be a number of dollars a contract, 0 or greater." };
    }
    return dividendProblem(dividends);
}

/**
 * Why a strategy has no values before its expiration: its valuation is no date, or a leg has expired. `null` if nothing is wrong.
 * @param {State} state
 * @param {Leg[]} legs
 * @returns {Problem | null}
 */
export function dateProblem(state, legs) {
    const options = active(legs).filter((leg) => leg.type !== "stock" && leg.expiration.trim());
    if (!options.length) return null;
    const from = valuation(state);
    if (!isValuation(from)) {
        const message = isDate(from.slice(0, 10))
            ? `“${from.slice(10).trim()}” is not a time: enter hours and minutes in New York after the date, such as ${
                from.slice(0, 10)
            } 10:30.`
            : `“${from}” is not a date: enter the valuation date as YYYY-MM-DD.`;
        return { leg: null, member: "valuationDate", message };
    }
    const leg = options.find((leg) => isOver(leg.expiration.trim(), from));
    if (!leg) return null;
    const expiration = leg.expiration.trim();
    const when = expiration === from.slice(0, 10)
        ? hasTime(from) ? "expired at the close of that day" : "expires on the valuation date"
        : `expired on ${dayFrom(expiration, from)}, before the valuation date`;
    return {
        leg,
        member: "expirationDate",
        message: `Leg ${legs.indexOf(leg) + 1} ${when}: switch it off, or change one of the two dates.`,
    };
}

/**
 * What the user must correct before the server is asked; `null` if nothing is wrong.
 * @param {State} state
 * @param {Leg[]} legs
 * @returns {Problem | null}
 */
export function inputProblem(state, legs) {
    const on = active(legs);
    if (!on.length) return { leg: null, member: "legs", message: "Add a leg, or switch one on." };
    const found = [termProblem(state), ...on.map((leg) => legProblem(state, leg))].find((one) => one !== null);
    return found ?? (isTimeless(legs) ? null : dateProblem(state, legs));
}
