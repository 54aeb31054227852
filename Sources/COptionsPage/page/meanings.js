// The meanings of the terms on the page.

import { glossary } from "./glossary.js";

/** @type {Record<string, string>} Those that are no words of the glossary, in small letters, as labels have them. */
export const terms = {
    "net debit": "What the strategy costs: the premiums paid less those received.",
    "net credit": "What the strategy brings at once: the premiums received less those paid.",
    "maximum profit": "The most that can be won at expiration, at any price of the stock.",
    "maximum loss": "The most that can be lost at expiration, at any price of the stock.",
    "least profit": "The strategy wins at every price; this is the least.",
    "margin to open":
        "The money that a margin account which holds nothing else needs to open the strategy, by the US rules. A broker may ask for more.",
    "deposit":
        "The money that a margin account which holds nothing else needs to open the strategy, by the US rules. A broker may ask for more.",
    "return on risk":
        "The maximum profit by the maximum loss, or by the cost if that is more. That of a year is extrapolated: times 365 by the days to expiration.",
    "return on margin": "The maximum profit by the margin to open.",
    "chance of profit": "How often the strategy would win at expiration, if prices are distributed as assumed.",
    "chance of loss": "How often the strategy would lose at expiration, if prices are distributed as assumed.",
    "chance of the maximum profit": "How often the strategy would win all it can.",
    "chance of the maximum loss": "How often the strategy would lose all it can.",
    "expected value": "The mean of all profits and losses at expiration, each by its chance.",
    "expected profit": "The mean of all profits and losses at expiration, each by its chance.",
    "expected return": "The expected profit by the capital, the money that must be there to hold the position.",
    "mean of the profits": "The mean of the outcomes that win.",
    "mean of the losses": "The mean of the outcomes that lose.",
    "1σ at expiration": "Between these prices the stock ends in about 68 of 100 cases.",
    "2σ at expiration": "Between these prices the stock ends in about 95 of 100 cases.",
    "delta (shares)": "The number of shares that would move as much as the trades do.",
    "delta $": "The price of the shares that would move as much as the trades do.",
    "beta": "How many percent the stock moves when SPY moves by 1 %: the slope of the daily returns of the last year.",
    "delta $ by spy": "Delta in dollars, times beta: what the trades would be in SPY.",
    "gamma $ a %": "The change of delta in dollars when the stock rises by 1 %.",
    "theta $ a day": "The change of the value in a day, if nothing else changes.",
    "vega $ a point": "The change of the value for a point more of volatility.",
    "current price": "The price of the stock now.",
    "valuation date": "The day of which values and greeks are; today if empty.",
    "rate %": "The risk-free interest rate, in percent a year.",
    "dividend yield %": "The dividends as percent a year of the price, continuously.",
    "commission $": "What a broker takes for each contract at opening. It lowers every profit.",
    "mid": "The mean of bid and ask.",
    "iv": "The volatility that the price of the option implies.",
    "open interest": "The contracts that are open.",
    "oi": "The contracts that are open.",
    "volatility, 30 days": "The volatility that options at the money of about 30 days imply.",
    "volatility rank": "The place of the volatility between the lowest (0) and the highest (100) of the last year.",
    "volatility percentile": "On how many of 100 days of the last year the volatility was lower.",
    "put/call": "The puts traded by the calls traded.",
    "put/call open": "The open puts by the open calls.",
    "next earnings": "Before the open of this day, the company of the simulated market publishes its earnings, and its price jumps.",
    "ex-date": "The first day on which shares are traded without the dividend.",
    "mean price then": "The mean of the prices that you expect at the expiration.",
    "legs expire on": "The options of a strategy expire on one date, or on two, as those of calendars and diagonals do.",
    "smallest loss": "The maximum loss; the nearer to 0 the better.",
    "capital at most $": "The money that must be there to hold the position: the maximum loss, or the cost if that is more.",
};

/** The words of the glossary, in small letters. */
const words = new Map(glossary.flatMap(([names, text]) => names.toLowerCase().split(", ").map((name) => [name, text])));

/**
 * The meaning of a term as a label has it; `null` if it needs none. What follows a dot, such as the place of the sliders, does not belong to the
 * term, nor does a unit, a level or a plural to a word of the glossary: `Theta a day`, `Value at risk, 95 %`, `Break-evens`.
 * @param {string} label
 */
export function meaning(label) {
    const term = label.split(" · ")[0].trim().toLowerCase();
    return terms[term] ?? words.get(term) ?? words.get(term.replace(/(s|, .*| %| a day| a point)$/, "")) ?? null;
}
