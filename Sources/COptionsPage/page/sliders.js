// The sliders of date and volatility.

import { chosenDate, expirations, valueDates } from "./dates.js";
import { h, setValue } from "./dom.js";
import { dayFrom, days, daysLeft, signedPoints } from "./text.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */

/** @param {Store} store */
export function sliderPanel(store) {
    const date = h("input", { type: "range", id: "date", min: "0", max: "1", value: "0", on: { input: () => moveDate() } });
    const dateText = h("output", { for: "date" });
    const shift = h("input", {
        type: "range",
        id: "shift",
        min: "-30",
        max: "30",
        step: "1",
        value: "0",
        on: {
            input: () =>
                store.edit((state) => {
                    state.shift = shift.value;
                }, "shift"),
        },
    });
    const shiftText = h("output", { for: "shift" });
    const reset = h("button", {
        type: "button",
        on: {
            click: () =>
                store.edit((state) => {
                    state.date = "";
                    state.shift = "0";
                }),
        },
    }, "Reset");
    const standing = h("p", { class: "standing" });
    const element = h(
        "div",
        { class: "sliders" },
        h("div", { class: "field" }, h("label", { for: "date" }, "Date ", dateText), date),
        h("div", { class: "field" }, h("label", { for: "shift" }, "Volatility ", shiftText), shift),
        reset,
        standing,
    );

    function moveDate() {
        const place = Number(date.value);
        store.edit((state) => {
            state.date = place === 0 ? "" : valueDates(state, state.legs)[place];
        }, "date");
    }

    return {
        element,
        /**
         * Shows the profit where the sliders stand.
         * @param {string} text
         */
        show(text) {
            standing.textContent = text;
        },
        /** @param {State} state */
        update(state) {
            const dates = expirations(state.legs).all ? valueDates(state, state.legs) : [];
            const [from, last] = [dates[0], dates[dates.length - 1]];
            const chosen = chosenDate(state, state.legs);
            element.hidden = !dates.length;
            date.max = String(Math.max(dates.length - 1, 1));
            setValue(date, String(Math.max(dates.indexOf(chosen), 0)));
            dateText.textContent = dates.length ? `${chosen ? dayFrom(chosen, from) : "now"}, ${daysLeft(days(chosen || from, last))}` : "";
            date.setAttribute("aria-valuetext", dateText.textContent);
            setValue(shift, state.shift);
            const points = Number(state.shift);
            shiftText.textContent = points ? `${signedPoints(points)} points` : "as it is";
            shift.setAttribute("aria-valuetext", shiftText.textContent);
            // A disabled button would lose the focus.
            reset.setAttribute("aria-disabled", String(!chosen && !points));
        },
    };
}
