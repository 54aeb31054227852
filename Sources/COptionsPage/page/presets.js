// Predefined strategies. All of them can be edited afterwards.

import { h, openDialog, s } from "./dom.js";
import * as api from "./api.js";
import { usualFriday } from "./calendar.js";
import { datesOf } from "./dates.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { nearest, onStep, strikeStep } from "./strikes.js";
import { adding, days, isDate, today } from "./text.js";

/** @typedef {import("./store.js").Store} Store */

/**
 * A leg: side and kind (`+C` buys a call, `-P` sells a put, `+S` buys shares), the offset of the strike from the money in steps of about
 * 4 %, contracts, and whether it expires later.
 * @typedef {[string, number, number?, "later"?]} PresetLeg
 * @typedef {{name: string, text: string, picture: string, legs: PresetLeg[]}} Preset
 */

/** The distance of strikes whose offsets differ by 1, as a fraction of the price. */
const spacing = 0.04;

/** @type {{family: string, presets: Preset[]}[]} */
const families = [
    {
        family: "One option",
        presets: [
            {
                name: "Long call",
                text: "Profits if the stock rises. The loss ends at the premium.",
                picture: "2,24 32,24 58,4",
                legs: [["+C", 0]],
            },
            {
                name: "Long put",
                text: "Profits if the stock falls. The loss ends at the premium.",
                picture: "2,4 28,24 58,24",
                legs: [["+P", 0]],
            },
            { name: "Short put", text: "Earns the premium if the stock does not fall.", picture: "2,28 28,8 58,8", legs: [["-P", -1]] },
            {
                name: "Short call",
                text: "Earns the premium if the stock does not rise. The loss has no limit.",
                picture: "2,8 32,8 58,28",
                legs: [["-C", 1]],
            },
        ],
    },
    {
        family: "With shares",
        presets: [
            {
                name: "Covered call",
                text: "Shares, and a call sold on them for income.",
                picture: "2,28 38,8 58,8",
                legs: [["+S", 0, 100], ["-C", 1]],
            },
            {
                name: "Protective put",
                text: "Shares, and a put that limits the loss.",
                picture: "2,22 22,22 58,4",
                legs: [["+S", 0, 100], ["+P", -1]],
            },
            {
                name: "Collar",
                text: "Shares between a put bought and a call sold.",
                picture: "2,24 20,24 42,7 58,7",
                legs: [["+S", 0, 100], ["+P", -1], ["-C", 1]],
            },
        ],
    },
    {
        family: "Spreads",
        presets: [
            {
                name: "Bull call spread",
                text: "A call bought and a higher one sold: a cheaper bet on a rise, with limits on both sides.",
                picture: "2,24 22,24 40,7 58,7",
                legs: [["+C", 0], ["-C", 2]],
            },
            {
                name: "Bear put spread",
                text: "A put bought and a lower one sold: a bet on a fall, with limits on both sides.",
                picture: "2,7 20,7 38,24 58,24",
                legs: [["+P", 0], ["-P", -2]],
            },
            {
                name: "Bull put spread",
                text: "A put sold and a lower one bought: keeps the credit if the stock holds.",
                picture: "2,25 20,25 34,9 58,9",
                legs: [["-P", -1], ["+P", -2]],
            },
            {
                name: "Bear call spread",
                text: "A call sold and a higher one bought: keeps the credit if the stock does not rise.",
                picture: "2,9 26,9 40,25 58,25",
                legs: [["-C", 1], ["+C", 2]],
            },
        ],
    },
    {
        family: "Large moves",
        presets: [
            {
                name: "Long straddle",
                text: "Call and put at one strike: profits from a large move either way.",
                picture: "2,4 30,26 58,4",
                legs: [["+C", 0], ["+P", 0]],
            },
            {
                name: "Long strangle",
                text: "Call and put apart: cheaper than a straddle, and needs a larger move.",
                picture: "2,5 22,24 38,24 58,5",
                legs: [["+P", -1], ["+C", 1]],
            },
            {
                name: "Call backspread",
                text: "One call sold, two higher ones bought: profits from a sharp rise.",
                picture: "2,14 24,14 36,27 58,3",
                legs: [["-C", 0], ["+C", 1, 2]],
            },
        ],
    },
    {
        family: "Small moves",
        presets: [
            {
                name: "Iron condor",
                text: "A put spread and a call spread sold: keeps the credit if the stock stays between.",
                picture: "2,25 12,25 22,8 38,8 48,25 58,25",
                legs: [["+P", -3], ["-P", -2], ["-C", 2], ["+C", 3]],
            },
            {
                name: "Iron butterfly",
                text: "A straddle sold, with wings bought that limit the loss.",
                picture: "2,25 12,25 30,5 48,25 58,25",
                legs: [["+P", -2], ["-P", 0], ["-C", 0], ["+C", 2]],
            },
            {
                name: "Long call butterfly",
                text: "One, minus two, one: a cheap bet on one price.",
                picture: "2,21 14,21 30,4 46,21 58,21",
                legs: [["+C", -2], ["-C", 0, 2], ["+C", 2]],
            },
            {
                name: "Short strangle",
                text: "Put and call sold apart. The loss has no limit.",
                picture: "2,27 20,8 40,8 58,27",
                legs: [["-P", -2], ["-C", 2]],
            },
            {
                name: "Call calendar",
                text: "A call sold, a later one bought at the same strike: profits from time at that price.",
                picture: "2,22 16,19 26,9 30,6 34,9 44,18 58,21",
                legs: [["-C", 0], ["+C", 0, 1, "later"]],
            },
        ],
    },
];

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
 * The strikes of offsets from the money. Different offsets have different strikes, in their order.
 * @param {number} spot
 * @param {number[]} offsets
 * @param {number[]} listed The strikes to choose from; empty for any.
 * @returns {Map<number, number>}
 * @throws {Error} If there are too few strikes.
 */
export function presetStrikes(spot, offsets, listed) {
    const step = strikeStep(spot);
    /** @type {Map<number, number>} */
    const strikes = new Map();
    /**
     * @param {number} offset
     * @param {number} [last] The next strike towards the money, which this one must lie beyond.
     */
    const place = (offset, last) => {
        const wanted = spot * (1 + spacing * offset);
        const beyond = (/** @type {number} */ strike) => last === undefined || (strike - last) * Math.sign(offset - middle) > 0;
        const free = listed.filter(beyond);
        if (listed.length && !free.length) throw new Error("The chain has too few strikes for this strategy.");
        let strike = listed.length ? nearest(free, wanted) : onStep(wanted, step);
        if (!beyond(strike)) strike = onStep(Number(last) + step * Math.sign(offset - middle), step);
        strikes.set(offset, strike);
        return strike;
    };
    const order = [...new Set(offsets)].sort((a, b) => a - b);
    if (!order.length) return strikes;
    const middle = order.reduce((best, offset) => (Math.abs(offset) < Math.abs(best) ? offset : best));
    const first = place(middle);
    let last = first;
    for (const offset of order.filter((offset) => offset > middle)) last = place(offset, last);
    last = first;
    for (const offset of order.filter((offset) => offset < middle).reverse()) last = place(offset, last);
    levelWings(strikes, order, spot * spacing, listed, step);
    return strikes;
}

/**
 * Gives both wings of a condor or butterfly the same width: the possible one nearest to the wanted one.
 * @param {Map<number, number>} strikes
 * @param {number[]} order The offsets, ascending.
 * @param {number} unit The wanted distance of two strikes whose offsets differ by 1.
 * @param {number[]} listed The strikes to choose from; empty for any.
 * @param {number} step
 */
function levelWings(strikes, order, unit, listed, step) {
    const [outerLow, innerLow] = order, [innerHigh, outerHigh] = order.slice(-2);
    if (order.length < 3 || innerLow - outerLow !== outerHigh - innerHigh) return;
    const low = Number(strikes.get(innerLow)), high = Number(strikes.get(innerHigh)), wanted = unit * (outerHigh - innerHigh);
    const chosen = (/** @type {number} */ strike) => (listed.length ? nearest(listed, strike) : onStep(strike, step));
    const above = listed.length ? listed.filter((strike) => strike > high).map((strike) => strike - high) : [onStep(wanted, step)];
    const widths = above.filter((width) => Math.abs(chosen(low - width) - (low - width)) < high * 1e-9);
    if (!widths.length) return;
    const width = nearest(widths, wanted);
    strikes.set(outerLow, chosen(low - width));
    strikes.set(outerHigh, chosen(high + width));
}

/**
 * Adds the legs of a preset, at strikes near the current price.
 * @param {Store} store
 * @param {Preset} preset
 * @param {() => boolean} isWanted Whether the user still wants the preset when the quotes arrive.
 */
async function take(store, preset, isWanted) {
    const { symbol, price, valuation } = store.state;
    const spot = Number(price);
    if (!(spot > 0) || spot === Infinity) throw new Error("Enter a current price above 0 first: the strikes are chosen near it.");
    const expiration = isDate(store.state.expiration) ? store.state.expiration : "";
    let near = datesOf(store.state.legs)[0] ?? expiration;
    /** @type {string[]} */
    const dates = symbol ? (await api.expirations(symbol)).expirationDates : [];
    if (dates.length && !dates.includes(near)) near = dates[0];
    if (!near) near = usualFriday(adding(isDate(valuation) ? valuation : today(), 30));
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
    const strikes = presetStrikes(spot, offsets, both);
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
        ...families.map(({ family, presets }) =>
            h(
                "section",
                {},
                h("h3", {}, family),
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
