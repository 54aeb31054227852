// The fields of a leg, and the arrow keys that step them.

import { nextExpiration } from "./calendar.js";
import { flip, setType } from "./contract.js";
import { valuationDay } from "./dates.js";
import { choice } from "./dom.js";
import { onArrows, textField } from "./fields.js";
import * as quotes from "./quotes.js";
import { nextStrike, stepped } from "./strikes.js";

/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./store.js").Store} Store */

/**
 * The edits of a leg: of a member, of its contract, and of its premium. Those of one group are undone together.
 * @typedef {object} Edits
 * @property {(change: (leg: Leg) => void, group?: string) => void} edit
 * @property {(change: (leg: Leg) => void, group?: string) => void} editContract
 * @property {(premium: (leg: Leg) => string) => void} editPremium
 */

/**
 * The fields of a leg that a message of the server can name.
 * @param {Store} store
 * @param {number} id
 * @param {Edits} edits
 * @param {{moveTogether: (leg: Leg, to: number) => void, expirations: () => string[]}} actions
 */
export function legFields(store, id, edits, actions) {
    const fields = makeFields(store, id, edits);
    addArrows(store, id, fields, edits, actions);
    return fields;
}

/**
 * @param {Store} store
 * @param {number} id
 * @param {Edits} edits
 */
function makeFields(store, id, { edit, editContract, editPremium }) {
    return {
        position: choice({ long: "Buy", short: "Sell" }, (value) =>
            editContract((leg) => {
                if (leg.position !== value) flip(leg);
            }), { name: "position" }),
        type: choice({ call: "Call", put: "Put", stock: "Shares" }, (value) =>
            editContract((leg) => {
                setType(leg, value, store.state);
            }), { name: "type" }),
        quantity: textField("quantity", (value) =>
            edit((leg) => {
                leg.quantity = value;
            }, `quantity ${id}`)),
        strike: textField("strike", (value) =>
            editContract((leg) => {
                leg.strike = value;
            }, `strike ${id}`), { list: "strikes" }),
        expiration: textField(
            "expiration",
            (value) =>
                editContract((leg) => {
                    leg.expiration = value;
                }, `expiration ${id}`),
            { list: "expirations", inputmode: "text", placeholder: "YYYY-MM-DD" },
        ),
        premium: textField("premium", (value) => editPremium(() => value)),
        now: textField("now", (value) =>
            edit((leg) => {
                leg.now = value;
                if (leg.nowSource !== "volatility") leg.nowSource = "own";
            }, `now ${id}`), { placeholder: "premium" }),
        shares: textField("shares", (value) =>
            edit((leg) => {
                leg.shares = value;
            }, `shares ${id}`), { inputmode: "numeric", placeholder: "100" }),
    };
}

/**
 * @param {Store} store
 * @param {number} id
 * @param {ReturnType<typeof makeFields>} fields
 * @param {Edits} edits
 * @param {Parameters<typeof legFields>[3]} actions
 */
function addArrows(store, id, fields, { edit, editContract, editPremium }, { moveTogether, expirations }) {
    onArrows(fields.quantity, (sign, times) =>
        edit((leg) => {
            leg.quantity = stepped(leg.quantity, sign * times, 1);
        }, `quantity ${id}`));
    onArrows(fields.premium, (sign, times) => editPremium((leg) => stepped(leg.premium, sign * times * 0.01, 0)));
    onArrows(fields.now, (sign, times) =>
        edit((leg) => {
            const isVolatility = leg.nowSource === "volatility";
            leg.now = stepped(leg.now, sign * times * (isVolatility ? 1 : 0.01), 0);
            if (!isVolatility) leg.nowSource = "own";
        }, `now ${id}`));
    onArrows(fields.expiration, (sign, times) =>
        editContract((leg) => {
            leg.expiration = nextExpiration(leg.expiration.trim(), sign * times, expirations(), valuationDay(store.state));
        }, `expiration ${id}`));
    onArrows(fields.strike, (sign, times, event) => {
        const { symbol, price } = store.state;
        const next = (/** @type {Leg} */ leg) =>
            nextStrike(leg.strike, sign * times, quotes.strikes(symbol, leg.expiration), Number(price));
        const leg = store.state.legs.find((leg) => leg.id === id);
        if (event.altKey && leg) moveTogether(leg, Number(next(leg)));
        else {editContract((leg) => {
                leg.strike = next(leg);
            }, `strike ${id}`);}
    });
}
