// The greeks of open trades, in shares and in dollars, and weighted by beta.

import { sign } from "./model.js";

/** @typedef {Server.Trade} Trade */

/**
 * Sums over legs. Delta is in shares; `dollars` is the price of these shares, `gamma` the change of `dollars` when the price rises by 1 %, theta
 * that of a day, and vega that of a point of volatility.
 * @typedef {{delta: number, dollars: number, gamma: number, theta: number, vega: number, missing: number}} Exposure
 */

/**
 * The exposure of the open legs of trades on one underlying. `missing` counts the legs without greeks, which the sums leave out; an expired leg
 * has none.
 * @param {Trade[]} trades
 * @param {number} spot
 * @param {(leg: Server.TradeLeg) => Server.QuoteGreeks | null} greeksOf
 * @param {string} today
 * @returns {Exposure}
 */
export function exposure(trades, spot, greeksOf, today) {
    const total = { delta: 0, dollars: 0, gamma: 0, theta: 0, vega: 0, missing: 0 };
    for (const leg of trades.flatMap(({ legs }) => legs)) {
        const units = sign(leg) * leg.openQuantity * leg.sharesPerContract;
        if (units === 0 || (leg.expirationDate !== null && leg.expirationDate < today)) continue;
        const greeks = leg.type === "stock" ? { delta: 1, gamma: 0, theta: 0, vega: 0 } : greeksOf(leg);
        if (!greeks || greeks.delta === null) {
            total.missing += 1;
            continue;
        }
        total.delta += units * greeks.delta;
        total.gamma += units * (greeks.gamma ?? 0) * spot * spot / 100;
        total.theta += units * (greeks.theta ?? 0);
        total.vega += units * (greeks.vega ?? 0);
    }
    total.dollars = total.delta * spot;
    return total;
}

/** The fewest days from which a beta is computed. */
const leastDays = 60;

/**
 * The slope of the daily returns of an asset over those of the market, on the days that both have; `null` with too few of them.
 * @param {Server.DailyPrice[]} asset
 * @param {Server.DailyPrice[]} market
 */
export function betaOf(asset, market) {
    const closes = new Map(market.map((row) => [row.date, row.adjustedClose ?? row.close]));
    const days = asset.flatMap((row) => {
        const other = closes.get(row.date);
        return other === undefined ? [] : [[row.adjustedClose ?? row.close, other]];
    });
    const returns = days.slice(1).map((day, index) => day.map((price, place) => Math.log(price / days[index][place])));
    if (returns.length < leastDays) return null;
    const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [first, second] = [0, 1].map((place) => mean(returns.map((day) => day[place])));
    const covariance = mean(returns.map(([a, b]) => (a - first) * (b - second)));
    const variance = mean(returns.map(([, b]) => (b - second) ** 2));
    return variance > 0 ? covariance / variance : null;
}

/**
 * The dollars of the market with the same profit from a small move: the sum of beta times dollars. `null` if a beta is missing.
 * @param {{dollars: number, beta: number | null}[]} rows
 */
export const betaWeighted = (rows) =>
    rows.reduce(
        (sum, { dollars, beta }) => (sum === null || beta === null ? null : sum + dollars * beta),
        /** @type {number | null} */ (0),
    );
