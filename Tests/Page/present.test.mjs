// The price paid and the price now of a leg. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { Failure } from "../../Sources/COptionsPage/page/api.js";
import { evaluate } from "../../Sources/COptionsPage/page/evaluation.js";
import { quoteTexts, setType } from "../../Sources/COptionsPage/page/contract.js";
import { reading } from "../../Sources/COptionsPage/page/reading.js";
import { inputProblem } from "../../Sources/COptionsPage/page/validation.js";
import * as request from "../../Sources/COptionsPage/page/request.js";
import { readAddress, writeAddress } from "../../Sources/COptionsPage/page/address.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

const date = "2026-12-18";
const shares = () => makeLeg({ type: "stock", quantity: "100", premium: "225" });
/** A call sold at 12, which is worth something else now. */
const sold = (more = {}) =>
    makeLeg({ position: "short", strike: "230", premium: "12", expiration: date, nowSource: "mid", now: "3.1", ...more });
const stateOf = (...legs) => ({ ...initialState(), price: "221.82", valuation: "2026-11-25", volatility: "25.51", legs });
const refusal = (path) => new Failure(400, `${path} must be otherwise`, { code: "not_allowed", path });

/** Answers with volatilities of the legs; keeps the requests. */
function server(legs, answer = {}) {
    const requests = [];
    const calculate = async (text) => {
        requests.push(JSON.parse(text));
        return { conventions: { legs }, ...answer };
    };
    return { requests, calculate };
}

test("a leg is worth its premium, unless another price or a volatility is chosen", () => {
    assert.equal(request.present(makeLeg({ premium: "5" })), null);
    assert.equal(request.present(sold({ nowSource: "paid", now: "3.1" })), null);
    assert.equal(request.present(sold({ now: "" })), null);
    assert.equal(request.present(sold({ now: "12.00" })), null);
    assert.equal(request.present({ ...shares(), nowSource: "own", now: "7" }), null);
    assert.deepEqual(request.present(sold()), { price: "3.1" });
    assert.deepEqual(request.present(sold({ premium: "" })), { price: "3.1" });
    assert.deepEqual(request.present(sold({ nowSource: "volatility", now: "30" })), { volatility: "30" });
});

test("a new trade is asked for once, without volatilities", async () => {
    const state = stateOf(shares(), sold({ nowSource: "", now: "" }));
    const { requests, calculate } = server([]);
    await evaluate(state, state.legs, calculate);
    assert.equal(requests.length, 1);
    assert.doesNotMatch(JSON.stringify(requests), /impliedVolatility/);
});

test("the volatility comes from the price now, and the payoff from the price paid", async () => {
    const state = stateOf(shares(), sold());
    const { requests, calculate } = server([null, { impliedVolatility: 0.27477871807812265, source: "premium" }]);
    const { volatilities, notes } = await evaluate(state, state.legs, calculate);
    assert.deepEqual([requests.length, notes.length, [...volatilities.values()].join()], [2, 0, "0.274778718078"]);
    const [question, calculation] = requests.map(({ legs }) => legs);
    assert.deepEqual([question[0].premium, question[1].premium, question[1].impliedVolatility], [225, 3.1, undefined]);
    assert.deepEqual([calculation[0].premium, calculation[1].premium, calculation[1].impliedVolatility], [225, 12, 0.274778718078]);
});

test("a typed volatility needs no question, and is in the table's request", async () => {
    const state = stateOf(sold({ nowSource: "volatility", now: "30.5" }));
    const { requests, calculate } = server([]);
    const { volatilities } = await evaluate(state, state.legs, calculate);
    assert.deepEqual([requests.length, requests[0].legs[0].impliedVolatility], [1, 0.305]);
    const table = JSON.parse(request.scenario(state, state.legs, [0], [date], volatilities));
    assert.deepEqual([table.legs[0].premium, table.legs[0].impliedVolatility], [12, 0.305]);
});

test("a leg that is off is not asked for", async () => {
    const state = stateOf(shares(), makeLeg({ strike: "230", premium: "3", expiration: date }), sold({ isOn: false }));
    assert.equal(request.presentValue(state, state.legs), null);
});

test("a price now that no volatility gives is named, and valued at that of the underlying", async () => {
    const state = stateOf(sold());
    const { calculate } = server([{ impliedVolatility: 0.2551, source: "underlying" }]);
    const { notes, volatilities } = await evaluate(state, state.legs, calculate);
    assert.deepEqual([notes.length, notes[0].leg.id, volatilities.get(state.legs[0].id)], [1, state.legs[0].id, "0.2551"]);
    assert.match(notes[0].message, /volatility of the underlying/);
});

test("a premium that is also the price now, and that no volatility gives, is named", async () => {
    const leg = (more = {}) => sold({ source: "mid", nowSource: "", now: "", ...more });
    const state = stateOf(leg({ isOn: false }), leg(), leg({ premium: "" }), leg(), sold());
    const { calculate } = server([
        { impliedVolatility: 0.2551, source: "underlying" },
        { impliedVolatility: 0.2551, source: "underlying", premiumSource: "model" },
        { impliedVolatility: 0.3, source: "premium" },
        { impliedVolatility: 0.2551, source: "underlying" },
    ], { value: { legs: [0, 300, 0, 0].map((value) => ({ value })) } });
    const { notes } = await evaluate(state, state.legs, calculate);
    // The last leg has a price now, which has a note of its own.
    assert.deepEqual(notes.map(({ leg, member }) => [leg.id, member]), [[state.legs[4].id, "now"], [state.legs[1].id, "premium"]]);
});

test("a price now that follows a quote says that the premium counts without one", async () => {
    const legs = [sold({ now: "" }), sold({ nowSource: "own", now: "" }), sold({ isOn: false, now: "" }), sold({ nowSource: "", now: "" })];
    const state = stateOf(...legs);
    const { notes } = await evaluate(state, state.legs, server([]).calculate);
    assert.deepEqual(notes.map(({ leg, member }) => [leg, member]), [[legs[0], "now"]]);
    assert.match(notes[0].message, /premium counts as the price now/);
});

test("without any volatility, a strategy of one expiration has its payoff, and the price now has the reason", async () => {
    const respond = (request) => {
        if (request.include.includes("value")) throw refusal("legs[0].premium");
        return { metrics: {} };
    };
    const state = { ...stateOf(sold({ strike: "200" })), volatility: "" };
    const { depth, reason, notes } = await evaluate(state, state.legs, async (text) => respond(JSON.parse(text)));
    const words = "No volatility gives the price now of 3.1: enter the volatility of the underlying.";
    assert.deepEqual([depth, reason, notes[0].member, notes[0].message], ["payoff", `Leg 1: ${words}`, "now", words]);
    // A later leg of a calendar has no value without a volatility.
    state.legs.push(sold({ expiration: "2027-01-15", position: "long", nowSource: "" }));
    await assert.rejects(
        evaluate(state, state.legs, async (text) => respond(JSON.parse(text))),
        { code: "not_allowed", path: "legs[0].now" },
    );
});

test("other refusals of the question leave the payoff", async () => {
    // A question that was answered is not asked again.
    const state = { ...stateOf(sold()), price: "231" };
    const { depth, reason, notes } = await evaluate(state, state.legs, async (text) => {
        if (!JSON.parse(text).include.includes("strategyName")) throw refusal("valuationDate");
        return { metrics: {} };
    });
    assert.deepEqual([depth, reason, notes], ["payoff", "The valuation date must be a date YYYY-MM-DD.", []]);
});

test("another premium does not ask for the volatilities of the prices now again", async () => {
    const asked = [];
    const calculate = async (text) => {
        asked.push(JSON.parse(text).include.length);
        return { metrics: {}, conventions: { legs: [{ impliedVolatility: 0.31 }] } };
    };
    for (const premium of ["12", "13"]) {
        const state = { ...stateOf({ ...sold(), premium }), price: "232" };
        const { volatilities } = await evaluate(state, state.legs, calculate);
        assert.deepEqual([...volatilities.values()], ["0.31"]);
    }
    assert.deepEqual(asked, [1, 7, 7]);
});

test("both prices are in the address, and links without a price now stay valid", () => {
    const leg = "leg=short,1,call,230@12,2026-12-18";
    for (
        const [text, source, now] of [["", "", ""], [",now=mid:3.1", "mid", "3.1"], [",now=volatility:30", "volatility", "30"], [
            ",now=paid",
            "paid",
            "",
        ], [",now=own:a%3Ab", "own", "a:b"]]
    ) {
        const { state, problem } = readAddress(`#v1/builder?price=1&${leg}${text}`);
        assert.equal(problem, null, text);
        assert.deepEqual([state.legs[0].premium, state.legs[0].nowSource, state.legs[0].now], ["12", source, now]);
        assert.equal(readAddress(writeAddress(state)).state.legs[0].now, now);
    }
    assert.match(writeAddress(stateOf(sold())), /short,1,call,230@12,2026-12-18,now=mid:3\.1$/);
    assert.match(readAddress(`#v1/builder?price=1&${leg},now=soon:1`).problem ?? "", /now=soon:1/);
});

test("a request with the volatility of a leg is read back as one", () => {
    const state = stateOf(shares(), sold());
    const text = request.calculation(state, state.legs, "everything", new Map([[state.legs[1].id, "0.274778718078"]]));
    const other = initialState();
    const { change, dropped } = reading(text);
    change(other);
    assert.deepEqual([dropped, other.legs[1].nowSource, other.legs[1].now, other.legs[1].premium], [
        [],
        "volatility",
        "27.4778718078",
        "12",
    ]);
    assert.equal(request.calculation(other, other.legs, "everything"), text);
});

test("an option without a premium has the model's, at its typed volatility", () => {
    const leg = sold({ premium: "", nowSource: "volatility", now: "30" });
    const state = { ...stateOf(leg), volatility: "" };
    assert.equal(inputProblem(state, [leg]), null);
    assert.match(inputProblem(state, [{ ...leg, nowSource: "", now: "" }])?.message ?? "", /premium/);
});

test("the texts about a quote say what has changed, of either price", () => {
    const quote = { bid: 3, midpoint: 3.1, ask: 3.2 };
    assert.deepEqual(quoteTexts(sold({ now: "3.1" }), quote, "2026-11-25"), [
        "bid 3.00 · mid 3.10 · ask 3.20",
        "23 days left",
        "own price",
    ]);
    assert.ok(quoteTexts(sold({ now: "2.9" }), quote, "2026-11-25").includes("the mid has changed since"));
    assert.ok(quoteTexts(sold(), quote, "", 0.02).includes("quoted at a lower price of the stock"));
    assert.ok(!quoteTexts(sold(), quote, "", -0.004).join().includes("quoted at"));
    assert.deepEqual(quoteTexts(sold(), null, ""), ["no quote for this contract"]);
    assert.deepEqual(quoteTexts(makeLeg({ expiration: date }), null, "2026-12-17"), ["1 day left"]);
});

test("the days that are left are those from a valuation date, which need not be complete yet", () => {
    const leg = makeLeg({ strike: "230", expiration: date });
    assert.deepEqual(quoteTexts(leg, null, "2026-11-25"), ["23 days left"]);
    assert.deepEqual(quoteTexts(leg, null, "2026-11-25T15:00"), ["23 days left"]);
    assert.deepEqual(quoteTexts(leg, null, "2026-1"), []);
});

test("a call with a price now that becomes shares follows no quote", () => {
    const leg = sold({ source: "ask" });
    setType(leg, "stock", { price: "221.82", symbol: "AAPL" });
    assert.deepEqual([leg.source, leg.nowSource, leg.now, leg.premium], ["own", "", "", "221.82"]);
    assert.deepEqual(quoteTexts(leg, null, "2026-11-25"), []);
    setType(leg, "put", { price: "221.82", symbol: "AAPL" });
    assert.deepEqual([leg.source, leg.premium], ["mid", ""]);
    setType(leg, "call", { price: "221.82", symbol: "AAPL" });
    assert.deepEqual([leg.type, leg.source, leg.premium], ["call", "mid", ""]);
});
