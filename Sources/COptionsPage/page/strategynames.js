// All names of strategies that the server recognises, with an arrangement of each. docs/strategy-names.md has the notation.

/** A line a name: the name, its legs, the places of its strikes if they are not the usual ones, and the other names. */
const lines = `
long stock; +S
short stock; -S
long call; +C1
short call; -C1; ; naked call, uncovered call
long put; +P1
short put; -P1; ; naked put, cash-secured put
covered call; +S -C1; ; buy-write, overwrite, synthetic short put
covered put; -S -P1; ; sell-write, synthetic short call
covered straddle; +S -C1 -P1; ; covered short straddle
covered strangle; +S -P1 -C2; ; covered short strangle, covered combination
ratio call write; +S -nC1; ; ratio covered call, short call synthetic straddle
ratio put write; -S -nP1; ; short put synthetic straddle
variable ratio write; +S -C1 -C2; ; trapezoidal hedge, short call synthetic strangle
stock repair; +S +C1 -2C2
protective put; +S +P1; ; married put, synthetic long call
protective call; -S +C1; ; protected short sale, married call, synthetic long put
collar; +S +P1 -C2; ; protective collar, zero-cost collar, fence
reverse collar; -S -P1 +C2; ; short collar
put spread collar; +S -P1 +P2 -C3
bull call spread; +C1 -C2; ; long call spread, call debit spread
bear call spread; -C1 +C2; ; short call spread, call credit spread
bull put spread; +P1 -P2; ; short put spread, put credit spread
bear put spread; -P1 +P2; ; long put spread, put debit spread
long straddle; +C1 +P1; ; straddle
short straddle; -C1 -P1
long strangle; +P1 +C2; ; strangle
short strangle; -P1 -C2
long guts; +C1 +P2; ; in-the-money strangle
short guts; -C1 -P2
strip; +C1 +2P1
short strip; -C1 -2P1
strap; +2C1 +P1
short strap; -2C1 -P1
strip strangle; +2P1 +C2
short strip strangle; -2P1 -C2
strap strangle; +P1 +2C2
short strap strangle; -P1 -2C2
long call butterfly; +C1 -2C2 +C3; ; butterfly call, call butterfly
short call butterfly; -C1 +2C2 -C3; ; short butterfly call
long put butterfly; +P1 -2P2 +P3; ; butterfly put, put butterfly
short put butterfly; -P1 +2P2 -P3; ; short butterfly put
iron butterfly; +P1 -P2 -C2 +C3; ; iron fly
reverse iron butterfly; -P1 +P2 +C2 -C3; ; short iron butterfly
long broken-wing call butterfly; +C1 -2C2 +C3; -1 0 2; skip-strike butterfly, modified call butterfly
short broken-wing call butterfly; -C1 +2C2 -C3; -1 0 2
long broken-wing put butterfly; +P1 -2P2 +P3; -1 0 2; skip-strike butterfly, modified put butterfly
short broken-wing put butterfly; -P1 +2P2 -P3; -1 0 2
broken-wing iron butterfly; +P1 -P2 -C2 +C3; -1 0 2
reverse broken-wing iron butterfly; -P1 +P2 +C2 -C3; -1 0 2
long call christmas tree; +C1 -3C2 +2C3; -2 0 1; christmas tree butterfly with calls
short call christmas tree; -C1 +3C2 -2C3; -2 0 1
long put christmas tree; +2P1 -3P2 +P3; -1 0 2; christmas tree butterfly with puts
short put christmas tree; -2P1 +3P2 -P3; -1 0 2
long call condor; +C1 -C2 -C3 +C4
short call condor; -C1 +C2 +C3 -C4
long put condor; +P1 -P2 -P3 +P4
short put condor; -P1 +P2 +P3 -P4
iron condor; +P1 -P2 -C3 +C4
reverse iron condor; -P1 +P2 +C3 -C4; ; inverted iron condor, short iron condor
long broken-wing call condor; +C1 -C2 -C3 +C4; -3 -2 2 4
short broken-wing call condor; -C1 +C2 +C3 -C4; -3 -2 2 4
long broken-wing put condor; +P1 -P2 -P3 +P4; -3 -2 2 4
short broken-wing put condor; -P1 +P2 +P3 -P4; -3 -2 2 4
broken-wing iron condor; +P1 -P2 -C3 +C4; -3 -2 2 4; iron condor
reverse broken-wing iron condor; -P1 +P2 +C3 -C4; -3 -2 2 4; short iron condor
call ratio spread; +C1 -nC2; ; front spread, ratio vertical spread, short call backspread
call backspread; -C1 +nC2; ; call ratio backspread
put ratio spread; -nP1 +P2; ; front spread, ratio vertical spread, short put backspread
put backspread; +nP1 -P2; ; put ratio backspread
call zebra; +2C1 -C2; ; zero extrinsic back ratio
put zebra; -P1 +2P2; ; zero extrinsic back ratio
long wrangle; +nP1 -P2 -C2 +nC3
short wrangle; -nP1 +P2 +C2 -nC3; ; double ratio spread
bull call ladder; +C1 -C2 -C3; ; long call ladder, call christmas tree
bear call ladder; -C1 +C2 +C3; ; short call ladder
bull put ladder; +P1 +P2 -P3; ; short put ladder
bear put ladder; -P1 -P2 +P3; ; long put ladder, put christmas tree
bullish risk reversal; -P1 +C2; ; long combo, split-strike synthetic long stock
bearish risk reversal; +P1 -C2; ; short combo, split-strike synthetic short stock
bullish short seagull; -P1 +C2 -C3; ; seagull
bearish long seagull; +P1 -C2 +C3
bearish short seagull; -P1 +P2 -C3; ; seagull
bullish long seagull; +P1 -P2 +C3
jade lizard; -P1 -C2 +C3
reverse jade lizard; +P1 -P2 -C3; ; twisted sister
big lizard; -P1 -C1 +C2
reverse big lizard; +P1 -P2 -C2
long call calendar spread; -C1@near +C1@far; ; call time spread, horizontal spread, call calendar spread
short call calendar spread; +C1@near -C1@far; ; reverse calendar spread
long put calendar spread; -P1@near +P1@far; ; put time spread, horizontal spread, put calendar spread
short put calendar spread; +P1@near -P1@far; ; reverse calendar spread
call ratio calendar spread; -nC1@near +C1@far
put ratio calendar spread; -nP1@near +P1@far
long call diagonal spread; +C1@far -C2@near; ; poor man's covered call
short call diagonal spread; -C1@far +C2@near
long put diagonal spread; -P1@near +P2@far; ; poor man's covered put
short put diagonal spread; +P1@near -P2@far
long double calendar spread; -P1@near +P1@far -C2@near +C2@far; ; calendar strangle, calendar combination
short double calendar spread; +P1@near -P1@far +C2@near -C2@far
long double diagonal spread; +P1@far -P2@near -C3@near +C4@far
short double diagonal spread; -P1@far +P2@near +C3@near -C4@far
long calendar straddle; -C1@near -P1@near +C1@far +P1@far
short calendar straddle; +C1@near +P1@near -C1@far -P1@far
diagonal butterfly; +P1@far -P2@near -C2@near +C3@far
synthetic long stock; +C1 -P1; ; synthetic long future, combo
synthetic short stock; -C1 +P1; ; synthetic short future
long call synthetic straddle; -S +2C1; ; reverse hedge
long put synthetic straddle; +S +2P1
long call synthetic strangle; -S +C1 +C2
long put synthetic strangle; +S +P1 +P2
short put synthetic strangle; -S -P1 -P2; ; variable ratio put write
conversion; +S -C1 +P1; ; forward conversion
reversal; -S +C1 -P1; ; reverse conversion
long box spread; +C1 -C2 -P1 +P2; ; box spread
short box spread; -C1 +C2 +P1 -P2
long jelly roll; -C1@near +P1@near +C1@far -P1@far; ; jelly roll
short jelly roll; +C1@near -P1@near -C1@far +P1@far
`;

/**
 * A leg of a name: side and kind (`+C` buys a call, `-P` sells a put, `+S` buys shares), the place of the strike in halves of a standard
 * deviation from the money, contracts, and whether it expires later.
 * @typedef {import("./presetlist.js").PresetLeg} PresetLeg
 */

/** The usual places of one to four strikes. */
const places = [[0], [-1, 1], [-2, 0, 2], [-3, -2, 2, 3]];

/**
 * The legs of a notation such as `+C1 -2C2 +C3@far`. `n` is 2.
 * @param {string} notation
 * @param {number[] | undefined} chosen The places of the strikes.
 * @returns {PresetLeg[]}
 */
function legsOf(notation, chosen) {
    const words = [...notation.matchAll(/([+-])(\d|n)?([SCP])(\d)?(?:@(near|far))?/g)];
    const usual = chosen ?? places[Math.max(...words.map(([, , , , strike]) => Number(strike ?? 1))) - 1];
    return words.map(([, sign, count, kind, strike, when]) => {
        const quantity = kind === "S" ? 100 : count === "n" ? 2 : Number(count ?? 1);
        const place = kind === "S" ? 0 : usual[Number(strike) - 1];
        return when === "far" ? [`${sign}${kind}`, place, quantity, "later"] : [`${sign}${kind}`, place, quantity];
    });
}

export const strategyNames = lines.trim().split("\n").map((line) => {
    const [name, notation, chosen = "", others = ""] = line.split(";").map((part) => part.trim());
    return { name, notation, legs: legsOf(notation, chosen ? chosen.split(" ").map(Number) : undefined), others };
});

/**
 * The names that contain all words of a text, also in their other names.
 * @param {string} text
 */
export function namesMatching(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return strategyNames.filter(({ name, others }) => words.every((word) => `${name}, ${others}`.toLowerCase().includes(word)));
}
