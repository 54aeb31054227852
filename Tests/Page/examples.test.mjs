// The views read the examples of openapi.json, which are answers of the server: no member that they read may be absent.
// Run: node --test Tests/Page

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../Sources/COptionsPage/page/", import.meta.url);
const openAPI = JSON.parse(readFileSync(new URL("../../Sources/COptionsServer/openapi.json", import.meta.url), "utf8"));

/** The operations: the examples of the answer and its schema, and the pattern of the targets. Paths without parameters come first. */
const operations = Object.entries(openAPI.paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([, { responses }]) => responses).map(([method, { responses }]) => {
        const [, { content }] = Object.entries(responses).find(([status]) => status.startsWith("2"));
        const { schema, examples } = content?.["application/json"] ?? {};
        return {
            name: `${method.toUpperCase()} ${path}`,
            pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{[^}]*\}/g, "[^/?]+")}(\\?|$)`),
            schema,
            examples: Object.values(examples ?? {}).map(({ value }) => value),
        };
    })
);
operations.sort((one, other) => Number(one.name.includes("{")) - Number(other.name.includes("{")));
const operationNamed = (wanted) => operations.find(({ name }) => name === wanted);

// Answers that notice what is read

/** The parts of a schema: itself, or those that it refers to or is one of. */
function parts(schema) {
    if (!schema || schema === true) return [];
    if (schema.$ref) return parts(schema.$ref.slice(2).split("/").reduce((part, name) => part[name], openAPI));
    return [schema, ...[...schema.allOf ?? [], ...schema.anyOf ?? [], ...schema.oneOf ?? []].flatMap(parts)];
}

/** The members that were read and are neither in an answer nor optional, and those that are hidden from the page. */
const [missing, hidden] = [new Set(), new Set()];

/** A value that notices each member that is read without being there. */
function noticing(value, schemas, path) {
    if (value === null || typeof value !== "object") return value;
    return new Proxy(value, {
        get(target, name) {
            if (typeof name === "symbol" || (!Object.hasOwn(target, name) && name in target)) return target[name];
            const of = (schema) => Array.isArray(target) ? parts(schema.items) : parts(schema.properties?.[name]);
            const place = `${path}${Array.isArray(target) ? "[]" : `.${name}`}`;
            if (Object.hasOwn(target, name) && !hidden.has(place)) return noticing(target[name], schemas.flatMap(of), place);
            // A list has no element after the last. Other names than those of members are keys of a map.
            const isOptional = schemas.some(({ properties, required }) => properties?.[name] && !required?.includes(name));
            const isMap = schemas.every(({ properties }) => !properties);
            // `await` and `JSON.stringify` ask for methods.
            if (!Array.isArray(target) && !isOptional && !isMap && name !== "then" && name !== "toJSON") missing.add(place);
            return undefined;
        },
    });
}

const asked = new Set();
/** The number of the example that is answered, of those of an operation. */
let turn = 0;
const texts = new Map();
const parse = JSON.parse;
JSON.parse = (text, ...more) => (texts.has(text) && !more.length ? texts.get(text)() : parse(text, ...more));

globalThis.fetch = async (target, { method = "GET" } = {}) => {
    const operation = operations.find(({ name, pattern }) => name.startsWith(`${method} `) && pattern.test(target));
    assert.ok(operation?.examples.length, `${method} ${target} has no example`);
    asked.add(operation.name);
    const text = `${JSON.stringify(operation.examples[turn % operation.examples.length])} `;
    texts.set(text, () => noticing(parse(text), parts(operation.schema), operation.name));
    const lines = `data: ${text}\n\n`;
    const body = new ReadableStream({
        start(controller) {
            controller.enqueue(new TextEncoder().encode(lines));
            controller.close();
        },
    });
    return { ok: true, status: 200, headers: new Headers(), text: async () => text, json: async () => texts.get(text)(), body };
};

// A document whose elements accept every call and show nothing

class Nothing {}
const nothing = new Proxy(function () {}, {
    get: (_, name) => {
        if (name === Symbol.toPrimitive) return (hint) => (hint === "number" ? 0 : "");
        if (name === Symbol.iterator) return () => [nothing, nothing][Symbol.iterator]();
        if (name === "length") return 0;
        if (["value", "hash", "href", "textContent", "className", "id"].includes(name)) return "";
        if (["firstElementChild", "nextElementSibling", "parentNode", "activeElement", "then"].includes(name)) return null;
        return nothing;
    },
    set: () => true,
    has: () => true,
    apply: () => nothing,
    construct: () => nothing,
    getPrototypeOf: () => Nothing.prototype,
});
const storage = { getItem: () => null, setItem() {}, removeItem() {} };
const wait = globalThis.setTimeout;
Object.assign(globalThis, {
    document: nothing,
    window: globalThis,
    Node: Nothing,
    HTMLElement: Nothing,
    Element: Nothing,
    HTMLInputElement: Nothing,
    HTMLSelectElement: Nothing,
    ResizeObserver: nothing,
    IntersectionObserver: nothing,
    MutationObserver: nothing,
    getComputedStyle: nothing,
    matchMedia: nothing,
    CSS: nothing,
    localStorage: storage,
    sessionStorage: storage,
    navigator: { clipboard: nothing },
    BroadcastChannel: nothing,
    location: { hash: "", href: "" },
    history: { state: null, replaceState() {}, pushState() {} },
    addEventListener() {},
    requestAnimationFrame: (action) => wait(action, 0),
    cancelAnimationFrame() {},
    // Polls repeat after a pause; only the first question is asked.
    setTimeout: (action, milliseconds) => (milliseconds < 1000 ? wait(action, 0).unref() : 0),
    setInterval: () => 0,
});

const { views } = await import(new URL("views.js", folder));
const { Store } = await import(new URL("store.js", folder));
const { writeAddress } = await import(new URL("address.js", folder));
const { initialState, makeLeg } = await import(new URL("state.js", folder));

/** A strategy whose stock and chain are those of the examples. */
const { ticker, expirationDate, strikes } = operationNamed("GET /api/rest/stocks/{ticker}/options/chain").examples[0];
const leg = { strike: String(strikes[0].strikePrice), premium: "5", expiration: expirationDate };
const state = {
    ...initialState(),
    symbol: ticker,
    price: "147",
    valuation: "2026-11-22",
    expiration: expirationDate,
    legs: [makeLeg(leg)],
};

/** What the views read under /api/rest, apart from options. */
// deno-fmt-ignore
const readings = ["jobs", "positions", "positions/history", "prices", "prices/{asset}", "settings", "sources", "stocks/{ticker}", "watchlist"];

/** Members that a view reads. */
const members = [
    ["watchlist", "GET /api/rest/watchlist.watchlist[].price"],
    ["watchlist", "GET /api/rest/stocks/{ticker}.previousClose"],
    ["chain", "GET /api/rest/stocks/{ticker}/options/chain.strikes[].call.bid"],
    ["builder", "POST /api/rest/options/calculate.metrics.maxLoss"],
    ["prices", "GET /api/rest/positions.positions[].marketValue"],
    ["prices", "GET /api/rest/jobs.jobs[].state"],
    ["settings", "GET /api/rest/sources.sources[].callsLeft"],
];

/** Shows a view until it has read all answers; returns the members that were missing. */
async function shown({ name, load }) {
    missing.clear();
    location.hash = writeAddress({ ...state, view: name, asset: ticker });
    const view = (await load())(new Store(), async () => {});
    for (const step of ["enter", "update", "update"]) {
        view[step]?.();
        for (let count = 0; count < 30; count += 1) await new Promise((resolve) => wait(resolve, 1));
    }
    return [...missing];
}

test("every operation that the page calls has an example", () => {
    const called = readdirSync(folder).filter((name) => name.endsWith(".js")).flatMap((name) =>
        [...readFileSync(new URL(name, folder), "utf8").matchAll(/call\("([A-Z]+ \/[^"]*)"/g)].map(([, operation]) => operation)
    );
    assert.ok(called.length > 20);
    for (const name of called) assert.ok(operationNamed(name)?.examples.length, name);
});

for (const view of views) {
    test(`the view ${view.name} reads no member that answers do not have`, async () => {
        for (turn = 0; turn < 3; turn += 1) assert.deepEqual(await shown(view), []);
    });
}

test("the views have asked what they show", () => {
    for (const name of ["chain", "expirations"]) assert.ok(asked.has(`GET /api/rest/stocks/{ticker}/options/${name}`), name);
    for (const name of ["calculate", "scenario"]) assert.ok(asked.has(`POST /api/rest/options/${name}`), name);
    for (const name of readings) {
        assert.ok(asked.has(`GET /api/rest/${name}`), name);
    }
});

test("a member that is missing is noticed", async () => {
    turn = 0;
    for (const [name, place] of members) {
        hidden.add(place);
        assert.ok((await shown(views.find((view) => view.name === name))).includes(place), place);
        hidden.clear();
    }
});
