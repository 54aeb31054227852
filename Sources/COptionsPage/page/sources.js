// The sources of market data: their keys, their budgets, and a test of each.

import * as api from "./api.js";
import { announce, asCards, childrenByKey, h, setText } from "./dom.js";
import { Loading } from "./loading.js";
import { instant } from "./text.js";

/**
 * The texts of a source: key, plan, calls left and state.
 * @param {any} row
 */
export const sourceTexts = ({ keySet, plan, callsLeft, resetsAt, state, message }) => [
    keySet ? "set" : "not set",
    plan ?? "–",
    callsLeft === null ? "–" : `${callsLeft}${resetsAt ? ` until ${instant(resetsAt)}` : ""}`,
    message ? `${state}: ${message}` : state,
];

/** @param {(message: string | null) => void} report */
export function sourcesPart(report) {
    const body = h("tbody", {});
    const table = h(
        "table",
        { class: "sources" },
        h("caption", { class: "unseen" }, "Sources"),
        h(
            "thead",
            {},
            h("tr", {}, ...["Source", "Key", "Plan", "Calls left", "State"].map((title) => h("th", { scope: "col" }, title)), h("td", {})),
        ),
        body,
    );
    const place = h("div", { class: "scroll", tabindex: "0", role: "region", hidden: true, aria: { label: "Sources" } }, table);
    const loading = new Loading(place, async (isOvertaken) => {
        const { sources } = await api.get("/api/rest/sources");
        if (!isOvertaken()) draw(sources);
    });
    /** @type {any[]} */
    let rows = [];

    /** @type {(rows: any[]) => void} */
    const show = childrenByKey(body, ({ source }) => source, ({ source }) => {
        const cells = ["", "", "", "state"].map((style) => h("td", { class: style }));
        const button = h(
            "button",
            { type: "button", aria: { label: `Test ${source}` }, on: { click: () => check(source, button) } },
            "Test",
        );
        return {
            element: h("tr", {}, h("th", { scope: "row" }, source), ...cells, h("td", {}, button)),
            /** @param {any} row */
            update: (row) => sourceTexts(row).forEach((text, index) => setText(cells[index], text)),
        };
    });

    /** @param {any[]} next */
    function draw(next) {
        rows = next;
        show(rows);
        asCards(table);
        place.hidden = false;
    }

    /**
     * Lets the server ask a source one cheap question.
     * @param {string} source
     * @param {any} button
     */
    async function check(source, button) {
        button.disabled = true;
        try {
            const answer = await api.change("POST", `/api/rest/sources/${encodeURIComponent(source)}/check`);
            draw(rows.map((row) => (row.source === source ? answer : row)));
            announce(`${source}: ${answer.state}${answer.message ? `, ${answer.message}` : ""}`);
            report(null);
        } catch (error) {
            report(`${source}: ${/** @type {Error} */ (error).message}`);
        }
        button.disabled = false;
        button.focus();
    }

    return {
        element: h(
            "section",
            { class: "card" },
            h("h2", {}, "Sources"),
            loading.note,
            place,
            h(
                "p",
                { class: "note" },
                "Keys are set in the environment of the server and never shown. A test asks the source one cheap question.",
            ),
        ),
        load: () => loading.run(),
    };
}
