// The jobs that fetch prices: their progress, and how they are cancelled, resumed and dismissed.

import * as api from "./api.js";
import { h, setText, show } from "./dom.js";
import { dayCount } from "./gaps.js";
import { count } from "./text.js";

/**
 * @typedef {Server.Job} Job
 * @typedef {{assets: string[], from: string}} Request
 */

/** @type {Record<string, string>} */
const words = { running: "Fetching", done: "Done", failed: "Failed", cancelled: "Cancelled" };

/**
 * A duration in words.
 * @param {number} seconds
 */
export const duration = (seconds) => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);

/**
 * The days of all assets of a job.
 * @param {Job} job
 * @param {"daysImported" | "daysToGo"} name
 */
export const sum = (job, name) => job.assets.reduce((total, row) => total + row[name], 0);

/**
 * Describes a job: the data that it fetches and the number of days; while it runs, also its rate and the remaining time.
 * @param {Job} job
 * @param {number} rate Days per second; 0 if it is still unknown.
 * @returns {{title: string, subject: string, progress: string}}
 */
export function jobText(job, rate) {
    const names = job.assets.map((row) => row.asset);
    const more = names.length > 6 ? ` and ${names.length - 6} more` : "";
    const isRunning = job.state === "running";
    return {
        title: words[job.state] ?? job.state,
        subject: `${names.slice(0, 6).join(", ")}${more}: ${dayCount(sum(job, "daysImported"))}`,
        progress: isRunning
            ? [rate ? `${count(rate)} days/s` : "", job.secondsLeft ? `${duration(job.secondsLeft)} left` : ""].filter(Boolean).join(", ")
            : "",
    };
}

/**
 * The jobs to show at first: those that run, and those that were cancelled and that no later job repeats.
 * @param {Job[]} jobs The newest first.
 * @param {string[]} dismissed
 */
export function pending(jobs, dismissed) {
    /** @type {Set<string>} The assets of later jobs. */
    const later = new Set();
    return jobs.filter((job) => {
        const isSuperseded = job.assets.every(({ asset }) => later.has(asset));
        for (const { asset } of job.assets) later.add(asset);
        return job.state === "running" || (job.state === "cancelled" && !isSuperseded && !dismissed.includes(job.job));
    });
}

const dismissedName = "options-dismissed";

/**
 * The jobs that are hidden in this tab.
 * @returns {string[]}
 */
const dismissed = () => JSON.parse(sessionStorage.getItem(dismissedName) ?? "[]");

/**
 * The elements of a job. They are kept while it advances, so that a click on a button is not lost.
 * @param {string} job
 * @param {Record<"Cancel" | "Resume" | "Dismiss", () => void>} actions
 */
function jobRow(job, actions) {
    const [title, subject, progress] = [h("strong", {}), h("span", {}), h("span", {})];
    const bar = h("progress", { aria: { label: "Progress" } });
    const problem = h("p", { class: "problem", hidden: true });
    const buttons = Object.entries(actions).map(([name, click]) => h("button", { type: "button", on: { click } }, name));
    const [cancel, resume, dismiss] = buttons;
    return {
        element: h(
            "div",
            { class: "job", data: { job } },
            title,
            subject,
            bar,
            progress,
            problem,
            h("span", { class: "job-tools" }, ...buttons),
        ),
        /**
         * @param {Job} state
         * @param {number} rate
         */
        show(state, rate) {
            const text = jobText(state, rate);
            setText(title, text.title);
            setText(subject, text.subject);
            setText(progress, text.progress);
            const isRunning = state.state === "running";
            const imported = sum(state, "daysImported");
            bar.max = imported + sum(state, "daysToGo") || 1;
            bar.value = imported;
            bar.hidden = !isRunning;
            show(
                problem,
                state.assets.filter(({ message }) => message).map(({ asset, message }) => `${asset}: ${message}`).join("; ") || null,
            );
            cancel.hidden = !isRunning;
            resume.hidden = state.state !== "cancelled" && state.state !== "failed";
            dismiss.hidden = isRunning;
        },
    };
}

/**
 * @param {{changed: () => void, report: (message: string) => void, resume: (request: Request) => void}} actions
 */
export function jobList({ changed, report, resume }) {
    const element = h("div", { class: "jobs" });
    /** @type {Set<string>} The jobs that are shown. */
    const shown = new Set();

    /**
     * Adds a job that is not shown yet.
     * @param {string} job
     * @param {(state: Job) => Request} request What to repeat.
     */
    function add(job, request) {
        /** @type {Job} */
        let last;
        const remove = () => {
            row.element.remove();
            shown.delete(job);
        };
        const row = jobRow(job, {
            Cancel: () => {
                api.call("DELETE /api/rest/jobs/{id}", { id: job }).catch((error) => report(error.message));
            },
            Resume() {
                remove();
                resume(request(last));
            },
            Dismiss() {
                remove();
                sessionStorage.setItem(dismissedName, JSON.stringify([...dismissed(), job].slice(-100)));
            },
        });
        shown.add(job);
        element.prepend(row.element);
        return (/** @type {Job} */ state, rate = 0) => {
            last = state;
            row.show(state, rate);
        };
    }

    const known = (/** @type {Job} */ { assets, from }) => ({ assets: assets.map(({ asset }) => asset), from });

    /**
     * Shows a job until it ends.
     * @param {string} job
     * @param {Request} [asked]
     */
    async function track(job, asked) {
        if (shown.has(job)) return;
        const draw = add(job, (state) => (asked ? { assets: asked.assets, from: asked.from || state.from } : known(state)));
        const started = performance.now();
        /** @type {number | null} */
        let atStart = null;
        try {
            await api.follow(job, (state) => {
                const imported = sum(state, "daysImported");
                atStart ??= imported;
                const seconds = (performance.now() - started) / 1000;
                draw(state, seconds > 0.5 ? Math.round((imported - atStart) / seconds) : 0);
            });
        } catch (error) {
            report(/** @type {Error} */ (error).message);
        }
        changed();
    }

    return {
        element,
        track,
        /** Shows running jobs, and cancelled ones that can be resumed. */
        async takeOver() {
            try {
                const { jobs } = await api.call("GET /api/rest/jobs", {});
                for (const job of pending(jobs, dismissed()).reverse()) {
                    if (shown.has(job.job)) continue;
                    if (job.state === "running") track(job.job);
                    else add(job.job, known)(job);
                }
            } catch { /* The list of prices reports the failure. */ }
        },
    };
}
