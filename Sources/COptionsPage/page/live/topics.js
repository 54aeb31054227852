// The topics of the market's stream: their address, and their values after a change.

/** @typedef {import("../live.js").Wants} Wants */

/** The most topics and symbols of a stream. */
const [mostTopics, mostSymbols] = [20, 900];

/**
 * What several tabs want together.
 * @param {Iterable<Wants>} all
 * @returns {Wants}
 */
export function merged(all) {
    const lists = [...all];
    const union = (/** @type {"chains" | "assets"} */ name) => [...new Set(lists.flatMap((wants) => wants[name]))].sort();
    return { chains: union("chains").slice(0, mostTopics - 1), assets: union("assets").slice(0, mostSymbols) };
}

/**
 * The address of a stream; empty if nothing is wanted.
 * @param {Wants} wants
 */
export function address({ chains, assets }) {
    const topics = chains.map((key) => `chain=${key.split(" ").map(encodeURIComponent).join(",")}`);
    if (assets.length) topics.push(`prices=${assets.map(encodeURIComponent).join(",")}`);
    return topics.length ? `/api/rest/stream?${topics.join("&")}` : "";
}

/**
 * A chain after an event: the whole one, or what changed of the last one. `null` if a change has nothing before it.
 * @param {Server.OptionChain | undefined} before
 * @param {"whole" | "change"} event
 * @param {Server.OptionChain & {topic?: string, removed?: number[]}} data
 * @returns {Server.OptionChain | null}
 */
export function nextChain(before, event, { topic: _, removed = [], ...members }) {
    if (event === "whole") return members;
    if (!before) return null;
    const rows = new Map(before.strikes.map((row) => [row.strikePrice, row]));
    for (const strikePrice of removed) rows.delete(strikePrice);
    for (const row of members.strikes) rows.set(row.strikePrice, row);
    return { ...before, ...members, strikes: [...rows.values()].sort((a, b) => a.strikePrice - b.strikePrice) };
}
