// The builder: the user edits a strategy, the server computes it, and the page shows the result.

import * as api from "./api.js";
import { isBlank, missingText } from "./beginnings.js";
import { chances } from "./chances.js";
import { compared, comparisonCard } from "./comparison.js";
import { chosenDate, daysToFirst, tableDates, valuation } from "./dates.js";
import { diagramCard } from "./diagramcard.js";
import { announce, fill, frame, h, show } from "./dom.js";
import { evaluate, lacking, scenarioOf } from "./evaluation.js";
import { Countdown } from "./loading.js";
import { marginTexts } from "./margin.js";
import { inWords } from "./messages.js";
import { moveStrikes, snap } from "./moves.js";
import * as quotes from "./quotes.js";
import * as requests from "./request.js";
import * as results from "./results.js";
import { tablePrices } from "./range.js";
import { sliderPanel } from "./sliders.js";
import { assumptions, lowestNote, placeOfSliders, shiftNote, standing } from "./standing.js";
import { active, feesOf } from "./state.js";
import { StrategyCard, toggleComparison } from "./strategycard.js";
import { surroundings } from "./surroundings.js";
import { profitTable } from "./table.js";
import { inputProblem } from "./validation.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./evaluation.js").Evaluation} Evaluation */

/**
 * The numbers that the server computed for a state.
 * @typedef {object} Outcome
 * @property {State} state
 * @property {Evaluation} own
 * @property {Evaluation | {answer: null, shown: null, market: null, reason: string} | null} other That of the strategy it is compared with; `null` without one.
 */

/**
 * The members of a state on which its numbers depend, the distribution of the market, and both of the strategy that it is compared with.
 * @param {State} state
 */
export function question(state) {
    const terms = (
        /** @type {State} */ { volatility, rate, dividendYield, exercise, dividends },
    ) => [volatility, rate, dividendYield, exercise, dividends];
    return JSON.stringify([
        state.price,
        state.valuation,
        state.commission,
        state.legs,
        state.compare,
        state.date,
        state.shift,
        state.range,
        terms(state),
        quotes.distributionOf(state),
        state.compare.length ? [terms(quotes.withTermsOf(state, state.compare)), quotes.distributionOf(state, state.compare)] : null,
    ]);
}

/**
 * The members of a state on which its table depends in addition.
 * @param {State} state
 */
const tableQuestion = ({ rows, columns, step }) => JSON.stringify([rows, columns, step]);

/**
 * Where the sliders stand; empty for now, and for a payoff alone, which does not depend on them.
 * @param {Outcome} outcome
 */
const placeOf = ({ state, own: { answer, shown } }) => (shown === answer ? "" : placeOfSliders(state, state.legs));

class Builder {
    #staleNote = h("p", { class: "stale-note", role: "status", hidden: true });
    #headline = h("div", { class: "headline-place result" });
    #numbers = h("div", { class: "numbers result" });
    #greeks = h("div", { class: "greeks-place" });
    /** @type {Outcome | null} */
    #outcome = null;
    #asking = new AbortController();
    #asked = "";
    #tableAsked = "";
    #waiting = 0;
    #saying = 0;
    #countdown = new Countdown();
    #tableCountdown = new Countdown();

    /** @param {Store} store */
    constructor(store) {
        this.store = store;
        this.inputs = new StrategyCard(store, () => this.#answered());
        this.table = profitTable(store);
        this.sliders = sliderPanel(store);
        this.picture = diagramCard(store, {
            snap: (price) => snap(store.state, price),
            onMove: (...move) => moveStrikes(store, ...move),
        }, this.sliders.element);
        this.comparison = comparisonCard(store, () => {
            toggleComparison(store);
            this.inputs.focusComparison();
        });
        this.surroundings = surroundings();
        // On a narrow screen, the stage stays above the legs; on a wide one, the whole side stays beside them.
        this.element = h(
            "div",
            { class: "builder" },
            h(
                "div",
                { class: "desk" },
                h(
                    "div",
                    { class: "work" },
                    this.inputs.element,
                    h(
                        "div",
                        { class: "side" },
                        h("div", { class: "stage" }, this.#staleNote, this.#headline, this.picture.element),
                        this.picture.tools,
                    ),
                ),
                this.#numbers,
            ),
            h("div", { class: "more result" }, this.comparison.element, this.table.element, this.#greeks, this.surroundings.element),
        );
        addEventListener("online", () => this.#ask());
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
            if (tableQuestion(state) !== this.#tableAsked) this.#askScenarios({ ...this.#outcome, state }, this.#asking.signal);
        }
        this.inputs.update();
        this.table.update();
        this.sliders.update(state);
        this.picture.update();
    }

    /** The evaluation of the present strategy; `null` without one. */
    #answered() {
        return this.#outcome && question(this.#outcome.state) === question(this.store.state) ? this.#outcome.own : null;
    }

    /** @param {string | null} note */
    #markStale(note) {
        this.element.classList.toggle("stale", note !== null && this.#outcome !== null);
        show(this.#staleNote, note === null ? null : this.#outcome ? `${note} Below is the last result.` : note);
    }

    /** A new strategy has no result yet, and nothing is wrong with it. */
    #showNothing() {
        this.#outcome = null;
        this.element.classList.add("blank");
        this.inputs.clearErrors();
        this.#markStale(missingText(this.store.state));
    }

    async #ask() {
        const { state } = this.store;
        this.#asking.abort();
        this.#asking = new AbortController();
        this.#countdown.stop();
        this.#tableCountdown.stop();
        clearTimeout(this.#waiting);
        if (isBlank(state.legs)) {
            this.#showNothing();
            return;
        }
        const problem = inputProblem(state, state.legs);
        if (problem) {
            this.inputs.legs.update();
            this.inputs.showProblem(problem, true);
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
                evaluate(state, state.legs, calculate, quotes.distributionOf(state)),
                state.compare.length ? compared(state, calculate) : null,
            ]);
            if (signal.aborted) return;
            clearTimeout(this.#waiting);
            const outcome = { state, own, other };
            this.#outcome = outcome;
            this.element.classList.remove("blank");
            this.inputs.clearErrors();
            for (const note of own.notes) this.inputs.markField(note);
            this.#markStale(null);
            this.#show(outcome);
            // The rest would delay the frame that shows the diagram.
            await frame();
            if (this.#outcome === outcome) this.#showRest(outcome);
            if (signal.aborted) return;
            await this.#askScenarios(outcome, signal);
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
        const { message, path, isRefusal, status, retryAfter } = failure;
        if (isRefusal) {
            const problem = inWords(failure, state, state.legs);
            this.inputs.showProblem(problem, path.startsWith("legs"), problem.sentence);
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
        const { state, own: { answer, reason, shown: { metrics } } } = outcome;
        const least = requests.leastVolatility(state, state.legs);
        const { table } = this;
        this.#tableAsked = tableQuestion(state);
        this.#tableCountdown.stop();
        const dates = answer.valueCurves ? tableDates(state, state.legs) : [];
        const prices = tablePrices(state);
        if (!dates.length) {
            table.show(null, metrics, reason ?? lacking(state.legs, "profits by date"));
            return;
        }
        try {
            const { scenarios } = await api.scenario(scenarioOf(state, outcome.own, prices, dates), signal);
            if (signal.aborted || tableQuestion(state) !== this.#tableAsked) return;
            const note = shiftNote(Number(state.shift), answer.conventions, least);
            // The request states prices as changes, and the valuation as 0 years.
            table.show({ ...scenarios, dates, stockPrices: prices }, metrics, note, chosenDate(state, state.legs));
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

    /**
     * Draws the headline, the diagram and the line below the sliders.
     * @param {Outcome} outcome
     */
    #show(outcome) {
        const { state, own: { answer, shown, market } } = outcome;
        const place = placeOf(outcome);
        const margin = marginTexts(answer, daysToFirst(state, state.legs));
        fill(this.#headline, results.headline(shown, market, "Result", place, margin, feesOf(state, state.legs)));
        this.picture.draw(outcome);
        const note = place && lowestNote(Number(state.shift), answer.conventions, requests.leastVolatility(state, state.legs));
        this.sliders.show([standing(state, state.legs, shown), note].filter(Boolean).join(". "));
    }

    /** @param {Outcome} outcome */
    #showRest(outcome) {
        const { state, own: { shown, market, reason } } = outcome;
        const place = placeOf(outcome);
        const missing = reason ?? lacking(state.legs, "values before it, chances and greeks");
        fill(this.#numbers, chances(shown, market, missing, place, assumptions(state, state.legs)));
        fill(this.#greeks, results.greeks(shown, active(state.legs), valuation(state), place));
        clearTimeout(this.#saying);
        const text = place && `${standing(state, state.legs, shown)}. `;
        this.#saying = window.setTimeout(() => announce(`${text}${results.summary(shown)}`), 1000);
        this.comparison.show(outcome);
        this.surroundings.show(outcome);
    }
}

/** @param {Store} store */
export const builderView = (store) => new Builder(store);
