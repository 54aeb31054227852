// The dialog of the predefined strategies. All of them can be edited afterwards.

import { h, openDialog, s } from "./dom.js";
import * as api from "./api.js";
import { usualFriday } from "./calendar.js";
import { datesOf, valuation } from "./dates.js";
import { outlooks } from "./presetlist.js";
import { presetStrikes, spacingOf } from "./presetstrikes.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { adding, days, isDate, today } from "./text.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./presetlist.js").Preset} Preset */

/** @param {string} picture */
function drawn(picture) {
    return s(
        "svg",
        { viewBox: "0 0 60 32", width: 60, height: 32, class: "preset-picture", "aria-hidden": "true" },
        s("line", { x1: 0, x2: 60, y1: 16, y2: 16 }),
        s("polyline", { points: picture }),
    );
}

/** @param {import("./state.js").State} state */
const dateOf = (state) => (isDate(valuation(state)) ? valuation(state) : today());

/**
 * Replaces the legs by those of a preset, at strikes near the current price.
 * @param {import("./state.js").State} state
 * @param {Preset} preset
 * @param {string} near The expiration. Its chain is known, if there is one.
 * @param {string} later That of the legs that expire later.
 */
export function placePreset(state, preset, near, later) {
    const { symbol, price, volatility } = state;
    const offsets = preset.legs.filter(([word]) => word[1] !== "S").map(([, offset]) => offset);
    const listed = quotes.strikes(symbol, near);
    const isPlaced = (/** @type {number} */ strike) => quotes.strikes(symbol, later).includes(strike);
    const both = preset.legs.some((leg) => leg[3]) ? listed.filter(isPlaced) : listed;
    const strikes = presetStrikes(Number(price), offsets, both, spacingOf(Number(volatility) / 100, days(dateOf(state), near)));
    state.legs = preset.legs.map(([word, offset, quantity = 1, place]) => {
        const type = word[1] === "S" ? "stock" : word[1] === "C" ? "call" : "put";
        const isStock = type === "stock";
        const leg = makeLeg({
            position: word[0] === "+" ? "long" : "short",
            type,
            quantity: String(quantity),
            expiration: isStock ? "" : place ? later : near,
            strike: isStock ? "" : String(strikes.get(offset)),
            premium: isStock ? price : "",
        });
        quotes.followMid(symbol, leg);
        return leg;
    });
    Object.assign(state, { date: "", range: "" });
}

/**
 * Fetches the chains of a preset, and replaces the legs by its own.
 * @param {Store} store
 * @param {Preset} preset
 * @param {() => boolean} isWanted Whether the user still wants the preset when the quotes arrive.
 */
async function take(store, preset, isWanted) {
    const { symbol, price } = store.state;
    const spot = Number(price);
    if (!(spot > 0) || spot === Infinity) throw new Error("Enter a current price above 0 first: the strikes are chosen near it.");
    const expiration = isDate(store.state.expiration) ? store.state.expiration : "";
    let near = datesOf(store.state.legs)[0] ?? expiration;
    /** @type {string[]} */
    const dates = symbol ? (await api.expirations(symbol)).expirationDates : [];
    if (dates.length && !dates.includes(near)) near = dates[0];
    if (!near) near = usualFriday(adding(dateOf(store.state), 30));
    const later = dates.find((date) => days(near, date) >= 25) ?? usualFriday(adding(near, 30));
    if (dates.length) {
        await quotes.load(symbol, near);
        if (preset.legs.some((leg) => leg[3])) await quotes.load(symbol, later);
    }
    if (store.state.symbol === symbol && isWanted()) store.edit((state) => placePreset(state, preset, near, later));
}

/**
 * Shows the presets to choose from.
 * @param {Store} store
 */
export function showPresets(store) {
    const problem = h("p", { class: "problem", role: "alert" });
    const dialog = openDialog(
        { title: "Strategies", kind: "presets" },
        problem,
        ...outlooks.map(({ outlook, presets }) =>
            h(
                "section",
                {},
                h("h3", {}, outlook),
                h(
                    "ul",
                    { class: "preset-list" },
                    ...presets.map((preset) =>
                        h(
                            "li",
                            {},
                            h(
                                "button",
                                {
                                    type: "button",
                                    on: {
                                        click: async () => {
                                            try {
                                                await take(store, preset, () => dialog.open);
                                                dialog.close();
                                            } catch (error) {
                                                problem.textContent = /** @type {Error} */ (error).message;
                                            }
                                        },
                                    },
                                },
                                drawn(preset.picture),
                                h("span", {}, h("strong", {}, preset.name), h("span", { class: "text" }, preset.text)),
                            ),
                        )
                    ),
                ),
            )
        ),
    );
}
