// The builder: the user edits a strategy, the server computes it, and the page shows the result.

import * as api from "./api.js";
import { chosenDate, datesOf, expirations, tableDates, valuation } from "./dates.js";
import { announce, fill, h, show } from "./dom.js";
import { evaluate, lacking } from "./evaluation.js";
import { legList } from "./legs.js";
import { diagramCard } from "./diagramcard.js";
import { Countdown } from "./loading.js";
import { inWords } from "./messages.js";
import * as quotes from "./quotes.js";
import * as requests from "./request.js";
import * as results from "./results.js";
import { sliderPanel } from "./sliders.js";
import { lowestNote, placeOfSliders, shiftNote, standing } from "./standing.js";
import { active, makeLeg } from "./state.js";
import { movedStrikes, nearest, onStep, strikeStep } from "./strikes.js";
import { profitTable } from "./table.js";
import { termFields } from "./terms.js";
import { inputProblem } from "./validation.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./evaluation.js").Evaluation} Evaluation */

/**
 * The numbers that the server computed for a state.
 * @typedef {object} Outcome
 * @property {State} state
 * @property {Evaluation} own
 * @property {Evaluation | {answer: null, shown: null, reason: string} | null} other That of the strategy it is compared with; `null` without one.
 */

/**
 * The members of a state on which its numbers depend, and the terms of the strategy that it is compared with.
 * @param {State} state
 */
export function question(state) {
    const { volatility, dividendYield } = state.compare.length ? quotes.withTermsOf(state, state.compare) : state;
    return JSON.stringify([
        state.price,
        state.valuation,
        state.volatility,
        state.rate,
        state.dividendYield,
        state.legs,
        state.compare,
        state.date,
        state.shift,
        volatility,
        dividendYield,
    ]);
}

/**
 * The numbers of the strategy that is compared, or why it has none.
 * @param {State} state
 * @param {import("./evaluation.js").Calculate} calculate
 */
async function compared(state, calculate) {
    const none = (/** @type {string} */ reason) => ({ answer: null, shown: null, reason });
    const terms = quotes.withTermsOf(state, state.compare);
    const problem = inputProblem(terms, state.compare);
    if (problem) return none(problem.message);
    return await evaluate(terms, state.compare, calculate).catch((error) => none(inWords(error, terms, state.compare).sentence));
}

/** The dialogs, whose modules are loaded after the first result. */
const dialogs = {
    presets: async () => (await import("./presets.js")).showPresets,
    request: async () => (await import("./exchange.js")).showRequest,
};

class Builder {
    #problem = h("p", { class: "problem", role: "alert", hidden: true });
    #legProblem = h("p", { class: "problem", role: "alert", hidden: true });
    #staleNote = h("p", { class: "stale-note", role: "status", hidden: true });
    #headline = h("div", { class: "headline-place" });
    #numbers = h("div", { class: "numbers" });
    #greeks = h("div", { class: "greeks-place" });
    #comparison = h("section", { class: "card", hidden: true });
    #refresh = h("button", { type: "button", id: "refresh", on: { click: () => this.#fetchQuotes() } }, "Fetch the quotes again");
    #compare = h("button", { type: "button", id: "compare", on: { click: () => this.#toggleComparison() } });
    /** @type {Outcome | null} */
    #outcome = null;
    #asking = new AbortController();
    #asked = "";
    /** The stock and the first expiration whose chain the terms follow. */
    #followed = "";
    #waiting = 0;
    #saying = 0;
    #countdown = new Countdown();
    #tableCountdown = new Countdown();

    /** @param {Store} store */
    constructor(store) {
        this.store = store;
        this.terms = termFields(store);
        this.legs = legList(store, (leg, to) => this.#move([leg.id], Number(leg.strike), to, true, "together"));
        this.table = profitTable(store);
        this.sliders = sliderPanel(store);
        this.picture = diagramCard(store, {
            snap: (price) => this.#snap(price),
            onMove: (...move) => this.#move(...move),
        }, this.sliders.element);
        this.results = h(
            "div",
            { class: "results" },
            this.#staleNote,
            this.#headline,
            this.picture.element,
            this.#numbers,
            this.#comparison,
            this.table.element,
            this.#greeks,
        );
        const button = (
            /** @type {string} */ text,
            /** @type {() => void} */ click,
            /** @type {import("./dom.js").Properties} */ extra = {},
        ) => h("button", { type: "button", ...extra, on: { click } }, text);
        this.element = h(
            "div",
            { class: "builder" },
            h(
                "section",
                { class: "card inputs", aria: { labelledby: "strategy-title" } },
                h(
                    "div",
                    { class: "card-head" },
                    h("h1", { id: "strategy-title" }, "Strategy"),
                    button("Strategies…", () => this.#openDialog(dialogs.presets), { class: "primary" }),
                    button("Show the request", () => this.#openDialog(dialogs.request)),
                    this.#compare,
                ),
                this.#problem,
                this.terms.element,
                this.legs.element,
                this.#legProblem,
                h("p", { class: "actions" }, button("Add a leg", () => this.#addLeg(), { id: "add-leg" }), this.#refresh),
            ),
            this.results,
        );
        addEventListener("online", () => this.#ask());
        // Then they open at once, also without a connection.
        setTimeout(() => Object.values(dialogs).forEach((load) => load().catch(() => null)), 600);
        quotes.arrivals.addEventListener("change", () => {
            if (store.state.view === "builder") this.update();
        });
    }

    update() {
        const { state } = this.store;
        // Sends the request first, so that the server computes while the fields are updated.
        if (question(state) !== this.#asked) {
            this.#asked = question(state);
            this.#ask();
        } else if (this.#outcome) {
            this.picture.draw(this.#outcome);
        }
        this.terms.update(state);
        this.legs.update();
        this.table.update();
        this.sliders.update(state);
        this.picture.update();
        this.#refresh.hidden = !state.symbol;
        this.#compare.textContent = state.compare.length ? "Stop comparing" : "Compare";
        this.#followTerms(state);
    }

    /**
     * Lets the terms follow the chain of another first expiration. Those of a link stay as they are.
     * @param {State} state
     */
    #followTerms({ symbol, legs, follows }) {
        const [first] = expirations(legs).dates;
        const followed = `${symbol} ${first}`;
        if (followed === this.#followed) return;
        this.#followed = followed;
        if (!this.store.isOfAddress && symbol && first && follows) quotes.followTerms(this.store);
    }

    /** @param {() => Promise<(store: Store, answered: Evaluation | null) => void>} load */
    async #openDialog(load) {
        const open = await load().catch(() => null);
        if (open) open(this.store, this.#answered());
        else show(this.#problem, "This dialog could not be loaded. Reload the page to try again.");
    }

    /** The evaluation of the present strategy; `null` without one. */
    #answered() {
        return this.#outcome && question(this.#outcome.state) === question(this.store.state) ? this.#outcome.own : null;
    }

    #addLeg() {
        this.store.edit((state) => {
            const last = state.legs[state.legs.length - 1];
            const leg = makeLeg({ expiration: last?.expiration ?? "", strike: last?.strike ?? "" });
            quotes.followMid(state.symbol, leg);
            state.legs.push(leg);
        });
        const strikes = this.legs.element.querySelectorAll("input[name=strike]");
        /** @type {HTMLElement | undefined} */ (strikes[strikes.length - 1])?.focus();
    }

    async #fetchQuotes() {
        try {
            await quotes.refetch(this.store);
        } catch (error) {
            show(this.#problem, /** @type {Error} */ (error).message);
        }
    }

    #toggleComparison() {
        this.store.edit((state) => {
            state.compare = state.compare.length ? [] : structuredClone(state.legs);
        });
    }

    /** @param {number} price */
    #snap(price) {
        const { symbol, legs, price: current } = this.store.state;
        const listed = quotes.strikes(symbol, datesOf(legs)[0] ?? "");
        return listed.length ? nearest(listed, price) : onStep(price, strikeStep(Number(current) || price));
    }

    /**
     * @param {number[]} moved
     * @param {number} from
     * @param {number} to
     * @param {boolean} isTogether
     * @param {string} group The undo group of the edits.
     * @returns {boolean} Whether the strikes were moved; a move that would make one negative is ignored.
     */
    #move(moved, from, to, isTogether, group) {
        const { store } = this;
        const wanted = movedStrikes(store.state.legs, moved, from, to, isTogether);
        if (!wanted) return false;
        store.edit((state) => {
            for (const leg of state.legs.filter((leg) => leg.type !== "stock")) {
                const strike = wanted.get(leg.id);
                if (strike !== undefined) leg.strike = String(moved.includes(leg.id) ? strike : this.#snap(strike));
                leg.isExample = false;
                quotes.price(state.symbol, leg);
                quotes.mark(state, leg);
            }
        }, group);
        quotes.follow(store);
        return true;
    }

    #clearErrors() {
        show(this.#problem, null);
        show(this.#legProblem, null);
        this.legs.clearErrors();
        this.terms.clearErrors();
    }

    /**
     * Shows a message at the field of its member.
     * @param {import("./messages.js").Problem} problem
     * @returns {boolean} Whether there is such a field.
     */
    #markField({ leg, member, message }) {
        return leg ? this.legs.showError(leg, member, message) : this.terms.showError(member, message);
    }

    /** @param {string | null} note */
    #markStale(note) {
        this.results.classList.toggle("stale", note !== null && this.#outcome !== null);
        show(this.#staleNote, note === null ? null : this.#outcome ? `${note} Below is the last result.` : note);
    }

    async #ask() {
        const { state } = this.store;
        this.#asking.abort();
        this.#asking = new AbortController();
        this.#countdown.stop();
        this.#tableCountdown.stop();
        clearTimeout(this.#waiting);
        const problem = inputProblem(state, state.legs);
        if (problem) {
            this.legs.update();
            this.#clearErrors();
            if (!this.#markField(problem)) show(this.#legProblem, problem.message);
            this.#markStale(problem.message);
            return;
        }
        const { signal } = this.#asking;
        const calculate = (/** @type {string} */ request) => api.calculate(request, signal);
        this.#waiting = window.setTimeout(() => {
            if (!signal.aborted) this.#markStale("Computing …");
        }, 200);
        try {
            const [own, other] = await Promise.all([
                evaluate(state, state.legs, calculate),
                state.compare.length ? compared(state, calculate) : null,
            ]);
            if (signal.aborted) return;
            clearTimeout(this.#waiting);
            this.#outcome = { state, own, other };
            this.#clearErrors();
            for (const note of own.notes) this.#markField(note);
            this.#markStale(null);
            this.#render(this.#outcome);
            await this.#askScenarios(this.#outcome, signal);
        } catch (error) {
            if (signal.aborted) return;
            clearTimeout(this.#waiting);
            if (error instanceof api.Failure) this.#fail(error, state);
            else throw error;
        }
    }

    /**
     * @param {api.Failure} failure
     * @param {State} state
     */
    #fail(failure, state) {
        const { message, isRefusal, status, retryAfter } = failure;
        if (isRefusal) {
            this.#clearErrors();
            const problem = inWords(failure, state, state.legs);
            if (!this.#markField(problem)) show(failure.path.startsWith("legs") ? this.#legProblem : this.#problem, problem.sentence);
            this.#markStale("The strategy cannot be computed as it is.");
            return;
        }
        this.#markStale(message);
        this.#countdown.start(this.#staleNote, retryAfter ?? (status === 0 ? 5 : 10), () => this.#ask());
    }

    /**
     * Requests the table.
     * @param {Outcome} outcome
     * @param {AbortSignal} signal
     */
    async #askScenarios(outcome, signal) {
        const { state, own: { answer, reason, volatilities, shown: { metrics } } } = outcome;
        const { table } = this;
        this.#tableCountdown.stop();
        const dates = answer.valueCurves ? tableDates(state, state.legs) : [];
        if (!dates.length) {
            table.show(null, metrics, reason ?? lacking(state.legs, "profits by date"));
            return;
        }
        try {
            const { scenarios } = await api.scenario(
                requests.scenario(state, state.legs, requests.tableShifts, dates, volatilities),
                signal,
            );
            if (signal.aborted) return;
            const note = shiftNote(Number(state.shift), answer.conventions);
            table.show(scenarios, metrics, note, chosenDate(state, state.legs));
        } catch (error) {
            if (signal.aborted) return;
            const failure = /** @type {api.Failure} */ (error);
            if (failure.isRefusal) {
                table.show(null, metrics, inWords(failure, state, state.legs).sentence);
                return;
            }
            table.fail(failure.message);
            this.#tableCountdown.start(table.note, failure.retryAfter ?? 10, () => this.#askScenarios(outcome, signal));
        }
    }

    /** @param {Outcome} outcome */
    #render(outcome) {
        const { state, own: { answer, shown, reason } } = outcome;
        // A payoff alone does not depend on the sliders.
        const place = shown === answer ? "" : placeOfSliders(state, state.legs);
        const text = standing(state, state.legs, shown);
        fill(this.#headline, results.headline(shown, "Result", place));
        this.picture.draw(outcome);
        this.sliders.show([text, place && lowestNote(Number(state.shift), answer.conventions)].filter(Boolean).join(". "));
        fill(this.#numbers, results.chances(shown, reason ?? lacking(state.legs, "values before it, chances and greeks"), place));
        fill(this.#greeks, results.greeks(shown, active(state.legs), valuation(state), place));
        clearTimeout(this.#saying);
        this.#saying = window.setTimeout(() => announce(`${place && `${text}. `}${results.summary(shown)}`), 1000);
        this.#renderComparison(outcome);
    }

    /** @param {Outcome} outcome */
    #renderComparison({ state, own, other }) {
        this.#comparison.hidden = !other;
        if (!other) return;
        const places = [state.legs, state.compare].map((legs) => placeOfSliders(state, legs));
        const swap = () =>
            this.store.edit((state) => {
                [state.legs, state.compare] = [state.compare, state.legs].map((legs) => legs.map(({ id: _, ...leg }) => makeLeg(leg)));
            });
        const remove = () => {
            this.#toggleComparison();
            this.#compare.focus();
        };
        fill(
            this.#comparison,
            h(
                "div",
                { class: "card-head" },
                h("h2", { id: "compare-title" }, "Comparison"),
                h("button", { type: "button", on: { click: swap } }, "Swap"),
                h("button", { type: "button", on: { click: remove } }, "Remove"),
            ),
            h(
                "div",
                { class: "scroll", tabindex: "0", role: "region", aria: { label: "The two strategies" } },
                other.shown ? results.comparison(own.shown, other.shown, places) : "",
            ),
            h("p", { class: "note" }, other.reason ?? ""),
        );
    }
}

/** @param {Store} store */
export const builderView = (store) => new Builder(store);
