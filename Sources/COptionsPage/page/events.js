// Server-sent events, as the HTML standard defines them.

/**
 * An event of a stream. A comment has none of the members.
 * @typedef {{event: string, id: string, data: string}} StreamEvent
 */

/**
 * An event of its lines; `null` for a comment.
 * @param {string} text
 * @returns {StreamEvent | null}
 */
export function parseEvent(text) {
    /** @type {Record<string, string[]>} */
    const members = { event: [], id: [], data: [] };
    for (const line of text.split("\n")) {
        const [name, ...rest] = line.split(":");
        members[name]?.push(rest.join(":").replace(/^ /, ""));
    }
    if (!members.data.length) return null;
    return { event: members.event.at(-1) ?? "message", id: members.id.at(-1) ?? "", data: members.data.join("\n") };
}

/**
 * Reads the events of a body until it ends.
 * @param {ReadableStream<Uint8Array>} body
 */
export async function* readEvents(body) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            rest += decoder.decode(value, { stream: true });
            const texts = rest.split("\n\n");
            rest = texts.pop() ?? "";
            for (const text of texts) {
                const event = parseEvent(text);
                if (event) yield event;
            }
        }
    } finally {
        // Without a reader, the server ends its work. A body that has failed cannot be cancelled.
        reader.cancel().catch(() => null);
    }
}
