// The strategy in the address: a link is a complete description of it.

import { terms } from "./carry.js";
import { columnCounts, rowCounts, typedRange } from "./range.js";
import { initialState, makeLeg, texts } from "./state.js";
import { isDate } from "./text.js";
import { views } from "./views.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./state.js").Dividend} Dividend */

/** @typedef {keyof typeof texts} TextName */

const textNames = /** @type {TextName[]} */ (Object.keys(texts));

/**
 * Members of the address with few possible values.
 * @type {[TextName, (text: string) => boolean][]}
 */
const choices = [
    ["overlay", (text) => ["", "delta", "gamma", "theta", "vega", "rho"].includes(text)],
    ["range", (text) => text === "" || typedRange(text) !== null],
    ["rows", (text) => rowCounts.some((count) => count === text)],
    ["columns", (text) => columnCounts.some((count) => count === text)],
    ["table", (text) => ["profit", "percent", "value"].includes(text)],
    ["exercise", (text) => ["", "american"].includes(text)],
    ["follows", (text) => terms.filter((term) => text.split(" ").includes(term)).join(" ") === text],
    ["date", (text) => text === "" || isDate(text)],
    ["shift", (text) => /^-?\d{1,2}$/.test(text) && Math.abs(Number(text)) <= 30],
];

/** @param {string} text */
const written = (text) => encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":");

/** @param {string} text */
function readText(text) {
    try {
        return decodeURIComponent(text.replaceAll("+", " "));
    } catch {
        return text;
    }
}

/**
 * Writes a leg: `long,1,call,165@9.25,2026-12-18`; a leg that is switched off begins with `off`. A price now other than the premium
 * follows: `now=mid:8.4`, `now=volatility:25`.
 * @param {Leg} leg
 */
function writeLeg(leg) {
    const words = leg.isOn ? [] : ["off"];
    words.push(leg.position, written(leg.quantity), leg.type);
    words.push(`${leg.type === "stock" ? "" : written(leg.strike)}@${written(leg.premium)}`);
    if (leg.expiration) words.push(written(leg.expiration));
    if (leg.shares) words.push(`shares=${written(leg.shares)}`);
    if (leg.source !== "own") words.push(leg.source);
    if (leg.nowSource) words.push(`now=${leg.nowSource}${leg.now ? `:${written(leg.now)}` : ""}`);
    return words.join(",");
}

/**
 * Parses the output of `writeLeg`; `null` if it is not a leg.
 * @param {string} text
 * @returns {Leg | null}
 */
function readLeg(text) {
    const words = text.split(",");
    const leg = makeLeg();
    if (words[0] === "off") {
        leg.isOn = false;
        words.shift();
    }
    const [position, quantity, type, prices, ...rest] = words;
    if (position !== "long" && position !== "short") return null;
    if (type !== "call" && type !== "put" && type !== "stock") return null;
    const [strike, premium = "", ...more] = (prices ?? "").split("@");
    if (more.length) return null;
    Object.assign(leg, {
        position,
        type,
        quantity: readText(quantity),
        strike: readText(strike),
        premium: readText(premium),
    });
    for (const word of rest) {
        if (word === "mid" || word === "bid" || word === "ask") leg.source = word;
        else if (word.startsWith("shares=")) leg.shares = readText(word.slice("shares=".length));
        else if (word.startsWith("now=")) {
            const [, source, now = ""] = /^now=(paid|own|mid|bid|ask|volatility)(?::(.*))?$/.exec(word) ?? [];
            if (!source) return null;
            Object.assign(leg, { nowSource: source, now: readText(now) });
        } else if (leg.expiration) return null;
        else leg.expiration = readText(word);
    }
    return leg;
}

/**
 * Writes a dividend: `2026-12-11@0.24,estimated`.
 * @param {Dividend} dividend
 */
const writeDividend = ({ exDate, amount, status }) => `${written(exDate)}@${written(amount)}${status && `,${status}`}`;

/**
 * Parses the output of `writeDividend`; `null` if it is not a dividend.
 * @param {string} text
 * @returns {Dividend | null}
 */
function readDividend(text) {
    const [, exDate, amount, status = ""] = /^([^@,]*)@([^@,]*)(?:,(declared|estimated))?$/.exec(text) ?? [];
    if (exDate === undefined) return null;
    return { exDate: readText(exDate), amount: readText(amount), status: /** @type {Dividend["status"]} */ (status) };
}

/**
 * Writes the state without its view.
 * @param {State} state
 */
export function writeMembers(state) {
    const members = [];
    for (const name of textNames) {
        const text = state[name];
        if (name === "find" && state.view !== "finder") continue;
        if (text !== texts[name] || name === "price") members.push(`${name}=${written(text)}`);
    }
    for (const dividend of state.dividends) members.push(`dividend=${writeDividend(dividend)}`);
    for (const leg of state.legs) members.push(`leg=${writeLeg(leg)}`);
    for (const leg of state.compare) members.push(`compare=${writeLeg(leg)}`);
    return members.join("&");
}

/**
 * Writes the fragment of the address.
 * @param {State} state
 */
export function writeAddress(state) {
    return `#v1/${state.view}?${writeMembers(state)}`;
}

/**
 * Parses a fragment. An empty one is the initial state.
 * @param {string} fragment
 * @returns {{state: State, problem: string | null}}
 */
export function readAddress(fragment) {
    const state = initialState();
    const text = fragment.replace(/^#/, "");
    if (text === "") return { state, problem: null };
    const [place, ...rest] = text.split("?");
    const members = rest.join("?");
    const [version, ...path] = place.split("/");
    const view = path.join("/");
    if (version !== "v1") {
        return { state, problem: `This link has the version “${version}”, which this page cannot read. It shows an example instead.` };
    }
    /** @type {string[]} */
    const unread = [];
    const known = views.find(({ name }) => name === view);
    if (known) state.view = known.name;
    else if (view) unread.push(view);
    if (members !== "") state.legs = [];
    for (const member of members.split("&").filter(Boolean)) {
        const place = member.indexOf("=");
        const name = member.slice(0, Math.max(place, 0));
        const value = member.slice(place + 1);
        if (name === "leg" || name === "compare") {
            const leg = readLeg(value);
            if (leg) (name === "leg" ? state.legs : state.compare).push(leg);
            else unread.push(member);
        } else if (name === "dividend") {
            const dividend = readDividend(value);
            if (dividend) state.dividends.push(dividend);
            else unread.push(member);
        } else if (Object.hasOwn(texts, name)) {
            Object.assign(state, { [name]: readText(value) });
        } else {
            unread.push(member);
        }
    }
    for (const [name, isGood] of choices) {
        const text = state[name];
        if (isGood(text)) continue;
        unread.push(`${name}=${text}`);
        Object.assign(state, { [name]: texts[name] });
    }
    // Users write symbols in lower case; the identifiers of coins are in lower case.
    state.symbol = state.symbol.toUpperCase();
    if (!state.asset.startsWith("coin:")) state.asset = state.asset.toUpperCase();
    const problem = unread.length ? `This link has parts that this page cannot read: ${unread.join(", ")}.` : null;
    return { state, problem };
}
