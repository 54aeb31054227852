// Asks the server for the numbers of a strategy, as many as it can give.

import { Failure } from "./api.js";
import { Recent } from "./cache.js";
import { expirations } from "./dates.js";
import { inWords, placeOf } from "./messages.js";
import { asDecimal, written } from "./numbers.js";
import * as requests from "./request.js";
import { active } from "./state.js";
import { dateProblem } from "./validation.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./messages.js").Problem} Problem */
/** @typedef {Server.CalculationResponse} Answer */
/** @typedef {(request: string) => Promise<Answer>} Calculate Rejects with a `Failure`. */

/**
 * The numbers of a strategy.
 * @typedef {object} Evaluation
 * @property {Answer} answer The response of the server, of now.
 * @property {Answer} shown The response at the date and the volatility of the sliders.
 * @property {Leg[]} priced The legs, with the premiums of the model where none is typed.
 * @property {requests.Depth} depth The requested depth.
 * @property {Pick<Answer, "probability" | "curveDetails"> | null} market The chances by the distribution of the market; `null` without one, and
 * where the sliders are moved.
 * @property {string | null} reason Why the response has no probabilities.
 * @property {requests.Volatilities} volatilities Those that the request gives, of the prices now and as typed.
 * @property {Problem[]} notes About inputs that do not count as they are.
 */

const ofUnderlying = "No volatility gives this price: the volatility of the underlying is used.";

/**
 * The conventions of the last requests of prices now: another premium does not change them.
 * @type {Recent<Server.Conventions>}
 */
const conventionsNow = new Recent(8);

/**
 * @param {string} request
 * @param {Calculate} calculate
 */
async function askConventions(request, calculate) {
    const { conventions } = await calculate(request);
    if (conventions) conventionsNow.set(request, conventions);
    return conventions;
}

/** @param {Leg} leg */
const hasOwnPrice = (leg) => "price" in (requests.present(leg) ?? {});

/**
 * The volatilities of the prices now.
 * @param {Leg[]} legs
 * @param {Server.Conventions} [conventions] Those of the prices; none if no leg has one.
 * @returns {Pick<Evaluation, "volatilities" | "notes" | "reason">}
 */
function presentVolatilities(legs, conventions) {
    const volatilities = requests.typedVolatilities(legs);
    /** @type {Evaluation["notes"]} */
    const notes = [];
    active(legs).forEach((leg, index) => {
        if (!hasOwnPrice(leg)) return;
        const { impliedVolatility, source } = conventions?.legs?.[index] ?? {};
        if (impliedVolatility !== undefined) volatilities.set(leg.id, written(impliedVolatility));
        if (source === "underlying") notes.push({ leg, member: "now", message: ofUnderlying });
    });
    return { volatilities, notes, reason: null };
}

/**
 * The volatilities that are known although the server refuses the prices now; throws without those that the strategy needs.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {unknown} error
 * @returns {Pick<Evaluation, "volatilities" | "notes" | "reason">}
 */
function refusedVolatilities(state, legs, error) {
    if (!(error instanceof Failure && error.isRefusal)) throw error;
    // In this request, the price now of a leg stands in place of its premium.
    const { index, member } = placeOf(error.path);
    const refused = index === null ? null : active(legs)[index];
    if (member === "premium" && refused && hasOwnPrice(refused)) error.path = `legs[${index}].now`;
    const problem = inWords(error, state, legs);
    // Without its volatility, a later leg of a calendar has no value at the first expiration.
    if (problem.member === "now" && expirations(legs).dates.length > 1) throw error;
    return {
        volatilities: requests.typedVolatilities(legs),
        notes: problem.leg ? [problem] : [],
        reason: problem.sentence,
    };
}

/**
 * Notes about prices now that follow a quote where there is none.
 * @param {Leg[]} legs
 */
const withoutQuote = (legs) =>
    active(legs).filter((leg) => ["mid", "bid", "ask"].includes(leg.nowSource) && !leg.now.trim()).map((leg) => ({
        leg,
        member: "now",
        message: "Without a quote, the premium counts as the price now.",
    }));

/**
 * Notes about premiums that are also the price now, and determine no volatility.
 * @param {Leg[]} legs
 * @param {Pick<Answer, "conventions">} answer
 */
const withoutVolatility = (legs, { conventions }) =>
    active(legs).filter((leg, index) => {
        const { source, premiumSource } = conventions?.legs?.[index] ?? {};
        return source === "underlying" && premiumSource !== "model" && !requests.present(leg);
    }).map((leg) => ({
        leg,
        member: "premium",
        message: ofUnderlying,
    }));

/**
 * The legs, with the model's premium at the valuation where none is typed: the sliders do not change what was paid.
 * @param {Leg[]} legs
 * @param {Answer} answer The response of now.
 */
const withPremiums = (legs, { value, conventions }) => {
    const on = active(legs);
    return legs.map((leg) => {
        const index = on.indexOf(leg);
        const now = value?.legs[index]?.value;
        if (conventions?.legs?.[index]?.premiumSource !== "model" || now === undefined) return leg;
        const units = Number(leg.quantity) * Number(leg.shares.trim() || 100);
        return { ...leg, premium: written(Math.abs(now) / units) };
    });
};

/**
 * Requests the chances by the distribution of the market; `null` if the server refuses them.
 * @param {Calculate} calculate
 * @param {string} request
 */
async function marketChances(calculate, request) {
    try {
        return await calculate(request);
    } catch (error) {
        if (error instanceof Failure && error.isRefusal) return null;
        throw error;
    }
}

/**
 * Volatilities for a payoff at one expiration, which depends on none: the server wants one where a premium determines none.
 * @param {State} state
 * @param {Leg[]} legs
 * @returns {requests.Volatilities}
 */
const anyVolatilities = ({ volatility }, legs) => new Map(volatility.trim() ? legs.map(({ id }) => [id, asDecimal(volatility)]) : []);

/**
 * Requests the greatest depth that the server can answer.
 * @param {State} state
 * @param {Leg[]} legs
 * @param {Calculate} calculate
 * @param {Server.PriceDistribution | null} [distribution] That of the market; `null` without one.
 * @returns {Promise<Evaluation>}
 */
export async function evaluate(state, legs, calculate, distribution = null) {
    const wrong = dateProblem(state, legs);
    const isDated = !wrong && expirations(legs).all;
    let present = presentVolatilities(legs);
    try {
        const request = isDated ? requests.presentValue(state, legs) : null;
        if (request) present = presentVolatilities(legs, conventionsNow.get(request) ?? await askConventions(request, calculate));
    } catch (error) {
        present = refusedVolatilities(state, legs, error);
    }
    const { volatilities, notes } = present;
    if (wrong) notes.push(wrong);
    const askMarket = distribution && isDated && !requests.areSlidersMoved(state, legs)
        ? (/** @type {Leg[]} */ priced, /** @type {requests.Volatilities} */ now) =>
            marketChances(calculate, requests.byMarket(state, priced, now, distribution))
        : null;
    let reason = wrong?.message ?? present.reason;
    /** @type {requests.Depth[]} */
    const depths = isDated && reason === null ? ["everything", "withoutProbability", "payoff"] : ["payoff"];
    for (const depth of depths) {
        try {
            const answering = calculate(requests.calculation(state, legs, depth, volatilities));
            // The chances of a known payoff need no other answer.
            const early = depth === "everything" && requests.isTimeless(legs) ? askMarket?.(legs, anyVolatilities(state, legs)) : null;
            // They are not needed if the answer is refused, and a failure is that of the answer too.
            early?.catch(() => null);
            const answer = await answering;
            const { conventions } = answer;
            const priced = withPremiums(legs, answer);
            const moved = conventions && depth !== "payoff" ? requests.atSliders(state, priced, conventions) : null;
            const market = askMarket && conventions && depth === "everything"
                ? await (early ?? askMarket(priced, requests.shiftedVolatilities({ ...state, shift: "0" }, priced, conventions)))
                : null;
            const shown = moved ? await calculate(moved) : answer;
            return {
                answer,
                shown,
                priced,
                depth,
                market,
                reason,
                volatilities,
                notes: [...notes, ...withoutQuote(legs), ...withoutVolatility(legs, answer)],
            };
        } catch (error) {
            if (!(error instanceof Failure && error.isRefusal) || depth === "payoff") throw error;
            const problem = inWords(error, state, legs);
            if (problem.leg) notes.push(problem);
            reason ??= problem.sentence;
        }
    }
    throw new Error("unreachable");
}

/**
 * The request of the profits at prices and dates, at the volatility of the slider.
 * @param {State} state
 * @param {Evaluation} evaluation That of the legs of the state.
 * @param {number[]} prices
 * @param {string[]} dates
 */
export function scenarioOf(state, { answer: { conventions }, priced, volatilities }, prices, dates) {
    // Where a volatility has a least value, the server would refuse a shift below it.
    return requests.leastVolatility(state, state.legs) && Number(state.shift) && conventions
        ? requests.scenario({ ...state, shift: "0" }, priced, prices, dates, requests.shiftedVolatilities(state, priced, conventions))
        : requests.scenario(state, state.legs, prices, dates, volatilities);
}

/**
 * Why a strategy has no values before its expiration.
 * @param {Leg[]} legs
 * @param {string} wanted
 */
export const lacking = (legs, wanted) =>
    active(legs).every((leg) => leg.type === "stock")
        ? `Shares alone have no expiration: add an option to see ${wanted}.`
        : expirations(legs).all
        ? `The first expiration is too near to show ${wanted}.`
        : `Give every option an expiration to see ${wanted}.`;
