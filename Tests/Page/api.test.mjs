// Requests to the server. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { calculate, call, connection, Failure, follow } from "../../Sources/COptionsPage/page/api.js";

globalThis.sessionStorage = /** @type {any} */ ({ getItem: () => null });

test("a job is followed again after its stream breaks", async ({ mock }) => {
    const event = (state) => `data: {"state": "${state}"}\n\n`;
    const broken = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(event("running"))),
        pull: (controller) => controller.error(new TypeError("network error")),
    });
    const answers = [new Response(broken), new Response(event("done"))];
    const asked = [];
    mock.method(globalThis, "fetch", async (path) => {
        asked.push(path);
        return answers[asked.length - 1];
    });
    const wait = globalThis.setTimeout;
    mock.method(globalThis, "setTimeout", (action) => wait(action, 1));
    const [states, isReachable] = [[], []];
    connection.addEventListener("change", ({ detail }) => isReachable.push(detail));
    await follow("a/b", ({ state }) => states.push(state));
    assert.deepEqual(states, ["running", "done"]);
    assert.deepEqual(isReachable, [false, true]);
    assert.deepEqual(asked, Array(2).fill("/api/rest/jobs/a%2Fb/events"));
});

test("a refusal has the code, the path and the pause of the server", async ({ mock }) => {
    const rows = [
        [400, { error: "volatility must be a number", code: "wrong_type", path: "volatility" }, {}, [
            "volatility must be a number",
            "wrong_type",
            "volatility",
            null,
            true,
        ]],
        [503, { detail: "the server is busy", code: "busy" }, { "Retry-After": "3" }, ["the server is busy", "busy", "", 3, false]],
        [502, null, {}, ["The server answered 502.", "", "", null, false]],
        [404, "<h1>Not found</h1>", {}, ["The server answered 404.", "", "", null, true]],
    ];
    for (const [status, body, headers, expected] of rows) {
        const text = typeof body === "string" ? body : JSON.stringify(body);
        mock.method(globalThis, "fetch", async () => new Response(text, { status, headers }));
        for (const ask of [() => call("GET /health/live", {}), () => calculate("{}")]) {
            const failure = await ask().catch((error) => error);
            assert.ok(failure instanceof Failure);
            assert.deepEqual([failure.message, failure.code, failure.path, failure.retryAfter, failure.isRefusal], expected);
        }
    }
});
