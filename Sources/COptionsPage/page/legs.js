// The legs of the strategy, one row each.

import { fill, h, labelled, setError, setValue } from "./dom.js";
import * as api from "./api.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { days, isDate, price } from "./text.js";

/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./state.js").Store} Store */

/** The members of a request and their fields. */
const fields = {
    type: "type", position: "position", strikePrice: "strike", premium: "premium", quantity: "quantity",
    sharesPerContract: "shares", expirationDate: "expiration",
};

/**
 * Adds steps to a number as text, keeping its decimal places.
 * @param {string} text
 * @param {number} step
 * @param {number} least
 */
function stepped(text, step, least) {
    const value = Number(text.trim() || "0");
    if (!Number.isFinite(value)) return text;
    return String(Number(Math.max(value + step, least).toFixed(Math.max(places(text), places(String(Math.abs(step)))))));
}

/**
 * The number of decimal places of a number as text.
 * @param {string} text
 */
function places(text) {
    const [digits, exponent = "0"] = text.toLowerCase().split("e");
    return Math.min(Math.max((digits.split(".")[1] ?? "").length - Number(exponent), 0), 100) || 0;
}

/**
 * The distance between neighbouring strikes without a chain: for a price from 10 to 1,000 that of listed strikes, otherwise at most 2 % of
 * the price.
 * @param {number} price
 */
export function strikeStep(price) {
    if (price >= 10 && price < 1000) return price < 25 ? 0.5 : price < 200 ? 1 : 5;
    const wanted = price * 0.02 * (1 + 1e-9);
    const power = Math.floor(Math.log10(wanted));
    return Number(`${wanted >= 5 * 10 ** power ? 5 : wanted >= 2 * 10 ** power ? 2 : 1}e${power}`);
}

/**
 * The multiple of a step nearest to a price, at least one step.
 * @param {number} price
 * @param {number} step
 */
export const onStep = (price, step) => Number((Math.max(Math.round(price / step), 1) * step).toPrecision(12));

/**
 * The remaining days, in words.
 * @param {number} count
 */
export const daysLeft = (count) => (count < 0 ? "expired" : `${count} ${count === 1 ? "day" : "days"} left`);

/**
 * Flips a leg.
 * @param {Leg} leg
 */
function flip(leg) {
    leg.position = leg.position === "long" ? "short" : "long";
    if (leg.source === "bid") leg.source = "ask";
    else if (leg.source === "ask") leg.source = "bid";
}

/**
 * @param {Store} store
 * @param {(leg: Leg, to: number) => void} moveTogether Moves a strike and the others with it.
 */
export function legList(store, moveTogether) {
    const list = h("div", { class: "legs" });
    const strikeList = h("datalist", { id: "strikes" });
    const expirationList = h("datalist", { id: "expirations" });
    const element = h("div", {}, list, strikeList, expirationList);
    /** @type {Map<number, any>} */
    const rows = new Map();
    let listed = "";

    /**
     * @param {number} id
     * @param {(leg: Leg) => void} change
     * @param {string} [group]
     */
    function edit(id, change, group) {
        store.edit((state) => {
            const leg = state.legs.find((leg) => leg.id === id);
            if (!leg) return;
            change(leg);
            leg.isExample = false;
        }, group);
    }

    /**
     * Edits the contract of a leg, and updates a premium that follows the market.
     * @param {number} id
     * @param {(leg: Leg) => void} change
     * @param {string} [group]
     */
    function editContract(id, change, group) {
        edit(id, (leg) => {
            change(leg);
            quotes.price(store.state.symbol, leg);
        }, group);
        quotes.follow(store);
    }

    const find = (/** @type {number} */ id) => store.state.legs.find((leg) => leg.id === id);

    /** @param {number} id */
    function row(id) {
        const text = (/** @type {string} */ name, /** @type {any} */ extra = {}) =>
            h("input", { type: "text", name, autocomplete: "off", inputmode: "decimal", spellcheck: "false", ...extra });
        const isOn = h("input", { type: "checkbox", name: "on", on: { change: () => edit(id, (leg) => { leg.isOn = isOn.checked; }) } });
        const position = h(
            "select", { name: "position", on: { change: () => editContract(id, (leg) => { if (leg.position !== position.value) flip(leg); }) } },
            h("option", { value: "long" }, "Buy"), h("option", { value: "short" }, "Sell"));
        const type = h(
            "select", { name: "type", on: { change: () => editContract(id, (leg) => { leg.type = type.value; if (leg.type === "stock") leg.source = "own"; }) } },
            h("option", { value: "call" }, "Call"), h("option", { value: "put" }, "Put"), h("option", { value: "stock" }, "Shares"));
        const quantity = text("quantity", { on: { input: () => edit(id, (leg) => { leg.quantity = quantity.value; }, `quantity ${id}`) } });
        const strike = text("strike", { list: "strikes", on: { input: () => editContract(id, (leg) => { leg.strike = strike.value; }, `strike ${id}`) } });
        const expiration = text("expiration", {
            list: "expirations", inputmode: "text", placeholder: "YYYY-MM-DD",
            on: { input: () => editContract(id, (leg) => { leg.expiration = expiration.value; }, `expiration ${id}`) },
        });
        const premium = text("premium", { on: { input: () => edit(id, (leg) => { leg.premium = premium.value; leg.source = "own"; }, `premium ${id}`) } });
        const shares = text("shares", { inputmode: "numeric", placeholder: "100", on: { input: () => edit(id, (leg) => { leg.shares = shares.value; }, `shares ${id}`) } });
        const source = h(
            "select", {
                name: "source", on: { change: () => editContract(id, (leg) => { leg.source = source.value; }) },
            },
            h("option", { value: "own" }, "own price"), h("option", { value: "mid" }, "mid"), h("option", { value: "bid" }, "bid"), h("option", { value: "ask" }, "ask"));
        const reset = h("button", { type: "button", class: "link", on: { click: () => editContract(id, (leg) => { leg.source = "mid"; }) } }, "Reset to mid");
        const quoted = h("p", { class: "quoted" });
        const flipped = h("button", { type: "button", title: "Buy becomes sell, sell becomes buy", on: { click: () => editContract(id, flip) } }, "Flip");
        const duplicate = h("button", {
            type: "button", on: {
                click: () => store.edit((state) => {
                    const index = state.legs.findIndex((leg) => leg.id === id);
                    const { id: _, ...copy } = state.legs[index];
                    state.legs.splice(index + 1, 0, makeLeg({ ...copy, isExample: false }));
                }),
            },
        }, "Duplicate");
        const remove = h("button", {
            type: "button", on: {
                click: () => {
                    const index = store.state.legs.findIndex((leg) => leg.id === id);
                    store.edit((state) => { state.legs = state.legs.filter((leg) => leg.id !== id); });
                    // The focus moves to the nearest leg.
                    const next = list.children[Math.min(index, list.children.length - 1)];
                    /** @type {any} */ (next?.querySelector("button[data-action=remove]") ?? document.getElementById("add-leg"))?.focus();
                },
            }, data: { action: "remove" },
        }, "Delete");

        quantity.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => step(event, (sign, times) =>
            edit(id, (leg) => { leg.quantity = stepped(leg.quantity, sign * times, 1); }, `quantity ${id}`)));
        strike.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => step(event, (sign, times) => {
            const leg = find(id);
            if (event.altKey && leg) moveTogether(leg, Number(nextStrike(leg, sign * times)));
            else editContract(id, (leg) => { leg.strike = nextStrike(leg, sign * times); }, `strike ${id}`);
        }));
        premium.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => step(event, (sign, times) =>
            edit(id, (leg) => { leg.premium = stepped(leg.premium, sign * times * 0.01, 0); leg.source = "own"; }, `premium ${id}`)));

        const onField = h("div", { class: "field check" }, h("label", {}, isOn, h("span", {}, "On")));
        const sharesField = labelled("Multiplier", shares, { class: "narrow shares" });
        const sourceField = labelled("Premium from", source, { class: "source" });
        const premiumField = labelled("Premium", premium, { class: "narrow" });
        const strikeField = labelled("Strike", strike, { class: "narrow" });
        const expirationField = labelled("Expiration", expiration, { class: "date" });
        const group = h(
            "div", { class: "leg", role: "group", data: { leg: id } },
            onField, labelled("Side", position), labelled("Quantity", quantity, { class: "narrow" }), labelled("Type", type),
            strikeField, expirationField, premiumField, sourceField, sharesField,
            h("div", { class: "leg-tools" }, flipped, duplicate, remove), quoted);
        return {
            element: group, fields: { type, position, strike, premium, quantity, shares, expiration },
            /**
             * @param {Leg} leg
             * @param {number} index
             */
            update(leg, index) {
                group.setAttribute("aria-label", `Leg ${index + 1}`);
                group.classList.toggle("off", !leg.isOn);
                isOn.checked = leg.isOn;
                setValue(position, leg.position);
                setValue(type, leg.type);
                setValue(quantity, leg.quantity);
                setValue(strike, leg.strike);
                setValue(expiration, leg.expiration);
                setValue(premium, leg.premium);
                setValue(shares, leg.shares);
                setValue(source, leg.source);
                const isStock = leg.type === "stock";
                strikeField.hidden = isStock;
                expirationField.hidden = isStock;
                sharesField.hidden = isStock && leg.shares === "" && document.activeElement !== shares;
                premiumField.querySelector("label").textContent = isStock ? "Price paid" : "Premium";
                const quote = quotes.quote(store.state.symbol, leg);
                group.classList.toggle("own", leg.source === "own" && quote !== null);
                sourceField.hidden = !quote && leg.source === "own";
                const left = isDate(leg.expiration) && store.state.valuation ? days(store.state.valuation, leg.expiration) : null;
                fill(quoted,
                    quote ? `bid ${price(quote.bid)} · mid ${price(quote.midpoint)} · ask ${price(quote.ask)}` : leg.source !== "own" ? "no quote for this contract" : "",
                    left !== null && !isStock && ` ${quote ? "· " : ""}${daysLeft(left)}`,
                    quote && leg.source !== "own" && leg.premium !== quotes.premium(quote, leg.source) && ` · the ${leg.source} has changed since`,
                    quote && leg.source === "own" && " · own price ", quote && leg.source === "own" && reset);
                quoted.hidden = !quoted.textContent;
            },
        };
    }

    /**
     * @param {KeyboardEvent} event
     * @param {(sign: number, times: number) => void} action
     */
    function step(event, action) {
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        event.preventDefault();
        action(event.key === "ArrowUp" ? 1 : -1, event.shiftKey ? 10 : 1);
    }

    /**
     * @param {Leg} leg
     * @param {number} steps
     */
    function nextStrike(leg, steps) {
        const listed = quotes.strikes(store.state.symbol, leg.expiration);
        const now = Number(leg.strike);
        if (!listed.length) {
            const step = strikeStep(Number(store.state.price) || now || 100);
            return stepped(leg.strike, steps * step, Math.min(step, now || step));
        }
        const place = steps > 0 ? listed.findIndex((strike) => strike > now) : listed.filter((strike) => strike < now).length - 1;
        if (place < 0) return leg.strike;
        const next = place + (steps > 0 ? steps - 1 : steps + 1);
        return String(listed[Math.min(Math.max(next, 0), listed.length - 1)]);
    }

    list.addEventListener("focusin", (/** @type {Event} */ event) => {
        const id = Number(/** @type {HTMLElement} */ (event.target).closest(".leg")?.getAttribute("data-leg"));
        const leg = find(id);
        if (!leg) return;
        const strikes = quotes.strikes(store.state.symbol, leg.expiration);
        fill(strikeList, ...strikes.map((strike) => h("option", { value: String(strike) })));
    });

    return {
        element,
        update() {
            const { legs, symbol } = store.state;
            const order = legs.map((leg) => leg.id);
            for (const [id, row] of rows) {
                if (!order.includes(id)) {
                    row.element.remove();
                    rows.delete(id);
                }
            }
            legs.forEach((leg, index) => {
                if (!rows.has(leg.id)) rows.set(leg.id, row(leg.id));
                const { element } = rows.get(leg.id);
                if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
                rows.get(leg.id).update(leg, index);
            });
            if (symbol !== listed) {
                listed = symbol;
                fill(expirationList);
                if (symbol) {
                    api.expirations(symbol).then((answer) => {
                        fill(expirationList, ...answer.expirationDates.map((/** @type {string} */ date) => h("option", { value: date })));
                    }, () => {});
                }
            }
        },
        /**
         * Shows the error of a leg at its field.
         * @param {Leg | undefined} leg
         * @param {string} member
         * @param {string} message
         */
        showError(leg, member, message) {
            const field = leg && rows.get(leg.id)?.fields[/** @type {any} */ (fields)[member] ?? "type"];
            if (!field) return false;
            setError(field, message);
            return true;
        },
        clearErrors() {
            for (const { fields } of rows.values()) {
                for (const field of Object.values(fields)) setError(field, null);
            }
        },
    };
}
