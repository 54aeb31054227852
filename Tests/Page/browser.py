"""Opens the page of a server in Chromium.

    with Server([path]) as server, Browser() as browser, browser.view(server) as view:
        view.open("/")
        view.page.get_by_label("Premium").fill("2.50")

When a view closes, it raises a fault if the console has errors, the page threw an exception, or a request went to another origin. The
executable is `chromium-headless-shell`, or the one that the environment variable CHROMIUM names."""

import os
import re
import shutil
import time
from datetime import datetime
from typing import NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

WAITING_MILLISECONDS = 30_000
# Ends after the frame that shows an answer, and after what the page does behind that frame (`frame` in dom.js).
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))"


class Fault(AssertionError):
    """A fault that a check found."""


class Screen(NamedTuple):
    """The size of a viewport in CSS pixels, and its theme."""

    width: int
    height: int
    scheme: str

    def __str__(self):
        return f"{self.width}×{self.height} {self.scheme}"


PHONE, PHONE_DARK = Screen(390, 844, "light"), Screen(390, 844, "dark")
DESK, DESK_DARK = Screen(1280, 900, "light"), Screen(1280, 900, "dark")
NARROW = Screen(320, 640, "light")
ALL_SCREENS = [PHONE, PHONE_DARK, DESK, DESK_DARK]


def clock_of(server):
    """A script by which pages have the time of a server whose clock starts at another instant; empty for a server of the present."""
    # The server of a benchmark is no program.
    command = getattr(server, "command", [])
    if "--simulated-start" not in command:
        return ""
    start = datetime.fromisoformat(command[command.index("--simulated-start") + 1].replace("Z", "+00:00"))
    ahead = start.timestamp() - (time.time() - (time.monotonic() - server.started))
    return f"""Date = class extends Date {{
        constructor(...terms) {{ super(...(terms.length ? terms : [Date.now()])); }}
        static now() {{ return super.now() + {round(ahead * 1000)}; }}
    }};"""


class Browser:
    """A running Chromium."""

    def __enter__(self):
        path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
        if not path:
            raise Fault("chromium-headless-shell is not installed, and CHROMIUM names no other executable")
        self.playwright = sync_playwright().start()
        # Inside a container, Chromium has no sandbox of its own.
        self.chromium = self.playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        return self

    def __exit__(self, *_):
        self.chromium.close()
        self.playwright.stop()

    def view(self, server, screen=DESK, is_first_visit=False, **options):
        """A view with a cold cache and an empty storage, but for the mark of an earlier visit. `options` are those of a context of
        Playwright, and `is_live`, without which quotes stand still until their switch is pressed."""
        return View(self, server, screen, is_first_visit, options)


class View:
    """A page in the browser, in a context of its own."""

    def __init__(self, browser, server, screen, is_first_visit, options):
        # A stream of live quotes never ends, and "networkidle" would not come.
        is_live = options.pop("is_live", False)
        self.browser, self.server, self.screen = browser, server, screen
        self.faults = []
        self.expected = []
        # The bytes received over the network, including heads.
        self.transferred = 0
        # The requests without an answer, and the number of all.
        self.pending, self.sent = set(), 0
        self.context = browser.chromium.new_context(
            base_url=server.origin, viewport={"width": screen.width, "height": screen.height},
            color_scheme=screen.scheme, **options,
        )  # fmt: skip
        self.context.set_default_timeout(WAITING_MILLISECONDS)
        if not is_first_visit:
            # Only pages of the server have a storage.
            self.context.add_init_script("try { localStorage.setItem('options-visited', 'yes'); } catch { /* about:blank */ }")
        if not is_live:
            self.context.add_init_script("try { localStorage.setItem('options-live', 'off'); } catch { /* about:blank */ }")
        if clock := clock_of(server):
            self.context.add_init_script(clock)
        self.page = self.context.new_page()
        self.page.on("console", self.on_console)
        self.page.on("pageerror", lambda error: self.faults.append(f"exception: {error}"))
        self.page.on("request", self.on_request)
        self.page.on("requestfinished", lambda request: self.pending.discard(request))
        self.page.on("requestfailed", lambda request: self.pending.discard(request))
        network = self.context.new_cdp_session(self.page)
        network.send("Network.enable")
        network.on("Network.loadingFinished", self.on_loading_finished)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.require_no_fault()
        finally:
            self.context.close()

    def on_console(self, message):
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def on_request(self, request):
        if not request.url.startswith((f"{self.server.origin}/", "data:", "blob:")):
            self.faults.append(f"foreign request: {request.url}")
        # Another document has no answers of the one before.
        if request.is_navigation_request():
            self.pending.clear()
        # A stream of live quotes never ends.
        if request.url.startswith(f"{self.server.origin}/") and "/api/rest/stream?" not in request.url:
            self.pending.add(request)
            self.sent += 1

    def on_loading_finished(self, event):
        self.transferred += event["encodedDataLength"]

    def expect_fault(self, pattern):
        """Permits faults that match a regular expression, such as the errors that Chromium logs for a status of 503. At least one must
        have occurred when the view closes."""
        self.expected.append(pattern)

    def require_no_fault(self):
        unexpected = [fault for fault in self.faults if not any(re.search(one, fault) for one in self.expected)]
        if unexpected:
            raise Fault("; ".join(unexpected))
        for pattern in self.expected:
            if not any(re.search(pattern, fault) for fault in self.faults):
                raise Fault(f"there was no fault like {pattern}")

    def open(self, path="/"):
        """Opens an address, and waits until half a second passes without a request, and until the page has loaded what it needs later. An
        address that differs in its fragment only keeps the document."""
        response = self.page.goto(path, wait_until="networkidle")
        if response is not None and response.status != 200:
            raise Fault(f"{path} answered {response.status}")
        # The half second may pass before the page begins to load them. This one is hidden until a term is pressed.
        self.page.locator(".explanation").wait_for(state="attached")
        self.wait_for_answers()

    def wait_for_answers(self):
        """Waits until all requests are answered and shown, also those that an answer leads to. Within a document, Playwright has reached
        "networkidle" once and for all."""
        end = time.monotonic() + WAITING_MILLISECONDS / 1000
        while True:
            is_quiet, sent = not self.pending, self.sent
            self.page.evaluate(FRAMES)
            if is_quiet and not self.pending and sent == self.sent:
                return
            if time.monotonic() > end:
                raise Fault(f"these requests have no answer: {', '.join(request.url for request in self.pending)}")

    def wait_until(self, expression):
        """Waits until an expression of JavaScript is true. The policy of the page forbids `page.wait_for_function`, which evaluates its
        text in the page."""
        end = time.monotonic() + WAITING_MILLISECONDS / 1000
        while not self.page.evaluate(expression):
            if time.monotonic() > end:
                raise Fault(f"this did not become true: {expression}")
            self.page.wait_for_timeout(20)

    def insert(self, html):
        """Inserts `html` at the beginning of the body of the document."""

        def change(route):
            response = route.fetch()
            # The header fields of the response stay, including the policy.
            headers = {
                name: value for name, value in response.headers.items()
                if name not in ("content-length", "content-encoding")
            }
            route.fulfill(
                status=response.status, headers=headers,
                body=re.sub(r"<body[^>]*>", lambda found: found[0] + html, response.text(), count=1),
            )  # fmt: skip

        self.page.route(lambda address: address.rstrip("/") == self.server.origin, change)

    def violations(self):
        """The violations that axe finds, one text for each rule."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{rule['id']} ({rule['impact']}): {rule['help']}: "
            + ", ".join(" ".join(map(str, node["target"])) for node in rule["nodes"])
            for rule in found
        ]


def require(condition, message):
    """Raises a fault unless a condition holds. Unlike `assert`, it also works under `python -O`."""
    if not condition:
        raise Fault(message)
