// One leg of the strategy: a row of fields.

import { assignmentText } from "./assignment.js";
import { flip, isApart, quoteTexts } from "./contract.js";
import { valuation } from "./dates.js";
import { choice, fill, h, identifier, labelled, setText, setValue, show } from "./dom.js";
import { addSteps } from "./fields.js";
import { legFields } from "./legfields.js";
import * as quotes from "./quotes.js";
import { makeLeg } from "./state.js";
import { isDate, percentage } from "./text.js";

/** @typedef {import("./messages.js").LegField} LegField */
/** @typedef {import("./state.js").Leg} Leg */
/** @typedef {import("./store.js").Store} Store */

export class LegRow {
    #reset = h("button", { type: "button", class: "link", on: { click: () => this.#follow("mid") } }, "Reset to mid");
    #setNow = h("button", { type: "button", class: "link", on: { click: () => this.#chooseNow() } }, "Set the price now");
    #quoted = h("p", { class: "quoted" });
    #isOpen = false;
    #details = h("div", { class: "leg-details", id: identifier() });
    #toggle = h("button", {
        type: "button",
        title: "Details",
        aria: { label: "Details", controls: this.#details.id },
        on: {
            click: () => {
                this.#isOpen = !this.#isOpen;
                this.update(this.#leg, this.#index);
            },
        },
    }, "⋯");
    /** @type {Leg} */
    #leg = makeLeg();
    #index = 0;
    #assignment = h("p", { class: "assignment", hidden: true });

    /**
     * @param {Store} store
     * @param {number} id
     * @param {{moveTogether: (leg: Leg, to: number) => void, remove: (id: number) => void, expirations: () => string[]}} actions
     */
    constructor(store, id, actions) {
        this.store = store;
        this.id = id;
        this.on = h("input", {
            type: "checkbox",
            name: "on",
            on: {
                change: () =>
                    this.#edit((leg) => {
                        leg.isOn = this.on.checked;
                    }),
            },
        });
        this.source = choice(
            { own: "own price", mid: "mid", bid: "bid", ask: "ask" },
            (value) => this.#follow(value),
            { name: "source" },
        );
        this.nowSource = choice(
            { paid: "the premium", mid: "mid", bid: "bid", ask: "ask", own: "own price", volatility: "volatility %" },
            (value) => this.#editNow(value),
            { name: "nowSource" },
        );
        /** The fields of the leg that a message of the server can name. */
        this.fields = legFields(store, id, {
            edit: (change, group) => this.#edit(change, group),
            editContract: (change, group) => this.#editContract(change, group),
            editPremium: (premium) => this.#editPremium(premium),
        }, actions);
        const { type, position, strike, premium, quantity, shares, expiration } = this.fields;
        this.places = {
            strike: labelled("Strike", strike, { class: "strike-field" }),
            expiration: labelled("Expiration", expiration, { class: "date" }),
            premium: labelled("Premium", premium, { class: "premium-field" }),
            source: labelled("Premium from", this.source, { class: "source" }),
            now: labelled("Now", this.fields.now, { class: "narrow now" }),
            nowSource: labelled("Now from", this.nowSource, { class: "source now-source" }),
            shares: labelled("Multiplier", shares, { class: "narrow shares" }),
        };
        addSteps(strike);
        addSteps(expiration);
        this.element = h(
            "div",
            { class: "leg", role: "group", data: { leg: id } },
            h(
                "div",
                { class: "leg-line" },
                h("div", { class: "field check" }, h("label", {}, this.on, h("span", { class: "unseen" }, "On"))),
                labelled("Side", position, { class: "buy" }),
                labelled("Quantity", quantity, { class: "quantity" }),
                labelled("Type", type, { class: "type" }),
                this.places.strike,
                this.places.expiration,
                this.places.premium,
                h(
                    "div",
                    { class: "leg-tools" },
                    this.#toggle,
                    h(
                        "button",
                        { type: "button", title: "Delete", aria: { label: "Delete" }, on: { click: () => actions.remove(id) } },
                        "×",
                    ),
                ),
            ),
            this.#assignment,
            this.#quoted,
            this.#details,
        );
        this.#details.append(this.places.source, this.places.now, this.places.nowSource, this.places.shares, this.#tools());
    }

    #tools() {
        const { id, store } = this;
        const duplicate = () =>
            store.edit((state) => {
                const index = state.legs.findIndex((leg) => leg.id === id);
                const { id: _, ...copy } = state.legs[index];
                state.legs.splice(index + 1, 0, makeLeg({ ...copy, isExample: false }));
            });
        return h(
            "div",
            { class: "leg-actions" },
            h(
                "button",
                { type: "button", title: "Buy becomes sell, sell becomes buy", on: { click: () => this.#editContract(flip) } },
                "Flip",
            ),
            h("button", { type: "button", on: { click: duplicate } }, "Duplicate"),
        );
    }

    /**
     * @param {(leg: Leg) => void} change
     * @param {string} [group]
     */
    #edit(change, group) {
        this.store.edit((state) => {
            const leg = state.legs.find((leg) => leg.id === this.id);
            if (!leg) return;
            change(leg);
            leg.isExample = false;
        }, group);
    }

    /**
     * Edits the contract, and updates prices that follow the market.
     * @param {(leg: Leg) => void} change
     * @param {string} [group]
     */
    #editContract(change, group) {
        this.#edit((leg) => {
            change(leg);
            quotes.price(this.store.state.symbol, leg);
            quotes.mark(this.store.state, leg);
        }, group);
        quotes.follow(this.store);
    }

    /** @param {(leg: Leg) => string} premium */
    #editPremium(premium) {
        this.#edit((leg) => {
            leg.premium = premium(leg);
            leg.source = "own";
            quotes.mark(this.store.state, leg);
        }, `premium ${this.id}`);
    }

    /**
     * Makes the premium follow the market, so that it is the price now.
     * @param {Leg["source"]} source
     */
    #follow(source) {
        this.#editContract((leg) => {
            Object.assign(leg, { source, now: "", nowSource: source === "own" ? leg.nowSource : "" });
        });
    }

    /** @param {Leg["nowSource"]} source */
    #editNow(source) {
        this.#editContract((leg) => {
            const isOther = (leg.nowSource === "volatility") !== (source === "volatility");
            leg.nowSource = source;
            if (source === "paid" || isOther) leg.now = "";
            if (source !== "volatility" || !isOther) return;
            const { impliedVolatility = null } = quotes.quote(this.store.state.symbol, leg) ?? {};
            if (impliedVolatility !== null) leg.now = percentage(Number(impliedVolatility.toFixed(4)));
        });
    }

    /** Separates the price now from the premium. */
    #chooseNow() {
        const { symbol } = this.store.state;
        this.#editContract((leg) => {
            leg.nowSource = quotes.quote(symbol, leg) ? "mid" : "own";
            leg.now = leg.premium;
        });
        this.fields.now.focus();
    }

    /**
     * @param {Leg} leg
     * @param {number} index
     */
    update(leg, index) {
        const { element, fields, places, store } = this;
        this.#leg = leg;
        this.#index = index;
        element.setAttribute("aria-label", `Leg ${index + 1}`);
        element.classList.toggle("off", !leg.isOn);
        this.on.checked = leg.isOn;
        setValue(this.source, leg.source);
        for (const [name, field] of Object.entries(fields)) setValue(field, leg[/** @type {LegField} */ (name)]);
        const isStock = leg.type === "stock";
        places.strike.hidden = isStock;
        places.expiration.hidden = isStock;
        places.shares.hidden = isStock && leg.shares === "" && document.activeElement !== fields.shares;
        const [label] = places.premium.getElementsByTagName("label");
        setText(label, isStock ? "Price paid" : "Premium");
        const quote = quotes.quote(store.state.symbol, leg);
        const spot = quotes.known(store.state.symbol, leg.expiration.trim())?.spot;
        const away = quote && spot ? Number(store.state.price) / spot - 1 : 0;
        const isOwn = quote !== null && leg.source === "own";
        element.classList.toggle("own", isOwn);
        places.source.hidden = !quote && leg.source === "own";
        const isSeparate = isApart(leg);
        element.classList.toggle("apart", isSeparate);
        places.now.hidden = !isSeparate;
        places.nowSource.hidden = !isSeparate;
        setValue(this.nowSource, leg.nowSource || "paid");
        const canSeparate = !isStock && !isSeparate && isDate(leg.expiration.trim()) && leg.premium.trim() !== "" && leg.source === "own";
        fill(
            this.#quoted,
            quoteTexts(leg, quote, valuation(store.state), away).join(" · "),
            isOwn && " ",
            isOwn && this.#reset,
            canSeparate && " ",
            canSeparate && this.#setNow,
        );
        // A field that is being edited stays.
        const isShown = this.#isOpen || isSeparate || leg.shares.trim() !== "" || this.#details.contains(document.activeElement);
        this.#details.hidden = !isShown;
        this.#toggle.setAttribute("aria-expanded", String(isShown));
        const notable = isOwn || /no quote|changed since|expired|price of the stock/.test(this.#quoted.textContent ?? "");
        this.#quoted.hidden = !this.#quoted.textContent || !(isShown || notable);
        show(this.#assignment, assignmentText(store.state, leg));
    }
}
