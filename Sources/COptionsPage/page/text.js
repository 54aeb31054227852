// Formats numbers and dates for display.

import { h } from "./dom.js";

const minus = "−";
const money = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en-US");
const short = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4, useGrouping: false });

/**
 * Replaces the minus signs of a number, including its exponent's.
 * @param {string} text
 */
const signed = (text) => text.replaceAll("-", minus);

/** Amounts below this are what rounding, and the accuracy of American options, leave of 0. */
const least = 1e-5;

/**
 * An amount of money: `−$1,234.50`.
 * @param {number} value
 */
export function amount(value) {
    const size = Math.abs(value);
    if (size < least) return "$0.00";
    const text = size !== 0 && (size < 0.005 || size >= 1e15) ? signed(size.toExponential(3)) : money.format(size);
    return `${value < 0 ? minus : ""}$${text}`;
}

/**
 * A profit or loss, with its sign: `+$75.00`.
 * @param {number} value
 */
export function profit(value) {
    return `${value >= least ? "+" : ""}${amount(value)}`;
}

/**
 * A price with all its digits.
 * @param {number} value
 */
export function exact(value) {
    return signed(String(value));
}

/**
 * A price that was computed: one with three or four decimal places as it is, others to cents; below 1, in four digits.
 * @param {number} value
 */
export function level(value) {
    const text = String(value);
    if (text.includes("e") || /\.\d{5}/.test(text)) {
        return Math.abs(value) >= 1 ? signed(value.toFixed(2)) : exact(Number(value.toPrecision(4)));
    }
    return signed(/\.\d{3}/.test(text) ? text : value.toFixed(2));
}

/**
 * A loss that may be a gain, in words.
 * @param {number} loss
 * @param {string} gain The words around the gain, with `$` in its place.
 */
export const loss = (loss, gain) => (loss > 0 ? amount(loss) : loss < 0 ? `none: ${gain.replace("$", () => amount(-loss))}` : "none");

/**
 * A quoted price, with at least two decimal places.
 * @param {number | null | undefined} value
 */
export function price(value) {
    if (value === null || value === undefined) return "–";
    const text = String(value);
    const places = text.includes("e") ? 2 : (text.split(".")[1] ?? "").length;
    const digits = Math.min(Math.max(places, 2), 4);
    return signed(value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
}

/**
 * A probability, a volatility or a return.
 * @param {number | null | undefined} value
 * @param {number} [places]
 */
export function percent(value, places = 1) {
    if (value === null || value === undefined) return "–";
    const points = value * 100;
    return signed(`${Math.abs(points) < 1000 ? points.toFixed(places) : whole.format(Math.round(points))} %`);
}

/**
 * The percentage of a change in brackets, with its sign; empty without one.
 * @param {number | null | undefined} value
 * @param {number} [places]
 */
export function inBrackets(value, places = 1) {
    return value === null || value === undefined ? "" : ` (${value > 0 ? "+" : ""}${percent(value, places)})`;
}

/**
 * A count.
 * @param {number | null | undefined} value
 */
export function count(value) {
    return value === null || value === undefined ? "–" : whole.format(value);
}

/**
 * Things with their number: `1 day`, `1,000 days`.
 * @param {number} number
 * @param {string} thing
 */
export const counted = (number, thing) => `${count(number)} ${thing}${number === 1 ? "" : "s"}`;

/**
 * A number of any size in four digits.
 * @param {number | null | undefined} value
 */
export function compact(value) {
    if (value === null || value === undefined) return "–";
    const size = Math.abs(value);
    const text = size !== 0 && (size < 1e-4 || size >= 1e7) ? value.toExponential(2) : short.format(value);
    return signed(text);
}

/**
 * A number with a fixed number of decimal places, so that those of a column stand below each other.
 * @param {number | null | undefined} value
 * @param {number} places
 */
export const fixed = (value, places) => (value === null || value === undefined ? "–" : signed(value.toFixed(places)));

/**
 * The numbers of a column with the same decimal places: the largest one has four digits.
 * @param {(number | null)[]} values
 */
export function aligned(values) {
    const size = Math.max(...values.map((value) => Math.abs(value ?? 0)));
    if (!(size >= 1e-4 && size < 1e7)) return values.map(compact);
    const places = Math.max(3 - Math.floor(Math.log10(size)), 0);
    return values.map((value) => fixed(value, places));
}

/**
 * An amount together with its exact value, for tests and for copying.
 * @param {number} value
 * @param {string} text
 * @param {string} [name]
 */
export function data(value, text, name = "") {
    return h("data", { value: String(value), class: `${name} ${value <= -least ? "loss" : value >= least ? "profit" : ""}` }, text);
}

const dayFormat = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", timeZone: "UTC" });
const instantFormat = new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "America/New_York",
});

/**
 * Whether a text is a date of the calendar.
 * @param {string} text
 */
export function isDate(text) {
    const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
    // Some browsers take February 31 for March 3.
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * A date without its year: `Dec 18`.
 * @param {string} date
 */
export function day(date) {
    return isDate(date) ? dayFormat.format(Date.parse(date)) : date;
}

/**
 * A date, with its year if it differs from that of another date.
 * @param {string} date
 * @param {string} from
 */
export const dayFrom = (
    date,
    from,
) => (isDate(date) && date.slice(0, 4) !== from.slice(0, 4) ? `${day(date)}, ${date.slice(0, 4)}` : day(date));

/**
 * An instant in New York.
 * @param {string | null | undefined} time
 */
export function instant(time) {
    return time && !Number.isNaN(Date.parse(time)) ? `${instantFormat.format(Date.parse(time))} New York` : "";
}

// The Canadian locale writes the year first.
const dateFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", year: "numeric", month: "2-digit", day: "2-digit" });

/**
 * The date in New York of an instant.
 * @param {string} instant
 */
export const dateInNewYork = (instant) => dateFormat.format(Date.parse(instant));

/** Today's date in New York. */
export const today = () => dateFormat.format(new Date());

/**
 * A decimal as a percentage, without digits that the multiplication adds.
 * @param {number} value
 */
export const percentage = (value) => String(Number((value * 100).toPrecision(15)));

/**
 * Percentage points with their sign.
 * @param {number} points
 */
export const signedPoints = (points) => `${points > 0 ? "+" : minus}${Math.abs(points)}`;

const millisecondsPerDay = 86_400_000;

/**
 * The number of days from one date to another.
 * @param {string} from
 * @param {string} to
 */
export function days(from, to) {
    return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / millisecondsPerDay);
}

/**
 * The date some days after another.
 * @param {string} date
 * @param {number} count
 */
export function adding(date, count) {
    return new Date(Date.parse(date.slice(0, 10)) + count * millisecondsPerDay).toISOString().slice(0, 10);
}

/**
 * The remaining days, in words.
 * @param {number} count
 */
export const daysLeft = (count) => (count < 0 ? "expired" : `${counted(count, "day")} left`);
