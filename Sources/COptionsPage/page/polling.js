// One tab asks the server whether quotes have changed, and tells the others.

import * as api from "./api.js";

const channel = new BroadcastChannel("options-updates");

/**
 * Calls a function whenever the quotes have changed. All tabs together ask once per `max-age` of the answer.
 * @param {() => void} changed
 */
export function watchUpdates(changed) {
    let known = "";

    /** @param {string} update */
    function take(update) {
        const isNew = known !== "" && update !== known;
        known = update;
        if (isNew) changed();
    }

    async function poll() {
        for (;;) {
            let pause = 60;
            try {
                const { update, seconds } = await api.lastUpdate();
                take(update);
                channel.postMessage(update);
                pause = seconds;
            } catch { /* The next answer says what has changed. */ }
            await new Promise((resolve) => { setTimeout(resolve, pause * 1000); });
        }
    }

    channel.addEventListener("message", (event) => take(event.data));
    // The tab that has the lock asks; when it closes, another one gets it. Without locks (not on a secure address) each tab asks.
    if (navigator.locks) navigator.locks.request("options-updates", poll);
    else poll();
}
