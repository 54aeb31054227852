// The legs of the strategy, one row each.

import * as api from "./api.js";
import { fill, h, setError } from "./dom.js";
import { LegRow } from "./leg.js";
import * as quotes from "./quotes.js";

/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./state.js").Store} Store */

/**
 * The fields of a leg by the members of a request.
 * @type {Record<string, string>}
 */
const memberFields = {
    type: "type",
    position: "position",
    strikePrice: "strike",
    premium: "premium",
    quantity: "quantity",
    sharesPerContract: "shares",
    expirationDate: "expiration",
    impliedVolatility: "now",
    now: "now",
};

/**
 * @param {Store} store
 * @param {(leg: Leg, to: number) => void} moveTogether Moves a strike and the others with it.
 */
export function legList(store, moveTogether) {
    const list = h("div", { class: "legs" });
    const strikeList = h("datalist", { id: "strikes" });
    const expirationList = h("datalist", { id: "expirations" });
    /** @type {Map<number, LegRow>} */
    const rows = new Map();
    let listed = "";

    /** @param {number} id */
    function remove(id) {
        const index = store.state.legs.findIndex((leg) => leg.id === id);
        store.edit((state) => {
            state.legs = state.legs.filter((leg) => leg.id !== id);
        });
        // The focus moves to the nearest leg.
        const next = list.children[Math.min(index, list.children.length - 1)];
        /** @type {any} */ (next?.querySelector("button[data-action=remove]") ?? document.getElementById("add-leg"))?.focus();
    }

    /** @param {string} symbol */
    async function listExpirations(symbol) {
        if (symbol === listed) return;
        listed = symbol;
        fill(expirationList);
        if (!symbol) return;
        // Without the list, dates are typed.
        const answer = await api.expirations(symbol).catch(() => null);
        if (answer && listed === symbol) {
            fill(expirationList, ...answer.expirationDates.map((/** @type {string} */ date) => h("option", { value: date })));
        }
    }

    list.addEventListener("focusin", (/** @type {Event} */ event) => {
        const id = Number(/** @type {HTMLElement} */ (event.target).closest(".leg")?.getAttribute("data-leg"));
        const leg = store.state.legs.find((leg) => leg.id === id);
        if (!leg) return;
        const strikes = quotes.strikes(store.state.symbol, leg.expiration);
        fill(strikeList, ...strikes.map((strike) => h("option", { value: String(strike) })));
    });

    return {
        element: h("div", {}, list, strikeList, expirationList),
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
                const row = rows.get(leg.id) ?? new LegRow(store, leg.id, { moveTogether, remove });
                rows.set(leg.id, row);
                if (list.children[index] !== row.element) list.insertBefore(row.element, list.children[index] ?? null);
                row.update(leg, index);
            });
            listExpirations(symbol);
        },
        /**
         * Shows the error of a leg at its field.
         * @param {Leg | undefined} leg
         * @param {string} member
         * @param {string} message
         */
        showError(leg, member, message) {
            const field = leg && /** @type {any} */ (rows.get(leg.id)?.fields)?.[memberFields[member] ?? "type"];
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
