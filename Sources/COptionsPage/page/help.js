// The help: the views, the keyboard, where the numbers come from, and the words.

import { h, openDialog } from "./dom.js";
import { termsIn } from "./explain.js";
import { glossary } from "./glossary.js";
import { views } from "./views.js";

const keys = [
    ["/", "Search for a stock"],
    [
        "↑ ↓",
        "In a field: the next strike, or one contract more or less; with Shift ten at a time; with Alt, a strike takes the others along, as dragging with Shift does",
    ],
    ["Ctrl+Z", "Undo; with Shift redo"],
    ["← →", "On a diagram: move from point to point; with Shift ten points; Home and End: the ends"],
    ["+ −", "On the profit diagram: zoom; 0: all prices"],
    ["Enter", "In the search: take the stock; on a price of the chain: add the leg"],
    ["?", "This help"],
];

export function showHelp() {
    const terms = termsIn(document);
    openDialog(
        { title: "Help", kind: "small" },
        h("h3", {}, "Views"),
        h("dl", { class: "keys" }, ...views.flatMap(({ label, help }) => [h("dt", {}, label), h("dd", {}, help)])),
        h("h3", {}, "Keyboard"),
        h("dl", { class: "keys" }, ...keys.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
        terms.length ? h("h3", {}, "Terms of this view") : null,
        terms.length ? h("dl", { class: "glossary" }, ...terms.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)])) : null,
        h("h3", {}, "Strikes on the diagram"),
        h(
            "p",
            {},
            "Drag the mark of a strike to move it. With Shift, the opposite wing of a symmetric strategy moves the other way; in all other strategies, every strike moves by the same amount.",
        ),
        h("h3", {}, "Where the numbers come from"),
        h(
            "p",
            {},
            "The server computes all of them. Profit at expiration, break-evens and extremes are exact. Values before expiration, chances and greeks are those of the Black–Scholes–Merton model, with the volatility of each price now, American or European exercise and the dividends of the terms; fees and taxes are not included. Margin is the least of the US rules for an account that holds nothing else.",
        ),
        h("h3", {}, "Words"),
        h("dl", { class: "glossary" }, ...glossary.flatMap(([word, text]) => [h("dt", {}, word), h("dd", {}, text)])),
        h("p", {}, "Nothing on this page is advice. A loss can be larger than the money paid."),
    );
}
