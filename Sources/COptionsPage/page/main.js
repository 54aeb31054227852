// The shell: views, the market of the symbol, keyboard, undo, and functions of the whole page.

import * as api from "./api.js";
import { takeNothing } from "./beginnings.js";
import { announce, h, show } from "./dom.js";
import * as live from "./live.js";
import { marketBar } from "./market.js";
import { applyTheme, isFirstVisit, keepVisit, ownCommission, ownRate } from "./preferences.js";
import * as quotes from "./quotes.js";
import { Store } from "./store.js";
import { askForToken } from "./token.js";
import { views } from "./views.js";

applyTheme();
api.onTokenNeeded(askForToken);
const store = new Store();
// A link has the rate and the commission of its strategy; a new strategy has those stored in this browser.
if (!location.hash.includes("?")) Object.assign(store.state, { rate: ownRate(), commission: ownCommission() });
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

element("simulated").hidden = document.documentElement.dataset.market !== "simulated";

const market = marketBar(store);
element("market").append(market.element);
const links = views.map(({ name, label }) =>
    h("a", {
        id: `view-${name}`,
        // On a narrow screen it may be scrolled out of sight, and must not look like a link that skips the header.
        href: `./#v1/${name}`,
        on: {
            click(/** @type {Event} */ event) {
                event.preventDefault();
                store.show(name);
            },
        },
    }, label)
);
element("views").append(...links);
/** @type {Map<string, import("./views.js").View>} The views that have been shown. */
const made = new Map();
let shown = "";
let marked = "";

/** The entry of the current view. */
const current = () => views.find(({ name }) => name === store.state.view) ?? views[0];

/**
 * Shows the current view. It is loaded and made when it is shown first.
 * @param {import("./views.js").Entry} entry
 */
async function showView({ name, load }) {
    if (!made.has(name)) {
        const make = await load().catch(() => null);
        // Another view may have been chosen in the meantime.
        if (current().name !== name) return;
        if (!make) {
            show(element("problem"), "This view could not be loaded. Reload the page to try again.");
            return;
        }
        if (!made.has(name)) made.set(name, make(store, market.choose));
    }
    const view = /** @type {import("./views.js").View} */ (made.get(name));
    const isNew = shown !== name;
    shown = name;
    if (isNew) view.enter?.();
    view.update?.();
    if (isNew) main.replaceChildren(view.element);
}

/**
 * Marks the link of a view. On a narrow screen, the row of links scrolls to it.
 * @param {string} name
 */
function markLink(name) {
    marked = name;
    for (const link of links) {
        const isCurrent = link.id === `view-${name}`;
        if (isCurrent) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
        if (isCurrent) element("views").scrollLeft = link.offsetLeft - element("views").offsetLeft - 40;
    }
}

function update() {
    const entry = current();
    showView(entry);
    live.show(entry.name);
    if (marked !== entry.name) markLink(entry.name);
    element("market").hidden = !entry.isOfStrategy;
    element("welcome").hidden = entry.name !== "builder";
    document.title = entry.isOfStrategy && store.state.symbol ? `${store.state.symbol} · ${entry.title}` : entry.title;
    // A disabled button would lose the focus.
    element("undo").setAttribute("aria-disabled", String(!store.past.length));
    element("redo").setAttribute("aria-disabled", String(!store.future.length));
    show(element("problem"), store.problem);
    market.update();
}

store.addEventListener("change", update);

const loadHelp = () => import("./help.js");

async function openHelp() {
    const help = await loadHelp().catch(() => null);
    if (help) help.showHelp();
    else show(element("problem"), "The help could not be loaded. Reload the page to try again.");
}

/** @param {"undo" | "redo"} action */
function travel(action) {
    if (!store[action]()) return;
    announce(action === "undo" ? "Undone" : "Redone");
    quotes.follow(store);
}

/** Begins a strategy of one empty leg, whose first empty field gets the focus. */
async function begin() {
    store.edit(takeNothing);
    await showView(current());
    const fields = [...main.querySelectorAll("input[name=price], input[name=strike]")];
    /** @type {HTMLInputElement | undefined} */ (fields.find((field) => !(/** @type {HTMLInputElement} */ (field).value)))?.focus();
}

element("new").addEventListener("click", begin);
element("undo").addEventListener("click", () => travel("undo"));
element("redo").addEventListener("click", () => travel("redo"));
element("help").addEventListener("click", openHelp);

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
        const removal = /** @type {HTMLElement | null} */ (main.querySelector("[data-action=undo]"));
        if (removal && !removal.closest("[hidden]") && !event.shiftKey) {
            event.preventDefault();
            removal.click();
        }
        if (!current().isOfStrategy) return;
        event.preventDefault();
        travel(event.shiftKey ? "redo" : "undo");
        return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || document.querySelector("dialog[open]")) return;
    if (event.key === "/") {
        const own = /** @type {HTMLElement | null} */ (main.querySelector("[role=combobox], [data-search]"));
        if (element("market").hidden && !own) return;
        event.preventDefault();
        if (element("market").hidden) own?.focus();
        else market.focusSearch();
    } else if (event.key === "?") {
        event.preventDefault();
        openHelp();
    }
});

const liveSwitch = element("live");
const showLive = () => {
    const { isOn, problem } = live.state();
    liveSwitch.setAttribute("aria-pressed", String(isOn));
    liveSwitch.classList.toggle("stopped", isOn && problem !== "");
    liveSwitch.title = !isOn ? "Quotes stand still" : problem || "Quotes follow the market";
};
liveSwitch.addEventListener("click", () => live.turn(!live.state().isOn));
live.events.addEventListener("state", showLive);
showLive();

const retrySeconds = 5;
let retryTimer = 0;

/** Checks whether the server can be reached. `api.connection` reports a change. */
function probe() {
    clearTimeout(retryTimer);
    api.call("GET /health/live", {}).catch((failure) => {
        if (failure.status === 0) retryTimer = window.setTimeout(probe, retrySeconds * 1000);
    });
}

api.connection.addEventListener("change", (event) => {
    const isReachable = /** @type {CustomEvent} */ (event).detail;
    show(element("offline"), isReachable ? null : "Offline: the server cannot be reached. What is shown is the last result.");
    clearTimeout(retryTimer);
    if (isReachable) {
        const view = made.get(shown);
        view?.enter?.();
        view?.update?.();
    } else {
        retryTimer = window.setTimeout(probe, retrySeconds * 1000);
    }
});
// Without a network, a server on this machine can still be reached, so these events only trigger a check.
addEventListener("offline", probe);
addEventListener("online", probe);

// When one tab has saved a change, the other tabs load the view of that resource again.
/** @type {Record<string, string>} */
const saved = { trades: "trades", watchlist: "watchlist", positions: "prices" };
const tabs = new BroadcastChannel("options-saved");
api.done.addEventListener("change", (event) => {
    const [, , , resource] = /** @type {CustomEvent<string>} */ (event).detail.split("/");
    if (Object.hasOwn(saved, resource)) tabs.postMessage(saved[resource]);
});
tabs.addEventListener("message", ({ data }) => {
    if (data === shown) made.get(shown)?.enter?.();
});

element("skip").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    main.focus();
});
const isWelcome = location.hash === "" && isFirstVisit();
update();
if (isWelcome) {
    keepVisit();
    // Without its module, the page has no example of today.
    import("./welcome.js").then(({ welcomePart }) => element("welcome").append(welcomePart(store, market)), () => null);
}
// Most other views are loaded after the first one has asked its questions, so that they open at once, also without a connection.
setTimeout(() => {
    Promise.all([import("./live/share.js"), import("./live/builder.js")]).then(([{ share }, { followMarket }]) => {
        followMarket(store);
        share();
    }, () => null);
    import("./explain.js").then(({ explainTerms }) => explainTerms(), () => null);
    for (const { load } of [...views.filter(({ isLate }) => !isLate), { load: loadHelp }]) load().catch(() => null);
}, 600);
