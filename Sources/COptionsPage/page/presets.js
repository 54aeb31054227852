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

/**
 * Replaces the legs by those of a preset, at strikes near the current price.
 * @param {Store} store
 * @param {Preset} preset
 * @param {() => boolean} isWanted Whether the user still wants the preset when the quotes arrive.
 */
export async function takePreset(store, preset, isWanted) {
    const { symbol, price, volatility } = store.state;
    const spot = Number(price);
    if (!(spot > 0) || spot === Infinity) throw new Error("Enter a current price above 0 first: the strikes are chosen near it.");
    const expiration = isDate(store.state.expiration) ? store.state.expiration : "";
    let near = datesOf(store.state.legs)[0] ?? expiration;
    /** @type {string[]} */
    const dates = symbol ? (await api.expirations(symbol)).expirationDates : [];
    if (dates.length && !dates.includes(near)) near = dates[0];
    const from = isDate(valuation(store.state)) ? valuation(store.state) : today();
    if (!near) near = usualFriday(adding(from, 30));
    const later = dates.find((date) => days(near, date) >= 25) ?? usualFriday(adding(near, 30));
    const needsLater = preset.legs.some((leg) => leg[3]);
    if (dates.length) {
        await quotes.load(symbol, near);
        if (needsLater) await quotes.load(symbol, later);
    }
    if (store.state.symbol !== symbol || !isWanted()) return;
    const offsets = preset.legs.filter(([word]) => word[1] !== "S").map(([, offset]) => offset);
    const listed = quotes.strikes(symbol, near);
    const both = needsLater ? listed.filter((strike) => quotes.strikes(symbol, later).includes(strike)) : listed;
    const strikes = presetStrikes(spot, offsets, both, spacingOf(Number(volatility) / 100, days(from, near)));
    store.edit((state) => {
        state.legs = preset.legs.map(([word, offset, quantity = 1, place]) => {
            const type = word[1] === "S" ? "stock" : word[1] === "C" ? "call" : "put";
            const isStock = type === "stock";
            const expiration = isStock ? "" : place ? later : near;
            const leg = makeLeg({
                position: word[0] === "+" ? "long" : "short",
                type,
                quantity: String(quantity),
                expiration,
                strike: isStock ? "" : String(strikes.get(offset)),
                premium: isStock ? state.price : "",
            });
            quotes.followMid(symbol, leg);
            return leg;
        });
        state.date = "";
    });
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
                                                await takePreset(store, preset, () => dialog.open);
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
