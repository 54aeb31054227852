// Reads a request into a strategy.

import { exDateAfter, hasTime, valuationFrom } from "./clock.js";
import { chosenDate, expirations, lineDates, valuation } from "./dates.js";
import { written } from "./numbers.js";
import { makeLeg } from "./state.js";
import { isDate, percentage } from "./text.js";

/** @typedef {import("./state.js").State} State */

/** The members that the page adds to a request. */
const asked = ["accountType", "include", "valueDates", "greekUnits", "standardDeviations", "curveRange"];
const legMemberNames = [
    "type",
    "position",
    "strikePrice",
    "premium",
    "quantity",
    "sharesPerContract",
    "expirationDate",
    "impliedVolatility",
    "fee",
];

/** @type {(value: unknown) => value is Record<string, unknown>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value */
const typed = (value) => (value === null || value === undefined ? "" : String(value));

/**
 * A decimal as a percentage.
 * @param {unknown} value
 */
const asPercentage = (value) => typeof value === "number" ? percentage(value) : typed(value);

/**
 * The date of the slider for which the page writes the dates of the lines; empty for now.
 * @param {State} state With the slider at now.
 * @param {unknown} dates
 * @param {string} before The date of the slider up to now, if it was moved.
 */
function dateOfSlider(state, dates, before) {
    if (!Array.isArray(dates) || (dates[0] !== 0 && dates[0] !== valuation(state))) return "";
    // On the day of the first expiration, the page adds no second date.
    const [second] = [...dates.slice(1), expirations(state.legs).dates[0]];
    // If the slider is not moved, the page adds the day in the middle.
    const isUsual = dates[1] === lineDates(state)[1];
    return typeof second === "string" && isDate(second) && (!isUsual || second === before) ? second : "";
}

/**
 * The dividends of a request with an amount and a day, or with years to the open of a day, and the names of the others.
 * @param {unknown} rows
 * @param {string} from The valuation.
 * @returns {{dividends: import("./state.js").Dividend[], others: string[]}}
 */
function readDividends(rows, from) {
    if (!Array.isArray(rows)) return { dividends: [], others: rows === undefined || rows === null ? [] : ["dividends"] };
    /** @type {string[]} */
    const others = [];
    const dividends = rows.flatMap((row, index) => {
        /** @type {Record<string, unknown>} */
        const members = isObject(row) ? row : {};
        const { exDate, timeToExDate, amount } = members;
        const date = typeof exDate === "string"
            ? exDate
            : typeof timeToExDate === "number" && hasTime(from)
            ? exDateAfter(from, timeToExDate)
            : null;
        if (date !== null && typeof amount === "number") {
            return [{ exDate: date, amount: String(amount), status: /** @type {const} */ ("") }];
        }
        others.push(`dividends[${index}]`);
        return [];
    });
    return { dividends, others };
}

/**
 * The commission a contract that gives the fees of the legs; empty without fees, and `null` if there is none for all.
 * @param {unknown[]} items The legs of a request.
 */
function commissionOf(items) {
    const rates = items.flatMap((leg) => {
        if (!isObject(leg) || (leg.type === "stock" && !leg.fee)) return [];
        return [leg.type === "stock" ? NaN : Number(leg.fee ?? 0) && Number(leg.fee) / Number(leg.quantity)];
    });
    const [first = 0] = rates;
    if (!rates.every((rate) => Math.abs(rate - first) <= 1e-9 * first)) return null;
    return first ? written(first) : "";
}

/**
 * Parses a request into a change of the state. `dropped` names the members that the page does not support.
 * @param {string} request
 * @returns {{change: (state: State) => void, dropped: string[]}}
 * @throws {Error} If it is not a request with legs.
 */
export function reading(request) {
    /** @type {unknown} */
    const value = JSON.parse(request);
    if (!isObject(value)) throw new Error("The request must be a JSON object.");
    if (!Array.isArray(value.legs)) throw new Error("The request must have a list “legs”.");
    /** @type {unknown[]} */
    const items = value.legs;
    /** @type {string[]} */
    const ofLegs = [];
    const legs = items.map((leg, index) => {
        if (!isObject(leg)) throw new Error(`legs[${index}] must be an object.`);
        if (leg.type !== "call" && leg.type !== "put" && leg.type !== "stock") {
            throw new Error(`legs[${index}].type must be "call", "put" or "stock".`);
        }
        if (leg.position !== "long" && leg.position !== "short") {
            throw new Error(`legs[${index}].position must be "long" or "short".`);
        }
        ofLegs.push(...Object.keys(leg).filter((name) => !legMemberNames.includes(name)).map((name) => `legs[${index}].${name}`));
        return makeLeg({
            type: leg.type,
            position: leg.position,
            strike: typed(leg.strikePrice),
            premium: typed(leg.premium),
            quantity: typed(leg.quantity),
            shares: typed(leg.sharesPerContract),
            expiration: typed(leg.expirationDate),
            ...(typed(leg.impliedVolatility) && { nowSource: "volatility", now: asPercentage(leg.impliedVolatility) }),
        });
    });
    const known = [
        "currentPrice",
        "legs",
        "valuationDate",
        "volatility",
        "riskFreeRate",
        "dividendYield",
        "exercise",
        "dividends",
        ...asked,
    ];
    const commission = commissionOf(items);
    if (commission === null) ofLegs.push("the fees of the legs");
    const dropped = [...Object.keys(value).filter((name) => !known.includes(name)), ...ofLegs];
    const valuationDate = typed(value.valuationDate);
    const from = valuationFrom(valuationDate, expirations(legs).dates[0] ?? "");
    const { dividends, others } = readDividends(value.dividends, from);
    dropped.push(...others);
    if (hasTime(valuationDate) && Date.parse(valuationDate) % 60_000 !== 0) dropped.push("the seconds of valuationDate");
    if (value.exercise !== undefined && value.exercise !== "american" && value.exercise !== "european") dropped.push("exercise");
    const change = (/** @type {State} */ state) => {
        const before = chosenDate(state, state.legs);
        Object.assign(state, {
            symbol: "",
            price: typed(value.currentPrice),
            legs,
            valuation: from,
            volatility: asPercentage(value.volatility),
            rate: asPercentage(value.riskFreeRate),
            dividendYield: asPercentage(value.dividendYield),
            commission: commission ?? "",
            exercise: value.exercise === "american" ? "american" : "",
            dividends,
            follows: "",
            date: "",
            shift: "0",
        });
        state.date = dateOfSlider(state, value.valueDates, before);
    };
    return { change, dropped };
}
