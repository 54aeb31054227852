// The user's input. Numbers are kept as text, as typed.

import { views } from "./views.js";

/**
 * @typedef {object} Leg
 * @property {number} id Unique in this page; it is not in the address.
 * @property {boolean} isOn
 * @property {"long" | "short"} position
 * @property {"call" | "put" | "stock"} type
 * @property {string} strike
 * @property {string} expiration
 * @property {string} quantity
 * @property {string} premium
 * @property {string} shares Per contract; empty for 100, or 1 for shares.
 * @property {"own" | "mid" | "bid" | "ask"} source The source of the premium.
 * @property {string} now The price now, or the volatility in percent; empty for the premium.
 * @property {"" | "paid" | "own" | "mid" | "bid" | "ask" | "volatility"} nowSource The source of `now`: `paid` if the user chose the premium,
 * empty if the user chose nothing.
 * @property {boolean} isExample Whether the page added it, and the user has not edited it. It is not in the address.
 */

/**
 * A dividend per share.
 * @typedef {object} Dividend
 * @property {string} exDate
 * @property {string} amount
 * @property {"" | "declared" | "estimated"} status Empty if the user typed it.
 */

/**
 * @typedef {object} State
 * @property {string} view The name of the view that is shown.
 * @property {string} symbol
 * @property {string} price
 * @property {string} valuation A day, which stands for its close, or a day and a time in New York: `2026-11-25 10:30`.
 * @property {string} volatility
 * @property {string} rate
 * @property {string} dividendYield
 * @property {string} commission Paid at opening, in dollars a contract; empty for none.
 * @property {"" | "american"} exercise When options may be exercised; empty for their expiration.
 * @property {Dividend[]} dividends In addition to the yield.
 * @property {string} follows The terms that follow the chains of the expirations, separated by spaces (carry.js).
 * @property {Leg[]} legs
 * @property {Leg[]} compare
 * @property {string} date The date of the slider; empty for the valuation.
 * @property {string} shift Added to every volatility, in percentage points.
 * @property {"" | "delta" | "gamma" | "theta" | "vega" | "rho"} overlay The greek to draw.
 * @property {"profit" | "percent" | "value"} table
 * @property {string} range The prices of the diagram, as `140:190`; empty for those around the current price.
 * @property {string} rows Of the table.
 * @property {string} columns Of the table.
 * @property {string} step Of the table's prices; empty for a round one.
 * @property {string} expiration Of the chain.
 * @property {string} asset The asset whose details are shown.
 * @property {string} find The search of the finder, which only the address of the finder has (finder/address.js).
 */

let lastLeg = 0;

/**
 * @param {Partial<Leg>} [leg]
 * @returns {Leg}
 */
export function makeLeg(leg = {}) {
    lastLeg += 1;
    return {
        isOn: true,
        position: "long",
        type: "call",
        strike: "",
        expiration: "",
        quantity: "1",
        premium: "",
        shares: "",
        source: "own",
        now: "",
        nowSource: "",
        isExample: false,
        ...leg,
        id: lastLeg,
    };
}

/**
 * The legs that are switched on.
 * @param {Leg[]} legs
 */
export const active = (legs) => legs.filter((leg) => leg.isOn);

/**
 * The fee of a leg, which the server counts as a whole; 0 without one.
 * @param {Pick<State, "commission">} state
 * @param {Leg} leg
 */
export const feeOf = ({ commission }, leg) => (leg.type === "stock" || !commission.trim() ? 0 : Number(commission) * Number(leg.quantity));

/**
 * The commissions of the legs together.
 * @param {State} state
 * @param {Leg[]} legs
 */
export const feesOf = (state, legs) => active(legs).reduce((sum, leg) => sum + feeOf(state, leg), 0);

/** The members that consist of one text, and their defaults. */
export const texts = {
    symbol: "",
    price: "165.12",
    valuation: "",
    volatility: "",
    rate: "",
    dividendYield: "",
    commission: "",
    exercise: "",
    follows: "",
    date: "",
    shift: "0",
    overlay: "",
    table: "profit",
    range: "",
    rows: "15",
    columns: "6",
    step: "",
    expiration: "",
    asset: "",
    find: "",
};

/** @returns {State} */
export function initialState() {
    return /** @type {State} */ ({
        view: views[0].name,
        ...texts,
        legs: [makeLeg({ strike: "165", premium: "9.25", isExample: true })],
        compare: [],
        dividends: [],
    });
}
