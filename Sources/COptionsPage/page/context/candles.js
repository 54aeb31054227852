// Daily prices as candles, with the volume below them. Many days are drawn by weeks.

import { linearScale, roomy, ticks } from "../axis.js";
import { Chart, horizontalAxis, verticalAxis } from "../chart.js";
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

/** The diagram of prices. */
export function candleDiagram() {
    /** @type {Candle[]} */
    let shown = [];
    const chart = new Chart(h("div", { class: "series candles" }), options, (frame) => {
        if (shown.length < 2) return null;
        const stops = shown.map((_, index) => index);
        const hasVolume = shown.some(({ volume }) => volume > 0);
        const floor = hasVolume ? frame.bottom - (frame.bottom - frame.top) * 0.2 : frame.bottom;
        const x = linearScale([-0.5, shown.length - 0.5], [frame.left, frame.right]);
        const y = linearScale(roomy(shown.flatMap(({ high, low }) => [high, low]), 0.04), [floor, frame.top]);
        const volumes = linearScale([0, Math.max(...shown.map(({ volume }) => volume)) || 1], [frame.bottom, floor + 6]);
        const width = Math.max(Math.min((x.at(1) - x.at(0)) * 0.7, 12), 1);
        const pixels = (/** @type {boolean} */ isUp) =>
            shown.flatMap(({ open, high, low, close }, index) =>
                close >= open === isUp ? [{ x: x.at(index), open: y.at(open), high: y.at(high), low: y.at(low), close: y.at(close) }] : []
            );
        const dates = shown.map(({ date }) => date);
        const isLong = days(dates[0], dates[dates.length - 1]) > 300;
        const ofTicks = spread(dates, Math.floor(frame.width / 110)).map((date) => dates.indexOf(date));
        return {
            title: `Prices from ${dates[0]} to ${dates[dates.length - 1]}, last ${price(shown[shown.length - 1].close)}`,
            x,
            stops,
            start: null,
            isContinuous: false,
            layers: [
                ...verticalAxis(frame, y, ticks(y.low, y.high, 5), (value) => compact.format(value)),
                ...horizontalAxis(frame, x, ofTicks, (index) => (isLong ? dates[index].slice(0, 7) : day(dates[index]))),
                hasVolume && s("path", {
                    class: "volume",
                    d: shown.map(({ volume }, index) =>
                        `M${(x.at(index) - width / 2).toFixed(1)} ${frame.bottom}V${volumes.at(volume).toFixed(1)}h${
                            width.toFixed(1)
                        }V${frame.bottom}`
                    ).join(""),
                }),
                s("path", { class: "candle up", d: candlePath(pixels(true), width) }),
                s("path", { class: "candle down", d: candlePath(pixels(false), width) }),
            ],
            read(at) {
                const { date, open, high, low, close, volume } = shown[at];
                const texts = [
                    `close ${price(close)}`,
                    `open ${price(open)}`,
                    `high ${price(high)}`,
                    `low ${price(low)}`,
                    ...volume ? [`volume ${count(volume)}`] : [],
                ];
                return { heading: date, texts, spoken: `${date}: ${texts.join(", ")}`, y: y.at(close) };
            },
        };
    });
    return {
        element: chart.element,
        /** @param {Server.DailyPrice[]} prices */
        show(prices) {
            shown = candles(prices);
            chart.draw();
        },
    };
}
