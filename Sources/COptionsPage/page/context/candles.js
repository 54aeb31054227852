// Daily prices as candles, with the volume below them, and what is ahead of a strategy. Many days are drawn by weeks.

import { linearScale, roomy, ticks } from "../axis.js";
import { Chart, horizontalAxis, path, verticalAxis } from "../chart.js";
import { h, s } from "../dom.js";
import { spread } from "../series.js";
import { count, day, days, price } from "../text.js";

/** @typedef {{date: string, open: number, high: number, low: number, close: number, volume: number}} Candle */

/** The most candles that are drawn one by one. */
const most = 270;

const options = {
    label: "Prices by day",
    keys: "the arrow keys move from day to day",
    margin: { left: 62, right: 14, top: 12, bottom: 26 },
    height: (/** @type {number} */ width) => Math.round(Math.min(Math.max(width * 0.45, 220), 380)),
};

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });

/**
 * The candles of prices: of a day whose source gives its close only, a line. More than {@link most} days are joined to weeks, which have the date
 * of their last day.
 * @param {Server.DailyPrice[]} prices
 * @returns {Candle[]}
 */
export function candles(prices) {
    const daily = prices.map(({ date, open, high, low, close, volume }) => ({
        date,
        open: open ?? close,
        high: high ?? Math.max(open ?? close, close),
        low: low ?? Math.min(open ?? close, close),
        close,
        volume: volume ?? 0,
    }));
    if (daily.length <= most) return daily;
    // January 5, 1970 was a Monday.
    const weekOf = (/** @type {string} */ date) => Math.floor(days("1970-01-05", date) / 7);
    /** @type {Candle[]} */
    const weeks = [];
    for (const one of daily) {
        const last = weeks.at(-1);
        if (!last || weekOf(last.date) !== weekOf(one.date)) {
            weeks.push({ ...one });
            continue;
        }
        const { date, high, low, close, volume } = one;
        Object.assign(last, { date, close, high: Math.max(last.high, high), low: Math.min(last.low, low), volume: last.volume + volume });
    }
    return weeks;
}

/**
 * The wicks and bodies of candles as one path. A body without height is a line.
 * @param {{x: number, high: number, low: number, open: number, close: number}[]} pixels
 * @param {number} width
 */
export const candlePath = (pixels, width) =>
    pixels.map(({ x, high, low, open, close }) => {
        const [top, bottom] = [Math.min(open, close), Math.max(open, close)];
        const at = (/** @type {number} */ value) => value.toFixed(1);
        const [left, right] = [at(x - width / 2), at(x + width / 2)];
        return `M${at(x)} ${at(high)}V${at(top)}M${at(x)} ${at(bottom)}V${at(low)}M${left} ${at(top)}H${right}V${at(bottom)}H${left}Z`;
    }).join("");

/** @param {Candle} candle */
const candleTexts = ({ open, high, low, close, volume }) => [
    `close ${price(close)}`,
    `open ${price(open)}`,
    `high ${price(high)}`,
    `low ${price(low)}`,
    ...volume ? [`volume ${count(volume)}`] : [],
];

/**
 * The future part of the chart: the expected moves by date from the valuation to the expiration, the break-evens at expiration, and the day
 * of the next earnings, which is empty if none is known.
 * @typedef {{days: import("./cone.js").ConeDay[], breakEvens: number[], earnings: string}} Outlook
 */

/**
 * The area of a cone between the lower and the upper prices.
 * @param {{x: number, lower: number, upper: number}[]} pixels
 */
export const conePath = (pixels) =>
    `${
        path([
            ...pixels.map(({ x, upper }) => /** @type {[number, number]} */ ([x, upper])),
            ...pixels.map(({ x, lower }) => /** @type {[number, number]} */ ([x, lower])).reverse(),
        ])
    }Z`;

/**
 * The layers of what is ahead, from back to front: the cone with the names of its ends, and the break-evens.
 * @param {import("../chart.js").Frame} frame
 * @param {(date: string) => number} at The pixel of a date.
 * @param {import("../axis.js").Scale} y
 * @param {Outlook} outlook
 */
function outlookLayers({ left, right, top, bottom }, at, y, { days: ahead, breakEvens, earnings }) {
    const ends = ahead.at(-1)?.moves ?? [];
    const areas = ends.map(({ standardDeviations }, index) => {
        const pixels = ahead.map(({ date, moves }) => ({ x: at(date), lower: y.at(moves[index].lower), upper: y.at(moves[index].upper) }));
        return s("path", { class: `move move-${standardDeviations} cone`, d: conePath(pixels) });
    });
    const inside = breakEvens.filter(y.has);
    const labels = [
        ...inside.map((value) => ({ value, text: price(Number(value.toFixed(2))), style: "level-label" })),
        ...ends.flatMap(({ standardDeviations, lower, upper }) => [
            { value: upper, text: `+${standardDeviations}σ`, style: "move-label" },
            { value: lower, text: `−${standardDeviations}σ`, style: "move-label" },
        ]),
    ];
    /** @type {number[]} */
    const taken = [];
    const shown = labels.filter(({ value }) => {
        const isFree = taken.every((other) => Math.abs(other - y.at(value)) >= 13);
        if (isFree) taken.push(y.at(value));
        return isFree;
    });
    return [
        ...areas.reverse(),
        earnings && s("line", { class: "earnings", x1: at(earnings), x2: at(earnings), y1: top, y2: bottom }),
        earnings && s("text", { class: "level-label", x: at(earnings), y: top - 1, "text-anchor": "middle" }, "E"),
        ...inside.map((value) => s("line", { class: "level", x1: left, x2: right, y1: y.at(value), y2: y.at(value) })),
        ...shown.map(({ value, text, style }) => s("text", { class: style, x: right + 5, y: y.at(value) + 4 }, text)),
    ];
}

/**
 * The texts of a day ahead: `1σ 571.20 to 612.40`.
 * @param {import("./cone.js").ConeDay} day
 */
const coneTexts = ({ moves }) =>
    moves.map(({ standardDeviations, lower, upper }) =>
        `${standardDeviations}σ ${price(Number(lower.toFixed(2)))} to ${price(Number(upper.toFixed(2)))}`
    );

/**
 * The diagram of prices.
 * @param {number} [right] The room for the names of what is ahead, in pixels.
 */
export function candleDiagram(right = options.margin.right) {
    /** @type {Candle[]} */
    let shown = [];
    /** @type {Outlook | null} */
    let outlook = null;
    const chart = new Chart(h("div", { class: "series candles" }), { ...options, margin: { ...options.margin, right } }, (frame) => {
        if (shown.length < 2) return null;
        const ahead = outlook?.days ?? [];
        const dates = [...new Set([...shown, ...ahead].map(({ date }) => date))].sort();
        const places = new Map(dates.map((date, index) => [date, index]));
        const place = (/** @type {string} */ date) => places.get(date) ?? 0;
        const hasVolume = shown.some(({ volume }) => volume > 0);
        const floor = hasVolume ? frame.bottom - (frame.bottom - frame.top) * 0.2 : frame.bottom;
        const x = linearScale([-0.5, dates.length - 0.5], [frame.left, frame.right]);
        const bounds = [
            ...shown.flatMap(({ high, low }) => [high, low]),
            ...ahead.flatMap(({ moves }) => moves.flatMap(({ lower, upper }) => [lower, upper])),
        ];
        const y = linearScale(roomy(bounds, 0.04), [floor, frame.top]);
        const volumes = linearScale([0, Math.max(...shown.map(({ volume }) => volume)) || 1], [frame.bottom, floor + 6]);
        const width = Math.max(Math.min((x.at(1) - x.at(0)) * 0.7, 12), 1);
        const pixels = (/** @type {boolean} */ isUp) =>
            shown.flatMap(({ date, open, high, low, close }) =>
                close >= open === isUp
                    ? [{ x: x.at(place(date)), open: y.at(open), high: y.at(high), low: y.at(low), close: y.at(close) }]
                    : []
            );
        const isLong = days(dates[0], dates[dates.length - 1]) > 300;
        const ofTicks = spread(dates, Math.floor(frame.width / 110)).map(place);
        return {
            title: `Prices from ${shown[0].date} to ${shown[shown.length - 1].date}, last ${price(shown[shown.length - 1].close)}`,
            x,
            stops: dates.map((_, index) => index),
            start: null,
            isContinuous: false,
            layers: [
                ...outlook ? outlookLayers(frame, (date) => x.at(place(date)), y, outlook) : [],
                ...verticalAxis(frame, y, ticks(y.low, y.high, 5), (value) => compact.format(value)),
                ...horizontalAxis(frame, x, ofTicks, (index) => (isLong ? dates[index].slice(0, 7) : day(dates[index]))),
                hasVolume && s("path", {
                    class: "volume",
                    d: shown.map(({ date, volume }) =>
                        `M${(x.at(place(date)) - width / 2).toFixed(1)} ${frame.bottom}V${volumes.at(volume).toFixed(1)}h${
                            width.toFixed(1)
                        }V${frame.bottom}`
                    ).join(""),
                }),
                s("path", { class: "candle up", d: candlePath(pixels(true), width) }),
                s("path", { class: "candle down", d: candlePath(pixels(false), width) }),
            ],
            read(at) {
                const date = dates[at];
                const candle = shown.find((one) => one.date === date);
                const coming = ahead.find((one) => one.date === date);
                const texts = [...candle ? candleTexts(candle) : [], ...coming ? coneTexts(coming) : []];
                return { heading: date, texts, spoken: `${date}: ${texts.join(", ")}`, y: candle ? y.at(candle.close) : null };
            },
        };
    });
    return {
        element: chart.element,
        /**
         * @param {Server.DailyPrice[]} prices
         * @param {Outlook | null} [ahead]
         */
        show(prices, ahead = null) {
            shown = candles(prices);
            outlook = ahead;
            chart.draw();
        },
    };
}
