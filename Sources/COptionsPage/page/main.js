// The shell: views, the market of the symbol, keyboard, undo, and functions of the whole page.

import * as api from "./api.js";
import { builderView } from "./builder.js";
import { chainView } from "./chain.js";
import { announce, h, show } from "./dom.js";
import { showHelp } from "./help.js";
import { marketBar } from "./market.js";
import { pricesView } from "./prices.js";
import * as quotes from "./quotes.js";
import { settingsView } from "./settings.js";
import { Store } from "./state.js";
import { applyTheme } from "./theme.js";
import { watchListView } from "./watchlist.js";

applyTheme();
const store = new Store();
// A link has the rate of its strategy; a new strategy has the rate stored in this browser.
if (!location.hash.includes("?")) store.state.rate = quotes.ownRate();
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

element("simulated").hidden = document.documentElement.dataset.market !== "simulated";

const market = marketBar(store);
/** @type {Record<string, {element: HTMLElement, update?: () => void, enter?: () => void}>} */
const views = {
    builder: builderView(store), chain: chainView(store), watchlist: watchListView(store, market.choose), prices: pricesView(),
    settings: settingsView(),
};
/** @type {Record<string, string>} */
const titles = {
    builder: "Options strategy builder", chain: "Option chain", watchlist: "Watch list", prices: "Prices and positions", settings: "Settings",
};
element("market").append(market.element);

let shown = "";

function update() {
    const { view } = store.state;
    if (shown !== view) views[view].enter?.();
    views[view].update?.();
    if (shown !== view) {
        shown = view;
        main.replaceChildren(views[view].element);
        for (const name of Object.keys(views)) {
            const link = element(`view-${name}`);
            if (name === view) link.setAttribute("aria-current", "page");
            else link.removeAttribute("aria-current");
        }
    }
    element("market").hidden = view !== "builder" && view !== "chain";
    const subject = !element("market").hidden && store.state.symbol ? `${store.state.symbol} · ` : "";
    document.title = subject + titles[view];
    // A disabled button would lose the focus.
    element("undo").setAttribute("aria-disabled", String(!store.past.length));
    element("redo").setAttribute("aria-disabled", String(!store.future.length));
    element("problem").hidden = !store.problem;
    element("problem").textContent = store.problem ?? "";
    market.update();
}

store.addEventListener("change", update);
for (const name of Object.keys(views)) {
    element(`view-${name}`).addEventListener("click", (/** @type {Event} */ event) => {
        event.preventDefault();
        store.show(/** @type {any} */ (name));
    });
}

/** @param {"undo" | "redo"} action */
function travel(action) {
    if (!store[action]()) return;
    announce(action === "undo" ? "Undone" : "Redone");
    quotes.follow(store);
}

element("undo").addEventListener("click", () => travel("undo"));
element("redo").addEventListener("click", () => travel("redo"));
element("help").addEventListener("click", showHelp);

/**
 * Whether a key enters text into a field.
 * @param {KeyboardEvent} event
 */
function isTyping(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    return target.matches("textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])");
}

addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z") {
        const target = /** @type {HTMLElement} */ (event.target);
        // In a dialog and in the search, the browser undoes the edits.
        if (document.querySelector("dialog[open]") || target.matches("[role=combobox]")) return;
        const removal = /** @type {any} */ (main.querySelector("[data-action=undo]"));
        if (removal && !removal.closest("[hidden]") && !event.shiftKey) {
            event.preventDefault();
            removal.click();
        }
        if (store.state.view !== "builder" && store.state.view !== "chain") return;
        event.preventDefault();
        travel(event.shiftKey ? "redo" : "undo");
        return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || document.querySelector("dialog[open]")) return;
    if (event.key === "/") {
        const own = /** @type {any} */ (main.querySelector("[role=combobox], input[name=asset]"));
        if (element("market").hidden && !own) return;
        event.preventDefault();
        if (element("market").hidden) own.focus();
        else market.focusSearch();
    } else if (event.key === "?") {
        event.preventDefault();
        showHelp();
    }
});

const retrySeconds = 5;
let retryTimer = 0;

/** Checks whether the server can be reached. `api.connection` reports a change. */
function probe() {
    clearTimeout(retryTimer);
    api.get("/health/live").catch((failure) => {
        if (failure.status === 0) retryTimer = window.setTimeout(probe, retrySeconds * 1000);
    });
}

api.connection.addEventListener("change", (event) => {
    const isReachable = /** @type {CustomEvent} */ (event).detail;
    show(element("offline"), isReachable ? null : "Offline: the server cannot be reached. What is shown is the last result.");
    clearTimeout(retryTimer);
    if (isReachable) {
        const view = views[store.state.view];
        view.enter?.();
        view.update?.();
    } else {
        retryTimer = window.setTimeout(probe, retrySeconds * 1000);
    }
});
// Without a network, a server on this machine can still be reached, so these events only trigger a check.
addEventListener("offline", probe);
addEventListener("online", probe);

api.onTokenNeeded((isRefused) => new Promise((resolve) => {
    const field = h("input", {
        type: "password", id: "token", autocomplete: "current-password", required: true, pattern: "[\\x21-\\x7e]+",
        title: "Letters, digits and signs of ASCII, without spaces",
    });
    const dialog = h(
        "dialog", { class: "small", aria: { labelledby: "token-title" } },
        h(
            "form", { method: "dialog" },
            h("h2", { id: "token-title" }, "Token"),
            h("p", {}, "This server asks for its token. It is kept until this tab is closed."),
            h("div", { class: "field" }, h("label", { for: "token" }, "Token"), field),
            isRefused && h("p", { class: "problem", role: "alert" }, "The server refuses this token."),
            h("p", { class: "actions" }, h("button", { class: "primary" }, "Use the token"))));
    // Without a token, no data can be shown.
    dialog.addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
    dialog.addEventListener("close", () => {
        dialog.remove();
        resolve(field.value);
    });
    document.body.append(dialog);
    dialog.showModal();
}));

element("skip").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    main.focus();
});
update();
