// The legs of the builder for a strategy that was found.

import { makeLeg } from "../state.js";

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
 * The legs of an answer, with those that are held.
 * @param {Server.FindResponse} answer
 * @param {Server.FoundStrategy} found
 */
export const legsOf = ({ holdings, expirations = [] }, found) => foundLegs([...holdings?.legs ?? [], ...found.legs], expirations);
