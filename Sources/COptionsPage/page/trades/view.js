// Trades: those of one underlying together, their greeks in total, and their profit by day.

import * as api from "../api.js";
import { announce, fill, h, show } from "../dom.js";
import { childrenByKey } from "../keyed.js";
import * as live from "../live.js";
import { Loading } from "../loading.js";
import { openLegs } from "../opening.js";
import * as quotes from "../quotes.js";
import { seriesDiagram } from "../series.js";
import { makeLeg } from "../state.js";
import { adding, profit, today } from "../text.js";
import { showClose, showRoll } from "./closing.js";
import { showEdit } from "./entry.js";
import { exposurePart } from "./exposurepart.js";
import { groupCard } from "./group.js";
import { followed, grouped, inOrderOf, requestOf } from "./model.js";

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

/** The days of which the profits by day are requested. */
const historyDays = 365;

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
    /** @type {import("./model.js").Group[]} The groups in the order in which they stand. */
    #order = [];
    #loads = 0;
    #isFollowing = false;

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
        if (!this.#isFollowing) this.#follow();
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

    #draw(isMoving = false) {
        const shown = this.#closed.checked ? this.#trades : this.#trades.filter(({ status }) => status !== "closed");
        const groups = grouped(shown, this.#spots);
        this.#order = isMoving ? inOrderOf(groups, this.#order) : groups;
        this.showGroups(this.#order);
        this.#empty.hidden = this.#trades.length > 0;
    }

    /** Begins to follow the market while the view is shown. */
    #follow() {
        this.#isFollowing = true;
        live.events.addEventListener("prices", (event) => {
            /** @type {Server.LatestPrice[]} */
            const rows = /** @type {CustomEvent} */ (event).detail;
            for (const { asset, price } of rows) if (this.#spots.has(asset) && price !== null) this.#spots.set(asset, price);
        });
        // A failure is shown by a whole load.
        live.reloadOnPrices("trades", () => this.#refresh().catch(() => this.loading.run()));
    }

    /** Shows the values of now, each at its place. */
    async #refresh() {
        const load = this.#loads;
        const { trades } = await api.call("GET /api/rest/trades", {});
        if (load !== this.#loads) return;
        this.#trades = trades;
        this.#draw(true);
        this.#exposure.draw(grouped(trades, this.#spots));
    }

    /** @param {() => boolean} isOvertaken */
    async #load(isOvertaken) {
        this.#loads += 1;
        const { trades } = await api.call("GET /api/rest/trades", {});
        if (isOvertaken()) return;
        this.#trades = trades;
        this.#draw();
        const wanted = [...followed(trades)];
        const stocks = await Promise.all(wanted.map(([ticker]) => api.stock(ticker).catch(() => null)));
        const chains = (await Promise.all(wanted.map(([ticker, dates]) => quotes.loadListed(ticker, dates)))).flat();
        if (isOvertaken()) return;
        this.#spots = new Map(stocks.flatMap((stock) => (stock ? [[stock.ticker, stock.price]] : [])));
        live.want("trades", {
            assets: [...this.#spots.keys()],
            chains: chains.flatMap((chain) => (chain ? [`${chain.ticker} ${chain.expirationDate}`] : [])),
        });
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
