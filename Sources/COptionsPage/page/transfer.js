// The file of an export: the personal document of the server, and what this browser keeps.

import * as api from "./api.js";
import { isAmount, jsonValue } from "./numbers.js";
import { keepCommission, keepRate, keepTheme, ownCommission, ownRate, theme } from "./preferences.js";
import { isObject } from "./reading.js";
import { counted } from "./text.js";

/**
 * Whether a text is a rate in percent, or empty.
 * @param {string} text
 */
export const isRate = (text) => text.trim() === "" || !jsonValue(text).startsWith('"');

/**
 * The content of an exported file. Only the server checks its own parts.
 * @typedef {Server.PersonalData & {theme?: string, rate?: string, commission?: string}} Content
 */

/** The parts that the server keeps. */
const personal = /** @type {const} */ (["watchlist", "positions", "trades", "settings"]);

/**
 * The content of an imported file: that of an export, or a personal document of the server.
 * @param {unknown} content
 * @returns {Content}
 * @throws {Error} If it is neither.
 */
export function checked(content) {
    const isKnown = isObject(content) && (content.version === undefined || content.version === 1) &&
        [...personal, "theme", "rate", "commission"].some((name) => name in content);
    if (!isKnown) throw new Error('The file must be a JSON object with "version": 1 and watchlist, positions, trades or settings.');
    const { theme: look, rate, commission } = content;
    if (rate !== undefined && !(typeof rate === "string" && isRate(rate))) throw new Error("rate must be the text of a number of percent.");
    if (commission !== undefined && !(typeof commission === "string" && isAmount(commission))) {
        throw new Error("commission must be the text of a number of dollars, 0 or greater.");
    }
    if (look !== undefined && look !== "" && look !== "light" && look !== "dark") throw new Error('theme must be "", "light" or "dark".');
    return content;
}

/** The content of a file with all that can be imported. */
export const exported = async () => ({
    version: 1,
    ...await api.call("GET /api/rest/personal", {}),
    theme: theme(),
    rate: ownRate(),
    commission: ownCommission(),
});

/**
 * Imports a checked file. The server checks all of its parts before it changes anything.
 * @param {Content} content
 */
export async function importContent(content) {
    const body = Object.fromEntries(personal.filter((name) => name in content).map((name) => [name, content[name]]));
    await api.call("PUT /api/rest/personal", {}, { body });
    if (content.theme !== undefined) keepTheme(content.theme);
    if (content.rate !== undefined) keepRate(content.rate.trim() && jsonValue(content.rate));
    if (content.commission !== undefined) keepCommission(Number(content.commission) ? jsonValue(content.commission) : "");
}

/**
 * What was imported.
 * @param {Content} content
 */
export function importedText({ watchlist, positions, trades }) {
    const parts = [
        watchlist && counted(watchlist.length, "stock"),
        positions && counted(positions.length, "position"),
        trades && counted(trades.length, "trade"),
    ];
    const words = parts.filter(Boolean);
    if (!words.length) return "Imported the settings.";
    return `Imported ${words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0]}.`;
}

/**
 * Why an import failed.
 * @param {Error} error
 */
export function failureText(error) {
    if (error instanceof SyntaxError) return `The file is not JSON: ${error.message}`;
    return `${error.message}${error.message.endsWith(".") ? "" : "."} Nothing was imported.`;
}
