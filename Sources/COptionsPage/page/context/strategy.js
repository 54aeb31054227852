// Two cards below a strategy: the prices of its stock with break-evens and expected move, and its profit by day if the price stays.

import * as api from "../api.js";
import { expirations, valuation, valuationDay, valueDates } from "../dates.js";
import { fill, h } from "../dom.js";
import { scenarioOf } from "../evaluation.js";
import { assumed } from "../results.js";
import { seriesDiagram, spread } from "../series.js";
import { shiftNote } from "../standing.js";
import { adding, dayFrom, days, level, profit } from "../text.js";
import { candleDiagram } from "./candles.js";
import { breakEvensText, coneOf, movesText } from "./cone.js";
import { fetchPrices, storedPrices } from "./stored.js";

/** @typedef {import("../builder.js").Outcome} Outcome */

/** The fewest days of prices before the valuation; as many as are ahead, if those are more. */
const leastDays = 183;
/** The most dates at which a strategy is valued. */
const mostDates = 61;
/** The pause before the strategy is valued by day: it changes while a slider moves. */
const pauseMilliseconds = 250;

/**
 * The days from the valuation to the first expiration at which the market is open; empty without an expiration for each option.
 * @param {Outcome} outcome
 */
const daysAhead = ({ state }) => (expirations(state.legs).all ? valueDates(state, state.legs) : []);

/** The prices of the stock, with what is ahead of the strategy. */
function pricePart() {
    const diagram = candleDiagram(52);
    const words = h("p", { class: "note" });
    const note = h("p", { class: "note", role: "status" });
    const legend = h("ul", { class: "legend" });
    const element = h(
        "section",
        { class: "card ahead", hidden: true, aria: { labelledby: "ahead-title" } },
        h("h2", { id: "ahead-title" }, "Price and expected move"),
        diagram.element,
        legend,
        words,
        note,
    );
    /** The stock and the first day of the prices that are shown, or asked for. */
    let wanted = "";
    /** @type {Server.DailyPrice[]} */
    let prices = [];
    /** The next day with earnings; empty if no source has it. */
    let earnings = "";
    /** @type {Outcome | null} */
    let shown = null;

    function draw() {
        if (!shown) return;
        const { state, own: { answer } } = shown;
        const price = Number(state.price);
        const moves = answer.probability?.expectedMoves ?? [];
        const dates = daysAhead(shown);
        const { breakEvenPoints } = answer.metrics;
        const isAhead = moves.length > 0 && dates.length > 1;
        const isSoon = earnings !== "" && dates.includes(earnings);
        diagram.show(prices, {
            days: isAhead ? coneOf(price, moves, dates) : [],
            breakEvens: breakEvenPoints,
            earnings: isSoon ? earnings : "",
        });
        const entry = (/** @type {string} */ kind, /** @type {string} */ label) => h("li", { class: kind }, label);
        fill(
            legend,
            isAhead && entry("move", "expected move, 1σ and 2σ"),
            breakEvenPoints.length > 0 && entry("level", "break-even at expiration"),
        );
        legend.hidden = prices.length < 2;
        const expected = isAhead && answer.conventions
            ? `On ${dayFrom(dates[dates.length - 1], dates[0])}, ${assumed(answer.conventions)} volatility: ${movesText(moves)}.`
            : "";
        const published = isSoon ? `Earnings of the simulated market before the open of ${dayFrom(earnings, dates[0])} (E).` : "";
        words.textContent = [expected, breakEvensText(breakEvenPoints, price), published].filter(Boolean).join(" ");
    }

    /**
     * @param {string} symbol
     * @param {string} from
     */
    async function load(symbol, from) {
        const key = `${symbol} ${from}`;
        const say = (/** @type {string} */ text, /** @type {HTMLElement | ""} */ button = "") => key === wanted && fill(note, text, button);
        try {
            const [found, stock] = await Promise.all([storedPrices(symbol, from), api.stock(symbol)]);
            if (key !== wanted) return;
            prices = found;
            earnings = stock.nextEarnings ?? "";
            draw();
            if (prices.length > 1) say("");
            else say(`No prices of ${symbol} are stored. `, h("button", { type: "button", on: { click: get } }, "Fetch the prices"));
        } catch (error) {
            say(/** @type {Error} */ (error).message);
        }

        async function get() {
            try {
                await fetchPrices([symbol], from, say);
                await load(symbol, from);
            } catch (error) {
                say(/** @type {Error} */ (error).message);
            }
        }
    }

    return {
        element,
        /** @param {Outcome} outcome */
        show(outcome) {
            shown = outcome;
            const { state } = outcome;
            const dates = daysAhead(outcome);
            element.hidden = !state.symbol;
            if (!state.symbol) return;
            const ahead = dates.length ? days(dates[0], dates[dates.length - 1]) : 0;
            const from = adding(valuationDay(state), -Math.max(leastDays, ahead));
            if (wanted === `${state.symbol} ${from}`) {
                draw();
                return;
            }
            if (!wanted.startsWith(`${state.symbol} `)) [prices, earnings] = [[], ""];
            wanted = `${state.symbol} ${from}`;
            draw();
            load(state.symbol, from);
        },
    };
}

/** The profit by day, if the stock stays at the price of now. */
function decayPart() {
    const diagram = seriesDiagram(profit);
    const note = h("p", { class: "note" });
    const element = h(
        "section",
        { class: "card decay", hidden: true, aria: { labelledby: "decay-title" } },
        h("h2", { id: "decay-title" }, "Profit by day at this price"),
        diagram.element,
        note,
    );
    let asking = new AbortController();
    let timer = 0;
    let asked = "";

    /**
     * @param {Outcome} outcome
     * @param {string[]} dates
     * @param {string} request
     */
    async function load({ state, own: { answer } }, dates, request) {
        const { signal } = asking;
        try {
            const { scenarios: { profitLoss: [[profits]] } } = await api.scenario(request, signal);
            if (signal.aborted) return;
            element.hidden = false;
            const values = dates.map((date, index) => ({ date: date.slice(0, 10), value: profits[index] }));
            diagram.show([{ label: "profit", kind: "now", values }]);
            const [first, last] = [values[0], values[values.length - 1]];
            note.textContent = [
                `At ${level(Number(state.price))}: ${profit(first.value)} now, ${profit(last.value)} on ${dayFrom(last.date, first.date)}.`,
                shiftNote(Number(state.shift), answer.conventions),
            ].filter(Boolean).join(" ");
        } catch {
            if (signal.aborted) return;
            asked = "";
            element.hidden = true;
        }
    }

    return {
        element,
        /** @param {Outcome} outcome */
        show(outcome) {
            const { state, own } = outcome;
            const all = own.answer.valueCurves ? daysAhead(outcome) : [];
            if (all.length < 2) {
                asking.abort();
                asked = "";
                element.hidden = true;
                return;
            }
            const dates = [valuation(state), ...spread(all, mostDates).slice(1)];
            const request = scenarioOf(state, own, [Number(state.price)], dates);
            if (request === asked) return;
            asked = request;
            asking.abort();
            asking = new AbortController();
            clearTimeout(timer);
            timer = window.setTimeout(() => load(outcome, dates, request), pauseMilliseconds);
        },
    };
}

export function strategyContext() {
    const parts = [pricePart(), decayPart()];
    return {
        elements: parts.map(({ element }) => element),
        /** @param {Outcome} outcome */
        show(outcome) {
            for (const part of parts) part.show(outcome);
        },
    };
}
