// Follows the server for all tabs: one stream of what they want together, whose values all of them get.

import * as api from "../api.js";
import { address, merged, nextChain } from "./topics.js";

/** @typedef {import("../live.js").Wants} Wants */

/** The pause after a lost stream, as the server asks for it. */
const retrySeconds = 5;
/** The pause before a stream is opened: several parts of a view change what they want at once. */
const openMilliseconds = 100;

export class Leader {
    /** @type {Map<string, Wants>} By tab. */
    #tabs = new Map();
    /** @type {Map<string, Server.OptionChain>} */
    #chains = new Map();
    /** @type {Map<string, Server.LatestPrice>} */
    #prices = new Map();
    #address = "";
    #following = new AbortController();
    #timer = 0;

    /** @param {(message: {chain: Server.OptionChain} | {prices: Server.LatestPrice[]} | {problem: string}) => void} tell Tells all tabs. */
    constructor(tell) {
        this.tell = tell;
    }

    /**
     * @param {string} tab
     * @param {Wants} wants
     */
    take(tab, wants) {
        this.#tabs.set(tab, wants);
        // The stream may have sent them before this tab wanted them.
        for (const key of wants.chains) {
            const chain = this.#chains.get(key);
            if (chain) this.tell({ chain });
        }
        this.#plan();
    }

    /** @param {string} tab That was closed. */
    remove(tab) {
        this.#tabs.delete(tab);
        this.#plan();
    }

    #plan() {
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => {
            const wants = merged(this.#tabs.values());
            const next = address(wants);
            if (next === this.#address) return;
            this.#address = next;
            for (const key of this.#chains.keys()) if (!wants.chains.includes(key)) this.#chains.delete(key);
            this.#following.abort();
            this.#following = new AbortController();
            if (next) this.#follow(next, this.#following.signal);
        }, openMilliseconds);
    }

    /**
     * @param {string} path
     * @param {AbortSignal} signal
     */
    async #follow(path, signal) {
        let lastEvent = "";
        while (!signal.aborted) {
            let pause = retrySeconds;
            try {
                for await (const { event, id, data } of api.events(path, { signal, lastEvent })) {
                    if (signal.aborted) return;
                    this.tell({ problem: "" });
                    lastEvent = id || lastEvent;
                    this.#take(event, JSON.parse(data));
                }
            } catch (error) {
                if (signal.aborted) return;
                const { message, retryAfter = null, isRefusal = false } = /** @type {Partial<api.Failure>} */ (error);
                this.tell({ problem: message ?? "" });
                // Nothing makes a wrong question right but another one.
                if (isRefusal) return;
                pause = retryAfter ?? retrySeconds;
            }
            await new Promise((resolve) => {
                setTimeout(resolve, pause * 1000);
            });
        }
    }

    /**
     * @param {string} event
     * @param {{topic: string, stale?: boolean}} data
     */
    #take(event, data) {
        const [kind, ...names] = data.topic.split(" ");
        const key = names.join(" ");
        if (kind === "prices" && (event === "whole" || event === "change")) {
            const { prices } = /** @type {Server.LatestPrices & {topic: string}} */ (data);
            const moved = prices.filter(({ asset, price }) => this.#prices.get(asset)?.price !== price);
            for (const row of prices) this.#prices.set(row.asset, row);
            if (moved.length) this.tell({ prices: moved });
            return;
        }
        if (kind !== "chain") return;
        const before = this.#chains.get(key);
        const chain = event === "whole" || event === "change"
            ? nextChain(before, event, /** @type {Server.OptionChain & {topic: string}} */ (data))
            : before
            ? { ...before, stale: data.stale ?? before.stale }
            : null;
        if (!chain) return;
        this.#chains.set(key, chain);
        this.tell({ chain });
    }
}
