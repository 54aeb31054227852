// What the types of the interface must refuse. The type check fails if a line after `@ts-expect-error` is right.

import { call } from "../../Sources/COptionsPage/page/api.js";

export async function refused(): Promise<void> {
    const chain = await call("GET /api/rest/stocks/{ticker}/options/chain", { ticker: "SPY", expirationDate: "2026-12-18" });
    // @ts-expect-error The price of the underlying may be unknown.
    chain.spot.toFixed(2);
    // @ts-expect-error A strike may have no call.
    chain.strikes[0].call.bid;
    // @ts-expect-error Such a member does not exist.
    chain.strikes[0].callOption;
    // @ts-expect-error The source of the forward is one of two words.
    chain.forwardSource === "box";
    // @ts-expect-error A constant states how the options are valued.
    chain.exercise === "bermudan";
    // @ts-expect-error The chain of a stock has an expiration.
    await call("GET /api/rest/stocks/{ticker}/options/chain", { ticker: "SPY" });
    // @ts-expect-error There is no such operation.
    await call("DELETE /api/rest/stocks/{ticker}", { ticker: "SPY" });
    // @ts-expect-error The quantity of a position is a number.
    await call("PUT /api/rest/positions/{asset}", { asset: "SPY" }, { body: { quantity: "1", cost: 1 } });
    // @ts-expect-error A stock with details has a price, which is no text.
    (await call("GET /api/rest/stocks/{ticker}", { ticker: "SPY" })).price.length;
    const { conventions, strategyName } = await call("POST /api/rest/options/calculate", {}, { body: "{}" });
    // @ts-expect-error Conventions are absent without the model.
    conventions.riskFreeRate;
    // @ts-expect-error A family is one of several words, or `null`.
    strategyName?.family.length;
}
