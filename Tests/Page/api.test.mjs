// Requests to the server. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { connection, follow } from "../../Sources/COptionsPage/page/api.js";

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
