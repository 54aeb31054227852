// The surroundings of a stock: its dividends, and its options over their expirations.

import * as api from "../api.js";
import { h } from "../dom.js";
import { dividendsPart } from "./dividends.js";
import { optionsPart } from "./options.js";

export function contextPart() {
    const dividends = dividendsPart();
    let shown = "";
    const isOvertaken = (/** @type {string} */ ticker) => () => ticker !== shown;
    const options = optionsPart(() => options.load(shown, isOvertaken(shown)));
    return {
        element: h("div", { class: "context" }, options.element, dividends.element),
        /** @param {string} ticker */
        async show(ticker) {
            if (ticker === shown) return;
            shown = ticker;
            options.reset();
            try {
                const { dividends: list } = await api.call("GET /api/rest/stocks/{ticker}/dividends", { ticker });
                if (ticker === shown) dividends.show(list);
            } catch (error) {
                if (ticker === shown) dividends.fail(/** @type {Error} */ (error).message);
            }
        },
    };
}
