// A search of the finder: what it will show, its request, and its progress.

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { percent } from "../text.js";
import { objectivesText } from "./words.js";

/** The card that is shown until the first search has answers. */
export const hintPart = () =>
    h(
        "section",
        { class: "card stack finder-hint", aria: { labelledby: "finder-hint" } },
        h("h2", { id: "finder-hint" }, "The best strategies appear here"),
        h(
            "p",
            {},
            "“Search” values every combination of the options of the chain that fits the form, often hundreds of millions of them in a few seconds, and shows the best ones as they are found.",
        ),
        h(
            "p",
            {},
            "Each has its cost, the most that it can lose and win, its chance of profit, its expected profit for what you expect, the return on the risk, and the deposit that it needs. A click on one opens it in the builder.",
        ),
        h("p", { class: "note" }, "“Weigh against” and “Protect shares” add a diagram: what less risk, or a better chance, costs."),
    );

/**
 * Searches, and reports the progress.
 * @param {Server.TickerFindRequest} request
 * @param {AbortSignal} signal
 * @param {(progress: Server.ProgressSoFar) => void} report
 * @returns {Promise<Server.FindResponse>}
 */
export async function find(request, signal, report) {
    const body = JSON.stringify(request);
    for await (const { event, data } of api.events("/api/rest/options/find", { method: "POST", body, signal })) {
        const value = JSON.parse(data);
        if (event === "progress") report(value.progress);
        else if (event === "result") return value;
        else throw new api.Failure(400, value.error, value);
    }
    throw new api.Failure(502, "The search ended without an answer.");
}

/** The progress of a search, and the best strategies so far. */
export function progressPart() {
    const bar = h("progress", { max: 1, value: "0", aria: { label: "Combinations covered" } });
    const share = h("span", {});
    const list = h("ol", {});
    const element = h("section", { class: "card searching", hidden: true, aria: { label: "Progress" } }, h("p", {}, bar, " ", share), list);
    return {
        element,
        /** @param {Server.ProgressSoFar} progress */
        show({ covered, best }) {
            element.hidden = false;
            bar.value = covered;
            share.textContent = percent(covered, 0);
            fill(list, ...best.map(({ title, objectives }) => h("li", {}, h("strong", {}, title), ` ${objectivesText(objectives)}`)));
        },
    };
}
