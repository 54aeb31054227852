// The search for a stock: a field with the matches below it.

import * as api from "./api.js";
import { announce, fill, h, identifier } from "./dom.js";

/**
 * @param {string} label
 * @param {(symbol: string) => void} choose
 */
export function stockSearch(label, choose) {
    const name = identifier();
    const list = h("ul", { id: `${name}-list`, role: "listbox", aria: { label: "Stocks" }, hidden: true });
    const input = h("input", {
        id: name, type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", placeholder: "Ticker or name",
        aria: { expanded: "false", controls: `${name}-list`, autocomplete: "list" },
    });
    const note = h("p", { class: "note", role: "status" });
    const element = h("div", { class: "field search" }, h("label", { for: name }, label), input, list);

    /** @type {{symbol: string, name: string}[]} */
    let matches = [];
    /** The text to which the matches belong. */
    let searched = "";
    let place = -1;
    let asking = new AbortController();
    /** Whether Enter waits for the matches of the current text. */
    let isDeciding = false;
    /** Whether the text has not changed since a stock was selected. */
    let isTaken = false;
    /** The text of the field while it is not in use. */
    let resting = "";

    function close() {
        list.hidden = true;
        input.setAttribute("aria-expanded", "false");
        input.removeAttribute("aria-activedescendant");
        place = -1;
    }

    function showMatches() {
        fill(list, ...matches.map((match, index) => h(
            "li", {
                id: `${name}-${index}`, role: "option", aria: { selected: String(index === place) },
                on: { pointerdown: (/** @type {Event} */ event) => event.preventDefault(), click: () => take(match.symbol) },
            },
            h("strong", {}, match.symbol), ` ${match.name}`)));
        list.hidden = !matches.length;
        input.setAttribute("aria-expanded", String(matches.length > 0));
        if (place >= 0) input.setAttribute("aria-activedescendant", `${name}-${place}`);
        else input.removeAttribute("aria-activedescendant");
    }

    /** @param {string} symbol */
    function take(symbol) {
        close();
        asking.abort();
        isTaken = true;
        choose(symbol);
    }

    /**
     * Shows the matches of a text.
     * @param {string} text
     * @returns {Promise<boolean>} Whether the text is still the current one.
     */
    async function find(text) {
        asking.abort();
        asking = new AbortController();
        const { signal } = asking;
        try {
            const answer = await api.search(text, signal);
            if (signal.aborted) return false;
            matches = answer.results;
            searched = text;
            place = -1;
            showMatches();
            const { complete, count } = answer.universe ?? {};
            note.textContent = complete === false ? `The list of tickers is still being filled (${count} so far).`
                : matches.length ? "" : `No stock matches “${text}”.`;
            if (matches.length) announce(`${matches.length} stocks`);
        } catch (error) {
            if (signal.aborted) return false;
            note.textContent = /** @type {Error} */ (error).message;
        }
        return true;
    }

    /** @param {string} text */
    async function decide(text) {
        if (searched !== text) {
            isDeciding = true;
            if (!await find(text)) return;
            isDeciding = false;
        }
        const typed = text.toUpperCase();
        const isListed = searched === text && matches.length && !matches.some((match) => match.symbol === typed);
        take(isListed ? matches[0].symbol : typed);
    }

    input.addEventListener("input", () => {
        isTaken = false;
        isDeciding = false;
        // The selected match was one of another text.
        place = -1;
        const text = input.value.trim();
        if (text) {
            if (!list.hidden) showMatches();
            find(text);
        } else {
            asking.abort();
            close();
        }
    });
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        if ((event.key === "ArrowDown" || event.key === "ArrowUp") && matches.length) {
            event.preventDefault();
            place = (place + (event.key === "ArrowDown" ? 1 : matches.length - 1 + (place < 0 ? 1 : 0))) % matches.length;
            showMatches();
        } else if (event.key === "Enter" && input.value.trim()) {
            event.preventDefault();
            if (place >= 0) take(matches[place].symbol);
            else decide(input.value.trim());
        } else if (event.key === "Escape") {
            close();
            input.value = resting;
        }
    });
    input.addEventListener("blur", () => {
        if (!isDeciding) asking.abort();
        close();
        input.value = resting;
    });

    return {
        element,
        /** The element for messages of the search. */
        note,
        /**
         * Sets the text of the field while it is not in use.
         * @param {string} text
         */
        rest(text) {
            resting = text;
            if (document.activeElement !== input || isTaken || !text) input.value = text;
        },
        focus() {
            input.focus();
            input.select();
        },
    };
}
