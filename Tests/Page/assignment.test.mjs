// Warnings of assignment. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { assignmentText } from "../../Sources/COptionsPage/page/assignment.js";
import { initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

const dividends = [
    { exDate: "2027-03-11", amount: "0.5", status: "estimated" },
    { exDate: "2026-12-11", amount: "0.24", status: "declared" },
    { exDate: "2026-11-25", amount: "9", status: "declared" },
];
const stateOf = (more = {}) => ({ ...initialState(), price: "100", valuation: "2026-11-25", exercise: "american", dividends, ...more });
const short = (more = {}) => makeLeg({ position: "short", strike: "95", premium: "5.2", expiration: "2026-12-18", ...more });

test("a short call in the money whose time value is less than the next dividend may be assigned before it", () => {
    assert.equal(
        assignmentText(stateOf(), short()),
        "May be assigned before Dec 11: its time value of $0.20 is less than the dividend of $0.24.",
    );
    assert.match(
        assignmentText(stateOf({ dividends: dividends.slice(0, 1) }), short({ expiration: "2027-03-19" })),
        /before Mar 11, 2027: .* the estimated dividend of \$0\.50\.$/,
    );
    const without = [
        [stateOf(), short({ premium: "5.24" })],
        [stateOf(), short({ expiration: "2026-12-10" })],
        [stateOf(), short({ position: "long" })],
        [stateOf(), short({ isOn: false })],
        [stateOf(), short({ strike: "105", premium: "0.1" })],
        [stateOf({ exercise: "" }), short()],
        // A dividend makes a put dearer to exercise.
        [stateOf(), short({ type: "put", strike: "105" })],
        [stateOf(), short({ premium: "" })],
        [stateOf(), short({ type: "stock" })],
    ];
    for (const [state, leg] of without) assert.equal(assignmentText(state, leg), "", JSON.stringify(leg));
});

test("a short option at its intrinsic value may be assigned now", () => {
    const now = "May be assigned now: in the money, without time value.";
    assert.equal(assignmentText(stateOf(), short({ premium: "5" })), now);
    assert.equal(assignmentText(stateOf(), short({ type: "put", strike: "120", premium: "20" })), now);
    // The price now counts, and not the premium of then.
    assert.equal(assignmentText(stateOf(), short({ premium: "12", nowSource: "own", now: "5" })), now);
    assert.equal(assignmentText(stateOf(), short({ premium: "5", nowSource: "own", now: "7" })), "");
});
