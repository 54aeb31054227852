// The shape of a strategy, which it keeps on another stock: strikes at the same deltas, and expirations as many days away.

import { datesOf, valuationDay } from "./dates.js";
import { deltasOf, nearestDelta, NoStrikes, presetStrikes, upperTail } from "./presetstrikes.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { adding, days, isDate } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/**
 * @typedef {object} Shape
 * @property {Leg[]} legs
 * @property {number} price The current price of the old stock.
 * @property {Map<number, number>} deltas Those of the strikes, as calls.
 * @property {Map<string, number>} left The days to the expirations.
 */

/**
 * The delta of a strike as a call: that of the chain, or without it that of a lognormal price.
 * @param {State} state
 * @param {Leg} leg
 * @param {number} left The days to its expiration.
 */
function deltaOf({ symbol, price, volatility }, leg, left) {
    const strike = Number(leg.strike);
    const chain = quotes.known(symbol, leg.expiration.trim());
    const row = chain && deltasOf(chain).find((row) => row.strike === strike);
    if (row) return row.delta;
    const deviation = (Number(volatility) / 100) * Math.sqrt(Math.max(left, 1) / 365);
    return upperTail(Math.log(strike / Number(price)) / deviation);
}

/**
 * The shape of a strategy on a stock; `null` of an example, and without options, dates or strikes.
 * @param {State} state
 * @returns {Shape | null}
 */
export function shapeOf(state) {
    const { legs, symbol, price } = state;
    const options = legs.filter((leg) => leg.type !== "stock");
    const isWhole = options.every((leg) => isDate(leg.expiration.trim()) && Number(leg.strike) > 0);
    if (!symbol || !options.length || !isWhole || legs.every((leg) => leg.isExample)) return null;
    const left = new Map(datesOf(options).map((date) => [date, days(valuationDay(state), date)]));
    const deltas = new Map(options.map((leg) => [Number(leg.strike), deltaOf(state, leg, left.get(leg.expiration.trim()) ?? 0)]));
    return [...deltas.values()].every(Number.isFinite) ? { legs, price: Number(price), deltas, left } : null;
}

/**
 * The expirations of a shape among listed ones, by those of before: the nearest in days, different ones for different ones if possible.
 * @param {Shape} shape
 * @param {string[]} listed In ascending order.
 * @param {string} from
 * @returns {Map<string, string>}
 */
export function datesFor({ left }, listed, from) {
    /** @type {Map<string, string>} */
    const dates = new Map();
    let last = "";
    for (const [date, count] of [...left].sort(([, one], [, other]) => one - other)) {
        const wanted = adding(from, count);
        const free = listed.filter((one) => one > last && one > from);
        const found = (free.length ? free : listed).reduce((best, one) =>
            Math.abs(days(wanted, one)) < Math.abs(days(wanted, best)) ? one : best
        );
        dates.set(date, found);
        last = found;
    }
    return dates;
}

/**
 * Puts a shape on another stock.
 * @param {State} state
 * @param {string} symbol
 * @param {Shape} shape
 * @param {Map<string, string>} dates The new expirations by the old ones. Their chains are known.
 * @throws {NoStrikes} If there are too few strikes.
 */
export function takeShape(state, symbol, { legs, price, deltas }, dates) {
    const chains = [...dates.values()].flatMap((date) => quotes.known(symbol, date) ?? []);
    const [first] = chains;
    if (!first) throw new NoStrikes(`There are no quotes of ${symbol}.`);
    const listed = first.strikes.map((row) => row.strikePrice).filter((strike) =>
        chains.every((chain) => chain.strikes.some((row) => row.strikePrice === strike))
    );
    const rows = deltasOf(first).filter(({ strike }) => listed.includes(strike));
    if (!rows.length) throw new NoStrikes(`The chain of ${symbol} has no deltas.`);
    const ofPlace = new Map([...deltas].map(([strike, delta]) => [strike - price, delta]));
    const strikes = presetStrikes([...ofPlace.keys()], listed, (place) => nearestDelta(rows, ofPlace.get(place) ?? 0.5));
    const spot = String(first.spot ?? price);
    state.legs = legs.map(({ id: _, ...leg }) => {
        const isStock = leg.type === "stock";
        const moved = makeLeg({ ...leg, now: "", nowSource: "" });
        if (isStock) return Object.assign(moved, { premium: spot });
        Object.assign(moved, {
            strike: String(strikes.get(Number(leg.strike) - price)),
            expiration: dates.get(leg.expiration.trim()),
            source: leg.source === "own" ? "mid" : leg.source,
        });
        quotes.price(symbol, moved);
        return moved;
    });
    Object.assign(state, { symbol, expiration: first.expirationDate, compare: [], date: "", shift: "0", range: "", volatility: "" });
    quotes.takeTerms(state, first);
}
