// The trades of one underlying: each with its legs, their prices and profits.

import { asCards, fill, h, setText } from "../dom.js";
import { childrenByKey } from "../keyed.js";
import { amount, count, counted, data, dayFrom, price, profit, today } from "../text.js";
import { closeText, legTitle, nextText, shortInTheMoney, sum } from "./model.js";

/** @typedef {Server.Trade} Trade */
/** @typedef {import("./model.js").Group} Group */

/**
 * What can be done with a trade and its legs.
 * @typedef {object} Actions
 * @property {(trade: Trade) => void} edit
 * @property {(trade: Trade) => void} open
 * @property {(trade: Trade) => void} remove
 * @property {(trade: Trade, index: number) => void} close
 * @property {(trade: Trade, index: number) => void} roll
 */

/** @type {Record<Server.LegPriceSource, string>} */
const sources = { mid: "mid", model: "model", last: "last", intrinsic: "at expiration", stock: "last" };

const money = (/** @type {number | null} */ value) => (value === null ? "–" : data(value, amount(value), "plain"));
const gain = (/** @type {number | null} */ value) => (value === null ? "–" : data(value, profit(value)));

/**
 * @param {Trade} trade
 * @param {number} index
 * @param {number | null} spot
 * @param {Actions} actions
 */
function legRow(trade, index, spot, { close, roll }) {
    const leg = trade.legs[index];
    const { opened, closes, openQuantity, rolledFrom } = leg;
    const title = legTitle(leg, today());
    const button = (/** @type {string} */ text, /** @type {(trade: Trade, index: number) => void} */ act) =>
        h("button", { type: "button", aria: { label: `${text} ${title}` }, on: { click: () => act(trade, index) } }, text);
    const notes = [
        rolledFrom !== null && `rolled from ${legTitle(trade.legs[rolledFrom], today())}`,
        ...closes.map((one) => closeText(one, today())),
        leg.split?.length && "split since it was entered",
    ].filter(Boolean).join("; ");
    return h(
        "tr",
        { class: openQuantity ? (leg.stale ? "old" : "") : "done" },
        h(
            "th",
            { scope: "row" },
            title,
            shortInTheMoney({ ...trade, legs: [leg] }, spot).length ? h("span", { class: "badge" }, "in the money") : null,
            notes ? h("small", { class: "name" }, notes) : null,
        ),
        h("td", {}, count(openQuantity)),
        h("td", {}, price(opened.price), h("small", {}, ` ${dayFrom(opened.date, today())}`)),
        h("td", {}, price(leg.price), leg.priceSource ? h("small", {}, ` ${sources[leg.priceSource]}`) : ""),
        h("td", {}, money(openQuantity ? leg.value : null)),
        h("td", {}, gain(leg.profitLoss)),
        h("td", { class: "row-tools" }, ...openQuantity ? [button("Close", close), leg.type !== "stock" && button("Roll", roll)] : []),
    );
}

/**
 * @param {Actions} actions
 * @param {() => number | null} spot
 */
const tradeCard = (actions, spot) => (/** @type {Trade} */ { id, name }) => {
    const heading = h("h3", {});
    const notes = h("p", { class: "trade-notes" });
    const figures = h("p", { class: "trade-figures" });
    const place = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: `Legs of ${name}` } });
    /** @type {Trade} */
    let trade;
    const button = (/** @type {string} */ text, /** @type {(trade: Trade) => void} */ act) =>
        h("button", { type: "button", aria: { label: `${text} ${name}` }, on: { click: () => act(trade) } }, text);
    const open = h("button", { type: "button", on: { click: () => actions.open(trade) } }, "Open in the builder");
    const element = h(
        "article",
        { class: "trade-card", data: { trade: id }, aria: { label: name } },
        h("div", { class: "card-head" }, heading, figures, open, button("Edit", actions.edit), button("Delete", actions.remove)),
        notes,
        place,
    );
    return {
        element,
        /** @param {Trade} next */
        update(next) {
            trade = next;
            setText(heading, trade.name);
            setText(notes, trade.notes);
            notes.hidden = !trade.notes;
            open.hidden = trade.status !== "open";
            fill(
                figures,
                trade.status === "open" ? "" : h("span", { class: "badge quiet" }, trade.status),
                " ",
                gain(trade.profitLoss),
                trade.unpriced.length ? ` without ${counted(trade.unpriced.length, "leg")}` : "",
            );
            const titles = ["Leg", "Open", "Paid", "Now", "Value", "Profit"];
            fill(
                place,
                asCards(h(
                    "table",
                    { class: "trade-legs" },
                    h("caption", { class: "unseen" }, `Legs of ${trade.name}`),
                    h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)), h("td", {}))),
                    h("tbody", {}, ...trade.legs.map((_, index) => legRow(trade, index, spot(), actions))),
                )),
            );
        },
    };
};

/**
 * @param {Group} group
 * @param {Actions} actions
 */
export function groupCard({ underlying }, actions) {
    /** @type {Group | null} */
    let shown = null;
    const facts = h("p", { class: "facts" });
    const total = h("p", { class: "trade-figures" });
    const list = h("div", {});
    const show = childrenByKey(list, ({ id }) => id, tradeCard(actions, () => shown?.spot ?? null));
    const element = h(
        "section",
        { class: "card trade-group", aria: { label: underlying } },
        h("div", { class: "card-head" }, h("h2", {}, underlying), total),
        facts,
        list,
    );
    return {
        element,
        /** @param {Group} group */
        update(group) {
            shown = group;
            const { trades, spot, next, short } = group;
            fill(total, gain(sum(trades.map(({ profitLoss }) => profitLoss))));
            fill(
                facts,
                [spot !== null && price(spot), counted(trades.length, "trade"), nextText(next, today())].filter(Boolean).join(" · "),
                short.length ? h("span", { class: "badge" }, `${counted(short.length, "short leg")} in the money`) : "",
            );
            show(trades);
        },
    };
}
