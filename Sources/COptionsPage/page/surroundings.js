// The place of what surrounds a strategy: the price of its stock, and its decay. Its module is loaded when the place is scrolled into sight, and
// shows the strategy while it is there.

import { h } from "./dom.js";

/** @typedef {import("./builder.js").Outcome} Outcome */

const settlingMilliseconds = 600;

export function surroundings() {
    const element = h("div", { class: "surroundings" });
    /** @type {Outcome | null} */
    let latest = null;
    let isSeen = false;
    /** @type {ReturnType<typeof import("./context/strategy.js").strategyContext> | null} */
    let part = null;

    function show() {
        if (!isSeen || !part || !latest) return;
        part.show(latest);
        element.classList.remove("outdated");
    }

    async function load() {
        const { strategyContext } = await import("./context/strategy.js");
        if (part) return;
        part = strategyContext();
        element.append(...part.elements);
        show();
    }

    const observer = new IntersectionObserver((entries) => {
        isSeen = entries[entries.length - 1].isIntersecting;
        // Without a connection, the next scrolling tries again.
        if (isSeen && !part) load().catch(() => null);
        else show();
    }, { rootMargin: "200px" });
    return {
        element,
        /** @param {Outcome} outcome */
        show(outcome) {
            // The first results move this place down: what is above it has no rows before.
            if (!latest) setTimeout(() => observer.observe(element), settlingMilliseconds);
            latest = outcome;
            // Out of sight, the charts still show the strategy before. They must not be printed.
            if (!isSeen) element.classList.add("outdated");
            show();
        },
    };
}
