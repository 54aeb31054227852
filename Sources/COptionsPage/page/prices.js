// Stored prices, their gaps and the jobs that fill them; below them the positions.

import * as api from "./api.js";
import { fill, h, labelled, Loading, s, setError, show } from "./dom.js";
import { positionsPart } from "./positions.js";
import { adding, count, days, isDate, today } from "./text.js";

/**
 * A duration in words.
 * @param {number} seconds
 */
const duration = (seconds) => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);

const dismissedName = "options-dismissed";

/**
 * The jobs that are hidden in this tab.
 * @returns {string[]}
 */
const dismissed = () => JSON.parse(sessionStorage.getItem(dismissedName) ?? "[]");

/**
 * Splits a gap at the ends of years. Its trading days are spread evenly over its calendar days.
 * @param {{from: string, to: string, days: number}} gap
 */
function byYear({ from, to, days: total }) {
    const length = days(from, to) + 1;
    /** @type {{from: string, days: number}[]} */
    const parts = [];
    let given = 0;
    for (let start = from; start <= to;) {
        const last = `${start.slice(0, 4)}-12-31` < to ? `${start.slice(0, 4)}-12-31` : to;
        const upTo = Math.round((total * (days(from, last) + 1)) / length);
        parts.push({ from: start, days: upTo - given });
        given = upTo;
        start = adding(last, 1);
    }
    return parts.filter((part) => part.days > 0);
}

export function pricesView() {
    const asset = h("input", { type: "text", name: "asset", autocomplete: "off", spellcheck: "false", placeholder: "SPY" });
    const from = h("input", { type: "text", name: "from", autocomplete: "off", spellcheck: "false", placeholder: adding(today(), -365) });
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const jobs = h("div", { class: "jobs" });
    const list = h("div", { class: "assets" });
    const loading = new Loading(list, async (isOvertaken) => {
        const { assets } = await api.get("/api/rest/prices");
        if (!isOvertaken()) draw(assets);
    });
    const positions = positionsPart(() => loading.run());
    const element = h(
        "div", { class: "prices" }, h("h1", {}, "Prices and positions"), positions.element,
        h(
            "section", { class: "card", aria: { labelledby: "prices-title" } },
            h("div", { class: "card-head" }, h("h2", { id: "prices-title" }, "Daily prices")),
            h("form", { class: "row-form", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); fetchAsset(); } } },
                labelled("Stock or coin", asset), labelled("From", from),
                h("button", { class: "primary" }, "Fetch"), h("button", { type: "button", id: "fetch-all", on: { click: () => begin([]) } }, "Fetch all")),
            problem, jobs, loading.note, list));
    /** @type {Map<string, {assets: string[], from: string}>} The requests of the jobs, to repeat them. */
    const asked = new Map();
    const report = (/** @type {string | null} */ message) => show(problem, message);

    function fetchAsset() {
        const name = asset.value.trim();
        setError(asset, name ? null : "Enter a ticker, or coin: and its name.");
        if (name) begin([name]);
    }

    /**
     * Begins a job.
     * @param {string[]} assets Empty for all held and watched ones.
     * @param {string} [first]
     */
    async function begin(assets, first = from.value.trim()) {
        try {
            const { job } = await api.change("POST", "/api/rest/prices/backfill", { ...(assets.length ? { assets } : {}), ...(first ? { from: first } : {}) });
            report(null);
            setError(from, null);
            asked.set(job, { assets, from: first });
            track(job);
        } catch (error) {
            const { message } = /** @type {Error} */ (error);
            if (message.startsWith("from ")) setError(from, message);
            else if (message.startsWith("assets")) setError(asset, message);
            else report(message);
        }
    }

    /**
     * Shows a job until it ends.
     * @param {string} job
     */
    async function track(job) {
        const place = h("div", { class: "job", data: { job } });
        jobs.prepend(place);
        const started = performance.now();
        /** @type {any} */
        let atStart = null;
        try {
            await api.follow(job, (state) => {
                const imported = sum(state, "daysImported");
                atStart ??= imported;
                const seconds = (performance.now() - started) / 1000;
                drawJob(place, state, seconds > 0.5 ? Math.round((imported - atStart) / seconds) : 0);
            });
        } catch (error) {
            report(/** @type {Error} */ (error).message);
        }
        await loading.run();
        positions.load();
    }

    /**
     * @param {any} state Of the job.
     * @param {"daysImported" | "daysToGo"} name
     * @returns {number}
     */
    const sum = (state, name) => state.assets.reduce((/** @type {number} */ total, /** @type {any} */ row) => total + row[name], 0);

    /**
     * @param {HTMLElement} place
     * @param {any} state Of the job.
     * @param {number} rate Days per second; 0 if it is still unknown.
     */
    function drawJob(place, state, rate) {
        const { job } = state;
        const imported = sum(state, "daysImported");
        const isRunning = state.state === "running";
        const words = { running: "Fetching", done: "Done", failed: "Failed", cancelled: "Cancelled" };
        const names = state.assets.map((/** @type {any} */ row) => row.asset);
        const resume = () => {
            place.remove();
            begin(asked.get(job)?.assets ?? names, asked.get(job)?.from || state.from);
        };
        const dismiss = () => {
            place.remove();
            sessionStorage.setItem(dismissedName, JSON.stringify([...dismissed(), job].slice(-100)));
        };
        const button = (/** @type {string} */ title, /** @type {() => void} */ click) => h("button", { type: "button", on: { click } }, title);
        const cancel = () => { api.change("DELETE", `/api/rest/jobs/${job}`).catch((error) => report(error.message)); };
        const isResumable = state.state === "cancelled" || state.state === "failed";
        fill(
            place, h("strong", {}, /** @type {any} */ (words)[state.state] ?? state.state), ` ${names.slice(0, 6).join(", ")}${names.length > 6 ? ` and ${names.length - 6} more` : ""}: ${count(imported)} days`,
            isRunning ? h("progress", { max: imported + sum(state, "daysToGo") || 1, value: imported, aria: { label: "Progress" } }) : "",
            isRunning && rate ? ` ${count(rate)} days/s` : "", isRunning && state.secondsLeft ? `, ${duration(state.secondsLeft)} left` : "",
            ...state.assets.filter((/** @type {any} */ row) => row.message).map((/** @type {any} */ row) => h("p", { class: "problem" }, `${row.asset}: ${row.message}`)),
            h("span", { class: "job-tools" },
                isRunning ? button("Cancel", cancel) : null, isResumable ? button("Resume", resume) : null, isRunning ? null : button("Dismiss", dismiss)));
    }

    /** @param {any[]} assets */
    function draw(assets) {
        const element = /** @type {HTMLElement} */ (document.getElementById("fetch-all"));
        if (element) element.hidden = !assets.length;
        if (!assets.length) {
            fill(list, h("p", { class: "note" }, "No prices are stored, and nothing is held or watched."));
            return;
        }
        fill(list, ...assets.map((row) => {
            const years = h("div", { class: "years" });
            const gaps = row.missing.slice(0, 5).map((/** @type {any} */ gap) => `${gap.from === gap.to ? gap.from : `${gap.from} to ${gap.to}`} (${gap.days} ${gap.days === 1 ? "day" : "days"})`);
            const isEmpty = row.days === 0;
            return h(
                "div", { class: "asset", data: { asset: row.asset } },
                h("div", { class: "asset-head" },
                    h("strong", {}, row.asset), h("span", {}, row.type), h("span", {}, `${count(row.days)} days`),
                    h("span", {}, isEmpty ? "no data" : `${row.first} to ${row.last}`),
                    isEmpty || row.missingDays ? h("button", { type: "button", on: { click: () => begin([row.asset], row.missing[0]?.from ?? from.value.trim()) } }, isEmpty ? "Fetch all" : "Fetch missing") : null,
                    isEmpty ? null : h("button", { type: "button", aria: { expanded: "false" }, on: { click: (/** @type {any} */ event) => showYears(row, years, event.currentTarget) } }, "Years")),
                row.missingDays ? h("p", { class: "missing" }, `Missing ${count(row.missingDays)} days: ${gaps.join(", ")}${row.missing.length > 5 ? ` and ${row.missing.length - 5} more ranges` : ""}`) : null,
                years);
        }));
    }

    /**
     * Shows a strip for each year, with one column for each trading day, stored or missing.
     * @param {any} row
     * @param {HTMLElement} place
     * @param {HTMLElement} button
     */
    async function showYears(row, place, button) {
        if (place.childElementCount) {
            fill(place);
            button.setAttribute("aria-expanded", "false");
            return;
        }
        try {
            const { prices } = await api.get(`/api/rest/prices/${encodeURIComponent(row.asset)}?from=${row.first}`);
            /** @type {Map<string, {date: string, days: number, isMissing: boolean}[]>} */
            const years = new Map();
            const add = (/** @type {string} */ date, /** @type {number} */ days, /** @type {boolean} */ isMissing) => {
                const year = date.slice(0, 4);
                years.set(year, [...years.get(year) ?? [], { date, days, isMissing }]);
            };
            // The simulated market also returns days that are not stored.
            const isMissing = (/** @type {string} */ date) => row.missing.some((/** @type {any} */ gap) => gap.from <= date && date <= gap.to);
            for (const one of prices) if (!isMissing(one.date)) add(one.date, 1, false);
            for (const gap of row.missing) for (const part of byYear(gap)) add(part.from, part.days, true);
            fill(place, ...[...years].sort().reverse().map(([year, runs]) => {
                runs.sort((a, b) => (a.date < b.date ? -1 : 1));
                const total = runs.reduce((sum, run) => sum + run.days, 0);
                const missing = runs.reduce((sum, run) => sum + (run.isMissing ? run.days : 0), 0);
                const most = row.type === "coin" ? 366 : 253;
                const svg = s("svg", { viewBox: `0 0 ${most} 12`, preserveAspectRatio: "none", role: "img", "aria-label": `${year}: ${total - missing} days stored, ${missing} missing` });
                let at = 0;
                for (const run of runs) {
                    svg.append(s("rect", { class: run.isMissing ? "gap" : "stored", x: at, y: run.isMissing ? 4 : 0, width: run.days, height: run.isMissing ? 4 : 12 }));
                    at += run.days;
                }
                return h("div", { class: "year" }, h("span", {}, year), svg, h("span", {}, `${total - missing}${missing ? ` · ${missing} missing` : ""}`));
            }));
            button.setAttribute("aria-expanded", "true");
        } catch (error) {
            report(/** @type {Error} */ (error).message);
        }
    }

    /** Shows running jobs, and cancelled ones that can be resumed. */
    async function takeOver() {
        try {
            const { jobs: known } = await api.get("/api/rest/jobs");
            /** @type {Set<string>} The assets of the jobs visited so far, which are newer: the newest job comes first. */
            const later = new Set();
            for (const job of known) {
                const names = job.assets.map((/** @type {any} */ row) => row.asset);
                const isSuperseded = names.every((/** @type {string} */ name) => later.has(name));
                for (const name of names) later.add(name);
                if (jobs.querySelector(`[data-job="${CSS.escape(job.job)}"]`)) continue;
                if (job.state === "running") {
                    track(job.job);
                } else if (job.state === "cancelled" && !isSuperseded && !dismissed().includes(job.job)) {
                    const place = h("div", { class: "job", data: { job: job.job } });
                    drawJob(place, job, 0);
                    jobs.append(place);
                }
            }
        } catch { /* The list of prices reports the failure. */ }
    }

    from.addEventListener("input", () => setError(from, !from.value.trim() || isDate(from.value.trim()) ? null : "Enter a date such as 2021-01-04."));

    return {
        element,
        enter() {
            loading.run();
            takeOver();
            positions.load();
        },
    };
}
