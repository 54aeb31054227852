// A chart: its frame, its axes, and a crosshair that follows pointer and keyboard. The diagrams add what they draw.

import { nearest, stopAfterKey } from "./cursor.js";
import { announce, fill, h, identifier, s } from "./dom.js";
import { centre } from "./labels.js";

/** @typedef {import("./axis.js").Scale} Scale */

/**
 * The size of the drawing, and the ends of the part within the axes, in pixels.
 * @typedef {{width: number, height: number, left: number, right: number, top: number, bottom: number}} Frame
 */

/**
 * The text of the crosshair at a value.
 * @typedef {object} Reading
 * @property {string} heading
 * @property {string[]} texts
 * @property {string} spoken The same for a screen reader.
 * @property {number | null} [y] The pixel of the point to mark.
 */

/**
 * @typedef {object} Plot
 * @property {string} title A description of the drawing.
 * @property {import("./dom.js").Child[]} layers From back to front.
 * @property {Scale} x
 * @property {number[]} stops The values to which keys move, in ascending order.
 * @property {number | null} start The value from which the first key moves; `null` for the ends.
 * @property {boolean} isContinuous Whether the pointer also reads values between the stops.
 * @property {(at: number) => Reading | null} read
 */

/**
 * @typedef {object} Options
 * @property {string} label
 * @property {string} keys What the arrow keys do.
 * @property {{left: number, right: number, top: number, bottom: number}} margin
 * @property {(width: number) => number} height
 */

const hint = "Point, or use the arrow keys, to read values.";
const usualWidth = 640;

export class Chart {
    /** The value of the crosshair. */
    #cursor = /** @type {number | null} */ (null);
    #crosshair = /** @type {{element: SVGElement, line: SVGElement, circle: SVGElement} | null} */ (null);
    #plot = /** @type {Plot | null} */ (null);
    #readout = h("p", { class: "readout", aria: { hidden: "true" } });
    #revision = 0;
    #width = 0;

    /**
     * @param {HTMLElement} host The element for the drawing, a tab stop if it has one.
     * @param {Options} options
     * @param {(frame: Frame) => Plot | null} plot Returns `null` if there is nothing to draw.
     */
    constructor(host, options, plot) {
        this.host = host;
        this.options = options;
        this.plot = plot;
        this.element = h("div", { class: "chart" }, host, this.#readout);
        new ResizeObserver(() => {
            if (Math.abs(host.clientWidth - this.#width) < 1) return;
            this.#width = host.clientWidth;
            this.draw();
        }).observe(host);
        host.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
            if (this.#plot) this.#moveTo(this.valueOf(event), false);
        });
        host.addEventListener("pointerleave", () => this.#leave());
        host.addEventListener("blur", () => this.#leave());
        host.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#press(event));
    }

    draw() {
        this.#width ||= this.host.clientWidth || usualWidth;
        const width = this.#width;
        const { label, keys, margin } = this.options;
        const height = this.options.height(width);
        const frame = { width, height, left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom };
        this.#plot = this.plot(frame);
        const attributes = { tabindex: "0", role: "application", "aria-label": label, "aria-roledescription": `diagram; ${keys}` };
        for (const [name, value] of Object.entries(attributes)) {
            if (this.#plot) this.host.setAttribute(name, value);
            else this.host.removeAttribute(name);
        }
        if (this.#plot) this.#show(frame, this.#plot);
        else this.host.replaceChildren();
        if (this.#cursor === null || !this.#plot) this.#leave();
        else this.#moveTo(this.#cursor, false);
    }

    /**
     * @param {Frame} frame
     * @param {Plot} plot
     */
    #show({ width, height, top, bottom }, { title, layers }) {
        const name = identifier();
        this.#revision += 1;
        const [line, circle] = [s("line", { y1: top, y2: bottom }), s("circle", { r: 4.5 })];
        const element = s("g", { class: "crosshair", visibility: "hidden", "pointer-events": "none" }, line, circle);
        this.#crosshair = { element, line, circle };
        this.host.replaceChildren(s(
            "svg",
            {
                viewBox: `0 0 ${width} ${height}`,
                width,
                height,
                role: "img",
                "font-size": "12",
                "font-family": "system-ui, sans-serif",
                aria: { labelledby: name },
                data: { revision: this.#revision },
            },
            s("title", { id: name }, title),
            ...layers,
            element,
        ));
    }

    /**
     * The value at the pointer.
     * @param {MouseEvent} event
     */
    valueOf(event) {
        return this.#plot?.x.value(event.clientX - this.host.getBoundingClientRect().left) ?? 0;
    }

    /** @param {KeyboardEvent} event */
    #press(event) {
        if (!this.#plot || event.ctrlKey || event.metaKey || event.altKey) return;
        const { stops, start } = this.#plot;
        const next = stopAfterKey(stops, this.#cursor ?? start, event.key, event.shiftKey ? 10 : 1);
        if (next === null) return;
        event.preventDefault();
        this.#moveTo(next, true);
    }

    /**
     * @param {number} value
     * @param {boolean} isSpoken
     */
    #moveTo(value, isSpoken) {
        const { stops, isContinuous, read, x } = /** @type {Plot} */ (this.#plot);
        const at = isContinuous ? Math.min(Math.max(value, stops[0]), stops[stops.length - 1]) : stops[nearest(stops, value)];
        const reading = read(at);
        if (!reading || !this.#crosshair) return;
        this.#cursor = at;
        const { heading, texts, spoken, y = null } = reading;
        const { element, line, circle } = this.#crosshair;
        const assign = (/** @type {Element} */ element, /** @type {Record<string, number | string>} */ values) => {
            for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value));
        };
        assign(element, { visibility: "visible" });
        assign(line, { x1: x.at(at), x2: x.at(at) });
        assign(circle, y === null ? { display: "none" } : { display: "inline", cx: x.at(at), cy: y });
        fill(this.#readout, h("strong", {}, heading), ` ${texts.join(" · ")}`);
        if (isSpoken) announce(spoken);
    }

    #leave() {
        this.#cursor = null;
        this.#crosshair?.element.setAttribute("visibility", "hidden");
        fill(this.#readout, this.#plot ? hint : "");
    }
}

/**
 * The lines and texts of the vertical axis.
 * @param {Frame} frame
 * @param {Scale} y
 * @param {number[]} values
 * @param {(value: number) => string} text
 */
export function verticalAxis({ left, right }, y, values, text) {
    return values.flatMap((value) => [
        s("line", { class: "grid", x1: left, x2: right, y1: y.at(value), y2: y.at(value) }),
        s("text", { class: "tick", x: left - 8, y: y.at(value) + 4, "text-anchor": "end" }, text(value)),
    ]);
}

/**
 * The marks and texts of the horizontal axis.
 * @param {Frame} frame
 * @param {Scale} x
 * @param {number[]} values
 * @param {(value: number) => string} text
 */
export function horizontalAxis({ width, bottom }, x, values, text) {
    return values.flatMap((value) => {
        const [at, label] = [x.at(value), text(value)];
        return [
            s("line", { class: "tick-mark", x1: at, x2: at, y1: bottom, y2: bottom + 5 }),
            s("text", { class: "tick", x: centre(label, at, 0, width), y: bottom + 18, "text-anchor": "middle" }, label),
        ];
    });
}

/**
 * The path through points of pixels.
 * @param {[number, number][]} points
 */
export const path = (points) => points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
