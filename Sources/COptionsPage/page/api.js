// The server's endpoints, which docs/server.md describes.

import { remembered } from "./cache.js";
import { readEvents } from "./events.js";

/** The reason why a request has no answer. */
export class Failure extends Error {
    /**
     * @param {number} status 0 if the server cannot be reached.
     * @param {string} message
     * @param {{code?: string, path?: string, retryAfter?: number | null}} more The code and the path of the server's error, which are
     *     empty without them, and the seconds after which to try again.
     */
    constructor(status, message, { code = "", path = "", retryAfter = null } = {}) {
        super(message);
        this.status = status;
        this.code = code;
        this.path = path;
        this.retryAfter = retryAfter;
    }

    /** Whether the request itself is invalid, so that retrying cannot help. */
    get isRefusal() {
        return this.status === 400 || this.status === 404 || this.status === 413 || this.status === 422;
    }
}

/** The timeout of a request. */
const limitSeconds = 30;

/**
 * Converts an error of `fetch` or of reading a response to a failure; an abort by the caller is returned unchanged.
 * @param {unknown} error
 * @param {AbortSignal} [signal]
 */
function failure(error, signal) {
    if (signal?.aborted || error instanceof Failure) return error;
    if (error instanceof DOMException && error.name === "TimeoutError") {
        return new Failure(504, `The server has not answered within ${limitSeconds} s.`);
    }
    report(false);
    return new Failure(0, "The server cannot be reached.");
}

const tokenName = "options-token";

/** @type {((isRefused: boolean) => Promise<string>) | null} */
let askForToken = null;
/** @type {Promise<string> | null} */
let pendingToken = null;

/**
 * Sets the function that asks the user for the token, again if one is rejected.
 * @param {(isRefused: boolean) => Promise<string>} ask
 */
export function onTokenNeeded(ask) {
    askForToken = ask;
}

/** Reports the path of what this tab has changed on the server, or asked it to compute. */
export const done = new EventTarget();

/** Reports whether the server can be reached. */
export const connection = new EventTarget();
let isReachable = true;

/** @param {boolean} value */
function report(value) {
    if (value === isReachable) return;
    isReachable = value;
    connection.dispatchEvent(new CustomEvent("change", { detail: value }));
}

/**
 * Sends a request to the server.
 * @param {string} path
 * @param {{method?: string, body?: string, signal?: AbortSignal, isStream?: boolean, lastEvent?: string}} [options] A stream has no
 *     timeout once it has begun; after `lastEvent`, it goes on.
 * @returns {Promise<Response>}
 */
async function ask(path, options = {}) {
    const { method = "GET", body, signal, isStream = false, lastEvent } = options;
    for (;;) {
        const limit = new AbortController();
        const timer = setTimeout(() => limit.abort(new DOMException("", "TimeoutError")), limitSeconds * 1000);
        /** @type {Record<string, string>} */
        const headers = {};
        const token = sessionStorage.getItem(tokenName);
        if (token) headers.Authorization = `Bearer ${token}`;
        if (body !== undefined) headers["Content-Type"] = "application/json";
        if (isStream) headers.Accept = "text/event-stream";
        if (lastEvent) headers["Last-Event-ID"] = lastEvent;
        /** @type {Response} */
        let response;
        try {
            signal?.throwIfAborted();
            signal?.addEventListener("abort", () => limit.abort(signal.reason), { once: true });
            response = await fetch(path, { method, headers, body, signal: limit.signal, cache: "no-cache" });
        } catch (error) {
            clearTimeout(timer);
            throw failure(error, signal);
        }
        if (isStream) clearTimeout(timer);
        report(true);
        if (response.status === 401 && askForToken) {
            // Several requests wait for one answer.
            if (sessionStorage.getItem(tokenName) === token) {
                pendingToken ??= askForToken(token !== null).finally(() => {
                    pendingToken = null;
                });
                sessionStorage.setItem(tokenName, await pendingToken);
            }
            continue;
        }
        if (response.ok) return response;
        // Without JSON, the message has the status only.
        const { error, detail, code, path: place } = await response.json().catch(() => null) ?? {};
        const seconds = Number(response.headers.get("Retry-After"));
        const more = { code, path: place, retryAfter: seconds > 0 ? seconds : null };
        throw new Failure(response.status, error ?? detail ?? `The server answered ${response.status}.`, more);
    }
}

/**
 * The value of a JSON response.
 * @param {Response} response
 * @param {AbortSignal} [signal] That of the request.
 */
async function value(response, signal) {
    const text = await response.text().catch((error) => {
        throw failure(error, signal);
    });
    try {
        return text ? JSON.parse(text) : null;
    } catch {
        throw new Failure(502, "The answer is not from the server of this page: it is not JSON.");
    }
}

/**
 * The answer to any request as text.
 * @param {string} path
 * @param {{method?: string, body?: string}} options
 */
export const text = async (path, options) => await (await ask(path, options)).text();

const name = encodeURIComponent;

/**
 * The target of a request: a path with its parameters, and the others as a query.
 * @param {string} path `/api/rest/stocks/{ticker}`
 * @param {Record<string, unknown>} parameters
 */
function target(path, parameters) {
    const query = [];
    for (const [parameter, value] of Object.entries(parameters)) {
        if (value === undefined) continue;
        const place = `{${parameter}}`;
        if (path.includes(place)) path = path.replace(place, name(String(value)));
        else query.push(`${parameter}=${name(String(value))}`);
    }
    return query.length ? `${path}?${query.join("&")}` : path;
}

/**
 * Asks the server; an empty answer is `null`.
 * @template {keyof Server.Calls} Operation
 * @param {Operation} operation Method and path, as openapi.json has them.
 * @param {Server.Calls[Operation]["parameters"]} parameters Of the path and of the query.
 * @param {{body?: Server.Calls[Operation]["body"] | string, signal?: AbortSignal}} [options] A text is JSON already.
 * @returns {Promise<Server.Calls[Operation]["answer"]>}
 */
export async function call(operation, parameters, options = {}) {
    const { body, signal } = options;
    const [method, path] = operation.split(" ");
    const text = typeof body === "string" ? body : body && JSON.stringify(body);
    const answer = await value(await ask(target(path, parameters), { method, body: text, signal }), signal);
    if (method !== "GET") done.dispatchEvent(new CustomEvent("change", { detail: path }));
    return answer;
}

/**
 * Follows a job until it ends.
 * @param {string} job
 * @param {(job: Server.Job) => void} report
 */
export async function follow(job, report) {
    // The job outlives the stream, so a stream that ends early is reopened.
    for (let state = /** @type {Server.Job["state"]} */ ("running"); state === "running";) {
        try {
            for await (const { data } of events(`/api/rest/jobs/${encodeURIComponent(job)}/events`)) {
                /** @type {Server.Job} */
                const value = JSON.parse(data);
                state = value.state;
                report(value);
            }
        } catch (error) {
            if (!(error instanceof Failure) || (error.status !== 0 && error.status < 500)) throw error;
        }
        if (state === "running") {
            await new Promise((resolve) => {
                setTimeout(resolve, 2000);
            });
        }
    }
}

/**
 * The events of a stream. They are read by `fetch`, since a request may have a body and need the token; leaving the loop, or an abort, closes
 * the request.
 * @param {string} path
 * @param {{method?: string, body?: string, signal?: AbortSignal, lastEvent?: string}} [options]
 */
export async function* events(path, options = {}) {
    const response = await ask(path, { ...options, isStream: true });
    try {
        yield* readEvents(/** @type {ReadableStream<Uint8Array>} */ (response.body));
    } catch (error) {
        throw failure(error, options.signal);
    }
}

/** The answers that are kept: those of the last stocks and expirations, for a minute. */
const few = { limit: 32, seconds: 60 };

/** The stock's price, name and day. */
export const stock = remembered((ticker) => call("GET /api/rest/stocks/{ticker}", { ticker }), few);

/** The expirations of the stock's options. */
export const expirations = remembered((ticker) => call("GET /api/rest/stocks/{ticker}/options/expirations", { ticker }), few);

const chainOf = remembered((key) => {
    const [ticker, expirationDate] = key.split(" ");
    return call("GET /api/rest/stocks/{ticker}/options/chain", { ticker, expirationDate });
}, few);

/**
 * The chain of one expiration.
 * @param {string} ticker
 * @param {string} date
 * @param {boolean} [isFresh]
 */
export const chain = (ticker, date, isFresh = false) => chainOf(`${ticker} ${date}`, isFresh);

/**
 * The stocks that match a search text.
 * @param {string} query
 * @param {AbortSignal} [signal]
 */
export const search = (query, signal) => call("GET /api/rest/stocks/search", { query, limit: 8 }, { signal });

/**
 * @param {string} body
 * @param {AbortSignal} [signal]
 */
export const calculate = (body, signal) => call("POST /api/rest/options/calculate", {}, { body, signal });

/**
 * @param {string} body
 * @param {AbortSignal} [signal]
 */
export const scenario = (body, signal) => call("POST /api/rest/options/scenario", {}, { body, signal });
