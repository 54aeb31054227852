// The parts of the market that this tab follows, and their changes. One tab holds the stream for all (live/share.js).

import { isLive, keepLive } from "./preferences.js";

/**
 * Chains, by stock and expiration (`COIN 2026-12-18`), and assets whose prices are followed.
 * @typedef {{chains: string[], assets: string[]}} Wants
 */

/** Dispatches `want` when this tab follows something else, `chain` with a chain, `prices` with rows, and `state`. */
export const events = new EventTarget();

/** @type {Map<string, Wants>} By view. */
const wanted = new Map();
let view = "";
/** Why nothing arrives; empty if it does. */
let problem = "";

/** @type {Wants} */
const nothing = { chains: [], assets: [] };

/** What the visible view follows. A hidden tab follows nothing. */
export const wants = () => (isLive() && !document.hidden ? wanted.get(view) ?? nothing : nothing);

const changed = () => events.dispatchEvent(new Event("want"));

/**
 * Sets what a view follows while it is shown.
 * @param {string} name
 * @param {Partial<Wants>} next
 */
export function want(name, { chains = [], assets = [] }) {
    const before = JSON.stringify(wanted.get(name));
    wanted.set(name, { chains: [...new Set(chains)].sort(), assets: [...new Set(assets)].sort() });
    if (name === view && JSON.stringify(wanted.get(name)) !== before) changed();
}

/** @param {string} name Of the view that is shown. */
export function show(name) {
    if (name === view) return;
    view = name;
    changed();
}

/** Whether quotes follow the market, and why they do not although they should. */
export const state = () => ({ isOn: isLive(), problem });

/** @param {boolean} value */
export function turn(value) {
    keepLive(value);
    events.dispatchEvent(new Event("state"));
    changed();
}

/** @param {string} text Why nothing arrives; empty if it does. */
export function report(text) {
    if (text === problem) return;
    problem = text;
    events.dispatchEvent(new Event("state"));
}

/** @param {Server.OptionChain} chain */
export function deliverChain(chain) {
    if (!wants().chains.includes(`${chain.ticker} ${chain.expirationDate}`)) return;
    events.dispatchEvent(new CustomEvent("chain", { detail: chain }));
}

/** @param {Server.LatestPrice[]} rows */
export function deliverPrices(rows) {
    const { assets } = wants();
    const own = rows.filter(({ asset }) => assets.includes(asset));
    if (own.length) events.dispatchEvent(new CustomEvent("prices", { detail: own }));
}

/**
 * Calls a function with each chain that arrives.
 * @param {(chain: Server.OptionChain) => void} take
 */
export const onChain = (take) => events.addEventListener("chain", (event) => take(/** @type {CustomEvent} */ (event).detail));

/**
 * Loads something again when prices of a view arrive, one load at a time.
 * @param {string} name Of the view.
 * @param {() => Promise<void>} load
 */
export function reloadOnPrices(name, load) {
    let isLoading = false;
    events.addEventListener("prices", async () => {
        if (isLoading || view !== name) return;
        isLoading = true;
        try {
            await load();
        } finally {
            isLoading = false;
        }
    });
}
