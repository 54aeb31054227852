// The volatilities of one expiration, by strike.

import { ticks } from "./diagram.js";
import { s } from "./dom.js";
import { exact, percent } from "./text.js";

const margin = { left: 48, right: 12, top: 12, bottom: 30 };

/**
 * Draws the volatilities of bid, mid and ask of the options out of the money.
 * @param {any} chain
 * @param {number} width
 */
export function smilePicture(chain, width) {
    const height = Math.round(Math.min(Math.max(width * 0.36, 200), 320));
    /** @type {{strike: number, option: any}[]} */
    const rows = chain.strikes.map((/** @type {any} */ row) => ({ strike: row.strikePrice, option: row.strikePrice < chain.spot ? row.put : row.call }))
        .filter((/** @type {any} */ row) => row.option && typeof row.option.impliedVolatility === "number");
    const svg = s("svg", { class: "smile", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "font-size": "12", "aria-labelledby": "smile-picture-title" });
    svg.append(s("title", { id: "smile-picture-title" }, summary(rows)));
    if (rows.length < 2) return svg;
    const values = rows.flatMap(({ option }) => [option.impliedVolatility, option.bidVolatility, option.askVolatility, option.vendorVolatility])
        .filter((value) => typeof value === "number");
    const middle = rows.map(({ option }) => option.impliedVolatility);
    // A wide quote far from the money must not flatten the smile.
    const low = Math.max(Math.min(...values), Math.min(...middle) * 0.8) * 0.97;
    const high = Math.min(Math.max(...values), Math.max(...middle) * 1.25) * 1.03;
    const [first, last] = [rows[0].strike, rows[rows.length - 1].strike];
    const x = (/** @type {number} */ strike) => margin.left + ((strike - first) / (last - first)) * (width - margin.left - margin.right);
    const y = (/** @type {number} */ value) => margin.top + ((high - Math.min(Math.max(value, low), high)) / (high - low)) * (height - margin.top - margin.bottom);
    const floor = height - margin.bottom;
    for (const value of ticks(low, high, 5)) {
        svg.append(
            s("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: y(value), y2: y(value) }),
            s("text", { class: "tick", x: margin.left - 6, y: y(value) + 4, "text-anchor": "end" }, percent(value, 0)));
    }
    for (const value of ticks(first, last, width / 90)) {
        svg.append(s("text", { class: "tick", x: x(value), y: floor + 18, "text-anchor": "middle" }, exact(value)));
    }
    if (chain.spot > first && chain.spot < last) {
        svg.append(s("line", { class: "price", x1: x(chain.spot), x2: x(chain.spot), y1: margin.top, y2: floor }));
    }
    for (const { strike, option } of rows) {
        const { bidVolatility: bid, askVolatility: ask, impliedVolatility: mid, vendorVolatility: vendor } = option;
        if (typeof bid === "number" && typeof ask === "number") {
            svg.append(s("path", { class: "spread", d: `M${x(strike)} ${y(bid)}V${y(ask)}m-3 0h6M${x(strike) - 3} ${y(bid)}h6` }));
        }
        if (typeof vendor === "number") svg.append(s("circle", { class: "vendor", cx: x(strike), cy: y(vendor), r: 4 }));
        svg.append(s("circle", { class: "mid", cx: x(strike), cy: y(mid), r: 2.2 }, s("title", {}, `${exact(strike)}: ${percent(mid)}`)));
    }
    return svg;
}

/** @param {{strike: number, option: any}[]} rows */
function summary(rows) {
    if (rows.length < 2) return "No volatilities";
    const [first, last] = [rows[0], rows[rows.length - 1]];
    const least = rows.reduce((best, row) => (row.option.impliedVolatility < best.option.impliedVolatility ? row : best));
    return `Implied volatility by strike: ${percent(first.option.impliedVolatility)} at ${first.strike}, least ${percent(least.option.impliedVolatility)} at ${least.strike}, ${percent(last.option.impliedVolatility)} at ${last.strike}`;
}
