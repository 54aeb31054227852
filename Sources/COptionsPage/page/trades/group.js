// The trades of one underlying: each with its legs, their prices and profits.

import { asCards, fill, h, setText } from "../dom.js";
import { markMove } from "../flash.js";
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
 * A leg as a row that is kept while its prices move.
 * @typedef {{trade: Trade, index: number, spot: number | null}} LegItem
 * @param {Actions} actions
 */
const legRow = ({ close, roll }) => () => {
    const [title, notes] = [h("span", {}), h("small", { class: "name" })];
    const badge = h("span", { class: "badge" }, "in the money");
    const [quantity, paid, now, value, result] = Array.from({ length: 5 }, () => h("td", {}));
    /** @type {LegItem} */
    let shown;
    const button = (/** @type {string} */ text, /** @type {Actions["close"]} */ act) =>
        h("button", { type: "button", on: { click: () => act(shown.trade, shown.index) } }, text);
    const buttons = [button("Close", close), button("Roll", roll)];
    const element = h(
        "tr",
        {},
        h("th", { scope: "row" }, title, badge, notes),
        quantity,
        paid,
        now,
        value,
        result,
        h("td", { class: "row-tools" }, ...buttons),
    );
    return {
        element,
        /** @param {LegItem} item */
        update(item) {
            const { trade, index, spot } = item;
            const leg = trade.legs[index];
            const { opened, closes, openQuantity, rolledFrom } = leg;
            const name = legTitle(leg, today());
            markMove(now, shown?.trade.legs[index]?.price, leg.price);
            markMove(result, shown?.trade.legs[index]?.profitLoss, leg.profitLoss);
            shown = item;
            element.className = openQuantity ? (leg.stale ? "old" : "") : "done";
            setText(title, name);
            badge.hidden = !shortInTheMoney({ ...trade, legs: [leg] }, spot).length;
            setText(
                notes,
                [
                    rolledFrom !== null && `rolled from ${legTitle(trade.legs[rolledFrom], today())}`,
                    ...closes.map((one) => closeText(one, today())),
                    leg.split?.length && "split since it was entered",
                ].filter(Boolean).join("; "),
            );
            notes.hidden = !notes.textContent;
            setText(quantity, count(openQuantity));
            fill(paid, price(opened.price), h("small", {}, ` ${dayFrom(opened.date, today())}`));
            fill(now, price(leg.price), leg.priceSource ? h("small", {}, ` ${sources[leg.priceSource]}`) : "");
            fill(value, money(openQuantity ? leg.value : null));
            fill(result, gain(leg.profitLoss));
            buttons.forEach((one) => one.setAttribute("aria-label", `${one.textContent} ${name}`));
            buttons[0].hidden = !openQuantity;
            buttons[1].hidden = !openQuantity || leg.type === "stock";
        },
    };
};

/**
 * @param {Actions} actions
 * @param {() => number | null} spot
 */
const tradeCard = (actions, spot) => (/** @type {Trade} */ { id, name }) => {
    const heading = h("h3", {});
    const notes = h("p", { class: "trade-notes" });
    const figures = h("p", { class: "trade-figures" });
    const body = h("tbody", {});
    const caption = h("caption", { class: "unseen" });
    const titles = ["Leg", "Open", "Paid", "Now", "Value", "Profit"];
    const table = h(
        "table",
        { class: "trade-legs" },
        caption,
        h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)), h("td", {}))),
        body,
    );
    const show = childrenByKey(body, (/** @type {LegItem} */ { index }) => String(index), legRow(actions));
    const place = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: `Legs of ${name}` } }, table);
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
            markMove(figures, trade?.profitLoss, next.profitLoss);
            trade = next;
            setText(heading, trade.name);
            setText(notes, trade.notes);
            setText(caption, `Legs of ${trade.name}`);
            notes.hidden = !trade.notes;
            open.hidden = trade.status !== "open";
            fill(
                figures,
                trade.status === "open" ? "" : h("span", { class: "badge quiet" }, trade.status),
                " ",
                gain(trade.profitLoss),
                trade.unpriced.length ? ` without ${counted(trade.unpriced.length, "leg")}` : "",
            );
            show(trade.legs.map((_, index) => ({ trade: next, index, spot: spot() })));
            asCards(table);
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
            markMove(facts, shown?.spot, group.spot);
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
