// The instants of valuations. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { isEarlyClose } from "../../Sources/COptionsPage/page/calendar.js";
import { closeOf, isValuation, stated, valuationFrom } from "../../Sources/COptionsPage/page/clock.js";
import { adding } from "../../Sources/COptionsPage/page/text.js";

/** The early closes that the exchange published for these years. */
const published = ["2024-07-03", "2024-11-29", "2024-12-24", "2025-07-03", "2025-11-28", "2025-12-24", "2026-11-27", "2026-12-24"];

test("the sessions that end at 13:00 are those that the exchange published", () => {
    const found = [];
    for (let date = "2024-01-01"; date < "2027-01-01"; date = adding(date, 1)) if (isEarlyClose(date)) found.push(date);
    assert.deepEqual(found, published);
});

test("the close is at 16:00 in New York, in winter and in summer", () => {
    const text = (date) => new Date(closeOf(date)).toLocaleString("en-CA", { timeZone: "America/New_York", hourCycle: "h23" });
    for (let date = "2025-01-02"; date < "2028-01-01"; date = adding(date, 1)) {
        assert.equal(text(date), `${date}, ${isEarlyClose(date) ? "13" : "16"}:00:00`.replace(/:00:00$/, ":00:00"), date);
    }
});

test("a valuation is a day or a time", () => {
    for (const text of ["2026-11-25", "2026-11-25 00:00", "2026-11-25 23:59"]) assert.equal(isValuation(text), true, text);
    for (const text of ["", "2026-11-31", "2026-11-25 24:00", "2026-11-25 9:30", "2026-11-25T10:30", "2026-11-25 10:30:00"]) {
        assert.equal(isValuation(text), false, text);
    }
});

test("the years to the first expiration are those to its close", () => {
    const years = (from, first) => (Date.parse(first) - Date.parse(stated(from, first))) / 86_400_000;
    assert.equal(years("2026-11-25", "2026-12-18"), 23);
    assert.equal(years("2026-11-25 16:00", "2026-12-18"), 23);
    assert.equal(years("2026-11-25 10:00", "2026-12-18"), 23.25);
    assert.equal(stated("2026-11-25 16:00", "2026-12-18"), "2026-11-25");
    // Three hours less to an early close; an hour more across the end of daylight saving time.
    assert.equal(years("2026-11-25 10:00", "2026-12-24"), 29.125);
    assert.equal(years("2026-10-30 16:00", "2026-11-06"), 7 + 1 / 24);
});

test("a valuation that a request states is found again", () => {
    for (const from of ["2026-11-25", "2026-11-25 10:31", "2026-10-30 09:30", "2026-11-27 12:59"]) {
        for (const first of ["2026-12-18", "2026-12-24", "2027-06-18"]) assert.equal(valuationFrom(stated(from, first), first), from);
    }
    assert.equal(valuationFrom("2026-11-25T00:00:00Z", "2026-12-18"), "2026-11-25");
    assert.equal(valuationFrom("soon", "2026-12-18"), "soon");
});
