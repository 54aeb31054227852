// Opens legs in the builder, with the terms of their chains.

import { datesOf } from "./dates.js";
import * as quotes from "./quotes.js";

/**
 * Replaces the strategy by legs of a stock, and shows the builder. Premiums that follow a quote are those of now; the price now of the others
 * is the mid.
 * @param {import("./store.js").Store} store
 * @param {string} symbol
 * @param {import("./state.js").Leg[]} legs With at least one option.
 */
export async function openLegs(store, symbol, legs) {
    const dates = datesOf(legs);
    const [first] = await Promise.all(dates.map((date) => quotes.load(symbol, date)));
    store.edit((state) => {
        Object.assign(state, {
            view: "builder",
            symbol,
            expiration: dates[0],
            legs,
            compare: [],
            date: "",
            shift: "0",
            volatility: "",
            dividendYield: "",
        });
        quotes.takeTerms(state, first);
        for (const leg of legs) {
            if (quotes.quote(symbol, leg)) quotes.price(symbol, leg);
            quotes.mark(state, leg);
        }
    });
}
