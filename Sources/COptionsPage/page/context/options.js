// The options of a stock over its expirations: the volatility at the money, and how much is traded of puts and calls.

import * as api from "../api.js";
import { atTheMoney } from "../carry.js";
import { asCards, fill, h } from "../dom.js";
import * as quotes from "../quotes.js";
import { seriesDiagram, spread } from "../series.js";
import { count, dateInNewYork, dayFrom, percent } from "../text.js";

/** The number of expirations whose chains are fetched. */
const wanted = 8;

/** @typedef {{date: string, volatility: number | null, calls: number, puts: number, openCalls: number, openPuts: number}} Summary */

/**
 * What a chain says in sum: the volatility at the money, and the volume and the open interest of calls and puts.
 * @param {Server.OptionChain} chain
 * @returns {Summary}
 */
export function summaryOf(chain) {
    const sum = (/** @type {"call" | "put"} */ type, /** @type {"volume" | "openInterest"} */ name) =>
        chain.strikes.reduce((total, row) => total + (row[type]?.[name] ?? 0), 0);
    return {
        date: chain.expirationDate,
        volatility: atTheMoney(chain).volatility,
        calls: sum("call", "volume"),
        puts: sum("put", "volume"),
        openCalls: sum("call", "openInterest"),
        openPuts: sum("put", "openInterest"),
    };
}

/**
 * Puts by calls: `1.25`, `–` without calls.
 * @param {number} puts
 * @param {number} calls
 */
export const ratioText = (puts, calls) => (calls > 0 ? (puts / calls).toFixed(2) : "–");

/** @param {Summary[]} rows */
function table(rows) {
    const titles = ["Expiration", "Volatility", "Calls traded", "Puts traded", "Put/call", "Open calls", "Open puts", "Put/call open"];
    const cells = (/** @type {Omit<Summary, "date" | "volatility">} */ row) => [
        h("td", {}, count(row.calls)),
        h("td", {}, count(row.puts)),
        h("td", {}, ratioText(row.puts, row.calls)),
        h("td", {}, count(row.openCalls)),
        h("td", {}, count(row.openPuts)),
        h("td", {}, ratioText(row.openPuts, row.openCalls)),
    ];
    const total = (/** @type {"calls" | "puts" | "openCalls" | "openPuts"} */ name) => rows.reduce((sum, row) => sum + row[name], 0);
    const all = { calls: total("calls"), puts: total("puts"), openCalls: total("openCalls"), openPuts: total("openPuts") };
    return asCards(h(
        "table",
        { class: "by-expiration" },
        h("caption", { class: "unseen" }, "Options by expiration"),
        h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))),
        h(
            "tbody",
            {},
            ...rows.map((row) =>
                h(
                    "tr",
                    {},
                    h("th", { scope: "row" }, dayFrom(row.date, rows[0].date)),
                    h("td", {}, percent(row.volatility)),
                    ...cells(row),
                )
            ),
        ),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "All"), h("td", {}), ...cells(all))),
    ));
}

/** @param {() => void} show Asks for the chains: they are many, so a person decides. */
export function optionsPart(show) {
    const button = h("button", { type: "button", on: { click: show } }, "Fetch the chains");
    const note = h("p", { class: "note", role: "status" });
    const diagram = seriesDiagram((value) => `${value.toFixed(1).replace("-", "−")} %`);
    const place = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Options by expiration" } });
    const content = h("div", { hidden: true }, diagram.element, place);
    const element = h("section", {}, h("h3", {}, "Options by expiration"), note, button, content);
    return {
        element,
        reset() {
            content.hidden = true;
            button.hidden = false;
            note.textContent = `Volatility at the money, and volume of puts and calls, of up to ${wanted} expirations.`;
        },
        /**
         * @param {string} ticker
         * @param {() => boolean} isOvertaken
         */
        async load(ticker, isOvertaken) {
            button.hidden = true;
            note.textContent = "Fetching the chains …";
            try {
                const { expirationDates, asOf } = await api.expirations(ticker);
                if (!expirationDates.length) {
                    note.textContent = `${ticker} has no options.`;
                    return;
                }
                const chains = await Promise.all(spread(expirationDates, wanted).map((date) => quotes.load(ticker, date)));
                if (isOvertaken()) return;
                const rows = chains.filter(({ timeToExpiration }) => timeToExpiration > 0).map(summaryOf);
                const values = rows.flatMap(({ date, volatility }) => (volatility === null ? [] : [{ date, value: volatility * 100 }]));
                note.textContent = `At the money, of ${rows.length} expirations; quotes of ${dateInNewYork(asOf)}.`;
                content.hidden = false;
                diagram.show([{ label: "volatility", kind: "now", values }]);
                fill(place, table(rows));
            } catch (error) {
                if (isOvertaken()) return;
                note.textContent = /** @type {Error} */ (error).message;
                button.hidden = false;
            }
        },
    };
}
