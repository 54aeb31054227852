// Settings: updates and sources, stored by the server; the theme, stored by this browser; one file with all of them.

import * as api from "./api.js";
import { announce, asCards, download, fill, h, labelled, Loading, setError, show } from "./dom.js";
import { keepRate, ownRate } from "./quotes.js";
import { token } from "./request.js";
import { instant } from "./text.js";

const themeName = "options-theme";
const updates = {
    onLaunch: "When the server starts", dailyAtClose: "Daily after the close (4 p.m. New York)", hourlyInMarketHours: "Every hour in market hours",
};
const sourceNames = {
    yahoo: "Yahoo Finance (stocks and funds)", coinGecko: "CoinGecko (coins)", alphaVantage: "Alpha Vantage (backup)", twelveData: "Twelve Data (backup)",
};

/** The theme stored in this browser: `""` follows the system. */
const theme = () => localStorage.getItem(themeName) ?? "";

export function applyTheme() {
    if (theme()) document.documentElement.dataset.theme = theme();
    else delete document.documentElement.dataset.theme;
}

/**
 * Whether a text is a rate in percent, or empty.
 * @param {string} text
 */
const isRate = (text) => text.trim() === "" || !token(text).startsWith('"');

/**
 * The content of an imported file.
 * @param {any} content
 * @throws {Error} If it is not an exported file.
 */
function checked(content) {
    const isObject = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject(content) || content.version !== 1) throw new Error('The file must be a JSON object with "version": 1.');
    const { watchlist, positions, settings, theme: look, rate } = content;
    if (watchlist !== undefined && !(Array.isArray(watchlist) && watchlist.every((one) => typeof one === "string"))) {
        throw new Error("watchlist must be a list of tickers.");
    }
    if (watchlist !== undefined) {
        const wrong = watchlist.find((/** @type {string} */ one) => !/^[A-Za-z0-9.^:=-]{1,15}$/.test(one));
        if (wrong !== undefined) throw new Error(`watchlist must have tickers of 1 to 15 letters, digits or . - ^ : =, got ${JSON.stringify(wrong)}.`);
    }
    const isPosition = (/** @type {any} */ one) => isObject(one) && typeof one.asset === "string" && one.asset.trim() && typeof one.quantity === "number" && typeof one.cost === "number";
    if (positions !== undefined && !(Array.isArray(positions) && positions.every(isPosition))) {
        throw new Error("positions must be a list of objects with asset, quantity and cost.");
    }
    for (const { asset, quantity, cost, currency = "USD" } of positions ?? []) {
        if (!(quantity > 0)) throw new Error(`positions: the quantity of ${asset} must be above 0, got ${quantity}.`);
        if (!(cost >= 0)) throw new Error(`positions: the cost of ${asset} must be 0 or more, got ${cost}.`);
        if (currency !== "USD") throw new Error(`positions: the cost of ${asset} must be in USD, got ${currency}.`);
    }
    if (settings !== undefined && !isObject(settings)) throw new Error("settings must be an object.");
    for (const name of ["autoFetch", "sources"]) {
        const group = settings?.[name];
        if (group !== undefined && !(isObject(group) && Object.values(group).every((one) => typeof one === "boolean"))) {
            throw new Error(`settings.${name} must be an object of true and false.`);
        }
    }
    if (settings?.cacheDays !== undefined && !(Number.isInteger(settings.cacheDays) && settings.cacheDays > 0)) {
        throw new Error(`settings.cacheDays must be a whole number above 0, got ${JSON.stringify(settings.cacheDays)}.`);
    }
    if (rate !== undefined && !(typeof rate === "string" && isRate(rate))) throw new Error("rate must be the text of a number of percent.");
    if (look !== undefined && !["", "light", "dark"].includes(look)) throw new Error('theme must be "", "light" or "dark".');
    return content;
}

export function settingsView() {
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const stored = h("div", {});
    const loading = new Loading(stored, async (isOvertaken) => {
        const answer = await api.get("/api/rest/settings");
        if (!isOvertaken()) drawSettings(answer);
    });
    const sources = h("div", { class: "scroll", tabindex: "0", role: "region", aria: { label: "Sources" } });
    const loadingSources = new Loading(sources, async (isOvertaken) => {
        const answer = await api.get("/api/rest/sources");
        if (!isOvertaken()) drawSources(answer.sources);
    });
    const themes = h(
        "select", { on: { change: () => { if (themes.value) localStorage.setItem(themeName, themes.value); else localStorage.removeItem(themeName); applyTheme(); } } },
        h("option", { value: "" }, "as the system"), h("option", { value: "light" }, "light"), h("option", { value: "dark" }, "dark"));
    themes.value = theme();
    const rate = h("input", { type: "text", name: "rate", inputmode: "decimal", autocomplete: "off", value: ownRate(), on: { change: () => saveRate() } });
    const file = h("input", { type: "file", accept: "application/json", on: { change: () => importFile() } });
    const done = h("p", { class: "note", role: "status" });
    const element = h(
        "div", { class: "settings" }, h("h1", {}, "Settings"), problem, loading.note, stored,
        h("section", { class: "card" }, h("h2", {}, "Sources"), loadingSources.note, sources,
            h("p", { class: "note" }, "Keys are set in the environment of the server and never shown. A test asks the source one cheap question.")),
        h("section", { class: "card" }, h("h2", {}, "This browser"), h("div", { class: "row-form" }, labelled("Theme", themes), labelled("Rate of new strategies %", rate, { hint: "Empty: the rate of the server.", class: "narrow" }))),
        h("section", { class: "card" }, h("h2", {}, "Export and import"),
            h("p", { class: "note" }, "Watch list, positions, settings, theme and rate. Importing replaces the watch list and the settings, and saves the positions of the file."),
            h("div", { class: "row-form" }, h("button", { type: "button", on: { click: save } }, "Export"), labelled("Import", file)), done));
    const report = (/** @type {string | null} */ message) => show(problem, message);

    function saveRate() {
        const text = rate.value.trim();
        setError(rate, isRate(text) ? null : `The rate must be a number, got ${text}.`);
        if (isRate(text)) keepRate(text && token(text));
    }

    /** @param {any} change Members of the settings that change. */
    async function put(change) {
        try {
            drawSettings(await api.change("PUT", "/api/rest/settings", change));
            report(null);
            announce("Saved");
            await loadingSources.run();
        } catch (error) {
            report(/** @type {Error} */ (error).message);
            await load();
        }
    }

    /** @param {any} settings */
    function drawSettings(settings) {
        const box = (/** @type {string} */ group, /** @type {string} */ name, /** @type {string} */ title) => {
            const input = h("input", { type: "checkbox", checked: settings[group][name], name, on: { change: () => put({ [group]: { [name]: input.checked } }) } });
            return h("label", { class: "choice" }, input, ` ${title}`);
        };
        const days = h("select", { name: "cacheDays", on: { change: () => put({ cacheDays: Number(days.value) }) } },
            ...[...new Set([1, 3, 7, 14, 30, settings.cacheDays])].sort((a, b) => a - b).map((count) => h("option", { value: String(count) }, `${count} ${count === 1 ? "day" : "days"}`)));
        days.value = String(settings.cacheDays);
        const focused = /** @type {HTMLInputElement | null} */ (document.activeElement)?.name;
        fill(
            stored,
            h("section", { class: "card" }, h("h2", {}, "Price data"),
                h("fieldset", {}, h("legend", {}, "Fetch prices automatically"), ...Object.entries(updates).map(([name, title]) => box("autoFetch", name, title))),
                h("fieldset", {}, h("legend", {}, "Data sources"), ...Object.entries(sourceNames).map(([name, title]) => box("sources", name, title))),
                labelled("Latest prices are kept for", days, { class: "narrow" })));
        if (focused) /** @type {any} */ (stored.querySelector(`[name="${CSS.escape(focused)}"]`))?.focus();
    }

    /** @param {any[]} rows */
    function drawSources(rows) {
        fill(sources, asCards(h(
            "table", { class: "sources" }, h("caption", { class: "unseen" }, "Sources"),
            h("thead", {}, h("tr", {}, ...["Source", "Key", "Plan", "Calls left", "State"].map((title) => h("th", { scope: "col" }, title)), h("td", {}))),
            h("tbody", {}, ...rows.map((row) => h(
                "tr", {}, h("th", { scope: "row" }, row.source), h("td", {}, row.keySet ? "set" : "not set"), h("td", {}, row.plan ?? "–"),
                h("td", {}, row.callsLeft === null ? "–" : `${row.callsLeft}${row.resetsAt ? ` until ${instant(row.resetsAt)}` : ""}`),
                h("td", { class: "state" }, `${row.state}${row.message ? `: ${row.message}` : ""}`),
                h("td", {}, h("button", { type: "button", aria: { label: `Test ${row.source}` }, on: { click: (/** @type {any} */ event) => check(row.source, event.currentTarget, rows) } }, "Test"))))))));
    }

    /**
     * @param {string} source
     * @param {any} button
     * @param {any[]} rows
     */
    async function check(source, button, rows) {
        button.disabled = true;
        try {
            const answer = await api.change("POST", `/api/rest/sources/${source}/check`);
            drawSources(rows.map((row) => (row.source === source ? answer : row)));
            announce(`${source}: ${answer.state}${answer.message ? `, ${answer.message}` : ""}`);
            report(null);
        } catch (error) {
            report(`${source}: ${/** @type {Error} */ (error).message}`);
            button.disabled = false;
        }
    }

    async function save() {
        try {
            const [watched, held, settings] = await Promise.all([api.get("/api/rest/watchlist"), api.get("/api/rest/positions"), api.get("/api/rest/settings")]);
            const content = {
                version: 1, watchlist: watched.watchlist.map((/** @type {any} */ row) => row.ticker),
                positions: held.positions.map((/** @type {any} */ { asset, quantity, cost }) => ({ asset, quantity, cost })), settings, theme: theme(), rate: ownRate(),
            };
            download("options.json", new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" }));
        } catch (error) {
            report(/** @type {Error} */ (error).message);
        }
    }

    async function importFile() {
        const [chosen] = file.files;
        if (!chosen) return;
        // The same file can be chosen again.
        file.value = "";
        /** @type {string[]} */
        const taken = [];
        try {
            const content = checked(JSON.parse(await chosen.text()));
            // Only the server knows which assets exist. Positions come first, since saving them replaces no list.
            for (const { asset, quantity, cost } of content.positions ?? []) {
                await api.change("PUT", `/api/rest/positions/${encodeURIComponent(asset.trim())}`, { quantity, cost });
                taken.push(asset);
            }
            if (content.settings) {
                await api.change("PUT", "/api/rest/settings", content.settings);
                taken.push("settings");
            }
            if (content.watchlist) await api.change("PUT", "/api/rest/watchlist", { tickers: content.watchlist });
            if (content.theme !== undefined) {
                localStorage.setItem(themeName, content.theme);
                themes.value = content.theme;
                applyTheme();
            }
            if (content.rate !== undefined) {
                keepRate(content.rate.trim() && token(content.rate));
                rate.value = ownRate();
                setError(rate, null);
            }
            report(null);
            done.textContent = `Imported ${content.watchlist?.length ?? 0} stocks and ${content.positions?.length ?? 0} positions.`;
            await load();
        } catch (error) {
            const { message } = /** @type {Error} */ (error);
            done.textContent = "";
            report(error instanceof SyntaxError ? `The file is not JSON: ${message}`
                : `${message}${/[.]$/.test(message) ? "" : "."} ${taken.length ? `Imported before that: ${taken.join(", ")}.` : "Nothing was imported."}`);
            await load();
        }
    }

    const load = () => Promise.all([loading.run(), loadingSources.run()]);

    return {
        element,
        enter: load,
    };
}
