// Whether the holder of a short option may exercise it: now, or before an ex-date.

import { isOfValuation } from "./carry.js";
import { valuation, valuationDay } from "./dates.js";
import { present } from "./request.js";
import * as quotes from "./quotes.js";
import { amount, dayFrom } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/** A time value below this is what rounding to cents leaves of none. */
const least = 0.005;

/**
 * The price of a leg now: the mid of its quote, or else its price now or its premium; `null` without one.
 * @param {State} state
 * @param {Leg} leg
 * @param {Server.ChainContract | null} quote
 */
function priceNow(state, leg, quote) {
    const chain = quotes.known(state.symbol, leg.expiration.trim());
    if (quote?.midpoint && chain && isOfValuation(state, chain)) return quote.midpoint;
    const now = present(leg);
    const text = now ? ("price" in now ? now.price : "") : leg.premium.trim();
    return text === "" ? null : Number(text);
}

/**
 * Whether a chain lists immediate exercise of a contract as an arbitrage.
 * @param {Server.OptionChain | null} chain
 * @param {Leg} leg
 */
const isListed = (chain, { type, strike }) =>
    chain?.arbitrage.some(({ condition, trades }) =>
        condition === "immediateExercise" && trades.some((trade) => trade.contractType === type && trade.strikePrice === Number(strike))
    ) ?? false;

/**
 * Warns of the assignment of a short American option in the money: now, if its price has no time value, and before the next ex-date, if the
 * dividend is more than the time value of a call. Empty without such a risk.
 * @param {State} state
 * @param {Leg} leg
 */
export function assignmentText(state, leg) {
    const expiration = leg.expiration.trim();
    if (state.exercise !== "american" || leg.position !== "short" || leg.type === "stock" || !leg.isOn) return "";
    const intrinsic = (Number(state.price) - Number(leg.strike)) * (leg.type === "call" ? 1 : -1);
    const quote = quotes.quote(state.symbol, leg);
    const price = priceNow(state, leg, quote);
    if (!(intrinsic > 0) || price === null || !Number.isFinite(price)) return "";
    const timeValue = price - intrinsic;
    if (timeValue < least || isListed(quotes.known(state.symbol, expiration), leg)) {
        return "May be assigned now: in the money, without time value.";
    }
    const [next] = state.dividends.filter(({ exDate }) => exDate > valuationDay(state) && exDate <= (expiration || "9999"))
        .sort((one, other) => one.exDate.localeCompare(other.exDate));
    if (leg.type !== "call" || !next || !(Number(next.amount) > timeValue)) return "";
    const status = next.status === "estimated" ? "estimated dividend" : "dividend";
    return `May be assigned before ${dayFrom(next.exDate, valuation(state))}: its time value of ${
        amount(timeValue)
    } is less than the ${status} of ${amount(Number(next.amount))}.`;
}
