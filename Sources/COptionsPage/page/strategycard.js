// The card of the strategy: its terms and legs, what is wrong with them, and the dialogs about it.

import { expirations } from "./dates.js";
import { announce, h, show } from "./dom.js";
import { legList } from "./legs.js";
import { moveStrikes } from "./moves.js";
import * as quotes from "./quotes.js";
import { scale, shiftExpirations } from "./reshape.js";
import { makeLeg } from "./state.js";
import { termFields } from "./terms.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./evaluation.js").Evaluation} Evaluation */
/** @typedef {import("./messages.js").Problem} Problem */

/** The dialogs, whose modules are loaded after the first result. */
const dialogs = {
    presets: async () => (await import("./presets.js")).showPresets,
    request: async () => (await import("./exchange.js")).showRequest,
    trade: async () => (await import("./trades/entry.js")).showEntry,
};

/**
 * Compares the strategy with a copy of itself, or stops comparing.
 * @param {Store} store
 */
export const toggleComparison = (store) =>
    store.edit((state) => {
        state.compare = state.compare.length ? [] : structuredClone(state.legs);
    });

export class StrategyCard {
    #problem = h("p", { class: "problem", role: "alert", hidden: true });
    #legProblem = h("p", { class: "problem", role: "alert", hidden: true });
    #refresh = h("button", { type: "button", id: "refresh", on: { click: () => this.#fetchQuotes() } }, "Fetch the quotes again");
    #compare = h("button", { type: "button", id: "compare", on: { click: () => toggleComparison(this.store) } });
    /** The stock, and the first and the last expiration whose chains the terms follow. */
    #followed = "";

    /**
     * @param {Store} store
     * @param {() => Evaluation | null} answered The evaluation of the present strategy; `null` without one.
     */
    constructor(store, answered) {
        this.store = store;
        this.answered = answered;
        this.terms = termFields(store);
        this.legs = legList(store, (leg, to) => moveStrikes(store, [leg.id], Number(leg.strike), to, true, "together"));
        const button = (
            /** @type {string} */ text,
            /** @type {() => void} */ click,
            /** @type {import("./dom.js").Properties} */ extra = {},
        ) => h("button", { type: "button", ...extra, on: { click } }, text);
        this.element = h(
            "section",
            { class: "card inputs", aria: { labelledby: "strategy-title" } },
            h(
                "div",
                { class: "card-head" },
                h("h1", { id: "strategy-title" }, "Strategy"),
                button("Strategies…", () => this.#openDialog(dialogs.presets), { class: "primary" }),
                button("Save as trade", () => this.#openDialog(dialogs.trade)),
                button("Show the request", () => this.#openDialog(dialogs.request)),
                this.#compare,
            ),
            this.#problem,
            this.terms.element,
            this.legs.element,
            this.#legProblem,
            h(
                "div",
                { class: "actions" },
                button("Add a leg", () => this.#addLeg(), { id: "add-leg" }),
                button("Narrower", () => this.#reshape("narrower"), { title: "Strikes nearer together" }),
                button("Wider", () => this.#reshape("wider"), { title: "Strikes further apart" }),
                button("Earlier", () => this.#reshape("earlier"), { title: "The expirations before" }),
                button("Later", () => this.#reshape("later"), { title: "The next expirations" }),
                this.#refresh,
            ),
        );
        // Then they open at once, also without a connection.
        setTimeout(() => [dialogs.presets, dialogs.request].forEach((load) => load().catch(() => null)), 600);
    }

    update() {
        const { state } = this.store;
        this.terms.update(state);
        this.legs.update();
        this.#refresh.hidden = !state.symbol;
        this.#compare.textContent = state.compare.length ? "Stop comparing" : "Compare";
        this.#followTerms(state);
    }

    /** Moves the focus to the button that compares. */
    focusComparison() {
        this.#compare.focus();
    }

    clearErrors() {
        show(this.#problem, null);
        show(this.#legProblem, null);
        this.legs.clearErrors();
        this.terms.clearErrors();
    }

    /**
     * Shows a message at the field of its member.
     * @param {Problem} problem
     * @returns {boolean} Whether there is such a field.
     */
    markField({ leg, member, message }) {
        return leg ? this.legs.showError(leg, member, message) : this.terms.showError(member, message);
    }

    /**
     * Shows what is wrong, at its field or above or below the legs.
     * @param {Problem} problem
     * @param {boolean} isOfLegs
     * @param {string} [sentence] Without a field.
     */
    showProblem(problem, isOfLegs, sentence = problem.message) {
        this.clearErrors();
        if (!this.markField(problem)) show(isOfLegs ? this.#legProblem : this.#problem, sentence);
    }

    /**
     * Lets the terms follow the chains of another first or last expiration. Those of a link stay as they are.
     * @param {State} state
     */
    #followTerms({ symbol, legs, follows }) {
        const { dates } = expirations(legs);
        const [first] = dates;
        const followed = `${symbol} ${first} ${dates.at(-1)}`;
        if (followed === this.#followed) return;
        this.#followed = followed;
        if (!this.store.isOfAddress && symbol && first && follows) quotes.followTerms(this.store);
    }

    /** @param {() => Promise<(store: Store, answered: Evaluation | null) => void>} load */
    async #openDialog(load) {
        const open = await load().catch(() => null);
        if (open) open(this.store, this.answered());
        else show(this.#problem, "This dialog could not be loaded. Reload the page to try again.");
    }

    #addLeg() {
        this.store.edit((state) => {
            const last = state.legs[state.legs.length - 1];
            const leg = makeLeg({ expiration: last?.expiration ?? "", strike: last?.strike ?? "" });
            quotes.followMid(state.symbol, leg);
            state.legs.push(leg);
        });
        this.legs.focusLast();
    }

    /** @param {"narrower" | "wider" | "earlier" | "later"} how */
    #reshape(how) {
        const ways = {
            narrower: (/** @type {State} */ state) => scale(state, 0.8),
            wider: (/** @type {State} */ state) => scale(state, 1.25),
            earlier: (/** @type {State} */ state) => shiftExpirations(state, -1, this.legs.dates()),
            later: (/** @type {State} */ state) => shiftExpirations(state, 1, this.legs.dates()),
        };
        let isMoved = false;
        this.store.edit((state) => {
            isMoved = ways[how](state);
        });
        if (isMoved) quotes.follow(this.store);
        announce(isMoved ? `The strategy is ${how}.` : `The strategy cannot be ${how}.`);
    }

    async #fetchQuotes() {
        try {
            await quotes.refetch(this.store);
        } catch (error) {
            show(this.#problem, /** @type {Error} */ (error).message);
        }
    }
}
