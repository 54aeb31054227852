// The sources of market data: their keys, their budgets, and a test of each.

import * as api from "./api.js";
import { announce, asCards, h, setText } from "./dom.js";
import { childrenByKey } from "./keyed.js";
import { Loading } from "./loading.js";
import { instant } from "./text.js";

/**
 * The texts of a source: key, plan, calls left and state.
 * @param {Server.Source} row
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
        const { sources } = await api.call("GET /api/rest/sources", {});
        if (!isOvertaken()) draw(sources);
    });
    /** @type {Server.Source[]} */
    let rows = [];

    /** @type {(rows: Server.Source[]) => void} */
    const show = childrenByKey(body, ({ source }) => source, ({ source }) => {
        const cells = ["", "", "", "state"].map((style) => h("td", { class: style }));
        /** @type {HTMLButtonElement} */
        const button = h(
            "button",
            { type: "button", aria: { label: `Test ${source}` }, on: { click: () => check(source, button) } },
            "Test",
        );
        return {
            element: h("tr", {}, h("th", { scope: "row" }, source), ...cells, h("td", {}, button)),
            /** @param {Server.Source} row */
            update: (row) => sourceTexts(row).forEach((text, index) => setText(cells[index], text)),
        };
    });

    /** @param {Server.Source[]} next */
    function draw(next) {
        rows = next;
        show(rows);
        asCards(table);
        place.hidden = false;
    }

    /**
     * Lets the server ask a source one cheap question.
     * @param {Server.Source["source"]} source
     * @param {HTMLButtonElement} button
     */
    async function check(source, button) {
        button.disabled = true;
        try {
            const answer = await api.call("POST /api/rest/sources/{source}/check", { source });
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
