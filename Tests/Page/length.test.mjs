// The length of the functions of the page.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../Sources/COptionsPage/page/", import.meta.url);

test("no function has more than 120 lines", () => {
    const long = [];
    for (const name of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
        let start = 0;
        // The formatter begins and ends a function of a module in the first column.
        readFileSync(new URL(name, folder), "utf8").split("\n").forEach((line, index) => {
            if (/^(export )?(async )?function\b/.test(line)) start = index;
            if (line === "}" && start && index - start + 1 > 120) long.push(`${name}:${start + 1} has ${index - start + 1} lines`);
            if (line === "}") start = 0;
        });
    }
    assert.deepEqual(long, []);
});
