// The settings that the browser stores: the theme, the rate and the commission of new strategies, whether quotes are live, and
// that the page was visited.

const themeName = "options-theme";
const rateName = "options-rate";
const commissionName = "options-commission";
const visitName = "options-visited";
const liveName = "options-live";

/**
 * @param {string} name
 * @param {string} text Empty for none.
 */
function keep(name, text) {
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
}

/** The stored theme: `""` follows the system. */
export const theme = () => localStorage.getItem(themeName) ?? "";

export function applyTheme() {
    if (theme()) document.documentElement.dataset.theme = theme();
    else delete document.documentElement.dataset.theme;
}

/** @param {string} name */
export function keepTheme(name) {
    keep(themeName, name);
    applyTheme();
}

/** The stored rate of new strategies, in percent; empty for the server's. */
export const ownRate = () => localStorage.getItem(rateName) ?? "";

/** @param {string} text */
export const keepRate = (text) => keep(rateName, text);

/** The stored commission of new strategies, in dollars a contract; empty for none. */
export const ownCommission = () => localStorage.getItem(commissionName) ?? "";

/** @param {string} text */
export const keepCommission = (text) => keep(commissionName, text);

/** Whether quotes follow the market. */
export const isLive = () => localStorage.getItem(liveName) !== "off";

/** @param {boolean} isOn */
export const keepLive = (isOn) => keep(liveName, isOn ? "" : "off");

/** Whether this browser shows the page for the first time. */
export const isFirstVisit = () => localStorage.getItem(visitName) === null;

export const keepVisit = () => keep(visitName, "yes");
