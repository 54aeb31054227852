// The logic of the finder. Expected values are computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseEvent, readEvents } from "../../Sources/COptionsPage/page/events.js";
import { readSearch, writeSearch } from "../../Sources/COptionsPage/page/finder/address.js";
import { returnTexts } from "../../Sources/COptionsPage/page/finder/answers.js";
import { points } from "../../Sources/COptionsPage/page/finder/front.js";
import { expirationOf, foundLegs } from "../../Sources/COptionsPage/page/finder/opening.js";
import { beliefOf, fieldOf, findRequest } from "../../Sources/COptionsPage/page/finder/request.js";
import { examinedText, objectivesText, objectiveText, titleOf } from "../../Sources/COptionsPage/page/finder/words.js";
import { InputProblem } from "../../Sources/COptionsPage/page/inputs.js";
import { returnOn } from "../../Sources/COptionsPage/page/risk.js";

const market = { spot: 100, time: 0.25, volatility: 0.4, carry: 0 };
const inputs = {
    kind: "trade",
    ticker: "COIN",
    dates: ["2026-12-18"],
    outlook: "rises",
    mean: "",
    volatility: "",
    target: "",
    targetDate: "",
    maxLoss: "",
    capital: "",
    chance: "",
    legs: "4",
    isAcross: false,
    isCovered: false,
    isNear: false,
    isVaried: false,
    objective: "expectedProfit",
    against: "",
    shares: "250",
    cost: "",
    protections: ["puts", "collars"],
    commission: "",
};

test("the commission of a contract goes into both kinds of request, if there is one", () => {
    for (const kind of ["trade", "hedge"]) {
        assert.equal(findRequest({ ...inputs, kind, commission: "0.65" }, market).fee, 0.65);
        assert.ok(!("fee" in findRequest({ ...inputs, kind }, market)));
    }
});

test("an event has its name, its identifier and its lines; a comment is none", () => {
    assert.deepEqual(parseEvent("event: progress\nid: a-1\ndata: {\ndata: }"), { event: "progress", id: "a-1", data: "{\n}" });
    assert.deepEqual(parseEvent("data:1:2"), { event: "message", id: "", data: "1:2" });
    assert.equal(parseEvent(": alive"), null);
    assert.equal(parseEvent("retry: 5000"), null);
});

test("events are read over the bounds of chunks and of characters", async () => {
    const bytes = new TextEncoder().encode("data: −1\n\n: alive\n\nevent: change\ndata: 2\n\ndata: unfinished");
    const body = new ReadableStream({
        start(controller) {
            for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
            controller.close();
        },
    });
    const events = [];
    for await (const { event, data } of readEvents(body)) events.push([event, data]);
    assert.deepEqual(events, [["message", "−1"], ["change", "2"]]);
});

test("leaving the events cancels the body", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")),
        cancel() {
            isCancelled = true;
        },
    });
    for await (const { data } of readEvents(body)) {
        assert.equal(data, "1");
        break;
    }
    assert.ok(isCancelled);
});

test("an outlook moves the mean by half a standard deviation, or the volatility", () => {
    // σ√T = 0.4 · 0.5 = 0.2, so half of it is 0.1.
    assert.deepEqual(beliefOf("rises", market), { mean: "110.52", volatility: "" });
    assert.deepEqual(beliefOf("falls", market), { mean: "90.48", volatility: "" });
    assert.deepEqual(beliefOf("calm", market), { mean: "", volatility: "32.0" });
    assert.deepEqual(beliefOf("moves", market), { mean: "", volatility: "50.0" });
    assert.deepEqual(beliefOf("rises", { ...market, volatility: null }), { mean: "", volatility: "" });
});

test("a request has the belief, the budget and the objective", () => {
    const request = findRequest({ ...inputs, mean: "110.52", volatility: "50 %", maxLoss: "$500", chance: "40", isVaried: true }, market);
    assert.equal(request.ticker, "COIN");
    assert.ok(Math.abs(request.belief.drift - 0.4) < 1e-3);
    assert.equal(request.belief.volatility, 0.5);
    assert.deepEqual(request.filters, { definedRisk: true, maxLoss: 500, probabilityOfProfit: { minimum: 0.4 } });
    assert.deepEqual(request.search, { legs: { minimum: 1, maximum: 4 }, perStrategy: true });
    assert.equal(request.objective, "expectedProfit");
    assert.equal(request.limit, 1);
});

test("a second objective makes a front, which has no best row of each name", () => {
    const request = findRequest({ ...inputs, against: "probabilityOfProfit", isVaried: true }, market);
    assert.deepEqual(request.front, ["expectedProfit", "probabilityOfProfit"]);
    assert.ok(!("objective" in request) && !("perStrategy" in request.search));
    assert.ok(!("front" in findRequest({ ...inputs, against: "expectedProfit" }, market)));
});

test("a target is required for its outlook", () => {
    const at = (target) => () => findRequest({ ...inputs, outlook: "target", target }, market);
    assert.throws(at(""), (error) => error instanceof InputProblem && error.path === "belief.targetPrice");
    assert.throws(at("1,5"), /without commas/);
    assert.throws(at("high"), /“high” is not a number/);
    assert.deepEqual(findRequest({ ...inputs, outlook: "target", target: "120", targetDate: "2026-12-10" }, market).belief, {
        targetPrice: 120,
        targetDate: "2026-12-10",
    });
});

test("protection of 250 shares takes two contracts, and is a front without a budget", () => {
    const hedge = findRequest({ ...inputs, kind: "hedge" }, market);
    assert.deepEqual(hedge.holdings, [{ type: "stock", position: "long", quantity: 250 }]);
    assert.equal(hedge.search.contracts, 2);
    assert.deepEqual(hedge.search.strategies, ["long put", "bearish risk reversal"]);
    assert.deepEqual(hedge.front, ["maxLoss", "expectedProfit"]);
    const cheap = findRequest({ ...inputs, kind: "hedge", cost: "0" }, market);
    assert.equal(cheap.objective, "maxLoss");
    assert.deepEqual(cheap.filters.netCost, { maximum: 0 });
    assert.throws(() => findRequest({ ...inputs, kind: "hedge", shares: "99" }, market), /100 shares/);
    assert.throws(() => findRequest({ ...inputs, kind: "hedge", protections: [] }, market), /at least one kind/);
});

test("an error is shown at the field of its path", () => {
    assert.equal(fieldOf("filters.netCost.maximum"), "cost");
    assert.equal(fieldOf("holdings[0].quantity"), "shares");
    assert.equal(fieldOf("belief.targetDate"), "targetDate");
    assert.equal(fieldOf("expirationDates[1]"), "expiration");
    assert.equal(fieldOf("ticker"), "");
});

test("a leg is bought at the ask and sold at the bid, and has its expiration with one expiration, too", () => {
    const expirations = [{ expirationDate: "2026-12-18", timeToExpiration: 0.05, dividendYield: 0 }];
    const legs = [
        { type: "put", position: "long", strikePrice: 145, premium: 5.1, quantity: 2, timeToExpiration: 0.05 },
        { type: "call", position: "short", strikePrice: 160, premium: 3, quantity: 2, expirationDate: "2026-12-24" },
        { type: "stock", position: "long", premium: 150, quantity: 200 },
    ];
    assert.deepEqual(legs.map((leg) => expirationOf(leg, expirations)), ["2026-12-18", "2026-12-24", ""]);
    assert.deepEqual(foundLegs(legs, expirations).map(({ source, strike, quantity, premium }) => [source, strike, quantity, premium]), [
        ["ask", "145", "2", "5.1"],
        ["bid", "160", "2", "3"],
        ["own", "", "200", "150"],
    ]);
});

test("values of objectives are in money, in percent or plain", () => {
    assert.equal(objectiveText("maxLoss", -250), "−$250.00");
    assert.equal(objectiveText("expectedProfitPerCapital", 0.2517), "25.2 %");
    assert.equal(objectiveText("probabilityOfProfit", 0.99999), "> 99.9 %");
    assert.equal(objectiveText("probabilityOfProfit", 1), "100.0 %");
    assert.equal(objectiveText("expectedProfitPerShortfall", -0.5), "−0.50");
    assert.equal(objectiveText("maxProfit", null), "–");
    assert.equal(objectivesText({ maxLoss: -10, expectedProfit: 5 }), "smallest loss −$10.00, expected profit +$5.00");
});

test("contracts that are added to shares have the name of both together", () => {
    const found = { title: "bearish risk reversal 145/160", strategyName: { name: "bearish risk reversal" } };
    assert.equal(titleOf(found, { holdings: {} }), "collar 145/160");
    assert.equal(titleOf(found, {}), "bearish risk reversal 145/160");
    assert.equal(titleOf({ title: "+1 put 5", strategyName: null }, { holdings: {} }), "+1 put 5");
    const calendar = { title: "long call calendar spread 150 2026-12-18/2027-01-15", strategyName: { name: "long call calendar spread" } };
    assert.equal(titleOf(calendar, { asOf: "2026-11-27T18:00:00Z" }), "long call calendar spread 150 Dec 18/Jan 15, 2027");
});

test("what was examined is said, also if nothing was found or the time ran out", () => {
    const answer = { examined: { combinations: 1200, contracts: { usable: 20 } }, complete: true, strategies: [{}, {}] };
    assert.equal(examinedText(answer), "All 1,200 combinations of 20 contracts were examined.");
    assert.match(examinedText({ ...answer, front: { size: 9 } }), /no other beats these 2 of 9\.$/);
    assert.match(examinedText({ ...answer, strategies: [] }), /none fulfils the conditions/);
    assert.match(examinedText({ ...answer, complete: false, covered: 0.42 }), /^42 % of 1,200/);
});

test("a return is that of the risk, and of a year by its days", () => {
    assert.deepEqual(returnOn(50, 200, 73), { rate: 0.25, yearly: 1.25 });
    assert.deepEqual(returnOn(50, 200, 0), { rate: 0.25, yearly: null });
    assert.equal(returnOn(null, 200, 73), null);
    assert.equal(returnOn(50, null, 73), null);
    assert.equal(returnOn(50, 0, 73), null);
    assert.deepEqual(returnTexts({ metrics: { maxProfit: 50 }, capital: 200 }, 73), ["25 %", "125 % a year"]);
    assert.deepEqual(returnTexts({ metrics: { maxProfit: null }, capital: 200 }, 73), []);
});

test("the points of a front ascend by the first objective", () => {
    const found = (rank, x, y) => ({ rank, objectives: { expectedProfit: x, probabilityOfProfit: y } });
    assert.deepEqual(points([found(1, 5, 0.1), found(2, 3, 0.4), found(3, null, 1)]).map(({ found: { rank } }) => rank), [2, 1]);
});

test("legs on two dates are asked for by the search", () => {
    assert.equal(findRequest({ ...inputs, isAcross: true }, market).search.expirations, 2);
    assert.equal("expirations" in findRequest(inputs, market).search, false);
    assert.equal(fieldOf("search.expirations"), "across");
});

test("a search in the address has names and texts without spaces", () => {
    const text = "ticker:SPY outlook:calm maxLoss:1,000";
    assert.deepEqual(readSearch(text), { ticker: "SPY", outlook: "calm", maxLoss: "1,000" });
    assert.equal(writeSearch(readSearch(text)), text);
    assert.equal(writeSearch({ maxLoss: " 1 000", note: "a:b" }), "maxLoss:1000 note:a:b");
    assert.deepEqual(readSearch("note:a:b nothing"), { note: "a:b" });
    assert.deepEqual(readSearch(""), {});
});
