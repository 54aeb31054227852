// The gaps of stored prices: in words, and as runs of days of a year.

import { counted } from "./text.js";

/**
 * @typedef {{from: string, to: string, days: number, years: {year: number, days: number}[]}} Gap Its days are trading days.
 * @typedef {{date: string, days: number, isMissing: boolean}} Run
 */

/**
 * Splits a gap at the ends of years.
 * @param {Gap} gap
 */
export const byYear = ({ from, years }) =>
    years.map(({ year, days }) => {
        const first = `${year}-01-01`;
        return { from: from < first ? first : from, days };
    });

/**
 * The stored and the missing days of each year, the newest year first.
 * @param {string[]} dates Days with a price. The simulated market also has those of the gaps.
 * @param {Gap[]} gaps
 * @returns {{year: string, runs: Run[], stored: number, missing: number}[]}
 */
export function years(dates, gaps) {
    const isMissing = (/** @type {string} */ date) => gaps.some(({ from, to }) => from <= date && date <= to);
    const runs = [
        ...dates.filter((date) => !isMissing(date)).map((date) => ({ date, days: 1, isMissing: false })),
        ...gaps.flatMap(byYear).map(({ from, days }) => ({ date: from, days, isMissing: true })),
    ].sort((a, b) => (a.date < b.date ? -1 : 1));
    /** @type {Map<string, Run[]>} */
    const found = new Map();
    for (const run of runs) {
        const year = run.date.slice(0, 4);
        found.set(year, [...found.get(year) ?? [], run]);
    }
    const sum = (/** @type {Run[]} */ some) => some.reduce((total, run) => total + run.days, 0);
    return [...found].reverse().map(([year, runs]) => ({
        year,
        runs,
        stored: sum(runs.filter((run) => !run.isMissing)),
        missing: sum(runs.filter((run) => run.isMissing)),
    }));
}

/**
 * A number of days, in words.
 * @param {number} number
 */
export const dayCount = (number) => counted(number, "day");

/** @param {Gap} gap */
const gapText = ({ from, to, days }) => `${from === to ? from : `${from} to ${to}`} (${dayCount(days)})`;

/**
 * The missing days of an asset; empty without any.
 * @param {{missingDays: number, missing: Gap[]}} row
 */
export function missingText({ missingDays, missing }) {
    if (!missingDays) return "";
    const more = missing.length > 5 ? ` and ${missing.length - 5} more ranges` : "";
    return `Missing ${dayCount(missingDays)}: ${missing.slice(0, 5).map(gapText).join(", ")}${more}`;
}
