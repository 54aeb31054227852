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
    let place = -1;
    let asking = new AbortController();
    /** What the field shows when nobody types. */
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
        choose(symbol);
    }

    input.addEventListener("input", async () => {
        asking.abort();
        asking = new AbortController();
        const text = input.value.trim();
        if (!text) {
            close();
            return;
        }
        try {
            const answer = await api.search(text, asking.signal);
            matches = answer.results;
            place = -1;
            showMatches();
            const { complete, count } = answer.universe ?? {};
            note.textContent = complete === false ? `The list of tickers is still being filled (${count} so far).`
                : matches.length ? "" : `No stock matches “${text}”.`;
            if (matches.length) announce(`${matches.length} stocks`);
        } catch (error) {
            if (/** @type {any} */ (error).name !== "AbortError") note.textContent = /** @type {Error} */ (error).message;
        }
    });
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        if ((event.key === "ArrowDown" || event.key === "ArrowUp") && matches.length) {
            event.preventDefault();
            place = (place + (event.key === "ArrowDown" ? 1 : matches.length - 1 + (place < 0 ? 1 : 0))) % matches.length;
            showMatches();
        } else if (event.key === "Enter" && input.value.trim()) {
            event.preventDefault();
            const typed = input.value.trim().toUpperCase();
            const isListed = !list.hidden && matches.length && !matches.some((match) => match.symbol === typed);
            take(place >= 0 ? matches[place].symbol : isListed ? matches[0].symbol : typed);
        } else if (event.key === "Escape") {
            close();
            input.value = resting;
        }
    });
    input.addEventListener("blur", () => {
        asking.abort();
        close();
        input.value = resting;
    });

    return {
        element,
        /** Where the search says what it found. */
        note,
        /**
         * What the field shows when nobody types.
         * @param {string} text
         */
        rest(text) {
            resting = text;
            if (document.activeElement !== input || !text) input.value = text;
        },
        focus() {
            input.focus();
            input.select();
        },
    };
}
