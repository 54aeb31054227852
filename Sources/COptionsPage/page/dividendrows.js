// The dividends of the terms: a summary, and rows to type them.

import { fill, h, labelled, setError, setText, setValue } from "./dom.js";
import { valuation } from "./dates.js";
import { textField } from "./fields.js";
import { childrenByKey } from "./keyed.js";
import { dayFrom, isDate } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Dividend} Dividend */
/** @typedef {{dividend: Dividend, index: number}} Item */

/**
 * A dividend in words: `Dec 11 $0.24 (estimated)`.
 * @param {Dividend} dividend
 * @param {string} from The valuation.
 */
export const dividendText = ({ exDate, amount, status }, from) => `${dayFrom(exDate, from)} $${amount.trim()}${status && ` (${status})`}`;

/**
 * The dividends that count until an expiration, in words; empty without one.
 * @param {State} state
 * @param {string | undefined} last
 */
export function countingText(state, last) {
    const from = valuation(state);
    const counting = state.dividends.filter(({ exDate, amount }) =>
        isDate(exDate) && exDate > from.slice(0, 10) && exDate <= (last ?? "") && Number(amount) > 0
    );
    return counting.map((dividend) => dividendText(dividend, from)).join(", ");
}

/** @param {(change: (dividends: Dividend[]) => void, group?: string) => void} edit Changes the dividends, which are typed from then on. */
export function dividendRows(edit) {
    const summary = h("summary", {});
    const list = h("div", { class: "dividend-list" });
    const add = h("button", {
        type: "button",
        on: {
            click: () => {
                edit((dividends) => dividends.push({ exDate: "", amount: dividends.at(-1)?.amount ?? "", status: "" }));
                /** @type {HTMLElement | null} */ (list.querySelector(".dividend:last-child input"))?.focus();
            },
        },
    }, "Add a dividend");
    const problem = h("span", { id: "dividends-problem" });
    const element = h("details", { class: "dividends" }, summary, list, h("div", { class: "field" }, problem), add);
    /** @type {Map<string, ReturnType<typeof makeRow>>} */
    let rows = new Map();
    const show = childrenByKey(list, ({ index }) => String(index), makeRow);

    /** @param {Item} item */
    function makeRow({ index }) {
        /** @param {(dividend: Dividend) => void} change */
        const change = (change) =>
            edit((dividends) => {
                change(dividends[index]);
                dividends[index].status = "";
            }, `dividend ${index}`);
        const fields = {
            exDate: textField("exDate", (value) =>
                change((dividend) => {
                    dividend.exDate = value;
                }), { inputmode: "text", placeholder: "YYYY-MM-DD" }),
            amount: textField("amount", (value) =>
                change((dividend) => {
                    dividend.amount = value;
                })),
        };
        const status = h("span", { class: "note" });
        const remove = h("button", { type: "button", on: { click: () => edit((dividends) => dividends.splice(index, 1)) } }, "Remove");
        return {
            fields,
            element: h(
                "div",
                { class: "dividend", role: "group", aria: { label: `Dividend ${index + 1}` } },
                labelled("Ex-date", fields.exDate),
                labelled("Amount $", fields.amount),
                status,
                remove,
            ),
            /** @param {Item} item */
            update({ dividend }) {
                setValue(fields.exDate, dividend.exDate);
                setValue(fields.amount, dividend.amount);
                setText(status, dividend.status || "typed");
            },
        };
    }

    return {
        element,
        /** @param {State} state */
        update(state) {
            rows = show(state.dividends.map((dividend, index) => ({ dividend, index })));
            const from = valuation(state);
            const texts = state.dividends.filter(({ exDate }) => isDate(exDate)).map((dividend) => dividendText(dividend, from));
            fill(summary, texts.length ? `Dividends: ${texts.join(", ")}` : "Dividends: none");
        },
        /**
         * Shows a message at the field of a row: `dividends[0].amount`.
         * @param {string} member
         * @param {string} message
         */
        showError(member, message) {
            const [, index = "0", name = ""] = /^dividends(?:\[(\d+)\])?(?:\.(\w+))?/.exec(member) ?? [];
            const row = rows.get(index);
            element.open = true;
            setError(
                row ? row.fields[name === "amount" ? "amount" : "exDate"] : problem,
                message,
            );
        },
        clearErrors() {
            for (const { fields } of rows.values()) Object.values(fields).forEach((field) => setError(field, null));
            setError(problem, null);
        },
    };
}
