// The list of endpoints, and the meanings of terms.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { glossary } from "../../Sources/COptionsPage/page/glossary.js";
import { meaning, terms } from "../../Sources/COptionsPage/page/meanings.js";
import { curl, exampleOf, operations, readable, target } from "../../Sources/COptionsPage/page/interface/document.js";

const document = JSON.parse(readFileSync(new URL("../../Sources/COptionsServer/openapi.json", import.meta.url), "utf8"));
const all = operations(document);
const named = (name) => all.find(({ method, path }) => `${method} ${path}` === name);

test("every operation of the document is listed, with its tag", () => {
    const count = Object.values(document.paths).flatMap((item) => ["get", "post", "put", "delete"].filter((name) => name in item)).length;
    assert.equal(all.length, count);
    const tags = document.tags.map(({ name }) => name);
    for (const { tag, summary } of all) assert.ok(tags.includes(tag) && summary);
});

test("every calculation has an example that is JSON, also those of lines", () => {
    for (const { method, path, tag, bodies } of all) {
        if (tag !== "options") continue;
        assert.ok(bodies.length, `${method} ${path}`);
        for (const { text } of bodies) JSON.parse(text);
    }
    assert.ok(Array.isArray(JSON.parse(named("POST /api/rest/options/price").bodies[0].text)));
});

test("every parameter of a path has an example", () => {
    for (const { path, parameters } of all) {
        for (const one of parameters) if (one.in === "path") assert.ok(exampleOf(one), `${path} ${one.name}`);
    }
});

test("streams, and what changes data, are known", () => {
    assert.ok(named("GET /api/rest/stream").isStream && !named("POST /api/rest/options/find").isStream);
    assert.ok(named("PUT /api/rest/watchlist").changesData && named("POST /api/rest/prices/backfill").changesData);
    assert.ok(!named("POST /api/rest/options/calculate").changesData && !named("GET /api/rest/trades").changesData);
});

test("an address has its parameters, without empty ones", () => {
    const parameters = [
        { name: "ticker", in: "path", value: "BRK.B" },
        { name: "expirationDate", in: "query", value: "2026-12-18" },
        { name: "assets", in: "query", value: "SPY,coin:a b" },
        { name: "dividends", in: "query", value: " " },
    ];
    assert.equal(target("/a/{ticker}/c", parameters), "/a/BRK.B/c?expirationDate=2026-12-18&assets=SPY,coin%3Aa%20b");
});

test("a command can be pasted into a shell", () => {
    const request = { method: "PUT", address: "/a?b=c", body: `{"name": "it's"}`, isStream: false };
    assert.equal(curl("http://h", request), `curl -s -X PUT --json '{"name": "it'\\''s"}' 'http://h/a?b=c'`);
    assert.equal(curl("http://h", { method: "GET", address: "/a", body: "", isStream: true }), "curl -sN 'http://h/a'");
});

test("an answer is shown with indents, and not longer than what is read", () => {
    assert.equal(readable('{"a":1}'), '{\n  "a": 1\n}');
    assert.equal(readable("<svg/>"), "<svg/>");
    assert.equal(readable("x".repeat(30000)).length, 20002);
});

test("terms are found by their labels, without what follows a dot", () => {
    assert.match(meaning("Chance of profit · from Nov 30"), /would win at expiration/);
    assert.equal(meaning(" Beta "), meaning("beta"));
    assert.equal(meaning("Name"), null);
    for (const [term, text] of Object.entries(terms)) {
        assert.equal(term, term.toLowerCase());
        assert.ok(text.endsWith("."), term);
    }
});

test("labels that are words of the glossary mean the same there, also with a unit, a level or a plural", () => {
    const labels = {
        "Delta": "Delta",
        "Theta a day": "Theta",
        "Vega a point": "Vega",
        "Volatility %": "Volatility",
        "Break-evens": "Break-even",
        "Value at risk, 95 %": "Value at risk",
        "Bid": "Ask, bid",
        "ask": "Ask, bid",
    };
    for (const [label, word] of Object.entries(labels)) {
        assert.equal(meaning(label), glossary.find(([name]) => name === word)[1], label);
    }
    // No term is explained twice.
    const words = glossary.flatMap(([names]) => names.toLowerCase().split(", "));
    assert.deepEqual(Object.keys(terms).filter((term) => words.includes(term)), []);
});
