// A drawing as a file of its own, and the buttons that save it.

import { download, downloadCSV, h, s } from "./dom.js";

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

/**
 * Buttons that save a drawing as SVG and PNG, and its table as CSV.
 * @param {() => string} name Of the files.
 * @param {() => ReturnType<typeof pictureFile>} file
 * @param {() => Parameters<typeof downloadCSV>[1] | null} rows
 */
export function fileButtons(name, file, rows) {
    const button = (/** @type {string} */ kind, /** @type {() => void} */ save) =>
        h("button", { type: "button", title: `Save the diagram as ${kind}`, on: { click: save } }, kind);

    function saveSVG() {
        const picture = file();
        if (picture) download(`${name()}.svg`, new Blob([picture.text], { type: "image/svg+xml" }));
    }

    function savePNG() {
        const picture = file();
        if (!picture) return;
        const address = URL.createObjectURL(new Blob([picture.text], { type: "image/svg+xml" }));
        const image = new Image();
        image.onload = () => {
            const canvas = h("canvas", { width: picture.width * 2, height: picture.height * 2 });
            canvas.getContext("2d")?.drawImage(image, 0, 0, picture.width * 2, picture.height * 2);
            URL.revokeObjectURL(address);
            canvas.toBlob((blob) => {
                if (blob) download(`${name()}.png`, blob);
            });
        };
        image.src = address;
    }

    function saveCSV() {
        const table = rows();
        if (table) downloadCSV(`${name()}.csv`, table);
    }

    return [button("SVG", saveSVG), button("PNG", savePNG), button("CSV", saveCSV)];
}
