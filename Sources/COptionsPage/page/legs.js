// The legs of the strategy, one row each.

import * as api from "./api.js";
import { fill, h, setError } from "./dom.js";
import { childrenByKey } from "./keyed.js";
import { LegRow } from "./leg.js";
import { legInputs } from "./messages.js";
import * as quotes from "./quotes.js";

/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./store.js").Store} Store */

/**
 * @param {Store} store
 * @param {(leg: Leg, to: number) => void} moveTogether Moves a strike and the others with it.
 */
export function legList(store, moveTogether) {
    const list = h("div", { class: "legs" });
    const strikeList = h("datalist", { id: "strikes" });
    const expirationList = h("datalist", { id: "expirations" });
    const show = childrenByKey(
        list,
        (/** @type {Leg} */ leg) => String(leg.id),
        (leg) => new LegRow(store, leg.id, { moveTogether, remove, expirations: () => dates }),
    );
    let rows = show([]);
    let listed = "";
    /** @type {string[]} The listed expirations. */
    let dates = [];

    /** @param {number} id */
    function remove(id) {
        store.edit((state) => {
            state.legs = state.legs.filter((leg) => leg.id !== id);
        });
        if (!list.children.length) document.getElementById("add-leg")?.focus();
    }

    /** @param {string} symbol */
    async function listExpirations(symbol) {
        if (symbol === listed) return;
        listed = symbol;
        fill(expirationList);
        dates = [];
        if (!symbol) return;
        // Without the list, dates are typed.
        const answer = await api.expirations(symbol).catch(() => null);
        if (answer && listed === symbol) {
            dates = answer.expirationDates;
            fill(expirationList, ...dates.map((date) => h("option", { value: date })));
        }
    }

    list.addEventListener("focusin", (event) => {
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
            rows = show(legs);
            listExpirations(symbol);
        },
        /**
         * Shows the error of a leg at its field.
         * @param {Leg | undefined} leg
         * @param {string} member
         * @param {string} message
         */
        showError(leg, member, message) {
            const field = leg && rows.get(String(leg.id))?.fields[legInputs[member].field];
            if (!field) return false;
            setError(field, message);
            return true;
        },
        /** The listed expirations of the stock. */
        dates: () => dates,
        /** Moves the focus to the strike of the last leg. */
        focusLast() {
            rows.get(String(store.state.legs.at(-1)?.id))?.fields.strike.focus();
        },
        clearErrors() {
            for (const { fields } of rows.values()) {
                for (const field of Object.values(fields)) setError(field, null);
            }
        },
    };
}
