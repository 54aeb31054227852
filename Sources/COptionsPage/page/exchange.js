// The JSON request of the strategy: to view, to copy, and to paste back.

import { announce, h, labelled } from "./dom.js";
import * as requests from "./request.js";

/** @typedef {import("./state.js").Store} Store */

/**
 * @param {Store} store
 * @param {import("./evaluation.js").Evaluation | null} answered That of the present strategy; `null` without one.
 */
export function showRequest(store, answered) {
    const { state } = store;
    const json = requests.calculation(
        state,
        state.legs,
        answered?.depth ?? (requests.expirations(state.legs).all ? "everything" : "payoff"),
        answered?.volatilities,
    );
    const forms = { JSON: json, curl: requests.curl(json), Swift: requests.swift(json) };
    const text = h("textarea", { rows: "14", spellcheck: "false", name: "request", autofocus: true });
    const problem = h("p", { class: "problem", role: "alert" });
    const use = h("button", { type: "button", class: "primary", on: { click: take } }, "Use this request");
    const copy = h("button", {
        type: "button",
        on: {
            click: async () => {
                try {
                    await navigator.clipboard.writeText(text.value);
                    announce("Copied");
                } catch {
                    text.select();
                    announce("Selected: copy with the keyboard.");
                }
            },
        },
    }, "Copy");
    const tabs = Object.keys(forms).map((name) =>
        h("button", { type: "button", on: { click: () => show(name) }, data: { form: name } }, name)
    );

    /** @param {string} name */
    function show(name) {
        text.value = /** @type {any} */ (forms)[name];
        text.readOnly = name !== "JSON";
        use.hidden = name !== "JSON";
        for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.form === name));
        problem.textContent = "";
    }

    function take() {
        try {
            const { change, dropped } = requests.reading(text.value);
            store.edit(change);
            store.report(dropped.length ? `The page has no place for these members of the request: ${dropped.join(", ")}.` : null);
            dialog.close();
        } catch (error) {
            problem.textContent = error instanceof SyntaxError
                ? `This is not valid JSON: ${error.message}`
                : /** @type {Error} */ (error).message;
        }
    }

    const dialog = h(
        "dialog",
        { class: "request", aria: { labelledby: "request-title" } },
        h(
            "div",
            { class: "dialog-head" },
            h("h2", { id: "request-title" }, "The request"),
            h("form", { method: "dialog" }, h("button", {}, "Close")),
        ),
        h("div", { class: "tabs", role: "group", aria: { label: "Form" } }, ...tabs),
        labelled("Request", text, { hint: "Edit the JSON, or paste another request, and use it." }),
        problem,
        h("p", { class: "actions" }, copy, use),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    show("JSON");
    dialog.showModal();
}
