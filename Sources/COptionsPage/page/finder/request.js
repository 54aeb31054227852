// The inputs of the finder as a request of `POST /options/find`.

import { InputProblem, number } from "../inputs.js";

/**
 * @typedef {"rises" | "falls" | "calm" | "moves" | "target"} Outlook
 * @typedef {"puts" | "putSpreads" | "collars"} Protection
 */

/**
 * What a user entered. Numbers are texts, as typed.
 * @typedef {object} Inputs
 * @property {"trade" | "hedge"} kind
 * @property {string} ticker
 * @property {string[]} dates The expirations, ascending.
 * @property {Outlook} outlook
 * @property {string} mean The mean price at the expiration.
 * @property {string} volatility In percent.
 * @property {string} target
 * @property {string} targetDate
 * @property {string} maxLoss
 * @property {string} capital
 * @property {string} chance The least chance of profit, in percent.
 * @property {string} legs The greatest number of legs.
 * @property {boolean} isAcross Whether the legs of a strategy expire on two dates.
 * @property {boolean} isCovered Whether every short option must be covered.
 * @property {boolean} isNear Whether contracts deep in the money are left out.
 * @property {boolean} isVaried Whether each strategy, by its name, has its best rows.
 * @property {Server.FindObjective} objective
 * @property {Server.FindObjective | ""} against The second objective of a front; empty for none.
 * @property {string} shares That are held.
 * @property {string} cost The most that protection may cost.
 * @property {Protection[]} protections
 * @property {string} commission A contract, in dollars, as the settings of the browser have it; empty for none.
 */

/**
 * What the chain of the first expiration says.
 * @typedef {{spot: number, time: number, volatility: number | null, carry: number}} Market
 */

/** The greatest |delta| of contracts near the money and out of it. */
const nearDelta = 0.6;
const limit = 25;
const limitOfEach = 1;
/** The number of strategies of a front that the diagram shows. */
const frontLimit = 200;

/**
 * The strategies that protect shares, by the names of the contracts that are added.
 * @type {Record<Protection, Server.StrategyNameText>}
 */
const protectionNames = { puts: "long put", putSpreads: "bear put spread", collars: "bearish risk reversal" };

/**
 * The mean price and the volatility of an outlook, as texts: half a standard deviation up or down, or a volatility a quarter higher or a fifth
 * lower than that of the market. Empty for the market's.
 * @param {Outlook} outlook
 * @param {Market} market
 */
export function beliefOf(outlook, { spot, time, volatility }) {
    if (volatility === null || !(time > 0)) return { mean: "", volatility: "" };
    const half = volatility * Math.sqrt(time) / 2;
    const mean = (/** @type {number} */ shift) => (spot * Math.exp(shift)).toFixed(2);
    const percent = (/** @type {number} */ factor) => (volatility * factor * 100).toFixed(1);
    const texts = {
        rises: { mean: mean(half), volatility: "" },
        falls: { mean: mean(-half), volatility: "" },
        calm: { mean: "", volatility: percent(0.8) },
        moves: { mean: "", volatility: percent(1.25) },
        target: { mean: "", volatility: "" },
    };
    return texts[outlook];
}

/**
 * @param {Inputs} inputs
 * @param {Market} market
 * @returns {Server.FindBelief}
 */
function belief({ outlook, mean, volatility, target, targetDate }, { spot, time }) {
    if (outlook === "target") {
        const targetPrice = number(target, "belief.targetPrice");
        if (targetPrice === null) throw new InputProblem("belief.targetPrice", "Enter the price that you expect.");
        return { targetPrice, ...(targetDate && { targetDate }) };
    }
    const price = number(mean, "belief.drift");
    if (price !== null && !(price > 0)) throw new InputProblem("belief.drift", "Enter a price above 0.");
    const percent = number(volatility, "belief.volatility");
    return {
        ...(price !== null && { drift: Math.log(price / spot) / time }),
        ...(percent !== null && { volatility: percent / 100 }),
    };
}

/**
 * @param {Inputs} inputs
 * @returns {Pick<Server.FindTerms, "objective" | "front" | "limit">}
 */
const ranking = ({ objective, against }) =>
    against && against !== objective ? { front: [objective, against], limit: frontLimit } : { objective, limit };

/**
 * @param {Inputs} inputs
 * @returns {Pick<Server.FindTerms, "fee">}
 */
const feeOf = ({ commission }) => (Number(commission) ? { fee: Number(commission) } : {});

/**
 * The request for strategies that fit an outlook and a budget.
 * @param {Inputs} inputs
 * @param {Market} market
 * @returns {Server.TickerFindRequest}
 */
function tradeRequest(inputs, market) {
    const [maxLoss, capital] = [number(inputs.maxLoss, "filters.maxLoss"), number(inputs.capital, "filters.capital")];
    const chance = number(inputs.chance, "filters.probabilityOfProfit");
    const ranked = ranking(inputs);
    const isVaried = inputs.isVaried && !ranked.front;
    return {
        ticker: inputs.ticker,
        expirationDates: inputs.dates,
        belief: belief(inputs, market),
        search: {
            legs: { minimum: 1, maximum: Number(inputs.legs) },
            ...(inputs.isAcross && { expirations: 2 }),
            ...(isVaried && { perStrategy: true }),
        },
        filters: {
            definedRisk: true,
            ...(maxLoss !== null && { maxLoss }),
            ...(capital !== null && { capital: { maximum: capital } }),
            ...(chance !== null && { probabilityOfProfit: { minimum: chance / 100 } }),
            ...(inputs.isCovered && { noNaked: true }),
            ...(inputs.isNear && { legDelta: { maximum: nearDelta } }),
        },
        ...ranked,
        ...(isVaried && { limit: limitOfEach }),
        ...feeOf(inputs),
        include: ["margin"],
        accountType: "margin",
    };
}

/**
 * The request for the protection of shares. Without a most that it may cost, it is a front: each answer says what less risk costs.
 * @param {Inputs} inputs
 * @returns {Server.TickerFindRequest}
 */
function hedgeRequest(inputs) {
    const shares = number(inputs.shares, "holdings[0].quantity");
    if (shares === null || !(shares >= 100)) {
        throw new InputProblem("holdings[0].quantity", "A contract protects 100 shares: enter 100 or more.");
    }
    if (!inputs.protections.length) throw new InputProblem("search.strategies", "Choose at least one kind of protection.");
    const cost = number(inputs.cost, "filters.netCost");
    return {
        ticker: inputs.ticker,
        expirationDates: inputs.dates,
        holdings: [{ type: "stock", position: "long", quantity: shares }],
        search: {
            legs: { minimum: 1, maximum: 2 },
            contracts: Math.floor(shares / 100),
            strategies: inputs.protections.map((one) => protectionNames[one]),
        },
        filters: { legDelta: { maximum: nearDelta }, ...(cost !== null && { netCost: { maximum: cost } }) },
        ...ranking({ ...inputs, objective: "maxLoss", against: cost === null ? "expectedProfit" : "" }),
        ...feeOf(inputs),
        include: ["margin"],
        accountType: "margin",
    };
}

/**
 * The request of the inputs.
 * @param {Inputs} inputs
 * @param {Market} market
 * @throws {InputProblem} If an input is missing, or no number.
 */
export const findRequest = (inputs, market) => (inputs.kind === "hedge" ? hedgeRequest(inputs) : tradeRequest(inputs, market));

/**
 * The fields of the form by the members that they become; the first that a path begins with is meant.
 * @type {[string, string][]}
 */
const fields = [
    ["expirationDates", "expiration"],
    ["belief.drift", "mean"],
    ["belief.volatility", "volatility"],
    ["belief.targetPrice", "target"],
    ["belief.targetDate", "targetDate"],
    ["filters.maxLoss", "maxLoss"],
    ["filters.capital", "capital"],
    ["filters.netCost", "cost"],
    ["filters.probabilityOfProfit", "chance"],
    ["search.legs", "legs"],
    ["search.expirations", "across"],
    ["search.contracts", "shares"],
    ["holdings", "shares"],
    ["objective", "objective"],
    ["front", "against"],
];

/**
 * The name of the field at which an error is shown; empty without one.
 * @param {string} path Of the server's error, or of an {@link InputProblem}.
 */
export const fieldOf = (path) => fields.find(([member]) => path.startsWith(member))?.[1] ?? "";
