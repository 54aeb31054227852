// A line of values by day.

import { linearScale, roomy, ticks } from "./axis.js";
import { Chart, horizontalAxis, path, verticalAxis } from "./chart.js";
import { fill, h, s } from "./dom.js";
import { day } from "./text.js";

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });

/**
 * @typedef {{date: string, value: number}} DayValue
 * @typedef {{label: string, values: DayValue[], kind: string}} Series
 */

const options = {
    label: "Values by day",
    keys: "the arrow keys move from day to day",
    margin: { left: 62, right: 14, top: 12, bottom: 26 },
    height: (/** @type {number} */ width) => Math.round(Math.min(Math.max(width * 0.4, 180), 320)),
};

/**
 * Some of the dates, evenly spread, with both ends.
 * @param {string[]} dates
 * @param {number} wanted
 */
export function spread(dates, wanted) {
    const count = Math.min(Math.max(wanted, 2), dates.length);
    return Array.from({ length: count }, (_, index) => dates[Math.round(((dates.length - 1) * index) / (count - 1))]);
}

/**
 * Those of ascending values that are at least some pixels after the one before: expirations may be months apart, or days.
 * @param {number[]} values
 * @param {import("./axis.js").Scale} x
 * @param {number} pixels
 */
export function apart(values, x, pixels) {
    let last = -Infinity;
    return values.filter((value) => {
        if (x.at(value) - last < pixels) return false;
        last = x.at(value);
        return true;
    });
}

/**
 * The texts of all series on a day. A series may lack days that another one has.
 * @param {Series[]} series
 * @param {string} date
 * @param {(value: number) => string} text
 */
export function readings(series, date, text) {
    return series.flatMap(({ label, values }) => {
        const found = values.find((one) => one.date === date);
        return found ? [`${label} ${text(found.value)}`] : [];
    });
}

/**
 * The first series in a sentence.
 * @param {Series[]} series
 * @param {(value: number) => string} text
 */
export function description(series, text) {
    const [{ label, values }] = series;
    const [first, last] = [values[0], values[values.length - 1]];
    const all = series.flatMap((one) => one.values.map(({ value }) => value));
    const at = (/** @type {DayValue} */ { date, value }) => `${date} (${text(value)})`;
    return `${label} from ${at(first)} to ${at(last)}, between ${text(Math.min(...all))} and ${text(Math.max(...all))}`;
}

/** @param {(value: number) => string} text */
export function seriesDiagram(text) {
    const chart = new Chart(h("div", { class: "series" }), options, plot);
    const legend = h("ul", { class: "legend" });
    const element = h("div", {}, chart.element, legend);
    /** @type {Series[]} */
    let shown = [];

    const hasLine = () => shown.length > 0 && shown[0].values.length > 1;

    /** @param {import("./chart.js").Frame} frame */
    function plot(frame) {
        if (!hasLine()) return null;
        const series = shown;
        const dates = series[0].values.map(({ date }) => date);
        const stops = dates.map((date) => Date.parse(date));
        const x = linearScale([stops[0], stops[stops.length - 1]], [frame.left, frame.right]);
        const y = linearScale(roomy(series.flatMap(({ values }) => values.map(({ value }) => value)), 0.08), [frame.bottom, frame.top]);
        const isLong = x.high - x.low > 300 * 86_400_000;
        const dateText = (/** @type {number} */ time) => {
            const date = new Date(time).toISOString().slice(0, 10);
            return isLong ? date.slice(0, 7) : day(date);
        };
        return {
            title: description(series, text),
            x,
            stops,
            start: null,
            isContinuous: false,
            layers: [
                ...verticalAxis(frame, y, ticks(y.low, y.high, 5), (value) => compact.format(value).replace("-", "−")),
                ...horizontalAxis(frame, x, apart(spread(dates, Math.floor(frame.width / 110)).map(Date.parse), x, 64), dateText),
                ...series.map(({ kind, values }) =>
                    s("path", { class: `line ${kind}`, d: path(values.map(({ date, value }) => [x.at(Date.parse(date)), y.at(value)])) })
                ),
            ],
            read(/** @type {number} */ time) {
                const date = dates[stops.indexOf(time)];
                const texts = readings(series, date, text);
                const value = series[0].values[stops.indexOf(time)].value;
                return { heading: date, texts, spoken: `${date}: ${texts.join(", ")}`, y: y.at(value) };
            },
        };
    }

    return {
        element,
        /** @param {Series[]} series */
        show(series) {
            shown = series;
            chart.draw();
            fill(legend, ...(hasLine() && shown.length > 1 ? shown.map(({ label, kind }) => h("li", { class: kind }, label)) : []));
        },
    };
}
