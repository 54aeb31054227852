// The JSON requests of a strategy. Numbers are inserted as typed: the server validates them.

import { sessions } from "./calendar.js";
import { makeLeg } from "./state.js";
import { days, isDate, percentage, today } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Writes a typed text as JSON: a number if it is one, otherwise a string, which the server refuses with the name of its member.
 * @param {string} text
 */
export function jsonValue(text) {
    let word = text.trim().replace(/^\+/, "").replace("−", "-");
    if (/^-?\./.test(word)) word = word.replace(".", "0.");
    if (/^-?\d+\.$/.test(word)) word = word.slice(0, -1);
    return number.test(word) ? word : JSON.stringify(text.trim());
}

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
 * A volatility as it is written in requests. Twelve digits survive the conversion to percent and back.
 * @param {number} value
 */
export const written = (value) => String(Number(value.toPrecision(12)));

/**
 * @param {Leg} leg
 * @param {string} [volatility]
 * @param {string} [at] The date from which years are written in place of the expiration.
 */
function legMembers(leg, volatility, at) {
    const members = [`"type": "${leg.type}"`, `"position": "${leg.position}"`];
    if (leg.type !== "stock" && leg.strike.trim()) members.push(`"strikePrice": ${jsonValue(leg.strike)}`);
    if (leg.premium.trim()) members.push(`"premium": ${jsonValue(leg.premium)}`);
    if (leg.quantity.trim()) members.push(`"quantity": ${jsonValue(leg.quantity)}`);
    if (leg.shares.trim()) members.push(`"sharesPerContract": ${jsonValue(leg.shares)}`);
    if (leg.type !== "stock" && leg.expiration.trim()) {
        const date = leg.expiration.trim();
        members.push(at ? `"timeToExpiration": ${days(at, date) / 365}` : `"expirationDate": ${JSON.stringify(date)}`);
    }
    if (volatility !== undefined) members.push(`"impliedVolatility": ${volatility}`);
    return `{${members.join(", ")}}`;
}

/**
 * The legs that are switched on.
 * @param {Leg[]} legs
 */
export const active = (legs) => legs.filter((leg) => leg.isOn);

/**
 * The first and the last expiration of the options that are switched on.
 * @param {Leg[]} legs
 */
export function expirations(legs) {
    const dates = active(legs).filter((leg) => leg.type !== "stock").map((leg) => leg.expiration.trim());
    return { all: dates.length > 0 && dates.every(isDate), dates: [...new Set(dates.filter(isDate))].sort() };
}

/**
 * The valuation date: the typed one, or today.
 * @param {State} state
 */
export const valuation = (state) => state.valuation.trim() || today();

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
    const written = active(legs).map((leg) => legMembers(leg, volatilities.get(leg.id), at));
    members.push(["legs", written.length ? `[\n    ${written.join(",\n    ")}\n  ]` : "[]"]);
    if (active(legs).some((leg) => leg.type !== "stock" && leg.expiration.trim())) {
        members.push(["valuationDate", JSON.stringify(valuation(state))]);
    }
    if (state.volatility.trim()) members.push(["volatility", asDecimal(state.volatility)]);
    if (state.rate.trim()) members.push(["riskFreeRate", asDecimal(state.rate)]);
    if (state.dividendYield.trim()) members.push(["dividendYield", asDecimal(state.dividendYield)]);
    return members;
}

/**
 * A percentage as a decimal: the point moves two places, digit by digit.
 * @param {string} text
 */
export function asDecimal(text) {
    const word = jsonValue(text.replace("%", ""));
    return word.startsWith('"') ? word : /e/i.test(word) ? String(Number(word) / 100) : shifted(word);
}

/** @param {string} word */
function shifted(word) {
    const sign = word.startsWith("-") ? "-" : "";
    const [units, fraction = ""] = word.replace("-", "").split(".");
    const digits = units.padStart(3, "0");
    const result = `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`.replace(/^0+(?=\d)/, "").replace(/\.?0*$/, "");
    return sign + (result || "0");
}

/** @param {[string, string][]} members */
const text = (members) => `{\n  ${members.map(([name, value]) => `"${name}": ${value}`).join(",\n  ")}\n}`;

/**
 * The dates at which a strategy can be valued: the valuation, the trading days after it, and the first expiration. Empty without an
 * expiration after the valuation.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function valueDates(state, legs) {
    const from = valuation(state).slice(0, 10);
    const [first] = expirations(legs).dates;
    return isDate(from) && first > from ? sessions(from, first) : [];
}

/**
 * The date of the slider: the last of the dates at which the strategy can be valued that is not after the chosen one; empty if that is the
 * valuation.
 * @param {State} state
 * @param {Leg[]} legs
 */
export const chosenDate = (
    state,
    legs,
) => (state.date ? valueDates(state, legs).slice(1).filter((date) => date <= state.date).at(-1) ?? "" : "");

/**
 * The dates of the lines before expiration: the valuation, and the date of the slider, or else the one in the middle.
 * @param {State} state
 */
export function lineDates(state, legs = state.legs) {
    const from = valuation(state);
    const { dates } = expirations(legs);
    if (!isDate(from.slice(0, 10)) || !dates.length) return [];
    const all = valueDates(state, legs);
    const chosen = chosenDate(state, legs);
    // On the day of the first expiration, the line at expiration takes the place of this one.
    if (chosen === dates[0]) return [from];
    return [from, chosen || (all.length > 2 ? all[Math.floor((all.length - 1) / 2)] : "")].filter(Boolean);
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
    // The payoff of one expiration does not depend on its date, which may be past. The model's premium does.
    const { all, dates } = expirations(legs);
    const isTimeless = depth === "payoff" && all && dates.length === 1 && active(legs).every((leg) => leg.premium.trim());
    const members = beginning(state, isTimeless ? legs.map((leg) => ({ ...leg, expiration: "" })) : legs, volatilities);
    const include = ["strategyName"];
    if (depth !== "payoff") {
        include.push("greeks", "value", "valueCurves");
        if (depth === "everything") include.push("probability", "curveDetails");
        const dates = lineDates(state, legs);
        if (dates.length) members.push(["valueDates", JSON.stringify(dates)]);
        members.push(["greekUnits", '"market"']);
        if (depth === "everything") members.push(["standardDeviations", "[1, 2]"]);
    }
    members.push(["include", JSON.stringify(include)]);
    return text(members);
}

/**
 * The request at the date and the volatility of the sliders: each leg has the volatility that it has now, plus that of the slider. `null`
 * if the sliders are not moved.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {any} conventions Those of the response of now.
 */
export function atSliders(state, legs, conventions) {
    const date = chosenDate(state, legs);
    const shift = Number(state.shift) / 100;
    if (!date && !shift) return null;
    /** @type {Volatilities} */
    const volatilities = new Map();
    active(legs).forEach((leg, index) => {
        const now = conventions.legs[index];
        if (now) volatilities.set(leg.id, written(Math.max(now.impliedVolatility + shift, 0)));
    });
    // On the day of an expiration, no date of the contract precedes it.
    const isExpired = date === expirations(legs).dates[0];
    const members = beginning({ ...state, valuation: date || state.valuation, volatility: "" }, legs, volatilities, isExpired ? date : "");
    const include = ["strategyName", "greeks", "value"];
    if (conventions.volatility !== undefined) {
        members.push(["volatility", written(Math.max(conventions.volatility + shift, 1e-6))], ["standardDeviations", "[1, 2]"]);
        include.push("probability", "curveDetails");
    }
    if (!isExpired) {
        members.push(["valueDates", JSON.stringify([date || valuation(state)])]);
        include.push("valueCurves");
    }
    members.push(["greekUnits", '"market"'], ["include", JSON.stringify(include)]);
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
 * The first missing input; `null` if nothing is missing. An option without a premium gets the model's, if its time and the volatility are
 * given.
 * @param {State} state
 * @param {Leg[]} legs
 * @returns {{leg: Leg | null, member: string, message: string} | null}
 */
export function missing(state, legs) {
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

/** The prices of the table, as fractions of the current one. */
export const tableShifts = [0.3, 0.2, 0.15, 0.1, 0.075, 0.05, 0.025, 0, -0.025, -0.05, -0.075, -0.1, -0.15, -0.2, -0.3];

/**
 * The dates of the table: about six, from the valuation to the first expiration, and that of the slider.
 * @param {State} state
 * @param {Leg[]} legs
 */
export function tableDates(state, legs) {
    const all = valueDates(state, legs);
    if (!all.length) return [];
    const last = all.length - 1;
    const columns = Math.min(last, 5);
    const spread = Array.from({ length: columns }, (_, index) => all[Math.round((last * (index + 1)) / columns)]);
    const dates = new Set([...spread, chosenDate(state, legs)].filter(Boolean));
    return [valuation(state), ...[...dates].sort()];
}

/**
 * The request of `POST /options/scenario`.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {number[]} spotShifts
 * @param {string[]} dates
 * @param {Volatilities} volatilities
 */
export function scenario(state, legs, spotShifts, dates, volatilities) {
    const members = beginning(state, legs, volatilities);
    const shift = asDecimal(state.shift || "0");
    members.push([
        "scenarioGrid",
        `{"spotShifts": ${JSON.stringify(spotShifts)}, "volatilityShifts": [${shift}], "dates": ${JSON.stringify(dates)}}`,
    ]);
    return text(members);
}

/**
 * The equivalent `curl` command.
 * @param {string} request
 */
export function curl(request) {
    const token = sessionStorage.getItem("options-token") ? ` -H "Authorization: Bearer $OPTIONS_TOKEN"` : "";
    const quoted = request.replaceAll("'", "'\\''");
    return `curl -s ${location.origin}/api/rest/options/calculate -H 'Content-Type: application/json'${token} -d '${quoted}'`;
}

/**
 * The equivalent program with the library.
 * @param {string} request
 */
export function swift(request) {
    return [
        "import OptionsAnalytics",
        "",
        'let request = #"""',
        ...request.split("\n").map((line) => `    ${line}`),
        '    """#',
        "let response = try JSONContract.calculate(Array(request.utf8))",
        "print(String(decoding: response, as: UTF8.self))",
        "",
    ].join("\n");
}

/** The members that the page adds to a request. */
const asked = ["include", "valueDates", "greekUnits", "standardDeviations"];
const legMemberNames = [
    "type",
    "position",
    "strikePrice",
    "premium",
    "quantity",
    "sharesPerContract",
    "expirationDate",
    "impliedVolatility",
];

/** @param {any} value */
const typed = (value) => (value === null || value === undefined ? "" : String(value));

/**
 * A decimal as a percentage.
 * @param {any} value
 */
const asPercentage = (value) => typeof value === "number" ? percentage(value) : typed(value);

/**
 * Parses a request into a change of the state. `dropped` names the members that the page does not support.
 * @param {string} request
 * @returns {{change: (state: State) => void, dropped: string[]}}
 * @throws {Error} If it is not a request with legs.
 */
export function reading(request) {
    const value = JSON.parse(request);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("The request must be a JSON object.");
    if (!Array.isArray(value.legs)) throw new Error("The request must have a list “legs”.");
    const legs = value.legs.map((/** @type {any} */ leg, /** @type {number} */ index) => {
        if (typeof leg !== "object" || leg === null) throw new Error(`legs[${index}] must be an object.`);
        if (leg.type !== "call" && leg.type !== "put" && leg.type !== "stock") {
            throw new Error(`legs[${index}].type must be "call", "put" or "stock".`);
        }
        if (leg.position !== "long" && leg.position !== "short") {
            throw new Error(`legs[${index}].position must be "long" or "short".`);
        }
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
    const known = ["currentPrice", "legs", "valuationDate", "volatility", "riskFreeRate", "dividendYield", ...asked];
    const dropped = Object.keys(value).filter((name) => !known.includes(name));
    value.legs.forEach((/** @type {any} */ leg, /** @type {number} */ index) => {
        for (const name of Object.keys(leg)) if (!legMemberNames.includes(name)) dropped.push(`legs[${index}].${name}`);
    });
    const change = (/** @type {State} */ state) => {
        Object.assign(state, {
            symbol: "",
            price: typed(value.currentPrice),
            legs,
            valuation: typed(value.valuationDate),
            volatility: asPercentage(value.volatility),
            rate: asPercentage(value.riskFreeRate),
            dividendYield: asPercentage(value.dividendYield),
            follows: "",
            date: "",
            shift: "0",
        });
        // The second date is that of the slider, unless it is the default date that the page adds.
        const [, second] = Array.isArray(value.valueDates) ? value.valueDates : [];
        if (typeof second === "string" && isDate(second) && second !== lineDates(state)[1]) state.date = second;
    };
    return { change, dropped };
}
