// Children that are kept by key.

import assert from "node:assert/strict";
import { test } from "node:test";

import { childrenByKey } from "../../Sources/COptionsPage/page/keyed.js";

/** An element with as much of the DOM as `childrenByKey` uses. It counts how often it is inserted. */
class FakeElement {
    constructor(name = "") {
        this.name = name;
        this.children = [];
        this.parentNode = null;
        this.insertions = 0;
    }
    get firstElementChild() {
        return this.children[0] ?? null;
    }
    get nextElementSibling() {
        const all = this.parentNode.children;
        return all[all.indexOf(this) + 1] ?? null;
    }
    contains(other) {
        return other === this || this.children.some((child) => child.contains(other));
    }
    querySelectorAll() {
        return this.children;
    }
    append(child) {
        this.insertBefore(child, null);
    }
    insertBefore(child, next) {
        child.remove();
        this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child);
        child.parentNode = this;
        child.insertions += 1;
    }
    remove() {
        if (this.parentNode) this.parentNode.children = this.parentNode.children.filter((child) => child !== this);
        this.parentNode = null;
    }
    focus() {
        globalThis.document.activeElement = this;
    }
}

/** A list of rows, each with a button. */
function keyedList() {
    globalThis.document = /** @type {any} */ ({ activeElement: null });
    const parent = new FakeElement();
    const updates = [];
    const show = childrenByKey(/** @type {any} */ (parent), (key) => key, (key) => {
        const element = new FakeElement(key);
        element.append(new FakeElement(`button ${key}`));
        return { element, update: (item, index) => updates.push(item === key ? `${key}${index}` : `${key} shows ${item}`) };
    });
    return { parent, updates, show, names: () => parent.children.map(({ name }) => name).join("") };
}

test("children are shown in the order of the items, and kept by key", () => {
    const { parent, show, names } = keyedList();
    show(["a", "b", "c"]);
    const [, second] = parent.children;
    show(["c", "x", "b"]);
    assert.equal(names(), "cxb");
    assert.equal(parent.children[2], second);
    show([]);
    assert.equal(names(), "");
});

test("a child is updated with an item of its key, also if two items have the same", () => {
    const { updates, show } = keyedList();
    const kept = show(["a", "a", "b"]);
    assert.deepEqual(updates, ["a0", "a1", "b2"]);
    assert.deepEqual([...kept.keys()], ["a", "b"]);
});

test("an update in the same order inserts nothing", () => {
    const { parent, updates, show } = keyedList();
    show(["a", "b", "c"]);
    show(["a", "b", "c"]);
    assert.deepEqual(parent.children.map(({ insertions }) => insertions), [1, 1, 1]);
    assert.deepEqual(updates, ["a0", "b1", "c2", "a0", "b1", "c2"]);
});

test("the child with the focus is not moved, whatever the new order", () => {
    const orders = ["abcd", "dcba", "bcda", "dabc", "bd", "axbycd", "cb"];
    for (const from of orders) {
        for (const to of orders) {
            for (const focused of [...from].filter((key) => to.includes(key))) {
                const { parent, show, names } = keyedList();
                show([...from]);
                const child = parent.children[from.indexOf(focused)];
                child.children[0].focus();
                show([...to]);
                assert.equal(names(), to, `${from} to ${to}`);
                assert.equal(child.insertions, 1, `${from} to ${to}: ${focused} was moved`);
            }
        }
    }
});

test("if the child with the focus is removed, the same control of the next one gets it", () => {
    for (const [to, expected] of [["ac", "button c"], ["a", "button a"], ["xyz", "button y"]]) {
        const { parent, show } = keyedList();
        show(["a", "b", "c"]);
        parent.children[1].children[0].focus();
        show([...to]);
        assert.equal(globalThis.document.activeElement.name, expected);
    }
});
