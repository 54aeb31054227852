// The rate of new strategies, which the browser stores.

const storedName = "options-rate";

/** The rate stored in this browser, in percent; empty for the server's. */
export const ownRate = () => localStorage.getItem(storedName) ?? "";

/** @param {string} text */
export function keepRate(text) {
    if (text) localStorage.setItem(storedName, text);
    else localStorage.removeItem(storedName);
}
