// Caches.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Recent, remembered } from "../../Sources/COptionsPage/page/cache.js";

test("a cache keeps the entries that were used last", () => {
    const cache = new Recent(2);
    cache.set("a", 1);
    cache.set("b", 2);
    assert.equal(cache.get("a"), 1);
    cache.set("c", 3);
    assert.deepEqual([cache.get("a"), cache.get("b"), cache.get("c"), cache.size], [1, undefined, 3, 2]);
});

test("a cache replaces an entry without discarding another", () => {
    const cache = new Recent(2);
    for (const [key, value] of [["a", 1], ["b", 2], ["a", 3]]) cache.set(key, value);
    assert.deepEqual([cache.get("a"), cache.get("b")], [3, 2]);
    cache.delete("a");
    assert.deepEqual([cache.get("a"), cache.size], [undefined, 1]);
});

/** A question that counts how often it is asked, and a clock. */
function counted(answer = (key) => Promise.resolve(key)) {
    const asked = [];
    const clock = { time: 0 };
    const ask = remembered((key) => {
        asked.push(key);
        return answer(key);
    }, { limit: 2, seconds: 60, now: () => clock.time });
    return { ask, asked, clock };
}

test("an answer is kept for its time, and equal questions share a request", async () => {
    const { ask, asked, clock } = counted();
    await Promise.all([ask("a"), ask("a")]);
    clock.time = 59_999;
    assert.equal(await ask("a"), "a");
    assert.deepEqual(asked, ["a"]);
    clock.time = 60_000;
    await ask("a");
    await ask("a", true);
    assert.deepEqual(asked, ["a", "a", "a"]);
});

test("the oldest answer is discarded for a new one", async () => {
    const { ask, asked } = counted();
    for (const key of ["a", "b", "a", "c", "a", "b"]) await ask(key);
    assert.deepEqual(asked, ["a", "b", "c", "b"]);
});

test("a failure is not kept", async () => {
    let isBroken = true;
    const { ask, asked } = counted((key) => isBroken ? Promise.reject(new Error("busy")) : Promise.resolve(key));
    await assert.rejects(ask("a"), /busy/);
    isBroken = false;
    assert.equal(await ask("a"), "a");
    assert.deepEqual(asked, ["a", "a"]);
});
