// The address and the requests that the page writes. Run: node --test Tests/Page

import assert from "node:assert/strict";
import { test } from "node:test";

import { axisText, rowPrice, ticks } from "../../Sources/COptionsPage/page/axis.js";
import { strikeStep } from "../../Sources/COptionsPage/page/strikes.js";
import { usualFriday } from "../../Sources/COptionsPage/page/calendar.js";
import { presetStrikes, priceAt, strikeAtDelta, upperTail } from "../../Sources/COptionsPage/page/presetstrikes.js";
import { scaledStrikes, shiftExpirations } from "../../Sources/COptionsPage/page/reshape.js";
import { lineDates, tableDates } from "../../Sources/COptionsPage/page/dates.js";
import { asDecimal, jsonValue } from "../../Sources/COptionsPage/page/numbers.js";
import { reading } from "../../Sources/COptionsPage/page/reading.js";
import { inputProblem } from "../../Sources/COptionsPage/page/validation.js";
import * as request from "../../Sources/COptionsPage/page/request.js";
import { readAddress, writeAddress } from "../../Sources/COptionsPage/page/address.js";
import { feesOf, initialState, makeLeg } from "../../Sources/COptionsPage/page/state.js";

/** A generator of random integers below a limit (xorshift), so that a failure can be repeated. */
function random(seed) {
    let state = BigInt(seed);
    return (limit) => {
        state ^= (state << 13n) & 0xffffffffffffffffn;
        state ^= state >> 7n;
        state ^= (state << 17n) & 0xffffffffffffffffn;
        return Number(state % BigInt(limit));
    };
}

const withoutIdentifiers = (state) => JSON.parse(JSON.stringify(state, (name, value) => (name === "id" ? undefined : value)));

test("an address is read as it was written", () => {
    const draw = random(88172645463325252n);
    const words = [
        "",
        "1",
        "9.25",
        "-5",
        "0.1",
        "1e3",
        "abc",
        "a,b",
        "x@y",
        "1 2",
        "50%",
        "&leg=x",
        "#",
        "+",
        "é",
        "own",
        "off",
        "2026-12-18",
        "a=b",
        "?",
        "ask ",
    ];
    const word = () => words[draw(words.length)];
    const choose = (...values) => values[draw(values.length)];
    for (let round = 0; round < 10_000; round += 1) {
        const legs = () =>
            Array.from({ length: draw(5) }, () => {
                const type = choose("call", "put", "stock");
                // A word that is the name of a source would be read as a source.
                const expiration = choose("", "2026-12-18", "soon", "1,2");
                return makeLeg({
                    isOn: draw(2) === 0,
                    position: choose("long", "short"),
                    type,
                    strike: type === "stock" ? "" : word(),
                    expiration,
                    quantity: word(),
                    premium: word(),
                    shares: word(),
                    source: choose("own", "mid", "bid", "ask"),
                    ...choose({}, { nowSource: choose("paid", "own", "mid", "volatility"), now: word() }),
                });
            });
        const state = {
            ...initialState(),
            view: choose("builder", "chain"),
            symbol: word().toUpperCase(),
            price: word(),
            valuation: word(),
            volatility: word(),
            rate: word(),
            dividendYield: word(),
            date: choose("", "2026-12-18"),
            shift: choose("0", "-30", "7"),
            overlay: choose("", "delta", "rho"),
            table: choose("profit", "percent", "value"),
            expiration: word(),
            legs: legs(),
            compare: legs(),
        };
        const address = writeAddress(state);
        const read = readAddress(address);
        assert.equal(read.problem, null, address);
        assert.deepEqual(withoutIdentifiers(read.state), withoutIdentifiers(state), address);
        // The browser does not change the address.
        assert.equal(new URL(`http://localhost/${address}`).hash, address);
    }
});

test("the address of a strategy can be read by a person", () => {
    const state = initialState();
    state.symbol = "COIN";
    state.legs = [
        makeLeg({ strike: "165", premium: "9.25", expiration: "2026-12-18", source: "mid" }),
        makeLeg({ isOn: false, position: "short", type: "put", strike: "150", premium: "3.1" }),
    ];
    assert.equal(
        writeAddress(state),
        "#v1/builder?symbol=COIN&price=165.12&leg=long,1,call,165@9.25,2026-12-18,mid&leg=off,short,1,put,150@3.1",
    );
});

test("invalid parts of an address are named, and the others are read", () => {
    assert.match(readAddress("#v2/builder?price=1").problem ?? "", /“v2”/);
    const { state, problem } = readAddress("#v1/builder?price=100&leg=buy,1,call,1@2&leg=long,1,call,95@1&nonsense");
    assert.match(problem ?? "", /leg=buy,1,call,1@2, nonsense/);
    assert.equal(state.legs.length, 1);
    assert.equal(state.price, "100");
    assert.deepEqual(withoutIdentifiers(readAddress("").state), withoutIdentifiers(initialState()));
    const wrong = readAddress("#v1/builder?price=1&overlay=foo&shift=1e9&table=x&toString=1&leg=long,1,call,95@1");
    assert.match(wrong.problem ?? "", /toString=1, overlay=foo, table=x, shift=1e9/);
    assert.deepEqual([wrong.state.overlay, wrong.state.shift, wrong.state.table], ["", "0", "profit"]);
    const stray = readAddress("#v1/wrong/view?prices&date=soon&price=7&leg=long,1,call,95@1,2026-12-18,2027-01-15&leg=long,1,call,95@1@2");
    assert.match(
        stray.problem ?? "",
        /wrong\/view, prices, leg=long,1,call,95@1,2026-12-18,2027-01-15, leg=long,1,call,95@1@2, date=soon\./,
    );
    assert.deepEqual([stray.state.view, stray.state.price, stray.state.date], ["builder", "7", ""]);
    assert.equal(readAddress("#v1/chain?").problem, null);
    assert.match(readAddress("#v1/wrong").problem ?? "", /: wrong\./);
    assert.equal(readAddress("#v1/builder?price=%E0%A4%A&leg=long,1,call,1@2").state.price, "%E0%A4%A");
});

test("a symbol in lower case is that in upper case", () => {
    const { state } = readAddress("#v1/builder?symbol=coin&price=1&asset=brk.b&leg=long,1,call,1@1");
    assert.deepEqual([state.symbol, state.asset], ["COIN", "BRK.B"]);
    assert.equal(readAddress("#v1/watchlist?asset=coin:bitcoin").state.asset, "coin:bitcoin");
});

test("the strikes of presets are apart by halves of a standard deviation", () => {
    // 40 % a year, times the root of a quarter of a year.
    const at = priceAt(200, 0.4, 365 / 4);
    assert.ok(Math.abs(at(2) - 200 * Math.exp(0.2)) < 1e-9 && Math.abs(at(-2) - 200 * Math.exp(-0.2)) < 1e-9);
    // A condor sells at one standard deviation, and buys at one and a half: 163.7 and 244.3, 148.2 and 270.0, with equal wings.
    const listed = Array.from({ length: 400 }, (_, index) => index + 1);
    const condor = presetStrikes([-3, -2, 2, 3], listed, at);
    assert.deepEqual([...condor].sort(([a], [b]) => a - b), [[-3, 138], [-2, 164], [2, 244], [3, 270]]);
});

test("the wings of a tree keep their ratio, those of a broken-wing butterfly are not equal", () => {
    for (const step of [0.5, 1, 2.5, 5]) {
        for (let spot = 40; spot < 400; spot += 13.7) {
            const listed = Array.from({ length: 2_000 }, (_, index) => (index + 1) * step);
            for (const [places, ratio] of [[[-2, 0, 1], 2], [[-1, 0, 2], 0.5], [[-3, -2, 2, 4], 0.5]]) {
                const found = presetStrikes(places, listed, priceAt(spot, 0.3, 40));
                const strikes = places.map((place) => Number(found.get(place)));
                const [lower, upper] = [strikes[1] - strikes[0], strikes[strikes.length - 1] - strikes[strikes.length - 2]];
                assert.ok(Math.abs(lower - ratio * upper) < 1e-9, `${spot}, steps of ${step}: ${strikes}`);
            }
        }
    }
});

test("the delta of a place is that of a lognormal price, and its strike has the nearest one", () => {
    // Of a table of the normal distribution.
    for (const [value, chance] of [[0, 0.5], [1, 0.158655254], [-1, 0.841344746], [1.5, 0.066807201], [-2, 0.977249868]]) {
        assert.ok(Math.abs(upperTail(value) - chance) < 2e-7, `${value}`);
    }
    const row = (strikePrice, call, put) => ({ strikePrice, call: { greeks: { delta: call } }, put: { greeks: { delta: put } } });
    const chain = {
        spot: 100,
        forward: 100.2,
        strikes: [row(90, 0.99, -0.07), row(95, 0.9, -0.17), row(100, 0.55, -0.47), row(105, 0.2, -0.7), row(110, 0.06, -0.99)],
    };
    const at = strikeAtDelta(chain);
    // Deltas of 0.93 and 0.84 below, of 0.16 and 0.07 above, each of the option out of the money.
    assert.deepEqual([-3, -2, 0, 2, 3].map((place) => at(place)), [90, 95, 100, 105, 110]);
    assert.equal(strikeAtDelta({ ...chain, strikes: [{ strikePrice: 100, call: null, put: null }] }), null);
});

test("a strategy is made narrower and wider, around its centre, on the strikes of the chain", () => {
    const legs = [90, 95, 105, 110].map((strike) => makeLeg({ strike: String(strike) }));
    const listed = Array.from({ length: 100 }, (_, index) => 50 + index);
    const strikes = (factor, of = legs, list = listed) => [...scaledStrikes(of, factor, list, 100)?.values() ?? []];
    assert.deepEqual(strikes(0.8), [92, 96, 104, 108]);
    assert.deepEqual(strikes(1.25), [88, 94, 106, 112]);
    // Of coarse strikes, the next other ones.
    const coarse = [80, 85, 90, 95, 100, 105, 110, 115, 120];
    const [low, , , high] = strikes(1.25, legs, coarse);
    assert.ok(high - low > 20 && low >= 80 && high <= 120, `${low} to ${high}`);
    // One strike has no width, and neighbours cannot be nearer.
    assert.deepEqual(strikes(0.8, [makeLeg({ strike: "100" })]), []);
    assert.deepEqual(strikes(0.8, [100, 105].map((strike) => makeLeg({ strike: String(strike) })), coarse), []);
});

test("expirations move along the list, and a calendar keeps two", () => {
    const listed = ["2026-12-04", "2026-12-11", "2026-12-18"];
    const state = (...dates) => ({
        ...initialState(),
        valuation: "2026-11-25",
        legs: dates.map((expiration) => makeLeg({ strike: "1", expiration })),
    });
    const after = (steps, list, ...dates) => {
        const now = state(...dates);
        return shiftExpirations(now, steps, list) ? now.legs.map(({ expiration }) => expiration) : null;
    };
    assert.deepEqual(after(1, listed, "2026-12-04", "2026-12-11"), ["2026-12-11", "2026-12-18"]);
    assert.equal(after(1, listed, "2026-12-11", "2026-12-18"), null);
    assert.equal(after(1, listed, "2026-12-18"), null);
    assert.deepEqual(after(-1, listed, "2026-12-18"), ["2026-12-11"]);
    // Without a list, from Friday to Friday; Christmas is one.
    assert.deepEqual(after(1, [], "2026-12-18"), ["2026-12-24"]);
    assert.equal(after(-1, [], "2026-11-27"), null);
});

test("different offsets of a preset have different strikes", () => {
    const offsets = [-3, -2, 2, 3];
    for (const spot of [1e-8, 0.05, 1, 3.3, 9.99, 10, 24, 25, 165.12, 200, 999, 1000, 5000, 1e20]) {
        for (const listed of [[], [0.4, 0.8, 1, 1.2, 1.6].map((factor) => factor * spot)]) {
            const strikes = offsets.map((offset) => Number(presetStrikes(offsets, listed, priceAt(spot, 0.25, 37)).get(offset)));
            strikes.forEach((strike, index) => {
                assert.ok(strike > (strikes[index - 1] ?? 0), `${spot}: ${strikes}`);
                if (!listed.length) assert.ok(Math.abs(strike / spot - 1) < 0.2, `${spot}: ${strikes}`);
            });
        }
    }
    assert.deepEqual([...presetStrikes(offsets, [], priceAt(100, 0.25, 37)).values()].sort((a, b) => a - b), [88, 92, 108, 112]);
    // If the strikes have equal steps, both wings have the same width at every price.
    const draw = random(2463534242n);
    for (let round = 0; round < 2_000; round += 1) {
        const [spot, step] = [50 + draw(30_000) / 100, [0.5, 1, 2.5, 5][draw(4)]];
        const first = Math.max(1, Math.round(spot / step) - 100);
        const listed = draw(4) ? Array.from({ length: 200 }, (_, index) => (first + index) * step) : [];
        for (const [low, ...rest] of [offsets, [-2, 0, 2]]) {
            const strikes = [low, ...rest].map((offset) =>
                Number(presetStrikes([low, ...rest], listed, priceAt(spot, 0.25, 37)).get(offset))
            );
            const [lower, upper] = [strikes[1] - strikes[0], strikes[strikes.length - 1] - strikes[strikes.length - 2]];
            assert.ok(lower > 0 && Math.abs(lower - upper) < 1e-9, `${spot}, steps of ${step}: ${strikes}`);
        }
    }
    const coin = presetStrikes(offsets, [120, 125, 130, 135, 140, 145, 150, 155, 160, 165, 170], priceAt(145.64, 0.25, 37));
    assert.deepEqual(offsets.map((offset) => coin.get(offset)), [130, 135, 160, 165]);
    assert.throws(() => presetStrikes(offsets, [90, 100, 110], priceAt(100, 0.25, 37)), /too few strikes/);
    // For prices from 10 to 1,000, the steps of listed options.
    assert.deepEqual([1, 10, 24, 25, 165.12, 200, 5000].map(strikeStep), [0.02, 0.5, 0.5, 1, 1, 5, 100]);
});

test("neighbouring numbers have different texts", () => {
    const rows = [[165.12, 4.128, "165.12"], [0.04875, 0.00125, "0.0488"], [3.075, 0.075, "3.075"], [1.025e-8, 2.5e-10, "1.025e−8"], [
        1.3e300,
        2.5e298,
        "1.300e+300",
    ]];
    for (const [value, step, text] of rows) assert.equal(rowPrice(value, step), text);
    for (
        const [low, high] of [[0.03, 0.07], [-1e-9, 1e-9], [1000, 1010], [115, 215], [-925, 4075], [9e299, 1.1e300], [1e15, 1.1e15], [
            -1e6,
            5e6,
        ], [99900, 100100]]
    ) {
        const values = ticks(low, high, 6);
        const texts = values.map((value) => axisText(value, values[1] - values[0]));
        assert.equal(new Set(texts).size, texts.length, texts.join(" "));
        assert.ok(texts.every((text) => text.length <= 10), texts.join(" "));
    }
    assert.deepEqual([axisText(-925.5, 0.5), axisText(1500, 500), axisText(0, 500), axisText(2.5e6, 500000)], [
        "−925.5",
        "1.5K",
        "0",
        "2.5M",
    ]);
});

test("numbers go into a request as they were typed", () => {
    const rows = [
        ["9.25", "9.25"],
        [" 9.250 ", "9.250"],
        [".5", "0.5"],
        ["5.", "5"],
        ["+3", "3"],
        ["-.5", "-0.5"],
        ["−5", "-5"],
        ["1e400", "1e400"],
        ["0.1000000000000000055", "0.1000000000000000055"],
        ["abc", '"abc"'],
        ["1,000", '"1,000"'],
        ["01", '"01"'],
        ["NaN", '"NaN"'],
        ["0x10", '"0x10"'],
    ];
    for (const [typed, written] of rows) assert.equal(jsonValue(typed), written);
});

test("a percentage is moved by two places, digit by digit", () => {
    const rows = [
        ["20", "0.2"],
        ["4", "0.04"],
        ["100", "1"],
        ["71.78", "0.7178"],
        ["0.5", "0.005"],
        ["0", "0"],
        ["-1.25", "-0.0125"],
        ["25 %", "0.25"],
        ["1234.5", "12.345"],
        ["0.1000000000000000055", "0.001000000000000000055"],
        ["x", '"x"'],
    ];
    for (const [typed, written] of rows) assert.equal(asDecimal(typed), written);
});

test("a percentage equals the quotient of integers", () => {
    const draw = random(1234567n);
    for (let round = 0; round < 10_000; round += 1) {
        const [units, places] = [draw(1_000_000_000), draw(8)];
        const text = (BigInt(units)).toString().padStart(places + 1, "0");
        const typed = places ? `${text.slice(0, -places)}.${text.slice(-places)}` : text;
        assert.equal(Number(asDecimal(typed)), Number(`${units}e-${places + 2}`), typed);
    }
});

test("a request has the legs that are on, with the entered values", () => {
    const state = { ...initialState(), price: "100", volatility: "25", valuation: "2026-01-02" };
    state.legs = [
        makeLeg({ strike: "95", premium: "1.50", quantity: "2", expiration: "2026-03-20", type: "put" }),
        makeLeg({ isOn: false, strike: "90" }),
        makeLeg({ type: "stock", premium: "100", quantity: "200" }),
        makeLeg({ strike: "110", position: "short", expiration: "2026-03-20", shares: "10" }),
    ];
    const value = JSON.parse(request.calculation(state, state.legs, "payoff"));
    assert.deepEqual(value, {
        currentPrice: 100,
        legs: [
            { type: "put", position: "long", strikePrice: 95, premium: 1.5, quantity: 2, expirationDate: "2026-03-20" },
            { type: "stock", position: "long", premium: 100, quantity: 200 },
            { type: "call", position: "short", strikePrice: 110, quantity: 1, sharesPerContract: 10, expirationDate: "2026-03-20" },
        ],
        valuationDate: "2026-01-02",
        volatility: 0.25,
        curveRange: value.curveRange,
        include: ["strategyName"],
    });
    assert.equal(inputProblem(state, state.legs), null);
    assert.match(inputProblem({ ...state, volatility: "" }, state.legs)?.message ?? "", /premium/);
    assert.match(inputProblem({ ...state, price: " " }, state.legs)?.message ?? "", /current price/);
    assert.match(inputProblem(state, [makeLeg({ isOn: false })])?.message ?? "", /leg/);
});

test("the commission of a contract is the fee of each option, and comes back from a request", () => {
    const state = { ...initialState(), price: "100.5", commission: "0.65" };
    state.legs = [
        makeLeg({ strike: "95", premium: "1.5", quantity: "3", type: "put" }),
        makeLeg({ strike: "90", premium: "1", quantity: "1", type: "put" }),
        makeLeg({ type: "stock", premium: "100", quantity: "200" }),
        makeLeg({ strike: "90", premium: "1", isOn: false }),
    ];
    const text = request.calculation(state, state.legs, "payoff");
    assert.deepEqual(JSON.parse(text).legs.map(({ fee }) => fee), [1.95, 0.65, undefined]);
    assert.equal(feesOf(state, state.legs), 2.6);
    const other = initialState();
    const read = reading(text);
    read.change(other);
    assert.deepEqual([other.commission, read.dropped], ["0.65", []]);
    assert.equal(readAddress(writeAddress(state)).state.commission, "0.65");
    // Fees that differ by contract, and those of shares, are none of the page.
    for (const legs of [[{ fee: 1 }, { fee: 2 }], [{ fee: 1 }, {}], [{ type: "stock", fee: 1 }]]) {
        const whole = legs.map((leg) => ({ type: "call", position: "long", quantity: 1, strikePrice: 1, ...leg }));
        assert.deepEqual(reading(JSON.stringify({ legs: whole })).dropped, ["the fees of the legs"]);
    }
    for (const [commission, isGood] of [["", true], ["0", true], ["1.5", true], ["abc", false], ["-1", false], ["1,5", false]]) {
        assert.equal(inputProblem({ ...state, commission }, state.legs)?.member, isGood ? undefined : "commission", commission);
    }
});

test("a request that is read back is the same request", () => {
    const state = { ...initialState(), price: "100.5", volatility: "25", rate: "4", valuation: "2026-01-02" };
    state.legs = [
        makeLeg({ strike: "95", premium: "1.5", quantity: "2", expiration: "2026-03-20", type: "put" }),
        makeLeg({ type: "stock", premium: "100", quantity: "200" }),
    ];
    const text = request.calculation(state, state.legs, "everything");
    const other = initialState();
    const read = reading(text);
    assert.deepEqual(read.dropped, []);
    read.change(other);
    assert.equal(request.calculation(other, other.legs, "everything"), text);
    // The second date is that of the slider; without one, the page adds the day in the middle.
    for (const date of ["", "2026-01-20", "2026-03-20"]) {
        state.date = date;
        reading(request.calculation(state, state.legs, "everything")).change(other);
        assert.equal(other.date, date);
    }
    // Dates of another program do not move the slider.
    for (const dates of [["2026-01-20"], ["2026-01-20", "2026-02-20"], [], "2026-01-20"]) {
        reading(JSON.stringify({ ...JSON.parse(text), valueDates: dates })).change(other);
        assert.equal(other.date, "");
    }
    // If the slider stands on that day, it stays there.
    const [, middle] = lineDates({ ...state, date: "" });
    state.date = middle;
    const ofMiddle = request.calculation(state, state.legs, "everything");
    for (const [before, after] of [[middle, middle], ["2026-01-20", ""]]) {
        other.date = before;
        reading(ofMiddle).change(other);
        assert.equal(other.date, after);
    }
    // Without an expiration, an instant is its time in New York: 1 a.m. in London is the evening before.
    const instant = reading('{"legs": [], "valuationDate": "2026-01-03T01:00:00Z"}');
    instant.change(other);
    assert.deepEqual([other.valuation, instant.dropped], ["2026-01-02 20:00", []]);
    assert.deepEqual(reading('{"legs": [], "valuationDate": "2026-01-03T01:00:20Z"}').dropped, ["the seconds of valuationDate"]);
    // The dates of a request stand for 00:00 UTC, those of the page for the close. 10:30 is 5.5 hours before it, less the hour by which summer
    // begins until the expiration.
    Object.assign(state, { valuation: "2026-01-02 10:30", date: "2026-01-20", exercise: "american" });
    state.dividends = [{ exDate: "2026-02-06", amount: "0.25", status: "" }];
    const timed = request.calculation(state, state.legs, "everything");
    assert.deepEqual(
        [JSON.parse(timed).valuationDate, JSON.parse(timed).valueDates, JSON.parse(timed).exercise],
        ["2026-01-01T19:30:00Z", [0, "2026-01-20"], "american"],
    );
    // From 10:30 to the open, at 9:30.
    const [dividend] = JSON.parse(timed).dividends;
    assert.ok(Math.abs(dividend.timeToExDate * 365 - (35 - 1 / 24)) < 1e-9);
    assert.equal(dividend.amount, 0.25);
    reading(timed).change(other);
    assert.deepEqual([other.valuation, other.dividends], ["2026-01-02 10:30", state.dividends]);
    assert.equal(request.calculation(other, other.legs, "everything"), timed);
    assert.deepEqual(
        reading(
            '{"legs": [], "valuationDate": "2026-01-02", "exercise": "bermudan", "dividends": [{"timeToExDate": 0.1, "amount": 1}, {"exDate": "2026-02-06", "amount": 1}]}',
        )
            .dropped,
        ["dividends[0]", "exercise"],
    );
    const more = reading(
        '{"currentPrice":1,"timeToExpiration":0.25,"legs":[{"type":"call","position":"long","impliedVolatility":0.9}]}',
    );
    assert.deepEqual(more.dropped, ["timeToExpiration"]);
    for (const wrong of ["[]", "null", "{}", '{"legs":[1]}', '{"legs":[{"type":"future"}]}', '{"legs":[{"type":"call"}]}']) {
        assert.throws(() => reading(wrong), Error, wrong);
    }
});

test("dates of the table run from the valuation to the first expiration", () => {
    const state = { ...initialState(), valuation: "2026-01-02" };
    state.legs = [makeLeg({ strike: "95", expiration: "2026-03-20" }), makeLeg({ strike: "95", expiration: "2026-02-20" })];
    const dates = tableDates(state, state.legs);
    assert.equal(dates[0], "2026-01-02");
    assert.equal(dates.at(-1), "2026-02-20");
    assert.deepEqual([...dates].sort(), dates);
    assert.deepEqual(lineDates({ ...state, date: "2026-02-03" }), ["2026-01-02", "2026-02-03"]);
    state.legs = [makeLeg({ strike: "95", expiration: "2026-01-03" })];
    assert.deepEqual(tableDates(state, state.legs), ["2026-01-02", "2026-01-03"]);
    state.legs = [makeLeg({ strike: "95", premium: "1", expiration: "2026-01-02" })];
    assert.deepEqual(tableDates(state, state.legs), []);
    // The payoff of one expiration does not depend on its date; that of two does.
    assert.doesNotMatch(request.calculation(state, state.legs, "payoff"), /Date/);
    state.legs.push(makeLeg({ strike: "95", premium: "1", expiration: "2026-02-02" }));
    assert.match(request.calculation(state, state.legs, "payoff"), /valuationDate/);
});

test("without a chain, options expire on the Friday of the week, or on Thursday if that is a holiday", () => {
    assert.equal(usualFriday("2026-12-26"), "2026-12-24"); // Christmas on a Friday
    assert.equal(usualFriday("2026-12-14"), "2026-12-18");
    assert.equal(usualFriday("2026-12-18"), "2026-12-18");
    assert.equal(usualFriday("2026-12-20"), "2026-12-24");
});

test("the search of the finder is in the address of the finder alone", () => {
    const state = { ...initialState(), view: "finder", find: "ticker:SPY outlook:calm expiration:2026-12-18" };
    assert.match(writeAddress(state), /&find=ticker:SPY\+outlook:calm\+expiration:2026-12-18&/);
    assert.equal(readAddress(writeAddress(state)).state.find, state.find);
    assert.doesNotMatch(writeAddress({ ...state, view: "builder" }), /find/);
});
