// What the user must enter before the server is asked.

import { present } from "./request.js";
import { active } from "./state.js";
import { isDate } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/**
 * The first missing input; `null` if nothing is missing. An option without a premium gets the model's, if its time and the volatility are
 * given.
 * @param {State} state
 * @param {Leg[]} legs
 * @returns {{leg: Leg | null, member: string, message: string} | null}
 */
export function missingInput(state, legs) {
    if (!state.price.trim()) return { leg: null, member: "currentPrice", message: "Enter the current price." };
    for (const leg of active(legs)) {
        const isStock = leg.type === "stock";
        if (!isStock && !leg.strike.trim()) return { leg, member: "strikePrice", message: "Enter the strike." };
        const hasModel = !isStock && isDate(leg.expiration.trim()) && (state.volatility.trim() || present(leg));
        if (!leg.premium.trim() && !hasModel) {
            return { leg, member: "premium", message: `Enter the ${isStock ? "price paid" : "premium"}.` };
        }
        if (!leg.quantity.trim()) return { leg, member: "quantity", message: "Enter the quantity." };
    }
    return active(legs).length ? null : { leg: null, member: "legs", message: "Add a leg, or switch one on." };
}
