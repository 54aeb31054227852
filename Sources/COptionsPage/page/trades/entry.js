// The dialogs that enter a trade from the builder, and that change one.

import * as api from "../api.js";
import { valuation } from "../dates.js";
import { announce, asCards, h, labelled } from "../dom.js";
import { InputProblem, number, requiredNumber } from "../inputs.js";
import { written } from "../numbers.js";
import { active, feesOf } from "../state.js";
import { day, today } from "../text.js";
import { formDialog, memberField } from "./dialog.js";
import { closeText, legTitle, requestOf } from "./model.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../store.js").Store} Store */

/**
 * The trade of the legs that are on. A leg without a premium has no price yet.
 * @param {State} state
 * @param {string} name
 * @returns {{name: string, underlying: string, legs: {terms: Omit<Server.TradeLegRequest, "opened">, date: string, price: string, fee: string}[]}}
 */
export function draftOf(state, name) {
    const date = valuation(state).slice(0, 10);
    return {
        name,
        underlying: state.symbol,
        legs: active(state.legs).map((leg) => {
            const isStock = leg.type === "stock";
            return {
                terms: {
                    type: leg.type,
                    position: leg.position,
                    quantity: Number(leg.quantity),
                    sharesPerContract: Number(leg.shares.trim() || (isStock ? 1 : 100)),
                    ...(!isStock && { strikePrice: Number(leg.strike), expirationDate: leg.expiration.trim() }),
                },
                date,
                price: leg.premium.trim(),
                fee: written(feesOf(state, [leg])).replace(/^0$/, ""),
            };
        }),
    };
}

/**
 * The name of a new trade: `COIN iron condor Dec 18`.
 * @param {State} state
 * @param {string} strategy
 */
export function nameOf(state, strategy) {
    const dates = [...new Set(active(state.legs).filter(({ type }) => type !== "stock").map(({ expiration }) => expiration.trim()))];
    return [state.symbol, strategy || "trade", dates.length === 1 ? day(dates[0]) : ""].filter(Boolean).join(" ");
}

/**
 * The rows of the legs: where each was opened, at which price and fee.
 * @param {{terms: Omit<Server.TradeLegRequest, "opened">, date: string, price: string, fee?: string}[]} legs
 */
function legRows(legs) {
    const rows = legs.map(({ terms, date, price, fee = "" }, index) => {
        const path = `legs[${index}].opened`;
        const title = legTitle(/** @type {Server.TradeLeg} */ (terms), today());
        const aria = (/** @type {string} */ name) => ({ aria: { label: `${name} of ${title}` } });
        return {
            title,
            path,
            terms,
            date: memberField(`${path}.date`, date, { type: "date", inputmode: null, ...aria("Date") }),
            price: memberField(`${path}.price`, price, aria("Price")),
            fee: memberField(`${path}.fee`, fee, { placeholder: "0", ...aria("Fee") }),
        };
    });
    const cell = (/** @type {HTMLElement} */ field) => h("td", {}, h("div", { class: "field" }, field));
    const table = asCards(h(
        "table",
        { class: "entry" },
        h("caption", { class: "unseen" }, "Legs"),
        h("thead", {}, h("tr", {}, ...["Leg", "Opened", "Price", "Fee"].map((title) => h("th", { scope: "col" }, title)))),
        h(
            "tbody",
            {},
            ...rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.title), cell(row.date), cell(row.price), cell(row.fee))),
        ),
    ));
    return {
        table,
        /** The legs of the request. */
        read: () =>
            rows.map(({ terms, path, date, price, fee }) => ({
                ...terms,
                opened: {
                    date: date.value,
                    price: requiredNumber(price.value, `${path}.price`, "Enter the price."),
                    fee: number(fee.value, `${path}.fee`) ?? 0,
                },
            })),
    };
}

/**
 * The fields of a name and of notes.
 * @param {string} name
 * @param {string} notes
 */
const wordFields = (name, notes) => ({
    name: memberField("name", name, { inputmode: "text", maxlength: 100 }),
    notes: h("textarea", { name: "notes", rows: "2", value: notes, data: { path: "notes" } }),
});

/**
 * Enters the strategy of the builder as a trade.
 * @param {Store} store
 * @param {import("../evaluation.js").Evaluation | null} answered That of the present strategy; `null` without one.
 */
export function showEntry(store, answered) {
    const { state } = store;
    const draft = draftOf(state, nameOf(state, answered?.answer.strategyName?.name ?? ""));
    const { name, notes } = wordFields(draft.name, "");
    const underlying = memberField("underlying", draft.underlying, { inputmode: "text" });
    const rows = legRows(draft.legs);

    async function submit() {
        if (!underlying.value.trim()) throw new InputProblem("underlying", "Enter the ticker of the stock.");
        if (!name.value.trim()) throw new InputProblem("name", "Enter a name.");
        const body = { name: name.value.trim(), notes: notes.value, underlying: underlying.value.trim().toUpperCase(), legs: rows.read() };
        await api.call("POST /api/rest/trades", {}, { body });
        announce(`${body.name} is saved`);
        store.show("trades");
    }

    formDialog(
        { title: "Save as trade", action: "Save the trade", submit },
        h("div", { class: "pair" }, labelled("Name", name), labelled("Stock", underlying)),
        labelled("Notes", notes),
        rows.table,
        h("p", { class: "note" }, "Prices are per share, as paid or received. A date may be past."),
    );
}

/**
 * The closes of the legs, each with a box that takes it back.
 * @param {Server.Trade} trade
 */
function closeBoxes({ legs }) {
    const boxes = legs.flatMap((leg, index) =>
        leg.closes.map((close, place) => {
            const box = h("input", { type: "checkbox", checked: true, data: { path: `legs[${index}].closes[${place}]` } });
            const text = `${legTitle(leg, today())}: ${closeText(close, today())}`;
            return { index, place, box, element: h("label", { class: "choice" }, box, text) };
        })
    );
    return {
        element: boxes.length ? h("fieldset", {}, h("legend", {}, "Closed"), ...boxes.map(({ element }) => element)) : null,
        /**
         * The closes of a leg that stay.
         * @param {number} index
         * @param {Server.TradeClose[]} closes
         */
        kept: (index, closes) => closes.filter((_, place) => boxes.find((one) => one.index === index && one.place === place)?.box.checked),
    };
}

/**
 * Changes a trade.
 * @param {Server.Trade} trade
 * @param {(request: Server.TradeRequest) => Promise<void>} put
 */
export function showEdit(trade, put) {
    const request = requestOf(trade);
    const { name, notes } = wordFields(trade.name, trade.notes);
    const closes = closeBoxes(trade);
    const rows = legRows(request.legs.map(({ opened, ...terms }) => ({
        terms,
        date: opened.date,
        price: String(opened.price),
        fee: opened.fee ? String(opened.fee) : "",
    })));
    const submit = () =>
        put({
            ...request,
            name: name.value.trim(),
            notes: notes.value,
            legs: rows.read().map((leg, index) => ({ ...leg, closes: closes.kept(index, leg.closes ?? []) })),
        });
    formDialog(
        { title: `Edit ${trade.name}`, action: "Save", submit },
        labelled("Name", name),
        labelled("Notes", notes),
        rows.table,
        closes.element,
    );
}
