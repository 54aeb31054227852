// The terms that the builder takes from chains as they arrive. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

const storage = { getItem: () => null };
const answers = new Map();
const wait = globalThis.setTimeout;
Object.assign(globalThis, {
    localStorage: storage,
    sessionStorage: storage,
    location: { hash: "", href: "" },
    history: { state: null, replaceState() {}, pushState() {} },
    // The process does not wait for the timeouts of requests.
    setTimeout: (...all) => wait(...all).unref(),
    addEventListener(name, listener) {
        if (name === "popstate") globalThis.goTo = listener;
    },
    fetch: async (path) => {
        const answer = answers.get(path);
        return new Response(JSON.stringify(await (answer ?? { error: path })), { status: answer ? 200 : 404 });
    },
});

const quotes = await import("../../Sources/COptionsPage/page/quotes.js");
const { question } = await import("../../Sources/COptionsPage/page/builder.js");
const { addQuote } = await import("../../Sources/COptionsPage/page/chain.js");
const { writeAddress } = await import("../../Sources/COptionsPage/page/address.js");
const { initialState, makeLeg } = await import("../../Sources/COptionsPage/page/state.js");
const { days } = await import("../../Sources/COptionsPage/page/text.js");
const { Store } = await import("../../Sources/COptionsPage/page/store.js");

const option = (impliedVolatility) => ({ bid: 1, ask: 1.5, midpoint: 1.25, impliedVolatility });
const chain = (ticker, expirationDate, volatility, carry, more = {}) => ({
    ticker,
    expirationDate,
    spot: 100,
    asOf: "2026-11-25T21:00:00Z",
    riskFreeRate: 0.04,
    carry,
    timeToExpiration: days("2026-11-25", expirationDate) / 365,
    exercise: "european",
    dividends: [],
    forward: 101,
    distribution: null,
    strikes: [{ strikePrice: 100, call: option(volatility), put: option(volatility) }],
    ...more,
});
/** The server answers with a chain from now on. */
const serve = (answer, ticker = answer.ticker, date = answer.expirationDate) =>
    answers.set(`/api/rest/stocks/${ticker}/options/chain?expirationDate=${date}`, answer);
/** Fetches a chain as the page does. */
function arrive(one) {
    serve(one);
    return quotes.load(one.ticker, one.expirationDate, true);
}
const call = (expiration, more = {}) => makeLeg({ strike: "100", premium: "5", expiration, ...more });
const stateOf = (symbol, more, ...legs) => ({
    ...initialState(),
    symbol,
    valuation: "2026-11-25",
    rate: "4",
    volatility: "50",
    dividendYield: "9",
    follows: "volatility dividendYield",
    ...more,
    legs,
});
const termsOf = ({ volatility, dividendYield }) => [volatility, dividendYield];

test("a strategy that is compared is asked for again when the chain of its terms arrives", async () => {
    const state = stateOf("CMP", { compare: [call("2027-01-15")] }, call("2026-12-18"));
    const before = question(state);
    await arrive(chain("CMP", "2027-01-15", 0.3, 0.03));
    assert.notEqual(question(state), before);
    const alone = { ...state, compare: [] };
    const still = question(alone);
    await arrive(chain("CMP", "2027-01-15", 0.35, 0.03));
    assert.equal(question(alone), still);
});

test("quotes taken from the chain view have the terms of their first expiration", async () => {
    const late = await arrive(chain("TAKE", "2027-03-19", 0.4, 0.01));
    const early = await arrive(chain("TAKE", "2026-12-18", 0.25, 0.0328));
    const state = initialState();
    addQuote(state, late, late.strikes[0], "call", "ask");
    // 4 % - 1 % = 3 %; 4 % - 3.28 % = 0.72 %.
    assert.deepEqual(termsOf(state), ["40", "3"]);
    addQuote(state, early, early.strikes[0], "put", "bid");
    assert.deepEqual(termsOf(state), ["25", "0.72"]);
    addQuote(state, late, late.strikes[0], "put", "ask");
    assert.deepEqual(termsOf(state), ["25", "0.72"]);
});

test("a strategy is that of the address until it is edited, and again after another link", () => {
    const store = new Store();
    assert.equal(store.isOfAddress, true);
    store.refresh((state) => {
        state.price = "101";
    });
    store.show("chain");
    assert.equal(store.isOfAddress, true);
    store.edit((state) => {
        state.price = "102";
    });
    assert.equal(store.isOfAddress, false);
    globalThis.location.hash = writeAddress(stateOf("LINK", {}, call("2026-12-18")));
    globalThis.goTo({ state: null });
    assert.deepEqual([store.state.symbol, store.isOfAddress], ["LINK", true]);
    store.undo();
    assert.equal(store.isOfAddress, false);
});

test("the first chain is that of the first expiration, also if only a later one is known", async () => {
    const state = stateOf("FIRST", {}, call("2027-01-15"), call("2026-12-18"), call("2026-11-27", { isOn: false }));
    await arrive(chain("FIRST", "2027-01-15", 0.3, 0.03));
    assert.equal(quotes.firstChain(state), null);
    assert.deepEqual(quotes.chainsOf(state).map((one) => one?.expirationDate), [undefined, "2027-01-15"]);
    quotes.followFirst(state);
    assert.deepEqual(termsOf(state), ["50", "9"]);
    await arrive(chain("FIRST", "2026-12-18", 0.25, 0.0328));
    quotes.followFirst(state);
    assert.deepEqual(termsOf(state), ["25", "0.72"]);
});

test("a rate changes the yield that follows a chain of the valuation, and nothing else", async () => {
    await arrive(chain("RATE", "2026-12-18", 0.25, 0.0328));
    const after = (more) => {
        const state = stateOf("RATE", { rate: "5", ...more }, call("2026-12-18"));
        quotes.followYield(state);
        return termsOf(state);
    };
    // 5 % - 3.28 % = 1.72 %.
    assert.deepEqual(after({}), ["50", "1.72"]);
    assert.deepEqual(after({ follows: "volatility" }), ["50", "9"]);
    assert.deepEqual(after({ valuation: "2026-11-24" }), ["50", "9"]);
});

test("quotes that are fetched again are taken by the legs of then", async () => {
    await arrive(chain("AGAIN", "2026-12-18", 0.25, 0.0328));
    globalThis.location.hash = writeAddress(stateOf("AGAIN", {}, call("2027-01-15")));
    const store = new Store();
    answers.set("/api/rest/stocks/AGAIN", { price: 101 });
    answers.set("/api/rest/stocks/AGAIN/options/expirations", { expirationDates: ["2026-12-18", "2027-01-15"] });
    let resolve = (_) => {};
    serve(
        new Promise((one) => {
            resolve = one;
        }),
        "AGAIN",
        "2027-01-15",
    );
    const done = quotes.refetch(store);
    store.edit((state) => {
        state.legs[0].expiration = "2026-12-18";
    });
    resolve(chain("AGAIN", "2027-01-15", 0.4, 0.01));
    await done;
    assert.deepEqual(termsOf(store.state), ["25", "0.72"]);
});

test("a chain is not replaced by an older one", async () => {
    const newer = await arrive(chain("OLD", "2026-12-18", 0.25, 0.03, { asOf: "2026-11-25T20:00:05Z" }));
    const arrived = await arrive(chain("OLD", "2026-12-18", 0.3, 0.03, { asOf: "2026-11-25T20:00:00Z" }));
    assert.equal(arrived, newer);
    assert.equal(quotes.known("OLD", "2026-12-18"), newer);
});

test("a chain that the stock does not list is not asked for", async () => {
    const asked = [];
    const { fetch } = globalThis;
    globalThis.fetch = (path, ...more) => {
        asked.push(path);
        return fetch(path, ...more);
    };
    try {
        answers.set("/api/rest/stocks/LIST/options/expirations", { expirationDates: ["2026-12-18", "2027-01-15"] });
        serve(chain("LIST", "2026-12-18", 0.25, 0.03));
        const found = await quotes.loadListed("LIST", ["2026-11-20", "2026-12-18"]);
        assert.deepEqual(found.map((one) => one?.expirationDate ?? null), [null, "2026-12-18"]);
        assert.equal(asked.filter((path) => path.includes("2026-11-20")).length, 0);
    } finally {
        globalThis.fetch = fetch;
    }
});

test("the distribution of the market counts with its own price and day only, and is part of the question", () => {
    const distribution = { forward: 101, timeToExpiration: 0.06, level: 0.01, slope: 0.1, correlation: -0.4, shift: 0, width: 0.2 };
    const state = {
        ...initialState(),
        symbol: "MKT",
        price: "100",
        valuation: "2026-11-25",
        legs: [makeLeg({ strike: "100", premium: "1", expiration: "2026-12-18" })],
    };
    const before = question(state);
    assert.equal(quotes.distributionOf(state), null);
    quotes.take(chain("MKT", "2026-12-18", 0.3, 0.03, { distribution }));
    assert.deepEqual(quotes.distributionOf(state), distribution);
    assert.notEqual(question(state), before);
    assert.equal(quotes.distributionOf({ ...state, price: "101" }), null);
    assert.equal(quotes.distributionOf({ ...state, valuation: "2026-11-27" }), null);
    assert.equal(quotes.distributionOf({ ...state, symbol: "" }), null);
});
