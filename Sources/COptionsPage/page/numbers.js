// Numbers as they are typed, and as they are written in requests.

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** What is wrong with a number that has a comma: "1,5" may be 1.5, and "1,000" may be 1000. */
export const commaMessage = "Write numbers with a decimal point and without commas, such as 1234.5.";

/** @param {string} text */
export const hasComma = (text) => text.includes(",");

/**
 * Writes a typed text as JSON: a number if it is one, otherwise a string, which the server refuses with the name of its member.
 * @param {string} text
 */
export function jsonValue(text) {
    let word = text.trim().replace(/^\+/, "").replace("−", "-");
    if (/^-?\./.test(word)) word = word.replace(".", "0.");
    if (/^-?\d+\.$/.test(word)) word = word.slice(0, -1);
    return number.test(word) ? word : JSON.stringify(text.trim());
}

/**
 * Whether a text is a number, 0 or greater, or empty.
 * @param {string} text
 */
export const isAmount = (text) => text.trim() === "" || (Number(text) >= 0 && Number(text) < Infinity && !jsonValue(text).startsWith('"'));

/**
 * A percentage as a decimal: the point moves two places, digit by digit.
 * @param {string} text
 */
export function asDecimal(text) {
    const word = jsonValue(text.replace("%", ""));
    return word.startsWith('"') ? word : /e/i.test(word) ? String(Number(word) / 100) : shifted(word);
}

/** @param {string} word */
function shifted(word) {
    const sign = word.startsWith("-") ? "-" : "";
    const [units, fraction = ""] = word.replace("-", "").split(".");
    const digits = units.padStart(3, "0");
    const result = `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`.replace(/^0+(?=\d)/, "").replace(/\.?0*$/, "");
    return sign + (result || "0");
}

/**
 * A volatility as it is written in requests. Twelve digits survive the conversion to percent and back.
 * @param {number} value
 */
export const written = (value) => String(Number(value.toPrecision(12)));
