// The dialog that asks for the token of the server.

import { h, openDialog } from "./dom.js";

/**
 * @param {boolean} isRefused Whether the server has refused a token.
 * @returns {Promise<string>}
 */
export const askForToken = (isRefused) =>
    new Promise((resolve) => {
        const field = h("input", {
            type: "password",
            id: "token",
            autocomplete: "current-password",
            required: true,
            pattern: "[\\x21-\\x7e]+",
            title: "Letters, digits and signs of ASCII, without spaces",
        });
        // Without a token, no data can be shown.
        const dialog = openDialog(
            { title: "Token", kind: "small", isClosable: false },
            h(
                "form",
                { method: "dialog" },
                h("p", {}, "This server asks for its token. It is kept until this tab is closed."),
                h("div", { class: "field" }, h("label", { for: "token" }, "Token"), field),
                isRefused && h("p", { class: "problem", role: "alert" }, "The server refuses this token."),
                h("p", { class: "actions" }, h("button", { class: "primary" }, "Use the token")),
            ),
        );
        dialog.addEventListener("close", () => resolve(field.value));
    });
