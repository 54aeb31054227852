// The example of a first visit, and the list of predefined strategies. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { outlooks, presetNamed } from "../../Sources/COptionsPage/page/presetlist.js";
import { exampleText } from "../../Sources/COptionsPage/page/welcome.js";

test("an example has its date and says whether its quotes are invented", () => {
    const chain = { ticker: "SPY", asOf: "2026-11-27T21:00:00Z", source: "simulated" };
    assert.equal(
        exampleText("an iron condor", chain).replaceAll("\u202f", " "),
        "Below is an iron condor on SPY, with the quotes of Nov 27, 2026, 4:00 PM New York, which are invented.",
    );
    assert.match(exampleText("a covered call", { ...chain, source: "polygon" }), /PM New York\.$/);
});

/** The profit of a preset at expiration of its first options, at an offset from the money, without premiums; both in its units of strikes. */
function payoff(legs, at) {
    return legs.filter(([, , , place]) => !place).reduce((sum, [word, offset, quantity = 1]) => {
        const value = word[1] === "S" ? at / 100 : Math.max(word[1] === "C" ? at - offset : offset - at, 0);
        return sum + (word[0] === "+" ? 1 : -1) * quantity * value;
    }, 0);
}

test("every predefined strategy has a name of its own, and an outlook that its payoff has", () => {
    const names = outlooks.flatMap(({ presets }) => presets.map(({ name }) => name));
    assert.equal(new Set(names).size, names.length);
    for (const { outlook, presets } of outlooks) {
        for (const { name, legs } of presets) {
            assert.equal(presetNamed(name).legs, legs);
            const [low, high] = [payoff(legs, -20), payoff(legs, 20)];
            const middle = payoff(legs, 0);
            if (outlook === "The stock rises") assert.ok(high > low, name);
            else if (outlook === "The stock falls") assert.ok(high < low, name);
            else if (outlook === "The stock moves far") assert.ok(Math.max(low, high) > middle, name);
            // Of a calendar, only the option that is sold is counted, which is worth nothing at its strike.
            else if (outlook === "The stock stays") assert.ok(Math.max(low, high) <= middle, name);
            else assert.ok(legs.some(([word]) => word === "+S"), name);
        }
    }
    assert.throws(() => presetNamed("Nothing"), RangeError);
});
