// A drawing as a file of its own.

import { s } from "./dom.js";

const properties = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-opacity",
    "fill-opacity",
    "opacity",
    "font-weight",
    "paint-order",
];

/**
 * The chart in an element as SVG, without its crosshair, with the colours that it has on the page; `null` if there is none.
 * @param {Element} host
 */
export function pictureFile(host) {
    const svg = host.querySelector("svg");
    if (!svg) return null;
    const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
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
    copy.querySelector("[visibility]")?.remove();
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
    copy.prepend(s("rect", { width, height, fill: getComputedStyle(host.closest(".card") ?? document.documentElement).backgroundColor }));
    return { text: new XMLSerializer().serializeToString(copy), width, height };
}
