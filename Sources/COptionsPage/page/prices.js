// Stored prices, their gaps and the jobs that fill them; above them the positions.

import * as api from "./api.js";
import { assetList } from "./assets.js";
import { h, labelled, setError, show } from "./dom.js";
import { jobList } from "./jobs.js";
import { Loading } from "./loading.js";
import { positionsPart } from "./positions.js";
import { adding, isDate, today } from "./text.js";

export function pricesView() {
    const asset = h("input", {
        type: "text",
        name: "asset",
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "SPY",
        data: { search: "" },
    });
    const from = h("input", { type: "text", name: "from", autocomplete: "off", spellcheck: "false", placeholder: adding(today(), -365) });
    const all = h(
        "button",
        { type: "button", id: "fetch-all", on: { click: () => begin({ assets: [], from: from.value.trim() }) } },
        "Fetch all",
    );
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const report = (/** @type {string | null} */ message) => show(problem, message);
    const list = assetList({
        report,
        fetch: (row) => begin({ assets: [row.asset], from: row.missing[0]?.from ?? from.value.trim() }),
        begin: () => begin({ assets: ["SPY"], from: adding(today(), -365) }),
    });
    const loading = new Loading(list.element, async (isOvertaken) => {
        const { assets } = await api.call("GET /api/rest/prices", {});
        if (isOvertaken()) return;
        all.hidden = !assets.length;
        list.show(assets);
    });
    const positions = positionsPart(() => loading.run());
    const jobs = jobList({
        report,
        resume: begin,
        async changed() {
            await loading.run();
            positions.load();
        },
    });
    const element = h(
        "div",
        { class: "prices" },
        h("h1", {}, "Prices and positions"),
        positions.element,
        h(
            "section",
            { class: "card", aria: { labelledby: "prices-title" } },
            h("div", { class: "card-head" }, h("h2", { id: "prices-title" }, "Daily prices")),
            h(
                "form",
                { class: "row-form", on: { submit } },
                labelled("Stock or coin", asset),
                labelled("From", from),
                h("button", { class: "primary" }, "Fetch"),
                all,
            ),
            problem,
            jobs.element,
            loading.note,
            list.element,
        ),
    );

    /** @param {Event} event */
    function submit(event) {
        event.preventDefault();
        const name = asset.value.trim();
        setError(asset, name ? null : "Enter a ticker, or coin: and its name.");
        if (name) begin({ assets: [name], from: from.value.trim() });
    }

    /**
     * Begins a job.
     * @param {import("./jobs.js").Request} request Without assets for all held and watched ones.
     */
    async function begin(request) {
        const body = { ...(request.assets.length ? { assets: request.assets } : {}), ...(request.from ? { from: request.from } : {}) };
        try {
            const { job } = await api.call("POST /api/rest/prices/backfill", {}, { body });
            report(null);
            setError(from, null);
            jobs.track(job, request);
        } catch (error) {
            const { message, path } = /** @type {api.Failure} */ (error);
            if (path === "from") setError(from, message);
            else if (path.startsWith("assets")) setError(asset, message);
            else report(message);
        }
    }

    from.addEventListener(
        "input",
        () => setError(from, !from.value.trim() || isDate(from.value.trim()) ? null : "Enter a date such as 2021-01-04."),
    );

    return {
        element,
        enter() {
            loading.run();
            jobs.takeOver();
            positions.load();
        },
    };
}
