// The requests of the page for a strategy. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { Failure } from "../../Sources/COptionsPage/page/api.js";
import { evaluate, lacking } from "../../Sources/COptionsPage/page/evaluation.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

const call = (more = {}) => makeLeg({ strike: "100", premium: "5", expiration: "2026-12-18", ...more });
const stateOf = (...legs) => ({ ...initialState(), price: "100", valuation: "2026-11-25", volatility: "20", legs });
const refusal = (message) => new Failure(400, message);

/** A server that answers each request by a function, and keeps the requests. */
function server(respond) {
    const requests = [];
    const calculate = async (text) => {
        const request = JSON.parse(text);
        requests.push(request);
        return respond(request, requests.length);
    };
    return { requests, calculate };
}

test("a strategy with expirations is asked for everything at once", async () => {
    const { requests, calculate } = server(() => ({ metrics: {}, conventions: { legs: [{}] } }));
    const state = stateOf(call());
    const { depth, reason } = await evaluate(state, state.legs, calculate);
    assert.deepEqual([depth, reason, requests.length], ["everything", null, 1]);
    assert.deepEqual(requests[0].include, ["strategyName", "greeks", "value", "valueCurves", "margin", "probability", "curveDetails"]);
});

test("the chances of the market are asked for with the volatilities of now, and left out where they are refused", async () => {
    const distribution = { forward: 101, timeToExpiration: 0.06, level: 0.01, slope: 0.1, correlation: -0.4, shift: 0, width: 0.2 };
    const answer = { metrics: {}, conventions: { volatility: 0.2, legs: [{ impliedVolatility: 0.31 }] } };
    const { requests, calculate } = server(({ distribution: given }) => given ? { probability: { ofProfit: 0.4 } } : answer);
    const state = stateOf(call());
    const { market } = await evaluate(state, state.legs, calculate, distribution);
    assert.deepEqual(market, { probability: { ofProfit: 0.4 } });
    // The payoff is known: neither answer waits for the other.
    const [own, ofMarket] = requests;
    assert.deepEqual([own.volatility, own.distribution], [0.2, undefined]);
    assert.deepEqual([ofMarket.volatility, ofMarket.distribution], [undefined, distribution]);
    assert.deepEqual([ofMarket.legs[0].premium, ofMarket.include, ofMarket.exclude], [5, ["probability", "curveDetails"], ["curve"]]);
    // A premium of the model, and its volatility, are those of the other answer.
    const unpriced = stateOf(call({ premium: "" }));
    const modelled = server(() => ({
        ...answer,
        conventions: { ...answer.conventions, legs: [{ impliedVolatility: 0.31, premiumSource: "model" }] },
        value: { legs: [{ value: 500 }] },
    }));
    await evaluate(unpriced, unpriced.legs, modelled.calculate, distribution);
    const [first, second] = modelled.requests;
    assert.deepEqual([first.distribution, second.distribution], [undefined, distribution]);
    assert.deepEqual([second.legs[0].premium, second.legs[0].impliedVolatility], [5, 0.31]);
    // The market says nothing of another volatility.
    const moved = { ...state, shift: "5" };
    assert.equal((await evaluate(moved, moved.legs, calculate, distribution)).market, null);
    const refusing = server(({ distribution: given }) => {
        if (given) throw refusal("no");
        return answer;
    });
    assert.equal((await evaluate(state, state.legs, refusing.calculate, distribution)).market, null);
});

test("after a refusal, less is asked, and the first reason is kept", async () => {
    const { requests, calculate } = server((_request, count) => {
        if (count < 3) throw refusal(`reason ${count}`);
        return { metrics: {} };
    });
    const state = stateOf(call());
    const { depth, reason } = await evaluate(state, state.legs, calculate);
    assert.deepEqual([depth, reason], ["payoff", "reason 1"]);
    assert.deepEqual(requests.map(({ include }) => include.length), [7, 5, 1]);
});

test("a refused payoff, and a failure of the server, are passed on", async () => {
    const state = stateOf(call({ expiration: "" }));
    await assert.rejects(
        evaluate(
            state,
            state.legs,
            server(() => {
                throw refusal("no");
            }).calculate,
        ),
        /no/,
    );
    const { requests, calculate } = server(() => {
        throw new Error("busy");
    });
    const dated = stateOf(call());
    await assert.rejects(evaluate(dated, dated.legs, calculate), /busy/);
    assert.equal(requests.length, 1);
});

test("what a strategy lacks is named", () => {
    assert.match(lacking([makeLeg({ type: "stock" })], "x"), /^Shares alone/);
    assert.match(lacking([call({ expiration: "" })], "x"), /^Give every option an expiration to see x/);
    assert.match(lacking([call()], "x"), /too near/);
    assert.match(lacking([call({ isOn: false, expiration: "" }), call()], "x"), /too near/);
});
