// Positions, their values, and the history of their total value.

import * as api from "./api.js";
import { asCards, downloadCSV, fill, h, labelled, Loading, setError, show } from "./dom.js";
import { seriesDiagram } from "./series.js";
import { adding, amount, data, exact, inBrackets, instant, price, profit, today } from "./text.js";
import { token } from "./request.js";

/** @param {() => void} changed Called when a position has been saved or removed. */
export function positionsPart(changed) {
    const field = (/** @type {string} */ name) => h("input", { type: "text", name, autocomplete: "off", spellcheck: "false" });
    const fields = { asset: field("held"), quantity: field("quantity"), cost: field("cost") };
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const list = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Held assets" } });
    const note = h("p", { class: "note" });
    const file = h("button", { type: "button", hidden: true, on: { click: save } }, "CSV");
    const diagram = seriesDiagram(amount);
    /** @type {any[]} */
    let rows = [];
    const history = h("div", { hidden: true }, h("h3", {}, "Value by day"), diagram.element);
    const element = h(
        "section", { class: "card", aria: { labelledby: "positions-title" } },
        h("div", { class: "card-head" }, h("h2", { id: "positions-title" }, "Positions"), file),
        h("form", { class: "row-form", on: { submit: put } },
            labelled("Asset", fields.asset), labelled("Quantity held", fields.quantity), labelled("Total cost", fields.cost), h("button", { class: "primary" }, "Save the position")),
        problem);
    const content = h("div", {}, list, note, history);
    const loading = new Loading(content, loadPositions);
    element.append(loading.note, content);

    const report = (/** @type {string | null} */ message) => show(problem, message);

    /** @param {Event} event */
    async function put(event) {
        event.preventDefault();
        for (const one of Object.values(fields)) setError(one, null);
        const name = fields.asset.value.trim();
        if (!name) {
            setError(fields.asset, "Enter a ticker, or coin: and its name.");
            return;
        }
        const body = `{"quantity": ${token(fields.quantity.value || "")}, "cost": ${token(fields.cost.value || "")}}`;
        try {
            await api.changeText("PUT", `/api/rest/positions/${encodeURIComponent(name.toUpperCase())}`, body);
            report(null);
            for (const one of Object.values(fields)) one.value = "";
            await loading.run();
            changed();
        } catch (error) {
            const { message } = /** @type {Error} */ (error);
            const member = /^(quantity|cost)\b/.exec(message)?.[1];
            if (member) setError(/** @type {any} */ (fields)[member], message);
            else report(message);
        }
    }

    /** @param {string} asset */
    async function remove(asset) {
        try {
            await api.change("DELETE", `/api/rest/positions/${encodeURIComponent(asset)}`);
            report(null);
            await loading.run();
            changed();
        } catch (error) {
            report(/** @type {Error} */ (error).message);
        }
    }

    /** @param {() => boolean} isOvertaken */
    async function loadPositions(isOvertaken) {
        const { positions, totals } = await api.get("/api/rest/positions");
        if (isOvertaken()) return;
        draw(positions, totals);
        const { days } = positions.length ? await api.get(`/api/rest/positions/history?from=${adding(today(), -365)}`) : { days: [] };
        if (isOvertaken()) return;
        history.hidden = days.length < 2;
        diagram.show([
            { label: "value", kind: "now", values: days.map((/** @type {any} */ day) => ({ date: day.date, value: day.marketValue })) },
            { label: "cost", kind: "between", values: days.map((/** @type {any} */ day) => ({ date: day.date, value: day.cost })) },
        ].map((series) => ({ ...series, values: series.values.filter((/** @type {any} */ { value }) => typeof value === "number") })));
    }

    function save() {
        const names = ["asset", "quantity", "price", "marketValue", "cost", "profitLoss", "profitLossPercent"];
        downloadCSV("positions.csv", [names, ...rows.map((row) => names.map((name) => row[name]))]);
    }

    /**
     * @param {any[]} positions
     * @param {any} totals
     */
    function draw(positions, totals) {
        rows = positions;
        file.hidden = !rows.length;
        if (!positions.length) {
            fill(list);
            note.textContent = "There are no positions. Enter an asset, its quantity and its total cost.";
            return;
        }
        const money = (/** @type {number | null} */ value) => (value === null ? "–" : data(value, amount(value), "plain"));
        const gain = (/** @type {any} */ row) => (row.profitLoss === null ? "–" : data(row.profitLoss, `${profit(row.profitLoss)}${inBrackets(row.profitLossPercent === null ? null : row.profitLossPercent / 100)}`));
        fill(list, asCards(h(
            "table", { class: "positions" },
            h("caption", { class: "unseen" }, "Positions"),
            h("thead", {}, h("tr", {}, ...["Asset", "Quantity", "Price", "Value", "Cost", "Profit"].map((title) => h("th", { scope: "col" }, title)), h("td", {}))),
            h("tbody", {}, ...positions.map((row) => h(
                "tr", { class: row.stale ? "old" : "" },
                h("th", { scope: "row" }, row.asset, row.split ? h("span", { class: "mark", title: "There was a split since the quantity was entered: save the position again." }, "!") : null),
                h("td", {}, exact(row.quantity)), h("td", { title: instant(row.asOf) }, price(row.price)), h("td", {}, money(row.marketValue)), h("td", {}, money(row.cost)), h("td", {}, gain(row)),
                h("td", {}, h("button", { type: "button", aria: { label: `Remove ${row.asset}` }, on: { click: () => remove(row.asset) } }, "Remove"))))),
            h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Total"), h("td", {}), h("td", {}), h("td", {}, money(totals.marketValue)), h("td", {}, money(totals.cost)), h("td", {}, gain(totals)), h("td", {}))))));
        const excluded = [...(totals.excluded ?? []).map((/** @type {any} */ one) => one.asset ?? one), ...positions.filter((row) => row.marketValue === null).map((row) => row.asset)];
        note.textContent = excluded.length ? `Not in the totals: ${[...new Set(excluded)].join(", ")}.` : "";
    }

    return { element, load: () => loading.run() };
}
