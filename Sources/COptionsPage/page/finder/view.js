// The finder: the best of all combinations of a chain for an outlook and a budget, or for shares that are held.

import * as api from "../api.js";
import { usualExpiration } from "../beginnings.js";
import { atTheMoney } from "../carry.js";
import { announce, fill, h, setValue, show } from "../dom.js";
import { InputProblem } from "../inputs.js";
import { openLegs } from "../opening.js";
import * as quotes from "../quotes.js";
import { amount, dateInNewYork, instant } from "../text.js";
import { readSearch, writeSearch } from "./address.js";
import { answerTable } from "./answers.js";
import { FinderForm } from "./form.js";
import { frontDiagram } from "./front.js";
import { legsOf } from "./opening.js";
import { findRequest } from "./request.js";
import { find, hintPart, progressPart } from "./searching.js";
import { examinedText, objectivesText, titleOf } from "./words.js";

/** @typedef {import("../store.js").Store} Store */

/** The place of the answers: the front, the strategy that is chosen on it, and the table. */
class Answers {
    /** @type {Server.FindResponse | null} */
    #answer = null;
    #note = h("p", { class: "note" });
    #front = frontDiagram((found) => this.#choose(found));
    #frontCard = h(
        "section",
        { class: "card", hidden: true, aria: { labelledby: "front-title" } },
        h("h2", { id: "front-title" }, "What one costs of the other"),
        this.#front.element,
    );
    #chosen = h("p", { class: "taken", hidden: true });
    #table = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Strategies that were found" } });
    #card = h("section", { class: "card", hidden: true }, this.#note, this.#table);
    elements = [this.#frontCard, this.#card];

    /** @param {(found: Server.FoundStrategy) => void} open */
    constructor(open) {
        this.open = open;
        this.#frontCard.append(this.#chosen);
    }

    /** @param {Server.FoundStrategy} found */
    #choose(found) {
        const title = titleOf(found, /** @type {Server.FindResponse} */ (this.#answer));
        this.#front.mark(found.rank);
        this.#chosen.hidden = false;
        const open = h("button", { type: "button", class: "primary", on: { click: () => this.open(found) } }, "Open in the builder");
        fill(this.#chosen, h("span", {}, h("strong", {}, title), ` ${objectivesText(found.objectives)}`), open);
        for (const row of this.#table.querySelectorAll("tr")) row.classList.toggle("chosen", row.dataset.rank === String(found.rank));
        announce(`${title} is chosen`);
    }

    clear() {
        for (const element of this.elements) element.hidden = true;
    }

    /**
     * @param {Server.FindResponse} answer
     * @param {number} fee The commission of each contract.
     */
    show(answer, fee) {
        const { strategies, asOf, source, stale } = answer;
        this.#answer = answer;
        this.#card.hidden = false;
        const commission = fee ? ` With a commission of ${amount(fee)} a contract.` : "";
        this.#note.textContent = `${examinedText(answer)} Quotes of ${instant(asOf)} · ${source}${stale ? " · old" : ""}.${commission}`;
        fill(this.#table, strategies.length || answer.holdings ? answerTable(answer, this.open) : "");
        this.#frontCard.hidden = !answer.front || strategies.length < 2;
        this.#chosen.hidden = true;
        this.#front.mark(0);
        this.#front.show(answer.front ? strategies.map((found) => ({ ...found, title: titleOf(found, answer) })) : []);
    }
}

class Finder {
    #symbol = "";
    /** The search in the address, as it was read or written last. */
    #written = "";
    /** The stock of the builder that the finder has taken over. */
    #adopted = "";
    /** @type {import("./request.js").Market | null} */
    #market = null;
    #searching = new AbortController();
    #loading = 0;
    /** Ends when the market of the form is there, for which a search waits. */
    #ready = Promise.resolve();
    #status = h("p", { class: "stale-note", role: "status", hidden: true });
    #progress = progressPart();
    #hint = hintPart();

    /** @param {Store} store */
    constructor(store) {
        this.store = store;
        this.form = new FinderForm({
            choose: async (symbol) => {
                await this.#begin(symbol);
                this.#remember();
            },
            expire: (date) => {
                this.#ready = this.#load(date);
            },
            search: () => this.#search(),
            stop: () => this.#stop("Stopped. Above are the best so far."),
            changed: () => this.#remember(),
        });
        this.answers = new Answers((found) => this.#open(found));
        /** @type {Server.FindResponse | null} */
        this.answer = null;
        this.element = h(
            "div",
            { class: "finder" },
            h("h1", { class: "unseen" }, "Finder"),
            this.form.element,
            h("div", { class: "stack" }, this.#hint, this.#progress.element, this.#status, ...this.answers.elements),
        );
    }

    enter() {
        const { symbol, find } = this.store.state;
        if (find !== this.#written) {
            this.#adopted = symbol;
            this.update();
            return;
        }
        const next = symbol && symbol !== this.#adopted ? symbol : this.#symbol || "SPY";
        this.#adopted = symbol;
        if (next !== this.#symbol || !this.#market) this.#begin(next);
    }

    /** Fills the form from an address that another search has. */
    update() {
        const { find } = this.store.state;
        if (find === this.#written) return;
        this.#written = find;
        const entries = readSearch(find);
        this.form.restore(entries);
        this.#begin((entries.ticker ?? "SPY").toUpperCase(), entries);
    }

    /** Writes the form to the address. */
    #remember() {
        this.#written = writeSearch({ ticker: this.#symbol, ...this.form.entries() });
        this.store.refresh((state) => {
            state.find = this.#written;
        });
    }

    /**
     * @param {string} symbol
     * @param {Record<string, string>} [entries] Those of the address.
     */
    #begin(symbol, entries = {}) {
        this.#ready = this.#take(symbol, entries);
        return this.#ready;
    }

    /**
     * @param {string} symbol
     * @param {Record<string, string>} entries
     */
    async #take(symbol, entries) {
        const { stock } = this.form;
        this.#symbol = symbol;
        this.#market = null;
        stock.rest(symbol);
        stock.note.textContent = `Fetching ${symbol} …`;
        try {
            const { expirationDates: dates, asOf } = await api.expirations(symbol);
            if (this.#symbol !== symbol) return;
            const from = dateInNewYork(asOf);
            const first = usualExpiration(dates, from);
            if (!first) {
                stock.note.textContent = `${symbol} has no options.`;
                return;
            }
            const chosen = dates.includes(entries.expiration) ? entries.expiration : first;
            this.form.showDates(dates, chosen, from);
            await this.#load(chosen);
            if (this.#symbol !== symbol) return;
            this.form.restoreBelief(entries);
            if (!("shares" in entries)) await this.#suggestShares(symbol);
        } catch (error) {
            if (this.#symbol === symbol) stock.note.textContent = `${symbol}: ${/** @type {Error} */ (error).message}`;
        }
    }

    /**
     * Loads the chain whose market the form shows.
     * @param {string} date
     */
    async #load(date) {
        this.#loading += 1;
        const turn = this.#loading;
        const symbol = this.#symbol;
        const { note } = this.form.stock;
        try {
            const chain = await quotes.load(symbol, date);
            if (turn !== this.#loading) return;
            const { spot, timeToExpiration: time, carry, riskFreeRate } = chain;
            note.textContent = "";
            if (spot === null) return;
            this.#market = { spot, time, volatility: atTheMoney(chain).volatility, carry: carry ?? riskFreeRate };
            this.form.showMarket(this.#market, date);
        } catch (error) {
            if (turn === this.#loading) note.textContent = `${symbol}: ${/** @type {Error} */ (error).message}`;
        }
    }

    /**
     * Shares that are held are those to protect.
     * @param {string} symbol
     */
    async #suggestShares(symbol) {
        const { positions } = await api.call("GET /api/rest/positions", {});
        const held = positions.find(({ asset }) => asset === symbol);
        if (held && held.quantity >= 100 && this.#symbol === symbol) setValue(this.form.fields.shares, String(held.quantity));
    }

    /** @param {string} text */
    #stop(text) {
        this.#searching.abort();
        this.form.setRunning(false);
        show(this.#status, text);
    }

    async #search() {
        const { form } = this;
        form.clearErrors();
        await this.#ready;
        if (!this.#market) {
            form.showProblem("", "Choose a stock with options.");
            return;
        }
        this.#searching.abort();
        this.#searching = new AbortController();
        const { signal } = this.#searching;
        try {
            const request = findRequest({ ...form.inputs(), ticker: this.#symbol }, this.#market);
            show(this.#status, null);
            this.answers.clear();
            this.#hint.hidden = true;
            form.setRunning(true);
            const answer = await find(request, signal, this.#progress.show);
            this.answer = answer;
            this.#progress.element.hidden = true;
            this.answers.show(answer, request.fee ?? 0);
            form.setRunning(false);
            announce(`${examinedText(answer)} ${answer.strategies[0]?.title ?? ""}`);
        } catch (error) {
            if (signal.aborted) return;
            form.setRunning(false);
            this.#progress.element.hidden = true;
            if (error instanceof InputProblem) form.showProblem(error.path, error.message);
            else if (error instanceof api.Failure && error.isRefusal) form.showProblem(error.path, error.message);
            else show(this.#status, /** @type {Error} */ (error).message);
        }
    }

    /** @param {Server.FoundStrategy} found */
    async #open(found) {
        if (!this.answer) return;
        try {
            const symbol = this.#symbol;
            await openLegs(this.store, symbol, legsOf(this.answer, found));
            this.#adopted = symbol;
        } catch (error) {
            show(this.#status, /** @type {Error} */ (error).message);
        }
    }
}

/** @param {Store} store */
export const finderView = (store) => new Finder(store);
