// Trades: those of one underlying together, their greeks in total, and their profit by day.

import * as api from "../api.js";
import { announce, fill, h, show } from "../dom.js";
import { childrenByKey } from "../keyed.js";
import { Loading } from "../loading.js";
import { openLegs } from "../opening.js";
import * as quotes from "../quotes.js";
import { seriesDiagram } from "../series.js";
import { makeLeg } from "../state.js";
import { adding, counted, profit, today } from "../text.js";
import { showClose, showRoll } from "./closing.js";
import { showEdit } from "./entry.js";
import { betaOf, exposure } from "./exposure.js";
import { exposureTable, marketTicker } from "./exposuretable.js";
import { groupCard } from "./group.js";
import { grouped, requestOf } from "./model.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {Server.Trade} Trade */

/**
 * The open legs of a trade for the builder, with the prices that were paid.
 * @param {Trade} trade
 * @param {string} from Options that expired before this day are left out.
 */
export const builderLegs = ({ legs }, from) =>
    legs.filter((leg) => leg.openQuantity > 0 && (leg.expirationDate ?? from) >= from).map((leg) =>
        makeLeg({
            type: leg.type,
            position: leg.position,
            strike: leg.strikePrice === null ? "" : String(leg.strikePrice),
            expiration: leg.type === "stock" ? "" : leg.expirationDate ?? "",
            quantity: String(leg.openQuantity),
            premium: String(leg.opened.price),
            shares: leg.sharesPerContract === (leg.type === "stock" ? 1 : 100) ? "" : String(leg.sharesPerContract),
        })
    );

/** The days of which the profits by day, and the prices for betas, are requested. */
const historyDays = 365;

/** The greeks of the open trades. */
function exposurePart() {
    const place = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Greeks by underlying" } });
    const note = h("p", { class: "note" });
    const element = h(
        "section",
        { class: "card", hidden: true, aria: { labelledby: "exposure-title" } },
        h("h2", { id: "exposure-title" }, "Greeks of the open trades"),
        place,
        note,
    );

    /** @param {string} asset */
    const prices = async (asset) => (await api.call("GET /api/rest/prices/{asset}", { asset, from: adding(today(), -historyDays) })).prices;

    /** @param {string[]} assets */
    async function fetchPrices(assets) {
        const { job } = await api.call("POST /api/rest/prices/backfill", {}, { body: { assets, from: adding(today(), -historyDays) } });
        note.textContent = "Fetching prices …";
        await api.follow(job, () => null);
        announce("The prices are fetched");
    }

    /**
     * @param {import("./model.js").Group[]} groups
     * @param {() => boolean} isOvertaken
     * @param {() => void} again
     */
    async function load(groups, isOvertaken, again) {
        const open = groups.flatMap((group) => {
            const trades = group.trades.filter(({ status }) => status === "open");
            return trades.length && group.spot !== null ? [{ ...group, spot: group.spot, trades }] : [];
        });
        element.hidden = !open.length;
        if (!open.length) return;
        const market = await prices(marketTicker).catch(() => []);
        const rows = await Promise.all(open.map(async ({ underlying, spot, trades }) => {
            const greeksOf = (/** @type {Server.TradeLeg} */ { expirationDate, strikePrice, type }) =>
                type === "stock"
                    ? null
                    : quotes.known(underlying, expirationDate ?? "")?.strikes.find((row) => row.strikePrice === strikePrice)?.[type]
                        ?.greeks ?? null;
            const own = await prices(underlying).catch(() => []);
            return { underlying, exposure: exposure(trades, spot, greeksOf, today()), beta: betaOf(own, market) };
        }));
        if (isOvertaken()) return;
        fill(place, exposureTable(rows, market.at(-1)?.close ?? null));
        const missing = rows.reduce((total, row) => total + row.exposure.missing, 0);
        const unknown = rows.filter(({ beta }) => beta === null).map(({ underlying }) => underlying);
        const get = async () => {
            await fetchPrices([...new Set([marketTicker, ...unknown])]).catch((error) => {
                note.textContent = error.message;
            });
            again();
        };
        fill(
            note,
            `Delta $ is the price of the shares that delta stands for; by ${marketTicker}, times beta, the slope of daily returns of the last year.`,
            missing ? ` ${counted(missing, "leg")} without greeks ${missing === 1 ? "is" : "are"} left out.` : "",
            unknown.length ? ` For the beta of ${unknown.join(", ")}, prices of ${marketTicker} and of the stock are needed. ` : "",
            unknown.length ? h("button", { type: "button", on: { click: get } }, "Fetch the prices") : "",
        );
    }
    return { element, load };
}

class Trades {
    #problem = h("p", { class: "problem", role: "alert", hidden: true });
    #removed = h("p", { class: "taken", role: "status", hidden: true });
    #empty = h(
        "p",
        { class: "note", hidden: true },
        "No trade is saved yet. Build a strategy, and choose “Save as trade” in the builder.",
    );
    #closed = h("input", { type: "checkbox", on: { change: () => this.#draw() } });
    #groups = h("div", { class: "stack" });
    #diagram = seriesDiagram(profit);
    #history = h(
        "section",
        { class: "card", hidden: true, aria: { labelledby: "trades-history" } },
        h("h2", { id: "trades-history" }, "Profit by day"),
        this.#diagram.element,
    );
    #exposure = exposurePart();
    /** @type {Trade[]} */
    #trades = [];
    /** @type {Map<string, number>} */
    #spots = new Map();

    /** @param {Store} store */
    constructor(store) {
        this.store = store;
        const content = h("div", { class: "stack" }, this.#exposure.element, this.#groups, this.#history);
        this.loading = new Loading(content, (isOvertaken) => this.#load(isOvertaken));
        const put = (/** @type {Trade} */ { id }) => (/** @type {Server.TradeRequest} */ body) => this.#put(id, body);
        const actions = {
            edit: (/** @type {Trade} */ trade) => showEdit(trade, put(trade)),
            open: (/** @type {Trade} */ trade) => this.#attempt(() => openLegs(store, trade.underlying, builderLegs(trade, today()))),
            remove: (/** @type {Trade} */ trade) => this.#attempt(() => this.#remove(trade)),
            close: (/** @type {Trade} */ trade, /** @type {number} */ index) => showClose(trade, index, put(trade)),
            roll: (/** @type {Trade} */ trade, /** @type {number} */ index) => this.#attempt(() => showRoll(trade, index, put(trade))),
        };
        this.showGroups = childrenByKey(
            this.#groups,
            ({ underlying }) => underlying,
            (/** @type {import("./model.js").Group} */ group) => groupCard(group, actions),
        );
        this.element = h(
            "div",
            { class: "trades stack" },
            h("div", { class: "card-head" }, h("h1", {}, "Trades"), h("label", { class: "choice" }, this.#closed, "Show closed trades")),
            this.#problem,
            this.loading.note,
            this.#removed,
            this.#empty,
            content,
        );
    }

    enter() {
        show(this.#problem, null);
        this.loading.run();
    }

    /**
     * Does something that may fail.
     * @param {() => Promise<unknown>} action
     */
    async #attempt(action) {
        try {
            show(this.#problem, null);
            await action();
        } catch (error) {
            show(this.#problem, /** @type {Error} */ (error).message);
        }
    }

    /**
     * @param {string} id
     * @param {Server.TradeRequest} body
     */
    async #put(id, body) {
        await api.call("PUT /api/rest/trades/{id}", { id }, { body });
        announce(`${body.name} is saved`);
        await this.loading.run();
    }

    /** @param {Trade} trade */
    async #remove(trade) {
        await api.call("DELETE /api/rest/trades/{id}", { id: trade.id });
        await this.loading.run();
        const bringBack = () => {
            this.#removed.hidden = true;
            return this.#attempt(() => this.#put(trade.id, requestOf(trade)));
        };
        const undo = h("button", { type: "button", class: "primary", data: { action: "undo" }, on: { click: bringBack } }, "Undo");
        this.#removed.hidden = false;
        fill(this.#removed, `${trade.name} was deleted.`, undo);
        undo.focus();
    }

    #draw() {
        const shown = this.#closed.checked ? this.#trades : this.#trades.filter(({ status }) => status !== "closed");
        this.showGroups(grouped(shown, this.#spots));
        this.#empty.hidden = this.#trades.length > 0;
    }

    /** @param {() => boolean} isOvertaken */
    async #load(isOvertaken) {
        const { trades } = await api.call("GET /api/rest/trades", {});
        if (isOvertaken()) return;
        this.#trades = trades;
        this.#draw();
        const open = trades.filter(({ status }) => status === "open");
        const stocks = await Promise.all(
            [...new Set(open.map(({ underlying }) => underlying))].map((ticker) => api.stock(ticker).catch(() => null)),
        );
        const dates = open.flatMap(({ underlying, legs }) =>
            legs.flatMap(({ openQuantity, expirationDate }) => (openQuantity && expirationDate ? [`${underlying} ${expirationDate}`] : []))
        );
        await Promise.all([...new Set(dates)].map((text) => {
            const [symbol, date] = text.split(" ");
            return date >= today() && quotes.load(symbol, date).catch(() => null);
        }));
        if (isOvertaken()) return;
        this.#spots = new Map(stocks.flatMap((stock) => (stock ? [[stock.ticker, stock.price]] : [])));
        this.#draw();
        await this.#exposure.load(grouped(trades, this.#spots), isOvertaken, () => this.loading.run());
        const { days } = trades.length
            ? await api.call("GET /api/rest/trades/history", { from: adding(today(), -historyDays) })
            : { days: [] };
        if (isOvertaken()) return;
        const values = days.flatMap(({ date, profitLoss }) => (profitLoss === null ? [] : [{ date, value: profitLoss }]));
        this.#history.hidden = values.length < 2;
        this.#diagram.show([{ label: "profit", kind: "now", values }]);
    }
}

/** @param {Store} store */
export const tradesView = (store) => new Trades(store);
