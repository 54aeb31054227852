// The views. A new one is a module and a line here.

/**
 * The parts of the page that a view may use.
 * @typedef {import("./store.js").Store} Store
 * @typedef {(symbol: string) => Promise<void>} Choose Loads a stock into the builder.
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {() => void} [enter] Called when the view is shown.
 * @property {() => void} [update] Called when the state has changed while the view is shown.
 */

/**
 * @typedef {object} Entry
 * @property {string} name The view in the address.
 * @property {string} label Of the link in the header.
 * @property {string} title Of the document.
 * @property {string} help What the view is for.
 * @property {boolean} [isOfStrategy] Whether it shows the strategy: it then has the search for its stock, and undo by keyboard.
 * @property {boolean} [isLate] Whether it is loaded when it is opened, and not before.
 * @property {() => Promise<(store: Store, choose: Choose) => View>} load
 */

/** @type {Entry[]} The first one is shown at an address without a view. */
// deno-fmt-ignore: a line each
export const views = [
    { name: "builder", label: "Builder", title: "Options strategy builder", help: "The legs of a strategy, and what it can win and lose.", isOfStrategy: true, load: async () => (await import("./builder.js")).builderView },
    { name: "chain", label: "Chain", title: "Option chain", help: "The quotes of one expiration. A click on an ask buys, a click on a bid sells.", isOfStrategy: true, load: async () => (await import("./chain.js")).chainView },
    { name: "finder", label: "Finder", title: "Strategy finder", help: "The best strategies for what you expect, and the protection of shares.", load: async () => (await import("./finder/view.js")).finderView, isLate: true },
    { name: "trades", label: "Trades", title: "Trades", help: "The trades that you saved: their profit, their greeks, and closing and rolling.", load: async () => (await import("./trades/view.js")).tradesView, isLate: true },
    { name: "watchlist", label: "Watch list", title: "Watch list", help: "The stocks that you watch, and the details of one of them.", load: async () => (await import("./watchlist.js")).watchListView },
    { name: "prices", label: "Prices", title: "Prices and positions", help: "Your positions, stored prices, and the jobs that fetch them.", load: async () => (await import("./prices.js")).pricesView },
    { name: "settings", label: "Settings", title: "Settings", help: "When prices are fetched and from where; theme; export and import.", load: async () => (await import("./settings.js")).settingsView },
    { name: "api", label: "API", title: "API", help: "The endpoints of the server, with requests that run.", load: async () => (await import("./interface/view.js")).interfaceView, isLate: true },
];
