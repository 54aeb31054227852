// The sessions of the New York Stock Exchange, by its rules for holidays since 2022 (Rule 7.2). Exceptional closings are not known ahead.

import { adding, days, isDate } from "./text.js";

/**
 * The weekday of a date: 0 for Sunday.
 * @param {string} date
 */
const weekday = (date) => new Date(Date.parse(date)).getUTCDay();

/**
 * The date of Easter Sunday, by the algorithm of 1876 ("Butcher's"; Meeus, "Astronomical Algorithms", chapter 8).
 * @param {number} year
 */
function easter(year) {
    const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
    const [d, e] = [Math.floor(b / 4), b % 4];
    const g = Math.floor((8 * b + 13) / 25);
    const h = (19 * a + b - d - g + 15) % 30;
    const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
    const m = Math.floor((a + 11 * h + 22 * l) / 451);
    const place = h + l - 7 * m + 114;
    return new Date(Date.UTC(year, Math.floor(place / 31) - 1, (place % 31) + 1)).toISOString().slice(0, 10);
}

/**
 * Whether a holiday that falls on a day of a month is observed on a date: on the Friday before a Saturday, on the Monday after a Sunday.
 * @param {string} date
 * @param {string} holiday
 */
function isObserved(date, holiday) {
    const distance = days(`${date.slice(0, 4)}-${holiday}`, date);
    return distance === 0 || (distance === -1 && weekday(date) === 5) || (distance === 1 && weekday(date) === 1);
}

/** @param {string} date */
function isHoliday(date) {
    const [month, day] = [date.slice(5, 7), Number(date.slice(8, 10))];
    const isMonday = weekday(date) === 1;
    switch (month) {
        // New Year's Day on a Saturday is not observed.
        case "01":
            return day === 1 || (isMonday && (day === 2 || (day >= 15 && day <= 21)));
        case "02":
            return isMonday && day >= 15 && day <= 21;
        case "03":
        case "04":
            return date === adding(easter(Number(date.slice(0, 4))), -2);
        case "05":
            return isMonday && day >= 25;
        case "06":
            // A holiday since 2022.
            return date >= "2022" && isObserved(date, "06-19");
        case "07":
            return isObserved(date, "07-04");
        case "09":
            return isMonday && day <= 7;
        case "11":
            return weekday(date) === 4 && day >= 22 && day <= 28;
        case "12":
            return isObserved(date, "12-25");
        default:
            return false;
    }
}

/**
 * Whether the exchange has a session on a date.
 * @param {string} date
 */
export const isTradingDay = (date) => weekday(date) % 6 !== 0 && !isHoliday(date);

/**
 * Whether the session of a date ends at 13:00: the days before Independence Day and Christmas, and after Thanksgiving, by the rule since 2013.
 * @param {string} date
 */
export function isEarlyClose(date) {
    const day = Number(date.slice(8, 10));
    const isBeforeFriday = weekday(date) >= 1 && weekday(date) <= 4;
    switch (date.slice(5, 7)) {
        case "07":
            return day === 3 && isBeforeFriday;
        case "11":
            return weekday(date) === 5 && day >= 23 && day <= 29;
        case "12":
            return day === 24 && isBeforeFriday;
        default:
            return false;
    }
}

/**
 * The Friday of the week of a date, or the day before if it is a holiday: the day on which options usually expire.
 * @param {string} date
 */
export function usualFriday(date) {
    const friday = adding(date, 5 - weekday(date));
    return isTradingDay(friday) ? friday : adding(friday, -1);
}

/**
 * The expiration some steps after another, or before it: along the listed ones, or without them from Friday to Friday.
 * @param {string} date
 * @param {number} steps
 * @param {string[]} listed In ascending order.
 * @param {string} from The day after which expirations are.
 */
export function nextExpiration(date, steps, listed, from) {
    if (!listed.length) {
        const next = usualFriday(adding(isDate(date) ? date : from, 7 * steps));
        return isDate(date) && next <= from ? date : next;
    }
    const place = steps > 0 ? listed.filter((one) => one <= date).length - 1 : listed.findIndex((one) => one >= date);
    const start = place < 0 && steps < 0 ? listed.length : place;
    return listed[Math.min(Math.max(start + steps, 0), listed.length - 1)];
}

/** The most days between two dates that are examined one by one. */
const longest = 4_000;

/**
 * The dates from one date to another that a strategy is valued at: both dates, and the trading days between them; of more than ten
 * years, about 250 of them.
 * @param {string} from
 * @param {string} to
 */
export function sessions(from, to) {
    const length = days(from, to);
    const step = length > longest ? Math.ceil(length / 250) : 1;
    /** @type {string[]} */
    const between = [];
    for (let place = step; place < length; place += step) {
        let date = adding(from, place);
        while (!isTradingDay(date)) date = adding(date, 1);
        if (date < to && date !== between.at(-1)) between.push(date);
    }
    return length > 0 ? [from, ...between, to] : [from];
}
