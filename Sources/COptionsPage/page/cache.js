// Caches of limited size.

/**
 * The entries that were used last.
 * @template Value
 */
export class Recent {
    /** @type {Map<string, Value>} In the order of their last use. */
    #entries = new Map();

    /** @param {number} limit The number of entries that are kept. */
    constructor(limit) {
        this.limit = limit;
    }

    get size() {
        return this.#entries.size;
    }

    /**
     * @param {string} key
     * @returns {Value | undefined}
     */
    get(key) {
        const value = this.#entries.get(key);
        if (value !== undefined) this.set(key, value);
        return value;
    }

    /**
     * @param {string} key
     * @param {Value} value
     */
    set(key, value) {
        this.#entries.delete(key);
        this.#entries.set(key, value);
        if (this.#entries.size > this.limit) this.#entries.delete(/** @type {string} */ (this.#entries.keys().next().value));
    }

    /** @param {string} key */
    delete(key) {
        this.#entries.delete(key);
    }
}

/**
 * Caches answers for some seconds, and shares one request between equal concurrent questions. A failure is not cached.
 * @template Answer
 * @param {(key: string) => Promise<Answer>} question
 * @param {{limit: number, seconds: number, now?: () => number}} options The number of answers, and a clock of milliseconds.
 * @returns {(key: string, isFresh?: boolean) => Promise<Answer>}
 */
export function remembered(question, { limit, seconds, now = () => performance.now() }) {
    /** @type {Recent<{at: number, answer: Promise<Answer>}>} */
    const kept = new Recent(limit);
    return (key, isFresh = false) => {
        const known = kept.get(key);
        if (known && !isFresh && now() - known.at < seconds * 1000) return known.answer;
        const answer = question(key);
        kept.set(key, { at: now(), answer });
        answer.catch(() => {
            if (kept.get(key)?.answer === answer) kept.delete(key);
        });
        return answer;
    };
}
