// The state of the page over time: edits, undo, and the history of the browser.

import { readAddress, writeAddress, writeMembers } from "./address.js";

/** @typedef {import("./state.js").State} State */

const newSeries = () => `${Date.now()} ${Math.random()}`;

/** The state of the page, with undo. Edits replace the address; a change of view adds to the browser's history. */
export class Store extends EventTarget {
    /**
     * The series of history entries that show one strategy. A link begins a new one; a reload continues it.
     * @type {string}
     */
    #series;

    constructor() {
        super();
        const { state, problem } = readAddress(location.hash);
        /** @type {State} */
        this.state = state;
        /** @type {string | null} */
        this.problem = problem;
        /** Whether the strategy is as the address had it: a link describes its terms completely. */
        this.isOfAddress = true;
        /** @type {State[]} */
        this.past = [];
        /** @type {State[]} */
        this.future = [];
        this.group = "";
        this.groupTime = 0;
        this.#series = history.state?.series ?? newSeries();
        this.#replace(location.href);
        addEventListener("popstate", (event) => {
            // Any other fragment is the identifier of an element on the page.
            if (location.hash !== "" && !/^#v\d/.test(location.hash)) return;
            const read = readAddress(location.hash);
            const series = event.state?.series;
            if (series === this.#series) {
                // Back changes the view only: the strategy, which may have been edited since, is kept.
                const { view, asset, symbol, expiration } = read.state;
                const isSame = symbol === this.state.symbol;
                const next = { ...this.state, view, asset, expiration: isSame ? expiration : this.state.expiration };
                this.#replace(writeAddress(next));
                this.#set(next);
                return;
            }
            this.#series = series ?? newSeries();
            this.#replace(location.href);
            this.problem = read.problem;
            this.isOfAddress = true;
            if (writeMembers(read.state) !== writeMembers(this.state)) this.#remember();
            this.#set(read.state);
        });
    }

    /**
     * Changes the input. Edits of one group within a second are undone together; those of one drag are undone together
     * regardless of the time.
     * @param {(state: State) => void} change
     * @param {string} [group]
     */
    edit(change, group = "") {
        const next = structuredClone(this.state);
        change(next);
        if (writeMembers(next) === writeMembers(this.state) && next.view === this.state.view) return;
        const now = performance.now();
        const isOver = now - this.groupTime > 1000 && !group.startsWith("drag");
        if (group === "" || group !== this.group || isOver) this.#remember();
        this.group = group;
        this.groupTime = now;
        this.future = [];
        this.#moveTo(next);
    }

    /**
     * Applies a change of the market, which is not undoable.
     * @param {(state: State) => void} change
     */
    refresh(change) {
        const next = structuredClone(this.state);
        change(next);
        if (writeMembers(next) === writeMembers(this.state)) return;
        this.#replace(writeAddress(next));
        this.#set(next);
    }

    /**
     * Reports input that could not be imported; the next edit clears the report.
     * @param {string | null} problem
     */
    report(problem) {
        this.problem = problem;
        this.dispatchEvent(new Event("change"));
    }

    undo() {
        const last = this.past.pop();
        if (!last) return false;
        this.future.push(this.state);
        this.group = "";
        this.#moveTo({ ...last });
        return true;
    }

    redo() {
        const next = this.future.pop();
        if (!next) return false;
        this.past.push(this.state);
        this.group = "";
        this.#moveTo({ ...next });
        return true;
    }

    /**
     * @param {string} view
     * @param {string} [asset]
     */
    show(view, asset = this.state.asset) {
        if (view === this.state.view && asset === this.state.asset) return;
        const next = { ...this.state, view, asset };
        history.pushState({ series: this.#series }, "", writeAddress(next));
        this.#set(next);
    }

    /** Keeps the present state for undo. */
    #remember() {
        this.past.push(this.state);
        if (this.past.length > 200) this.past.shift();
        this.future = [];
        this.group = "";
    }

    /** @param {string} address */
    #replace(address) {
        history.replaceState({ series: this.#series }, "", address);
    }

    /** @param {State} next */
    #moveTo(next) {
        const address = writeAddress(next);
        if (next.view === this.state.view) this.#replace(address);
        else history.pushState({ series: this.#series }, "", address);
        this.problem = null;
        this.isOfAddress = false;
        this.#set(next);
    }

    /** @param {State} next */
    #set(next) {
        this.state = next;
        this.dispatchEvent(new Event("change"));
    }
}
