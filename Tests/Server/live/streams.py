"""A stream says when a source fails and when it answers again. The stream itself goes on."""

import json
import threading
import time

from live.section import Section
from support.program import until

INTERVAL, STATUS_SECONDS = 2, 100
TARGET = "/api/rest/stream?quotes=AAPL&prices=BTC"


class Streams(Section):
    def run(self, folder, fakes):
        server = self.start(folder, fakes, "--snapshot-interval", str(INTERVAL)).wait()
        server.wait_for(lambda: server.get("/v1/markets/quotes/last_update")["count"], "quotes")
        events = []
        with server.stream(TARGET, 3 * STATUS_SECONDS) as (_, stream):
            reader = threading.Thread(target=self.read, args=(stream, events), daemon=True)
            reader.start()
            self.wait(lambda: len(events) >= 2, "the whole of two topics")
            for topic, source in (("quotes AAPL", "tradier"), ("prices BTC", "coingecko")):
                fakes.play(source, {"fault": "status", "status": 500})
                start = time.monotonic()
                self.wait(lambda topic=topic: self.last(events, topic).get("message"), f"{topic}: a status that says why")
                self.line("stream_fails", f"{topic}: {time.monotonic() - start:.1f} s, {self.last(events, topic)}")
                fakes.end_faults()
                start = time.monotonic()
                self.wait(lambda topic=topic: self.last(events, topic).get("message", "") is None, f"{topic}: a status that it answers")
                self.line("stream_recovers", f"{topic}: {time.monotonic() - start:.1f} s, {self.last(events, topic)}")
            if not reader.is_alive():
                self.faults("the stream has ended")
        self.stop(server)

    @staticmethod
    def read(stream, events):
        for name, data in stream:
            events.append((name, json.loads(data)))

    @staticmethod
    def last(events, topic):
        return next((value for name, value in reversed(events) if name == "status" and value["topic"] == topic), {})

    def wait(self, is_there, what):
        if until(STATUS_SECONDS, is_there, 0.1) is None:
            self.faults(f"{what} does not come")
