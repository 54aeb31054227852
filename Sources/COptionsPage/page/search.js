// The search for a stock: a field with the matches below it.

import * as api from "./api.js";
import { announce, fill, h, identifier } from "./dom.js";

/** @typedef {Server.SearchResults["results"][number]} Match */

/** The pause before a search in an incomplete list of tickers is repeated. */
const repeatMilliseconds = 1000;

/**
 * The place to which an arrow key moves the selection: round the list, from no selection to its nearer end.
 * @param {number} place -1 for no selection.
 * @param {"ArrowDown" | "ArrowUp"} key
 * @param {number} count
 */
export function placeAfterKey(place, key, count) {
    if (place < 0) return key === "ArrowDown" ? 0 : count - 1;
    return (place + (key === "ArrowDown" ? 1 : count - 1)) % count;
}

/**
 * The symbol that Enter takes without a selection: the one that was typed, or the first match if the typed one is not listed. `null` if
 * nothing matches, and the list is complete, or the text is no symbol: the server would refuse it.
 * @param {string} text
 * @param {Match[]} matches Of this text.
 * @param {boolean} [isComplete] Whether all symbols are listed.
 */
export function symbolOf(text, matches, isComplete = false) {
    const typed = text.toUpperCase();
    if (!matches.length) return isComplete || !/^[A-Z0-9.^:=-]{1,15}$/.test(typed) ? null : typed;
    return matches.some(({ symbol }) => symbol === typed) ? typed : matches[0].symbol;
}

/**
 * The message about the matches of a text: empty if there are some in a complete list of tickers.
 * @param {string} text
 * @param {Match[]} matches
 * @param {{complete: boolean, count: number} | undefined} universe
 */
export function searchNote(text, matches, universe) {
    if (universe?.complete === false) return `The list of tickers is still being filled (${universe.count} so far).`;
    return matches.length ? "" : `No stock matches “${text}”.`;
}

/**
 * The list of matches below the field, one of which can be selected.
 * @param {string} name Of the field.
 * @param {HTMLInputElement} input
 * @param {(symbol: string) => void} take
 */
function matchList(name, input, take) {
    const element = h("ul", { id: `${name}-list`, role: "listbox", aria: { label: "Stocks" }, hidden: true });
    /** @type {Match[]} */
    let matches = [];
    let place = -1;

    /** @param {number} selected */
    function draw(selected) {
        place = selected;
        fill(
            element,
            ...matches.map((match, index) =>
                h(
                    "li",
                    {
                        id: `${name}-${index}`,
                        role: "option",
                        aria: { selected: String(index === place) },
                        on: { pointerdown: (/** @type {Event} */ event) => event.preventDefault(), click: () => take(match.symbol) },
                    },
                    h("strong", {}, match.symbol),
                    ` ${match.name}`,
                )
            ),
        );
        show(matches.length > 0);
    }

    /** @param {boolean} isOpen */
    function show(isOpen) {
        element.hidden = !isOpen;
        input.setAttribute("aria-expanded", String(isOpen));
        if (isOpen && place >= 0) input.setAttribute("aria-activedescendant", `${name}-${place}`);
        else input.removeAttribute("aria-activedescendant");
    }

    return {
        element,
        get matches() {
            return matches;
        },
        /** @param {Match[]} next */
        show(next) {
            matches = next;
            draw(-1);
        },
        close() {
            place = -1;
            show(false);
        },
        /** The selected match was one of another text. */
        deselect() {
            if (element.hidden) place = -1;
            else draw(-1);
        },
        /** @param {"ArrowDown" | "ArrowUp"} key */
        move: (key) => draw(placeAfterKey(place, key, matches.length)),
        selected: () => matches[place]?.symbol ?? null,
    };
}

/**
 * @param {string} label
 * @param {(symbol: string) => void} choose
 */
export function stockSearch(label, choose) {
    const name = identifier();
    const input = h("input", {
        id: name,
        type: "text",
        role: "combobox",
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "Ticker or name",
        aria: { expanded: "false", controls: `${name}-list`, autocomplete: "list" },
        on: { input: type, keydown: press, blur: rest },
    });
    const list = matchList(name, input, take);
    const note = h("p", { class: "note", role: "status" });
    /** The text to which the matches belong, and whether all symbols were searched for it. */
    let searched = { text: "", isComplete: false };
    let asking = new AbortController();
    /** Whether Enter waits for the matches of the current text. */
    let isDeciding = false;
    /** Whether the text has not changed since a stock was selected. */
    let isTaken = false;
    /** The text of the field while it is not in use. */
    let resting = "";

    /** @param {string} symbol */
    function take(symbol) {
        list.close();
        asking.abort();
        isTaken = true;
        choose(symbol);
        input.select();
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
            const { results, universe } = await api.search(text, signal);
            if (signal.aborted) return false;
            searched = { text, isComplete: universe.complete };
            list.show(results);
            note.textContent = searchNote(text, results, universe);
            if (results.length) announce(`${results.length} stocks`);
            if (universe?.complete === false) setTimeout(() => signal.aborted || list.selected() || find(text), repeatMilliseconds);
        } catch (error) {
            if (signal.aborted) return false;
            note.textContent = /** @type {Error} */ (error).message;
        }
        return true;
    }

    /** @param {string} text */
    async function decide(text) {
        if (searched.text !== text) {
            isDeciding = true;
            if (!await find(text)) return;
            isDeciding = false;
        }
        const symbol = searched.text === text ? symbolOf(text, list.matches, searched.isComplete) : symbolOf(text, []);
        if (symbol !== null) take(symbol);
    }

    function type() {
        isTaken = isDeciding = false;
        list.deselect();
        const text = input.value.trim();
        if (text) {
            find(text);
        } else {
            asking.abort();
            list.close();
        }
    }

    /** @param {KeyboardEvent} event */
    function press(event) {
        if ((event.key === "ArrowDown" || event.key === "ArrowUp") && list.matches.length) {
            event.preventDefault();
            list.move(event.key);
        } else if (event.key === "Enter" && input.value.trim()) {
            event.preventDefault();
            const selected = list.selected();
            if (selected) take(selected);
            else decide(input.value.trim());
        } else if (event.key === "Escape") {
            list.close();
            input.value = resting;
        }
    }

    function rest() {
        if (!isDeciding) asking.abort();
        list.close();
        input.value = resting;
    }

    return {
        element: h("div", { class: "field search" }, h("label", { for: name }, label), input, list.element),
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
