// One tab asks the server whether quotes have changed, and tells the others. A tab that opens asks that tab what it knows, so that it does
// not miss the first change.

import * as api from "./api.js";

const channel = new BroadcastChannel("options-updates");

/**
 * Calls a function whenever the quotes have changed. All tabs together ask once per `max-age` of the answer.
 * @param {() => void} changed
 */
export function watchUpdates(changed) {
    let known = "";
    let isAsking = false;

    /**
     * @param {string} update
     * @param {boolean} isFirst Whether it may be what this tab has fetched already.
     */
    function take(update, isFirst) {
        const isNew = update !== known && !(known === "" && isFirst);
        known = update;
        if (isNew) changed();
    }

    async function poll() {
        isAsking = true;
        for (;;) {
            let pause = 60;
            try {
                const { update, seconds } = await api.lastUpdate();
                take(update, true);
                channel.postMessage({ update });
                pause = seconds;
            } catch { /* The next answer says what has changed. */ }
            await new Promise((resolve) => { setTimeout(resolve, pause * 1000); });
        }
    }

    channel.addEventListener("message", ({ data: { update, known: answer } }) => {
        if (update !== undefined) take(update, false);
        else if (answer !== undefined) take(known || answer, true);
        else if (isAsking && known !== "") channel.postMessage({ known });
    });
    channel.postMessage({});
    // The tab that has the lock asks; when it closes, another one gets it. Without locks (not on a secure address) each tab asks.
    if (navigator.locks) navigator.locks.request("options-updates", poll);
    else poll();
}
