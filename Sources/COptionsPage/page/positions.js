// Positions, their values, and the history of their total value.

import * as api from "./api.js";
import { downloadCSV, h, labelled, setError, show } from "./dom.js";
import * as live from "./live.js";
import { Loading } from "./loading.js";
import { excludedAssets, positionsTable } from "./positionstable.js";
import { commaMessage, hasComma, jsonValue } from "./numbers.js";
import { seriesDiagram } from "./series.js";
import { adding, amount, today } from "./text.js";

const members = /** @type {const} */ (["asset", "quantity", "price", "marketValue", "cost", "profitLoss", "profitLossPercent"]);

/**
 * The series of values and costs. A day without one of them is missing there.
 * @param {{date: string, marketValue: number | null, cost: number | null}[]} days
 */
export function historySeries(days) {
    const series = (/** @type {"marketValue" | "cost"} */ name) =>
        days.flatMap((day) => {
            const value = day[name];
            return typeof value === "number" ? [{ date: day.date, value }] : [];
        });
    return [{ label: "value", kind: "now", values: series("marketValue") }, { label: "cost", kind: "between", values: series("cost") }];
}

/** @param {() => void} changed Called when a position has been saved or removed. */
export function positionsPart(changed) {
    const field = (/** @type {string} */ name) => h("input", { type: "text", name, autocomplete: "off", spellcheck: "false" });
    const fields = { asset: field("held"), quantity: field("quantity"), cost: field("cost") };
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const report = (/** @type {string | null} */ message) => show(problem, message);
    const table = positionsTable((asset) => act(() => api.call("DELETE /api/rest/positions/{asset}", { asset })));
    const list = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Held assets" } });
    const note = h("p", { class: "note" });
    const file = h("button", { type: "button", hidden: true, on: { click: save } }, "CSV");
    const diagram = seriesDiagram(amount);
    const history = h("div", { hidden: true }, h("h3", {}, "Value by day"), diagram.element);
    const content = h("div", {}, list, note, history);
    const loading = new Loading(content, load);
    /** @type {Server.Holding[]} */
    let rows = [];
    const element = h(
        "section",
        { class: "card", aria: { labelledby: "positions-title" } },
        h("div", { class: "card-head" }, h("h2", { id: "positions-title" }, "Positions"), file),
        h(
            "form",
            { class: "row-form", on: { submit: put } },
            labelled("Asset", fields.asset),
            labelled("Quantity held", fields.quantity),
            labelled("Total cost", fields.cost),
            h("button", { class: "primary" }, "Save the position"),
        ),
        problem,
        loading.note,
        content,
    );

    /**
     * Changes the positions, and shows them.
     * @param {() => Promise<unknown>} action
     */
    async function act(action) {
        try {
            await action();
            report(null);
            await loading.run();
            changed();
        } catch (error) {
            const { message, path } = /** @type {api.Failure} */ (error);
            if (path === "quantity" || path === "cost") setError(fields[path], message);
            else report(message);
        }
    }

    /** @param {Event} event */
    function put(event) {
        event.preventDefault();
        for (const one of Object.values(fields)) setError(one, null);
        const name = fields.asset.value.trim();
        if (!name) {
            setError(fields.asset, "Enter a ticker, or coin: and its name.");
            return;
        }
        const wrong = [fields.quantity, fields.cost].find((field) => hasComma(field.value));
        if (wrong) {
            setError(wrong, commaMessage);
            return;
        }
        const body = `{"quantity": ${jsonValue(fields.quantity.value)}, "cost": ${jsonValue(fields.cost.value)}}`;
        act(async () => {
            await api.call("PUT /api/rest/positions/{asset}", { asset: name.toUpperCase() }, { body });
            for (const one of Object.values(fields)) one.value = "";
        });
    }

    /** @param {() => boolean} isOvertaken */
    async function load(isOvertaken) {
        const { positions, totals } = await api.call("GET /api/rest/positions", {});
        if (isOvertaken()) return;
        draw(positions, totals);
        live.want("prices", { assets: positions.map(({ asset }) => asset) });
        const { days } = positions.length
            ? await api.call("GET /api/rest/positions/history", { from: adding(today(), -365) })
            : { days: [] };
        if (isOvertaken()) return;
        history.hidden = days.length < 2;
        diagram.show(historySeries(days));
    }

    /** Shows the values of now, without the history. */
    async function refresh() {
        const { positions, totals } = await api.call("GET /api/rest/positions", {});
        draw(positions, totals);
    }
    // A failure is shown by a whole load.
    live.reloadOnPrices("prices", () => refresh().catch(() => loading.run()));

    function save() {
        downloadCSV("positions.csv", [[...members], ...rows.map((row) => members.map((name) => row[name]))]);
    }

    /**
     * @param {Server.Holding[]} positions
     * @param {Server.HoldingTotals} totals
     */
    function draw(positions, totals) {
        rows = positions;
        file.hidden = !rows.length;
        table.show(positions, totals);
        if (!rows.length) list.replaceChildren();
        else if (table.element.parentNode !== list) list.replaceChildren(table.element);
        const excluded = excludedAssets(positions, totals);
        note.textContent = !rows.length
            ? "There are no positions. Enter an asset, its quantity and its total cost."
            : excluded.length
            ? `Not in the totals: ${excluded.join(", ")}.`
            : "";
    }

    return { element, load: () => loading.run() };
}
