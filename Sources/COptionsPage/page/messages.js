// The messages of the server in the words of the page.

import { active } from "./state.js";

/** @typedef {import("./state.js").Leg} Leg */

/**
 * A message about an input.
 * @typedef {object} Problem
 * @property {Leg | null} leg `null` for a term, or the whole strategy.
 * @property {string} member As in a request; empty if the message is about none.
 * @property {string} message For the field of the member.
 */

/** @type {Record<string, string>} */
const names = {
    currentPrice: "current price",
    valuationDate: "valuation date",
    volatility: "volatility",
    riskFreeRate: "rate",
    dividendYield: "dividend yield",
    legs: "legs",
    type: "type",
    position: "side",
    strikePrice: "strike",
    premium: "premium",
    quantity: "quantity",
    sharesPerContract: "multiplier",
    expirationDate: "expiration",
    impliedVolatility: "volatility now",
    now: "price now",
};

/** Members in percent on the page, and decimals in requests. */
const percentages = ["volatility", "riskFreeRate", "dividendYield", "impliedVolatility"];

const noVolatility = /^must determine a volatility where neither impliedVolatility nor volatility is given \((.*)\), got (.*)$/s;

/**
 * The rest of a message, after the member that it is about.
 * @param {string} rest
 * @param {string} member
 * @param {(index: string) => number} place The number on the page of a leg of the request.
 */
function rule(rest, member, place) {
    const [, reason, price] = noVolatility.exec(rest) ?? [];
    if (reason) return `of ${price} gives no volatility (${reason}): enter the volatility of the underlying`;
    const text = percentages.includes(member) && !rest.includes('"')
        ? rest.replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi, (number) => `${Number((Number(number) * 100).toPrecision(12))} %`)
        : rest;
    return text.replace(/legs\[(\d+)\]\.(\w+)/g, (_, index, other) => `the ${names[other] ?? other} of leg ${place(index)}`)
        .replace(/\b[a-z]+[A-Z]\w*/g, (word) => (names[word] ? `the ${names[word]}` : word)).replace(/(?<![\w-])-(?=\d)/g, "−");
}

/**
 * A message of the server in the words of the page, and the input that it is about. `sentence` names the leg, too.
 * @param {string} message
 * @param {Leg[]} legs
 * @returns {Problem & {sentence: string}}
 */
export function inWords(message, legs) {
    const [, index, member = "", rest = ""] = /^(?:legs\[(\d+)\]\.)?(\w+) (.*)$/s.exec(message) ?? [];
    const place = (/** @type {string} */ one) => legs.indexOf(active(legs)[Number(one)]) + 1;
    const leg = index === undefined ? null : active(legs)[Number(index)] ?? null;
    if (!Object.hasOwn(names, member) || (index !== undefined && !leg)) return { leg: null, member: "", message, sentence: message };
    const words = `The ${names[member]} ${rule(rest, member, place)}.`;
    return { leg, member, message: words, sentence: leg ? `Leg ${legs.indexOf(leg) + 1}: ${words}` : words };
}
