// The refusals of the server in the words of the page.

import { active } from "./state.js";
import { percentage } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/**
 * A message about an input.
 * @typedef {object} Problem
 * @property {Leg | null} leg `null` for a term, or the whole strategy.
 * @property {string} member As in a request; empty if the message is about none.
 * @property {string} message For the field of the member.
 */

/**
 * @typedef {"price" | "valuation" | "volatility" | "rate" | "dividendYield" | "exercise" | "commission"} TermField
 * @typedef {"position" | "type" | "quantity" | "strike" | "expiration" | "premium" | "now" | "shares"} LegField
 */

/**
 * Where a member of a request is entered.
 * @template {string} Field
 * @typedef {object} Input
 * @property {Field} field Of the state or of a leg.
 * @property {string} name
 * @property {string} rule What its value must be.
 * @property {boolean} [isPrice] Whether it is a price that determines a volatility.
 */

/**
 * The inputs of the terms, by the members of a request.
 * @type {Record<string, Input<TermField | "legs">>}
 */
export const termInputs = {
    currentPrice: { field: "price", name: "current price", rule: "must be a number greater than 0" },
    valuationDate: { field: "valuation", name: "valuation date", rule: "must be a date YYYY-MM-DD" },
    volatility: { field: "volatility", name: "volatility", rule: "must be a number greater than 0 %" },
    riskFreeRate: { field: "rate", name: "rate", rule: "must be a number" },
    dividendYield: { field: "dividendYield", name: "dividend yield", rule: "must be a number" },
    exercise: { field: "exercise", name: "exercise", rule: "must be European or American" },
    legs: { field: "legs", name: "number of legs", rule: "must be from 1 to 10,000" },
};

/**
 * Those of a leg. `now` is the price now, which stands in place of a premium in a request.
 * @type {Record<string, Input<LegField>>}
 */
export const legInputs = {
    type: { field: "type", name: "type", rule: "must be call, put or shares" },
    position: { field: "position", name: "side", rule: "must be buy or sell" },
    strikePrice: { field: "strike", name: "strike", rule: "must be a number greater than 0" },
    premium: { field: "premium", name: "premium", rule: "must be a number, 0 or greater", isPrice: true },
    quantity: { field: "quantity", name: "quantity", rule: "must be a whole number from 1 to 1,000,000,000" },
    sharesPerContract: { field: "shares", name: "multiplier", rule: "must be a whole number from 1 to 1,000,000" },
    expirationDate: { field: "expiration", name: "expiration", rule: "must be a date after the valuation date" },
    impliedVolatility: { field: "now", name: "volatility now", rule: "must be a number of percent, 0 or greater" },
    now: { field: "now", name: "price now", rule: "must be a number, 0 or greater", isPrice: true },
};

/**
 * Refusals that are about no input.
 * @type {Record<string, string>}
 */
const ofRequest = {
    too_large: "The strategy is too large for the server.",
    not_representable: "A result is too large for a number: enter smaller numbers.",
    work_exceeded: "The strategy takes more work than the server allows: use fewer legs.",
};

/**
 * The member that a path begins with, and its index among the legs: `legs[1].premium` has 1 and `premium`, `valueDates[0]` has no index.
 * @param {string} path
 * @returns {{index: number | null, member: string}}
 */
export function placeOf(path) {
    const [first = "", second = ""] = path.split(".");
    const [member, index = ""] = first.split("[");
    return member === "legs" && second ? { index: Number.parseInt(index), member: second } : { index: null, member };
}

/** A value outside the range in which options can be valued. */
const outside = /^\S+ must lie between (\S+) and (\S+) for an option with (American exercise|dividends)/;

/**
 * The range of a refusal in the words of the page; `null` if it is about something else. All members with such a range are percentages.
 * @param {string} name
 * @param {string} message That of the server.
 */
function rangeWords(name, message) {
    const [, low, high, kind] = outside.exec(message) ?? [];
    if (!kind) return null;
    const options = kind === "dividends" ? "options with dividends" : "American options";
    return `The ${name} must be from ${percentage(Number(low))} to ${percentage(Number(high))} % for ${options}.`;
}

/**
 * The sentence about a wrong input.
 * @param {Input<string>} input
 * @param {string} code
 * @param {string} text As entered.
 */
function words({ name, rule, isPrice }, code, text) {
    if (code === "missing") return `Enter the ${name}.`;
    if (code === "not_allowed" && isPrice && Number(text) >= 0 && Number(text) < Infinity) {
        return `No volatility gives the ${name} of ${text.trim()}: enter the volatility of the underlying.`;
    }
    return code === "not_allowed" && Number(text) === Infinity ? `The ${name} is too large.` : `The ${name} ${rule}.`;
}

/**
 * A refusal in the words of the page, and the input that it is about. `sentence` names the leg, too. What the page has no words for stays
 * as the server says it.
 * @param {{code: string, path: string, message: string}} refusal
 * @param {State} state
 * @param {Leg[]} legs Those of the request.
 * @returns {Problem & {sentence: string}}
 */
export function inWords({ code, path, message }, state, legs) {
    const { index, member } = placeOf(path);
    const leg = index === null ? null : active(legs)[index] ?? null;
    if (member === "dividends" && code !== "work_exceeded") {
        const text = `The dividends cannot be used: ${message}.`;
        return { leg: null, member: path, message: text, sentence: text };
    }
    const input = index === null ? termInputs[member] : leg && legInputs[member];
    if (!input || !["missing", "wrong_type", "not_allowed"].includes(code)) {
        const text = ofRequest[code] ?? message;
        return { leg: null, member: "", message: text, sentence: text };
    }
    const text = (/volatility|rate|yield/i.test(member) ? rangeWords(input.name, message) : null) ?? words(
        input,
        code,
        String(leg ? leg[/** @type {LegField} */ (input.field)] : state[/** @type {TermField} */ (input.field)]),
    );
    return { leg, member, message: text, sentence: leg ? `Leg ${legs.indexOf(leg) + 1}: ${text}` : text };
}
