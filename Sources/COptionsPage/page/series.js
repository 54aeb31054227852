// A line of values by day.

import { ticks } from "./diagram.js";
import { announce, fill, h, identifier, s } from "./dom.js";
import { day } from "./text.js";

const margin = { left: 62, right: 14, top: 12, bottom: 26 };
const hint = "Move over the diagram, or focus it and use the arrow keys, to read values.";
const axis = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });

/**
 * @typedef {{date: string, value: number}} DayValue
 * @typedef {{label: string, values: DayValue[], kind: string}} Series
 */

/** @param {(value: number) => string} text */
export function seriesDiagram(text) {
    const host = h("div", { class: "series" });
    const readout = h("p", { class: "readout", aria: { hidden: "true" } });
    const legend = h("ul", { class: "legend" });
    const element = h("div", {}, host, readout, legend);
    const interaction = {
        tabindex: "0", role: "application", "aria-label": "Values by day", "aria-roledescription": "diagram; the arrow keys move from day to day",
    };
    /** @type {Series[]} */
    let shown = [];
    let width = 0;
    /**
     * The index of the selected day.
     * @type {number | null}
     */
    let place = null;
    /** @type {any} */
    let cross = null;
    /** @type {{x: (time: number) => number, placeAt: (x: number) => number} | null} */
    let scale = null;

    new ResizeObserver(() => {
        if (Math.abs(host.clientWidth - width) < 1) return;
        width = host.clientWidth;
        draw();
    }).observe(host);
    host.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
        if (scale) moveTo(scale.placeAt(event.clientX - host.getBoundingClientRect().left), false);
    });
    host.addEventListener("pointerleave", leave);
    host.addEventListener("blur", leave);
    host.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        if (!scale || event.ctrlKey || event.metaKey || event.altKey) return;
        const last = shown[0].values.length - 1;
        const stride = event.shiftKey ? 10 : 1;
        /** @type {Record<string, number>} */
        const places = { ArrowLeft: (place ?? last + 1) - stride, ArrowRight: (place ?? -1) + stride, Home: 0, End: last };
        if (!Object.hasOwn(places, event.key)) return;
        event.preventDefault();
        moveTo(Math.min(Math.max(places[event.key], 0), last), true);
    });

    /**
     * Shows the values of a day.
     * @param {number} next
     * @param {boolean} isSpoken
     */
    function moveTo(next, isSpoken) {
        if (!scale) return;
        place = next;
        const { date } = shown[0].values[next];
        const at = scale.x(Date.parse(date));
        cross.setAttribute("x1", at);
        cross.setAttribute("x2", at);
        cross.setAttribute("visibility", "visible");
        // A series may lack days that another one has.
        const texts = shown.flatMap(({ label, values }) => {
            const found = values[next]?.date === date ? values[next] : values.find((one) => one.date === date);
            return found ? [`${label} ${text(found.value)}`] : [];
        });
        fill(readout, h("strong", {}, date), ` ${texts.join(" · ")}`);
        if (isSpoken) announce(`${date}: ${texts.join(", ")}`);
    }

    function leave() {
        place = null;
        cross?.setAttribute("visibility", "hidden");
        fill(readout, scale ? hint : "");
    }

    function draw() {
        const [first] = shown;
        const hasLine = Boolean(first) && first.values.length > 1 && width > 0;
        for (const [name, value] of Object.entries(interaction)) {
            if (hasLine) host.setAttribute(name, value);
            else host.removeAttribute(name);
        }
        fill(legend, ...(hasLine && shown.length > 1 ? shown.map(({ label, kind }) => h("li", { class: kind }, label)) : []));
        if (!hasLine) {
            scale = null;
            fill(host);
            leave();
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
        cross = s("line", { class: "cross", y1: margin.top, y2: height - margin.bottom, visibility: "hidden", "pointer-events": "none" });
        svg.append(cross);
        fill(host, svg);
        scale = {
            x,
            placeAt(at) {
                const time = from + ((at - margin.left) / (width - margin.left - margin.right)) * (to - from);
                const found = times.findIndex((one) => one >= time);
                return found < 0 ? times.length - 1 : found;
            },
        };
        leave();
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
