// Settings: updates and sources, stored by the server; the theme, stored by this browser; one file with all of them.

import * as api from "./api.js";
import { announce, choice, download, h, labelled, setError, show } from "./dom.js";
import { childrenByKey } from "./keyed.js";
import { dayCount } from "./gaps.js";
import { Loading } from "./loading.js";
import { commaMessage, hasComma, isAmount, jsonValue } from "./numbers.js";
import { keepCommission, keepRate, keepTheme, ownCommission, ownRate, theme } from "./preferences.js";
import { sourcesPart } from "./sources.js";
import { checked, exported, failureText, importContent, importedText, isRate } from "./transfer.js";

/** The settings that are on or off, in groups. */
const switches = [
    {
        group: "autoFetch",
        title: "Fetch prices automatically",
        names: {
            onLaunch: "When the server starts",
            dailyAtClose: "Daily after the close (4 p.m. New York)",
            hourlyInMarketHours: "Every hour in market hours",
        },
    },
    {
        group: "sources",
        title: "Data sources",
        names: {
            yahoo: "Yahoo Finance (stocks and funds)",
            coinGecko: "CoinGecko (coins)",
            alphaVantage: "Alpha Vantage (backup)",
            twelveData: "Twelve Data (backup)",
        },
    },
];

const usualDays = [1, 3, 7, 14, 30];

/**
 * The choices of days for which prices are kept, with the current one.
 * @param {number} current
 */
export const dayChoices = (current) => [...new Set([...usualDays, current])].sort((a, b) => a - b);

/**
 * The settings of the server. They are created once, so that the focus stays when they are shown anew.
 * @param {(change: Server.SettingsChange) => void} put Changes some of them.
 */
function serverSettings(put) {
    const boxes = switches.flatMap(({ group, title, names }) =>
        Object.entries(names).map(([name, text]) => {
            /** @type {HTMLInputElement} */
            const input = h("input", { type: "checkbox", name, on: { change: () => put({ [group]: { [name]: input.checked } }) } });
            return { group, title, name, input, element: h("label", { class: "choice" }, input, ` ${text}`) };
        })
    );
    /** @type {HTMLSelectElement} */
    const days = h("select", { name: "cacheDays", on: { change: () => put({ cacheDays: Number(days.value) }) } });
    /** @type {(counts: number[]) => void} */
    const showDays = childrenByKey(days, String, (count) => ({ element: h("option", { value: String(count) }, dayCount(count)) }));
    const fields = switches.map(({ group, title }) =>
        h("fieldset", {}, h("legend", {}, title), ...boxes.filter((box) => box.group === group).map(({ element }) => element))
    );
    return {
        element: h(
            "section",
            { class: "card", hidden: true },
            h("h2", {}, "Price data"),
            ...fields,
            labelled("Latest prices are kept for", days, { class: "narrow" }),
        ),
        /** @param {Server.Settings} settings */
        show(settings) {
            const isOn = { ...settings.autoFetch, ...settings.sources };
            for (const { name, input } of boxes) input.checked = isOn[/** @type {keyof typeof isOn} */ (name)];
            showDays(dayChoices(settings.cacheDays));
            days.value = String(settings.cacheDays);
        },
    };
}

/** The settings that this browser stores: the theme, the rate and the commission. */
function browserSettings() {
    const themes = choice({ "": "as the system", light: "light", dark: "dark" }, keepTheme);
    const rate = h("input", { type: "text", name: "rate", inputmode: "decimal", autocomplete: "off", on: { change: save } });

    const commission = h("input", {
        type: "text",
        name: "commission",
        inputmode: "decimal",
        autocomplete: "off",
        on: { change: saveCommission },
    });

    function save() {
        const text = rate.value.trim();
        setError(rate, isRate(text) ? null : hasComma(text) ? commaMessage : `The rate must be a number, got ${text}.`);
        if (isRate(text)) keepRate(text && jsonValue(text));
    }

    function saveCommission() {
        const text = commission.value.trim();
        const isGood = isAmount(text);
        setError(commission, isGood ? null : hasComma(text) ? commaMessage : `The commission must be a number, 0 or greater, got ${text}.`);
        if (isGood) keepCommission(Number(text) ? jsonValue(text) : "");
    }

    function update() {
        themes.value = theme();
        rate.value = ownRate();
        setError(rate, null);
        commission.value = ownCommission();
        setError(commission, null);
    }

    const element = h(
        "section",
        { class: "card" },
        h("h2", {}, "This browser"),
        h(
            "div",
            { class: "row-form" },
            labelled("Theme", themes),
            labelled("Rate of new strategies %", rate, { hint: "Empty: the rate of the server.", class: "narrow" }),
            labelled("Commission per contract $", commission, { hint: "Of new strategies, and in the finder.", class: "narrow" }),
        ),
    );
    update();
    return { element, update };
}

/**
 * Export and import of a file.
 * @param {(message: string | null) => void} report
 * @param {() => Promise<unknown>} changed Called after an import, also after one that failed.
 */
function transferPart(report, changed) {
    const file = h("input", { type: "file", accept: "application/json", on: { change: importFile } });
    const done = h("p", { class: "note", role: "status" });

    async function save() {
        try {
            download("options.json", new Blob([`${JSON.stringify(await exported(), null, 2)}\n`], { type: "application/json" }));
        } catch (error) {
            report(/** @type {Error} */ (error).message);
        }
    }

    async function importFile() {
        const [chosen] = file.files ?? [];
        if (!chosen) return;
        const text = chosen.text();
        // The same file can be chosen again.
        file.value = "";
        try {
            const content = checked(JSON.parse(await text));
            await importContent(content);
            report(null);
            done.textContent = importedText(content);
        } catch (error) {
            done.textContent = "";
            report(failureText(/** @type {Error} */ (error)));
        }
        await changed();
    }

    return h(
        "section",
        { class: "card" },
        h("h2", {}, "Export and import"),
        h(
            "p",
            { class: "note" },
            "Watch list, positions, trades, settings, theme, rate and commission. Importing replaces each of them that the file has.",
        ),
        h("div", { class: "row-form" }, h("button", { type: "button", on: { click: save } }, "Export"), labelled("Import", file)),
        done,
    );
}

export function settingsView() {
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const report = (/** @type {string | null} */ message) => show(problem, message);
    const stored = serverSettings(put);
    const loading = new Loading(stored.element, async (isOvertaken) => {
        const answer = await api.call("GET /api/rest/settings", {});
        if (!isOvertaken()) draw(answer);
    });
    const sources = sourcesPart(report);
    const browser = browserSettings();
    const load = () => Promise.all([loading.run(), sources.load()]);
    const transfer = transferPart(report, () => {
        browser.update();
        return load();
    });
    const element = h(
        "div",
        { class: "settings" },
        h("h1", {}, "Settings"),
        problem,
        loading.note,
        stored.element,
        sources.element,
        browser.element,
        transfer,
    );

    /** @param {Server.Settings} settings */
    function draw(settings) {
        stored.show(settings);
        stored.element.hidden = false;
    }

    /** @param {Server.SettingsChange} change Members of the settings that change. */
    async function put(change) {
        try {
            draw(await api.call("PUT /api/rest/settings", {}, { body: change }));
            report(null);
            announce("Saved");
            await sources.load();
        } catch (error) {
            report(/** @type {Error} */ (error).message);
            await load();
        }
    }

    return { element, enter: load };
}
