// Loads the parts of the page, and tries again after a pause.

import { h, show } from "./dom.js";

/** @typedef {import("./api.js").Failure} Failure */

/** Counts down the seconds to the next try. */
export class Countdown {
    #timer = 0;

    /**
     * @param {HTMLElement} place The message to which the seconds are appended.
     * @param {number} seconds
     * @param {() => void} action
     */
    start(place, seconds, action) {
        this.stop();
        // A screen reader does not read every second.
        const text = h("span", { aria: { hidden: "true" } });
        place.append(text);
        let left = seconds;
        const count = () => {
            text.textContent = ` Next try in ${left} s.`;
            if (left <= 0) {
                action();
                return;
            }
            left -= 1;
            this.#timer = window.setTimeout(count, 1000);
        };
        count();
    }

    stop() {
        clearTimeout(this.#timer);
    }
}

/**
 * Loads a part of the page. If that fails, the last content stays, marked as stale, and the load is retried after the pause that the server
 * requests. Without a connection, the shell retries it.
 */
export class Loading {
    /** The element that shows the error. */
    note = h("p", { class: "problem", role: "alert", hidden: true });
    hasFailed = false;
    #countdown = new Countdown();
    #hasContent = false;
    #turn = 0;

    /**
     * @param {HTMLElement} content The element to mark when its content is stale.
     * @param {(isOvertaken: () => boolean) => Promise<void>} load Draws nothing if a later load has begun.
     */
    constructor(content, load) {
        this.content = content;
        this.load = load;
    }

    /** Treats the content as missing, because it belongs to another subject, such as the previous stock. */
    reset() {
        this.#turn += 1;
        this.#countdown.stop();
        this.#hasContent = false;
        this.#finish(false);
    }

    async run() {
        this.#turn += 1;
        const turn = this.#turn;
        const isOvertaken = () => turn !== this.#turn;
        this.#countdown.stop();
        try {
            await this.load(isOvertaken);
            if (isOvertaken()) return;
            this.#hasContent = true;
            this.#finish(false);
        } catch (error) {
            if (isOvertaken()) return;
            this.#finish(true);
            const { message, isRefusal = false, status = null, retryAfter = null } = /** @type {Partial<Failure>} */ (error);
            show(this.note, `${message}${this.#hasContent ? " The last known data follows." : ""}`);
            if (isRefusal || status === 0) return;
            // A hidden view loads when it is entered, not after the pause.
            this.#countdown.start(this.note, retryAfter ?? 10, () => {
                if (this.note.isConnected) this.run();
            });
        }
    }

    /** @param {boolean} hasFailed */
    #finish(hasFailed) {
        this.hasFailed = hasFailed;
        this.content.classList.toggle("outdated", hasFailed && this.#hasContent);
        if (!hasFailed) show(this.note, null);
    }
}
