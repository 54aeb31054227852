// The logic of watch list, prices, positions and settings. Expected values are computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { figures, firstDay } from "../../Sources/COptionsPage/page/details.js";
import { byYear, missingText, years } from "../../Sources/COptionsPage/page/gaps.js";
import { duration, jobText, pending, sum } from "../../Sources/COptionsPage/page/jobs.js";
import { historySeries } from "../../Sources/COptionsPage/page/positions.js";
import { excludedAssets, gainText } from "../../Sources/COptionsPage/page/positionstable.js";
import { dayChoices } from "../../Sources/COptionsPage/page/settings.js";
import { sourceTexts } from "../../Sources/COptionsPage/page/sources.js";
import { age, causes, changeText, inserted, moved, oldRows } from "../../Sources/COptionsPage/page/tickers.js";
import { checked, failureText, importedText, isRate } from "../../Sources/COptionsPage/page/transfer.js";

test("an age is in minutes up to two hours, in hours up to two days, then in days", () => {
    const noon = Date.parse("2026-11-20T12:00:00Z");
    const rows = [
        ["2026-11-20T11:59:30Z", "just now"],
        ["2026-11-20T11:58:00Z", "2 minutes ago"],
        ["2026-11-20T10:01:00Z", "119 minutes ago"],
        ["2026-11-20T10:00:00Z", "2 hours ago"],
        ["2026-11-18T13:00:00Z", "47 hours ago"],
        ["2026-11-18T12:00:00Z", "2 days ago"],
        ["2026-11-20T12:05:00Z", ""],
        ["soon", ""],
    ];
    for (const [time, text] of rows) assert.equal(age(time, noon), text, time);
});

test("a ticker moves within the list, and not beyond its ends", () => {
    assert.deepEqual(moved(["A", "B", "C"], "C", -1), ["A", "C", "B"]);
    assert.deepEqual(moved(["A", "B", "C"], "A", 1), ["B", "A", "C"]);
    assert.deepEqual(moved(["A", "B", "C"], "A", -1), ["A", "B", "C"]);
    assert.deepEqual(moved(["A", "B", "C"], "C", 1), ["A", "B", "C"]);
    // Another tab has removed it.
    assert.deepEqual(moved(["A", "C"], "B", 1), ["A", "C"]);
});

test("a ticker that is brought back has its place, and is not in the list twice", () => {
    assert.deepEqual(inserted(["A", "C"], "B", 1), ["A", "B", "C"]);
    assert.deepEqual(inserted(["A"], "B", 5), ["A", "B"]);
    assert.deepEqual(inserted(["B", "A"], "B", 1), ["B", "A"]);
});

test("old rows are counted", () => {
    const rows = (...stale) => stale.map((one) => ({ stale: one }));
    assert.equal(oldRows(rows(false, false)), "");
    assert.equal(oldRows([]), "");
    assert.equal(oldRows(rows(true, false)), "1 row is the last that is known.");
    assert.equal(oldRows(rows(true, true, false)), "2 rows are the last that are known.");
    assert.equal(oldRows(rows(true)), "All rows are the last that are known.");
});

test("the causes are those of the sources that are on and have a message", () => {
    const source = { source: "polygon", state: "limited", message: "the limit is reached", resetsAt: null };
    assert.equal(
        causes([source, { ...source, source: "yahoo", message: null }, { ...source, source: "twelveData", state: "off" }]),
        "polygon: the limit is reached",
    );
    // 15:00 UTC in November is 10 a.m. in New York.
    assert.match(
        causes([{ ...source, resetsAt: "2026-11-23T15:00:00Z" }]),
        /^polygon: the limit is reached, next try Nov 23, 2026, 10:00\sAM New York$/,
    );
});

test("a change has an arrow, a sign and its percentage", () => {
    assert.equal(changeText(1.5, 1.2), "▲ +1.50 (+1.20 %)");
    assert.equal(changeText(-1.5, -0.5), "▼ −1.50 (−0.50 %)");
    assert.equal(changeText(0, null), " 0.00");
});

test("a range begins as many days ago as it has", () => {
    assert.equal(firstDay("1 month", "2026-03-04"), "2026-02-01");
    assert.equal(firstDay("1 year", "2026-03-04"), "2025-03-03");
    assert.equal(firstDay("all", "2026-03-04"), undefined);
});

test("the figures of a stock have a dash for what is unknown", () => {
    const texts = Object.fromEntries(figures({ price: 10.5, previousClose: null, low: 10, high: 11, volume: 1234567 }));
    assert.deepEqual([texts.Last, texts["Previous close"], texts.Day, texts.Volume, texts.Year], [
        "10.50",
        "–",
        "10.00 to 11.00",
        "1,234,567",
        "– to –",
    ]);
});

test("a gap is split at the ends of years, with the days that the server counts", () => {
    const years = [{ year: 2025, days: 3 }, { year: 2026, days: 2 }];
    assert.deepEqual(byYear({ from: "2025-12-27", to: "2026-01-05", days: 5, years }), [
        { from: "2025-12-27", days: 3 },
        { from: "2026-01-01", days: 2 },
    ]);
});

/** A gap within one year. */
const gap = (from, to, days) => ({ from, to, days, years: [{ year: Number(from.slice(0, 4)), days }] });

test("the days of a year are in order, the newest year first", () => {
    const found = years(["2025-12-31", "2026-01-02", "2026-01-05", "2026-01-08"], [gap("2026-01-06", "2026-01-07", 2)]);
    assert.deepEqual(found.map(({ year, stored, missing }) => [year, stored, missing]), [["2026", 3, 2], ["2025", 1, 0]]);
    assert.deepEqual(found[0].runs.map(({ date, days, isMissing }) => [date, days, isMissing]), [
        ["2026-01-02", 1, false],
        ["2026-01-05", 1, false],
        ["2026-01-06", 2, true],
        ["2026-01-08", 1, false],
    ]);
});

test("a price within a gap does not count as stored", () => {
    const [year] = years(["2026-01-05", "2026-01-06"], [gap("2026-01-06", "2026-01-06", 1)]);
    assert.deepEqual([year.stored, year.missing], [1, 1]);
});

test("missing days in words: the first five gaps", () => {
    const gap = (number) => ({ from: `2026-0${number}-02`, to: `2026-0${number}-03`, days: 2 });
    assert.equal(missingText({ missingDays: 0, missing: [] }), "");
    assert.equal(
        missingText({ missingDays: 1, missing: [{ from: "2026-11-19", to: "2026-11-19", days: 1 }] }),
        "Missing 1 day: 2026-11-19 (1 day)",
    );
    assert.match(
        missingText({ missingDays: 14, missing: [1, 2, 3, 4, 5, 6, 7].map(gap) }),
        /^Missing 14 days: 2026-01-02 to 2026-01-03 \(2 days\), .*2026-05-03 \(2 days\) and 2 more ranges$/,
    );
});

const job = (number, state, ...assets) => ({
    job: number,
    state,
    from: "1990-01-02",
    secondsLeft: 90,
    assets: assets.map((asset) => ({ asset, daysImported: 2500, daysToGo: 100 })),
});

test("durations are in seconds up to a minute and a half", () => {
    assert.deepEqual([0.2, 89, 90, 91, 3600].map(duration), ["1 s", "89 s", "2 min", "2 min", "60 min"]);
});

test("a running job has its rate and the remaining time, one that ended has not", () => {
    assert.deepEqual(jobText(job("1", "running", "SPY", "QQQ"), 1200), {
        title: "Fetching",
        subject: "SPY, QQQ: 5,000 days",
        progress: "1,200 days/s, 2 min left",
    });
    assert.equal(jobText(job("1", "running", "SPY"), 0).progress, "2 min left");
    assert.deepEqual(jobText(job("1", "cancelled", "SPY"), 9), { title: "Cancelled", subject: "SPY: 2,500 days", progress: "" });
    assert.equal(jobText(job("1", "done", ..."ABCDEFGH"), 0).subject, "A, B, C, D, E, F and 2 more: 20,000 days");
    assert.equal(sum(job("1", "done", "A", "B"), "daysToGo"), 200);
});

test("a cancelled job is shown unless it was dismissed or a later one has its assets", () => {
    const jobs = [
        job("5", "done", "KO"),
        job("4", "cancelled", "QQQ"),
        job("3", "cancelled", "KO"),
        job("2", "running", "KO"),
        job("1", "cancelled", "SPY"),
    ];
    assert.deepEqual(pending(jobs, []).map((one) => one.job), ["4", "2", "1"]);
    assert.deepEqual(pending(jobs, ["4"]).map((one) => one.job), ["2", "1"]);
    // Only a part of its assets was fetched again.
    assert.deepEqual(pending([job("2", "done", "KO"), job("1", "cancelled", "KO", "SPY")], []).map((one) => one.job), ["1"]);
});

test("the totals name each asset that they leave out once", () => {
    const positions = [{ asset: "SPY", marketValue: 1 }, { asset: "KO", marketValue: null }, { asset: "T", marketValue: null }];
    const excluded = ["KO", "coin:bitcoin"].map((asset) => ({ asset, currency: "EUR" }));
    assert.deepEqual(excludedAssets(positions, { excluded }), ["KO", "coin:bitcoin", "T"]);
    assert.deepEqual(excludedAssets([], { excluded: [] }), []);
});

test("a gain has a percentage only of a cost", () => {
    assert.equal(gainText({ profitLoss: 25, profitLossPercent: 12.5 }), "+$25.00 (+12.5 %)");
    assert.equal(gainText({ profitLoss: -25, profitLossPercent: null }), "−$25.00");
});

test("a day without a value is left out of its line", () => {
    const [value, cost] = historySeries([{ date: "2026-11-19", marketValue: null, cost: 5 }, {
        date: "2026-11-20",
        marketValue: 7,
        cost: 0,
    }]);
    assert.deepEqual(value.values, [{ date: "2026-11-20", value: 7 }]);
    assert.deepEqual(cost.values, [{ date: "2026-11-19", value: 5 }, { date: "2026-11-20", value: 0 }]);
});

test("the stored number of days is among the choices, in order", () => {
    assert.deepEqual(dayChoices(7), [1, 3, 7, 14, 30]);
    assert.deepEqual(dayChoices(5), [1, 3, 5, 7, 14, 30]);
});

test("a source has its key, plan, calls left and state", () => {
    const row = { keySet: false, plan: null, callsLeft: null, resetsAt: null, state: "off", message: null };
    assert.deepEqual(sourceTexts(row), ["not set", "–", "–", "off"]);
    assert.deepEqual(sourceTexts({ ...row, keySet: true, plan: "free", callsLeft: 0, state: "limited", message: "busy" }), [
        "set",
        "free",
        "0",
        "limited: busy",
    ]);
});

test("a file of an export is accepted, whole or in parts", () => {
    const content = {
        version: 1,
        watchlist: ["SPY", "BRK.B", "coin:bitcoin"],
        positions: [{ asset: "SPY", quantity: 1.5, cost: 0 }],
        settings: { cacheDays: 3, autoFetch: { onLaunch: true }, sources: {} },
        theme: "dark",
        rate: "4.5",
    };
    assert.equal(checked(content), content);
    for (const name of Object.keys(content).slice(1)) assert.ok(checked({ version: 1, [name]: content[name] }), name);
});

test("a wrong file is refused with the member that is wrong", () => {
    const rows = [
        [null, /"version": 1/],
        [[], /"version": 1/],
        [{ version: 2, watchlist: [] }, /"version": 1/],
        [{ version: 1 }, /watchlist, positions, trades or settings/],
        [{ rate: "0x10" }, /^rate must be/],
        [{ version: 1, rate: 4 }, /^rate must be/],
        [{ version: 1, theme: "red" }, /^theme must be/],
    ];
    for (const [content, reason] of rows) assert.throws(() => checked(content), { message: reason }, JSON.stringify(content));
});

test("a rate is a number, or empty", () => {
    assert.deepEqual(["", " ", "4", "-0.5", ".5", "4 %", "0x10", "1e400"].map(isRate), [true, true, true, true, true, false, false, true]);
});

test("an import names the numbers of what it replaced", () => {
    assert.equal(importedText({ watchlist: ["SPY"], positions: [{}, {}], trades: [] }), "Imported 1 stock, 2 positions and 0 trades.");
    assert.equal(importedText({ positions: [{}] }), "Imported 1 position.");
    assert.equal(importedText({ theme: "dark" }), "Imported the settings.");
});

test("a failed import says that it changed nothing", () => {
    assert.equal(failureText(new Error("disk full")), "disk full. Nothing was imported.");
    assert.equal(failureText(new Error("It failed.")), "It failed. Nothing was imported.");
    assert.match(failureText(new SyntaxError("bad token")), /^The file is not JSON: bad token$/);
});
