// The form of the finder: a stock, what is expected of it, and what it may cost.

import { choice, h, labelled, setError, setValue, show } from "../dom.js";
import { dayFrom, days, daysLeft, percent, price } from "../text.js";
import { stockSearch } from "../search.js";
import { beliefOf, fieldOf } from "./request.js";
import { objectiveNames, ofTarget } from "./words.js";

/** @typedef {import("./request.js").Inputs} Inputs */
/** @typedef {import("./request.js").Market} Market */
/** @typedef {import("./request.js").Outlook} Outlook */

/** @type {Record<Outlook, string>} */
const outlooks = { rises: "Rises", falls: "Falls", calm: "Stays calm", moves: "Moves far", target: "Reaches a price" };

/** @type {Record<import("./request.js").Protection, string>} */
const protections = { puts: "puts", putSpreads: "put spreads", collars: "collars" };

/**
 * Buttons of which one is pressed, the first one at the beginning.
 * @template {string} Name
 * @param {string} label
 * @param {Record<Name, string>} names
 * @param {(name: Name) => void} changed
 */
function pressed(label, names, changed) {
    const keys = /** @type {Name[]} */ (Object.keys(names));
    let [value] = keys;
    const buttons = keys.map((name) =>
        h("button", { type: "button", data: { choice: name }, on: { click: () => set(name) } }, names[name])
    );
    const mark = () => buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(keys[index] === value)));

    /** @param {Name} name */
    function set(name) {
        value = name;
        mark();
        changed(name);
    }
    mark();
    return {
        element: h("div", { class: "tabs", role: "group", aria: { label } }, ...buttons),
        get value() {
            return value;
        },
    };
}

const text = (/** @type {string} */ name, /** @type {import("../dom.js").Properties} */ extra = {}) =>
    h("input", { type: "text", name, autocomplete: "off", inputmode: "decimal", spellcheck: "false", ...extra });

/**
 * A box that is checked.
 * @param {string} name
 * @param {string} label
 */
function check(name, label) {
    const box = h("input", { type: "checkbox", name, checked: true });
    return { box, element: h("label", { class: "choice" }, box, label) };
}

const pair = (/** @type {HTMLElement[]} */ ...children) => h("div", { class: "pair" }, ...children);
const stack = (/** @type {HTMLElement[]} */ ...children) => h("div", { class: "stack" }, ...children);

/** @param {(date: string) => void} expire */
const makeFields = (expire) => ({
    expiration: choice({ "": "–" }, expire, { name: "expiration" }),
    also: choice({ "0": "no other", "1": "the next one", "2": "the next two" }, () => null, { name: "also" }),
    mean: text("mean"),
    volatility: text("volatility"),
    target: text("target"),
    targetDate: h("input", { type: "date", name: "targetDate" }),
    maxLoss: text("maxLoss", { placeholder: "no limit", value: "500" }),
    capital: text("capital", { placeholder: "no limit" }),
    chance: text("chance", { placeholder: "any", value: "40" }),
    legs: choice({ "1": "1", "2": "2", "3": "3", "4": "4" }, () => null, { name: "legs", value: "4" }),
    objective: choice(objectiveNames, () => null, { name: "objective" }),
    against: choice({ "": "nothing", ...objectiveNames }, () => null, { name: "against" }),
    shares: text("shares", { value: "200" }),
    cost: text("cost", { placeholder: "any cost" }),
});

export class FinderForm {
    #kind = pressed("What to find", { trade: "Find a trade", hedge: "Protect shares" }, () => this.#arrange());
    #outlook = pressed("What the stock does", outlooks, () => {
        this.#suggest();
        this.#arrange();
    });
    #varied = check("varied", "The best of each strategy");
    #covered = check("covered", "No uncovered short options");
    #near = check("near", "No options deep in the money");
    #protections = Object.entries(protections).map(([name, label]) => ({ name, ...check(name, label) }));
    #marketNote = h("p", { class: "note" });
    #problem = h("p", { class: "problem", role: "alert", hidden: true });
    #start = h("button", { class: "primary" }, "Search");
    /** @type {string[]} */
    #dates = [];
    /** @type {Market | null} */
    #market = null;

    /** @param {{choose: (symbol: string) => void, expire: (date: string) => void, search: () => void, stop: () => void}} actions */
    constructor({ choose, expire, search, stop }) {
        /** The field of the stock, and its message. */
        this.stock = stockSearch("Stock", choose);
        this.fields = makeFields(expire);
        this.stopper = h("button", { type: "button", hidden: true, on: { click: stop } }, "Stop");
        const { fields } = this;
        this.belief = pair(labelled("Mean price then", fields.mean), labelled("Volatility %", fields.volatility));
        this.target = pair(labelled("Price", fields.target), labelled("On", fields.targetDate));
        this.trade = this.#tradePart();
        this.hedge = stack(
            pair(labelled("Shares held", fields.shares), labelled("Spend at most $", fields.cost)),
            h("fieldset", {}, h("legend", {}, "With"), ...this.#protections.map(({ element }) => element)),
        );
        const submit = (/** @type {Event} */ event) => {
            event.preventDefault();
            search();
        };
        this.element = h(
            "form",
            { class: "card stack", novalidate: true, aria: { label: "What to find" }, on: { submit } },
            this.#kind.element,
            this.stock.element,
            this.stock.note,
            pair(labelled("Expiration", fields.expiration), labelled("Also search", fields.also)),
            this.trade,
            this.hedge,
            this.#problem,
            h("p", { class: "actions" }, this.#start, this.stopper),
        );
        this.#arrange();
    }

    #tradePart() {
        const { maxLoss, capital, objective, against, chance, legs } = this.fields;
        return stack(
            h("p", { class: "label" }, "The stock …"),
            this.#outlook.element,
            this.belief,
            this.target,
            this.#marketNote,
            pair(labelled("Lose at most $", maxLoss), labelled("Capital at most $", capital)),
            pair(labelled("Rank by", objective), labelled("Weigh against", against)),
            pair(labelled("Chance at least %", chance), labelled("Legs at most", legs)),
            this.#varied.element,
            this.#covered.element,
            this.#near.element,
        );
    }

    /** Shows the parts of the kind and of the outlook, and the objectives that it has. */
    #arrange() {
        const { objective, against } = this.fields;
        const isHedge = this.#kind.value === "hedge";
        const isTarget = this.#outlook.value === "target";
        const needsTarget = (/** @type {string} */ name) => ofTarget.some((other) => other === name);
        this.trade.hidden = isHedge;
        this.hedge.hidden = !isHedge;
        this.belief.hidden = isTarget;
        this.target.hidden = !isTarget;
        for (const option of [...objective.options, ...against.options]) {
            option.hidden = option.disabled = !isTarget && needsTarget(option.value);
        }
        if (isTarget !== needsTarget(objective.value)) objective.value = isTarget ? "profitAtTargetPerCapital" : "expectedProfitPerCapital";
        if (!isTarget && needsTarget(against.value)) against.value = "";
    }

    /** Fills the fields of the belief with those of the outlook. */
    #suggest() {
        if (!this.#market) return;
        const { spot, time, volatility, carry } = this.#market;
        const { fields } = this;
        const belief = beliefOf(this.#outlook.value, this.#market);
        setValue(fields.mean, belief.mean);
        setValue(fields.volatility, belief.volatility);
        const forward = (spot * Math.exp(carry * time)).toFixed(2);
        fields.mean.placeholder = forward;
        fields.volatility.placeholder = volatility === null ? "" : (volatility * 100).toFixed(1);
        this.#marketNote.textContent = `The market: ${price(Number(forward))} then, volatility ${percent(volatility)}.`;
    }

    /** @returns {Inputs} */
    inputs() {
        const { fields } = this;
        const place = this.#dates.indexOf(fields.expiration.value);
        return {
            kind: this.#kind.value,
            ticker: "",
            dates: this.#dates.slice(place, place + 1 + Number(fields.also.value)),
            outlook: this.#outlook.value,
            mean: fields.mean.value,
            volatility: fields.volatility.value,
            target: fields.target.value,
            targetDate: fields.targetDate.value,
            maxLoss: fields.maxLoss.value,
            capital: fields.capital.value,
            chance: fields.chance.value,
            legs: fields.legs.value,
            isVaried: this.#varied.box.checked,
            isCovered: this.#covered.box.checked,
            isNear: this.#near.box.checked,
            objective: /** @type {Server.FindObjective} */ (fields.objective.value),
            against: /** @type {Server.FindObjective | ""} */ (fields.against.value),
            shares: fields.shares.value,
            cost: fields.cost.value,
            protections: this.#protections.filter(({ box }) => box.checked).map((
                { name },
            ) => /** @type {import("./request.js").Protection} */ (name)),
        };
    }

    /**
     * Shows the expirations of a stock.
     * @param {string[]} dates
     * @param {string} chosen
     * @param {string} from
     */
    showDates(dates, chosen, from) {
        const { expiration, targetDate } = this.fields;
        this.#dates = dates;
        expiration.replaceChildren(
            ...dates.map((date) => h("option", { value: date }, `${dayFrom(date, from)} · ${daysLeft(days(from, date))}`)),
        );
        expiration.value = chosen;
        targetDate.min = from;
    }

    /**
     * @param {Market} market
     * @param {string} expiration
     */
    showMarket(market, expiration) {
        this.#market = market;
        this.fields.targetDate.max = expiration;
        this.#suggest();
    }

    /** @param {boolean} isRunning */
    setRunning(isRunning) {
        const focused = document.activeElement;
        const hadFocus = focused === this.stopper || focused === this.#start;
        this.stopper.hidden = !isRunning;
        if (hadFocus) (isRunning ? this.stopper : this.#start).focus();
    }

    clearErrors() {
        show(this.#problem, null);
        for (const field of Object.values(this.fields)) setError(field, null);
    }

    /**
     * Shows an error at its field, or below the form.
     * @param {string} path
     * @param {string} message
     */
    showProblem(path, message) {
        const field = this.fields[/** @type {keyof typeof this.fields} */ (fieldOf(path))];
        if (!field || field.closest("[hidden]")) {
            show(this.#problem, message);
            return;
        }
        setError(field, message);
        field.focus();
    }
}
