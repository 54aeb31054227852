// The front of two objectives: what more of one costs of the other. Its points are chosen by pointer and by keys.

import { linearScale, roomy, ticks } from "../axis.js";
import { Chart, horizontalAxis, verticalAxis } from "../chart.js";
import { h, s } from "../dom.js";
import { objectiveText, valueNames } from "./words.js";

const options = {
    label: "Strategies that no other beats",
    keys: "the arrow keys move from strategy to strategy, and Enter chooses one",
    margin: { left: 74, right: 18, top: 26, bottom: 44 },
    height: (/** @type {number} */ width) => Math.round(Math.min(Math.max(width * 0.45, 220), 340)),
};

/** @typedef {{found: Server.FoundStrategy, x: number, y: number}} Point */

/**
 * The points of a front of two objectives, ascending by the first.
 * @param {Server.FoundStrategy[]} strategies
 * @returns {Point[]}
 */
export const points = (strategies) =>
    strategies.flatMap((found) => {
        const [x, y] = Object.values(found.objectives);
        return x === null || y === null || y === undefined ? [] : [{ found, x, y }];
    }).sort((a, b) => a.x - b.x);

/** @param {(found: Server.FoundStrategy) => void} choose */
export function frontDiagram(choose) {
    const host = h("div", { class: "series front" });
    /** @type {Point[]} */
    let shown = [];
    /** The value of the crosshair. */
    let at = /** @type {number | null} */ (null);
    let chosen = 0;

    const take = () => {
        const point = shown.find(({ x }) => x === at);
        if (point) choose(point.found);
    };
    host.addEventListener("click", take);
    host.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        take();
    });

    const chart = new Chart(host, options, (frame) => {
        if (shown.length < 2) return null;
        const [first, second] = /** @type {Server.FindObjective[]} */ (Object.keys(shown[0].found.objectives));
        const x = linearScale(roomy(shown.map((point) => point.x), 0.04), [frame.left, frame.right]);
        const y = linearScale(roomy(shown.map((point) => point.y), 0.08), [frame.bottom, frame.top]);
        const wide = Math.floor(frame.width / 130);
        const stops = shown.map((point) => point.x);
        return {
            title: `${valueNames[second]} by ${valueNames[first].toLowerCase()}, ${shown.length} strategies`,
            x,
            stops,
            start: shown.find(({ found }) => found.rank === chosen)?.x ?? null,
            isContinuous: false,
            layers: [
                ...verticalAxis(frame, y, ticks(y.low, y.high, 5), (value) => objectiveText(second, value).replace(/\.00$/, "")),
                ...horizontalAxis(frame, x, ticks(x.low, x.high, wide), (value) => objectiveText(first, value).replace(/\.00$/, "")),
                s("text", { class: "axis-title", x: 4, y: 14 }, `↑ ${valueNames[second]}`),
                s(
                    "text",
                    { class: "axis-title", x: frame.right, y: frame.height - 6, "text-anchor": "end" },
                    `${valueNames[first]} →`,
                ),
                ...shown.map((point) =>
                    s("circle", {
                        class: point.found.rank === chosen ? "point chosen" : "point",
                        cx: x.at(point.x),
                        cy: y.at(point.y),
                        r: point.found.rank === chosen ? 7 : 5,
                    })
                ),
            ],
            read(value) {
                at = value;
                const point = shown[stops.indexOf(value)];
                const texts = [
                    `${valueNames[first]} ${objectiveText(first, point.x)}`,
                    `${valueNames[second]} ${objectiveText(second, point.y)}`,
                ];
                const { title } = point.found;
                return { heading: title, texts, spoken: `${title}: ${texts.join(", ")}`, y: y.at(point.y) };
            },
        };
    });

    return {
        element: chart.element,
        /** @param {Server.FoundStrategy[]} strategies */
        show(strategies) {
            shown = points(strategies);
            at = null;
            chart.draw();
        },
        /** @param {number} rank Of the strategy that is chosen; 0 for none. */
        mark(rank) {
            chosen = rank;
            chart.draw();
        },
    };
}
