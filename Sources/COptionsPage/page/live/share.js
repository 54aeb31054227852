// Shares one stream between the tabs. The tab that holds a lock is the leader, which follows the server; when it closes, another one gets the lock.
// Without locks (in an insecure context) each tab follows by itself.

import * as live from "../live.js";
import { Leader } from "./leader.js";

const lockName = "options-live";

/** Begins to follow what this tab wants. */
export function share() {
    const channel = new BroadcastChannel(lockName);
    const tab = `${lockName} ${Date.now()} ${Math.random()}`;
    const { locks } = navigator;
    /** @type {Leader | null} */
    let leader = null;
    /** @type {Set<string>} The other tabs whose end the leader awaits. */
    const others = new Set();

    /** @param {{chain?: Server.OptionChain, prices?: Server.LatestPrice[], problem?: string}} message */
    function hear({ chain, prices, problem }) {
        if (chain) live.deliverChain(chain);
        if (prices) live.deliverPrices(prices);
        if (problem !== undefined) live.report(problem);
    }

    /** @param {Parameters<ConstructorParameters<typeof Leader>[0]>[0]} message */
    function tell(message) {
        if (others.size) channel.postMessage(message);
        hear(message);
    }

    /** @param {string} other */
    function awaitEnd(other) {
        if (others.has(other) || !locks) return;
        others.add(other);
        // A tab holds the lock of its name until it is closed.
        locks.request(other, () => {
            others.delete(other);
            leader?.remove(other);
        });
    }

    function say() {
        if (leader) leader.take(tab, live.wants());
        else channel.postMessage({ tab, wants: live.wants() });
    }

    function lead() {
        leader = new Leader(tell);
        say();
        // The others say what they want.
        channel.postMessage({ isNew: true });
        return new Promise(() => {});
    }

    channel.addEventListener("message", ({ data }) => {
        if (data.isNew) say();
        else if (!data.wants) hear(data);
        else if (leader) {
            awaitEnd(data.tab);
            leader.take(data.tab, data.wants);
        }
    });
    live.events.addEventListener("want", say);
    document.addEventListener("visibilitychange", say);
    if (locks) {
        locks.request(tab, () => new Promise(() => {}));
        locks.request(lockName, lead);
        say();
    } else {
        lead();
    }
}
