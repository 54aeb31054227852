// The dialogs that close and roll a leg, with the money that it brings or costs.

import * as api from "../api.js";
import { choice, h, labelled } from "../dom.js";
import { number, requiredNumber } from "../inputs.js";
import * as quotes from "../quotes.js";
import { nearest } from "../strikes.js";
import { amount, dayFrom, days, price as priceText, profit, today } from "../text.js";
import { formDialog, memberField } from "./dialog.js";
import { cash, legTitle, sign, withClose, withRoll } from "./model.js";

/** @typedef {Server.Trade} Trade */
/** @typedef {(request: Server.TradeRequest) => Promise<void>} Put */

/** @type {Record<Server.CloseKind, string>} */
const kinds = { trade: "traded", expired: "expired", exercised: "exercised", assigned: "assigned" };

/**
 * The kinds of closing that a leg can have.
 * @param {Server.TradeLeg} leg
 * @returns {Record<string, string>}
 */
function kindsOf({ type, position }) {
    if (type === "stock") return { trade: kinds.trade };
    const { exercised, assigned, ...others } = kinds;
    return position === "long" ? { ...others, exercised } : { ...others, assigned };
}

/**
 * Money in words: `credit $320.00`, `debit $15.50`.
 * @param {number} money
 */
export const creditText = (money) => `${money < 0 ? "debit" : "credit"} ${amount(Math.abs(money))}`;

/**
 * The price at which a leg can be closed now, as text: the bid of what is long, the ask of what is short; otherwise its price.
 * @param {Trade} trade
 * @param {Server.TradeLeg} leg
 */
function priceNow({ underlying }, leg) {
    const row = leg.expirationDate === null
        ? null
        : quotes.known(underlying, leg.expirationDate)?.strikes.find((one) => one.strikePrice === leg.strikePrice);
    const contract = leg.type === "stock" ? null : row?.[leg.type];
    const quoted = leg.position === "long" ? contract?.bid : contract?.ask;
    return String(quoted ?? leg.price ?? "");
}

/**
 * The fields of closing a leg.
 * @param {Trade} trade
 * @param {number} index
 * @param {() => void} changed
 */
function closeFields(trade, index, changed) {
    const leg = trade.legs[index];
    const path = `legs[${index}].closes[${leg.closes.length}]`;
    const on = { input: changed };
    const date = memberField(`${path}.date`, today(), { type: "date", inputmode: null });
    const quantity = memberField(`${path}.quantity`, String(leg.openQuantity), { on });
    const price = memberField(`${path}.price`, priceNow(trade, leg), { on });
    const fee = memberField(`${path}.fee`, "", { placeholder: "0", on });
    return {
        date,
        quantity,
        price,
        fee,
        read: () => ({
            date: date.value,
            quantity: requiredNumber(quantity.value, `${path}.quantity`, "Enter the quantity."),
            price: requiredNumber(price.value, `${path}.price`, "Enter the price."),
            fee: number(fee.value, `${path}.fee`) ?? 0,
        }),
    };
}

/**
 * The money and the profit of closing a part of a leg.
 * @param {Server.TradeLeg} leg
 * @param {{quantity: number, price: number, fee: number}} close
 */
export function closeMoney(leg, { quantity, price, fee }) {
    const money = cash(leg.position === "long" ? "sell" : "buy", { quantity, price, fee, shares: leg.sharesPerContract });
    const gain = sign(leg) * (price - leg.opened.price) * quantity * leg.sharesPerContract - fee;
    return { money, gain };
}

/**
 * A line that follows the fields; empty while they are no numbers.
 * @param {() => string} words
 */
function outcome(words) {
    const element = h("p", { class: "outcome", role: "status" });
    return {
        element,
        update() {
            try {
                element.textContent = words();
            } catch {
                element.textContent = "";
            }
        },
    };
}

/**
 * @param {Trade} trade
 * @param {number} index
 * @param {Put} put
 */
export function showClose(trade, index, put) {
    const leg = trade.legs[index];
    const line = outcome(() => {
        const { money, gain } = closeMoney(leg, fields.read());
        return `${creditText(money)[0].toUpperCase()}${creditText(money).slice(1)} · profit of this close ${profit(gain)}`;
    });
    const fields = closeFields(trade, index, line.update);
    const kind = choice(kindsOf(leg), (chosen) => {
        if (chosen !== "trade") fields.price.value = "0";
        line.update();
    });
    line.update();
    formDialog(
        {
            title: `Close ${legTitle(leg, today())}`,
            action: "Close the leg",
            submit: () => put(withClose(trade, index, { ...fields.read(), kind: /** @type {Server.CloseKind} */ (kind.value) })),
        },
        h("div", { class: "pair" }, labelled("Date", fields.date), labelled("How", kind)),
        h(
            "div",
            { class: "pair" },
            labelled(leg.type === "stock" ? "Shares" : "Contracts", fields.quantity),
            labelled("Price", fields.price),
        ),
        labelled("Fee", fields.fee),
        line.element,
    );
}

/**
 * Rolls an option: closes it, and opens the same at another strike or expiration.
 * @param {Trade} trade
 * @param {number} index
 * @param {Put} put
 */
export async function showRoll(trade, index, put) {
    const leg = trade.legs[index];
    const { underlying } = trade;
    const { expirationDates: dates } = await api.expirations(underlying);
    const later = dates.filter((date) => date > (leg.expirationDate ?? ""));
    const place = `legs[${trade.legs.length}]`;
    const line = outcome(() => {
        const close = fields.read();
        const next = target();
        const closing = closeMoney(leg, close).money;
        const opening = cash(leg.position === "long" ? "buy" : "sell", {
            ...next,
            quantity: close.quantity,
            shares: leg.sharesPerContract,
        });
        return `Close: ${creditText(closing)}. Open: ${creditText(opening)}. Roll: ${creditText(closing + opening)}.`;
    });
    const fields = closeFields(trade, index, line.update);
    const texts = Object.fromEntries(dates.map((date) => [date, `${dayFrom(date, today())} · ${days(today(), date)} d`]));
    const expiration = choice(texts, fetchChain, { value: later[0] ?? dates.at(-1), data: { path: `${place}.expirationDate` } });
    const strike = choice({}, suggestPrice, { data: { path: `${place}.strikePrice` } });
    const price = memberField(`${place}.opened.price`, "", { on: { input: line.update } });
    const fee = memberField(`${place}.opened.fee`, "", { placeholder: "0", on: { input: line.update } });
    const target = () => ({
        strikePrice: requiredNumber(strike.value, `${place}.strikePrice`, "Choose a strike."),
        expirationDate: expiration.value,
        price: requiredNumber(price.value, `${place}.opened.price`, "Enter the price of the new leg."),
        fee: number(fee.value, `${place}.opened.fee`) ?? 0,
    });

    /** @param {string} date */
    async function fetchChain(date) {
        const chain = await quotes.load(underlying, date).catch(() => null);
        if (!chain || expiration.value !== date) return;
        const wanted = Number(strike.value) || leg.strikePrice || 0;
        const strikes = chain.strikes.map(({ strikePrice }) => strikePrice);
        strike.replaceChildren(...strikes.map((one) => h("option", { value: String(one) }, String(one))));
        strike.value = String(nearest(strikes, wanted));
        suggestPrice();
    }

    /** The price at which the new leg can be opened now: the ask of what is bought, the bid of what is sold. */
    function suggestPrice() {
        const row = quotes.known(underlying, expiration.value)?.strikes.find(({ strikePrice }) => strikePrice === Number(strike.value));
        const contract = row?.[leg.type === "put" ? "put" : "call"];
        price.value = String((leg.position === "long" ? contract?.ask : contract?.bid) ?? "");
        line.update();
    }

    await fetchChain(expiration.value);
    const pair = (/** @type {HTMLElement[]} */ ...children) => h("div", { class: "pair" }, ...children);
    formDialog(
        {
            title: `Roll ${legTitle(leg, today())}`,
            action: "Roll the leg",
            submit: async () => put(withRoll(trade, index, { ...fields.read(), kind: "trade" }, target())),
        },
        h("p", { class: "note" }, `Opened at ${priceText(leg.opened.price)} on ${dayFrom(leg.opened.date, today())}.`),
        pair(labelled("Date", fields.date), labelled("Contracts", fields.quantity)),
        pair(labelled("Closing price", fields.price), labelled("Fee", fields.fee)),
        h("h3", {}, "To"),
        pair(labelled("Expiration", expiration), labelled("Strike", strike)),
        pair(labelled("Opening price", price), labelled("Fee of the new leg", fee)),
        line.element,
    );
}
