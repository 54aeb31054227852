// The stored prices of each asset: their range, their gaps, and a strip of days for each year.

import * as api from "./api.js";
import { fill, h, s, setText } from "./dom.js";
import { childrenByKey } from "./keyed.js";
import { dayCount, missingText, years } from "./gaps.js";

/** @typedef {Server.AssetCoverage} Row */

/** The columns of a strip: the most trading days that a year can have; for a coin, its days. */
const columns = (/** @type {string} */ type) => (type === "coin" ? 366 : 253);

/**
 * A strip with one column for each day of a year, stored or missing.
 * @param {ReturnType<typeof years>[number]} year
 * @param {string} type Of the asset.
 */
function strip({ year, runs, stored, missing }, type) {
    let at = 0;
    const marks = runs.map(({ days, isMissing }) => {
        const mark = isMissing
            ? s("rect", { class: "gap", x: at, y: 4, width: days, height: 4 })
            : s("rect", { class: "stored", x: at, y: 0, width: days, height: 12 });
        at += days;
        return mark;
    });
    const label = `${year}: ${stored} days stored, ${missing} missing`;
    return h(
        "div",
        { class: "year" },
        h("span", {}, year),
        s("svg", { viewBox: `0 0 ${columns(type)} 12`, preserveAspectRatio: "none", role: "img", "aria-label": label }, ...marks),
        h("span", {}, `${stored}${missing ? ` · ${missing} missing` : ""}`),
    );
}

/** One asset: a line about its prices, and their years on demand. */
class Asset {
    /** @type {Row | null} */
    row = null;
    #text = h("span", {});
    #type = h("span", {});
    #days = h("span", {});
    #fetch = h("button", { type: "button", on: { click: () => this.row && this.actions.fetch(this.row) } });
    #open = h("button", { type: "button", aria: { expanded: "false" }, on: { click: () => this.#toggle() } }, "Years");
    #turn = 0;
    #missing = h("p", { class: "missing" });
    #years = h("div", { class: "years" });

    /**
     * @param {string} name
     * @param {{fetch: (row: Row) => void, report: (message: string) => void}} actions
     */
    constructor(name, actions) {
        this.actions = actions;
        this.element = h(
            "div",
            { class: "asset", data: { asset: name } },
            h("div", { class: "asset-head" }, h("strong", {}, name), this.#type, this.#days, this.#text, this.#fetch, this.#open),
            this.#missing,
            this.#years,
        );
    }

    /** @param {Row} row */
    update(row) {
        const isChanged = JSON.stringify(row) !== JSON.stringify(this.row);
        this.row = row;
        const isEmpty = row.days === 0;
        setText(this.#type, row.type);
        setText(this.#days, dayCount(row.days));
        setText(this.#text, isEmpty ? "no data" : `${row.first} to ${row.last}`);
        setText(this.#fetch, isEmpty ? "Fetch all" : "Fetch missing");
        this.#fetch.hidden = !isEmpty && !row.missingDays;
        this.#open.hidden = isEmpty;
        setText(this.#missing, missingText(row));
        this.#missing.hidden = !row.missingDays;
        if (isChanged && this.#isOpen) this.#load();
    }

    get #isOpen() {
        return this.#open.getAttribute("aria-expanded") === "true";
    }

    #toggle() {
        if (this.#isOpen) {
            this.#turn += 1;
            fill(this.#years);
            this.#open.setAttribute("aria-expanded", "false");
        } else {
            this.#load();
        }
    }

    async #load() {
        if (!this.row) return;
        const { asset, type, first, missing } = this.row;
        this.#turn += 1;
        const turn = this.#turn;
        try {
            const { prices } = await api.call("GET /api/rest/prices/{asset}", { asset, from: first ?? undefined });
            if (turn !== this.#turn) return;
            fill(this.#years, ...years(prices.map((one) => one.date), missing).map((year) => strip(year, type)));
            this.#open.setAttribute("aria-expanded", "true");
        } catch (error) {
            if (turn === this.#turn) this.actions.report(/** @type {Error} */ (error).message);
        }
    }
}

/**
 * The assets with stored prices, and those that are held or watched.
 * @param {{fetch: (row: Row) => void, report: (message: string) => void, begin: () => void}} actions
 */
export function assetList(actions) {
    const list = h("div", {});
    const empty = h(
        "p",
        { class: "note", hidden: true },
        "No prices are stored, and nothing is held or watched. ",
        h("button", { type: "button", on: { click: actions.begin } }, "Fetch a year of SPY"),
    );
    const show = childrenByKey(list, (/** @type {Row} */ row) => row.asset, ({ asset }) => new Asset(asset, actions));
    return {
        element: h("div", { class: "assets" }, list, empty),
        /** @param {Row[]} rows */
        show(rows) {
            empty.hidden = rows.length > 0;
            show(rows);
        },
    };
}
