// The welcome of a first visit: what the page is for, an example with the quotes of now, and three ways on.

import { takeCall } from "./beginnings.js";
import { h } from "./dom.js";
import { presetNamed } from "./presetlist.js";
import { placePreset, showPresets } from "./presets.js";
import * as quotes from "./quotes.js";
import { instant } from "./text.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */

const examples = [
    { symbol: "SPY", preset: "Iron condor", words: "an iron condor" },
    { symbol: "AAPL", preset: "Covered call", words: "a covered call" },
    { symbol: "COIN", preset: "Long straddle", words: "a long straddle" },
];

/**
 * The contracts of a strategy: while they stay, it is the example, although its prices follow the market.
 * @param {State} state
 */
const contracts = ({ symbol, legs }) =>
    JSON.stringify([
        symbol,
        legs.map(({ type, position, quantity, strike, expiration }) => [type, position, quantity, strike, expiration]),
    ]);

/**
 * A sentence that names the example and the date of its quotes.
 * @param {string} words
 * @param {Pick<Server.OptionChain, "ticker" | "asOf" | "source">} chain
 */
export const exampleText = (words, { ticker, asOf, source }) =>
    `Below is ${words} on ${ticker}, with the quotes of ${instant(asOf)}${source === "simulated" ? ", which are invented" : ""}.`;

/**
 * @param {Store} store
 * @param {{choose: (symbol: string, begin: typeof takeCall) => Promise<void>, focusSearch: () => void}} market
 */
export function welcomePart(store, market) {
    const about = h("p", { role: "status" });
    const button = (/** @type {string} */ text, /** @type {() => void} */ click) => h("button", { type: "button", on: { click } }, text);
    const element = h(
        "section",
        { class: "card welcome", aria: { label: "Welcome" } },
        h(
            "p",
            {},
            h("strong", {}, "See what options can win and lose at every price and date, and how likely that is, before you trade them."),
        ),
        about,
        h(
            "p",
            { class: "actions" },
            button("Search for a stock", market.focusSearch),
            button("Choose an outlook", () => showPresets(store)),
            button("Open another example", showNext),
            button("Hide", hide),
        ),
    );
    let next = 0;
    let turns = 0;
    /** The contracts of the example that is shown; empty without one. */
    let shown = "";

    async function showNext() {
        const { symbol, preset, words } = examples[next % examples.length];
        next += 1;
        turns += 1;
        const turn = turns;
        about.textContent = `Fetching the quotes of ${symbol} …`;
        shown = "";
        let isPlaced = false;
        await market.choose(symbol, (state, ticker, expiration, chain) => {
            if (turn !== turns) return;
            takeCall(state, ticker, expiration, chain);
            placePreset(state, presetNamed(preset), expiration, "");
            isPlaced = true;
        });
        if (turn !== turns) return;
        const chain = quotes.firstChain(store.state);
        shown = contracts(store.state);
        about.textContent = isPlaced && chain ? exampleText(words, chain) : `There are no quotes of ${symbol} for an example.`;
    }

    function hide() {
        turns += 1;
        store.removeEventListener("change", change);
        element.remove();
        document.getElementById("main")?.focus();
    }

    function change() {
        if (shown && contracts(store.state) !== shown) {
            shown = "";
            about.textContent = "The example was changed: below is your strategy.";
        }
    }

    store.addEventListener("change", change);
    showNext();
    return element;
}
