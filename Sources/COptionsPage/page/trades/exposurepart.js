// The greeks of all open trades, with the betas of their stocks.

import { fetchPrices, storedPrices } from "../context/stored.js";
import { fill, h } from "../dom.js";
import * as quotes from "../quotes.js";
import { adding, counted, today } from "../text.js";
import { betaOf, exposure } from "./exposure.js";
import { exposureTable, marketTicker } from "./exposuretable.js";

/** @typedef {import("./model.js").Group} Group */

/** The days of prices from which betas are computed. */
const betaDays = 365;

/**
 * The open trades of groups whose stock has a price.
 * @param {Group[]} groups
 */
const openOf = (groups) =>
    groups.flatMap((group) => {
        const trades = group.trades.filter(({ status }) => status === "open");
        return trades.length && group.spot !== null ? [{ ...group, spot: group.spot, trades }] : [];
    });

/**
 * The greeks of a leg, from the last known chain.
 * @param {string} underlying
 */
const greeksOf = (underlying) => (/** @type {Server.TradeLeg} */ { expirationDate, strikePrice, type }) =>
    type === "stock"
        ? null
        : quotes.known(underlying, expirationDate ?? "")?.strikes.find((row) => row.strikePrice === strikePrice)?.[type]?.greeks ?? null;

export function exposurePart() {
    const table = exposureTable();
    const place = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Greeks by underlying" } }, table.element);
    const note = h("p", { class: "note" });
    const element = h(
        "section",
        { class: "card", hidden: true, aria: { labelledby: "exposure-title" } },
        h("h2", { id: "exposure-title" }, "Greeks of the open trades"),
        place,
        note,
    );
    /** @type {Map<string, number | null>} */
    let betas = new Map();
    /** @type {number | null} */
    let marketPrice = null;
    /** The text of the note. The note has a button, so it is written only if its text changes. */
    let noted = "";
    let again = () => {};

    const prices = (/** @type {string} */ asset) => storedPrices(asset, adding(today(), -betaDays)).catch(() => []);

    /** @param {string[]} assets */
    async function get(assets) {
        const say = (/** @type {string} */ text) => {
            note.textContent = text;
            noted = text;
        };
        await fetchPrices([...new Set([marketTicker, ...assets])], adding(today(), -betaDays), say).catch(({ message }) => say(message));
        again();
    }

    /**
     * @param {number} missing The number of legs without greeks.
     * @param {string[]} unknown The stocks without a beta.
     */
    function say(missing, unknown) {
        const texts = [
            `Delta $ is the price of the shares that delta stands for; by ${marketTicker}, times beta, the slope of daily returns of the last year.`,
            missing ? `${counted(missing, "leg")} without greeks ${missing === 1 ? "is" : "are"} left out.` : "",
            unknown.length ? `For the beta of ${unknown.join(", ")}, prices of ${marketTicker} and of the stock are needed.` : "",
        ].filter(Boolean).join(" ");
        if (texts === noted) return;
        noted = texts;
        const button = h("button", { type: "button", on: { click: () => get(unknown) } }, "Fetch the prices");
        fill(note, texts, unknown.length ? " " : "", unknown.length ? button : "");
    }

    /**
     * Shows the greeks of the chains of now.
     * @param {Group[]} groups
     */
    function draw(groups) {
        const open = openOf(groups);
        element.hidden = !open.length;
        if (!open.length) return;
        const rows = open.map(({ underlying, spot, trades }) => ({
            underlying,
            exposure: exposure(trades, spot, greeksOf(underlying), today()),
            beta: betas.get(underlying) ?? null,
        }));
        table.show(rows, marketPrice);
        say(
            rows.reduce((total, row) => total + row.exposure.missing, 0),
            rows.filter(({ beta }) => beta === null).map(({ underlying }) => underlying),
        );
    }

    return {
        element,
        draw,
        /**
         * Fetches the prices for the betas, and shows the greeks.
         * @param {Group[]} groups
         * @param {() => boolean} isOvertaken
         * @param {() => void} reload Called when prices have been fetched.
         */
        async load(groups, isOvertaken, reload) {
            again = reload;
            const open = openOf(groups);
            const market = open.length ? await prices(marketTicker) : [];
            const found = await Promise.all(open.map(async ({ underlying }) => /** @type {const} */ ([
                underlying,
                betaOf(await prices(underlying), market),
            ])));
            if (isOvertaken()) return;
            [betas, marketPrice] = [new Map(found), market.at(-1)?.close ?? null];
            draw(groups);
        },
    };
}
