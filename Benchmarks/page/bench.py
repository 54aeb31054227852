"""Measures the page of `options-server` in Chromium: the bytes that a first visit transfers, the time to its first view, and the time from
the press of a key to the redrawn diagram. The same measurements of an empty page, from a minimal server, show the share of the browser.

Every first visit has an empty cache, and live quotes, whose stream counts up to its first values: the market is closed. Times of the first
view count from the start of the navigation. A diagram counts as drawn when the frame that shows it has been produced. Digits are
typed with the four legs of the example while the market is open, after a search of the finder: ten a second, as a fast typist does. After
each number of three digits there is a pause, in which quotes move the strategy. Prints `name: value unit` lines; figures with a target state
it.

Run: bench.py --server SERVER [--visits 20] [--keys 150]"""

import argparse
import contextlib
import http.server
import socket
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Benchmarks/server"), str(ROOT / "Tests/Page"), str(ROOT / "Tests")]

import report  # noqa: E402
from browser import DESK, Browser  # noqa: E402
from support.program import command_line  # noqa: E402
from support.server import Server  # noqa: E402

PREMIUM = "input[name=premium]"
DIAGRAM = "#diagram svg"
# After these seconds without a request, all has been loaded; after these, the stream has begun.
QUIET_SECONDS, LIVE_SECONDS = 1, 3
# The pause before a digit, and before a number. The page applies no quotes until 300 ms after the last key, so only the second one has quotes.
DIGIT_MILLISECONDS, NUMBER_MILLISECONDS = 100, 500
STREAM = "/api/rest/stream"
# A Saturday, and 10:00 in New York on a Monday.
CLOSED, OPEN = "2026-11-28T17:00:00Z", "2026-11-30T15:00:00Z"
# A first visit has the chain of its example, also as the beginning of the stream, and four calculations.
VISIT_KILOBYTES, FIRST_VIEW_MILLISECONDS, REDRAW_MILLISECONDS = 250, 1_000, 50

# The diagram of the empty page is redrawn with every key, in the handler of the event.
EMPTY = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty</title><link rel="icon" href="data:,">
<label>Premium <input name="premium"></label>
<div id="diagram"><svg width="300" height="100" data-revision="0"><path fill="none" stroke="black"/></svg></div>
<script>
const svg = document.querySelector("svg");
document.querySelector("input").addEventListener("input", event => {
    svg.firstChild.setAttribute("d", `M0 0L300 ${event.target.value.length * 10}`);
    svg.dataset.revision = Number(svg.dataset.revision) + 1;
});
</script>
"""

# Records the time at which the frame with a new revision of the diagram has been produced: the message arrives after the frame.
OBSERVER = """
(() => {
    const waiting = new Set();
    const times = window.measured = {
        firstDiagram: null,
        redraws: [],
        until: condition => new Promise((resolve, reject) => {
            if (condition()) return resolve();
            waiting.add({ condition, resolve });
            setTimeout(() => reject(new Error("the diagram was not drawn within 10 s")), 10_000);
        }),
    };
    let revision = null, pressed = null;
    addEventListener("keydown", event => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => {
        const found = document.querySelector("#diagram svg")?.dataset.revision;
        if (found === undefined || found === revision) return;
        revision = found;
        const start = pressed;
        pressed = null;
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => {
                const now = performance.now();
                times.firstDiagram ??= now;
                if (start !== null) times.redraws.push(now - start);
                for (const one of waiting) if (one.condition()) waiting.delete(one), one.resolve();
            };
            channel.port2.postMessage(null);
        });
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-revision"] });
})();
"""
PAINT = 'performance.getEntriesByName("first-contentful-paint")[0]?.startTime'


class EmptyPage:
    """A server of an empty page on a free port."""

    def __enter__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(EMPTY)))
                self.end_headers()
                self.wfile.write(EMPTY)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def streamed(server, target):
    """The bytes with which a stream begins. The browser reports those of complete answers only, so the stream is opened once more."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=QUIET_SECONDS) as connection:
        head = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n"
        connection.sendall(head.encode())
        count = 0
        with contextlib.suppress(TimeoutError):
            while piece := connection.recv(1 << 16):
                count += len(piece)
        return count


def visit(browser, server, is_live):
    """A first visit: the bytes that it transfers, the time to the first paint, and the time to the first diagram."""
    with browser.view(server, DESK, is_first_visit=True, is_live=is_live) as view:
        view.page.add_init_script(OBSERVER)
        pending, streams, changed = set(), [], [time.monotonic()]

        def begin(request):
            changed[0] = time.monotonic()
            if STREAM in request.url:
                streams.append(request.url.removeprefix(server.origin))
            else:
                pending.add(request)

        def end(request):
            changed[0] = time.monotonic()
            pending.discard(request)

        view.page.on("request", begin)
        view.page.on("requestfinished", end)
        view.page.on("requestfailed", end)
        view.page.goto("/")
        view.page.evaluate("measured.until(() => measured.firstDiagram !== null)")
        diagram = view.page.evaluate("measured.firstDiagram")
        # The browser reports a paint some time after its frame.
        view.wait_until(f"{PAINT} !== undefined")
        paint = view.page.evaluate(PAINT)
        # A stream never ends, so there is no idle network.
        while pending or time.monotonic() - changed[0] < QUIET_SECONDS or len(streams) < is_live:
            view.page.wait_for_timeout(50)
        transferred = view.transferred + sum(streamed(server, target) for target in streams)
    return transferred / 1e3, paint, diagram


def find(page):
    """Searches with the finder, and returns to the builder."""
    page.get_by_role("link", name="Finder", exact=True).click()
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator("table.found tbody tr").first.wait_for()
    page.get_by_role("link", name="Builder", exact=True).click()


def redraws(browser, server, keys, is_live):
    """The times from the press of a digit in the premium of the first leg to the redrawn diagram."""
    with browser.view(server, DESK, is_first_visit=True, is_live=is_live) as view:
        view.page.add_init_script(OBSERVER)
        view.page.goto("/")
        view.page.evaluate("measured.until(() => measured.firstDiagram !== null)")
        if is_live:
            view.page.locator(".leg").nth(3).wait_for()
            find(view.page)
            view.page.wait_for_timeout(1000 * LIVE_SECONDS)
        field = view.page.locator(PREMIUM).first
        field.focus()
        # Each key changes the number: 1, 12, 123, 4, 45, 456, …
        for index in range(keys):
            view.page.wait_for_timeout(DIGIT_MILLISECONDS if index % 3 else NUMBER_MILLISECONDS)
            if index % 3 == 0:
                field.evaluate("field => field.select()")
            field.press(str(1 + index % 9))
            # Waits for the redraw before the next key, so that each redraw belongs to one key.
            view.page.evaluate(f"measured.until(() => measured.redraws.length > {index})")
        return view.page.evaluate("measured.redraws")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def lines(name, values, at_most=None):
    report.line(f"{name}_p50", percentile(values, 0.5), "ms")
    report.line(f"{name}_p95", percentile(values, 0.95), "ms", at_most=at_most)


def measure(arguments, browser, empty, closed, opened):
    servers = {"empty_page": empty, "page": closed}
    visits = {name: [] for name in servers}
    for _ in range(arguments.visits):
        for name, server in servers.items():
            visits[name].append(visit(browser, server, name == "page"))
    for name, found in visits.items():
        transferred, paint, diagram = zip(*found)
        is_ours = name == "page"
        report.line(f"{name}_transferred", max(transferred), "kB", at_most=VISIT_KILOBYTES if is_ours else None)
        lines(f"{name}_first_paint", paint)
        lines(f"{name}_first_diagram", diagram, at_most=FIRST_VIEW_MILLISECONDS if is_ours else None)
    for name, server in {"empty_page": empty, "page": opened}.items():
        found = redraws(browser, server, arguments.keys, name == "page")
        lines(f"{name}_key_to_diagram", found, at_most=REDRAW_MILLISECONDS if name == "page" else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server")
    parser.add_argument("--visits", type=int, default=20)
    parser.add_argument("--keys", type=int, default=150)
    parser.add_argument("--gate", action="store_true", help="exit with status 1 if a target is missed")
    arguments = parser.parse_args()
    server = arguments.server
    with (
        Browser() as browser,
        EmptyPage() as empty,
        Server(server, "--simulated-start", CLOSED) as closed,
        Server(server, "--simulated-start", OPEN) as opened,
    ):
        closed.wait_until_ready()
        opened.wait_until_ready()
        measure(arguments, browser, empty, closed, opened)
    is_met = report.summary()
    return 0 if is_met or not arguments.gate else 1


if __name__ == "__main__":
    sys.exit(main())
