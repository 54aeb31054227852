// The terms that the chains of a strategy imply: the volatility at the money, exercise and dividends, and the dividend yield that gives the
// forward together with these dividends. They follow the chains until the user types them.

import { valuation, valuationDay } from "./dates.js";
import { nearest } from "./strikes.js";
import { counted, dateInNewYork, dayFrom, days, percentage, price } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Dividend} Dividend */
/** @typedef {(typeof terms)[number]} Term */

/** The terms that can follow, in the order of the address. */
export const terms = /** @type {const} */ (["volatility", "dividendYield", "exercise", "dividends"]);

/**
 * Whether a term follows the chain.
 * @param {State} state
 * @param {Term} term
 */
export const doesFollow = (state, term) => state.follows.split(" ").includes(term);

/**
 * @param {State} state
 * @param {Term} term
 * @param {boolean} isFollowing
 */
export function setFollows(state, term, isFollowing) {
    state.follows = terms.filter((other) => (other === term ? isFollowing : doesFollow(state, other))).join(" ");
}

/**
 * The strike at the money, and the volatility there if there is one.
 * @param {Server.OptionChain} chain
 */
export function atTheMoney(chain) {
    const strike = nearest(chain.strikes.map((row) => row.strikePrice), chain.spot ?? 0);
    const row = chain.strikes.find((row) => row.strikePrice === strike);
    return { strike, volatility: row?.call?.impliedVolatility ?? row?.put?.impliedVolatility ?? null };
}

/**
 * The volatility at the money in percent; empty if there is none.
 * @param {Server.OptionChain} chain
 */
function volatilityOf(chain) {
    const { volatility } = atTheMoney(chain);
    return volatility === null ? "" : percentage(Number(volatility.toFixed(5)));
}

/**
 * The growth between ex-dates, a decimal per year, from the spot to the forward of a chain: `spot e^{g T} − Σ amount e^{g (T − t)}` is the
 * forward. Without dividends, it is the carry of the chain.
 * @param {Server.OptionChain} chain
 * @param {Dividend[]} dividends
 */
function growth({ spot, forward, carry, timeToExpiration: years, expirationDate, asOf }, dividends) {
    const counting = dividends.map(({ exDate, amount }) => ({ left: days(exDate, expirationDate) / 365, amount: Number(amount) }))
        .filter(({ left, amount }) => left >= 0 && left < days(dateInNewYork(asOf), expirationDate) / 365 && amount > 0);
    if (!counting.length || spot === null || forward === null || carry === null) return carry;
    let value = Math.log((forward + counting.reduce((sum, { amount }) => sum + amount, 0)) / spot) / years;
    // Newton's method.
    for (let turn = 0; turn < 30; turn += 1) {
        let [error, slope] = [spot * Math.exp(value * years) - forward, years * spot * Math.exp(value * years)];
        for (const { left, amount } of counting) {
            error -= amount * Math.exp(value * left);
            slope -= left * amount * Math.exp(value * left);
        }
        value -= error / slope;
        if (Math.abs(error / slope) < 1e-15) break;
    }
    return Number.isFinite(value) ? value : carry;
}

/**
 * The yield that gives the chain's forward with the rate, in percent, and the dividends of a state. Empty if there is none. It is within the
 * range in which American options, and options with dividends, can be valued.
 * @param {Pick<State, "rate" | "exercise" | "dividends">} state
 * @param {Server.OptionChain} chain
 */
export function yieldOf({ rate, exercise, dividends }, chain) {
    const decimal = Number(rate) / 100;
    const grown = growth(chain, dividends);
    if (grown === null || !Number.isFinite(decimal)) return "";
    const value = Number((decimal - grown).toFixed(6));
    const isPlain = exercise === "" && !dividends.length;
    return percentage(isPlain ? value : Math.min(Math.max(value, -0.1), dividends.length ? 0.2 : 1));
}

/**
 * The dividends of a chain after the day of the valuation.
 * @param {State} state
 * @param {Server.OptionChain} chain
 * @returns {Dividend[]}
 */
const dividendsOf = (state, chain) =>
    chain.dividends.filter(({ exDate }) => exDate > valuationDay(state)).map(({ exDate, amount, status }) => ({
        exDate,
        amount: String(amount),
        status: status === "estimated" ? "estimated" : "declared",
    }));

/**
 * Whether a chain has the quotes of the valuation.
 * @param {State} state
 * @param {Server.OptionChain} chain
 */
export const isOfValuation = (state, chain) => dateInNewYork(chain.asOf) === valuationDay(state);

/**
 * The terms as chains have them: the volatility of the first, the dividends until the last, and the yield for the first with them. Empty for
 * a volatility or a yield that they do not have.
 * @param {State} state With the rate, and the terms that do not follow.
 * @param {[Server.OptionChain, ...Server.OptionChain[]]} chains Ascending.
 */
function termsOf(state, chains) {
    const [first] = chains;
    /** @type {State["exercise"]} */
    const exercise = !doesFollow(state, "exercise") ? state.exercise : first.exercise === "american" ? "american" : "";
    const dividends = doesFollow(state, "dividends") ? dividendsOf(state, chains[chains.length - 1]) : state.dividends;
    return { volatility: volatilityOf(first), exercise, dividends, dividendYield: yieldOf({ ...state, exercise, dividends }, first) };
}

/**
 * Updates the terms that follow the chains.
 * @param {State} state
 * @param {[Server.OptionChain, ...Server.OptionChain[]]} chains Ascending.
 */
export function followChains(state, chains) {
    const { volatility, dividendYield, exercise, dividends } = termsOf(state, chains);
    Object.assign(state, { exercise, dividends });
    if (doesFollow(state, "volatility")) state.volatility = volatility || state.volatility;
    if (doesFollow(state, "dividendYield")) state.dividendYield = dividendYield;
}

/**
 * The terms that follow but differ from those of the quotes, which have changed since they were taken.
 * @param {State} state
 * @param {ReturnType<typeof termsOf>} quoted
 */
function changedTerms(state, quoted) {
    const isOther = {
        volatility: quoted.volatility !== "" && Number(quoted.volatility) !== Number(state.volatility),
        dividendYield: quoted.dividendYield !== "" && Number(quoted.dividendYield) !== Number(state.dividendYield),
        exercise: quoted.exercise !== state.exercise,
        dividends: JSON.stringify(quoted.dividends) !== JSON.stringify(state.dividends),
    };
    return terms.filter((term) => doesFollow(state, term) && isOther[term]);
}

/**
 * Describes the terms and the chains of the expirations; `canFollow` is true if a term is typed, or the quotes have changed since it was
 * taken. Empty without the first chain.
 * @param {State} state
 * @param {(Server.OptionChain | null)[]} chains Ascending; `null` for one that is not known.
 */
export function termsNote(state, chains) {
    const [first, ...later] = chains;
    if (!first || !isOfValuation(state, first)) return { text: "", canFollow: false };
    const known = later.flatMap((chain) => (chain ? [chain] : []));
    const quoted = termsOf(state, [first, ...known]);
    const from = valuation(state);
    const name = (/** @type {Server.OptionChain} */ chain) => dayFrom(chain.expirationDate, from);
    const inPercent = (/** @type {string} */ text, /** @type {string} */ title) => (text ? `${text} %` : `no ${title}`);
    const atMoney = `${inPercent(quoted.volatility, "volatility")} at the money`;
    const forward = first.forward === null ? "no forward" : `the forward ${price(Number(first.forward.toFixed(2)))}`;
    const exercise = first.exercise === "american" ? "American" : "European";
    const number = dividendsOf(state, known.at(-1) ?? first).length;
    const dividends = number ? counted(number, "dividend") : "no dividend";
    const changed = changedTerms(state, quoted);
    const givenYield = first.forward === null
        ? "that chain has no forward"
        : `${forward} of that chain gives ${inPercent(quoted.dividendYield, "yield")}`;
    const isSameExercise = (state.exercise === "american") === (first.exercise === "american");
    const hasDividends = doesFollow(state, "dividends") || (!number && !state.dividends.length);
    const isWhole = doesFollow(state, "volatility") && doesFollow(state, "dividendYield") && isSameExercise && hasDividends &&
        !changed.length;
    const texts = isWhole ? [`The terms follow the chain of ${name(first)}: ${atMoney}, ${forward}, ${exercise}, ${dividends}.`] : [
        changed.includes("volatility")
            ? `The volatility was taken from the chain of ${name(first)}, which has changed since: ${atMoney}.`
            : doesFollow(state, "volatility")
            ? `The volatility follows the chain of ${name(first)}: ${atMoney}.`
            : `${state.volatility.trim() ? "The volatility is typed" : "No volatility is entered"}; the chain of ${
                name(first)
            } has ${atMoney}.`,
        changed.includes("dividendYield")
            ? `The yield was taken from that chain before it changed; ${givenYield}.`
            : doesFollow(state, "dividendYield")
            ? `The yield gives ${forward} of that chain.`
            : `${state.dividendYield.trim() ? "The yield is typed" : "No yield is entered"}; ${givenYield}.`,
        ...isSameExercise ? [] : [`The options of that chain are ${exercise}.`],
        changed.includes("dividends") ? `It has other dividends by now: ${dividends}.` : hasDividends ? "" : `That chain has ${dividends}.`,
    ];
    const others = known.filter((chain) => yieldOf(state, chain) !== state.dividendYield);
    if (others.length) {
        const list = others.map((chain) => `${inPercent(yieldOf(state, chain), "yield")} of ${name(chain)}`).join(", ");
        texts.push(`One yield serves all expirations; the chains of the later ones have ${list}.`);
    }
    return { text: texts.filter(Boolean).join(" "), canFollow: !isWhole };
}
