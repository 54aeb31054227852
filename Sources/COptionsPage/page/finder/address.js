// The form of the finder as text in the address: `ticker:SPY outlook:calm maxLoss:300`.

/**
 * Writes names and texts. A text has no spaces, which separate them.
 * @param {Record<string, string>} entries
 */
export const writeSearch = (entries) => Object.entries(entries).map(([name, text]) => `${name}:${text.replaceAll(/\s/g, "")}`).join(" ");

/**
 * Parses the output of `writeSearch`.
 * @param {string} text
 * @returns {Record<string, string>}
 */
export const readSearch = (text) =>
    Object.fromEntries(
        text.split(" ").filter((part) => part.includes(":")).map((part) => {
            const place = part.indexOf(":");
            return [part.slice(0, place), part.slice(place + 1)];
        }),
    );
