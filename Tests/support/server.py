"""Asks a server.

    with Server(["options-server"], "--snapshot-interval", "1") as server:
        server.wait_until_ready()
        server.get("/api/rest/positions")"""

import gzip
import json
from contextlib import closing, contextmanager
from http.client import HTTPConnection

from support.program import START_SECONDS, Program


class Answer:
    """A response: status, headers with names in small letters, and body."""

    def __init__(self, response, body=None):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read() if body is None else body

    @property
    def media_type(self):
        return self.headers.get("content-type", "").partition(";")[0]

    @property
    def value(self):
        """The value of a JSON body."""
        return self.parsed()

    def parsed(self, **options):
        """The value of a JSON body. The options are those of `json.loads`."""
        body = gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body
        return json.loads(body, **options)


class Server(Program):
    """A program that answers HTTP, such as `options-server`."""

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def connection(self, timeout=60):
        return HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, target, body=None, timeout=60, **headers):
        """The answer to a request. `body` is bytes, or a value that is sent as JSON."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers = {"Content-Type": "application/json", **headers}
        with closing(self.connection(timeout)) as connection:
            connection.request(method, target, body, headers)
            return Answer(connection.getresponse())

    @contextmanager
    def stream(self, target, timeout=60, **headers):
        """The response to a GET, and an iterator over its events: names and data."""
        with closing(self.connection(timeout)) as connection:
            connection.request("GET", target, headers=headers)
            response = connection.getresponse()
            if response.status != 200:
                self.fail(f"answered GET {target} with {response.status} {response.read()[:300]}")
            yield response, self.events(response)

    @staticmethod
    def events(response):
        fields = {}
        for line in response:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                yield fields.get("event"), fields["data"]
                fields = {}

    def must(self, method, target, body=None, **options):
        """The JSON value of an answer that must have a status below 300. The options are those of `json.loads`."""
        answer = self.ask(method, target, body)
        if answer.status >= 300:
            self.fail(f"answered {method} {target} with {answer.status} {answer.body[:300]}")
        return answer.parsed(**options)

    def get(self, target, **options):
        return self.must("GET", target, **options)

    def wait_until_ready(self):
        return self.wait_for(lambda: self.ask("GET", "/health/ready").status == 200, "readiness", START_SECONDS)
