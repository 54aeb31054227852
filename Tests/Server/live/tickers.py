"""The copy of 12,000 tickers under a limit of calls, killed at several moments: nothing is lost, no page is requested twice."""

import time
from collections import Counter
from pathlib import Path
from urllib.parse import parse_qs, quote

from live.section import END_SECONDS, Section
from support.program import until

TICKERS, TICKER_CALLS, TICKER_SECONDS, SEARCHED = 12_000, 7, 3, 100


class Tickers(Section):
    def run(self, folder, fakes):
        kills, rounds, again, limited = 0, 0, Counter(), 0
        while kills < self.kill_count:
            rounds += 1
            data = Path(folder, f"tickers-{rounds}")
            data.mkdir()
            fakes.reset()
            kills += self.copy(data, fakes, self.kill_count - kills, again)
            limited += sum(request["status"] == 429 for request in self.pages(fakes))
        pages = f"{sum(again.values())} pages in flight again, {limited} calls over the limit"
        self.line("tickers_kills", f"{kills} in {rounds} data folders, {pages}")
        if not limited:
            self.faults("the limit of calls was not reached")

    def copy(self, folder, fakes, most, again):
        """Copies the list, with at most so many kills, and returns their number."""
        fakes.control("plan", {"source": "polygon", "plan": "free"})
        fakes.control("rate", {"source": "polygon", "calls": TICKER_CALLS, "seconds": TICKER_SECONDS})
        before, after, kills = None, fakes.count(), 0
        while kills < most and (before is None or before.copied is None):
            server = self.start(folder, fakes, TRADIER_TOKEN=None)
            time.sleep(self.draw.uniform(0.05, 1.5))
            server.kill()
            kills += 1
            stored = server.stored(self.faults)
            if before and before.copied is None and stored.tickers < before.tickers:
                self.faults(f"there were {before.tickers} tickers and are {stored.tickers}")
            after = self.check_pages(fakes, after, before, again)
            before = stored
        server = self.start(folder, fakes, TRADIER_TOKEN=None).wait()
        status = until(END_SECONDS, server.copied, 0.2)
        if status is None:
            self.faults(f"the list is not copied: {server.get('/api/rest/tickers/status')}")
            self.stop(server)
            return kills
        self.check_pages(fakes, after, before, again)
        listed = fakes.control("tickers")["tickers"]
        if status["count"] != TICKERS or len(listed) != TICKERS:
            self.faults(f"{status['count']} of {len(listed)} tickers are there")
        for symbol in self.draw.sample(listed, SEARCHED):
            found = server.get(f"/api/rest/stocks/search?query={quote(symbol)}")["results"]
            if not found or found[0]["symbol"] != symbol:
                self.faults(f"{symbol} is not found: {found[:2]}")
        self.stop(server)
        if (stored := server.stored(self.faults)).tickers != TICKERS:
            self.faults(f"{stored.tickers} tickers are stored")
        return kills

    def pages(self, fakes, after=0):
        return [request for request in fakes.requests("polygon", after) if request["path"] == "/v3/reference/tickers"]

    def check_pages(self, fakes, after, before, again):
        """Compares the pages that one process asked for with the place that was stored before it."""
        requests = self.pages(fakes, after)
        cursor = lambda request: parse_qs(request["query"]).get("cursor", ["start"])[0]  # noqa: E731
        answered = [cursor(request) for request in requests if request["status"] == 200]
        if repeated := [page for page, count in Counter(answered).items() if count > 1]:
            self.faults(f"one process asked repeatedly for {repeated}")
        place = (before.place if before else None) or "start"
        if requests and place not in (page := cursor(requests[0])) and page not in place:
            self.faults(f"the copy was at {place}, and {page} was asked for")
        if before and before.copied and requests:
            self.faults("the list was complete, and pages were asked for")
        # A page whose answer was not stored before a kill is asked for once more.
        earlier = [cursor(request) for request in self.pages(fakes) if request["index"] < after and request["status"] == 200]
        again.update(set(answered) & set(earlier))
        if others := set(answered[1:]) & set(earlier):
            self.faults(f"pages were asked for again: {others}")
        return max(fakes.count(), after)
