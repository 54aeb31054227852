// The JSON request of the strategy: to view, to copy, and to paste back.

import { expirations } from "./dates.js";
import { announce, h, labelled, openDialog } from "./dom.js";
import { reading } from "./reading.js";
import { calculation } from "./request.js";

/** @typedef {import("./store.js").Store} Store */

/**
 * The equivalent `curl` command.
 * @param {string} request
 */
function curl(request) {
    const token = sessionStorage.getItem("options-token") ? ` -H "Authorization: Bearer $OPTIONS_TOKEN"` : "";
    const quoted = request.replaceAll("'", "'\\''");
    return `curl -s ${location.origin}/api/rest/options/calculate -H 'Content-Type: application/json'${token} -d '${quoted}'`;
}

/**
 * The equivalent program with the library.
 * @param {string} request
 */
function swift(request) {
    return [
        "import OptionsAnalytics",
        "",
        'let request = #"""',
        ...request.split("\n").map((line) => `    ${line}`),
        '    """#',
        "let response = try JSONContract.calculate(Array(request.utf8))",
        "print(String(decoding: response, as: UTF8.self))",
        "",
    ].join("\n");
}
/**
 * @param {Store} store
 * @param {import("./evaluation.js").Evaluation | null} answered That of the present strategy; `null` without one.
 */
export function showRequest(store, answered) {
    const { state } = store;
    const json = calculation(
        state,
        state.legs,
        answered?.depth ?? (expirations(state.legs).all ? "everything" : "payoff"),
        answered?.volatilities,
    );
    const forms = { JSON: json, curl: curl(json), Swift: swift(json) };
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
    const tabs = (/** @type {(keyof typeof forms)[]} */ (Object.keys(forms))).map((name) =>
        h("button", { type: "button", on: { click: () => show(name) }, data: { form: name } }, name)
    );

    /** @param {keyof typeof forms} name */
    function show(name) {
        text.value = forms[name];
        text.readOnly = name !== "JSON";
        use.hidden = name !== "JSON";
        for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.form === name));
        problem.textContent = "";
    }

    function take() {
        // What the request lacks, such as the stock, would be lost.
        if (text.value === json) {
            dialog.close();
            return;
        }
        try {
            const { change, dropped } = reading(text.value);
            store.edit(change);
            store.report(dropped.length ? `The page has no place for these members of the request: ${dropped.join(", ")}.` : null);
            dialog.close();
        } catch (error) {
            problem.textContent = error instanceof SyntaxError
                ? `This is not valid JSON: ${error.message}`
                : /** @type {Error} */ (error).message;
        }
    }

    show("JSON");
    const dialog = openDialog(
        { title: "The request", kind: "request" },
        h("div", { class: "tabs", role: "group", aria: { label: "Form" } }, ...tabs),
        labelled("Request", text, { hint: "Edit the JSON, or paste another request, and use it." }),
        problem,
        h("p", { class: "actions" }, copy, use),
    );
}
