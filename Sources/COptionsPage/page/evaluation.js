// Asks the server for the numbers of a strategy, as many as it can give.

import * as requests from "./request.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/**
 * The numbers of a strategy.
 * @typedef {object} Evaluation
 * @property {any} answer The response of the server.
 * @property {requests.Depth} depth The requested depth.
 * @property {string | null} reason Why the response has no probabilities.
 */

/**
 * Requests the greatest depth that the server can answer.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {(request: string) => Promise<any>} calculate Rejects with `isRefusal` if the request itself is refused.
 * @returns {Promise<Evaluation>}
 */
export async function evaluate(state, legs, calculate) {
    /** @type {requests.Depth[]} */
    const depths = requests.expirations(legs).all ? ["everything", "withoutProbability", "payoff"] : ["payoff"];
    /** @type {string | null} */
    let reason = null;
    for (const depth of depths) {
        try {
            return { answer: await calculate(requests.calculation(state, legs, depth)), depth, reason };
        } catch (error) {
            const { isRefusal, message } = /** @type {any} */ (error);
            if (!isRefusal || depth === "payoff") throw error;
            reason ??= message;
        }
    }
    throw new Error("unreachable");
}

/**
 * Why a strategy has no values before its expiration.
 * @param {Leg[]} legs
 * @param {string} wanted
 */
export const lacking = (legs, wanted) =>
    requests.active(legs).every((leg) => leg.type === "stock") ? `Shares alone have no expiration: add an option to see ${wanted}.`
        : requests.expirations(legs).all ? `The first expiration is too near to show ${wanted}.`
            : `Give every option an expiration to see ${wanted}.`;
