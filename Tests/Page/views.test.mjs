// The table of the views.

import assert from "node:assert/strict";
import { test } from "node:test";

import { views } from "../../Sources/COptionsPage/page/views.js";

test("every view has a name of its own, a label, a title and a help, and can be loaded", async () => {
    const names = views.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name, label, title, help, load } of views) {
        assert.match(name, /^[a-z]+$/);
        assert.ok(label && title && help.endsWith("."), name);
        assert.equal(typeof await load(), "function", name);
    }
});
