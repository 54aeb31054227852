// The predefined strategies, by outlook.

/**
 * A leg: side and kind (`+C` buys a call, `-P` sells a put, `+S` buys shares), the offset of the strike from the money in halves of a
 * standard deviation, contracts, and whether it expires later.
 * @typedef {[string, number, number?, "later"?]} PresetLeg
 * @typedef {{name: string, text: string, picture: string, legs: PresetLeg[]}} Preset
 */

/** @type {{outlook: string, presets: Preset[]}[]} */
export const outlooks = [
    {
        outlook: "The stock rises",
        presets: [
            {
                name: "Long call",
                text: "Profits if the stock rises. The loss ends at the premium.",
                picture: "2,24 32,24 58,4",
                legs: [["+C", 0]],
            },
            {
                name: "Bull call spread",
                text: "A call bought and a higher one sold: a cheaper bet on a rise, with limits on both sides.",
                picture: "2,24 22,24 40,7 58,7",
                legs: [["+C", 0], ["-C", 2]],
            },
            {
                name: "Bull put spread",
                text: "A put sold and a lower one bought: keeps the credit if the stock holds.",
                picture: "2,25 20,25 34,9 58,9",
                legs: [["-P", -1], ["+P", -2]],
            },
            { name: "Short put", text: "Earns the premium if the stock does not fall.", picture: "2,28 28,8 58,8", legs: [["-P", -1]] },
        ],
    },
    {
        outlook: "The stock falls",
        presets: [
            {
                name: "Long put",
                text: "Profits if the stock falls. The loss ends at the premium.",
                picture: "2,4 28,24 58,24",
                legs: [["+P", 0]],
            },
            {
                name: "Bear put spread",
                text: "A put bought and a lower one sold: a bet on a fall, with limits on both sides.",
                picture: "2,7 20,7 38,24 58,24",
                legs: [["+P", 0], ["-P", -2]],
            },
            {
                name: "Bear call spread",
                text: "A call sold and a higher one bought: keeps the credit if the stock does not rise.",
                picture: "2,9 26,9 40,25 58,25",
                legs: [["-C", 1], ["+C", 2]],
            },
            {
                name: "Short call",
                text: "Earns the premium if the stock does not rise. The loss has no limit.",
                picture: "2,8 32,8 58,28",
                legs: [["-C", 1]],
            },
        ],
    },
    {
        outlook: "The stock stays",
        presets: [
            {
                name: "Iron condor",
                text: "A put spread and a call spread sold: keeps the credit if the stock stays between.",
                picture: "2,25 12,25 22,8 38,8 48,25 58,25",
                legs: [["+P", -3], ["-P", -2], ["-C", 2], ["+C", 3]],
            },
            {
                name: "Iron butterfly",
                text: "A straddle sold, with wings bought that limit the loss.",
                picture: "2,25 12,25 30,5 48,25 58,25",
                legs: [["+P", -2], ["-P", 0], ["-C", 0], ["+C", 2]],
            },
            {
                name: "Long call butterfly",
                text: "One, minus two, one: a cheap bet on one price.",
                picture: "2,21 14,21 30,4 46,21 58,21",
                legs: [["+C", -2], ["-C", 0, 2], ["+C", 2]],
            },
            {
                name: "Short strangle",
                text: "Put and call sold apart. The loss has no limit.",
                picture: "2,27 20,8 40,8 58,27",
                legs: [["-P", -2], ["-C", 2]],
            },
            {
                name: "Call calendar",
                text: "A call sold, a later one bought at the same strike: profits from time at that price.",
                picture: "2,22 16,19 26,9 30,6 34,9 44,18 58,21",
                legs: [["-C", 0], ["+C", 0, 1, "later"]],
            },
        ],
    },
    {
        outlook: "The stock moves far",
        presets: [
            {
                name: "Long straddle",
                text: "Call and put at one strike: profits from a large move either way.",
                picture: "2,4 30,26 58,4",
                legs: [["+C", 0], ["+P", 0]],
            },
            {
                name: "Long strangle",
                text: "Call and put apart: cheaper than a straddle, and needs a larger move.",
                picture: "2,5 22,24 38,24 58,5",
                legs: [["+P", -1], ["+C", 1]],
            },
            {
                name: "Call backspread",
                text: "One call sold, two higher ones bought: profits from a sharp rise.",
                picture: "2,14 24,14 36,27 58,3",
                legs: [["-C", 0], ["+C", 1, 2]],
            },
        ],
    },
    {
        outlook: "You hold the stock",
        presets: [
            {
                name: "Covered call",
                text: "Shares, and a call sold on them for income.",
                picture: "2,28 38,8 58,8",
                legs: [["+S", 0, 100], ["-C", 1]],
            },
            {
                name: "Protective put",
                text: "Shares, and a put that limits the loss.",
                picture: "2,22 22,22 58,4",
                legs: [["+S", 0, 100], ["+P", -1]],
            },
            {
                name: "Collar",
                text: "Shares between a put bought and a call sold.",
                picture: "2,24 20,24 42,7 58,7",
                legs: [["+S", 0, 100], ["+P", -1], ["-C", 1]],
            },
        ],
    },
];

/**
 * The preset of a name.
 * @param {string} name
 */
export function presetNamed(name) {
    const found = outlooks.flatMap(({ presets }) => presets).find((preset) => preset.name === name);
    if (!found) throw new RangeError(`There is no preset ${name}.`);
    return found;
}
