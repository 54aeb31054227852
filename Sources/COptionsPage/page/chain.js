// The chain of a stock: calls, strikes and puts of one expiration. The user adds legs from it.

import * as api from "./api.js";
import { chainPart } from "./chainpart.js";
import { announce, h, setText } from "./dom.js";
import { childrenByKey } from "./keyed.js";
import * as live from "./live.js";
import { Countdown } from "./loading.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { counted, dateInNewYork, day, days, exact } from "./text.js";

/** @typedef {import("./store.js").Store} Store */

/**
 * Adds a leg at a quoted price, or a contract to the leg that was added by the same quote. The first one replaces the example, and those of
 * another stock.
 * @param {import("./state.js").State} state
 * @param {Server.OptionChain} chain
 * @param {Server.ChainStrike} row
 * @param {"call" | "put"} type
 * @param {"bid" | "ask"} source
 * @returns {number} The contracts of the leg.
 */
export function addQuote(state, chain, row, type, source) {
    const premium = quotes.premium(row[type], source);
    state.legs = state.symbol === chain.ticker ? state.legs.filter((leg) => !leg.isExample) : [];
    state.symbol = chain.ticker;
    if (!state.legs.length) quotes.takeTerms(state, chain);
    const position = source === "ask" ? "long" : "short";
    const added = state.legs.find((leg) =>
        leg.isOn && leg.position === position && leg.type === type && leg.source === source && Number(leg.strike) === row.strikePrice &&
        leg.expiration.trim() === chain.expirationDate && Number.isInteger(Number(leg.quantity))
    );
    if (added) {
        Object.assign(added, { quantity: String(Number(added.quantity) + 1), premium });
        return Number(added.quantity);
    }
    state.legs.push(makeLeg({ position, type, strike: String(row.strikePrice), expiration: chain.expirationDate, premium, source }));
    quotes.followFirst(state);
    return 1;
}

/**
 * The text of the tab of an expiration: the day, with its year if that is not the year of the quotes, and the remaining days.
 * @param {string} date
 * @param {string} from
 */
export function tabTexts(date, from) {
    const isSameYear = date.slice(0, 4) === from.slice(0, 4);
    return [isSameYear ? day(date) : `${day(date)} ’${date.slice(2, 4)}`, `${days(from, date)} d`];
}

/**
 * The leg that a click on a quote adds, in a sentence.
 * @param {Server.ChainStrike} row
 * @param {"call" | "put"} type
 * @param {"bid" | "ask"} source
 */
export const takenText = (row, type, source) =>
    `${source === "ask" ? "Bought" : "Sold"} 1 ${exact(row.strikePrice)} ${type} at ${quotes.premium(row[type], source)}.`;

/**
 * The expirations as tabs.
 * @param {(date: string) => void} choose
 */
function expirationTabs(choose) {
    const element = h("div", { class: "tabs expirations", role: "group", aria: { label: "Expirations" } });
    /** @param {{date: string, chosen: string, from: string}} item */
    function make({ date }) {
        const [title, left] = [h("span", {}), h("small", {})];
        const button = h("button", { type: "button", title: date, on: { click: () => choose(date) } }, title, left);
        return {
            element: button,
            /** @param {{date: string, chosen: string, from: string}} item */
            update({ chosen, from }) {
                button.setAttribute("aria-pressed", String(date === chosen));
                const texts = tabTexts(date, from);
                setText(title, texts[0]);
                setText(left, texts[1]);
            },
        };
    }

    const show = childrenByKey(element, ({ date }) => date, make);
    return {
        element,
        /**
         * @param {string[]} dates
         * @param {string} chosen
         * @param {string} from The day of the quotes.
         */
        show(dates, chosen, from) {
            const pressed = () => element.querySelector("[aria-pressed=true]");
            const before = pressed();
            show(dates.map((date) => ({ date, chosen, from })));
            if (pressed() !== before) pressed()?.scrollIntoView({ block: "nearest", inline: "center" });
        },
    };
}

/**
 * The leg that was added last, and the way to the builder.
 * @param {() => void} open
 */
function takenPart(open) {
    const words = h("span", {});
    const element = h(
        "p",
        { class: "taken", hidden: true },
        words,
        h("button", { type: "button", class: "primary", on: { click: open } }, "Open the builder"),
    );
    return {
        element,
        /** @param {string} text */
        show(text) {
            element.hidden = false;
            words.textContent = text;
            announce(text);
        },
    };
}

/**
 * Returns the expirations of a stock, and one chain: that of the wanted expiration, or of the first one whose last day is not over. A stock
 * without options has no chain.
 * @param {string} symbol
 * @param {string} wanted
 * @param {boolean} isFresh
 * @returns {Promise<{dates: string[], chain: Server.OptionChain | null}>}
 */
async function fetchChain(symbol, wanted, isFresh) {
    const { expirationDates: dates } = await api.expirations(symbol);
    const [first, second] = dates.includes(wanted) ? [wanted] : dates;
    if (!first) return { dates, chain: null };
    const chain = await quotes.load(symbol, first, isFresh);
    // After the close of its last day, nobody trades a contract.
    return { dates, chain: second && chain.timeToExpiration <= 0 ? await quotes.load(symbol, second, isFresh) : chain };
}

/** @param {Store} store */
export function chainView(store) {
    const heading = h("h1", {}, "Option chain");
    const note = h("p", { class: "note", role: "status" });
    const taken = takenPart(() => store.show("builder"));
    const tabs = expirationTabs((date) => {
        taken.element.hidden = true;
        store.edit((state) => {
            state.expiration = date;
        }, "expiration of the chain");
    });
    const part = chainPart(take, () => show(true));
    const content = h("div", { hidden: true }, tabs.element, ...part.before, taken.element, ...part.after);
    const element = h("div", { class: "chain" }, heading, note, content);
    const countdown = new Countdown();
    let shown = "";
    let turns = 0;
    /** @type {Server.OptionChain | null} */
    let chain = null;

    /** @type {import("./chaintable.js").Take} */
    function take(row, type, source) {
        const from = chain;
        if (!from) return;
        let quantity = 1;
        store.edit((state) => {
            quantity = addQuote(state, from, row, type, source);
        });
        const { length } = store.state.legs;
        const leg = quantity > 1 ? ` The leg has ${quantity} contracts.` : "";
        taken.show(`${takenText(row, type, source)}${leg} The strategy has ${counted(length, "leg")}.`);
    }

    /** @param {string} text */
    function showNothing(text) {
        content.hidden = true;
        note.textContent = text;
    }

    /** @param {boolean} isFresh */
    async function show(isFresh) {
        const { symbol, expiration } = store.state;
        turns += 1;
        const turn = turns;
        heading.textContent = symbol ? `${symbol} options` : "Option chain";
        if (!symbol) {
            showNothing("Search for a stock to see its options. Press / to search.");
            return;
        }
        countdown.stop();
        note.textContent = "Fetching the chain …";
        content.classList.add("waiting");
        try {
            const { dates, chain: fetched } = await fetchChain(symbol, expiration, isFresh);
            if (turn !== turns || store.state.symbol !== symbol) return;
            if (!fetched) {
                showNothing(`${symbol} has no options.`);
                return;
            }
            chain = fetched;
            note.textContent = chain.strikes.length ? "" : "This expiration has no contracts.";
            content.classList.remove("waiting");
            content.hidden = false;
            tabs.show(dates, chain.expirationDate, dateInNewYork(chain.asOf));
            part.show(chain);
            live.want("chain", { chains: [`${symbol} ${chain.expirationDate}`], assets: [symbol] });
        } catch (error) {
            if (turn === turns && store.state.symbol === symbol) fail(/** @type {api.Failure} */ (error));
        }
    }

    /** @param {api.Failure} failure */
    function fail(failure) {
        note.textContent = `${failure.message}${chain ? ` Below are the last quotes, of ${chain.expirationDate}.` : ""}`;
        if (failure.isRefusal) return;
        countdown.start(note, failure.retryAfter ?? 10, () => {
            if (store.state.view === "chain") show(true);
            // Returning to the chain requests it again.
            else shown = "";
        });
    }

    live.onChain((next) => {
        if (store.state.view !== "chain" || next.ticker !== chain?.ticker || next.expirationDate !== chain.expirationDate) return;
        chain = next;
        part.show(chain);
    });

    return {
        element,
        update() {
            const { symbol, expiration } = store.state;
            const question = `${symbol} ${expiration}`;
            if (question === shown) return;
            if (chain?.ticker !== symbol) {
                chain = null;
                content.hidden = true;
                taken.element.hidden = true;
            }
            shown = question;
            show(false);
        },
    };
}
