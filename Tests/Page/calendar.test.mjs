// Trading days, and the dates at which a strategy is valued. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { isTradingDay, sessions } from "../../Sources/COptionsPage/page/calendar.js";
import { chosenDate, lineDates, tableDates } from "../../Sources/COptionsPage/page/dates.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";
import { adding } from "../../Sources/COptionsPage/page/text.js";

/** The holidays that the exchange has published (NYSE, "Holidays & Trading Hours"). */
const holidays = {
    2023: ["01-02", "01-16", "02-20", "04-07", "05-29", "06-19", "07-04", "09-04", "11-23", "12-25"],
    2024: ["01-01", "01-15", "02-19", "03-29", "05-27", "06-19", "07-04", "09-02", "11-28", "12-25"],
    2026: ["01-01", "01-19", "02-16", "04-03", "05-25", "06-19", "07-03", "09-07", "11-26", "12-25"],
    2027: ["01-01", "01-18", "02-15", "03-26", "05-31", "06-18", "07-05", "09-06", "11-25", "12-24"],
    2028: ["01-17", "02-21", "04-14", "05-29", "06-19", "07-04", "09-04", "11-23", "12-25"],
};

test("every weekday is a trading day, except the holidays that the exchange published", () => {
    for (const [year, list] of Object.entries(holidays)) {
        const closed = [];
        for (let date = `${year}-01-01`; date.startsWith(year); date = adding(date, 1)) {
            const isWeekend = [0, 6].includes(new Date(date).getUTCDay());
            if (isWeekend) assert.equal(isTradingDay(date), false, date);
            else if (!isTradingDay(date)) closed.push(date.slice(5));
        }
        assert.deepEqual(closed, list, year);
    }
    // June 19 became a holiday of the exchange in 2022.
    for (const date of ["2020-06-19", "2021-06-18"]) assert.equal(isTradingDay(date), true, date);
    assert.equal(isTradingDay("2022-06-20"), false);
});

test("sessions have both ends, whatever day they are, and the trading days between", () => {
    // Thanksgiving, and a weekend.
    assert.deepEqual(sessions("2026-11-25", "2026-12-01"), ["2026-11-25", "2026-11-27", "2026-11-30", "2026-12-01"]);
    assert.deepEqual(sessions("2026-11-28", "2027-01-01").slice(0, 2), ["2026-11-28", "2026-11-30"]);
    assert.equal(sessions("2026-12-31", "2027-01-01").at(-1), "2027-01-01");
    assert.deepEqual(sessions("2026-12-31", "2026-12-31"), ["2026-12-31"]);
    const long = sessions("2026-01-02", "9999-12-31");
    assert.ok(long.length < 300 && long.at(-1) === "9999-12-31");
    // From a Saturday, whole weeks lead to Saturdays.
    const weeks = sessions("2026-11-28", "2041-04-12");
    assert.ok(weeks.length > 240 && weeks.length < 260, String(weeks.length));
    assert.ok(weeks.slice(1, -1).every(isTradingDay));
    assert.deepEqual([...new Set(weeks)].sort(), weeks);
});

const stateOf = (date, ...expirations) => ({
    ...initialState(),
    valuation: "2026-11-25",
    date,
    legs: expirations.map((expiration) => makeLeg({ strike: "100", premium: "1", expiration })),
});

test("the date of the slider is a trading day between the valuation and the first expiration", () => {
    const rows = [["", ""], ["2026-11-29", "2026-11-27"], ["2026-11-26", ""], ["2026-11-01", ""], ["2027-05-01", "2026-12-18"], [
        "2026-12-01",
        "2026-12-01",
    ]];
    for (const [typed, chosen] of rows) {
        const state = stateOf(typed, "2027-01-15", "2026-12-18");
        assert.equal(chosenDate(state, state.legs), chosen, typed);
    }
    const state = stateOf("2026-11-30", "2026-11-20");
    assert.equal(chosenDate(state, state.legs), "");
});

test("the date of the slider is a column of the table, and all columns are trading days", () => {
    for (const date of ["", "2026-12-02", "2026-12-18", "2026-11-29"]) {
        const state = stateOf(date, "2026-12-18");
        const dates = tableDates(state, state.legs);
        assert.ok(dates.length >= 6 && dates.length <= 7, dates.join());
        assert.deepEqual([dates[0], dates.at(-1)], ["2026-11-25", "2026-12-18"]);
        assert.deepEqual([...new Set(dates)].sort(), dates);
        assert.ok(dates.every(isTradingDay), dates.join());
        const chosen = chosenDate(state, state.legs);
        assert.ok(!chosen || dates.includes(chosen), dates.join());
    }
});

test("the lines before expiration are of now and of the slider's date, or of a trading day in the middle", () => {
    const lines = (date) => lineDates(stateOf(date, "2026-12-18"));
    assert.deepEqual(lines("2026-12-05"), ["2026-11-25", "2026-12-04"]);
    assert.deepEqual(lines("2026-12-18"), ["2026-11-25"]);
    const [from, middle] = lines("");
    assert.ok(from === "2026-11-25" && isTradingDay(middle), middle);
});
