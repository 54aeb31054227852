// What is wrong with the input before the server is asked.

import { valuation } from "./dates.js";
import { commaMessage, hasComma } from "./numbers.js";
import { isTimeless, present } from "./request.js";
import { active } from "./state.js";
import { dayFrom, isDate } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */
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
 * The first problem of the terms.
 * @param {State} state
 * @returns {Problem | null}
 */
function termProblem({ price, volatility, rate, dividendYield }) {
    if (!price.trim()) return { leg: null, member: "currentPrice", message: "Enter the current price." };
    const numbers = { currentPrice: price, volatility, riskFreeRate: rate, dividendYield };
    const [member] = Object.entries(numbers).find(([, text]) => hasComma(text)) ?? [];
    return member ? { leg: null, member, message: commaMessage } : null;
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
    if (!isDate(from)) {
        const message = isDate(from.slice(0, 10))
            ? "The page counts whole days: enter the valuation date as YYYY-MM-DD, without a time."
            : `“${from}” is not a date: enter the valuation date as YYYY-MM-DD.`;
        return { leg: null, member: "valuationDate", message };
    }
    const leg = options.find((leg) => leg.expiration.trim() <= from);
    if (!leg) return null;
    const expiration = leg.expiration.trim();
    const when = expiration === from
        ? "expires on the valuation date"
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
