// The theme, which the browser stores.

const storedName = "options-theme";

/** The stored theme: `""` follows the system. */
export const theme = () => localStorage.getItem(storedName) ?? "";

export function applyTheme() {
    if (theme()) document.documentElement.dataset.theme = theme();
    else delete document.documentElement.dataset.theme;
}

/** @param {string} name */
export function keepTheme(name) {
    if (name) localStorage.setItem(storedName, name);
    else localStorage.removeItem(storedName);
    applyTheme();
}
