// The dividends of a stock: those ahead, and the last ones.

import { asCards, fill, h } from "../dom.js";
import { dayFrom, days, price, today } from "../text.js";

/** The number of past dividends that are listed. */
const past = 4;

/** @type {Record<Server.StockDividend["status"], string>} */
const statuses = { paid: "paid", declared: "declared", estimated: "estimated" };

/**
 * Those ahead within a year, and the last ones.
 * @param {Server.StockDividend[]} dividends Ascending.
 * @param {string} now
 */
export function listed(dividends, now) {
    const ahead = dividends.filter(({ exDate }) => exDate > now && days(now, exDate) <= 366);
    return [...dividends.filter(({ exDate }) => exDate <= now).slice(-past), ...ahead];
}

/**
 * The next dividend in a sentence.
 * @param {Server.StockDividend[]} dividends
 * @param {string} now
 */
export function nextText(dividends, now) {
    const next = dividends.find(({ exDate }) => exDate > now);
    if (!dividends.length) return "No dividends are known.";
    if (!next) return "No dividend is ahead.";
    const left = days(now, next.exDate);
    return `Next ex-date: ${dayFrom(next.exDate, now)}, in ${left} ${left === 1 ? "day" : "days"}, ${price(next.amount)} ${next.currency}${
        next.status === "estimated" ? ", estimated" : ""
    }.`;
}

export function dividendsPart() {
    const note = h("p", { class: "note" });
    const place = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Dividends" } });
    const element = h("section", {}, h("h3", {}, "Dividends"), note, place);
    return {
        element,
        /** @param {Server.StockDividend[]} dividends */
        show(dividends) {
            note.textContent = nextText(dividends, today());
            const rows = listed(dividends, today());
            place.hidden = !rows.length;
            const titles = ["Ex-date", "Amount", "Paid on", "Kind", "Status"];
            fill(
                place,
                asCards(h(
                    "table",
                    { class: "dividends" },
                    h("caption", { class: "unseen" }, "Dividends"),
                    h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))),
                    h(
                        "tbody",
                        {},
                        ...rows.map(({ exDate, amount, currency, payDate, type, status }) =>
                            h(
                                "tr",
                                { class: exDate > today() ? "" : "done" },
                                h("th", { scope: "row" }, exDate),
                                h("td", {}, `${price(amount)} ${currency}`),
                                h("td", {}, payDate ?? "–"),
                                h("td", {}, type),
                                h("td", {}, statuses[status]),
                            )
                        ),
                    ),
                )),
            );
        },
        /** @param {string} message */
        fail(message) {
            note.textContent = message;
            place.hidden = true;
        },
    };
}
