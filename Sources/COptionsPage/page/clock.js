// The instants of a valuation and of the closes of the exchange, and how requests state them.

import { isEarlyClose } from "./calendar.js";
import { adding, isDate } from "./text.js";

const millisecondsPerMinute = 60_000;

/**
 * The first day from a date on that is a Sunday.
 * @param {string} date
 */
const sundayFrom = (date) => adding(date, (7 - new Date(Date.parse(date)).getUTCDay()) % 7);

/**
 * Whether New York has daylight saving time during the session of a date, by the rule since 2007.
 * @param {string} date
 */
const isSummer = (date) => date >= sundayFrom(`${date.slice(0, 4)}-03-08`) && date < sundayFrom(`${date.slice(0, 4)}-11-01`);

/**
 * A time of a day in New York, in milliseconds since 1970.
 * @param {string} date
 * @param {number} minutes Since midnight.
 */
const inNewYork = (date, minutes) => Date.parse(date) + (minutes + (isSummer(date) ? 240 : 300)) * millisecondsPerMinute;

/**
 * The close of the exchange on a date, in milliseconds since 1970.
 * @param {string} date
 */
export const closeOf = (date) => inNewYork(date, (isEarlyClose(date) ? 13 : 16) * 60);

/**
 * Whether a text is a valuation: a day, which stands for its close, or a day and a time in New York.
 * @param {string} text
 */
export const isValuation = (text) => isDate(text.slice(0, 10)) && /^.{10}( ([01]\d|2[0-3]):[0-5]\d)?$/.test(text);

/**
 * Whether a valuation has a time of the day.
 * @param {string} text
 */
export const hasTime = (text) => text.length > 10;

/**
 * The instant of a valuation with a time.
 * @param {string} text
 */
function instantOf(text) {
    const [hours, minutes] = text.slice(11).split(":").map(Number);
    return inNewYork(text.slice(0, 10), hours * 60 + minutes);
}

/**
 * Whether an expiration is not after a valuation.
 * @param {string} expiration
 * @param {string} from
 */
export const isOver = (expiration, from) => (hasTime(from) ? closeOf(expiration) <= instantOf(from) : expiration <= from);

/**
 * The valuation as requests state it. Their dates stand for 00:00 UTC, so a time is as long before the date of the first expiration as it
 * is before the close on that date.
 * @param {string} from
 * @param {string} first The first expiration.
 */
export function stated(from, first) {
    if (!hasTime(from) || !isDate(first)) return from.slice(0, 10);
    const text = new Date(Date.parse(first) - (closeOf(first) - instantOf(from))).toISOString();
    return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.replace(".000Z", "Z");
}

/**
 * The years from a valuation with a time to the open of the exchange on an ex-date, from which shares trade without the dividend.
 * @param {string} from
 * @param {string} exDate
 */
export const yearsToOpen = (from, exDate) => (inNewYork(exDate, 9 * 60 + 30) - instantOf(from)) / (365 * 24 * 60 * millisecondsPerMinute);

/**
 * The ex-date that is some years after a valuation with a time, at the open; `null` if none is.
 * @param {string} from
 * @param {number} years
 */
export function exDateAfter(from, years) {
    const instant = instantOf(from) + years * 365 * 24 * 60 * millisecondsPerMinute;
    const [date, time] = Number.isFinite(instant) ? valuationAt(new Date(Math.round(instant / 1000) * 1000).toISOString()).split(" ") : [];
    return time === "09:30" ? date : null;
}

const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: "America/New_York",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
});

/**
 * A valuation from one that a request states: the inverse of `stated`, to the minute.
 * @param {string} text
 * @param {string} first The first expiration.
 */
export function valuationFrom(text, first) {
    const instant = Date.parse(text);
    if (!hasTime(text) || Number.isNaN(instant)) return text;
    if (new Date(instant).toISOString().endsWith("T00:00:00.000Z")) return new Date(instant).toISOString().slice(0, 10);
    return valuationAt(new Date(isDate(first) ? instant + closeOf(first) - Date.parse(first) : instant).toISOString());
}

/**
 * The valuation at the instant of quotes.
 * @param {string} asOf
 */
export const valuationAt = (asOf) => format.format(Date.parse(asOf)).replace(", ", " ");
