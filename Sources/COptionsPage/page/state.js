// The user's input, and its form in the address. Numbers are kept as text, as typed.

import { isDate } from "./text.js";
import { views } from "./views.js";

/**
 * @typedef {object} Leg
 * @property {number} id Unique in this page; it is not in the address.
 * @property {boolean} isOn
 * @property {"long" | "short"} position
 * @property {"call" | "put" | "stock"} type
 * @property {string} strike
 * @property {string} expiration
 * @property {string} quantity
 * @property {string} premium
 * @property {string} shares Per contract; empty for 100, or 1 for shares.
 * @property {"own" | "mid" | "bid" | "ask"} source The source of the premium.
 * @property {string} now The price now, or the volatility in percent; empty for the premium.
 * @property {"" | "paid" | "own" | "mid" | "bid" | "ask" | "volatility"} nowSource The source of `now`: `paid` if the user chose the premium,
 * empty if the user chose nothing.
 * @property {boolean} isExample Whether the page added it, and the user has not edited it. It is not in the address.
 */

/**
 * @typedef {object} State
 * @property {string} view The name of the view that is shown.
 * @property {string} symbol
 * @property {string} price
 * @property {string} valuation
 * @property {string} volatility
 * @property {string} rate
 * @property {string} dividendYield
 * @property {string} follows The terms that follow the chain of the first expiration, separated by spaces (carry.js).
 * @property {Leg[]} legs
 * @property {Leg[]} compare
 * @property {string} date The date of the slider; empty for the valuation.
 * @property {string} shift Added to every volatility, in percentage points.
 * @property {string} overlay The greek to draw.
 * @property {"profit" | "percent" | "value"} table
 * @property {string} expiration Of the chain.
 * @property {string} asset The asset whose details are shown.
 */

let lastLeg = 0;

/**
 * @param {Partial<Leg>} [leg]
 * @returns {Leg}
 */
export function makeLeg(leg = {}) {
    lastLeg += 1;
    return {
        isOn: true,
        position: "long",
        type: "call",
        strike: "",
        expiration: "",
        quantity: "1",
        premium: "",
        shares: "",
        source: "own",
        now: "",
        nowSource: "",
        isExample: false,
        ...leg,
        id: lastLeg,
    };
}

/**
 * The legs that are switched on.
 * @param {Leg[]} legs
 */
export const active = (legs) => legs.filter((leg) => leg.isOn);

/** The members of the address that consist of one text, and their defaults. */
const texts = {
    symbol: "",
    price: "165.12",
    valuation: "",
    volatility: "",
    rate: "",
    dividendYield: "",
    follows: "",
    date: "",
    shift: "0",
    overlay: "",
    table: "profit",
    expiration: "",
    asset: "",
};

/**
 * Members of the address with few possible values.
 * @type {Record<string, (text: string) => boolean>}
 */
const choices = {
    overlay: (text) => ["", "delta", "gamma", "theta", "vega", "rho"].includes(text),
    table: (text) => ["profit", "percent", "value"].includes(text),
    follows: (text) => ["", "volatility", "dividendYield", "volatility dividendYield"].includes(text),
    date: (text) => text === "" || isDate(text),
    shift: (text) => /^-?\d{1,2}$/.test(text) && Math.abs(Number(text)) <= 30,
};

/** @returns {State} */
export function initialState() {
    return /** @type {State} */ ({
        view: views[0].name,
        ...texts,
        legs: [makeLeg({ strike: "165", premium: "9.25", isExample: true })],
        compare: [],
    });
}

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
 * Writes the state without its view.
 * @param {State} state
 */
function writeMembers(state) {
    const members = [];
    for (const [name, usual] of Object.entries(texts)) {
        const text = String(/** @type {any} */ (state)[name]);
        if (text !== usual || name === "price") members.push(`${name}=${written(text)}`);
    }
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
        } else if (Object.hasOwn(texts, name)) {
            /** @type {any} */ (state)[name] = readText(value);
        } else {
            unread.push(member);
        }
    }
    for (const [name, isGood] of Object.entries(choices)) {
        const text = /** @type {any} */ (state)[name];
        if (isGood(text)) continue;
        unread.push(`${name}=${text}`);
        /** @type {any} */ (state)[name] = /** @type {any} */ (texts)[name];
    }
    // Users write symbols in lower case; the identifiers of coins are in lower case.
    state.symbol = state.symbol.toUpperCase();
    if (!state.asset.startsWith("coin:")) state.asset = state.asset.toUpperCase();
    const problem = unread.length ? `This link has parts that this page cannot read: ${unread.join(", ")}.` : null;
    return { state, problem };
}

const newSeries = () => `${Date.now()} ${Math.random()}`;

/** The state of the page, with undo. Edits replace the address; a change of view adds to the browser's history. */
export class Store extends EventTarget {
    /**
     * The series of history entries that show one strategy. A link begins a new one; a reload continues it.
     * @type {string}
     */
    #series;

    constructor() {
        super();
        const { state, problem } = readAddress(location.hash);
        /** @type {State} */
        this.state = state;
        /** @type {string | null} */
        this.problem = problem;
        /** Whether the strategy is as the address had it: a link describes its terms completely. */
        this.isOfAddress = true;
        /** @type {State[]} */
        this.past = [];
        /** @type {State[]} */
        this.future = [];
        this.group = "";
        this.groupTime = 0;
        this.#series = history.state?.series ?? newSeries();
        this.#replace(location.href);
        addEventListener("popstate", (event) => {
            // Any other fragment is the identifier of an element on the page.
            if (location.hash !== "" && !/^#v\d/.test(location.hash)) return;
            const read = readAddress(location.hash);
            const series = event.state?.series;
            if (series === this.#series) {
                // Back changes the view only: the strategy, which may have been edited since, is kept.
                const { view, asset, symbol, expiration } = read.state;
                const isSame = symbol === this.state.symbol;
                const next = { ...this.state, view, asset, expiration: isSame ? expiration : this.state.expiration };
                this.#replace(writeAddress(next));
                this.#set(next);
                return;
            }
            this.#series = series ?? newSeries();
            this.#replace(location.href);
            this.problem = read.problem;
            this.isOfAddress = true;
            if (writeMembers(read.state) !== writeMembers(this.state)) this.#remember();
            this.#set(read.state);
        });
    }

    /**
     * Changes the input. Edits of one group within a second are undone together; those of one drag are undone together
     * regardless of the time.
     * @param {(state: State) => void} change
     * @param {string} [group]
     */
    edit(change, group = "") {
        const next = structuredClone(this.state);
        change(next);
        if (writeMembers(next) === writeMembers(this.state) && next.view === this.state.view) return;
        const now = performance.now();
        const isOver = now - this.groupTime > 1000 && !group.startsWith("drag");
        if (group === "" || group !== this.group || isOver) this.#remember();
        this.group = group;
        this.groupTime = now;
        this.future = [];
        this.#moveTo(next);
    }

    /**
     * Applies a change of the market, which is not undoable.
     * @param {(state: State) => void} change
     */
    refresh(change) {
        const next = structuredClone(this.state);
        change(next);
        if (writeMembers(next) === writeMembers(this.state)) return;
        this.#replace(writeAddress(next));
        this.#set(next);
    }

    /**
     * Reports input that could not be imported; the next edit clears the report.
     * @param {string | null} problem
     */
    report(problem) {
        this.problem = problem;
        this.dispatchEvent(new Event("change"));
    }

    undo() {
        const last = this.past.pop();
        if (!last) return false;
        this.future.push(this.state);
        this.group = "";
        this.#moveTo({ ...last });
        return true;
    }

    redo() {
        const next = this.future.pop();
        if (!next) return false;
        this.past.push(this.state);
        this.group = "";
        this.#moveTo({ ...next });
        return true;
    }

    /**
     * @param {string} view
     * @param {string} [asset]
     */
    show(view, asset = this.state.asset) {
        if (view === this.state.view && asset === this.state.asset) return;
        const next = { ...this.state, view, asset };
        history.pushState({ series: this.#series }, "", writeAddress(next));
        this.#set(next);
    }

    /** Keeps the present state for undo. */
    #remember() {
        this.past.push(this.state);
        if (this.past.length > 200) this.past.shift();
        this.future = [];
        this.group = "";
    }

    /** @param {string} address */
    #replace(address) {
        history.replaceState({ series: this.#series }, "", address);
    }

    /** @param {State} next */
    #moveTo(next) {
        const address = writeAddress(next);
        if (next.view === this.state.view) this.#replace(address);
        else history.pushState({ series: this.#series }, "", address);
        this.problem = null;
        this.isOfAddress = false;
        this.#set(next);
    }

    /** @param {State} next */
    #set(next) {
        this.state = next;
        this.dispatchEvent(new Event("change"));
    }
}
