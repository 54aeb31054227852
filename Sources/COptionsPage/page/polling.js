// One tab polls the server for changed quotes and notifies the others. A new tab asks the polling tab for the last
// update, so that it does not miss the first change.

import * as api from "./api.js";

/**
 * Calls a function whenever the quotes have changed. All tabs together poll once per `max-age` of the response.
 * @param {() => void} changed
 */
export function watchUpdates(changed) {
    const channel = new BroadcastChannel("options-updates");
    let known = "";
    let isAsking = false;

    /**
     * @param {string} update
     * @param {boolean} isFirst Whether this tab may have fetched the update already.
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
            } catch { /* The next response shows whether the quotes have changed. */ }
            await new Promise((resolve) => {
                setTimeout(resolve, pause * 1000);
            });
        }
    }

    channel.addEventListener("message", ({ data: { update, known: answer } }) => {
        if (update !== undefined) take(update, false);
        else if (answer !== undefined) take(known || answer, true);
        else if (isAsking && known !== "") channel.postMessage({ known });
    });
    channel.postMessage({});
    // The tab that holds the lock polls; when it closes, another one gets the lock. Without locks (in an insecure
    // context) each tab polls.
    if (navigator.locks) navigator.locks.request("options-updates", poll);
    else poll();
}
