"""Damaged request bodies and heads. The same seed gives the same bytes."""

import json
import random
import re

from generate import request as strategy
from same_bytes import fixtures, random_options
from support.documented import FIXTURES
from wire import LIVE, request

NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
TEXT = re.compile(rb'"[^"\\]*"')
NUMBERS = [
    b"0", b"-0", b"-1", b"1e999", b"-1e999", b"1e-999", b"5e-324", b"1.7976931348623157e308", b"9007199254740993", b"1e15",
    b"4294967296", b"2147483648", b"9223372036854775808", b"18446744073709551616", b"100001", b"99999", b"1e9", b"0.1e1",
    b"1e", b"01", b".5", b"5.", b"+1", b"0x10", b"NaN", b"Infinity", b"-", b"1_000", b"1,5", b"1e400000000000000000000",
    b"9" * 400, b"0." + b"0" * 400 + b"1", b"1" + b"0" * 5_000,
]  # fmt: skip
TOKENS = [
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"null", b"true", b"false", b"{}", b"[]", b"nul", b"\\", b"\\u", b"\\ud800",
    b"\\u0000", b'""', b'"legs"', b'"legs":[]', b'"currentPrice":1', b'"id":7,', b'"include":["greeks","probability"],',
    b'"curveRange":{"minimum":0,"maximum":400,"points":50000},', b'"curveRange":{"points":5},', b'"volatility":0.2,',
    b'"timeToExpiration":0.5,', b'"riskFreeRate":0.03,', b'"valueDates":["2027-01-15"],', b'"2026-02-30"', b'"call"',
    b'"stock"',
    b"\n", b"\r\n", b"\r", b" ", b"\t", b"\n\n", b"\x00", b"\x1f", b"\x7f", b"\xef\xbb\xbf", b"\xfe\xff", b"//",
    b"/**/", b"'",
    b"[" * 64, b"[" * 600, b'{"a":' * 300, b"[" * 20_000, b'{"legs":[' * 2_000, b'"' + b"a" * 5_000 + b'"',
]  # fmt: skip
INVALID = [
    b"\x80", b"\xc0\x80", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf0\x9f\x98", b"\xff", b"\xf8\x88",
]  # fmt: skip


class Bodies:
    """Damaged bodies for each endpoint."""

    def __init__(self, seed, endpoints):
        self.draw = random.Random(seed)
        uniform = self.uniform = self.draw.random
        self.random = lambda count: int(uniform() * count)
        refused = json.loads((FIXTURES / "contract" / "contracts-refused.json").read_bytes())
        extended = [(FIXTURES / "extended" / name).read_bytes() for name in ("calendar.json", "iron-condor.json")]
        every = fixtures()
        single = self.draw.sample(every, len(every) // 3) + extended * 20 + [strategy(uniform).encode() for _ in range(300)]
        book = (FIXTURES / "extended" / "book.json").read_bytes()
        portfolio = (FIXTURES / "extended" / "portfolio.json").read_bytes()
        account = (FIXTURES / "extended" / "account.json").read_bytes()
        chain = (FIXTURES / "extended" / "chain.json").read_bytes()
        line = [text.replace(b"\n", b" ") for text in single]
        options = [row["request"].encode() for row in refused] + random_options(300, self.draw)
        # Name, weight, seeds, and the greatest number of lines (0: not lines).
        kinds = [
            (b"calculate", 5, single, 0), (b"scenario", 2, [book] * 30 + extended * 15 + single[:40], 0),
            (b"recognise", 1, single, 0), (b"risk", 1, [portfolio], 0), (b"margin", 1, [account], 0), (b"find", 1, [chain], 0), (b"chart", 1, single, 0), (b"batch", 2, line, 12),
            (b"price", 2, options, 12), (b"implied-volatility", 2, options, 12),
        ]  # fmt: skip
        self.kinds = [kind for kind in kinds for _ in range(kind[1]) if kind[0].decode() in endpoints]
        self.queries = {
            b"batch": (b"", b"", b"?metricsOnly=true", b"?format=csv"), b"price": (b"", b"", b"?allGreeks=true"),
            b"implied-volatility": (b"", b"", b"?greeks=true", b"?allGreeks=true&marketUnits=true")}

    def choose(self, values):
        return values[self.random(len(values))]

    def next(self):
        """The name of an endpoint, a query, and a body."""
        name, _, seeds, lines = self.choose(self.kinds)
        if lines:
            body = b"\n".join([self.choose(seeds) for _ in range(1 + self.random(lines))]) + self.choose((b"\n", b"\n", b""))
        else:
            body = self.choose(seeds)
        body = bytearray(body)
        for _ in range(self.choose((0, 1, 1, 1, 1, 2, 3, 8))):
            self.damage(body, seeds)
        if self.uniform() < 0.0005:
            body = (body + b"\n") * (1 + (1 << 18) // (len(body) + 1))
        return name, self.choose(self.queries.get(name, (b"",))), bytes(body)

    def damage(self, body, seeds):
        place = self.random(len(body) + 1)
        length = 1 + self.random(self.choose((4, 40, 400)))
        kind = self.random(12)
        if kind < 2 and body:
            for _ in range(1 + self.random(3)):
                body[self.random(len(body))] ^= 1 << self.random(8)
        elif kind == 2:
            del body[place:]
        elif kind == 3:
            del body[place : place + length]
        elif kind == 4:
            body[place:place] = body[place : place + length] * (1 + self.random(3))
        elif kind == 5:
            other = self.choose(seeds)
            start = self.random(len(other))
            body[place : place + length] = other[start : start + length]
        elif kind in (6, 7):
            self.replace(body, NUMBER, NUMBERS)
        elif kind == 8:
            self.replace(body, TEXT, TOKENS)
        elif kind == 9:
            body[place:place] = self.choose(INVALID)
        elif kind == 10 or self.uniform() < 0.9:
            body[place:place] = self.choose(TOKENS[:-6] if self.uniform() < 0.95 else TOKENS)
        else:
            body[:] = b"".join(self.choose((self.choose(TOKENS), self.choose(NUMBERS))) for _ in range(self.random(30)))

    def replace(self, body, pattern, values):
        """Replaces one of the matches after a random place."""
        if found := pattern.search(body, self.random(len(body) + 1)) or pattern.search(body):
            body[found.start() : found.end()] = self.choose(values)


METHODS = [
    b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"OPTIONS", b"PATCH", b"TRACE", b"CONNECT", b"PRI", b"M-SEARCH", b"PROPFIND",
    b"get", b"G E T", b"", b"GET\t", b"\x00", b"A" * 300, b"QUERY", b"SOURCE", b"\xc3\xa9",
]  # fmt: skip
TARGETS = [
    b"/", b"*", b"", b"//", b"/health/live", b"/health/ready", b"/metrics?" + b"a=b&" * 50, b"/health/../metrics",
    b"/%00", b"/%",
    b"/%zz", b"http://localhost/health/live", b"https://", b"http://[::1", b"localhost:80", b"/\xff\xfe", b"/\x00",
    b"/ /", b"/#x",
    b"/" + b"a" * 17_000, b"/" + b"a/" * 5_000, b"/v1/x", b"/api/rest/options/", b"/api/rest/options/calculate/", b"?", b"\\",
    b"/api/rest/options/batch?metricsOnly=%", b"/api/rest/options/batch?format=", b"/api/rest/openapi.json",
]  # fmt: skip
VERSIONS = [
    b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/0.9", b"HTTP/1.2", b"HTTP/1.10", b"HTTP/9.9",
    b"http/1.1", b"HTTP/1",
    b"HTTP/", b"", b"HTTP/1.1 x", b"HTTPS/1.1", b"ICE/1.0", b"RTSP/1.0",
]  # fmt: skip
FIELDS = [
    b"Content-Length: 0", b"Content-Length: 5", b"Content-Length: 100000", b"Content-Length: -1", b"Content-Length: +3",
    b"Content-Length: 0x10", b"Content-Length: 1, 1", b"Content-Length: ", b"Content-Length: 99999999999999999999999",
    b"Content-Length: 9223372036854775807", b"Content-Length: 18446744073709551615", b"Content-Length: 16777217",
    b"Content-Length : 3", b" Content-Length: 3", b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip",
    b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: chunked, chunked", b"Transfer-Encoding:\tchunked",
    b"Transfer-Encoding: Chunked ", b"Transfer-Encoding: xchunked", b"Transfer-Encoding", b"Host: ", b"Host: example.com",
    b"Host: localhost, localhost", b"Host: [::1]", b"Host: \xff\xfe", b"Host: localhost:99999", b"Host: a@localhost", b"Host",
    b"Connection: close", b"Connection: keep-alive", b"Connection: close, keep-alive", b"Connection: upgrade",
    b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
    b"Upgrade: websocket\r\nConnection: Upgrade", b"Upgrade: ", b"Expect: 100-continue", b"Expect: x", b"Trailer: X",
    b"TE: trailers",
    b"Content-Type: text/plain", b"Content-Type: application/json; charset=x", b"Content-Type: ", b"Content-Encoding: gzip",
    b"X-Request-ID: ", b"X-Request-ID: \x7f\x80", b"X-Request-ID: " + b"i" * 200, b"Authorization: Bearer", b"Origin: null",
    b"Origin: http://\xff", b"Access-Control-Request-Method: POST\r\nOrigin: http://a", b"Cookie: " + b"c" * 9_000,
    b": x", b":", b"",
    b"X:" + b" " * 3_000, b"X: " + b"v" * 16_000, b"X: " + b"v" * 17_000, b"N" * 3_000 + b": x", b"A: b\r\n" * 200 + b"A: b",
    b"A: b\r\n" * 3_000 + b"A: b", b"A: b\r\n folded", b"A: \x00", b"A\x00: b", b"A: b\rC: d", b"A: b\nC: d",
    b"A:\x01\x02", b"A B: c",
    b"\xc3\xa9: x", b"X-Forwarded-For: 127.0.0.1", b"Range: bytes=0-", b"If-None-Match: *", b"Accept: text/event-stream",
]  # fmt: skip
ENDS = [b"\r\n"] * 12 + [b"\n", b"\r", b"\r\r\n", b"\n\r", b" \r\n", b"\x00\r\n", b"\r\n\r\n"]
TAILS = [
    b"", b"", b"", b"{}", b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"0\r\n\r\n", b"ZZ\r\n",
    b"5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
    b"ffffffffffffffff\r\n", b"-1\r\n", b"5\r\nhelloo\r\n0\r\n\r\n", b"5\nhello\n0\n\n", b"\r\n", b"\x00" * 50, b"x" * 3_000,
    b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3,
    b"0\r\n" + b"T: x\r\n" * 3_000 + b"\r\n", b"5;" + b"e" * 20_000 + b"\r\nhello\r\n0\r\n\r\n",
]  # fmt: skip
OTHERS = [
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x12\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64\x00\x04\x00\x00\xff\xff",
    bytes.fromhex("16030100c8010000c40303") + bytes(range(190)), bytes.fromhex("1603010000"), b"\x80\x2e\x01\x03\x01",
    b"\x00" * 100,
    b"SSH-2.0-OpenSSH_9.6\r\n", b"\x05\x01\x00", b"GET /\r\n", b"GET /health/live\r\n\r\n", b"\r\n", b"\r\n\r\n",
    b"\n", b"\r", b" ",
    b"PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"HTTP/1.1 200 OK\r\n\r\n",
    b"\xef\xbb\xbfGET / ",
    b"\r\n" * 9_000, b"G", b"GET", b"GET ", b"GET / HTTP/1.1", b"GET / HTTP/1.1\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n",
]  # fmt: skip
ODD = (b"\x00", b"\r", b"\n", b"\r\n", b" ", b":", b"\xff", b"\t", b"\x7f", b"\r\n\r\n")


class Heads:
    """Damaged heads, with what follows them."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.small = (FIXTURES / "contract" / "long-call.json").read_bytes()
        self.book = (FIXTURES / "extended" / "book.json").read_bytes()
        lines = strategy(self.draw.random).encode() + b"\n"
        self.intact = [
            request(b"calculate", self.small), request(b"scenario", self.book), request(b"chart", self.small),
            request(b"batch", lines * 3), request(b"batch", lines * 300), request(LIVE, method=b"GET"),
            request(b"/metrics", method=b"GET"),
        ]  # fmt: skip

    def next(self):
        draw, choose = self.draw, self.draw.choice
        if draw.random() < 0.05:
            data = bytearray(choose(OTHERS))
            return bytes(self.flip(data) if data and draw.random() < 0.3 else data)
        end = choose(ENDS) if draw.random() < 0.1 else b"\r\n"
        name, body = choose(((b"calculate", self.small), (b"scenario", self.book), (b"batch", b"{}\n{}\n"), (b"price", b"{}")))
        posts = draw.random() < 0.6
        method = choose(METHODS) if draw.random() < 0.15 else b"POST" if posts else b"GET"
        target = b"/api/rest/options/" + name if posts else b"/health/live"
        target = choose(TARGETS) if draw.random() < 0.2 else target
        version = choose(VERSIONS) if draw.random() < 0.15 else b"HTTP/1.1"
        lines = [choose((b" ", b" ", b" ", b" ", b" ", b"  ", b"\t", b"")).join((method, target, version))
                 if draw.random() < 0.1 else b"%b %b %b" % (method, target, version)]  # fmt: skip
        fields = [b"Host: localhost"] if draw.random() < 0.95 else []
        tail = b""
        if posts:
            fields.append(b"Content-Length: %d" % (len(body) + choose((0, 0, 0, 0, 0, 1, -1, 7))))
            tail = body
        if draw.random() < 0.1:
            fields = [field for field in fields if draw.random() < 0.5]
        for _ in range(choose((0, 0, 1, 1, 2, 4))):
            fields.insert(draw.randrange(len(fields) + 1), choose(FIELDS))
        data = bytearray(end.join(lines + fields) + end + end + tail)
        if draw.random() < 0.3:
            data += choose(TAILS)
        if draw.random() < 0.3:
            self.flip(data)
        if draw.random() < 0.1:
            del data[draw.randrange(len(data)) :]
        return bytes(data)

    def flip(self, data):
        """Flips bits, inserts odd bytes or repeats a part, mostly near the front."""
        draw = self.draw
        for _ in range(draw.choice((1, 1, 2, 5))):
            place = min(len(data) - 1, int(draw.expovariate(1 / 60)))
            kind = draw.random()
            if kind < 0.5:
                data[place] ^= 1 << draw.randrange(8)
            elif kind < 0.75:
                data[place:place] = draw.choice(ODD)
            else:
                data[place:place] = data[place : place + draw.randrange(1, 60)]
        return data
