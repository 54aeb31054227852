// The builder: the user edits a strategy, the server computes it, and the page shows the result.

import * as api from "./api.js";
import { payoffDiagram } from "./diagram.js";
import { announce, Countdown, download, fill, h, labelled, setError, setValue, show } from "./dom.js";
import { showRequest } from "./exchange.js";
import { daysLeft, legList, onStep, strikeStep } from "./legs.js";
import { showPresets } from "./presets.js";
import * as quotes from "./quotes.js";
import * as requests from "./request.js";
import * as results from "./results.js";
import { makeLeg } from "./state.js";
import { profitTable } from "./table.js";
import { adding, day, days, isDate, today } from "./text.js";

/** @typedef {import("./state.js").Store} Store */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */

/**
 * A response of the server, and its request.
 * @typedef {object} Outcome
 * @property {State} state
 * @property {any} answer
 * @property {requests.Depth} depth The requested depth.
 * @property {string | null} reason Why the response has no probabilities.
 * @property {any} compared The response for the other strategy.
 * @property {string | null} comparedReason Why the other strategy has no response, or no probabilities.
 * @property {{label: string, points: any[], kind: string} | null} shifted The line at shifted volatilities.
 */

/** @param {Store} store */
export function builderView(store) {
    const text = (/** @type {string} */ name, /** @type {any} */ extra = {}) => {
        const field = h("input", {
            type: "text", name, autocomplete: "off", spellcheck: "false", inputmode: "decimal", ...extra,
            on: { input: () => store.edit((state) => { /** @type {any} */ (state)[name] = field.value; }, name) },
        });
        return field;
    };
    const terms = {
        price: text("price"), valuation: text("valuation", { inputmode: "text", placeholder: today() }),
        volatility: text("volatility"), rate: text("rate", { placeholder: "0" }), dividendYield: text("dividendYield", { placeholder: "0" }),
    };
    /** The fields by the members of a request to which they correspond. */
    const memberFields = {
        currentPrice: terms.price, valuationDate: terms.valuation, volatility: terms.volatility, riskFreeRate: terms.rate,
        dividendYield: terms.dividendYield,
    };
    const legs = legList(store, (leg, to) => onMove([leg.id], Number(leg.strike), to, true, "together"));
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const legProblem = h("p", { class: "problem", role: "alert", hidden: true });
    const staleNote = h("p", { class: "stale-note", role: "status", hidden: true });
    const headline = h("div", { class: "headline-place" });
    const numbers = h("div", { class: "numbers" });
    const greeks = h("div", { class: "greeks-place" });
    const comparison = h("section", { class: "card", hidden: true });
    const table = profitTable(store);

    const overlay = h(
        "select", { id: "overlay", on: { change: () => store.edit((state) => { state.overlay = overlay.value; }) } },
        h("option", { value: "" }, "none"),
        ...["delta", "gamma", "theta", "vega", "rho"].map((name) => h("option", { value: name }, name)));
    const date = h("input", { type: "range", id: "date", min: "0", max: "1", value: "0", on: { input: () => moveDate() } });
    const dateText = h("output", { for: "date" });
    const shift = h("input", {
        type: "range", id: "shift", min: "-30", max: "30", step: "1", value: "0",
        on: { input: () => store.edit((state) => { state.shift = shift.value; }, "shift") },
    });
    const shiftText = h("output", { for: "shift" });
    const reset = h("button", { type: "button", on: { click: () => store.edit((state) => { state.date = ""; state.shift = "0"; }) } }, "Reset");
    const legend = h("ul", { class: "legend" });
    const diagram = payoffDiagram({ snap, onMove });
    const sliders = h(
        "div", { class: "sliders" },
        h("div", { class: "field" }, h("label", { for: "date" }, "Date ", dateText), date),
        h("div", { class: "field" }, h("label", { for: "shift" }, "Volatility ", shiftText), shift), reset);
    const file = (/** @type {string} */ name, /** @type {() => void} */ save) => h("button", { type: "button", title: `Save the diagram as ${name}`, on: { click: save } }, name);

    const resultArea = h(
        "div", { class: "results" }, staleNote, headline,
        h(
            "section", { class: "card picture", aria: { labelledby: "picture-title" } },
            h("div", { class: "card-head" }, h("h2", { id: "picture-title" }, "Profit and loss"),
                h("div", { class: "field inline" }, h("label", { for: "overlay" }, "Greek"), overlay),
                file("SVG", saveSVG), file("PNG", savePNG), file("CSV", saveCSV)),
            diagram.element, legend, sliders),
        numbers, comparison, table.element, greeks);
    const element = h(
        "div", { class: "builder" },
        h(
            "section", { class: "card inputs", aria: { labelledby: "strategy-title" } },
            h(
                "div", { class: "card-head" }, h("h1", { id: "strategy-title" }, "Strategy"),
                h("button", { type: "button", class: "primary", on: { click: () => showPresets(store) } }, "Strategies…"),
                h("button", { type: "button", on: { click: () => showRequest(store, answeredDepth()) } }, "Show the request"),
                h("button", { type: "button", id: "compare", on: { click: compare } }, "Compare")),
            problem,
            h(
                "div", { class: "terms" },
                labelled("Current price", terms.price), labelled("Valuation date", terms.valuation),
                labelled("Volatility %", terms.volatility), labelled("Rate %", terms.rate), labelled("Dividend yield %", terms.dividendYield)),
            legs.element, legProblem,
            h("p", { class: "actions" },
                h("button", { type: "button", id: "add-leg", on: { click: addLeg } }, "Add a leg"),
                h("button", { type: "button", id: "refresh", on: { click: refresh } }, "Fetch the quotes again"))),
        resultArea);

    /** @type {Outcome | null} */
    let outcome = null;
    let asking = new AbortController();
    let asked = "";
    let waiting = 0;
    let saying = 0;
    const countdown = new Countdown();
    const tableCountdown = new Countdown();

    /** The depth of the response for the current strategy; `null` without a response. */
    function answeredDepth() {
        if (!outcome) return null;
        const [then, now] = [outcome.state, store.state].map((state) => requests.calculation(state, state.legs, "everything"));
        return then === now ? outcome.depth : null;
    }

    /**
     * Why a strategy has no values before its expiration.
     * @param {State} state
     * @param {string} wanted
     */
    const lacking = (state, wanted) =>
        requests.active(state.legs).every((leg) => leg.type === "stock") ? `Shares alone have no expiration: add an option to see ${wanted}.`
            : requests.expirations(state.legs).all ? `The first expiration is too near to show ${wanted}.`
                : `Give every option an expiration to see ${wanted}.`;

    function addLeg() {
        store.edit((state) => {
            const last = state.legs[state.legs.length - 1];
            const leg = makeLeg({ expiration: last?.expiration ?? "", strike: last?.strike ?? "" });
            quotes.followMid(state.symbol, leg);
            state.legs.push(leg);
        });
        /** @type {any} */ (legs.element.querySelector(".leg:last-child input[name=strike]"))?.focus();
    }

    async function refresh() {
        const { symbol, legs } = store.state;
        try {
            const dates = [...new Set(legs.map((leg) => leg.expiration).filter(isDate))];
            await api.stock(symbol, true);
            const chains = await Promise.all(dates.map((date) => quotes.load(symbol, date, true)));
            if (store.state.symbol !== symbol) return;
            if (chains.length) store.edit((state) => quotes.refreshTerms(state, chains[0]));
            await quotes.follow(store, true);
        } catch (error) {
            show(problem, /** @type {Error} */ (error).message);
        }
    }

    function compare() {
        store.edit((state) => {
            state.compare = state.compare.length ? [] : structuredClone(state.legs);
        });
    }

    /** @param {number} price */
    function snap(price) {
        const { symbol, legs } = store.state;
        const listed = quotes.strikes(symbol, legs.find((leg) => isDate(leg.expiration))?.expiration ?? "");
        if (listed.length) return quotes.nearest(listed, price);
        return onStep(price, strikeStep(Number(store.state.price) || price));
    }

    /**
     * @param {number[]} moved
     * @param {number} from
     * @param {number} to
     * @param {boolean} isTogether
     * @param {string} group The undo group of the edits.
     * @returns {boolean} Whether the strikes were moved; a move that would make one negative is ignored.
     */
    function onMove(moved, from, to, isTogether, group) {
        const options = store.state.legs.filter((leg) => leg.type !== "stock");
        const mirror = isTogether ? mirrored(requests.active(options), from) : null;
        /** @type {Map<number, number>} */
        const wanted = new Map();
        for (const { id, strike } of options) {
            if (moved.includes(id)) wanted.set(id, to);
            else if (isTogether && mirror === null && Number(strike) > 0) wanted.set(id, Number(strike) + to - from);
            else if (isTogether && Number(strike) === mirror) wanted.set(id, mirror - (to - from));
        }
        if ([...wanted.values()].some((strike) => !(strike > 0))) return false;
        store.edit((state) => {
            for (const leg of state.legs.filter((leg) => leg.type !== "stock")) {
                const strike = wanted.get(leg.id);
                if (strike !== undefined) leg.strike = String(moved.includes(leg.id) ? strike : snap(strike));
                leg.isExample = false;
                quotes.price(state.symbol, leg);
            }
        }, group);
        quotes.follow(store);
        return true;
    }

    /**
     * The strike opposite a strike, if the strikes are symmetric.
     * @param {Leg[]} options
     * @param {number} strike
     */
    function mirrored(options, strike) {
        const strikes = [...new Set(options.map((leg) => Number(leg.strike)))].sort((a, b) => a - b);
        const sum = strikes[0] + strikes[strikes.length - 1];
        const opposite = (/** @type {number} */ strike) => strikes.find((other) => Math.abs(strike + other - sum) < 1e-9);
        const isSymmetric = strikes.length >= 3 && strikes.every((strike) => opposite(strike) !== undefined);
        return isSymmetric && strikes.includes(strike) && Math.abs(2 * strike - sum) > 1e-9 ? opposite(strike) ?? null : null;
    }

    function moveDate() {
        const from = requests.valuation(store.state).slice(0, 10);
        const place = Number(date.value);
        store.edit((state) => { state.date = place === 0 ? "" : adding(from, place); }, "date");
    }

    function clearErrors() {
        show(problem, null);
        show(legProblem, null);
        legs.clearErrors();
        for (const field of Object.values(terms)) setError(field, null);
    }

    /**
     * Shows a refusal at the field that the message names.
     * @param {string} message
     * @param {State} state
     */
    function showRefusal(message, state) {
        clearErrors();
        if (!markField(message, state)) show(/^legs\b/.test(message) ? legProblem : problem, message);
    }

    /**
     * Shows a message at the field that the message names.
     * @param {string} message
     * @param {State} state
     * @returns {boolean} Whether the message names a field.
     */
    function markField(message, state) {
        const leg = /^legs\[(\d+)\]\.(\w+)/.exec(message);
        if (leg) return legs.showError(requests.active(state.legs)[Number(leg[1])], leg[2], message);
        const member = /^\w+/.exec(message)?.[0] ?? "";
        const field = Object.hasOwn(memberFields, member) ? /** @type {any} */ (memberFields)[member] : null;
        if (field) setError(field, message);
        return Boolean(field);
    }

    /** @param {string | null} note */
    function markStale(note) {
        resultArea.classList.toggle("stale", note !== null && outcome !== null);
        show(staleNote, note === null ? null : outcome ? `${note} Below is the last result.` : note);
    }

    /**
     * Requests the greatest depth that the server can answer.
     * @param {State} state
     * @param {Leg[]} legs
     * @param {AbortSignal} signal
     * @returns {Promise<{answer: any, reason: string | null, depth: requests.Depth}>}
     */
    async function calculate(state, legs, signal) {
        /** @type {requests.Depth[]} */
        const depths = requests.expirations(legs).all ? ["everything", "withoutProbability", "payoff"] : ["payoff"];
        /** @type {string | null} */
        let reason = null;
        for (const depth of depths) {
            try {
                return { answer: await api.calculate(requests.calculation(state, legs, depth), signal), reason, depth };
            } catch (error) {
                const failure = /** @type {api.Failure} */ (error);
                if (!failure.isRefusal || depth === "payoff") throw error;
                reason ??= failure.message;
            }
        }
        throw new Error("unreachable");
    }

    async function ask() {
        const { state } = store;
        asking.abort();
        asking = new AbortController();
        countdown.stop();
        tableCountdown.stop();
        clearTimeout(waiting);
        const missing = requests.missing(state, state.legs);
        if (missing) {
            legs.update();
            clearErrors();
            if (!missing.leg || !legs.showError(missing.leg, missing.member, missing.message)) {
                const field = /** @type {any} */ (memberFields)[missing.member];
                if (field) setError(field, missing.message);
                else show(legProblem, missing.message);
            }
            markStale(`${missing.message}`);
            return;
        }
        const { signal } = asking;
        waiting = window.setTimeout(() => { if (!signal.aborted) markStale("Computing …"); }, 200);
        try {
            const [own, other] = await Promise.all([
                calculate(state, state.legs, signal),
                state.compare.length ? calculate(state, state.compare, signal).catch((error) => ({ answer: null, reason: error.message })) : null,
            ]);
            if (signal.aborted) return;
            clearTimeout(waiting);
            outcome = { state, answer: own.answer, depth: own.depth, reason: own.reason, compared: other?.answer ?? null, comparedReason: other?.reason ?? null, shifted: null };
            clearErrors();
            // If a date is wrong, the response still has the payoff, which does not depend on it.
            if (own.reason && /^(valuationDate|legs)\b/.test(own.reason)) markField(own.reason, state);
            markStale(null);
            render(outcome);
            await askScenarios(outcome, signal);
        } catch (error) {
            if (signal.aborted) return;
            clearTimeout(waiting);
            if (error instanceof api.Failure) fail(error, state);
            else throw error;
        }
    }

    /**
     * @param {api.Failure} failure
     * @param {State} state
     */
    function fail(failure, state) {
        if (failure.isRefusal) {
            showRefusal(failure.message, state);
            markStale("The strategy cannot be computed as it is.");
            return;
        }
        markStale(failure.message);
        countdown.start(staleNote, failure.retryAfter ?? (failure.status === 0 ? 5 : 10), ask);
    }

    /**
     * Requests the table, and the line at shifted volatilities.
     * @param {Outcome} shown
     * @param {AbortSignal} signal
     */
    async function askScenarios(shown, signal) {
        const { state, answer } = shown;
        tableCountdown.stop();
        const dates = answer.valueCurves ? requests.tableDates(state, state.legs) : [];
        if (!dates.length) {
            table.show(null, answer.metrics, shown.reason ?? lacking(state, "profits by date"));
            return;
        }
        try {
            const first = answer.curve[0].stockPrice;
            const last = answer.curve[answer.curve.length - 1].stockPrice;
            const isShifted = Number(state.shift) !== 0;
            const line = isShifted ? Array.from({ length: 61 }, (_, index) => (first + ((last - first) * index) / 60) / answer.price - 1) : [];
            const [{ scenarios }, moved] = await Promise.all([
                api.scenario(requests.scenario(state, state.legs, requests.tableShifts, dates), signal),
                isShifted ? api.scenario(requests.scenario(state, state.legs, line, [state.date && state.date <= dates[dates.length - 1] ? state.date : dates[0]]), signal) : null,
            ]);
            if (signal.aborted) return;
            table.show(scenarios, answer.metrics, isShifted ? `Every volatility is ${Number(state.shift) > 0 ? "raised" : "lowered"} by ${Math.abs(Number(state.shift))} percentage points.` : null);
            if (moved) {
                const sign = Number(state.shift) > 0 ? "+" : "−";
                shown.shifted = {
                    label: `${results.dayFrom(String(moved.scenarios.dates[0]), requests.valuation(state))}, volatility ${sign}${Math.abs(Number(state.shift))}`, kind: "shifted",
                    points: moved.scenarios.stockPrices.map((/** @type {number} */ stockPrice, /** @type {number} */ index) => ({ stockPrice, profitLoss: moved.scenarios.profitLoss[index][0][0] })),
                };
                draw(shown);
            }
        } catch (error) {
            if (signal.aborted) return;
            const failure = /** @type {api.Failure} */ (error);
            if (failure.isRefusal) {
                table.show(null, answer.metrics, failure.message);
                return;
            }
            table.fail(failure.message);
            tableCountdown.start(table.note, failure.retryAfter ?? 10, () => askScenarios(shown, signal));
        }
    }

    /** @param {Outcome} shown */
    function draw({ state, answer, compared, shifted }) {
        const since = (/** @type {string} */ date) => results.dayFrom(date, requests.valuation(state));
        const lines = (answer.valueCurves ?? []).filter((/** @type {any} */ curve) => curve.points.length).map((/** @type {any} */ curve, /** @type {number} */ index) => ({
            label: index === 0 ? `now (${day(String(curve.date))})` : since(String(curve.date)), points: curve.points, kind: index === 0 ? "now" : "between",
        }));
        if (shifted) lines.push(shifted);
        if (compared) lines.push({ label: "compared", points: compared.curve, kind: "compared" });
        /** @type {Map<number, {strike: number, label: string, legs: number[]}>} */
        const strikes = new Map();
        for (const leg of requests.active(state.legs)) {
            const strike = Number(leg.strike);
            if (leg.type === "stock" || !Number.isFinite(strike)) continue;
            const mark = strikes.get(strike) ?? { strike, label: leg.strike, legs: [] };
            mark.legs.push(leg.id);
            strikes.set(strike, mark);
        }
        const { curveDetails, probability } = answer;
        const greek = store.state.overlay;
        diagram.draw({
            curve: answer.curve, lines, breakEvens: answer.metrics.breakEvenPoints,
            strikes: [...strikes.values()].sort((a, b) => a.strike - b.strike), price: answer.price,
            moves: probability?.expectedMoves ?? [], distribution: curveDetails ?? null,
            overlay: curveDetails && greek ? { label: greek, stockPrices: curveDetails.stockPrices, values: curveDetails[greek] } : null,
        });
        const entry = (/** @type {string} */ kind, /** @type {string} */ label) => h("li", { class: kind }, label);
        fill(
            legend, entry("expiration", "at expiration"), ...lines.map((/** @type {any} */ line) => entry(line.kind, line.label)),
            entry("break-even", "break-even"), entry("strike", "strike"),
            probability ? entry("move", "1σ and 2σ") : null, curveDetails ? entry("distribution", "distribution") : null,
            curveDetails && greek ? entry("overlay", greek) : null);
    }

    /** @param {Outcome} shown */
    function render(shown) {
        const { state, answer, compared, comparedReason, reason } = shown;
        answer.price = Number(state.price);
        fill(headline, results.headline(answer, "Result"));
        draw(shown);
        fill(numbers, results.chances(answer, reason ?? lacking(state, "values before it, chances and greeks")));
        fill(greeks, results.greeks(answer, requests.active(state.legs), requests.valuation(state)));
        clearTimeout(saying);
        saying = window.setTimeout(() => announce(results.summary(answer)), 1000);
        comparison.hidden = !state.compare.length;
        if (state.compare.length) {
            fill(
                comparison,
                h("div", { class: "card-head" }, h("h2", { id: "compare-title" }, "Comparison"),
                    h("button", {
                        type: "button", on: {
                            click: () => store.edit((state) => { [state.legs, state.compare] = [state.compare, state.legs].map((legs) => legs.map(({ id: _, ...leg }) => makeLeg(leg))); }),
                        },
                    }, "Swap"),
                    h("button", { type: "button", on: { click: compare } }, "Remove")),
                h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "The two strategies" } }, compared ? results.comparison(answer, compared) : ""),
                h("p", { class: "note" }, comparedReason ?? ""));
        }
    }

    const name = () => store.state.symbol || "strategy";

    function saveSVG() {
        const drawn = diagram.file();
        if (drawn) download(`${name()}.svg`, new Blob([drawn.text], { type: "image/svg+xml" }));
    }

    function savePNG() {
        const drawn = diagram.file();
        if (!drawn) return;
        const address = URL.createObjectURL(new Blob([drawn.text], { type: "image/svg+xml" }));
        const image = new Image();
        image.onload = () => {
            const canvas = h("canvas", { width: drawn.width * 2, height: drawn.height * 2 });
            canvas.getContext("2d").drawImage(image, 0, 0, drawn.width * 2, drawn.height * 2);
            URL.revokeObjectURL(address);
            canvas.toBlob((/** @type {Blob | null} */ blob) => { if (blob) download(`${name()}.png`, blob); });
        };
        image.src = address;
    }

    function saveCSV() {
        if (!outcome) return;
        const { curve, valueCurves = [] } = outcome.answer;
        const header = ["stockPrice", "atExpiration", ...valueCurves.map((/** @type {any} */ line) => line.date)].join(",");
        const rows = curve.map((/** @type {any} */ point, /** @type {number} */ index) =>
            [point.stockPrice, point.profitLoss, ...valueCurves.map((/** @type {any} */ line) => line.points[index]?.profitLoss ?? "")].join(","));
        download(`${name()}.csv`, new Blob([`${header}\n${rows.join("\n")}\n`], { type: "text/csv" }));
    }

    addEventListener("online", () => ask());
    quotes.arrivals.addEventListener("change", () => { if (store.state.view === "builder") legs.update(); });

    return {
        element,
        update() {
            const { state } = store;
            // Sends the request first, so that the server computes while the fields are updated.
            const question = JSON.stringify([
                state.price, state.valuation, state.volatility, state.rate, state.dividendYield, state.legs, state.compare, state.date, state.shift,
            ]);
            if (question !== asked) {
                asked = question;
                ask();
            } else if (outcome) {
                draw(outcome);
                askScenarios(outcome, asking.signal);
            }
            for (const [name, field] of Object.entries(terms)) setValue(field, /** @type {any} */ (state)[name]);
            legs.update();
            /** @type {any} */ (element.querySelector("#refresh")).hidden = !state.symbol;
            element.querySelector("#compare").textContent = state.compare.length ? "Stop comparing" : "Compare";
            overlay.value = state.overlay;
            const { all, dates } = requests.expirations(state.legs);
            const from = requests.valuation(state).slice(0, 10);
            const length = all && isDate(from) ? days(from, dates[0]) : 0;
            sliders.hidden = length < 1;
            date.max = String(Math.max(length, 1));
            const place = state.date && isDate(from) ? Math.min(Math.max(days(from, state.date), 0), length) : 0;
            setValue(date, String(place));
            dateText.textContent = place ? `${results.dayFrom(state.date, from)}, ${daysLeft(length - place)}` : length ? `now, ${daysLeft(length)}` : "";
            date.setAttribute("aria-valuetext", dateText.textContent);
            setValue(shift, state.shift);
            const points = Number(state.shift);
            shiftText.textContent = points ? `${points > 0 ? "+" : "−"}${Math.abs(points)} points` : "as it is";
            shift.setAttribute("aria-valuetext", shiftText.textContent);
            reset.disabled = !state.date && !points;
        },
    };
}
