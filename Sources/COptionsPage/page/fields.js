// Fields for numbers, which are kept as typed.

import { h } from "./dom.js";

/**
 * Calls an action for the arrow keys up and down: with their sign, and ten times with Shift.
 * @param {HTMLElement} field
 * @param {(sign: number, times: number, event: KeyboardEvent) => void} action
 */
export function onArrows(field, action) {
    field.addEventListener("keydown", (event) => {
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        event.preventDefault();
        action(event.key === "ArrowUp" ? 1 : -1, event.shiftKey ? 10 : 1, event);
    });
}

/**
 * A text field for a number.
 * @param {string} name
 * @param {(value: string) => void} edit
 * @param {import("./dom.js").Properties} [extra]
 */
export function textField(name, edit, extra = {}) {
    /** @type {HTMLInputElement} */
    const field = h("input", {
        type: "text",
        name,
        autocomplete: "off",
        inputmode: "decimal",
        spellcheck: "false",
        ...extra,
        on: { input: () => edit(field.value) },
    });
    return field;
}

/**
 * A button that does what an arrow key does in a field. It is for the pointer only.
 * @param {HTMLElement} field
 * @param {string} text
 * @param {string} key
 */
const stepButton = (field, text, key) =>
    h("button", {
        type: "button",
        tabindex: "-1",
        aria: { hidden: "true" },
        on: { click: (event) => field.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: event.shiftKey, cancelable: true })) },
    }, text);

/**
 * Puts a field between buttons that step it down and up.
 * @param {HTMLElement} field
 */
export function addSteps(field) {
    const place = h("div", { class: "stepper" });
    field.before(place);
    place.append(stepButton(field, "−", "ArrowDown"), field, stepButton(field, "+", "ArrowUp"));
}
