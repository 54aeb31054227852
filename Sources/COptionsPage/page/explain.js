// Explains the terms where they stand: to the pointer at rest, to a tap, and in a list of those of the view, which the help shows.

import { h } from "./dom.js";
import { meaning } from "./meanings.js";

const labels = "dt, th[scope=col], label, h3";

/**
 * The terms within an element, each once, with their meanings.
 * @param {ParentNode} place
 * @returns {[string, string][]}
 */
export function termsIn(place) {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const element of place.querySelectorAll(labels)) {
        const term = (element.textContent ?? "").split(" · ")[0].trim();
        const text = meaning(term);
        if (text && !element.closest("[hidden]")) found.set(term, text);
    }
    return [...found].sort(([a], [b]) => a.localeCompare(b));
}

/** @param {EventTarget | null} target */
function explained(target) {
    const element = target instanceof Element ? target.closest(labels) : null;
    const text = element && meaning(element.textContent ?? "");
    return element && text ? { element: /** @type {HTMLElement} */ (element), text } : null;
}

/** Begins to explain the terms of the page. */
export function explainTerms() {
    const card = h("div", { class: "explanation", popover: "auto", role: "note" });
    document.getElementById("notices")?.append(card);
    document.addEventListener("pointerover", (event) => {
        const found = explained(event.target);
        if (!found) return;
        found.element.title ||= found.text;
        found.element.classList.add("term");
    });
    document.addEventListener("click", (event) => {
        // If the term has been drawn again while the button was down, the event is dispatched at what surrounds it.
        const found = explained(document.elementFromPoint(event.clientX, event.clientY));
        // A click on a label belongs to its field.
        if (!found || found.element.matches("label")) return;
        card.textContent = found.text;
        // The types of the compiler are older than popovers.
        /** @type {{showPopover(): void}} */ (/** @type {unknown} */ (card)).showPopover();
    });
}
