// Opens a strategy that was found in the builder.

import * as quotes from "../quotes.js";
import { makeLeg } from "../state.js";

/** @typedef {import("../store.js").Store} Store */

/**
 * The expiration of a leg. With one expiration, a leg has years in place of its date.
 * @param {Server.Leg} leg
 * @param {Server.FindExpiration[]} expirations
 */
export function expirationOf(leg, expirations) {
    if (leg.type === "stock") return "";
    return leg.expirationDate ?? expirations.find(({ timeToExpiration }) => timeToExpiration === leg.timeToExpiration)?.expirationDate ??
        "";
}

/**
 * The legs of a strategy for the builder: bought at the ask and sold at the bid, as they were found.
 * @param {Server.Leg[]} legs
 * @param {Server.FindExpiration[]} expirations
 */
export const foundLegs = (legs, expirations) =>
    legs.map((leg) =>
        makeLeg({
            type: leg.type,
            position: leg.position,
            strike: leg.type === "stock" ? "" : String(leg.strikePrice),
            premium: String(leg.premium ?? ""),
            quantity: String(leg.quantity),
            shares: leg.sharesPerContract ? String(leg.sharesPerContract) : "",
            expiration: expirationOf(leg, expirations),
            source: leg.type === "stock" ? "own" : leg.position === "long" ? "ask" : "bid",
        })
    );

/**
 * Opens a strategy in the builder, with the legs that are held.
 * @param {Store} store
 * @param {string} symbol
 * @param {Server.FindResponse} answer
 * @param {Server.FoundStrategy} found
 */
export async function openFound(store, symbol, answer, found) {
    const { expirations = [] } = answer;
    const legs = foundLegs([...answer.holdings?.legs ?? [], ...found.legs], expirations);
    const dates = [...new Set(legs.map(({ expiration }) => expiration).filter(Boolean))].sort();
    const [first] = await Promise.all(dates.map((date) => quotes.load(symbol, date)));
    store.edit((state) => {
        for (const leg of legs) if (quotes.quote(symbol, leg)) quotes.price(symbol, leg);
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
    });
}
