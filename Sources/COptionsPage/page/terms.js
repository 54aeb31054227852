// The terms of the strategy: current price, dates, volatility and rates, exercise and dividends, and the commission.

import { setFollows, terms, termsNote } from "./carry.js";
import { dividendRows } from "./dividendrows.js";
import { choice, fill, h, labelled, setError, setValue } from "./dom.js";
import { textField } from "./fields.js";
import { termInputs } from "./messages.js";
import * as quotes from "./quotes.js";
import { today } from "./text.js";

/** @typedef {import("./messages.js").TermField} TermField */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */

/** @param {Store} store */
export function termFields(store) {
    const text = (/** @type {Exclude<TermField, "exercise">} */ name, /** @type {import("./dom.js").Properties} */ extra = {}) =>
        textField(
            name,
            (value) =>
                edit(name, (state) => {
                    state[name] = value;
                }, name),
            extra,
        );
    const fields = {
        price: text("price"),
        valuation: text("valuation", { inputmode: "text", placeholder: today() }),
        volatility: text("volatility"),
        rate: text("rate", { placeholder: "0" }),
        dividendYield: text("dividendYield", { placeholder: "0" }),
        commission: text("commission", { placeholder: "0" }),
        exercise: choice({ "": "European", american: "American" }, (value) =>
            edit("exercise", (state) => {
                state.exercise = value;
            }), { name: "exercise" }),
    };
    const dividends = dividendRows((change, group) => edit("dividends", (state) => change(state.dividends), group));
    const note = h("p", { class: "note terms-note" });
    const follow = h("button", { type: "button", class: "link", on: { click: () => store.edit(followAll) } }, "Follow the chain");

    /** @param {State} state */
    function followAll(state) {
        for (const term of terms) setFollows(state, term, true);
        quotes.followFirst(state);
    }

    /**
     * @param {TermField | "dividends"} name
     * @param {(state: State) => void} change
     * @param {string} [group]
     */
    function edit(name, change, group) {
        store.edit((state) => {
            change(state);
            const term = terms.find((term) => term === name);
            if (term) setFollows(state, term, false);
            // The yield that gives the forward depends on the rate and on the dividends.
            if (["rate", "exercise", "dividends"].includes(name)) quotes.followYield(state);
        }, group);
    }

    return {
        element: h(
            "div",
            {},
            h(
                "div",
                { class: "terms" },
                labelled("Current price", fields.price),
                labelled("Valuation date", fields.valuation, { class: "valuation" }),
                labelled("Volatility %", fields.volatility),
                labelled("Rate %", fields.rate),
                labelled("Dividend yield %", fields.dividendYield),
                labelled("Exercise", fields.exercise),
                labelled("Commission $", fields.commission),
            ),
            dividends.element,
            note,
        ),
        /** @param {State} state */
        update(state) {
            for (const [name, field] of Object.entries(fields)) setValue(field, state[/** @type {TermField} */ (name)]);
            dividends.update(state);
            const { text, canFollow } = termsNote(state, quotes.chainsOf(state));
            fill(note, text, canFollow && " ", canFollow && follow);
            note.hidden = !text;
        },
        /**
         * Shows a message at the field of a member; returns whether there is such a field.
         * @param {string} member
         * @param {string} message
         */
        showError(member, message) {
            if (member.startsWith("dividends")) {
                dividends.showError(member, message);
                return true;
            }
            const field = fields[/** @type {TermField} */ (termInputs[member]?.field ?? member)];
            if (field) setError(field, message);
            return Boolean(field);
        },
        clearErrors() {
            for (const field of Object.values(fields)) setError(field, null);
            dividends.clearErrors();
        },
    };
}
