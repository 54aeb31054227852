// The stored prices of assets, and the job that fetches missing ones.

import * as api from "../api.js";

/**
 * The stored daily prices of an asset.
 * @param {string} asset
 * @param {string} [from]
 */
export const storedPrices = async (asset, from) => (await api.call("GET /api/rest/prices/{asset}", { asset, from })).prices;

/**
 * Fetches prices from their source, and reports the progress of the first asset in words.
 * @param {string[]} assets
 * @param {string} from
 * @param {(text: string) => void} say
 */
export async function fetchPrices(assets, from, say) {
    const { job } = await api.call("POST /api/rest/prices/backfill", {}, { body: { assets, from } });
    say("Fetching prices …");
    await api.follow(job, ({ assets: [row] }) => say(`${row.daysImported} days fetched${row.message ? `: ${row.message}` : ""}`));
}
