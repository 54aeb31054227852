// The JSON requests of a strategy. Numbers are inserted as typed: the server validates them.

import { hasTime, stated, yearsToOpen } from "./clock.js";
import { chosenDate, expirations, lineDates, valuation, valuationDay } from "./dates.js";
import { asDecimal, jsonValue, written } from "./numbers.js";
import { curveRange } from "./range.js";
import { active, feeOf } from "./state.js";
import { days } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/**
 * Volatilities of legs by their identifiers, as JSON.
 * @typedef {Map<number, string>} Volatilities
 */

/**
 * The value of a leg now, as the user chose it: a price, or a volatility in percent. `null` if the premium is also the value now; the
 * premium then determines the volatility.
 * @param {Leg} leg
 * @returns {{price: string} | {volatility: string} | null}
 */
export function present(leg) {
    const now = leg.now.trim();
    if (leg.type === "stock" || !now || !leg.nowSource || leg.nowSource === "paid") return null;
    if (leg.nowSource === "volatility") return { volatility: now };
    return leg.premium.trim() && Number(leg.premium) === Number(now) ? null : { price: now };
}

/**
 * The volatilities that the user typed.
 * @param {Leg[]} legs
 * @returns {Volatilities}
 */
export const typedVolatilities = (legs) =>
    new Map(legs.flatMap((leg) => {
        const now = present(leg);
        return now && "volatility" in now ? [/** @type {const} */ ([leg.id, asDecimal(now.volatility)])] : [];
    }));

/**
 * @param {State} state
 * @param {Leg} leg
 * @param {string} [volatility]
 * @param {string} [at] The date from which years are written in place of the expiration.
 */
function legMembers(state, leg, volatility, at) {
    const members = [`"type": "${leg.type}"`, `"position": "${leg.position}"`];
    if (leg.type !== "stock" && leg.strike.trim()) members.push(`"strikePrice": ${jsonValue(leg.strike)}`);
    if (leg.premium.trim()) members.push(`"premium": ${jsonValue(leg.premium)}`);
    if (leg.quantity.trim()) members.push(`"quantity": ${jsonValue(leg.quantity)}`);
    const fee = feeOf(state, leg);
    if (fee > 0 && fee < Infinity) members.push(`"fee": ${written(fee)}`);
    if (leg.shares.trim()) members.push(`"sharesPerContract": ${jsonValue(leg.shares)}`);
    if (leg.type !== "stock" && leg.expiration.trim()) {
        const date = leg.expiration.trim();
        members.push(at ? `"timeToExpiration": ${days(at, date) / 365}` : `"expirationDate": ${JSON.stringify(date)}`);
    }
    if (volatility !== undefined) members.push(`"impliedVolatility": ${volatility}`);
    return `{${members.join(", ")}}`;
}

/**
 * The members about exercise and dividends: those until the last expiration. Shares alone have neither.
 * @param {State} state
 * @param {Leg[]} legs
 * @returns {[string, string][]}
 */
function early(state, legs) {
    const last = expirations(legs).dates.at(-1);
    if (!last) return [];
    const from = valuation(state);
    // Of a valuation with a time, years state more: the price falls at the open.
    const time = (/** @type {string} */ exDate) =>
        hasTime(from) ? `"timeToExDate": ${written(yearsToOpen(from, exDate))}` : `"exDate": ${JSON.stringify(exDate)}`;
    const rows = state.dividends.filter(({ exDate }) => exDate.trim() > valuationDay(state) && exDate.trim() <= last).map(
        ({ exDate, amount }) => `{${time(exDate.trim())}, "amount": ${jsonValue(amount)}}`,
    );
    /** @type {[string, string][]} */
    const members = state.exercise ? [["exercise", JSON.stringify(state.exercise)]] : [];
    return rows.length ? [...members, ["dividends", `[${rows.join(", ")}]`]] : members;
}

/**
 * The valuation in a request.
 * @param {State} state
 * @param {Leg[]} legs
 */
const statedValuation = (state, legs) => stated(valuation(state), expirations(legs).dates[0] ?? "");

/**
 * Dates of the page as dates of a request: the valuation, if it has a time there, is 0 years away.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {string[]} dates
 */
function statedDates(state, legs, dates) {
    const now = statedValuation(state, legs);
    return JSON.stringify(dates.map((date) => (date !== valuation(state) ? date : hasTime(now) ? 0 : now)));
}

/**
 * The members at the beginning of every request of a strategy.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {Volatilities} volatilities
 * @param {string} [at] The date from which years are written in place of expirations.
 * @returns {[string, string][]}
 */
function beginning(state, legs, volatilities, at) {
    /** @type {[string, string][]} */
    const members = [];
    if (state.price.trim()) members.push(["currentPrice", jsonValue(state.price)]);
    const all = active(legs).map((leg) => legMembers(state, leg, volatilities.get(leg.id), at));
    members.push(["legs", all.length ? `[\n    ${all.join(",\n    ")}\n  ]` : "[]"]);
    if (active(legs).some((leg) => leg.type !== "stock" && leg.expiration.trim())) {
        members.push(["valuationDate", JSON.stringify(statedValuation(state, legs))]);
    }
    members.push(...early(state, legs));
    if (state.volatility.trim()) members.push(["volatility", asDecimal(state.volatility)]);
    if (state.rate.trim()) members.push(["riskFreeRate", asDecimal(state.rate)]);
    if (state.dividendYield.trim()) members.push(["dividendYield", asDecimal(state.dividendYield)]);
    return members;
}

/** @param {[string, string][]} members */
const text = (members) => `{\n  ${members.map(([name, value]) => `"${name}": ${value}`).join(",\n  ")}\n}`;

/**
 * Whether the payoff of a strategy does not depend on its dates, which may be past: it has one expiration, and no premium of the model.
 * @param {Leg[]} legs
 */
export function isTimeless(legs) {
    const { all, dates } = expirations(legs);
    return all && dates.length === 1 && active(legs).every((leg) => leg.premium.trim());
}

/** @typedef {"everything" | "withoutProbability" | "payoff"} Depth */

/**
 * The request of `POST /options/calculate`.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {Depth} depth
 * @param {Volatilities} [volatilities]
 */
export function calculation(state, legs, depth, volatilities = typedVolatilities(legs)) {
    const withoutDates = depth === "payoff" && isTimeless(legs);
    const members = beginning(state, withoutDates ? legs.map((leg) => ({ ...leg, expiration: "" })) : legs, volatilities);
    const include = ["strategyName"];
    if (depth !== "payoff") {
        include.push("greeks", "value", "valueCurves");
        // An account holds whole contracts.
        if (active(legs).every(({ quantity }) => Number.isInteger(Number(quantity)))) {
            include.push("margin");
            members.push(["accountType", '"margin"']);
        }
        if (depth === "everything") include.push("probability", "curveDetails");
        const dates = lineDates(state, legs);
        if (dates.length) members.push(["valueDates", statedDates(state, legs, dates)]);
        members.push(["greekUnits", '"market"']);
        if (depth === "everything") members.push(["standardDeviations", "[1, 2]"]);
    }
    members.push(...curve(state), ["include", JSON.stringify(include)]);
    return text(members);
}

/**
 * The prices of the curve as a member of a request.
 * @param {State} state
 * @returns {[string, string][]}
 */
function curve(state) {
    const range = curveRange(state);
    return range ? [["curveRange", JSON.stringify(range)]] : [];
}

/**
 * The least volatility at which options can be valued, apart from 0: American ones, and those with dividends, have one.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function leastVolatility(state, legs) {
    const names = early(state, legs).map(([name]) => name);
    return names.includes("dividends") ? 0.02 : names.includes("exercise") ? 0.001 : 0;
}

/**
 * The volatilities of the legs at the slider: those of now plus the shift, at least the least one.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {Server.Conventions} conventions Those of the response of now.
 * @returns {Volatilities}
 */
export function shiftedVolatilities(state, legs, conventions) {
    const least = leastVolatility(state, legs);
    return new Map(
        active(legs).flatMap((leg, index) => {
            const now = conventions.legs?.[index]?.impliedVolatility;
            return now === undefined ? [] : [[leg.id, written(Math.max(now + Number(state.shift) / 100, least))]];
        }),
    );
}

/**
 * Whether the sliders show another date or volatility than those of now.
 * @param {State} state
 * @param {Leg[]} legs
 */
export const areSlidersMoved = (state, legs) => Boolean(chosenDate(state, legs)) || Number(state.shift) !== 0;

/**
 * The request at the date and the volatility of the sliders: each leg has the volatility that it has now, plus that of the slider. `null`
 * if the sliders are not moved.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {Server.Conventions} conventions Those of the response of now.
 */
export function atSliders(state, legs, conventions) {
    const date = chosenDate(state, legs);
    const shift = Number(state.shift) / 100;
    if (!areSlidersMoved(state, legs)) return null;
    const volatilities = shiftedVolatilities(state, legs, conventions);
    // On the day of an expiration, no date of the contract precedes it.
    const isExpired = date === expirations(legs).dates[0];
    const members = beginning({ ...state, valuation: date || state.valuation, volatility: "" }, legs, volatilities, isExpired ? date : "");
    const include = ["strategyName", "greeks", "value"];
    if (conventions.volatility !== undefined) {
        members.push(["volatility", written(Math.max(conventions.volatility + shift, leastVolatility(state, legs), 1e-6))], [
            "standardDeviations",
            "[1, 2]",
        ]);
        include.push("probability", "curveDetails");
    }
    if (!isExpired) {
        members.push(["valueDates", statedDates(state, legs, [date || valuation(state)])]);
        include.push("valueCurves");
    }
    members.push(["greekUnits", '"market"'], ...curve(state), ["include", JSON.stringify(include)]);
    return text(members);
}

/**
 * The request of the chances by the distribution of the market.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {Volatilities} volatilities Those of now.
 * @param {Server.PriceDistribution} distribution
 */
export function byMarket(state, legs, volatilities, distribution) {
    const members = beginning({ ...state, volatility: "" }, legs, volatilities);
    members.push(
        ["distribution", JSON.stringify(distribution)],
        ["standardDeviations", "[1, 2]"],
        ...curve(state),
        ["include", '["probability", "curveDetails"]'],
        ["exclude", '["curve"]'],
    );
    return text(members);
}

/**
 * The request that finds the volatilities of the prices now: each stands in place of the premium. `null` if no leg has such a price.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function presentValue(state, legs) {
    let isNeeded = false;
    const priced = legs.map((leg) => {
        const now = present(leg);
        if (!now || !("price" in now)) return leg;
        isNeeded ||= leg.isOn;
        return { ...leg, premium: now.price };
    });
    const members = beginning(state, priced, typedVolatilities(legs));
    members.push(["include", '["value"]'], ["exclude", '["curve"]']);
    return isNeeded ? text(members) : null;
}

/**
 * The request of `POST /options/scenario`.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {number[]} prices
 * @param {string[]} dates
 * @param {Volatilities} volatilities
 */
export function scenario(state, legs, prices, dates, volatilities) {
    const members = beginning(state, legs, volatilities);
    const shift = asDecimal(state.shift || "0");
    const spotShifts = prices.map((price) => price / Number(state.price) - 1);
    members.push([
        "scenarioGrid",
        `{"spotShifts": ${JSON.stringify(spotShifts)}, "volatilityShifts": [${shift}], "dates": ${statedDates(state, legs, dates)}}`,
    ]);
    return text(members);
}
