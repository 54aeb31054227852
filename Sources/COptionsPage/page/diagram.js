// The payoff diagram. It draws points that the server computed, connected by straight lines.

import { announce, fill, h, identifier, s } from "./dom.js";
import { exact, price, profit } from "./text.js";

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

const margin = { left: 62, right: 14, top: 38, bottom: 46 };

/**
 * Round values between two ends, about `wanted` of them.
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 */
export function ticks(low, high, wanted) {
    const rough = (high - low) / Math.max(wanted, 1);
    if (!(rough > 0) || !Number.isFinite(rough)) return [];
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
    const result = [];
    for (let index = Math.ceil(low / step); index * step <= high * (1 + 1e-12); index += 1) {
        result.push(Number((index * step).toPrecision(12)));
    }
    return result;
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * @param {"compact" | "standard"} notation
 * @param {number} places
 */
function format(notation, places) {
    const key = `${notation} ${places}`;
    const known = formats.get(key) ?? new Intl.NumberFormat("en-US", { notation, maximumFractionDigits: places });
    formats.set(key, known);
    return known;
}

/**
 * The exponent of the power of ten below a number.
 * @param {number} value
 */
const exponent = (value) => Math.floor(Math.log10(Math.abs(value)) + 1e-9);

/**
 * A very large or very small number in scientific notation, with enough digits to distinguish it from its neighbour.
 * @param {number} value
 * @param {number} step
 */
const short = (value, step) => value.toExponential(Math.min(Math.max(exponent(value) - exponent(step), 0), 12));

/** @param {number} value */
const isLong = (value) => value !== 0 && (Math.abs(value) < 1e-6 || Math.abs(value) >= 1e15);

/**
 * A value of an axis, with as many decimal places as the step requires.
 * @param {number} value
 * @param {number} step
 */
export function axisText(value, step) {
    if (isLong(value)) return short(value, step).replace("-", "−");
    const unit = Math.abs(value) < 1000 ? 1 : 10 ** Math.min(3 * Math.floor(exponent(value) / 3), 12);
    const places = (/** @type {number} */ size) => {
        const digits = -exponent(size);
        // 2.5 has a digit more than 2 and 5.
        return Math.max(digits + (Math.abs(size * 10 ** digits - Math.round(size * 10 ** digits)) > 1e-6 ? 1 : 0), 0);
    };
    const compact = places(step / unit);
    const text = unit > 1 && compact > 3 ? format("standard", Math.min(places(step), 20)) : format("compact", Math.min(compact, 20));
    return text.format(value).replace("-", "−");
}

/**
 * A price in a row of prices, with two digits of the step and at least two decimal places.
 * @param {number} value
 * @param {number} step
 */
export function rowPrice(value, step) {
    if (isLong(value)) return short(value, step / 10).replace("-", "−");
    const places = step > 0 ? Math.min(Math.max(1 - exponent(step), 2), 20) : 2;
    return value.toFixed(places).replace("-", "−");
}

/**
 * A price of any size.
 * @param {number} value
 */
const anyPrice = (value) => value !== 0 && (Math.abs(value) < 0.01 || Math.abs(value) >= 1e15) ? exact(Number(value.toPrecision(6))) : price(value);

/**
 * The value of a line at a price, between its points.
 * @param {Point[]} points
 * @param {number} at
 */
function valueAt(points, at) {
    const next = points.findIndex((point) => point.stockPrice >= at);
    if (next < 0) return null;
    const right = points[next];
    if (right.stockPrice === at || next === 0) return right.stockPrice === at ? right.profitLoss : null;
    const left = points[next - 1];
    const share = (at - left.stockPrice) / (right.stockPrice - left.stockPrice);
    return left.profitLoss + share * (right.profitLoss - left.profitLoss);
}

/**
 * @param {{onMove: (legs: number[], from: number, to: number, isTogether: boolean, group: string) => boolean, snap: (price: number) => number}} actions
 */
export function payoffDiagram(actions) {
    const readout = h("p", { class: "readout", aria: { hidden: "true" } });
    const host = h("div", {
        id: "diagram", class: "diagram", tabindex: "0", role: "application",
        aria: {
            label: "Profit and loss by stock price",
            roledescription: "diagram; the arrow keys move along the expiration line",
        },
    });
    const element = h("div", { class: "diagram-frame" }, host, readout);
    /** @type {Drawing | null} */
    let drawing = null;
    let revision = 0;
    /**
     * The price of the crosshair.
     * @type {number | null}
     */
    let cursor = null;
    /** @type {any} */
    let crosshair = null;
    /** @type {{x: (price: number) => number, y: (profit: number) => number, price: (x: number) => number, width: number, height: number} | null} */
    let scale = null;
    let width = 0;
    /**
     * The ends of the scale, fixed during a drag.
     * @type {{low: number, high: number, bottom: number, top: number} | null}
     */
    let ends = null;
    let isDragging = false;
    let drags = 0;

    new ResizeObserver(() => {
        if (Math.abs(host.clientWidth - width) < 1) return;
        width = host.clientWidth;
        redraw();
    }).observe(host);

    /** @param {Point[]} points */
    function path(points) {
        if (!scale) return "";
        const { x, y } = scale;
        return points.map((point, index) => `${index ? "L" : "M"}${x(point.stockPrice).toFixed(2)} ${y(point.profitLoss).toFixed(2)}`).join("");
    }

    function redraw() {
        if (!drawing || !drawing.curve.length) return;
        width ||= host.clientWidth || 640;
        const { curve, lines } = drawing;
        const height = Math.round(Math.min(Math.max(width * 0.5, 260), 440));
        const first = curve[0].stockPrice;
        const last = curve[curve.length - 1].stockPrice;
        // A curve of one price gets a range of nonzero width.
        let low = first === last ? first - 1 : first;
        let high = first === last ? last + 1 : last;
        let bottom = 0;
        let top = 0;
        for (const points of [curve, ...lines.map((line) => line.points)]) {
            for (const point of points) {
                if (point.stockPrice < low || point.stockPrice > high) continue;
                bottom = Math.min(bottom, point.profitLoss);
                top = Math.max(top, point.profitLoss);
            }
        }
        const room = (top - bottom || 1) * 0.1;
        bottom -= room;
        top += room;
        if (isDragging && ends) ({ low, high, bottom, top } = ends);
        else ends = { low, high, bottom, top };
        const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
        scale = {
            x: (at) => margin.left + ((at - low) / (high - low)) * inner.width,
            y: (at) => margin.top + ((top - at) / (top - bottom)) * inner.height,
            price: (x) => low + ((x - margin.left) / inner.width) * (high - low),
            width, height,
        };
        const { x, y } = scale;
        const floor = margin.top + inner.height;
        const zero = y(0);
        const name = identifier();
        const inside = (/** @type {number} */ at) => at >= low && at <= high;

        const area = `${path(curve)}L${x(last).toFixed(2)} ${zero.toFixed(2)}L${x(first).toFixed(2)} ${zero.toFixed(2)}Z`;
        const svg = s(
            "svg", {
                viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "font-size": "12",
                "font-family": "system-ui, sans-serif", aria: { labelledby: `${name}-title` },
                data: { revision: (revision += 1) },
            },
            s("title", { id: `${name}-title` }, description()),
            s(
                "defs", {},
                s("clipPath", { id: `${name}-above` }, s("rect", { x: margin.left, y: margin.top, width: inner.width, height: Math.max(Math.min(zero, floor) - margin.top, 0) })),
                s("clipPath", { id: `${name}-below` }, s("rect", { x: margin.left, y: Math.max(zero, margin.top), width: inner.width, height: Math.max(floor - Math.max(zero, margin.top), 0) })),
                s("clipPath", { id: `${name}-inside` }, s("rect", { x: margin.left, y: margin.top, width: inner.width, height: inner.height })),
                s("pattern", { id: `${name}-hatch`, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
                    s("line", { class: "hatch", x1: 0, y1: 0, x2: 0, y2: 6 }))));

        /** @type {{at: number, text: string, style: string}[]} */
        const labels = [];
        if (inside(drawing.price)) labels.push({ at: drawing.price, text: `now ${anyPrice(drawing.price)}`, style: "price-label" });
        // The likely range, below all other layers.
        for (const move of [...drawing.moves].sort((a, b) => b.standardDeviations - a.standardDeviations)) {
            const from = Math.max(move.lower, low);
            const to = Math.min(move.upper, high);
            if (to <= from) continue;
            svg.append(s("rect", { class: `move move-${move.standardDeviations}`, x: x(from), y: margin.top, width: x(to) - x(from), height: inner.height }));
            for (const end of [move.lower, move.upper]) {
                if (!inside(end)) continue;
                svg.append(s("line", { class: "move-end", x1: x(end), x2: x(end), y1: margin.top, y2: floor }));
                labels.push({ at: end, text: `${end === move.lower ? "−" : "+"}${move.standardDeviations}σ`, style: "move-label" });
            }
        }
        svg.append(...grid(low, high, bottom, top, floor));
        if (drawing.distribution) svg.append(distribution(drawing.distribution, floor, inner.height, inside));
        svg.append(
            s("path", { class: "area profit", d: area, "clip-path": `url(#${name}-above)` }),
            s("path", { class: "area loss", d: area, "clip-path": `url(#${name}-below)` }),
            s("path", { class: "area loss", d: area, fill: `url(#${name}-hatch)`, "clip-path": `url(#${name}-below)` }),
            s("line", { class: "zero", x1: margin.left, x2: margin.left + inner.width, y1: zero, y2: zero }));
        if (inside(drawing.price)) {
            svg.append(s("line", { class: "price", x1: x(drawing.price), x2: x(drawing.price), y1: margin.top, y2: floor }));
        }
        svg.append(...topLabels(labels));
        for (const line of lines) {
            svg.append(s("path", { class: `line ${line.kind}`, d: path(line.points), "clip-path": `url(#${name}-inside)` }));
        }
        svg.append(s("path", { class: "line expiration", d: path(curve), "clip-path": `url(#${name}-inside)` }));
        if (drawing.overlay) svg.append(...overlay(drawing.overlay, inside));
        svg.append(...breakEvens(inside, zero), ...strikes(inside, floor));
        crosshair = s("g", { class: "crosshair", visibility: "hidden", "pointer-events": "none" },
            s("line", { y1: margin.top, y2: floor }), s("circle", { r: 4.5 }));
        svg.append(crosshair);
        host.replaceChildren(svg);
        if (cursor !== null) moveTo(cursor, false);
    }

    function description() {
        if (!drawing) return "";
        const { curve, breakEvens } = drawing;
        const ends = [curve[0], curve[curve.length - 1]].map((point) => `${profit(point.profitLoss)} at ${exact(point.stockPrice)}`);
        const crossings = breakEvens.length ? `break-even at ${breakEvens.map(exact).join(", ")}` : "no break-even";
        return `Profit and loss at expiration: ${ends[0]}, ${ends[1]}; ${crossings}.`;
    }

    /**
     * Labels above the diagram, on two lines; labels that fit on neither are omitted.
     * @param {{at: number, text: string, style: string}[]} labels
     */
    function topLabels(labels) {
        const { x } = /** @type {any} */ (scale);
        /** @type {[number, number][][]} */
        const lines = [[], []];
        return labels.flatMap(({ at, text, style }) => {
            const half = text.length * 3.6 + 4;
            const place = Math.min(Math.max(x(at), half), width - half);
            const line = lines.findIndex((taken) => taken.every(([from, to]) => place + half <= from || place - half >= to));
            if (line < 0) return [];
            lines[line].push([place - half, place + half]);
            return [s("text", { class: style, x: place, y: margin.top - 8 - 15 * line, "text-anchor": "middle" }, text)];
        });
    }

    /**
     * @param {number} low
     * @param {number} high
     * @param {number} bottom
     * @param {number} top
     * @param {number} floor
     */
    function grid(low, high, bottom, top, floor) {
        if (!scale) return [];
        const { x, y } = scale;
        const result = [];
        const profits = ticks(bottom, top, 6);
        const prices = ticks(low, high, width / 80);
        const step = (/** @type {number[]} */ values) => (values.length > 1 ? values[1] - values[0] : Math.abs(values[0]) || 1);
        for (const value of profits) {
            result.push(
                s("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: y(value), y2: y(value) }),
                s("text", { class: "tick", x: margin.left - 8, y: y(value) + 4, "text-anchor": "end" }, axisText(value, step(profits))));
        }
        for (const value of prices) {
            const text = axisText(value, step(prices));
            result.push(
                s("line", { class: "tick-mark", x1: x(value), x2: x(value), y1: floor, y2: floor + 5 }),
                s("text", { class: "tick", x: Math.min(x(value), width - text.length * 3.6), y: floor + 18, "text-anchor": "middle" }, text));
        }
        return result;
    }

    /**
     * @param {{stockPrices: number[], density: (number | null)[]}} values
     * @param {number} floor
     * @param {number} height
     * @param {(price: number) => boolean} inside
     */
    function distribution(values, floor, height, inside) {
        const { x } = /** @type {any} */ (scale);
        const most = Math.max(...values.density.map((value) => value ?? 0)) || 1;
        const points = values.stockPrices.map((at, index) => [at, values.density[index] ?? 0]).filter(([at]) => inside(at));
        const line = points.map(([at, density]) => `${x(at).toFixed(2)} ${(floor - (density / most) * height * 0.35).toFixed(2)}`);
        if (!line.length) return s("g");
        return s("path", { class: "distribution", d: `M${x(points[0][0])} ${floor}L${line.join("L")}L${x(points[points.length - 1][0])} ${floor}Z` });
    }

    /**
     * @param {NonNullable<Drawing["overlay"]>} values
     * @param {(price: number) => boolean} inside
     */
    function overlay(values, inside) {
        const { x, height } = /** @type {any} */ (scale);
        const points = values.stockPrices.map((at, index) => /** @type {const} */ ([at, values.values[index]]))
            .filter(([at, value]) => inside(at) && value !== null);
        if (!points.length) return [];
        const numbers = points.map(([, value]) => Number(value));
        const low = Math.min(0, ...numbers);
        const high = Math.max(0, ...numbers);
        const size = height - margin.top - margin.bottom;
        const place = (/** @type {number} */ value) => margin.top + ((high - value) / (high - low || 1)) * size;
        const line = points.map(([at, value]) => `${x(at).toFixed(2)} ${place(Number(value)).toFixed(2)}`).join("L");
        const right = width - margin.right - 4;
        return [
            s("path", { class: "line overlay", d: `M${line}` }),
            ...[high, low].filter((value, index, all) => all.indexOf(value) === index && value !== 0).map((value) =>
                s("text", { class: "overlay-label", x: right, y: place(value) + (value > 0 ? 12 : -4), "text-anchor": "end" },
                    `${values.label} ${axisText(value, 10 ** (exponent(value) - 2))}`)),
        ];
    }

    /**
     * @param {(price: number) => boolean} inside
     * @param {number} zero
     */
    function breakEvens(inside, zero) {
        const { x } = /** @type {any} */ (scale);
        let end = -Infinity;
        let level = 0;
        return /** @type {Drawing} */ (drawing).breakEvens.filter(inside).flatMap((at) => {
            const text = anyPrice(at);
            const half = text.length * 3.6 + 4;
            const place = Math.min(Math.max(x(at), margin.left + half), width - margin.right - half);
            level = place - half < end ? (level + 1) % 3 : 0;
            end = place + half;
            const height = zero - 12 - level * 16;
            return [
                s("path", { class: "break-even", d: `M${x(at)} ${zero - 6}l6 6l-6 6l-6 -6Z` }, s("title", {}, `Break-even ${exact(at)}`)),
                s("text", { class: "break-even-label", x: place, y: height, "text-anchor": "middle" }, text),
            ];
        });
    }

    /**
     * @param {(price: number) => boolean} inside
     * @param {number} floor
     */
    function strikes(inside, floor) {
        const { x } = /** @type {any} */ (scale);
        let end = -Infinity;
        return /** @type {Drawing} */ (drawing).strikes.filter((strike) => inside(strike.strike)).map((strike) => {
            const half = strike.label.length * 3.4 + 3;
            const isLabelled = x(strike.strike) - half > end;
            if (isLabelled) end = x(strike.strike) + half;
            return s(
                "g", { class: "strike", on: { pointerdown: (/** @type {PointerEvent} */ event) => drag(event, strike) } },
                s("title", {}, `Strike ${strike.label}: drag to move it`),
                s("line", { x1: x(strike.strike), x2: x(strike.strike), y1: margin.top, y2: floor }),
                s("rect", { class: "grip", x: x(strike.strike) - 12, y: floor - 12, width: 24, height: 46 }),
                s("path", { d: `M${x(strike.strike)} ${floor - 9}l8 14h-16Z` }),
                isLabelled && s("text", { x: x(strike.strike), y: floor + 38, "text-anchor": "middle" }, strike.label));
        });
    }

    /** @param {MouseEvent} event */
    const priceOf = (event) => scale ? scale.price(event.clientX - host.getBoundingClientRect().left) : 0;

    /**
     * @param {PointerEvent} event
     * @param {{strike: number, legs: number[]}} strike
     */
    function drag(event, strike) {
        event.preventDefault();
        let from = strike.strike;
        isDragging = true;
        drags += 1;
        const group = `drag ${drags}`;
        const follow = (/** @type {PointerEvent} */ moved) => {
            const to = actions.snap(priceOf(moved));
            if (to === from || !(to > 0)) return;
            if (actions.onMove(strike.legs, from, to, moved.shiftKey, group)) from = to;
        };
        const end = () => {
            isDragging = false;
            redraw();
            removeEventListener("pointermove", follow);
            removeEventListener("pointerup", end);
            removeEventListener("pointercancel", end);
        };
        addEventListener("pointermove", follow);
        addEventListener("pointerup", end);
        addEventListener("pointercancel", end);
    }

    /**
     * @param {number} at
     * @param {boolean} isSpoken
     */
    function moveTo(at, isSpoken) {
        if (!drawing || !scale) return;
        const { curve, lines } = drawing;
        cursor = Math.min(Math.max(at, curve[0].stockPrice), curve[curve.length - 1].stockPrice);
        const value = valueAt(curve, cursor);
        if (value === null) return;
        crosshair.setAttribute("visibility", "visible");
        const [line, circle] = crosshair.children;
        line.setAttribute("x1", scale.x(cursor));
        line.setAttribute("x2", scale.x(cursor));
        circle.setAttribute("cx", scale.x(cursor));
        circle.setAttribute("cy", scale.y(value));
        const others = lines.flatMap((other) => {
            const here = valueAt(other.points, /** @type {number} */ (cursor));
            return here === null ? [] : [`${other.label} ${profit(here)}`];
        });
        fill(readout, h("strong", {}, `At ${anyPrice(Number(cursor.toPrecision(8)))}`), ` expiration ${profit(value)}`, ...others.map((text) => ` · ${text}`));
        if (isSpoken) announce(`At ${exact(cursor)}: ${profit(value)} at expiration${others.map((text) => `, ${text}`).join("")}`);
    }

    function leave() {
        cursor = null;
        crosshair?.setAttribute("visibility", "hidden");
        fill(readout, hint);
    }

    const hint = "Move over the diagram, or focus it and use the arrow keys, to read values.";
    fill(readout, hint);
    host.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => moveTo(priceOf(event), false));
    host.addEventListener("pointerleave", leave);
    host.addEventListener("blur", leave);
    host.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        if (!drawing) return;
        const { curve } = drawing;
        const now = cursor ?? drawing.price;
        const stride = event.shiftKey ? 10 : 1;
        const after = curve.findIndex((point) => point.stockPrice > now);
        const before = curve.filter((point) => point.stockPrice < now).length - 1;
        /** @type {Record<string, number>} */
        const places = {
            ArrowRight: (after < 0 ? curve.length : after) + stride - 1, ArrowLeft: before - stride + 1, Home: 0, End: curve.length - 1,
        };
        if (!(event.key in places)) return;
        event.preventDefault();
        const place = Math.min(Math.max(places[event.key], 0), curve.length - 1);
        moveTo(curve[place].stockPrice, true);
    });

    return {
        element,
        /** @param {Drawing} next */
        draw(next) {
            drawing = next;
            redraw();
        },
        /** The drawing as a file of its own, with the colours that it has on the page. */
        file() {
            const svg = /** @type {any} */ (host.querySelector("svg"));
            if (!svg) return null;
            const copy = svg.cloneNode(true);
            const properties = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "fill-opacity", "opacity", "font-weight", "paint-order"];
            const sources = [svg, ...svg.querySelectorAll("*")];
            [copy, ...copy.querySelectorAll("*")].forEach((node, index) => {
                const style = getComputedStyle(sources[index]);
                for (const property of properties) {
                    // A pattern is set by the attribute, which stays.
                    if (property === "fill" && node.getAttribute("fill")?.startsWith("url(")) continue;
                    node.setAttribute(property, style.getPropertyValue(property));
                }
                node.removeAttribute("class");
            });
            copy.lastElementChild.remove();
            copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
            copy.prepend(s("rect", { width, height: copy.getAttribute("height"), fill: getComputedStyle(host.closest(".card") ?? document.documentElement).backgroundColor }));
            return { text: new XMLSerializer().serializeToString(copy), width, height: Number(copy.getAttribute("height")) };
        },
    };
}
