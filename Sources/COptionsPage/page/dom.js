// Creates elements without a template language: text is never parsed as markup.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {string | number | boolean | null | undefined} Attribute
 * @typedef {{[Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void}} Listeners
 */

/**
 * The attributes of an element. `data` and `aria` hold those of these prefixes.
 * @typedef {{on?: Listeners, data?: Record<string, Attribute>, aria?: Record<string, Attribute>,
 *     [name: string]: Attribute | Listeners | Record<string, Attribute>}} Properties
 */

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Properties} properties
 */
function assign(element, properties) {
    for (const [name, value] of Object.entries(properties)) {
        if (value === null || value === undefined || value === false) continue;
        if (name === "on") {
            for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
        } else if (typeof value === "object") {
            for (const [key, text] of Object.entries(value)) {
                if (text !== null && text !== undefined) element.setAttribute(`${name}-${key}`, String(text));
            }
        } else if (name === "value" || name === "checked" || name === "selected") {
            Object.assign(element, { [name]: value });
        } else {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
    for (const child of children) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, properties = {}, ...children) {
    const element = document.createElement(name);
    // Options are added first, since the value of a select is one of its options.
    if (name === "select") append(element, children);
    assign(element, properties);
    if (name !== "select") append(element, children);
    return element;
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function s(name, properties = {}, ...children) {
    const element = document.createElementNS(svgNamespace, name);
    assign(element, properties);
    append(element, children);
    return element;
}

/**
 * The elements within an element that can have the focus.
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
export const controls = (element) => Array.from(element.querySelectorAll("button, input, select, textarea, a[href]"));

/**
 * Replaces the children of an element. If one of them has the focus, the new child at its position gets it.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
    const focused = document.activeElement;
    const place = element.contains(focused) ? controls(element).findIndex((control) => control === focused) : -1;
    element.replaceChildren();
    append(element, children);
    if (place >= 0) controls(element)[Math.min(place, controls(element).length - 1)]?.focus();
}

/**
 * Sets the text of an element only if it changes, so that a selection in it stays.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets a property only if it changes, so that the caret of a field does not move.
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {string} value
 */
export function setValue(field, value) {
    if (field.value !== value) field.value = value;
}

let lastIdentifier = 0;

/** Returns an identifier that no other element has. */
export function identifier() {
    lastIdentifier += 1;
    return `e${lastIdentifier}`;
}

/**
 * A labelled field: the label, the field and the place for its error.
 * @param {string} label
 * @param {HTMLElement} field
 * @param {{hint?: string, class?: string}} [options]
 */
export function labelled(label, field, options = {}) {
    field.id ||= identifier();
    const hint = options.hint ? h("small", { class: "hint", id: `${field.id}-hint` }, options.hint) : null;
    if (hint) field.setAttribute("aria-describedby", hint.id);
    return h("div", { class: `field ${options.class ?? ""}` }, h("label", { for: field.id }, label), field, hint);
}

/**
 * A select.
 * @template {string} Value
 * @param {Record<Value, string>} options The texts by their values.
 * @param {(value: Value) => void} choose Called with the value that the user chooses.
 * @param {Properties} [properties]
 */
export function choice(options, choose, properties = {}) {
    /** @type {HTMLSelectElement} */
    const field = h(
        "select",
        { ...properties, on: { change: () => choose(/** @type {Value} */ (field.value)) } },
        ...Object.entries(options).map(([value, text]) => h("option", { value }, text)),
    );
    return field;
}

/**
 * Shows a dialog until it is closed.
 * @param {{title: string, kind: string, isClosable?: boolean}} options `kind` is its class.
 * @param {...Child} children
 */
export function openDialog({ title, kind, isClosable = true }, ...children) {
    const heading = h("h2", { id: identifier() }, title);
    const close = isClosable && h("form", { method: "dialog" }, h("button", {}, "Close"));
    const dialog = h(
        "dialog",
        { class: kind, closedby: isClosable ? "closerequest" : "none", aria: { labelledby: heading.id } },
        h("div", { class: "dialog-head" }, heading, close),
        ...children,
    );
    dialog.addEventListener("close", () => dialog.remove());
    // For browsers without `closedby`: Esc dispatches this event before it closes the dialog.
    dialog.addEventListener("cancel", (event) => isClosable || event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

/**
 * Shows or clears the error of a field.
 * @param {HTMLElement} field
 * @param {string | null} message
 */
export function setError(field, message) {
    const id = `${field.id}-error`;
    const old = document.getElementById(id);
    if (!message) {
        old?.remove();
        if (field.hasAttribute("aria-invalid")) {
            field.removeAttribute("aria-invalid");
            const hint = document.getElementById(`${field.id}-hint`);
            if (hint) field.setAttribute("aria-describedby", hint.id);
            else field.removeAttribute("aria-describedby");
        }
        return;
    }
    const text = old ?? h("p", { class: "error", id });
    text.textContent = message;
    if (!old) field.closest(".field")?.append(text);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", id);
}

/**
 * Shows a message; hides the element if the message is `null`.
 * @param {HTMLElement} place
 * @param {string | null} message
 */
export function show(place, message) {
    place.hidden = !message;
    place.textContent = message ?? "";
}

/** Waits for the frame that shows the present document, but not long: a hidden page has none. */
export const frame = () =>
    new Promise((resolve) => {
        setTimeout(resolve, 100);
        requestAnimationFrame(() => requestAnimationFrame(resolve));
    });

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
    const region = document.getElementById("announcements");
    if (region) region.textContent = text;
}

/**
 * Downloads a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
    const address = URL.createObjectURL(blob);
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Downloads a table as CSV.
 * @param {string} name
 * @param {(string | number | null | undefined)[][]} rows
 */
export function downloadCSV(name, rows) {
    const cell = (
        /** @type {string | number | null | undefined} */ value,
    ) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""));
    download(name, new Blob([`${rows.map((row) => row.map(cell).join(",")).join("\n")}\n`], { type: "text/csv" }));
}

/**
 * Lays out the rows of a table as cards on a narrow screen: each cell gets the title of its column. The roles are explicit, because
 * browsers may drop those of cells with another layout.
 * @param {HTMLTableElement} table
 */
export function asCards(table) {
    const titles = [...table.tHead?.rows[0].cells ?? []].map((cell) => cell.textContent);
    table.classList.add("cards");
    table.setAttribute("role", "table");
    for (const group of [table.tHead, ...table.tBodies, table.tFoot]) {
        if (!group) continue;
        group.setAttribute("role", "rowgroup");
        for (const row of group.rows) {
            row.setAttribute("role", "row");
            [...row.cells].forEach((cell, index) => {
                const title = titles[index];
                cell.setAttribute("role", cell.scope === "col" ? "columnheader" : cell.scope === "row" ? "rowheader" : "cell");
                if (title) cell.dataset.title = title;
            });
        }
    }
    return table;
}
