// The terms of the strategy: current price, dates, volatility and rates.

import { setFollows, termsNote } from "./carry.js";
import { fill, h, labelled, setError, setValue } from "./dom.js";
import { textField } from "./fields.js";
import { termInputs } from "./messages.js";
import * as quotes from "./quotes.js";
import { today } from "./text.js";

/** @typedef {import("./messages.js").TermField} TermField */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */

/** @param {Store} store */
export function termFields(store) {
    const text = (/** @type {TermField} */ name, /** @type {import("./dom.js").Properties} */ extra = {}) =>
        textField(name, (value) => store.edit((state) => edit(state, name, value), name), extra);
    const fields = {
        price: text("price"),
        valuation: text("valuation", { inputmode: "text", placeholder: today() }),
        volatility: text("volatility"),
        rate: text("rate", { placeholder: "0" }),
        dividendYield: text("dividendYield", { placeholder: "0" }),
    };
    const note = h("p", { class: "note terms-note" });
    const follow = h("button", { type: "button", class: "link", on: { click: () => store.edit(followAll) } }, "Follow the chain");

    /** @param {State} state */
    function followAll(state) {
        setFollows(state, "volatility", true);
        setFollows(state, "dividendYield", true);
        quotes.followFirst(state);
    }

    /**
     * @param {State} state
     * @param {TermField} name
     * @param {string} value
     */
    function edit(state, name, value) {
        state[name] = value;
        if (name === "volatility" || name === "dividendYield") setFollows(state, name, false);
        // The yield that gives the forward depends on the rate.
        if (name === "rate") quotes.followRate(state);
    }

    return {
        element: h(
            "div",
            {},
            h(
                "div",
                { class: "terms" },
                labelled("Current price", fields.price),
                labelled("Valuation date", fields.valuation),
                labelled("Volatility %", fields.volatility),
                labelled("Rate %", fields.rate),
                labelled("Dividend yield %", fields.dividendYield),
            ),
            note,
        ),
        /** @param {State} state */
        update(state) {
            for (const [name, field] of Object.entries(fields)) setValue(field, state[/** @type {TermField} */ (name)]);
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
            const field = fields[/** @type {TermField} */ (termInputs[member]?.field)];
            if (field) setError(field, message);
            return Boolean(field);
        },
        clearErrors() {
            for (const field of Object.values(fields)) setError(field, null);
        },
    };
}
