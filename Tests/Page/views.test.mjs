// The table of the views, and the modules of the first one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { views } from "../../Sources/COptionsPage/page/views.js";

const read = (name) => readFileSync(new URL(`../../Sources/COptionsPage/page/${name}`, import.meta.url), "utf8");

test("every view has a name of its own, a label, a title and a help, and can be loaded", async () => {
    const names = views.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name, label, title, help, load } of views) {
        assert.match(name, /^[a-z]+$/);
        assert.ok(label && title && help.endsWith("."), name);
        assert.equal(typeof await load(), "function", name);
    }
});

test("the document preloads the modules of the shell and of the first view, and no others", () => {
    const needed = new Set();
    const visit = (name) => {
        if (needed.has(name)) return;
        needed.add(name);
        for (const [, other] of read(name).matchAll(/^(?:import|export|\}) .*from "\.\/(.*)";$/gm)) visit(other);
    };
    visit("main.js");
    visit(/import\("\.\/(.*?)"\)\)\.builderView/.exec(read("views.js"))?.[1]);
    const preloaded = [...read("index.html").matchAll(/rel="modulepreload" href="\{\{folder\}\}\/(.*)"/g)].map(([, name]) => name);
    assert.deepEqual(preloaded, [...needed].sort());
});
