// The file of an export: what it has, how it is checked, and how it is imported.

import * as api from "./api.js";
import { jsonValue } from "./numbers.js";
import { keepRate, keepTheme, ownRate, theme } from "./preferences.js";
import { isObject } from "./reading.js";
import { counted } from "./text.js";

/**
 * Whether a text is a rate in percent, or empty.
 * @param {string} text
 */
export const isRate = (text) => text.trim() === "" || !jsonValue(text).startsWith('"');

/**
 * The content of an exported file.
 * @typedef {object} Content
 * @property {string[]} [watchlist]
 * @property {{asset: string, quantity: number, cost: number, currency?: string}[]} [positions]
 * @property {Server.SettingsChange} [settings]
 * @property {string} [theme]
 * @property {string} [rate]
 */

/** @type {(value: unknown) => value is {asset: string, quantity: number, cost: number, currency?: unknown}} */
const isPosition = (value) =>
    isObject(value) && typeof value.asset === "string" && value.asset.trim() !== "" && typeof value.quantity === "number" &&
    typeof value.cost === "number";

/** @param {unknown} watchlist */
function checkWatchlist(watchlist) {
    if (!Array.isArray(watchlist) || watchlist.some((one) => typeof one !== "string")) {
        throw new Error("watchlist must be a list of tickers.");
    }
    const wrong = watchlist.find((one) => !/^[A-Za-z0-9.^:=-]{1,15}$/.test(one));
    if (wrong !== undefined) {
        throw new Error(`watchlist must have tickers of 1 to 15 letters, digits or . - ^ : =, got ${JSON.stringify(wrong)}.`);
    }
}

/** @param {unknown} positions */
function checkPositions(positions) {
    if (!Array.isArray(positions) || !positions.every(isPosition)) {
        throw new Error("positions must be a list of objects with asset, quantity and cost.");
    }
    for (const { asset, quantity, cost, currency = "USD" } of positions) {
        if (!(quantity > 0)) throw new Error(`positions: the quantity of ${asset} must be above 0, got ${quantity}.`);
        if (!(cost >= 0)) throw new Error(`positions: the cost of ${asset} must be 0 or more, got ${cost}.`);
        if (currency !== "USD") throw new Error(`positions: the cost of ${asset} must be in USD, got ${currency}.`);
    }
}

/** @param {unknown} settings */
function checkSettings(settings) {
    if (!isObject(settings)) throw new Error("settings must be an object.");
    for (const name of ["autoFetch", "sources"]) {
        const group = settings[name];
        if (group !== undefined && !(isObject(group) && Object.values(group).every((one) => typeof one === "boolean"))) {
            throw new Error(`settings.${name} must be an object of true and false.`);
        }
    }
    const { cacheDays } = settings;
    if (cacheDays !== undefined && !(Number.isInteger(cacheDays) && Number(cacheDays) > 0)) {
        throw new Error(`settings.cacheDays must be a whole number above 0, got ${JSON.stringify(cacheDays)}.`);
    }
}

/**
 * The content of an imported file.
 * @param {unknown} content
 * @returns {Content}
 * @throws {Error} If it is not an exported file.
 */
export function checked(content) {
    if (!isObject(content) || content.version !== 1) throw new Error('The file must be a JSON object with "version": 1.');
    const { watchlist, positions, settings, theme: look, rate } = content;
    if (watchlist !== undefined) checkWatchlist(watchlist);
    if (positions !== undefined) checkPositions(positions);
    if (settings !== undefined) checkSettings(settings);
    if (rate !== undefined && !(typeof rate === "string" && isRate(rate))) throw new Error("rate must be the text of a number of percent.");
    if (look !== undefined && look !== "" && look !== "light" && look !== "dark") throw new Error('theme must be "", "light" or "dark".');
    return content;
}

/** The content of a file with all that can be imported. */
export async function exported() {
    const [{ watchlist }, { positions }, settings] = await Promise.all([
        api.call("GET /api/rest/watchlist", {}),
        api.call("GET /api/rest/positions", {}),
        api.call("GET /api/rest/settings", {}),
    ]);
    return {
        version: 1,
        watchlist: watchlist.map(({ ticker }) => ticker),
        positions: positions.map(({ asset, quantity, cost }) => ({ asset, quantity, cost })),
        settings,
        theme: theme(),
        rate: ownRate(),
    };
}

/**
 * Imports a checked file. Only the server knows which assets exist. Positions come first, since saving them replaces no list.
 * @param {Content} content
 * @param {string[]} taken Gets the names of the parts that are imported.
 */
export async function importContent({ positions = [], settings, watchlist, theme: look, rate }, taken) {
    for (const { asset, quantity, cost } of positions) {
        await api.call("PUT /api/rest/positions/{asset}", { asset: asset.trim() }, { body: { quantity, cost } });
        taken.push(asset);
    }
    if (settings) {
        await api.call("PUT /api/rest/settings", {}, { body: settings });
        taken.push("settings");
    }
    if (watchlist) await api.call("PUT /api/rest/watchlist", {}, { body: { tickers: watchlist } });
    if (look !== undefined) keepTheme(look);
    if (rate !== undefined) keepRate(rate.trim() && jsonValue(rate));
}

/**
 * What was imported.
 * @param {Content} content
 */
export const importedText = ({ watchlist = [], positions = [] }) =>
    `Imported ${counted(watchlist.length, "stock")} and ${counted(positions.length, "position")}.`;

/**
 * Why an import failed, and what was imported before.
 * @param {Error} error
 * @param {string[]} taken
 */
export function failureText(error, taken) {
    if (error instanceof SyntaxError) return `The file is not JSON: ${error.message}`;
    const sentence = error.message.endsWith(".") ? error.message : `${error.message}.`;
    return `${sentence} ${taken.length ? `Imported before that: ${taken.join(", ")}.` : "Nothing was imported."}`;
}
