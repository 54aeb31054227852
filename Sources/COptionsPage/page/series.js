// A line of values by day.

import { ticks } from "./diagram.js";
import { fill, h, identifier, s } from "./dom.js";
import { day } from "./text.js";

const margin = { left: 62, right: 14, top: 12, bottom: 26 };
const axis = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });

/**
 * @typedef {{date: string, value: number}} DayValue
 * @typedef {{label: string, values: DayValue[], kind: string}} Series
 */

/** @param {(value: number) => string} text */
export function seriesDiagram(text) {
    const host = h("div", { class: "series" });
    const readout = h("p", { class: "readout", aria: { hidden: "true" } });
    const element = h("div", {}, host, readout);
    /** @type {Series[]} */
    let shown = [];
    let width = 0;
    /** @type {(x: number) => void} */
    let follow = () => {};

    new ResizeObserver(() => {
        if (Math.abs(host.clientWidth - width) < 1) return;
        width = host.clientWidth;
        draw();
    }).observe(host);
    host.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => follow(event.clientX - host.getBoundingClientRect().left));

    function draw() {
        const [first] = shown;
        fill(readout);
        if (!first || first.values.length < 2 || !width) {
            fill(host);
            return;
        }
        const height = Math.round(Math.min(Math.max(width * 0.4, 180), 320));
        const times = first.values.map(({ date }) => Date.parse(date));
        const [from, to] = [times[0], times[times.length - 1]];
        const values = shown.flatMap((one) => one.values.map(({ value }) => value));
        const [least, most] = [Math.min(...values), Math.max(...values)];
        const room = (most - least || Math.abs(most) || 1) * 0.08;
        const [low, high] = [least - room, most + room];
        const x = (/** @type {number} */ time) => margin.left + ((time - from) / (to - from || 1)) * (width - margin.left - margin.right);
        const y = (/** @type {number} */ value) => margin.top + ((high - value) / (high - low)) * (height - margin.top - margin.bottom);
        const title = identifier();
        const last = first.values[first.values.length - 1];
        const svg = s(
            "svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "font-size": "12", "aria-labelledby": title },
            s("title", { id: title }, `${first.label} from ${first.values[0].date} (${text(first.values[0].value)}) to ${last.date} (${text(last.value)}), between ${text(least)} and ${text(most)}`));
        for (const value of ticks(low, high, 5)) {
            svg.append(
                s("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: y(value), y2: y(value) }),
                s("text", { class: "tick", x: margin.left - 6, y: y(value) + 4, "text-anchor": "end" }, axis.format(value).replace("-", "−")));
        }
        const count = Math.max(2, Math.floor(width / 110));
        for (let index = 0; index < count; index += 1) {
            const date = first.values[Math.round(((first.values.length - 1) * index) / (count - 1))].date;
            svg.append(s(
                "text", { class: "tick", x: x(Date.parse(date)), y: height - 8, "text-anchor": index === 0 ? "start" : index === count - 1 ? "end" : "middle" },
                to - from > 300 * 86_400_000 ? date.slice(0, 7) : day(date)));
        }
        for (const one of shown) {
            const d = one.values.map(({ date, value }, index) => `${index ? "L" : "M"}${x(Date.parse(date)).toFixed(1)} ${y(value).toFixed(1)}`).join("");
            svg.append(s("path", { class: `line ${one.kind}`, d }));
        }
        const cross = s("line", { class: "cross", y1: margin.top, y2: height - margin.bottom, visibility: "hidden", "pointer-events": "none" });
        svg.append(cross);
        fill(host, svg);
        follow = (at) => {
            const time = from + ((at - margin.left) / (width - margin.left - margin.right)) * (to - from);
            let place = times.findIndex((one) => one >= time);
            if (place < 0) place = times.length - 1;
            cross.setAttribute("x1", x(times[place]));
            cross.setAttribute("x2", x(times[place]));
            cross.setAttribute("visibility", "visible");
            fill(readout, h("strong", {}, first.values[place].date), ...shown.map((one) => one.values[place] ? ` ${one.label} ${text(one.values[place].value)}` : ""));
        };
    }

    return {
        element,
        /** @param {Series[]} series */
        show(series) {
            shown = series;
            width = host.clientWidth || width;
            draw();
        },
    };
}
