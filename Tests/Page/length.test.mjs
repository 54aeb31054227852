// The length of functions and modules of the page, and their types.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../Sources/COptionsPage/page/", import.meta.url);

// The formatter begins and ends a function of a module in the first column, and a method in the fifth.
const forms = [
    { begins: /^(export )?(async )?function\b/, ends: "}" },
    { begins: /^(export )?const \w+ = .*=> \{$/, ends: "};" },
    { begins: /^ {4}(static )?(async )?((get|set) )?#?\w+\(.*\{$/, ends: "    }" },
];

/**
 * The functions of a file that are longer than a limit.
 * @param {string} name
 * @param {string} text
 * @param {number} limit
 */
function longFunctions(name, text, limit) {
    const lines = text.split("\n");
    return lines.flatMap((line, index) => {
        const form = forms.find(({ begins }) => begins.test(line));
        const length = form ? lines.indexOf(form.ends, index) - index + 1 : 0;
        return length > limit ? [`${name}:${index + 1} has ${length} lines`] : [];
    });
}

const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js")).map((name) => ({
    name,
    text: readFileSync(new URL(name, folder), "utf8"),
}));

test("no function has more than 120 lines, and no module more than 300", () => {
    assert.deepEqual(files.flatMap(({ name, text }) => longFunctions(name, text, 120)), []);
    assert.deepEqual(files.filter(({ text }) => text.split("\n").length > 301).map(({ name }) => name), []);
});

test("no value of the page has the type `any`", () => {
    // Words of a text have no bracket, brace, bar or colon beside them.
    const typed = /[{<(:|,]\s*any\b|\bany\s*(\[\]|[}>|])/;
    assert.deepEqual(files.filter(({ text }) => typed.test(text)).map(({ name }) => name), []);
    for (const line of ["@type {any}", "Promise<any>", "Record<string, any>", "any[]", "(a: any) => void"]) assert.match(line, typed);
});

test("functions, arrow functions and methods are measured", () => {
    const text = [
        "export async function a() {",
        "    if (true) {",
        "    }",
        "}",
        "export const b = () => {",
        "    c();",
        "};",
        "class D {",
        "    async #e(f) {",
        "        f();",
        "    }",
        "}",
    ];
    assert.deepEqual(longFunctions("x.js", text.join("\n"), 2), ["x.js:1 has 4 lines", "x.js:5 has 3 lines", "x.js:9 has 3 lines"]);
});
