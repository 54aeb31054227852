// The card of the payoff diagram: its lines, the legend, and the files.

import { chosenDate, expirations, valuation, valuationDay } from "./dates.js";
import { payoffDiagram } from "./diagram.js";
import { countingText } from "./dividendrows.js";
import { announce, choice, fill, h, show } from "./dom.js";
import { fileButtons } from "./picture.js";
import { placeOfSliders } from "./standing.js";
import { active } from "./state.js";
import { day, dayFrom, level } from "./text.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./builder.js").Outcome} Outcome */

/**
 * A break-even with the digits that are shown.
 * @param {number} point
 */
const shownLevel = (point) => Number(level(point).replaceAll("−", "-"));

/**
 * The marks of the strikes of the legs that are on, ascending.
 * @param {Leg[]} legs
 */
function strikeMarks(legs) {
    /** @type {Map<number, {strike: number, label: string, legs: number[]}>} */
    const strikes = new Map();
    for (const leg of active(legs)) {
        const strike = Number(leg.strike);
        if (leg.type === "stock" || !Number.isFinite(strike)) continue;
        const mark = strikes.get(strike) ?? { strike, label: leg.strike, legs: [] };
        mark.legs.push(leg.id);
        strikes.set(strike, mark);
    }
    return [...strikes.values()].sort((a, b) => a.strike - b.strike);
}

/**
 * The lines of an outcome: the one at expiration, and the others. The one of several expirations has values of the model, so the slider of
 * volatility moves it.
 * @param {Outcome} outcome
 * @returns {{label: string, name: string, points: Server.Curve, kind: string}[]} `name` is that in a file.
 */
export function linesOf({ state, own, other }) {
    const shift = placeOfSliders({ ...state, date: "" }, state.legs);
    const moved = own.shown !== own.answer && expirations(state.legs).dates.length > 1 ? shift : "";
    const since = (/** @type {string} */ date) => dayFrom(date, valuation(state));
    const lines = (own.answer.valueCurves ?? []).filter((curve) => curve.points.length).map((curve, index) => ({
        label: index === 0 ? `now (${day(valuationDay(state))})` : since(String(curve.date)),
        // The first date is that of the valuation, which a request may state as 0 years.
        name: index === 0 ? valuation(state) : String(curve.date),
        points: curve.points,
        kind: index === 0 ? "now" : "between",
    }));
    const shifted = Number(state.shift) ? own.shown.valueCurves?.[0] : null;
    if (shifted) {
        lines.push({
            label: placeOfSliders(state, state.legs),
            name: `${chosenDate(state, state.legs) || valuation(state)} ${shift}`,
            points: shifted.points,
            kind: "shifted",
        });
    }
    if (other?.shown) lines.push({ label: "compared", name: "compared", points: other.shown.curve ?? [], kind: "compared" });
    const atExpiration = {
        label: ["at expiration", moved].filter(Boolean).join(", "),
        name: ["atExpiration", moved].filter(Boolean).join(" "),
        points: own.shown.curve ?? [],
        kind: "expiration",
    };
    return [atExpiration, ...lines];
}

/**
 * The table of the diagram: the prices of the first line, and the profits of all lines there; one that has no such price has none.
 * @param {ReturnType<typeof linesOf>} lines
 */
export function curveRows(lines) {
    const profits = lines.map(({ points }) => new Map(points.map(({ stockPrice, profitLoss }) => [stockPrice, profitLoss])));
    const rows = lines[0].points.map(({ stockPrice }) => [stockPrice, ...profits.map((line) => line.get(stockPrice))]);
    return [["stockPrice", ...lines.map(({ name }) => name.replaceAll("−", "-"))], ...rows];
}

/**
 * @param {Store} store
 * @param {Omit<import("./diagram.js").Actions, "onZoom">} actions
 * @param {HTMLElement} sliders
 */
export function diagramCard(store, actions, sliders) {
    const overlay = choice(
        { "": "none", delta: "delta", gamma: "gamma", theta: "theta", vega: "vega", rho: "rho" },
        (value) =>
            store.edit((state) => {
                state.overlay = value;
            }),
        { id: "overlay" },
    );
    const legend = h("ul", { class: "legend" });
    const exDates = h("p", { class: "note", hidden: true });
    const setRange = (/** @type {string} */ range) =>
        store.refresh((state) => {
            state.range = range;
        });
    const diagram = payoffDiagram({
        ...actions,
        onZoom(range) {
            setRange(range);
            announce(range ? `Prices from ${range.replace(":", " to ")}` : "All prices");
        },
    });
    const all = h(
        "button",
        { type: "button", id: "all-prices", title: "Show all prices (0)", on: { click: () => setRange("") } },
        "All prices",
    );
    /** @type {ReturnType<typeof linesOf>} */
    let drawn = [];

    const files = fileButtons(() => store.state.symbol || "strategy", diagram.file, () => (drawn.length ? curveRows(drawn) : null));

    return {
        element: h(
            "section",
            { class: "card picture result", aria: { labelledby: "picture-title" } },
            h("h2", { id: "picture-title", class: "unseen" }, "Profit and loss"),
            diagram.element,
        ),
        /** The legend, the sliders, and the choices of the diagram. */
        tools: h(
            "section",
            { class: "card picture-tools result", aria: { label: "Lines, date and volatility" } },
            legend,
            exDates,
            sliders,
            h(
                "div",
                { class: "picture-row" },
                h("div", { class: "field inline" }, h("label", { for: "overlay" }, "Greek"), overlay),
                all,
                h("span", { class: "spacer" }),
                ...files,
            ),
        ),
        update() {
            overlay.value = store.state.overlay;
            // A disabled button would lose the focus.
            all.setAttribute("aria-disabled", String(!store.state.range));
        },
        /** @param {Outcome} outcome */
        draw(outcome) {
            const { state, own } = outcome;
            drawn = linesOf(outcome);
            const [{ points: curve }, ...lines] = drawn;
            const { metrics, curveDetails } = own.shown;
            const { market } = own;
            const { probability } = market ?? own.shown;
            const distribution = (market ?? own.shown).curveDetails;
            const greek = store.state.overlay;
            diagram.draw({
                curve,
                lines,
                breakEvens: metrics.breakEvenPoints.map(shownLevel),
                strikes: strikeMarks(state.legs),
                price: Number(state.price),
                moves: probability?.expectedMoves ?? [],
                distribution: distribution ?? null,
                overlay: curveDetails && greek
                    ? { label: greek, stockPrices: curveDetails.stockPrices, values: curveDetails[greek] }
                    : null,
            });
            const dividends = countingText(state, expirations(state.legs).dates.at(-1));
            show(exDates, dividends && `Ex-dates: ${dividends}`);
            const entry = (/** @type {string} */ kind, /** @type {string} */ label) => h("li", { class: kind }, label);
            fill(
                legend,
                ...drawn.map((line) => entry(line.kind, line.label)),
                entry("break-even", "break-even"),
                entry("strike", "strike"),
                probability ? entry("move", "1σ and 2σ") : null,
                distribution ? entry("distribution", market ? "distribution by the market" : "distribution") : null,
                curveDetails && greek ? entry("overlay", greek) : null,
            );
        },
    };
}
