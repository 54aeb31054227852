// One chain: its facts, table, faults and smile, with the expected move.

import * as api from "./api.js";
import { atTheMoney } from "./carry.js";
import { chainTable } from "./chaintable.js";
import { columnChooser, rememberedColumns } from "./columns.js";
import { fill, h } from "./dom.js";
import { markedQuotes } from "./faults.js";
import { smileDiagram } from "./smile.js";
import { instant, price } from "./text.js";

/**
 * The request for the expected move, which the server computes from the volatility at the money; `null` without that volatility. The move
 * depends on the drift only, so the carry stands in place of the rate.
 * @param {Server.OptionChain} chain
 */
export function moveRequest(chain) {
    const { strike, volatility } = atTheMoney(chain);
    if (!volatility || !(chain.timeToExpiration > 0) || chain.spot === null) return null;
    /** @type {Server.CalculationRequest} */
    const request = {
        currentPrice: chain.spot,
        timeToExpiration: chain.timeToExpiration,
        volatility,
        riskFreeRate: chain.carry ?? chain.riskFreeRate,
        legs: [{ type: "call", position: "long", strikePrice: strike, quantity: 1 }],
        include: ["probability"],
        exclude: ["curve"],
        standardDeviations: [1],
    };
    return request;
}

/** The faults of the quotes as a list. */
function markedPart() {
    const list = h("ul", {});
    const element = h(
        "section",
        { class: "card", hidden: true, aria: { labelledby: "marked-title" } },
        h("h2", { id: "marked-title" }, "Marked quotes"),
        list,
    );
    return {
        element,
        /** @param {Server.OptionChain} chain */
        show(chain) {
            const faults = markedQuotes(chain);
            element.hidden = !faults.length;
            fill(list, ...faults.map((text) => h("li", {}, text)));
        },
    };
}

/** The smile of the volatilities. */
function smilePart() {
    const diagram = smileDiagram();
    const element = h(
        "section",
        { class: "card", aria: { labelledby: "smile-title" } },
        h("h2", { id: "smile-title" }, "Volatility smile"),
        diagram.element,
        h(
            "p",
            { class: "note" },
            "Options out of the money. Bars: volatilities of bid and ask. Dots: of the mid. Rings: the vendor’s. Dashes: the stock price.",
        ),
    );
    return { element, show: diagram.show };
}

/**
 * The facts of a chain in a line.
 * @param {Server.OptionChain} chain
 * @param {{lower: number, upper: number} | undefined} move
 */
function facts(chain, move) {
    const cents = (/** @type {number} */ value) => price(Number(value.toFixed(2)));
    return [
        `${instant(chain.asOf)} · ${chain.source}${chain.stale ? " · stale" : ""}`,
        chain.forward !== null && ` · forward ${cents(chain.forward)}`,
        move && h("span", { class: "expected-move" }, ` · expected move ${cents(move.lower)} to ${cents(move.upper)} (1σ)`),
    ];
}

/**
 * One chain: its facts, table, faults and smile, with the expected move, which arrives later.
 * @param {import("./chaintable.js").Take} take
 * @param {() => void} refresh
 */
export function chainPart(take, refresh) {
    const line = h("p", { class: "facts" });
    const fresh = h("button", { type: "button", on: { click: refresh } }, "Fetch the quotes again");
    const [table, marked, smile] = [chainTable(take), markedPart(), smilePart()];
    let names = rememberedColumns();
    const chooser = columnChooser(names, (chosen) => {
        names = chosen;
        draw();
    });
    /** @type {Server.OptionChain | null} */
    let chain = null;
    /** @type {{lower: number, upper: number} | undefined} */
    let move;

    function draw() {
        if (!chain) return;
        fill(line, ...facts(chain, move));
        table.show({ chain, names, move });
        marked.show(chain);
        smile.show(chain);
    }

    async function askMove() {
        const now = chain;
        const request = now && moveRequest(now);
        if (!request) return;
        try {
            const { probability } = await api.calculate(JSON.stringify(request));
            if (chain !== now) return;
            [move] = probability?.expectedMoves ?? [];
            draw();
        } catch { /* Without the expected move, the band is not drawn. */ }
    }

    return {
        before: [line, h("div", { class: "card-head" }, chooser, fresh)],
        after: [table.element, marked.element, smile.element],
        /** @param {Server.OptionChain} next */
        show(next) {
            // Newer quotes of the same chain do not scroll it.
            const isOther = chain?.ticker !== next.ticker || chain.expirationDate !== next.expirationDate;
            chain = next;
            // The expected move stays until that of the newer quotes arrives.
            if (isOther) move = undefined;
            draw();
            if (isOther) table.scrollToMoney();
            askMove();
        },
    };
}
