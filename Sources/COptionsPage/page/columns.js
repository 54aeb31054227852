// The columns of the chain: their texts, and the choice that the browser keeps.

import { h } from "./dom.js";
import { count, fixed, percent, price } from "./text.js";

/**
 * The title of a column, and its text for an option.
 * @type {Record<string, [string, (option: Server.ChainContract) => string]>}
 */
export const columns = {
    last: ["Last", (option) => price(option.last)],
    volume: ["Volume", (option) => count(option.volume)],
    openInterest: ["Open interest", (option) => count(option.openInterest)],
    gamma: ["Gamma", (option) => fixed(option.greeks?.gamma, 4)],
    theta: ["Theta", (option) => fixed(option.greeks?.theta, 3)],
    vega: ["Vega", (option) => fixed(option.greeks?.vega, 3)],
    rho: ["Rho", (option) => fixed(option.greeks?.rho, 3)],
    delta: ["Delta", (option) => fixed(option.greeks?.delta, 3)],
    vendorVolatility: ["Vendor’s vol.", (option) => percent(option.vendorVolatility)],
    impliedVolatility: ["Volatility", (option) => percent(option.impliedVolatility)],
    midpoint: ["Mid", (option) => price(option.midpoint)],
    bid: ["Bid", (option) => price(option.bid)],
    ask: ["Ask", (option) => price(option.ask)],
};

const storedName = "options-chain-columns";

/**
 * The known ones of some columns, in the order of the table.
 * @param {string[]} names
 */
export const ordered = (names) => Object.keys(columns).filter((name) => names.includes(name));

/**
 * The columns of the puts, which are those of the calls in reverse order. But bid precedes ask on both sides.
 * @param {string[]} names
 */
export function mirrored(names) {
    const result = [...names].reverse();
    const [bid, ask] = [result.indexOf("bid"), result.indexOf("ask")];
    if (bid >= 0 && ask >= 0 && ask < bid) [result[bid], result[ask]] = ["ask", "bid"];
    return result;
}

/** @returns {string[]} */
export function rememberedColumns() {
    try {
        const names = JSON.parse(localStorage.getItem(storedName) ?? "null");
        if (Array.isArray(names)) return ordered(names);
    } catch { /* Unreadable: the usual columns. */ }
    // A narrow screen has room for bid and ask only, on both sides.
    return matchMedia("(max-width: 600px)").matches ? ["bid", "ask"] : ["delta", "impliedVolatility", "bid", "ask"];
}

/**
 * A box for each column.
 * @param {string[]} chosen
 * @param {(names: string[]) => void} changed
 */
export function columnChooser(chosen, changed) {
    const boxes = Object.entries(columns).map(([name, [title]]) => ({
        name,
        title,
        box: h("input", { type: "checkbox", checked: chosen.includes(name), on: { change } }),
    }));

    function change() {
        const names = boxes.filter(({ box }) => box.checked).map(({ name }) => name);
        localStorage.setItem(storedName, JSON.stringify(names));
        changed(names);
    }

    const fields = h(
        "fieldset",
        { class: "columns" },
        h("legend", {}, "Columns"),
        ...boxes.map(({ box, title }) => h("label", {}, box, ` ${title}`)),
    );
    return h("details", { class: "chooser" }, h("summary", {}, "Columns"), fields);
}
