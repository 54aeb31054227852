// The description of the server's interface, as far as the page lists it: operations with examples that run.

/**
 * The parts of an OpenAPI document that are read.
 * @typedef {{$ref?: string}} Reference
 * @typedef {{name: string, in: string, required?: boolean, description?: string, example?: unknown, schema?: {enum?: string[], default?: unknown}}} Parameter
 * @typedef {{summary?: string, value?: unknown}} Example
 * @typedef {{content?: Record<string, {examples?: Record<string, Example & Reference>}>}} Content
 * @typedef {{tags: string[], summary: string, description?: string, parameters?: (Parameter | Reference)[], requestBody?: Content & Reference,
 *     responses: Record<string, Content & Reference>}} Call
 * @typedef {{tags: {name: string, description: string}[], paths: Record<string, Record<string, unknown> & {parameters?: (Parameter | Reference)[]}>}} OpenAPI
 */

/**
 * An operation as it is listed.
 * @typedef {object} Operation
 * @property {string} method
 * @property {string} path
 * @property {string} tag
 * @property {string} summary
 * @property {string} description
 * @property {Parameter[]} parameters Of the path and of the query.
 * @property {{title: string, text: string}[]} bodies The examples of bodies.
 * @property {boolean} isStream
 * @property {boolean} changesData
 */

const methods = ["get", "post", "put", "delete"];

/**
 * What a reference stands for.
 * @template Value
 * @param {OpenAPI} document
 * @param {Value & Reference} value
 * @returns {Value}
 */
function resolved(document, value) {
    if (!value.$ref) return value;
    let found = /** @type {unknown} */ (document);
    for (const name of value.$ref.split("/").slice(1)) found = /** @type {Record<string, unknown>} */ (found)[name];
    return /** @type {Value} */ (found);
}

/**
 * The examples of a body as texts. Lines are joined to a JSON array, which the same endpoints take.
 * @param {OpenAPI} document
 * @param {Content} content
 */
function bodiesOf(document, { content = {} }) {
    return Object.entries(content).flatMap(([type, { examples = {} }]) =>
        Object.entries(examples).map(([name, reference]) => {
            const { summary, value } = resolved(document, reference);
            const text = typeof value === "string" && type !== "application/json"
                ? `[\n${value.trim().split("\n").map((line) => `  ${line}`).join(",\n")}\n]`
                : JSON.stringify(value, null, 2);
            return { title: summary ?? name, text };
        })
    );
}

/** @param {string} [text] Markdown, of which only code occurs. */
const plain = (text = "") => text.replaceAll("`", "");

/**
 * The operations of a document, in its order.
 * @param {OpenAPI} document
 * @returns {Operation[]}
 */
export const operations = (document) =>
    Object.entries(document.paths).flatMap(([path, item]) =>
        methods.filter((method) => method in item).map((method) => {
            const call = /** @type {Call} */ (item[method]);
            const all = [...item.parameters ?? [], ...call.parameters ?? []].map((one) =>
                resolved(document, /** @type {Parameter & Reference} */ (one))
            );
            const tag = call.tags[0];
            const types = Object.keys(resolved(document, call.responses["200"] ?? {}).content ?? {});
            return {
                method: method.toUpperCase(),
                path,
                tag,
                summary: call.summary,
                description: plain(call.description),
                parameters: all.filter((one) => one.in === "path" || one.in === "query").map((one) => ({
                    ...one,
                    description: plain(one.description),
                })),
                bodies: bodiesOf(document, resolved(document, call.requestBody ?? {})),
                isStream: types.length === 1 && types[0] === "text/event-stream",
                // Calculations change nothing, whatever their method.
                changesData: method !== "get" && tag !== "options",
            };
        })
    );

/**
 * The value with which the field of a parameter begins; empty for none.
 * @param {Parameter} parameter
 */
export const exampleOf = ({ example, required, schema }) =>
    Array.isArray(example) ? String(example[0]) : example !== undefined ? String(example) : required ? String(schema?.enum?.[0] ?? "") : "";

/**
 * The address of a request. Parameters without a value are left out.
 * @param {string} path
 * @param {{name: string, in: string, value: string}[]} parameters
 */
export function target(path, parameters) {
    const given = parameters.filter(({ value }) => value.trim());
    const query = given.filter((one) => one.in === "query").map(({ name, value }) =>
        `${name}=${encodeURIComponent(value.trim()).replaceAll("%2C", ",")}`
    );
    const whole = given.filter((one) => one.in === "path").reduce(
        (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value.trim())),
        path,
    );
    return query.length ? `${whole}?${query.join("&")}` : whole;
}

/**
 * The equivalent command.
 * @param {string} origin
 * @param {{method: string, address: string, body: string, isStream: boolean}} request
 */
export function curl(origin, { method, address, body, isStream }) {
    const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
    const options = [isStream ? "-sN" : "-s", method === "GET" ? "" : `-X ${method}`, body ? `--json ${quoted(body)}` : ""].filter(Boolean);
    return `curl ${options.join(" ")} ${quoted(origin + address)}`;
}

const mostCharacters = 20_000;

/**
 * An answer for people: JSON with indents, and not longer than what is read.
 * @param {string} text
 */
export function readable(text) {
    let shown = text;
    try {
        shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch { /* Not JSON. */ }
    return shown.length > mostCharacters ? `${shown.slice(0, mostCharacters)}\n…` : shown;
}
