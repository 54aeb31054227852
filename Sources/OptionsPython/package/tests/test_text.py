"""Requests and responses as text and as objects."""

import json
import math
import os
import pickle
import random
import signal
import subprocess
import threading
import time

import pytest

import options_analytics as oa
from references import REPOSITORY

CONTRACT = REPOSITORY / "Fixtures/contract"
GOLDEN = sorted(path for path in CONTRACT.glob("*.json") if path.with_suffix(".response.json").exists())
LEG = {"type": "call", "position": "long", "strikePrice": 165, "premium": 9.25, "quantity": 1}
REQUEST = {"currentPrice": 165.12, "legs": [LEG]}
#: The command line, built from the same sources.
OPTIONS = os.environ.get("OPTIONS")
needs_options = pytest.mark.skipif(OPTIONS is None, reason="OPTIONS does not name the program `options`")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_responses(path):
    request = path.read_bytes()
    expected = json.loads(path.with_suffix(".response.json").read_bytes())
    assert json.loads(oa.calculate(request)) == expected
    assert oa.calculate(json.loads(request)) == expected
    without_curve = oa.calculate(request.decode(), curve=False)
    assert isinstance(without_curve, str) and json.loads(without_curve) == {key: expected[key] for key in expected if key != "curve"}


def test_errors_have_path_code_and_message():
    for request in (REQUEST | {"legs": [LEG | {"strikePrice": -5}]}, json.dumps(REQUEST).replace("165,", "-5,").encode()):
        with pytest.raises(oa.RequestError) as caught:
            oa.calculate(request)
        assert caught.value.path == "legs[0].strikePrice" and caught.value.code == "not_allowed"
        assert caught.value.message == str(caught.value)
        assert json.loads(caught.value.body) == {
            "error": caught.value.message, "code": "not_allowed", "path": "legs[0].strikePrice"}
        assert caught.value.message.startswith("legs[0].strikePrice must be")
    assert pickle.loads(pickle.dumps(caught.value)).path == caught.value.path
    for function in (oa.calculate, oa.scenario, oa.recognise, oa.risk, oa.margin, oa.find, oa.chart):
        with pytest.raises(oa.RequestError, match="not valid JSON"):
            function(b"{")
        with pytest.raises(TypeError):
            function(1)
    with pytest.raises(oa.RequestError) as caught:
        oa.calculate(REQUEST | {"curentPrice": 1}, strict=True)
    assert caught.value.code == "unknown_member"
    with pytest.raises(ValueError, match="units"):
        oa.calculate(REQUEST, units="daily")


def test_units():
    request = REQUEST | {"include": ["greeks"], "volatility": 0.3, "timeToExpiration": 0.5}
    one = oa.calculate(request)["greeks"]["net"]
    market = oa.calculate(request, units="market")["greeks"]["net"]
    assert market["vega"] == pytest.approx(one["vega"] / 100) and market["delta"] == one["delta"]


def test_risk():
    request = json.loads((REPOSITORY / "Fixtures/extended/portfolio.json").read_bytes())
    found = oa.risk(request)
    assert [risk["level"] for risk in found["valueAtRisk"]] == [0.95, 0.99]
    # Shares whose return is certain but for the volatility: the quantile of a lognormal price, in closed form.
    shares = {"type": "stock", "position": "long", "quantity": 1}
    position = {"currentPrice": 100, "volatility": 0.2, "positions": [{"legs": [shares]}]}
    risk = oa.risk({"horizonDays": 365, "underlyings": [position], "scenarios": 100_000})["valueAtRisk"][0]
    assert risk["value"] == pytest.approx(100 - 100 * math.exp(-0.02 - 0.2 * 1.6448536269514722), rel=0.02)
    with pytest.raises(oa.RequestError) as caught:
        oa.risk(request | {"horizonDays": -1})
    assert caught.value.path == "horizonDays"


def test_margin():
    put = {
        "type": "put", "position": "short", "strikePrice": 80, "premium": 2, "quantity": 1, "expirationDate": "2026-03-20"}
    account = {"accountType": "margin", "valuationDate": "2026-01-02", "currentPrice": 95, "legs": [put]}
    # The premium and 10 % of the strike, which is more than 20 % of the price less the amount out of the money.
    initial = oa.margin(account)["initial"]
    assert (initial["requirement"], initial["lowerBound"], initial["optimal"]) == (1000, 1000, True)
    assert oa.margin(account | {"id": 7})["id"] == 7
    with pytest.raises(oa.RequestError) as caught:
        oa.margin(account | {"legs": [put | {"expirationDate": "2025-03-20"}]})
    assert caught.value.path == "legs[0].expirationDate"


def chain(strikes):
    """Calls and puts at the strikes; each costs its exercise value and a premium, between a bid and an ask."""
    options = []
    for strike in strikes:
        for kind, intrinsic in (("call", max(100 - strike, 0)), ("put", max(strike - 100, 0))):
            price = intrinsic + 4 * math.exp(-abs(strike - 100) / 20)
            options.append({
                "type": kind, "strikePrice": strike, "bid": round(price - 0.05, 2), "ask": round(price + 0.05, 2),
                "impliedVolatility": 0.25})
    return {"currentPrice": 100, "timeToExpiration": 0.25, "options": options}


def test_find():
    request = chain(range(80, 121, 5)) | {"objective": "maxProfit", "filters": {"definedRisk": True}, "limit": 3}
    found = oa.find(request)
    assert [strategy["rank"] for strategy in found["strategies"]] == [1, 2, 3] and found["complete"]
    for strategy in found["strategies"]:
        metrics = oa.calculate({"currentPrice": 100, "legs": strategy["legs"]})["metrics"]
        assert metrics["maxProfit"] == strategy["metrics"]["maxProfit"] and metrics["maxLoss"] is not None
    text = json.dumps(request)
    assert oa.find(text, threads=1) == oa.find(text, threads=3) == oa.find(text)
    one, market = (oa.find(request, units=units)["strategies"][0]["greeks"]["net"] for units in ("mathematical", "market"))
    assert market["vega"] == pytest.approx(one["vega"] / 100)
    with pytest.raises(oa.RequestError) as caught:
        oa.find(request | {"objective": "profit"})
    assert caught.value.path == "objective"
    with pytest.raises(ValueError, match="threads"):
        oa.find(request, threads=-1)


#: A search that takes far longer than the tests wait.
LONG = chain(range(25, 175)) | {
    "front": ["expectedProfit", "probabilityOfProfit", "maxLoss"], "search": {"quantity": 2}, "filters": {"noNaked": True}}


def test_a_search_ends_at_its_time_limit():
    start = time.monotonic()
    found = oa.find(LONG | {"timeLimit": 0.5})
    assert time.monotonic() - start < 20
    assert not found["complete"] and 0 <= found["covered"] < 1


@pytest.fixture
def interrupts():
    """Makes SIGINT raise KeyboardInterrupt, which it does not in processes that a shell starts in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_signal_ends_a_search(threads, interrupts):
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        oa.find(LONG, threads=threads)
    assert time.monotonic() - start < 5
    assert oa.calculate(REQUEST)["metrics"]


def test_chart():
    chart = oa.chart(REQUEST)
    assert chart._repr_svg_().startswith("<svg") and str(chart) == chart.svg and bytes(chart) == chart.svg.encode()
    assert bytes(oa.chart((REPOSITORY / "Fixtures/extended/iron-condor.json").read_bytes())) == (
        REPOSITORY / "Fixtures/chart/iron-condor.svg").read_bytes()


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_batch(threads):
    requests = [REQUEST | {"id": number, "currentPrice": 100 + number} for number in range(2000)]
    requests[7] = {"id": 7}
    lines, answered, refused = oa.batch(requests, threads=threads)
    answers = [json.loads(line) for line in lines.splitlines()]
    assert (answered, refused) == (1999, 1) and [answer["id"] for answer in answers] == list(range(2000))
    assert "error" in answers[7] and "metrics" in answers[8] and "curve" not in answers[8]
    text = "\n\n".join(json.dumps(request) for request in requests)
    assert oa.batch(text, threads=threads).lines == lines == oa.batch(bytearray(text.encode())).lines
    assert "curve" in json.loads(oa.batch([json.dumps(REQUEST, indent=1)], curve=True, threads=threads).lines)
    assert oa.batch(b"") == (b"", 0, 0) == oa.batch([])


def corpus():
    paths = [*CONTRACT.glob("*.json"), *(REPOSITORY / "Tests/Fuzz/seeds").glob("*.json"), *(REPOSITORY / "Fixtures/extended").glob("*.json")]
    for path in sorted(paths):
        try:
            yield json.dumps(json.loads(path.read_bytes()), separators=(",", ":"), ensure_ascii=False).encode()
        except ValueError:
            yield path.read_bytes().replace(b"\n", b" ")


def damaged(request, random):
    request = bytearray(request)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(request))
        match random.randrange(7):
            case 0: del request[place : place + random.randint(1, 8)]
            case 1: request[place] = random.randrange(256)
            case 2: request[place:place] = bytes(random.randrange(256) for _ in range(random.randint(1, 4)))
            case 3: request = request[: place + 1]
            case 4: request[place:place] = random.choice([b"1e999", b"-0", b"null", b"[[[", b"{}", b'"', b"\\u12", b"\xc3", b"\xed\xa0\x80", b"truex", b"01", b"1.", b"1e", b"-", b"+1", b",", b"\x00"])
            case 5: request[place:place] = request[place : place + 16]
            case 6: request += random.choice([b"]", b"}", b" x", b"{}", b"\xef\xbb\xbf", b"null"])
        request = request or bytearray(b" ")
    return bytes(request).replace(b"\n", b" ")


@needs_options
def test_damaged_requests_have_the_answers_of_the_command():
    generator = random.Random(1)
    lines = b"\n".join(damaged(request, generator) for request in corpus() for _ in range(100)) + b"\n"
    lines += b"\n".join(b"[" * depth + b"1" + b"]" * depth for depth in range(1, 80)) + b"\n"
    command = subprocess.run([OPTIONS, "batch", "--quiet"], input=lines, capture_output=True)
    answers, answered, refused = oa.batch(lines, curve=True)
    assert refused > answered > 0
    for line, expected, found in zip(
        (line for line in lines.split(b"\n") if line.strip(b" \t\r")), command.stdout.splitlines(), answers.splitlines(), strict=True
    ):
        assert found == expected, line
    assert answers == command.stdout


@needs_options
@pytest.mark.parametrize("name", ["calculate", "scenario", "recognise", "risk", "margin", "find", "chart"])
def test_single_requests_have_the_answers_of_the_command(name):
    generator = random.Random(2)
    for request in generator.sample(list(corpus()), 12):
        request = damaged(request, generator) if generator.random() < 0.5 else request
        command = subprocess.run([OPTIONS, name], input=request, capture_output=True)
        try:
            found = getattr(oa, name)(request)
        except oa.RequestError as error:
            assert command.returncode == 1 and command.stderr.rstrip(b"\n") == error.body
        else:
            assert command.returncode == 0 and command.stdout.rstrip(b"\n") == bytes(found).rstrip(b"\n")
