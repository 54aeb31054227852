// Dialogs whose fields are members of a request, and the errors at them.

import * as api from "../api.js";
import { h, openDialog, setError, show } from "../dom.js";
import { InputProblem } from "../inputs.js";

/**
 * A text field of a member.
 * @param {string} path The path of the member, by which the server names it.
 * @param {string} value
 * @param {import("../dom.js").Properties} [extra]
 */
export const memberField = (path, value, extra = {}) =>
    h("input", {
        type: "text",
        name: path,
        autocomplete: "off",
        inputmode: "decimal",
        spellcheck: "false",
        value,
        data: { path },
        ...extra,
    });

/**
 * The field of the longest beginning of a path; `null` without one.
 * @param {string[]} names
 * @param {string} path
 */
export const longestBeginning = (names, path) =>
    names.filter((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)).sort((a, b) =>
        b.length - a.length
    )[0] ??
        null;

/**
 * A dialog with a form. An error is shown at the field of its path.
 * @param {{title: string, action: string, submit: () => Promise<void>}} options `submit` throws what is wrong.
 * @param {...import("../dom.js").Child} children
 */
export function formDialog({ title, action, submit }, ...children) {
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const button = h("button", { class: "primary" }, action);
    const form = h(
        "form",
        { class: "stack", novalidate: true, on: { submit: (event) => send(event) } },
        ...children,
        problem,
        h("p", { class: "actions" }, button),
    );
    const fields = () => /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-path]")]);
    const dialog = openDialog({ title, kind: "trade-dialog" }, form);

    /** @param {Event} event */
    async function send(event) {
        event.preventDefault();
        show(problem, null);
        for (const field of fields()) setError(field, null);
        button.disabled = true;
        try {
            await submit();
            dialog.close();
        } catch (error) {
            if (!(error instanceof InputProblem || error instanceof api.Failure)) throw error;
            const name = longestBeginning(fields().map(({ dataset }) => dataset.path ?? ""), error.path);
            const field = fields().find(({ dataset }) => dataset.path === name);
            if (field) {
                setError(field, error.message);
                field.focus();
            } else {
                show(problem, error.message);
            }
        } finally {
            button.disabled = false;
        }
    }
    return dialog;
}
