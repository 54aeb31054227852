// The dialog of the predefined strategies, by outlook and by name. All of them can be edited afterwards.

import * as api from "./api.js";
import { usualFriday } from "./calendar.js";
import { datesOf, valuationDay } from "./dates.js";
import { choice, fill, h, labelled, openDialog, s, setError } from "./dom.js";
import { onArrows, textField } from "./fields.js";
import { outlooks } from "./presetlist.js";
import { presetStrikes, priceAt, strikeAtDelta } from "./presetstrikes.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { namesMatching, strategyNames } from "./strategynames.js";
import { stepped } from "./strikes.js";
import { adding, days, isDate, today } from "./text.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */
/** @typedef {Pick<import("./presetlist.js").Preset, "legs">} Preset */
/** @typedef {"deviations" | "deltas"} Placing How strikes are chosen. */

/** The volatility in percent of a strategy without one: it is written into the terms, where it can be changed. */
const assumedVolatility = "30";

/** @param {string} picture */
function drawn(picture) {
    return s(
        "svg",
        { viewBox: "0 0 60 32", width: 60, height: 32, class: "preset-picture", "aria-hidden": "true" },
        s("line", { x1: 0, x2: 60, y1: 16, y2: 16 }),
        s("polyline", { points: picture }),
    );
}

/** @param {State} state */
const dateOf = (state) => (isDate(valuationDay(state)) ? valuationDay(state) : today());

/**
 * Replaces the legs by those of a preset, at strikes by the volatility or by the deltas of the chain.
 * @param {State} state
 * @param {Preset} preset
 * @param {string} near The expiration. Its chain is known, if there is one.
 * @param {string} later That of the legs that expire later.
 * @param {Placing} [placing]
 */
export function placePreset(state, preset, near, later, placing = "deviations") {
    const { symbol, price } = state;
    if (!(Number(state.volatility) > 0)) state.volatility = assumedVolatility;
    const places = preset.legs.filter(([word]) => word[1] !== "S").map(([, place]) => place);
    const listed = quotes.strikes(symbol, near);
    const isPlaced = (/** @type {number} */ strike) => quotes.strikes(symbol, later).includes(strike);
    const both = preset.legs.some((leg) => leg[3]) ? listed.filter(isPlaced) : listed;
    const chain = quotes.known(symbol, near);
    const wanted = (placing === "deltas" && chain ? strikeAtDelta(chain) : null) ??
        priceAt(Number(price), Number(state.volatility) / 100, days(dateOf(state), near));
    const strikes = presetStrikes(places, both, wanted);
    state.legs = preset.legs.map(([word, place, quantity = 1, when]) => {
        const type = word[1] === "S" ? "stock" : word[1] === "C" ? "call" : "put";
        const isStock = type === "stock";
        const leg = makeLeg({
            position: word[0] === "+" ? "long" : "short",
            type,
            quantity: String(quantity),
            expiration: isStock ? "" : when ? later : near,
            strike: isStock ? "" : String(strikes.get(place)),
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
 * @param {number} length The days to the expiration.
 * @param {Placing} placing
 * @param {() => boolean} isWanted Whether the user still wants the preset when the quotes arrive.
 */
async function take(store, preset, length, placing, isWanted) {
    const { symbol, price } = store.state;
    const spot = Number(price);
    if (!(spot > 0) || spot === Infinity) throw new Error("Enter a current price above 0 first: the strikes are chosen near it.");
    const wanted = adding(dateOf(store.state), length);
    const dates = symbol ? (await api.expirations(symbol)).expirationDates : [];
    const near = nearestDate(dates, wanted) ?? usualFriday(wanted);
    const later = dates.find((date) => days(near, date) >= 25) ?? usualFriday(adding(near, 30));
    if (dates.length) {
        await quotes.load(symbol, near);
        if (preset.legs.some((leg) => leg[3])) await quotes.load(symbol, later);
    }
    if (store.state.symbol === symbol && isWanted()) store.edit((state) => placePreset(state, preset, near, later, placing));
}

/**
 * The date nearest to another one.
 * @param {string[]} dates
 * @param {string} wanted
 */
export const nearestDate = (dates, wanted) =>
    [...dates].sort((one, other) => Math.abs(days(wanted, one)) - Math.abs(days(wanted, other)))[0] ?? null;

/**
 * A button that takes a preset.
 * @param {{name: string, text: string, picture?: string, legs: Preset["legs"]}} preset
 * @param {(preset: Preset) => void} click
 */
const presetButton = (preset, click) =>
    h(
        "li",
        {},
        h(
            "button",
            { type: "button", on: { click: () => click(preset) } },
            preset.picture && drawn(preset.picture),
            h("span", {}, h("strong", {}, preset.name), h("span", { class: "text" }, preset.text)),
        ),
    );

/**
 * The presets by outlook.
 * @param {(preset: Preset) => void} click
 */
const byOutlook = (click) =>
    outlooks.map(({ outlook, presets }) =>
        h(
            "section",
            {},
            h("h3", {}, outlook),
            h("ul", { class: "preset-list" }, ...presets.map((preset) => presetButton(preset, click))),
        )
    );

/**
 * The names that match a text.
 * @param {string} text
 * @param {(preset: Preset) => void} click
 */
function byName(text, click) {
    const found = namesMatching(text);
    const items = found.map(({ name, notation, others, legs }) =>
        presetButton({
            name: name[0].toUpperCase() + name.slice(1),
            text: [notation.replaceAll("-", "−"), others].filter(Boolean).join(" · "),
            legs,
        }, click)
    );
    return h(
        "section",
        {},
        h(
            "h3",
            {},
            found.length ? `${found.length} of ${strategyNames.length} names` : `No strategy is called “${text}”.`,
        ),
        h("ul", { class: "preset-list" }, ...items),
    );
}

/**
 * The days to the expiration of a new strategy: those to the present first one, or else a month.
 * @param {State} state
 */
function usualLength(state) {
    const date = datesOf(state.legs)[0] ?? (isDate(state.expiration) ? state.expiration : "");
    const left = date ? days(dateOf(state), date) : 0;
    return String(left > 0 ? left : 30);
}

/**
 * Shows the presets to choose from.
 * @param {Store} store
 */
export function showPresets(store) {
    const problem = h("p", { class: "problem", role: "alert" });
    const list = h("div", {});
    const search = h("input", {
        type: "search",
        name: "strategy",
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "iron condor",
        on: { input: () => show() },
    });
    const length = textField("days", () => setError(length, null), { inputmode: "numeric", value: usualLength(store.state) });
    onArrows(length, (sign, times) => {
        length.value = stepped(length.value, sign * times, 1);
    });
    /** @type {Placing} */
    let placing = "deviations";
    const how = choice({ deviations: "deviations (σ)", deltas: "deltas" }, (value) => {
        placing = value;
    }, { name: "placing" });

    /** @param {Preset} preset */
    async function click(preset) {
        const left = Number(length.value);
        if (!(Number.isInteger(left) && left >= 1 && left <= 3650)) {
            setError(length, "Enter a whole number of days from 1 to 3650.");
            length.focus();
            return;
        }
        try {
            await take(store, preset, left, placing, () => dialog.open);
            dialog.close();
        } catch (error) {
            problem.textContent = /** @type {Error} */ (error).message;
        }
    }

    function show() {
        const text = search.value.trim();
        fill(list, ...text ? [byName(text, click)] : byOutlook(click));
    }

    show();
    const isAssumed = !(Number(store.state.volatility) > 0);
    const dialog = openDialog(
        { title: "Strategies", kind: "presets" },
        h(
            "div",
            { class: "row-form" },
            labelled(`Search ${strategyNames.length} names`, search),
            labelled("Days to expiration", length),
            labelled("Strikes by", how),
        ),
        isAssumed && h("p", { class: "note" }, `Without a volatility, ${assumedVolatility} % is assumed until another is entered.`),
        problem,
        list,
    );
    search.focus();
}
