// The sliders of date and volatility.

import { h, setValue } from "./dom.js";
import * as requests from "./request.js";
import { dayFrom } from "./results.js";
import { adding, days, daysLeft, isDate } from "./text.js";

/** @typedef {import("./state.js").Store} Store */
/** @typedef {import("./state.js").State} State */

/** @param {Store} store */
export function sliderPanel(store) {
    const date = h("input", { type: "range", id: "date", min: "0", max: "1", value: "0", on: { input: () => moveDate() } });
    const dateText = h("output", { for: "date" });
    const shift = h("input", {
        type: "range", id: "shift", min: "-30", max: "30", step: "1", value: "0",
        on: { input: () => store.edit((state) => { state.shift = shift.value; }, "shift") },
    });
    const shiftText = h("output", { for: "shift" });
    const reset = h("button", { type: "button", on: { click: () => store.edit((state) => { state.date = ""; state.shift = "0"; }) } }, "Reset");
    const element = h(
        "div", { class: "sliders" },
        h("div", { class: "field" }, h("label", { for: "date" }, "Date ", dateText), date),
        h("div", { class: "field" }, h("label", { for: "shift" }, "Volatility ", shiftText), shift), reset);

    function moveDate() {
        const from = requests.valuation(store.state).slice(0, 10);
        const place = Number(date.value);
        store.edit((state) => { state.date = place === 0 ? "" : adding(from, place); }, "date");
    }

    return {
        element,
        /** @param {State} state */
        update(state) {
            const { all, dates } = requests.expirations(state.legs);
            const from = requests.valuation(state).slice(0, 10);
            const length = all && isDate(from) ? days(from, dates[0]) : 0;
            element.hidden = length < 1;
            date.max = String(Math.max(length, 1));
            const place = state.date && isDate(from) ? Math.min(Math.max(days(from, state.date), 0), length) : 0;
            setValue(date, String(place));
            dateText.textContent = place ? `${dayFrom(state.date, from)}, ${daysLeft(length - place)}` : length ? `now, ${daysLeft(length)}` : "";
            date.setAttribute("aria-valuetext", dateText.textContent);
            setValue(shift, state.shift);
            const points = Number(state.shift);
            shiftText.textContent = points ? `${points > 0 ? "+" : "−"}${Math.abs(points)} points` : "as it is";
            shift.setAttribute("aria-valuetext", shiftText.textContent);
            reset.disabled = !state.date && !points;
        },
    };
}
