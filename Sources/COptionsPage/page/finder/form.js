// The form of the finder: a stock, what is expected of it, and what it may cost.

import { h, labelled, setError, setValue, show } from "../dom.js";
import { ownCommission } from "../preferences.js";
import { counted, dayFrom, days, percent, price } from "../text.js";
import { stockSearch } from "../search.js";
import { check, makeFields, outlooks, pair, pressed, protections, stack } from "./controls.js";
import { beliefOf, fieldOf } from "./request.js";
import { ofTarget, ofTwoDates } from "./words.js";

/** @typedef {import("./request.js").Inputs} Inputs */
/** @typedef {import("./request.js").Market} Market */

/** Fields beside their labels, in one column: their texts are long. */
const aligned = { class: "aligned" };

/**
 * The texts of fields.
 * @param {Record<string, HTMLInputElement | HTMLSelectElement>} fields
 */
const textsOf = (fields) => Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value.trim()]));

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
    /** The texts of the fields before a user has changed one. */
    #defaults;

    /**
     * @param {{choose: (symbol: string) => void, expire: (date: string) => void, search: () => void, stop: () => void, changed: () => void}} actions
     * `changed` is called when the user changes what to find.
     */
    constructor({ choose, expire, search, stop, changed }) {
        /** The field of the stock, and its message. */
        this.stock = stockSearch("Stock", choose);
        this.fields = makeFields(expire, () => this.#arrange());
        this.stopper = h("button", { type: "button", hidden: true, on: { click: stop } }, "Stop");
        const { fields } = this;
        this.belief = pair(labelled("Mean price then", fields.mean), labelled("Volatility %", fields.volatility));
        this.target = pair(labelled("Price", fields.target), labelled("On", fields.targetDate));
        this.weighed = labelled("Weigh against", fields.against, aligned);
        this.trade = this.#tradePart();
        this.hedge = stack(
            pair(labelled("Shares held", fields.shares), labelled("Spend at most $", fields.cost)),
            h("fieldset", {}, h("legend", {}, "With"), ...this.#protections.map(({ element }) => element)),
        );
        const submit = (/** @type {Event} */ event) => {
            event.preventDefault();
            search();
        };
        const click = (/** @type {Event} */ { target }) => target instanceof HTMLElement && target.dataset.choice && changed();
        this.element = h(
            "form",
            { class: "card stack", novalidate: true, aria: { label: "What to find" }, on: { submit, click, change: changed } },
            this.#kind.element,
            this.stock.element,
            this.stock.note,
            labelled("Expiration", fields.expiration, aligned),
            labelled("Also search", fields.also, aligned),
            this.trade,
            this.hedge,
            this.#problem,
            h("p", { class: "actions" }, this.#start, this.stopper),
        );
        this.#arrange();
        this.#defaults = this.#entries();
    }

    #tradePart() {
        const { maxLoss, capital, objective, chance, legs, across } = this.fields;
        return stack(
            h("p", { class: "label" }, "The stock …"),
            this.#outlook.element,
            this.belief,
            this.target,
            this.#marketNote,
            pair(labelled("Lose at most $", maxLoss), labelled("Capital at most $", capital)),
            labelled("Rank by", objective, aligned),
            this.weighed,
            pair(labelled("Chance at least %", chance), labelled("Legs at most", legs)),
            labelled("Legs expire on", across, aligned),
            h("div", {}, this.#varied.element, this.#covered.element, this.#near.element),
        );
    }

    /** Shows the parts of the kind and of the outlook, and the objectives that they have. */
    #arrange() {
        const { objective, against, across, also } = this.fields;
        const isHedge = this.#kind.value === "hedge";
        const isTarget = this.#outlook.value === "target";
        const isAcross = across.value !== "";
        this.trade.hidden = isHedge;
        this.hedge.hidden = !isHedge;
        this.belief.hidden = isTarget;
        this.target.hidden = !isTarget;
        this.weighed.hidden = isAcross;
        const isOf = (/** @type {string[]} */ names, /** @type {string} */ name) => names.includes(name);
        for (const option of [...objective.options, ...against.options]) {
            option.hidden = option.disabled = (!isTarget && isOf(ofTarget, option.value)) || (isAcross && !isOf(ofTwoDates, option.value));
        }
        const isWrong = objective.selectedOptions[0].disabled || isTarget !== isOf(ofTarget, objective.value);
        if (isWrong) objective.value = isTarget ? "profitAtTargetPerCapital" : "expectedProfitPerCapital";
        if (isAcross || (!isTarget && isOf(ofTarget, against.value))) against.value = "";
        // Two dates need another expiration.
        also.options[0].hidden = also.options[0].disabled = isAcross && !isHedge;
        if (also.options[0].disabled && also.value === "0") also.value = "1";
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
            isAcross: fields.across.value !== "",
            isVaried: this.#varied.box.checked,
            isCovered: this.#covered.box.checked,
            isNear: this.#near.box.checked,
            objective: /** @type {Server.FindObjective} */ (fields.objective.value),
            against: /** @type {Server.FindObjective | ""} */ (fields.against.value),
            shares: fields.shares.value,
            cost: fields.cost.value,
            commission: ownCommission(),
            protections: this.#protections.filter(({ box }) => box.checked).map((
                { name },
            ) => /** @type {import("./request.js").Protection} */ (name)),
        };
    }

    /**
     * The texts of the inputs by their names in the address. What is expected is empty as long as it is the proposal for the outlook.
     * @returns {Record<string, string>}
     */
    #entries() {
        const { expiration: _, ...fields } = this.fields;
        const texts = textsOf(fields);
        const proposed = this.#market ? beliefOf(this.#outlook.value, this.#market) : texts;
        return {
            ...texts,
            kind: this.#kind.value,
            outlook: this.#outlook.value,
            mean: texts.mean === proposed.mean ? "" : texts.mean,
            volatility: texts.volatility === proposed.volatility ? "" : texts.volatility,
            ...Object.fromEntries(this.#boxes().map(({ name, box }) => [name, box.checked ? "" : "no"])),
        };
    }

    /** The boxes by their names in the address. */
    #boxes() {
        return [
            { name: "varied", ...this.#varied },
            { name: "covered", ...this.#covered },
            { name: "near", ...this.#near },
            ...this.#protections,
        ];
    }

    /** The inputs that differ from those at the beginning, and the expiration. */
    entries() {
        const changed = Object.entries(this.#entries()).filter(([name, text]) => text !== this.#defaults[name]);
        return { expiration: this.fields.expiration.value, ...Object.fromEntries(changed) };
    }

    /**
     * Fills the form from an address. The expiration, and the mean and the volatility of {@link restoreBelief}, wait for the market.
     * @param {Record<string, string>} entries
     */
    restore(entries) {
        const all = { ...this.#defaults, ...entries };
        for (const [name, field] of Object.entries(this.fields)) if (name !== "expiration") field.value = all[name] ?? "";
        for (const { name, box } of this.#boxes()) box.checked = all[name] !== "no";
        this.#kind.press(all.kind);
        this.#outlook.press(all.outlook);
        this.#arrange();
    }

    /**
     * Fills the expected mean and volatility, if they were not the proposed ones.
     * @param {Record<string, string>} entries
     */
    restoreBelief({ mean, volatility }) {
        if (mean !== undefined) this.fields.mean.value = mean;
        if (volatility !== undefined) this.fields.volatility.value = volatility;
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
            ...dates.map((date) => h("option", { value: date }, `${dayFrom(date, from)} · ${counted(days(from, date), "day")}`)),
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
