// Trades: their legs in words, their order, and what closing and rolling change.

import { count, dayFrom, days } from "../text.js";

/** @typedef {Server.Trade} Trade */
/** @typedef {Server.TradeLeg} TradeLeg */
/** @typedef {Pick<TradeLeg, "type" | "position" | "strikePrice" | "quantity" | "sharesPerContract" | "expirationDate">} Terms */

/** @param {{position: Server.PositionSide}} leg */
export const sign = ({ position }) => (position === "long" ? 1 : -1);

/**
 * A leg in words: `−2 160 call Dec 18`, `+200 shares`.
 * @param {Terms} leg
 * @param {string} from The day from which a year needs no mention.
 */
export function legTitle(leg, from) {
    const side = `${leg.position === "long" ? "+" : "−"}${
        count(leg.type === "stock" ? leg.quantity * leg.sharesPerContract : leg.quantity)
    }`;
    return leg.type === "stock" ? `${side} shares` : `${side} ${leg.strikePrice} ${leg.type} ${dayFrom(leg.expirationDate ?? "", from)}`;
}

/**
 * The first expiration of the open options; `null` without one.
 * @param {Trade} trade
 */
export const nextExpiration = ({ legs }) =>
    legs.filter(({ openQuantity }) => openQuantity > 0).flatMap(({ expirationDate }) => expirationDate ?? []).sort()[0] ?? null;

/**
 * The open short options in the money: they may be assigned.
 * @param {Trade} trade
 * @param {number | null} spot
 */
export const shortInTheMoney = ({ legs }, spot) =>
    spot === null
        ? []
        : legs.filter(({ type, position, openQuantity, strikePrice }) =>
            openQuantity > 0 && position === "short" && strikePrice !== null &&
            (type === "call" ? spot > strikePrice : type === "put" && spot < strikePrice)
        );

/**
 * The trades of an underlying.
 * @typedef {{underlying: string, trades: Trade[], spot: number | null, next: string | null, short: TradeLeg[]}} Group
 */

/**
 * The trades by underlying: those with short options in the money first, then by their next expiration, then by name. Within an underlying,
 * trades have the same order.
 * @param {Trade[]} trades
 * @param {Map<string, number>} spots
 * @returns {Group[]}
 */
export function grouped(trades, spots) {
    const last = "9999";
    const order = (/** @type {{short: unknown[], next: string | null, name: string}[]} */ [a, b]) =>
        Number(b.short.length > 0) - Number(a.short.length > 0) || (a.next ?? last).localeCompare(b.next ?? last) ||
        a.name.localeCompare(b.name);
    const key = (/** @type {Trade} */ trade, /** @type {number | null} */ spot) => ({
        short: shortInTheMoney(trade, spot),
        next: nextExpiration(trade),
        name: trade.name,
    });
    const groups = [...new Set(trades.map(({ underlying }) => underlying))].map((underlying) => {
        const spot = spots.get(underlying) ?? null;
        const own = trades.filter((trade) => trade.underlying === underlying).sort((a, b) => order([key(a, spot), key(b, spot)]));
        const next = own.flatMap((trade) => nextExpiration(trade) ?? []).sort()[0] ?? null;
        return { underlying, trades: own, spot, next, short: own.flatMap((trade) => shortInTheMoney(trade, spot)) };
    });
    return groups.sort((a, b) => order([{ ...a, name: a.underlying }, { ...b, name: b.underlying }]));
}

/**
 * Groups in the order of earlier ones, with the trades of each in their order there: nothing moves under the pointer while prices do.
 * @param {Group[]} groups
 * @param {Group[]} before
 */
export function inOrderOf(groups, before) {
    const place = (/** @type {string[]} */ names, /** @type {string} */ name) => (names.includes(name) ? names.indexOf(name) : Infinity);
    const names = before.map(({ underlying }) => underlying);
    return groups.map((group) => {
        const ids = before.find(({ underlying }) => underlying === group.underlying)?.trades.map(({ id }) => id) ?? [];
        return { ...group, trades: [...group.trades].sort((a, b) => place(ids, a.id) - place(ids, b.id) || 0) };
    }).sort((a, b) => place(names, a.underlying) - place(names, b.underlying) || 0);
}

/**
 * What a view of trades follows: the stocks of open trades, and the chains of their open options. A trade without any price is of a stock that
 * the server does not know, and what it does not know must not be asked for.
 * @param {Trade[]} trades
 * @returns {Map<string, string[]>} The expirations by stock.
 */
export function followed(trades) {
    const priced = trades.filter(({ status, legs }) => status === "open" && legs.some(({ price }) => price !== null));
    /** @type {Map<string, string[]>} */
    const dates = new Map(priced.map(({ underlying }) => [underlying, []]));
    for (const { underlying, legs } of priced) {
        for (const { openQuantity, expirationDate } of legs) {
            const own = dates.get(underlying);
            if (openQuantity && expirationDate && !own?.includes(expirationDate)) own?.push(expirationDate);
        }
    }
    return dates;
}

/**
 * When a group expires next, in words; empty without an expiration.
 * @param {string | null} next
 * @param {string} today
 */
export function nextText(next, today) {
    if (!next) return "";
    const left = days(today, next);
    return left < 0
        ? `expired on ${dayFrom(next, today)}`
        : left === 0
        ? "expires today"
        : `next expiration in ${count(left)} ${left === 1 ? "day" : "days"}`;
}

/**
 * The sum of what legs have; `null` if none has it.
 * @param {(number | null)[]} values
 */
export const sum = (values) =>
    values.reduce((total, value) => (value === null ? total : (total ?? 0) + value), /** @type {number | null} */ (null));

/**
 * The money that trading a leg brings, negative if it costs: what is bought costs, a fee always.
 * @param {"buy" | "sell"} side
 * @param {{quantity: number, price: number, fee: number, shares: number}} terms
 */
export const cash = (side, { quantity, price, fee, shares }) => (side === "sell" ? 1 : -1) * quantity * price * shares - fee;

/**
 * The request that stores a trade as it is.
 * @param {Trade} trade
 * @returns {Server.TradeRequest}
 */
export const requestOf = ({ name, notes, underlying, legs }) => ({
    name,
    notes,
    underlying,
    legs: legs.map((
        { type, position, strikePrice, quantity, sharesPerContract, expirationDate, exercise, opened, closes, rolledFrom },
    ) => ({
        type,
        position,
        strikePrice,
        quantity,
        sharesPerContract,
        expirationDate,
        exercise,
        opened,
        closes,
        rolledFrom,
    })),
});

/**
 * The request after a part of a leg is closed.
 * @param {Trade} trade
 * @param {number} index
 * @param {Server.TradeClose} close
 */
export function withClose(trade, index, close) {
    const request = requestOf(trade);
    const leg = request.legs[index];
    request.legs[index] = { ...leg, closes: [...leg.closes ?? [], close] };
    return request;
}

/**
 * The request after a part of a leg is closed and opened again at another strike or expiration.
 * @param {Trade} trade
 * @param {number} index
 * @param {Server.TradeClose} close
 * @param {{strikePrice: number, expirationDate: string, price: number, fee: number}} to
 */
export function withRoll(trade, index, close, { strikePrice, expirationDate, price, fee }) {
    const request = withClose(trade, index, close);
    const { type, position, sharesPerContract, exercise } = request.legs[index];
    const opened = { date: close.date, price, fee };
    const { quantity } = close;
    request.legs.push({ type, position, strikePrice, quantity, sharesPerContract, expirationDate, exercise, opened, rolledFrom: index });
    return request;
}

/**
 * How a part of a leg ended: `1 closed at 3.20 on Dec 4`.
 * @param {Server.TradeClose} close
 * @param {string} from
 */
export function closeText({ date, quantity, price, kind }, from) {
    const day = dayFrom(date, from);
    if (kind === "expired" || kind === "exercised" || kind === "assigned") return `${count(quantity)} ${kind} on ${day}`;
    return `${count(quantity)} closed at ${price} on ${day}`;
}
