// The order and the words of the watch list.

import { inBrackets, instant, profit } from "./text.js";

/**
 * The age of an instant, in words.
 * @param {string} time
 * @param {number} now Milliseconds.
 */
export function age(time, now) {
    const minutes = Math.round((now - Date.parse(time)) / 60_000);
    if (!(minutes >= 0)) return "";
    if (minutes < 2) return "just now";
    if (minutes < 120) return `${minutes} minutes ago`;
    return minutes < 2880 ? `${Math.round(minutes / 60)} hours ago` : `${Math.round(minutes / 1440)} days ago`;
}

/**
 * A list in which a ticker has moved by some places; the same list without the ticker.
 * @param {string[]} tickers
 * @param {string} ticker
 * @param {number} by
 */
export function moved(tickers, ticker, by) {
    const place = tickers.indexOf(ticker);
    if (place < 0) return tickers;
    const others = tickers.filter((other) => other !== ticker);
    return inserted(others, ticker, Math.max(place + by, 0));
}

/**
 * A list with a ticker at a place, unless the list has it already.
 * @param {string[]} tickers
 * @param {string} ticker
 * @param {number} place
 */
export const inserted = (tickers, ticker, place) =>
    tickers.includes(ticker) ? tickers : [...tickers.slice(0, place), ticker, ...tickers.slice(place)];

/**
 * How many rows are old; empty if none is.
 * @param {{stale: boolean}[]} rows
 */
export function oldRows(rows) {
    const old = rows.filter((row) => row.stale).length;
    if (!old) return "";
    if (old === rows.length) return "All rows are the last that are known.";
    return old === 1 ? "1 row is the last that is known." : `${old} rows are the last that are known.`;
}

/**
 * Why sources gave no newer data, and when they are called again.
 * @param {{source: string, state: string, message?: string | null, resetsAt?: string | null}[]} sources
 */
export const causes = (sources) =>
    sources.filter(({ message, state }) => message && state !== "off")
        .map(({ source, message, resetsAt }) => `${source}: ${message}${resetsAt ? `, next try ${instant(resetsAt)}` : ""}`).join(". ");

/**
 * A change of the price: `▲ +1.50 (+1.20 %)`.
 * @param {number} change
 * @param {number | null} percentage
 */
export function changeText(change, percentage) {
    const arrow = change > 0 ? "▲" : change < 0 ? "▼" : "";
    return `${arrow} ${profit(change).replace("$", "")}${inBrackets(percentage === null ? null : percentage / 100, 2)}`;
}
