// The payoff diagram. It draws points that the server computed, connected by straight lines.

import { anyPrice, axisText, linearScale, roomy, ticks, tickStep } from "./axis.js";
import { Chart, horizontalAxis, verticalAxis } from "./chart.js";
import { valueBetween } from "./cursor.js";
import { h, identifier } from "./dom.js";
import * as layers from "./layers.js";
import { pictureFile } from "./picture.js";
import { zoomed } from "./range.js";
import { exact, profit } from "./text.js";
import { addZoom } from "./zoom.js";

/** @typedef {{stockPrice: number, profitLoss: number}} Point */

/**
 * @typedef {object} Drawing
 * @property {Point[]} curve
 * @property {{label: string, points: Point[], kind: string}[]} lines The lines before expiration, the selected one and the compared one.
 * @property {number[]} breakEvens
 * @property {{strike: number, label: string, legs: number[]}[]} strikes
 * @property {number} price
 * @property {{standardDeviations: number, lower: number, upper: number}[]} moves
 * @property {{stockPrices: number[], density: (number | null)[]} | null} distribution
 * @property {{label: string, stockPrices: number[], values: (number | null)[]} | null} overlay
 */

const options = {
    label: "Profit and loss by stock price",
    keys: "the arrow keys move along the expiration line, + and − zoom, 0 shows everything",
    margin: { left: 62, right: 14, top: 38, bottom: 46 },
    height: (/** @type {number} */ width) => Math.round(Math.min(Math.max(width * 0.54, 200), 400)),
};

/**
 * The prices of the diagram, and its profits: those of all lines at these prices, and 0.
 * @param {Drawing} drawing
 * @returns {{prices: [number, number], profits: [number, number]}}
 */
export function ranges({ curve, lines }) {
    const [first, last] = [curve[0].stockPrice, curve[curve.length - 1].stockPrice];
    const inside = [curve, ...lines.map((line) => line.points)].flat().filter(({ stockPrice }) =>
        stockPrice >= first && stockPrice <= last
    );
    return { prices: [first, last], profits: roomy([0, ...inside.map((point) => point.profitLoss)], 0.1) };
}

/**
 * The diagram in a sentence.
 * @param {Drawing} drawing
 */
export function description({ curve, breakEvens }) {
    const ends = [curve[0], curve[curve.length - 1]].map((point) => `${profit(point.profitLoss)} at ${exact(point.stockPrice)}`);
    const crossings = breakEvens.length ? `break-even at ${breakEvens.map(exact).join(", ")}` : "no break-even";
    return `Profit and loss at expiration: ${ends[0]}, ${ends[1]}; ${crossings}.`;
}

/**
 * The profits at a price in words; `null` outside the diagram.
 * @param {Drawing} drawing
 * @param {number} price
 */
export function reading({ curve, lines }, price) {
    const value = valueBetween(curve, price);
    if (value === null) return null;
    const others = lines.flatMap(({ label, points }) => {
        const here = valueBetween(points, price);
        return here === null ? [] : [`${label} ${profit(here)}`];
    });
    return {
        value,
        heading: `At ${anyPrice(Number(price.toPrecision(8)))}`,
        texts: [`expiration ${profit(value)}`, ...others],
        spoken: [`At ${exact(price)}: ${profit(value)} at expiration`, ...others].join(", "),
    };
}

/**
 * @typedef {object} Actions
 * @property {(legs: number[], from: number, to: number, isTogether: boolean, group: string) => boolean} onMove
 * @property {(price: number) => number} snap
 * @property {(range: string) => void} onZoom Called with the prices to show, as `140:190`; empty for everything.
 */

/** @param {Actions} actions */
export function payoffDiagram(actions) {
    const host = h("div", { id: "diagram", class: "diagram" });
    const chart = new Chart(host, options, plot);
    /** @type {Drawing | null} */
    let drawing = null;
    /** @type {ReturnType<typeof ranges> | null} The ranges during a drag. */
    let fixed = null;
    let drags = 0;
    addZoom(host, (event) => chart.valueOf(event), (factor, centre) => {
        if (!drawing?.curve.length) return;
        const { prices } = ranges(drawing);
        actions.onZoom(factor ? zoomed(prices, factor, centre ?? drawing.price) : "");
    });

    /** @param {import("./chart.js").Frame} frame */
    function plot(frame) {
        if (!drawing?.curve.length) return null;
        const shown = drawing;
        const { prices, profits } = fixed ?? ranges(shown);
        const x = linearScale(prices, [frame.left, frame.right]);
        const y = linearScale(profits, [frame.bottom, frame.top]);
        const space = { ...frame, x, y, name: identifier() };
        const [across, up] = [ticks(x.low, x.high, frame.width / 80), ticks(y.low, y.high, 6)];
        return {
            title: description(shown),
            x,
            isContinuous: true,
            start: shown.price,
            stops: shown.curve.map((point) => point.stockPrice),
            layers: [
                layers.clips(space),
                ...layers.bands(space, shown.moves),
                ...verticalAxis(frame, y, up, (value) => axisText(value, tickStep(up))),
                ...horizontalAxis(frame, x, across, (value) => axisText(value, tickStep(across))),
                shown.distribution && layers.distributionArea(space, shown.distribution),
                ...layers.areas(space, shown),
                ...layers.topLabels(space, shown),
                ...layers.lines(space, shown),
                ...shown.overlay ? layers.overlayLine(space, shown.overlay) : [],
                ...layers.breakEvens(space, shown.breakEvens),
                ...layers.strikeMarks(space, shown.strikes, drag),
            ],
            read(/** @type {number} */ price) {
                const found = reading(shown, price);
                return found && { ...found, y: y.at(found.value) };
            },
        };
    }

    /**
     * @param {PointerEvent} event
     * @param {Drawing["strikes"][number]} strike
     */
    function drag(event, strike) {
        event.preventDefault();
        let from = strike.strike;
        fixed = drawing && ranges(drawing);
        drags += 1;
        const group = `drag ${drags}`;
        const follow = (/** @type {PointerEvent} */ moved) => {
            const to = actions.snap(chart.valueOf(moved));
            if (to === from || !(to > 0)) return;
            if (actions.onMove(strike.legs, from, to, moved.shiftKey, group)) from = to;
        };
        const end = () => {
            fixed = null;
            chart.draw();
            removeEventListener("pointermove", follow);
            removeEventListener("pointerup", end);
            removeEventListener("pointercancel", end);
        };
        addEventListener("pointermove", follow);
        addEventListener("pointerup", end);
        addEventListener("pointercancel", end);
    }

    return {
        element: chart.element,
        /** @param {Drawing} next */
        draw(next) {
            drawing = next;
            chart.draw();
        },
        /** The drawing as a file of its own. */
        file: () => pictureFile(host),
    };
}
