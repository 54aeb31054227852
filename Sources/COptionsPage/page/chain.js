// The chain of a stock: calls, strikes and puts of one expiration. The user adds legs from it.

import * as api from "./api.js";
import { announce, Countdown, fill, h } from "./dom.js";
import * as quotes from "./quotes.js";
import { smileDiagram } from "./smile.js";
import { makeLeg } from "./state.js";
import { compact, count, dateInNewYork, day, days, exact, instant, percent, price } from "./text.js";

/** @typedef {import("./state.js").Store} Store */

/**
 * The title of a column, and its text for an option.
 * @type {Record<string, [string, (option: any) => string]>}
 */
const columns = {
    last: ["Last", (option) => price(option.last)],
    volume: ["Volume", (option) => count(option.volume)],
    openInterest: ["Open interest", (option) => count(option.openInterest)],
    gamma: ["Gamma", (option) => compact(option.greeks?.gamma)],
    theta: ["Theta", (option) => compact(option.greeks?.theta)],
    vega: ["Vega", (option) => compact(option.greeks?.vega)],
    rho: ["Rho", (option) => compact(option.greeks?.rho)],
    delta: ["Delta", (option) => compact(option.greeks?.delta)],
    vendorVolatility: ["Vendor’s vol.", (option) => percent(option.vendorVolatility)],
    impliedVolatility: ["Volatility", (option) => percent(option.impliedVolatility)],
    midpoint: ["Mid", (option) => price(option.midpoint)],
    bid: ["Bid", (option) => price(option.bid)],
    ask: ["Ask", (option) => price(option.ask)],
};

const columnsName = "options-chain-columns";
const usualColumns = ["delta", "impliedVolatility", "bid", "ask"];

/** @returns {string[]} */
function rememberedColumns() {
    try {
        const names = JSON.parse(localStorage.getItem(columnsName) ?? "null");
        if (Array.isArray(names)) return Object.keys(columns).filter((name) => names.includes(name));
    } catch { /* Unreadable: the usual columns. */ }
    // A narrow screen has room for bid and ask only, on both sides.
    return matchMedia("(max-width: 600px)").matches ? ["bid", "ask"] : usualColumns;
}

/**
 * Why a quote is unreliable.
 * @param {any} option
 * @param {boolean} isStale
 * @returns {string[]}
 */
function faults(option, isStale) {
    /** @type {string[]} */
    const reasons = [];
    if (option.bid !== null && option.ask !== null && option.bid > option.ask) reasons.push("crossed: the bid is above the ask");
    if (option.impliedVolatilityStatus === "belowIntrinsic") reasons.push("below intrinsic value: no volatility gives the price");
    if (option.impliedVolatilityStatus === "aboveMaximum") reasons.push("above the highest price an option can have");
    if (isStale) reasons.push("stale");
    return reasons;
}

/** @param {Store} store */
export function chainView(store) {
    const heading = h("h1", {}, "Option chain");
    const tabs = h("div", { class: "tabs expirations", role: "group", aria: { label: "Expirations" } });
    const facts = h("p", { class: "facts" });
    const note = h("p", { class: "note", role: "status" });
    const chooser = h("fieldset", { class: "columns" }, h("legend", {}, "Columns"));
    const place = h("div", { class: "scroll chain-scroll", tabindex: "0", role: "region", aria: { label: "Option chain" } });
    const marked = h("section", { class: "card", hidden: true, aria: { labelledby: "marked-title" } });
    const picture = smileDiagram();
    const smile = h("section", { class: "card", hidden: true, aria: { labelledby: "smile-title" } }, h("h2", { id: "smile-title" }, "Volatility smile"), picture.element,
        h("p", { class: "note" }, "Options out of the money. Bars: volatilities of bid and ask. Dots: of the mid. Rings: the vendor’s. Dashes: the stock price."));
    const taken = h("p", { class: "taken", role: "status", hidden: true });
    const fresh = h("button", { type: "button", on: { click: () => show(true) } }, "Fetch the quotes again");
    const content = h(
        "div", { hidden: true },
        tabs, facts, h("div", { class: "card-head" }, h("details", { class: "chooser" }, h("summary", {}, "Columns"), chooser), fresh), taken, place, marked, smile);
    const element = h("div", { class: "chain" }, heading, note, content);

    let chosen = rememberedColumns();
    let shown = "";
    const countdown = new Countdown();
    /** @type {any} */
    let chain = null;
    /** @type {{lower: number, upper: number}[]} */
    let moves = [];

    for (const [name, [title]] of Object.entries(columns)) {
        const box = h("input", {
            type: "checkbox", checked: chosen.includes(name), on: {
                change: () => {
                    const names = new Set(chosen);
                    if (box.checked) names.add(name);
                    else names.delete(name);
                    chosen = Object.keys(columns).filter((name) => names.has(name));
                    localStorage.setItem(columnsName, JSON.stringify(chosen));
                    draw();
                },
            },
        });
        chooser.append(h("label", {}, box, ` ${title}`));
    }

    /**
     * Adds a leg at a quoted price.
     * @param {any} row
     * @param {"call" | "put"} type
     * @param {"bid" | "ask"} source
     */
    function take(row, type, source) {
        const position = source === "ask" ? "long" : "short";
        const premium = String(row[type][source]);
        store.edit((state) => {
            const isOther = state.symbol !== chain.ticker;
            state.legs = isOther ? [] : state.legs.filter((leg) => !leg.isExample);
            state.symbol = chain.ticker;
            if (!state.legs.length) quotes.takeTerms(state, chain);
            state.legs.push(makeLeg({ position, type, strike: String(row.strikePrice), expiration: chain.expirationDate, premium, source }));
        });
        const { length } = store.state.legs;
        const words = `${position === "long" ? "Bought" : "Sold"} 1 ${exact(row.strikePrice)} ${type} at ${premium}. The strategy has ${length} ${length === 1 ? "leg" : "legs"}.`;
        taken.hidden = false;
        fill(taken, words, " ", h("button", { type: "button", class: "primary", on: { click: () => store.show("builder") } }, "Open the builder"));
        announce(words);
    }

    /** @param {string[]} reasons */
    function markOf(reasons) {
        const text = reasons.join("; ");
        return reasons.length ? h("span", { class: "mark", role: "img", title: text, aria: { label: text } }, "!") : null;
    }

    /**
     * The mark of a row whose columns show no mark.
     * @param {any} row
     */
    function rowMark(row) {
        if (chosen.includes("bid") || chosen.includes("impliedVolatility")) return null;
        return markOf((/** @type {const} */ (["call", "put"])).flatMap((type) =>
            row[type] ? faults(row[type], chain.stale).map((reason) => `${type} ${reason}`) : []));
    }

    /**
     * @param {any} row
     * @param {"call" | "put"} type
     * @param {string} name
     */
    function cell(row, type, name) {
        const option = row[type];
        const isIn = type === "call" ? row.strikePrice < chain.spot : row.strikePrice > chain.spot;
        const style = `${type}${isIn ? " in" : ""}`;
        if (!option) return h("td", { class: style }, "–");
        const text = columns[name][1](option);
        const mark = name === "bid" || name === "impliedVolatility" ? markOf(faults(option, chain.stale)) : null;
        if ((name !== "bid" && name !== "ask") || option[name] === null) return h("td", { class: style }, text, mark);
        const action = name === "ask" ? "Buy" : "Sell";
        return h("td", { class: style }, h("button", {
            type: "button", class: "trade", tabindex: "-1", title: `${action} at the ${name}`,
            aria: { label: `${action} the ${exact(row.strikePrice)} ${type} at ${text}` }, on: { click: () => take(row, type, name) },
        }, text), mark);
    }

    function draw() {
        if (!chain) return;
        const left = chosen;
        const right = [...chosen].reverse();
        // Bid precedes ask on both sides.
        const swap = (/** @type {string[]} */ names) => {
            const bid = names.indexOf("bid");
            const ask = names.indexOf("ask");
            if (bid >= 0 && ask >= 0 && ask < bid) [names[bid], names[ask]] = [names[ask], names[bid]];
            return names;
        };
        swap(right);
        const titles = (/** @type {string[]} */ names) => names.map((name) => h("th", { scope: "col" }, columns[name][0]));
        const [move] = moves;
        /** @type {any[]} */
        const rows = [];
        let isBelow = true;
        for (const row of chain.strikes) {
            if (isBelow && row.strikePrice >= chain.spot) {
                isBelow = false;
                rows.push(h("tr", { class: "spot-row" }, h("td", { colspan: left.length + right.length + 1 }, `${chain.ticker} ${price(chain.spot)}`)));
            }
            const isLikely = move && row.strikePrice >= move.lower && row.strikePrice <= move.upper;
            rows.push(h(
                "tr", { data: { strike: row.strikePrice } }, ...left.map((name) => cell(row, "call", name)),
                h("th", { scope: "row", class: isLikely ? "strike likely" : "strike" }, exact(row.strikePrice), rowMark(row)),
                ...right.map((name) => cell(row, "put", name))));
        }
        fill(place, h(
            "table", { class: "chain-table" },
            h("caption", { class: "unseen" }, `Calls and puts on ${chain.ticker} of ${chain.expirationDate}`),
            h("thead", {},
                h("tr", {}, h("th", { scope: "colgroup", colspan: left.length || 1 }, "Calls"), h("td", {}), h("th", { scope: "colgroup", colspan: right.length || 1 }, "Puts")),
                h("tr", {}, ...titles(left), h("th", { scope: "col" }, "Strike"), ...titles(right))),
            h("tbody", {}, ...rows)));
        const trades = /** @type {any[]} */ ([...place.querySelectorAll(".trade")]);
        const first = /** @type {any} */ (place.querySelector(".spot-row + tr .trade")) ?? trades[0];
        if (first) first.tabIndex = 0;
        const faulty = chain.strikes.flatMap((/** @type {any} */ row) => (/** @type {const} */ (["call", "put"])).flatMap((type) =>
            row[type] ? faults(row[type], false).map((reason) => `${exact(row.strikePrice)} ${type}: ${reason}`) : []));
        const all = [...(chain.stale ? ["All quotes are stale: the source gave no newer ones."] : []), ...faulty,
            ...chain.arbitrage.map((/** @type {any} */ found) => `arbitrage within bid and ask (${found.condition}): ${found.trades.map((/** @type {any} */ trade) => `${trade.quantity} × ${exact(trade.strikePrice)} ${trade.contractType} at ${price(trade.price)}`).join(", ")}`)];
        marked.hidden = !all.length;
        fill(marked, h("h2", { id: "marked-title" }, "Marked quotes"), h("ul", {}, ...all.map((text) => h("li", {}, text))));
        smile.hidden = false;
        picture.show(chain);
    }

    // The quotes are one tab stop; arrow keys move between them.
    place.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        const from = /** @type {any} */ (event.target);
        if (!from.matches(".trade") || !event.key.startsWith("Arrow")) return;
        event.preventDefault();
        const rows = [...place.querySelectorAll("tr[data-strike]")];
        const cells = (/** @type {any} */ row) => [...row.querySelectorAll(".trade")];
        const row = rows.indexOf(from.closest("tr"));
        const column = cells(rows[row]).indexOf(from);
        const next = event.key === "ArrowDown" ? rows[row + 1] : event.key === "ArrowUp" ? rows[row - 1] : rows[row];
        const across = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        const to = next && cells(next)[Math.min(Math.max(column + across, 0), cells(next).length - 1)];
        if (!to) return;
        from.tabIndex = -1;
        to.tabIndex = 0;
        to.focus();
    });

    /** Requests the expected move, which the server computes from the volatility at the money. */
    async function askMoves() {
        const now = chain;
        const { strike, volatility } = quotes.atTheMoney(now);
        if (!(volatility > 0) || !(now.timeToExpiration > 0)) return;
        const request = {
            currentPrice: now.spot, timeToExpiration: now.timeToExpiration, volatility, riskFreeRate: now.carry ?? now.riskFreeRate,
            legs: [{ type: "call", position: "long", strikePrice: strike, quantity: 1 }],
            include: ["probability"], exclude: ["curve"], standardDeviations: [1],
        };
        try {
            const { probability } = await api.calculate(JSON.stringify(request));
            if (chain !== now) return;
            moves = probability.expectedMoves;
            showFacts();
            draw();
        } catch { /* Without the expected move, the band is not drawn. */ }
    }

    function showFacts() {
        const [move] = moves;
        fill(
            facts, `${instant(chain.asOf)} · ${chain.source}${chain.stale ? " · stale" : ""}`,
            chain.forward !== null && ` · forward ${price(Number(chain.forward.toFixed(2)))}`,
            move && h("span", { class: "expected-move" }, ` · expected move ${price(Number(move.lower.toFixed(2)))} to ${price(Number(move.upper.toFixed(2)))} (1σ)`));
    }

    /** @param {boolean} isFresh */
    async function show(isFresh) {
        const { symbol } = store.state;
        heading.textContent = symbol ? `${symbol} options` : "Option chain";
        if (!symbol) {
            content.hidden = true;
            note.textContent = "Search for a stock to see its options. Press / to search.";
            return;
        }
        countdown.stop();
        note.textContent = "Fetching the chain …";
        content.classList.add("waiting");
        try {
            const { expirationDates } = await api.expirations(symbol);
            if (!expirationDates.length) {
                content.hidden = true;
                note.textContent = `${symbol} has no options.`;
                return;
            }
            const date = expirationDates.includes(store.state.expiration) ? store.state.expiration : expirationDates[0];
            const fetched = await quotes.load(symbol, date, isFresh);
            if (store.state.symbol !== symbol || (store.state.expiration && store.state.expiration !== date && expirationDates.includes(store.state.expiration))) return;
            chain = fetched;
            moves = [];
            const from = dateInNewYork(chain.asOf);
            fill(tabs, ...expirationDates.map((/** @type {string} */ other) => h(
                "button", {
                    type: "button", aria: { pressed: String(other === date) }, title: other,
                    on: { click: () => { taken.hidden = true; store.edit((state) => { state.expiration = other; }, "expiration of the chain"); } },
                },
                h("span", {}, other.slice(0, 4) === from.slice(0, 4) ? day(other) : `${day(other)} ${other.slice(2, 4)}`), h("small", {}, `${days(from, other)} d`))));
            note.textContent = chain.strikes.length ? "" : "This expiration has no contracts.";
            content.classList.remove("waiting");
            content.hidden = false;
            showFacts();
            draw();
            scrollToMoney();
            askMoves();
        } catch (error) {
            const failure = /** @type {api.Failure} */ (error);
            if (store.state.symbol !== symbol) return;
            const words = `${failure.message}${chain ? ` Below are the last quotes, of ${chain.expirationDate}.` : ""}`;
            note.textContent = words;
            if (failure.isRefusal) return;
            countdown.start(note, failure.retryAfter ?? 10, () => {
                if (store.state.view === "chain") show(true);
                // Returning to the chain requests it again.
                else shown = "";
            });
        }
    }

    function scrollToMoney() {
        const row = /** @type {HTMLElement | null} */ (place.querySelector(".spot-row"));
        if (row) place.scrollTop = row.offsetTop - place.clientHeight / 2;
        tabs.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
    }

    return {
        element,
        update() {
            const { symbol, expiration } = store.state;
            const question = `${symbol} ${expiration}`;
            if (question === shown) return;
            if (chain?.ticker !== symbol) {
                chain = null;
                content.hidden = true;
                taken.hidden = true;
            }
            shown = question;
            show(false);
        },
    };
}
