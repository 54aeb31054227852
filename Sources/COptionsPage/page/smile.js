// The volatilities of one expiration, by strike.

import { axisText, linearScale, ticks, tickStep } from "./axis.js";
import { Chart, horizontalAxis, verticalAxis } from "./chart.js";
import { h, s } from "./dom.js";
import { exact, percent } from "./text.js";

/** @typedef {{strike: number, bid: number | null, mid: number, ask: number | null, vendor: number | null}} Row */

const options = {
    label: "Implied volatility by strike",
    keys: "the arrow keys move from strike to strike",
    margin: { left: 54, right: 14, top: 12, bottom: 30 },
    height: (/** @type {number} */ width) => Math.round(Math.min(Math.max(width * 0.36, 200), 320)),
};

/**
 * The volatilities of the options out of the money that have one.
 * @param {Server.OptionChain} chain
 * @returns {Row[]}
 */
export function volatilities(chain) {
    return chain.strikes.flatMap((row) => {
        const option = chain.spot !== null && row.strikePrice < chain.spot ? row.put : row.call;
        if (!option || option.impliedVolatility === null) return [];
        const { bidVolatility: bid = null, impliedVolatility: mid, askVolatility: ask = null, vendorVolatility: vendor = null } = option;
        return [{ strike: row.strikePrice, bid, mid, ask, vendor }];
    });
}

/**
 * The volatilities of the scale. A wide quote far from the money does not flatten the smile.
 * @param {Row[]} rows
 * @returns {[number, number]}
 */
export function range(rows) {
    const middle = rows.map(({ mid }) => mid);
    const all = rows.flatMap(({ bid, mid, ask, vendor }) => [bid, mid, ask, vendor]).filter((value) => value !== null);
    const low = Math.max(Math.min(.../** @type {number[]} */ (all)), Math.min(...middle) * 0.8);
    const high = Math.min(Math.max(.../** @type {number[]} */ (all)), Math.max(...middle) * 1.25);
    return [low * 0.97, high * 1.03];
}

/** @param {Row[]} rows */
export function description(rows) {
    const [first, last] = [rows[0], rows[rows.length - 1]];
    const least = rows.reduce((best, row) => (row.mid < best.mid ? row : best));
    const at = (/** @type {Row} */ { mid, strike }) => `${percent(mid)} at ${strike}`;
    return `Implied volatility by strike: ${at(first)}, least ${at(least)}, ${at(last)}`;
}

/**
 * The volatilities of a strike in words.
 * @param {Row} row
 */
export function reading({ strike, bid, mid, ask, vendor }) {
    const texts = [["mid", mid], ["bid", bid], ["ask", ask], ["vendor", vendor]]
        .flatMap(([name, value]) => (typeof value === "number" ? [`${name} ${percent(value)}`] : []));
    return { heading: exact(strike), texts, spoken: `${exact(strike)}: ${texts.join(", ")}` };
}

/** The diagram of the volatilities of bid, mid and ask. */
export function smileDiagram() {
    const chart = new Chart(h("div", { class: "smile" }), options, plot);
    /** @type {{rows: Row[], spot: number}} */
    let shown = { rows: [], spot: 0 };

    /** @param {import("./chart.js").Frame} frame */
    function plot(frame) {
        const { rows, spot } = shown;
        if (rows.length < 2) return null;
        const stops = rows.map(({ strike }) => strike);
        const x = linearScale([stops[0], stops[stops.length - 1]], [frame.left, frame.right]);
        const y = linearScale(range(rows), [frame.bottom, frame.top]);
        const strikes = ticks(x.low, x.high, frame.width / 90);
        const height = (/** @type {number} */ value) => y.at(Math.min(Math.max(value, y.low), y.high));
        const isInside = spot > x.low && spot < x.high;
        return {
            title: description(rows),
            x,
            stops,
            start: spot,
            isContinuous: false,
            layers: [
                ...verticalAxis(frame, y, ticks(y.low, y.high, 5), (value) => percent(value, 0)),
                ...horizontalAxis(frame, x, strikes, (value) => axisText(value, tickStep(strikes))),
                isInside && s("line", { class: "price", x1: x.at(spot), x2: x.at(spot), y1: frame.top, y2: frame.bottom }),
                ...rows.flatMap((row) => marks(row, x.at(row.strike), height)),
            ],
            read(/** @type {number} */ strike) {
                const row = rows[stops.indexOf(strike)];
                return { ...reading(row), y: height(row.mid) };
            },
        };
    }

    return {
        element: chart.element,
        /** @param {Server.OptionChain} chain */
        show(chain) {
            shown = { rows: volatilities(chain), spot: chain.spot ?? 0 };
            chart.draw();
        },
    };
}

/**
 * The marks of a strike: a bar from bid to ask, a ring for the vendor's volatility and a dot for the mid's.
 * @param {Row} row
 * @param {number} at
 * @param {(volatility: number) => number} height
 */
function marks({ strike, bid, mid, ask, vendor }, at, height) {
    return [
        bid !== null && ask !== null &&
        s("path", { class: "spread", d: `M${at} ${height(bid)}V${height(ask)}m-3 0h6M${at - 3} ${height(bid)}h6` }),
        vendor !== null && s("circle", { class: "vendor", cx: at, cy: height(vendor), r: 4 }),
        s("circle", { class: "mid", cx: at, cy: height(mid), r: 2.2 }, s("title", {}, `${exact(strike)}: ${percent(mid)}`)),
    ];
}
