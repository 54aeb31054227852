// The controls of the finder's form.

import { choice, h } from "../dom.js";
import { objectiveNames } from "./words.js";

/** @type {Record<import("./request.js").Outlook, string>} */
export const outlooks = { rises: "Rises", falls: "Falls", calm: "Stays calm", moves: "Moves far", target: "Reaches a price" };

/** @type {Record<import("./request.js").Protection, string>} */
export const protections = { puts: "puts", putSpreads: "put spreads", collars: "collars" };

/**
 * Buttons of which one is pressed, the first one at the beginning.
 * @template {string} Name
 * @param {string} label
 * @param {Record<Name, string>} names
 * @param {(name: Name) => void} changed
 */
export function pressed(label, names, changed) {
    const keys = /** @type {Name[]} */ (Object.keys(names));
    let [value] = keys;
    const buttons = keys.map((name) =>
        h("button", { type: "button", data: { choice: name }, on: { click: () => set(name) } }, names[name])
    );
    const mark = () => buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(keys[index] === value)));

    /** @param {Name} name */
    function set(name) {
        value = name;
        mark();
        changed(name);
    }
    mark();
    return {
        element: h("div", { class: "tabs", role: "group", aria: { label } }, ...buttons),
        get value() {
            return value;
        },
        /** @param {string} name One that is no choice is ignored. */
        press(name) {
            const known = keys.find((key) => key === name);
            if (known) set(known);
        },
    };
}

const text = (/** @type {string} */ name, /** @type {import("../dom.js").Properties} */ extra = {}) =>
    h("input", { type: "text", name, autocomplete: "off", inputmode: "decimal", spellcheck: "false", ...extra });

/**
 * A box that is checked.
 * @param {string} name
 * @param {string} label
 */
export function check(name, label) {
    const box = h("input", { type: "checkbox", name, checked: true });
    return { box, element: h("label", { class: "choice" }, box, label) };
}

export const pair = (/** @type {HTMLElement[]} */ ...children) => h("div", { class: "pair" }, ...children);
export const stack = (/** @type {HTMLElement[]} */ ...children) => h("div", { class: "stack" }, ...children);

/**
 * @param {(date: string) => void} expire
 * @param {() => void} arrange
 */
export const makeFields = (expire, arrange) => ({
    expiration: choice({ "": "–" }, expire, { name: "expiration" }),
    also: choice({ "0": "no other date", "1": "the next one", "2": "the next two" }, () => null, { name: "also" }),
    mean: text("mean"),
    volatility: text("volatility"),
    target: text("target"),
    targetDate: h("input", { type: "date", name: "targetDate" }),
    maxLoss: text("maxLoss", { placeholder: "no limit", value: "500" }),
    capital: text("capital", { placeholder: "no limit" }),
    chance: text("chance", { placeholder: "any", value: "40" }),
    across: choice({ "": "one date", two: "two dates: calendars" }, arrange, { name: "across" }),
    legs: choice({ "1": "1", "2": "2", "3": "3", "4": "4" }, () => null, { name: "legs", value: "4" }),
    objective: choice(objectiveNames, () => null, { name: "objective" }),
    against: choice({ "": "nothing", ...objectiveNames }, () => null, { name: "against" }),
    shares: text("shares", { value: "200" }),
    cost: text("cost", { placeholder: "any cost" }),
});
