"""The server for agents: a client lists and calls every tool, with right, wrong and huge arguments, and leaves without a word."""

import base64
import json
import socket
import subprocess
import sys
import time

import pytest

import options_analytics as oa

pytest.importorskip("mcp")
import anyio  # noqa: E402
from mcp import ClientSession, StdioServerParameters, stdio_client  # noqa: E402
from mcp.client.streamable_http import streamable_http_client  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402

COMMAND = [sys.executable, "-m", "options_analytics.mcp"]
CALL = {"type": "call", "position": "long", "strikePrice": 165, "premium": 9.25, "quantity": 1}
TRADE = {"currentPrice": 165.12, "legs": [CALL]}
PUT = {"type": "put", "currentPrice": 100, "strikePrice": 95, "timeToExpiration": 0.25}


def session(use):
    """Runs `use` with a session over standard input and output, for a minute at most."""

    async def run():
        parameters = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:])
        with anyio.fail_after(60):
            async with stdio_client(parameters) as streams, ClientSession(*streams) as client:
                await client.initialize()
                return await use(client)

    return anyio.run(run)


def call(name, arguments):
    return session(lambda client: client.call_tool(name, arguments))


EXPIRING = {"expirationDate": "2026-03-20"}
ACCOUNT = {
    "accountType": "margin", "valuationDate": "2026-01-02", "currentPrice": 95,
    "legs": [{"type": "put", "position": "short", "strikePrice": 80, "premium": 2, "quantity": 1, **EXPIRING}]}
SHARES = {"legs": [{"type": "stock", "position": "long", "quantity": 10}]}
PORTFOLIO = {
    "horizonDays": 10, "underlyings": [{"currentPrice": 100, "volatility": 0.2, "positions": [SHARES]}], "confidenceLevels": [0.99]}
CHAIN = {
    "currentPrice": 100, "timeToExpiration": 0.25, "objective": "maxProfit", "limit": 1, "filters": {"definedRisk": True}, "options": [
        {"type": "call", "strikePrice": 100, "bid": 3.9, "ask": 4.1, "impliedVolatility": 0.2},
        {"type": "call", "strikePrice": 110, "bid": 0.9, "ask": 1.1, "impliedVolatility": 0.2}]}
CALLS = {
    "calculate_strategy": TRADE,
    "compare_strategies": {"strategies": [TRADE, {**TRADE, "valuationDate": "tomorrow"}]},
    "analyse_scenarios": {**TRADE, "timeToExpiration": 0.25, "volatility": 0.3},
    "value_options": {"options": [
        {**PUT, "volatility": 0.3}, {**PUT, "volatility": 0.3, "exercise": "american", "riskFreeRate": 0.05}, {**PUT, "price": 3.0},
        {**PUT, "price": 99.0}]},
    "recognise_account": {"legs": [CALL, {**CALL, "position": "short", "strikePrice": 170}]},
    "calculate_margin": ACCOUNT,
    "measure_risk": PORTFOLIO,
    "find_strategies": CHAIN,
}


def test_every_tool():
    async def use(client):
        tools = (await client.list_tools()).tools
        return tools, {tool.name: await client.call_tool(tool.name, CALLS[tool.name]) for tool in tools}

    tools, results = session(use)
    assert results.keys() == CALLS.keys() and 6 <= len(tools) <= 8
    assert not any(result.is_error for result in results.values())
    answers = {name: result.structured_content for name, result in results.items()}
    for name, result in results.items():
        assert json.loads(result.content[0].text) == answers[name]
        assert len(result.content[0].text) < 1000, name
    assert answers["calculate_strategy"] == {"metrics": oa.calculate(TRADE)["metrics"]}
    strategies = answers["compare_strategies"]
    assert strategies["answers"][0] == answers["calculate_strategy"] and strategies["refused"] == 1
    assert "valuationDate" in strategies["answers"][1]["error"]
    profits = [profit for rows in oa.scenario(CALLS["analyse_scenarios"])["scenarios"]["profitLoss"] for row in rows for profit in row]
    scenarios = answers["analyse_scenarios"]
    assert scenarios["count"] == len(profits)
    assert (scenarios["least"]["profitLoss"], scenarios["greatest"]["profitLoss"]) == (min(profits), max(profits))
    european, american, implied, refused = answers["value_options"]["options"]
    assert european == {name: value for name, value in oa.greeks("p", 100, 95, 0.25, 0, 0.3)._asdict().items() if name != "status"}
    assert american["price"] == oa.price("p", 100, 95, 0.25, 0.05, 0.3, exercise="american")
    assert implied["impliedVolatility"] == oa.implied_volatility(3.0, 100, 95, 0.25, 0, "p").volatility
    assert refused == {"status": "above_maximum"}
    assert answers["recognise_account"]["strategies"][0]["name"] == "bull call spread"
    margin = oa.margin(ACCOUNT)
    assert answers["calculate_margin"]["initialDeposit"] == margin["initialDeposit"]
    assert answers["calculate_margin"]["initial"]["requirement"] == margin["initial"]["requirement"]
    risk = oa.risk(PORTFOLIO)
    assert answers["measure_risk"] == {name: risk[name] for name in risk if name != "conventions"}
    found, complete = answers["find_strategies"], oa.find(CHAIN)
    assert found["combinations"] == complete["examined"]["combinations"] and found["complete"]
    assert [strategy["title"] for strategy in found["strategies"]] == ["bull call spread 100/110"]
    assert found["strategies"][0]["legs"] == complete["strategies"][0]["legs"]


def test_schemas():
    jsonschema = pytest.importorskip("jsonschema")
    tools = session(lambda client: client.list_tools()).tools
    # Agents read all schemas before the first call.
    assert sum(len(json.dumps(tool.input_schema)) for tool in tools) < 60_000
    for tool in tools:
        schema = tool.input_schema
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object" and not {"anyOf", "oneOf", "allOf"} & schema.keys()
        jsonschema.validate(CALLS[tool.name], schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**CALLS[tool.name], "unknown": 1}, schema)


def test_more_of_an_answer():
    async def use(client):
        return [(await client.call_tool(name, {**CALLS[name], switch: True})).structured_content for name, switch in (
            ("calculate_strategy", "curve"), ("calculate_strategy", "conventions"), ("analyse_scenarios", "profits"),
            ("calculate_margin", "groups"), ("measure_risk", "conventions"), ("find_strategies", "details"))]

    curve, conventions, profits, groups, risk, details = session(use)
    assert curve["curve"] == oa.calculate(TRADE)["curve"]
    assert conventions == oa.calculate(TRADE, curve=False)
    assert profits == oa.scenario(CALLS["analyse_scenarios"])
    assert (groups, risk, details) == (oa.margin(ACCOUNT), oa.risk(PORTFOLIO), oa.find(CHAIN))
    plain, image = call("calculate_strategy", {**TRADE, "diagram": True}).content
    assert json.loads(plain.text) == {"metrics": oa.calculate(TRADE)["metrics"]}
    assert base64.b64decode(image.data).decode() == oa.chart(TRADE).svg and image.mime_type == "image/svg+xml"
    book = {**CALLS["analyse_scenarios"], "positions": [{"id": "a", "legs": [CALL]}, {"legs": [CALL]}]}
    del book["legs"]
    found = call("analyse_scenarios", book).structured_content
    assert [position.get("id") for position in found["positions"]] == ["a", None]


WRONG = [
    ("calculate_strategy", {}, "currentPrice", "missing"),
    ("calculate_strategy", {**TRADE, "legs": []}, "legs", ""),
    ("calculate_strategy", {**TRADE, "legs": [{**CALL, "strikePrice": -5}]}, "legs[0].strikePrice", ""),
    ("calculate_strategy", {**TRADE, "legs": "long call"}, "legs", ""),
    ("calculate_strategy", {**TRADE, "volatilty": 0.2}, "volatilty", "unknown_member"),
    ("calculate_strategy", {**TRADE, "curve": "yes"}, "curve", "wrong_type"),
    ("compare_strategies", {"strategies": "all"}, "strategies", "wrong_type"),
    ("compare_strategies", {}, "strategies", "wrong_type"),
    ("analyse_scenarios", TRADE, "timeToExpiration", ""),
    ("value_options", {"options": [{**PUT, "volatility": -0.3}]}, "options[0].volatility", "not_allowed"),
    ("value_options", {"options": [PUT]}, "options[0].volatility", "missing"),
    ("value_options", {"options": [{**PUT, "volatility": "high"}]}, "options[0].volatility", "wrong_type"),
    ("value_options", {"options": [{**PUT, "volatility": 0.3}, {**PUT, "volatility": 0.3, "type": "c"}]}, "options[1].type",
     "not_allowed"),
    ("value_options", {"options": [{**PUT, "volatility": 0.3, "strike": 5}]}, "options[0].strike", "unknown_member"),
    ("value_options", {"options": [{**PUT, "volatility": 0.3, "dividends": [{"amount": 1}]}]}, "options[0].dividends[0]", "missing"),
    ("value_options", {"options": [{**PUT, "volatility": 0.3, "dividends": [{"amount": -1, "timeToExDate": 0.1}]}]}, "options[0]", ""),
    ("value_options", {"options": [{**PUT, "volatility": 0.3}], "greekUnits": "daily"}, "greekUnits", "not_allowed"),
    ("value_options", {"options": [{**PUT, "price": -1}]}, "options[0].price", "not_allowed"),
    ("value_options", {"options": [{**PUT, "price": 1, "currentPrice": 0}]}, "options[0].currentPrice", "not_allowed"),
    ("recognise_account", {"legs": [{"type": "call"}]}, "legs[0].position", "missing"),
    ("value_options", {"options": [{**PUT, "price": 1, "volatility": 0.3}]}, "options[0].price", "not_allowed"),
    ("value_options", {"options": [PUT], "option": 1}, "option", "unknown_member"),
    ("calculate_strategy", {"currentPrice": 1, "diagram": True}, "legs", "missing"),
    ("calculate_margin", {**ACCOUNT, "accountType": "portfolio"}, "accountType", "not_allowed"),
    ("calculate_margin", {**ACCOUNT, "legs": [CALL]}, "legs[0].expirationDate", ""),
    ("measure_risk", {**PORTFOLIO, "horizonDays": -1}, "horizonDays", ""),
    ("measure_risk", {"horizonDays": 1}, "underlyings", "missing"),
    ("find_strategies", {**CHAIN, "objective": "profit"}, "objective", ""),
    ("find_strategies", {**CHAIN, "timeLimit": "long"}, "timeLimit", "wrong_type"),
    ("find_strategies", {**CHAIN, "options": [*CHAIN["options"], CHAIN["options"][0]]}, "options[2]", ""),
]


def test_wrong_arguments():
    async def use(client):
        with pytest.raises(MCPError, match="there is no tool divine"):
            await client.call_tool("divine", {})
        return [await client.call_tool(name, arguments) for name, arguments, *_ in WRONG]

    for (name, arguments, path, code), result in zip(WRONG, session(use)):
        assert result.is_error, (name, arguments)
        refused = result.structured_content
        assert refused.get("path", "") == path, refused
        assert code in ("", refused["code"]), refused
        assert result.content[0].text == refused["error"] and (path in refused["error"] or not path)


def nested(depth):
    value = {}
    for _ in range(depth):
        value = {"a": value}
    return value


def test_huge_arguments():
    huge = [
        ("calculate_strategy", {**TRADE, "legs": [CALL] * 10_001}),
        ("calculate_strategy", {**TRADE, "currentPrice": 10 ** 400}),
        ("calculate_strategy", {**TRADE, "include": ["greeks"] * 100_000}),
        ("calculate_strategy", {**TRADE, "distribution": nested(150)}),
        ("calculate_strategy", {**TRADE, "a" * 3_000_000: 1}),
        ("compare_strategies", {"strategies": [TRADE] * 1001}),
        ("analyse_scenarios", {**CALLS["analyse_scenarios"], "scenarioGrid": {"spotShifts": [0.1] * 1001}}),
        ("value_options", {"options": [{**PUT, "volatility": 10 ** 400}]}),
        ("value_options", {"options": [{**PUT, "volatility": 0.2}] * 1001}),
        ("measure_risk", {**PORTFOLIO, "scenarios": 10 ** 12}),
        ("calculate_margin", {**ACCOUNT, "legs": ACCOUNT["legs"] * 1001}),
        ("find_strategies", {**CHAIN, "options": CHAIN["options"] * 2001}),
    ]

    async def use(client):
        results = [await client.call_tool(name, arguments) for name, arguments in huge]
        # An answer that takes long does not keep the server from answering others.
        async with anyio.create_task_group() as group:
            grid = {"spotShifts": [index / 1000 for index in range(1000)], "volatilityShifts": [index / 1000 for index in range(100)]}
            group.start_soon(client.call_tool, "analyse_scenarios", {**CALLS["analyse_scenarios"], "scenarioGrid": grid})
            results.append(await client.call_tool("calculate_strategy", TRADE))
        return results

    *refused, last = session(use)
    assert all(result.is_error and 0 < len(result.content[0].text) <= 1000 for result in refused)
    assert not last.is_error


def start(*arguments):
    return subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)


def message(method, identifier=None, **parameters):
    body = {"jsonrpc": "2.0", "method": method, "params": parameters}
    return json.dumps(body if identifier is None else body | {"id": identifier}).encode() + b"\n"


OPENING = message("initialize", 1, protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "0"}) + message(
    "notifications/initialized")


def test_malformed_messages_are_survived():
    with start() as process:
        process.stdin.write(OPENING)
        for line in (b"{", b"\xff\xfe", b"[]", b"null", b'{"jsonrpc":"2.0"}', b"", b"x" * 1_000_000,
                     b'{"jsonrpc":"2.0","id":7,"method":"tools/call"}',
                     b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"value_options","arguments":[1]}}',
                     b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":' + b"[" * 100_000):
            process.stdin.write(line + b"\n")
        process.stdin.write(message("tools/call", 99, name="calculate_strategy", arguments=TRADE))
        answers = {}
        while 99 not in answers:
            line = process.stdout.readline()
            assert line, process.stderr.read().decode()
            answer = json.loads(line)
            answers[answer.get("id")] = answer
        assert answers[99]["result"]["isError"] is False
        assert "error" in answers[7] and "error" in answers[8]
        process.stdin.close()
        assert process.wait(20) == 0


@pytest.mark.parametrize("closed", ["stdin", "stdout", "both"])
def test_closed_pipes_end_the_server(closed):
    with start() as process:
        process.stdin.write(OPENING)
        assert process.stdout.readline()
        if closed != "stdin":
            process.stdout.close()
        try:
            if closed == "stdout":
                for index in range(10):
                    process.stdin.write(message("tools/call", index + 2, name="calculate_strategy", arguments=TRADE))
                    time.sleep(0.1)
        except BrokenPipeError:
            pass
        if closed != "stdout":
            process.stdin.close()
        assert process.wait(20) == (74 if closed == "stdout" else 0)
        assert process.stderr.read() == b""


def test_http():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with start("--http", str(port)) as process:
        try:
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    time.sleep(0.1)

            async def use():
                with anyio.fail_after(60):
                    async with streamable_http_client(f"http://127.0.0.1:{port}/mcp") as streams, ClientSession(*streams[:2]) as client:
                        await client.initialize()
                        return (await client.list_tools()).tools, await client.call_tool("calculate_strategy", TRADE)

            tools, result = anyio.run(use)
            assert [tool.name for tool in tools] == list(CALLS)
            assert result.structured_content == {"metrics": oa.calculate(TRADE)["metrics"]}
            with socket.create_connection(("127.0.0.1", port), 10) as stranger:
                body = message("tools/list", 1)
                stranger.sendall(
                    b"POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nAccept: application/json\r\n"
                    b"Content-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(body), body))
                assert stranger.recv(100).split()[1] == b"421"
        finally:
            process.terminate()
            process.wait(20)
