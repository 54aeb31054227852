// The table of a chain: calls, strikes and puts. Its rows are kept while their quotes change.

import { columns, mirrored } from "./columns.js";
import { fill, h, setText } from "./dom.js";
import { markMove } from "./flash.js";
import { childrenByKey } from "./keyed.js";
import { faults, faultsOfStrike } from "./faults.js";
import { exact, price } from "./text.js";

/** @typedef {Server.OptionChain} Chain */
/** @typedef {Server.ChainStrike} Strike */

/**
 * @typedef {{chain: Chain, names: string[], move: {lower: number, upper: number} | undefined}} Shown
 * @typedef {Shown & {row: Strike | null}} Item A strike, or without a row the price of the stock.
 * @typedef {(row: Strike, type: "call" | "put", source: "bid" | "ask") => void} Take Called when a quote is clicked.
 */

/**
 * The content of a cell: its text, whether it is in the money, the action of its button if it has one, and the faults of the quote.
 * @param {Chain} chain
 * @param {Strike} row
 * @param {"call" | "put"} type
 * @param {string} name Of the column.
 * @returns {{text: string, isIn: boolean, action: "Buy" | "Sell" | null, reasons: string[]}}
 */
export function cellContent(chain, row, type, name) {
    const option = row[type];
    const isIn = chain.spot !== null && (type === "call" ? row.strikePrice < chain.spot : row.strikePrice > chain.spot);
    if (!option) return { text: "–", isIn, action: null, reasons: [] };
    // Nobody buys at a bid of 0.
    const isTrade = name === "ask" ? option.ask !== null : name === "bid" && option.bid !== null && option.bid > 0;
    return {
        text: columns[name][1](option),
        isIn,
        action: isTrade ? (name === "ask" ? "Buy" : "Sell") : null,
        reasons: name === "bid" || name === "impliedVolatility" ? faults(option, chain.stale) : [],
    };
}

/**
 * The strikes of a chain, with `null` at the place of the stock's price, unless it is above all of them.
 * @param {Chain} chain
 * @returns {(Strike | null)[]}
 */
export function withSpot({ strikes, spot }) {
    const above = strikes.findIndex((row) => spot !== null && row.strikePrice >= spot);
    return above < 0 ? strikes : [...strikes.slice(0, above), null, ...strikes.slice(above)];
}

/**
 * The quote to which an arrow key moves, as row and column of the buttons; `null` if the key moves nothing.
 * @param {number[]} lengths The number of buttons of each row.
 * @param {number} row
 * @param {number} column
 * @param {string} key
 * @returns {[number, number] | null}
 */
export function quoteAfterKey(lengths, row, column, key) {
    const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const across = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const last = (lengths[row + down] ?? 0) - 1;
    return last < 0 ? null : [row + down, Math.min(Math.max(column + across, 0), last)];
}

/**
 * A cell of a text or a button, and the mark of the faults of its quote.
 * @param {"td" | "th"} name
 * @param {import("./dom.js").Properties} properties
 */
function markedCell(name, properties) {
    const element = h(name, properties);
    const mark = h("span", { class: "mark", role: "img" }, "!");
    return {
        element,
        /**
         * @param {Element} content
         * @param {string[]} reasons
         */
        show(content, reasons) {
            const text = reasons.join("; ");
            if (element.firstChild !== content) element.replaceChildren(content);
            if (!text) mark.remove();
            else if (mark.parentNode !== element) element.append(mark);
            mark.title = text;
            mark.setAttribute("aria-label", text);
        },
    };
}

/** The row of the stock's price, between the strikes. */
function spotRow() {
    const cell = h("td", {});
    return {
        element: h("tr", { class: "spot-row" }, cell),
        /** @param {Shown} shown */
        update({ chain, names }) {
            cell.colSpan = 2 * names.length + 1;
            setText(cell, `${chain.ticker} ${price(chain.spot)}`);
        },
    };
}

/**
 * A strike with the quotes of its call and its put.
 * @param {number} strikePrice
 * @param {string[]} names The columns.
 * @param {Take} take
 */
function strikeRow(strikePrice, names, take) {
    const calls = names.map((name) => quoteCell("call", name, take));
    const puts = mirrored(names).map((name) => quoteCell("put", name, take));
    const [text, strike] = [h("span", {}, exact(strikePrice)), markedCell("th", { scope: "row" })];
    const elements = [...calls, strike, ...puts].map(({ element }) => element);
    // If no column of a quote has its mark, the strike has it.
    const isMarked = !names.includes("bid") && !names.includes("impliedVolatility");
    return {
        element: h("tr", { data: { strike: strikePrice } }, ...elements),
        /** @param {Item} item */
        update({ row, chain, move }) {
            if (!row) return;
            for (const cell of [...calls, ...puts]) cell.update(chain, row);
            const isLikely = move && strikePrice >= move.lower && strikePrice <= move.upper;
            strike.element.className = isLikely ? "strike likely" : "strike";
            strike.show(text, isMarked ? faultsOfStrike(row, chain.stale) : []);
        },
    };
}

/**
 * The price that a column has, to compare it with the next one; `undefined` for another column.
 * @param {Strike | undefined} row
 * @param {"call" | "put"} type
 * @param {string} name Of the column.
 */
const valueOf = (row, type, name) => (name === "bid" || name === "ask" || name === "midpoint" ? row?.[type]?.[name] : undefined);

/**
 * @param {"call" | "put"} type
 * @param {string} name Of the column.
 * @param {Take} take
 */
function quoteCell(type, name, take) {
    const cell = markedCell("td", { class: type });
    const text = h("span", {});
    /** @type {Strike | undefined} */
    let now;
    const button = name === "bid" || name === "ask"
        ? h("button", { type: "button", class: "trade", tabindex: "-1", on: { click: () => now && take(now, type, name) } })
        : null;
    return {
        element: cell.element,
        /**
         * @param {Chain} chain
         * @param {Strike} row
         */
        update(chain, row) {
            markMove(cell.element, valueOf(now, type, name), valueOf(row, type, name));
            now = row;
            const content = cellContent(chain, row, type, name);
            cell.element.classList.toggle("in", content.isIn);
            if (button && content.action) {
                button.title = `${content.action} at the ${name}`;
                button.setAttribute("aria-label", `${content.action} the ${exact(row.strikePrice)} ${type} at ${content.text}`);
            }
            const place = button && content.action ? button : text;
            setText(place, content.text);
            cell.show(place, content.reasons);
        },
    };
}

/**
 * The head of the table, and its body without rows.
 * @param {Shown} shown
 */
function emptyTable({ chain, names }) {
    const titles = (/** @type {string[]} */ some) => some.map((name) => h("th", { scope: "col" }, columns[name][0]));
    const group = (/** @type {string} */ title) => h("th", { scope: "colgroup", colspan: names.length || 1 }, title);
    const body = h("tbody", {});
    const table = h(
        "table",
        { class: "chain-table" },
        h("caption", { class: "unseen" }, `Calls and puts on ${chain.ticker} of ${chain.expirationDate}`),
        h(
            "thead",
            {},
            h("tr", {}, group("Calls"), h("td", {}), group("Puts")),
            h("tr", {}, ...titles(names), h("th", { scope: "col", class: "strike" }, "Strike"), ...titles(mirrored(names))),
        ),
        body,
    );
    return { table, body };
}

/**
 * The buttons in an element.
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
const tradesOf = (element) => Array.from(element.querySelectorAll(".trade"));

/** @param {Take} take */
export function chainTable(take) {
    const element = h("div", {
        class: "scroll chain-scroll",
        tabindex: "0",
        role: "region",
        aria: { label: "Option chain" },
        on: { keydown: press },
    });
    /** The columns and the chain to which the rows belong. */
    let subject = "";
    /** @type {(items: Item[]) => void} */
    let showRows;
    let subjectOfSpot = "";
    /** The price at whose place the row of the price stands. */
    let spot = /** @type {number | null} */ (null);

    // The quotes are one tab stop; arrow keys move between them.
    /** @param {KeyboardEvent} event */
    function press(event) {
        const from = /** @type {HTMLElement} */ (event.target);
        if (!from.matches(".trade") || !event.key.startsWith("Arrow")) return;
        event.preventDefault();
        const rows = [...element.querySelectorAll("tr[data-strike]")].map(tradesOf);
        const row = rows.findIndex((trades) => trades.includes(from));
        const next = quoteAfterKey(rows.map(({ length }) => length), row, rows[row].indexOf(from), event.key);
        if (!next) return;
        from.tabIndex = -1;
        const to = rows[next[0]][next[1]];
        to.tabIndex = 0;
        to.focus();
    }

    return {
        element,
        /** @param {Shown} shown */
        show(shown) {
            const { chain, names } = shown;
            const now = [chain.ticker, chain.expirationDate, ...names].join(" ");
            if (now !== subject) {
                subject = now;
                const { table, body } = emptyTable(shown);
                showRows = childrenByKey(
                    body,
                    ({ row }) => String(row?.strikePrice ?? "spot"),
                    ({ row, names }) => (row ? strikeRow(row.strikePrice, names, take) : spotRow()),
                );
                fill(element, table);
            }
            // The row of the price does not move the others under the pointer.
            if (now !== subjectOfSpot || !element.matches(":hover")) spot = chain.spot;
            subjectOfSpot = now;
            showRows(withSpot({ ...chain, spot }).map((row) => ({ row, ...shown })));
            if (element.querySelector('.trade[tabindex="0"]')) return;
            const near = element.querySelector(".spot-row + tr");
            const first = (near && tradesOf(near)[0]) ?? tradesOf(element)[0];
            if (first) first.tabIndex = 0;
        },
        scrollToMoney() {
            const row = /** @type {HTMLElement | null} */ (element.querySelector(".spot-row"));
            if (row) element.scrollTop = row.offsetTop - element.clientHeight / 2;
        },
    };
}
