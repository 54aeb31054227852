// The choices of the table of profits: its rows, columns and the step of its prices.

import { choice, labelled, setError, setValue } from "./dom.js";
import { onArrows, textField } from "./fields.js";
import { columnCounts, rowCounts, tableStep } from "./range.js";
import { stepped } from "./strikes.js";

/** @typedef {import("./store.js").Store} Store */

/** @param {Store} store */
export function tableControls(store) {
    const count = (/** @type {"rows" | "columns"} */ name, /** @type {readonly string[]} */ counts) =>
        choice(
            Object.fromEntries(counts.map((one) => [one, one])),
            (value) =>
                store.edit((state) => {
                    state[name] = value;
                }),
            { name: `table-${name}` },
        );
    const rows = count("rows", rowCounts);
    const columns = count("columns", columnCounts);
    const step = textField("table-step", (value) => setStep(() => value));
    onArrows(step, (sign, times) =>
        setStep((now) => {
            const unit = 10 ** Math.floor(Math.log10(now) + 1e-9);
            return stepped(String(now), sign * times * unit, unit);
        }));

    /** @param {(now: number) => string} next */
    function setStep(next) {
        store.edit((state) => {
            state.step = next(tableStep(state));
        }, "step of the table");
    }

    return {
        elements: [
            labelled("Rows", rows, { class: "inline" }),
            labelled("Columns", columns, { class: "inline" }),
            labelled("Step $", step, { class: "inline table-step" }),
        ],
        update() {
            const { state } = store;
            setValue(rows, state.rows);
            setValue(columns, state.columns);
            setValue(step, state.step);
            step.placeholder = String(tableStep(state));
            const isWrong = state.step.trim() !== "" && !(Number(state.step) > 0 && Number(state.step) < Infinity);
            setError(step, isWrong ? "The step must be a number greater than 0." : null);
        },
    };
}
