// Numbers of a form that become members of a request.

import { commaMessage, hasComma, jsonValue } from "./numbers.js";

/** A mistake in the form, at the member that it would become. */
export class InputProblem extends Error {
    /**
     * @param {string} path
     * @param {string} message
     */
    constructor(path, message) {
        super(message);
        this.path = path;
    }
}

/**
 * A typed number; `null` if nothing is typed.
 * @param {string} text
 * @param {string} path
 */
export function number(text, path) {
    if (!text.trim()) return null;
    if (hasComma(text)) throw new InputProblem(path, commaMessage);
    const value = Number(jsonValue(text.replace(/^\s*\$/, "").replace(/%\s*$/, "")));
    if (!Number.isFinite(value)) throw new InputProblem(path, `“${text.trim()}” is not a number.`);
    return value;
}

/**
 * A typed number that must be given.
 * @param {string} text
 * @param {string} path
 * @param {string} message If nothing is typed.
 */
export function requiredNumber(text, path, message) {
    const value = number(text, path);
    if (value === null) throw new InputProblem(path, message);
    return value;
}
