// The names of strategies, against docs/strategy-names.md. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { namesMatching, strategyNames } from "../../Sources/COptionsPage/page/strategynames.js";

test("the names are those of the document, each with its first arrangement and its other names", async () => {
    const document = await readFile(new URL("../../docs/strategy-names.md", import.meta.url), "utf8");
    const rows = [...document.matchAll(/^\| ([a-z][^|]*) \| `([^`]*)`[^|]*\|[^|]*\| ?([^|]*)\|$/gm)];
    const expected = rows.map(([, name, legs, others]) => ({
        name,
        notation: legs,
        others: others.trim().replaceAll(" (the first)", "").replace("; for n = 2 ", ", ").replace("for n = 2 ", ""),
    }));
    assert.equal(expected.length, 117);
    assert.deepEqual(strategyNames.map(({ name, notation, others }) => ({ name, notation, others })), expected);
});

test("names are found by their words, in any order, and by other names", () => {
    const found = (text) => namesMatching(text).map(({ name }) => name);
    assert.equal(found("").length, 117);
    assert.deepEqual(found("condor IRON reverse").slice(0, 1), ["reverse iron condor"]);
    assert.ok(found("buy-write").includes("covered call"));
    assert.deepEqual(found("nothing like it"), []);
});

test("a notation has the legs with their sides, kinds, places, contracts and times", () => {
    const legs = (wanted) => strategyNames.find(({ name }) => name === wanted)?.legs;
    assert.deepEqual(legs("covered call"), [["+S", 0, 100], ["-C", 0, 1]]);
    assert.deepEqual(legs("call backspread"), [["-C", -1, 1], ["+C", 1, 2]]);
    assert.deepEqual(legs("long call christmas tree"), [["+C", -2, 1], ["-C", 0, 3], ["+C", 1, 2]]);
    assert.deepEqual(legs("long double diagonal spread"), [["+P", -3, 1, "later"], ["-P", -2, 1], ["-C", 2, 1], ["+C", 3, 1, "later"]]);
});
