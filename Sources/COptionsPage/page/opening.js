// Opens legs in the builder, with the terms of their chains.

import * as api from "./api.js";
import { valuationAt } from "./clock.js";
import { datesOf } from "./dates.js";
import * as quotes from "./quotes.js";

/**
 * Replaces the strategy by legs of a stock, and shows the builder. Premiums that follow a quote are those of now; the price now of the others
 * is the mid. Without a chain of their dates, the terms are the price of the stock alone.
 * @param {import("./store.js").Store} store
 * @param {string} symbol
 * @param {import("./state.js").Leg[]} legs
 */
export async function openLegs(store, symbol, legs) {
    const dates = datesOf(legs);
    const first = (await quotes.loadListed(symbol, dates)).find(Boolean);
    const stock = first ? null : await api.stock(symbol);
    store.edit((state) => {
        Object.assign(state, {
            view: "builder",
            symbol,
            expiration: dates[0] ?? "",
            legs,
            compare: [],
            date: "",
            shift: "0",
            volatility: "",
            dividendYield: "",
        });
        if (first) quotes.takeTerms(state, first);
        if (stock) {
            Object.assign(state, {
                price: String(stock.price),
                valuation: valuationAt(stock.asOf),
                follows: "",
                exercise: "",
                dividends: [],
            });
        }
        for (const leg of legs) {
            if (quotes.quote(symbol, leg)) quotes.price(symbol, leg);
            quotes.mark(state, leg);
        }
    });
}
