// The strategy that another one is compared with: its numbers, and the table of both.

import { Failure } from "./api.js";
import { daysToFirst } from "./dates.js";
import { fill, h } from "./dom.js";
import { evaluate } from "./evaluation.js";
import { marginTexts } from "./margin.js";
import { inWords } from "./messages.js";
import * as quotes from "./quotes.js";
import * as results from "./results.js";
import { placeOfSliders } from "./standing.js";
import { makeLeg } from "./state.js";
import { inputProblem } from "./validation.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */

/**
 * The numbers of the strategy that is compared, or why it has none.
 * @param {State} state
 * @param {import("./evaluation.js").Calculate} calculate
 */
export async function compared(state, calculate) {
    const none = (/** @type {string} */ reason) => ({ answer: null, shown: null, market: null, reason });
    const terms = quotes.withTermsOf(state, state.compare);
    const problem = inputProblem(terms, state.compare);
    if (problem) return none(problem.message);
    return await evaluate(terms, state.compare, calculate, quotes.distributionOf(state, state.compare)).catch((error) => {
        if (!(error instanceof Failure)) throw error;
        return none(inWords(error, terms, state.compare).sentence);
    });
}

/**
 * @param {Store} store
 * @param {() => void} remove
 */
export function comparisonCard(store, remove) {
    const table = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "The two strategies" } });
    const note = h("p", { class: "note" });
    const swap = () =>
        store.edit((state) => {
            [state.legs, state.compare] = [state.compare, state.legs].map((legs) => legs.map(({ id: _, ...leg }) => makeLeg(leg)));
        });
    const element = h(
        "section",
        { class: "card", hidden: true },
        h(
            "div",
            { class: "card-head" },
            h("h2", { id: "compare-title" }, "Comparison"),
            h("button", { type: "button", on: { click: swap } }, "Swap"),
            h("button", { type: "button", on: { click: remove } }, "Remove"),
        ),
        table,
        note,
    );
    return {
        element,
        /** @param {import("./builder.js").Outcome} outcome */
        show({ state, own, other }) {
            element.hidden = !other;
            if (!other) return;
            const places = [state.legs, state.compare].map((legs) => placeOfSliders(state, legs));
            const margins = [own.answer, other.answer].map((answer, index) =>
                answer ? marginTexts(answer, daysToFirst(state, index ? state.compare : state.legs)) : []
            );
            fill(table, other.shown ? results.comparison(own, other, places, margins) : "");
            note.textContent = other.reason;
        },
    };
}
