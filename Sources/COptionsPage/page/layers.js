// The layers of the payoff diagram.

import { anyPrice, axisText, exponent, linearScale } from "./axis.js";
import { path } from "./chart.js";
import { s } from "./dom.js";
import { centre, onLines } from "./labels.js";
import { exact } from "./text.js";

/**
 * @typedef {import("./axis.js").Scale} Scale
 * @typedef {import("./chart.js").Frame} Frame
 * @typedef {import("./diagram.js").Drawing} Drawing
 * @typedef {import("./diagram.js").Point} Point
 * @typedef {Frame & {x: Scale, y: Scale, name: string}} Space The frame, its scales, and the prefix of its identifiers.
 */

/**
 * The path of a line.
 * @param {Space} space
 * @param {Point[]} points
 */
const curve = ({ x, y }, points) => path(points.map((point) => [x.at(point.stockPrice), y.at(point.profitLoss)]));

/**
 * The parts of the diagram to which layers are confined.
 * @param {Space} space
 */
export function clips({ left, right, top, bottom, y, name }) {
    const zero = Math.min(Math.max(y.at(0), top), bottom);
    const clip = (/** @type {string} */ part, /** @type {number} */ from, /** @type {number} */ to) =>
        s("clipPath", { id: `${name}-${part}` }, s("rect", { x: left, y: from, width: right - left, height: to - from }));
    return s(
        "defs",
        {},
        clip("above", top, zero),
        clip("below", zero, bottom),
        clip("inside", top, bottom),
        s(
            "pattern",
            { id: `${name}-hatch`, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
            s("line", { class: "hatch", x1: 0, y1: 0, x2: 0, y2: 6 }),
        ),
    );
}

/**
 * The expected moves, the widest first.
 * @param {Space} space
 * @param {Drawing["moves"]} moves
 */
export function bands({ x, top, bottom }, moves) {
    return [...moves].sort((a, b) => b.standardDeviations - a.standardDeviations).flatMap(({ standardDeviations, lower, upper }) => {
        const [from, to] = [x.at(Math.max(lower, x.low)), x.at(Math.min(upper, x.high))];
        if (to <= from) return [];
        return [
            s("rect", { class: `move move-${standardDeviations}`, x: from, y: top, width: to - from, height: bottom - top }),
            ...[lower, upper].filter(x.has).map((end) =>
                s("line", { class: "move-end", x1: x.at(end), x2: x.at(end), y1: top, y2: bottom })
            ),
        ];
    });
}

/**
 * The labels of the current price and of the expected moves, above the diagram on two lines. Labels that fit on neither are omitted.
 * @param {Space} space
 * @param {Drawing} drawing
 */
export function topLabels({ x, top, width }, { price, moves }) {
    const labels = [{ value: price, text: `now ${anyPrice(price)}`, style: "price-label" }];
    for (const { standardDeviations, lower, upper } of moves) {
        labels.push(
            { value: lower, text: `−${standardDeviations}σ`, style: "move-label" },
            { value: upper, text: `+${standardDeviations}σ`, style: "move-label" },
        );
    }
    const placed = labels.filter(({ value }) => x.has(value)).map((label) => ({
        ...label,
        at: centre(label.text, x.at(label.value), 0, width),
    }));
    return onLines(placed, 2).filter(({ line }) => line >= 0).map(({ at, text, style, line }) =>
        s("text", { class: style, x: at, y: top - 8 - 15 * line, "text-anchor": "middle" }, text)
    );
}

/**
 * The distribution of the price at expiration, a third of the diagram high.
 * @param {Space} space
 * @param {NonNullable<Drawing["distribution"]>} distribution
 */
export function distributionArea({ x, top, bottom }, { stockPrices, density }) {
    const most = Math.max(...density.map((value) => value ?? 0)) || 1;
    const height = linearScale([0, most], [bottom, bottom - (bottom - top) * 0.35]);
    const points = stockPrices.map((price, index) => /** @type {[number, number]} */ ([x.at(price), height.at(density[index] ?? 0)]))
        .filter((_, index) => x.has(stockPrices[index]));
    if (!points.length) return null;
    const ends = [points[0][0], points[points.length - 1][0]];
    return s("path", { class: "distribution", d: `${path([[ends[0], bottom], ...points, [ends[1], bottom]])}Z` });
}

/**
 * Profit and loss at expiration as areas, the line of zero, and the current price.
 * @param {Space} space
 * @param {Drawing} drawing
 */
export function areas(space, drawing) {
    const { x, y, left, right, top, bottom, name } = space;
    const zero = y.at(0);
    const [first, last] = [drawing.curve[0], drawing.curve[drawing.curve.length - 1]].map((point) => x.at(point.stockPrice).toFixed(2));
    const d = `${curve(space, drawing.curve)}L${last} ${zero.toFixed(2)}L${first} ${zero.toFixed(2)}Z`;
    const area = (/** @type {string} */ kind, /** @type {string} */ part, /** @type {import("./dom.js").Properties} */ more = {}) =>
        s("path", { class: `area ${kind}`, d, "clip-path": `url(#${name}-${part})`, ...more });
    return [
        area("profit", "above"),
        area("loss", "below"),
        area("loss", "below", { fill: `url(#${name}-hatch)` }),
        s("line", { class: "zero", x1: left, x2: right, y1: zero, y2: zero }),
        x.has(drawing.price) && s("line", { class: "price", x1: x.at(drawing.price), x2: x.at(drawing.price), y1: top, y2: bottom }),
    ];
}

/**
 * The lines before expiration, and above them the one at expiration.
 * @param {Space} space
 * @param {Drawing} drawing
 */
export const lines = (space, drawing) =>
    [...drawing.lines, { kind: "expiration", points: drawing.curve }].map(({ kind, points }) =>
        s("path", { class: `line ${kind}`, d: curve(space, points), "clip-path": `url(#${space.name}-inside)` })
    );

/**
 * The line of a greek, with a scale of its own.
 * @param {Space} space
 * @param {NonNullable<Drawing["overlay"]>} overlay
 */
export function overlayLine({ x, top, bottom, right }, { label, stockPrices, values }) {
    const points = stockPrices.flatMap((price, index) => {
        const value = values[index];
        return x.has(price) && value !== null ? [{ price, value }] : [];
    });
    if (!points.length) return [];
    const low = Math.min(0, ...points.map(({ value }) => value));
    const high = Math.max(0, ...points.map(({ value }) => value));
    const y = linearScale([low, high], [bottom, top]);
    const ends = high === low ? [high] : [high, low];
    return [
        s("path", { class: "line overlay", d: path(points.map(({ price, value }) => [x.at(price), y.at(value)])) }),
        ...ends.filter((value) => value !== 0).map((value) =>
            s(
                "text",
                { class: "overlay-label", x: right - 4, y: y.at(value) + (value > 0 ? 12 : -4), "text-anchor": "end" },
                `${label} ${axisText(value, 10 ** (exponent(value) - 2))}`,
            )
        ),
    ];
}

/**
 * @param {Space} space
 * @param {number[]} points
 */
export function breakEvens({ x, y, left, right }, points) {
    const zero = y.at(0);
    const labels = points.filter(x.has).map((value) => {
        const text = anyPrice(value);
        return { value, text, at: centre(text, x.at(value), left, right) };
    });
    return onLines(labels, 3).flatMap(({ value, text, at, line }) => [
        s("path", { class: "break-even", d: `M${x.at(value)} ${zero - 6}l6 6l-6 6l-6 -6Z` }, s("title", {}, `Break-even ${exact(value)}`)),
        s("text", { class: "break-even-label", x: at, y: zero - 12 - Math.max(line, 0) * 16, "text-anchor": "middle" }, text),
    ]);
}

/**
 * The marks of the strikes. One whose label overlaps that of its neighbour has none.
 * @param {Space} space
 * @param {Drawing["strikes"]} strikes
 * @param {(event: PointerEvent, strike: Drawing["strikes"][number]) => void} drag
 */
export function strikeMarks({ x, top, bottom }, strikes, drag) {
    const marks = strikes.filter(({ strike }) => x.has(strike)).map((strike) => ({ strike, text: strike.label, at: x.at(strike.strike) }));
    return onLines(marks, 1).map(({ strike, text, at, line }) =>
        s(
            "g",
            { class: "strike", on: { pointerdown: (/** @type {PointerEvent} */ event) => drag(event, strike) } },
            s("title", {}, `Strike ${text}: drag to move it`),
            s("line", { x1: at, x2: at, y1: top, y2: bottom }),
            s("rect", { class: "grip", x: at - 12, y: bottom - 12, width: 24, height: 46 }),
            s("path", { d: `M${at} ${bottom - 9}l8 14h-16Z` }),
            line >= 0 && s("text", { x: at, y: bottom + 38, "text-anchor": "middle" }, text),
        )
    );
}
