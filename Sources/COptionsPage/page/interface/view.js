// The interface of the server: its endpoints, and requests that run.

import * as api from "../api.js";
import { announce, choice, fill, h, labelled, setText } from "../dom.js";
import { Loading } from "../loading.js";
import { curl, exampleOf, operations, readable, target } from "./document.js";

/** @typedef {import("./document.js").Operation} Operation */
/** @typedef {import("./document.js").OpenAPI} OpenAPI */

/**
 * Sends a request; of a stream, the first event is the answer.
 * @param {Operation} operation
 * @param {string} address
 * @param {string} body
 * @returns {Promise<string>}
 */
async function send({ method, isStream }, address, body) {
    if (!isStream) return await api.text(address, { method, ...(body && { body }) });
    for await (const { event, data } of api.events(address)) return `event: ${event}\n${readable(data)}`;
    return "The stream ended.";
}

/**
 * The form of an operation: its parameters, its body, and its answer.
 * @param {Operation} operation
 */
function tryPart(operation) {
    const { method, path, parameters, bodies, changesData } = operation;
    const fields = parameters.map((one) => ({
        name: one.name,
        in: one.in,
        description: one.description,
        input: h("input", { type: "text", autocomplete: "off", spellcheck: "false", value: exampleOf(one), on: { input: update } }),
    }));
    const body = h("textarea", { rows: "8", spellcheck: "false", value: bodies[0]?.text ?? "", on: { input: update } });
    const titles = Object.fromEntries(bodies.map(({ title }, index) => [String(index), title]));
    const example = choice(titles, (index) => {
        body.value = bodies[Number(index)].text;
        update();
    });
    const command = h("pre", { class: "code", tabindex: "0", role: "region", aria: { label: `Command of ${method} ${path}` } });
    const answer = h("pre", {
        class: "code answer",
        tabindex: "0",
        role: "region",
        aria: { label: `Answer of ${method} ${path}` },
        hidden: true,
    });
    const note = h("p", { class: "note", role: "status" });
    const button = h("button", { class: "primary" }, changesData ? "Run, and change data" : "Run");
    const address = () => target(path, fields.map(({ input, ...one }) => ({ ...one, value: input.value })));

    function update() {
        command.textContent = curl(location.origin, { ...operation, method, address: address(), body: bodies.length ? body.value : "" });
    }

    /** @param {Event} event */
    async function run(event) {
        event.preventDefault();
        button.disabled = true;
        note.textContent = "Asking …";
        const start = performance.now();
        try {
            const text = await send(operation, address(), bodies.length ? body.value : "");
            note.textContent = `Answered in ${Math.round(performance.now() - start)} ms, ${
                text.length.toLocaleString("en-US")
            } characters.`;
            answer.textContent = readable(text) || "(empty)";
        } catch (error) {
            const { status = 0, message, code, path: place } = /** @type {Partial<api.Failure>} */ (error);
            note.textContent = status ? `Refused with the status ${status}.` : "No answer.";
            answer.textContent = JSON.stringify({ error: message, ...(code && { code }), ...(place && { path: place }) }, null, 2);
        }
        answer.hidden = false;
        button.disabled = false;
        announce(note.textContent ?? "");
    }

    update();
    return h(
        "form",
        { class: "stack", novalidate: true, on: { submit: run } },
        fields.length
            ? h("div", { class: "terms" }, ...fields.map(({ name, input, description }) => labelled(name, input, { hint: description })))
            : null,
        bodies.length > 1 ? labelled("Example", example) : null,
        bodies.length ? labelled("Body", body) : null,
        command,
        h("p", { class: "actions" }, button),
        note,
        answer,
    );
}

/**
 * An endpoint, whose form is made when it is opened.
 * @param {Operation} operation
 */
function endpoint(operation) {
    const { method, path, summary, description } = operation;
    const content = h("div", { class: "stack" });
    const element = h(
        "details",
        { class: "endpoint", data: { operation: `${method} ${path}` } },
        h(
            "summary",
            {},
            h("span", { class: `method ${method.toLowerCase()}` }, method),
            " ",
            h("code", {}, path),
            " ",
            h("span", {}, summary),
        ),
        content,
    );
    element.addEventListener("toggle", () => {
        if (element.open && !content.firstChild) fill(content, description && h("p", {}, description), tryPart(operation));
    });
    return element;
}

export function interfaceView() {
    const list = h("div", { class: "stack" });
    const count = h("p", { class: "note", role: "status" });
    const filter = h("input", { type: "search", autocomplete: "off", spellcheck: "false", data: { search: "" }, on: { input: narrow } });
    const loading = new Loading(list, async (isOvertaken) => {
        const document = /** @type {OpenAPI} */ (/** @type {unknown} */ (await api.call("GET /api/rest/openapi.json", {})));
        if (isOvertaken() || list.firstChild) return;
        const all = operations(document);
        fill(
            list,
            ...document.tags.map(({ name, description }) =>
                h(
                    "section",
                    { class: "card", aria: { label: name } },
                    h("h2", {}, name),
                    h("p", { class: "note" }, description.replaceAll("`", "")),
                    ...all.filter(({ tag }) => tag === name).map(endpoint),
                )
            ),
        );
        narrow();
    });

    function narrow() {
        const words = filter.value.trim().toLowerCase();
        const endpoints = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(".endpoint")]);
        for (const one of endpoints) one.hidden = !one.textContent?.toLowerCase().includes(words);
        for (const section of list.children) {
            /** @type {HTMLElement} */ (section).hidden = !section.querySelector(".endpoint:not([hidden])");
        }
        setText(count, `${endpoints.filter(({ hidden }) => !hidden).length} of ${endpoints.length} endpoints`);
    }

    return {
        element: h(
            "div",
            { class: "interface stack" },
            h("h1", {}, "API"),
            h(
                "p",
                {},
                "Everything on this page is asked of these endpoints. Their description for programs is ",
                h("a", { href: "api/rest/openapi.json" }, "openapi.json"),
                ".",
            ),
            labelled("Filter", filter),
            count,
            loading.note,
            list,
        ),
        enter: () => loading.run(),
    };
}
