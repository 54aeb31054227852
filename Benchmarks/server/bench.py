"""Measures `options-server`, with nginx, FastAPI and bare ASGI in the same run.

Servers run on the first core, load on the second, in alternation over several rounds. Prints `name: value unit` lines:
medians of the rounds, best rounds, and medians of the ratios within a round. `…_cpu` is the server's processor time per
request, user and system, which varies less than requests/s on a shared host. Figures with a target state it. A failed request
ends the run. If `…_generator_p99` is not small, other processes used the load's core, and the latencies are too high.

Run: bench.py --server SERVER --options OPTIONS --tools TOOLS [--bare BARE] [--only throughput,latency,…]
(with the Python of an environment that has Tests/support/requirements.txt)"""

import argparse
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import expensive
import load
import report
from servers import PEERS, MeasuredServer, pin_load
from support.documented import CALCULATE, DOCUMENTED, FIXED
from support.program import command_line

SECTIONS = ["throughput", "latency", "fairness", "batch", "idle"]
CONNECTIONS = 64
IDLE_CONNECTIONS = 5_000
WARM_UP_SECONDS = 2
BATCH_REQUESTS, BATCH_REPEAT = 100_000, 10  # one body of 1,000,000 requests


def peer(application):
    options = "--no-access-log --loop uvloop --http httptools --workers 1 --backlog 8192".split()
    return [sys.executable, "-m", "uvicorn", f"{application}:app", "--app-dir", str(PEERS), *options]


def nginx(folder, server):
    """The command of nginx with the server's answer to the documented request as a file."""
    file = folder.resolve() / "nginx" / CALCULATE[1:]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(server.ask("POST", CALCULATE, DOCUMENTED.read_bytes(), **{"Content-Type": "application/json"}).body)
    return [sys.executable, str(PEERS / "nginx_server.py"), str(folder / "nginx")]


def rounds_of(arguments, cases, measure):
    """Calls `measure` for each case in turn, in each round, after a warm-up. Returns the lists of results by name."""
    results = {name: [] for name in cases}
    for number in range(arguments.rounds):
        # Alternate the direction, so that no case always follows the same one.
        for name in list(cases) if number % 2 == 0 else reversed(cases):
            results[name].append(measure(*cases[name]))
    return results


def column(rows, name, scale=1):
    return [row[name] * scale for row in rows]


def throughput(arguments):
    """Requests/s and processor time per request, with 64 connections. Returns the median rate of the server."""
    with ExitStack() as stack:
        server = stack.enter_context(MeasuredServer(arguments.server))
        fastapi = stack.enter_context(MeasuredServer(peer("fastapi_server"), name="fastapi"))
        asgi = stack.enter_context(MeasuredServer(peer("asgi_server"), name="asgi"))
        cases = {
            "calculate": (server, CALCULATE),
            "nginx": (stack.enter_context(MeasuredServer(nginx(arguments.work, server), name="nginx")), CALCULATE),
            "calculate_fastapi": (fastapi, CALCULATE),
            "calculate_asgi": (asgi, CALCULATE),
            "fixed_route": (server, FIXED),
        }
        if arguments.bare:
            cases["fixed_bare"] = (stack.enter_context(MeasuredServer(arguments.bare)), FIXED)
        for server, path in cases.values():
            load.closed_loop(server, path, CONNECTIONS, WARM_UP_SECONDS)
        results = rounds_of(
            arguments, cases, lambda server, path: load.closed_loop(server, path, CONNECTIONS, arguments.seconds)
        )
    for name, rows in results.items():
        report.rates(name, column(rows, "rate"), "requests/s")
        report.times(f"{name}_cpu", column(rows, "cpu"), "µs/request")
    for name, bound in (("fastapi", 15), ("asgi", 5)):
        peers = results[f"calculate_{name}"]
        rates = [column(rows, "rate") for rows in (results["calculate"], peers)]
        report.ratio(f"calculate_over_{name}", *rates, at_least=bound)
        report.ratio(f"calculate_cpu_under_{name}", column(peers, "cpu"), column(results["calculate"], "cpu"))
    cpu = [column(results[name], "cpu") for name in ("calculate", "nginx")]
    report.ratio("calculate_cpu_over_nginx", *cpu, at_most=1.7)
    return median(column(results["calculate"], "rate"))


def latency(arguments, greatest):
    """Latency in a closed loop with 4 connections, and at half of the greatest rate, compared with the fixed route."""
    with MeasuredServer(arguments.server) as server:
        warm = [load.closed_loop(server, CALCULATE, CONNECTIONS, WARM_UP_SECONDS)["rate"] for _ in range(2)]
        greatest = greatest or warm[1]
        cases = {"calculate": (server, CALCULATE), "fixed_route": (server, FIXED)}
        few = rounds_of(arguments, cases, lambda server, path: load.closed_loop(server, path, 4, arguments.seconds))
        half = rounds_of(arguments, cases, lambda server, path: load.open_loop(
            arguments.tools, server, path, CONNECTIONS, greatest / 2, arguments.seconds))  # fmt: skip
    for name, rows in few.items():
        bound = 1 if name == "calculate" else None
        report.times(f"{name}_4_connections_p50", column(rows, "p50", 1e-3), "ms")
        report.times(f"{name}_4_connections_p99", column(rows, "p99", 1e-3), "ms", at_most=bound)
    report.line("half_load", greatest / 2, "requests/s")
    for name, rows in half.items():
        bound = 3 if name == "calculate" else None
        report.times(f"{name}_half_load_p50", column(rows, "p50", 1e-3), "ms")
        report.times(f"{name}_half_load_p99", column(rows, "p99", 1e-3), "ms", at_most=bound)
        report.times(f"{name}_half_load_p99.9", column(rows, "p99.9", 1e-3), "ms")
        report.times(f"{name}_half_load_generator_p99", column(rows, "generator_p99", 1e-3), "ms")
    p99 = [column(rows, "p99") for rows in half.values()]
    report.ratio("half_load_p99_over_fixed_route", *p99, at_most=2)


def fairness(arguments):
    """The documented request and the fixed route at a low rate, without and with a client of expensive requests."""
    rows = expensive.find(arguments.options, arguments.work / "expensive")
    for row in rows:
        print(f"expensive: {row['name']}: {row['seconds']:.3f} s")
    with MeasuredServer(arguments.server) as server:
        load.closed_loop(server, CALCULATE, CONNECTIONS, WARM_UP_SECONDS)
        cases = {"calculate": (server, CALCULATE), "fixed_route": (server, FIXED)}

        def measure(server, path):
            return load.open_loop(
                arguments.tools, server, path, arguments.fair_connections, arguments.fair_rate, arguments.fair_seconds
            )

        alone = rounds_of(arguments, cases, measure)
        start = time.monotonic()
        with expensive.Client(server, rows) as client:
            loaded = rounds_of(arguments, cases, measure)
            if not client.answered:
                sys.exit("no expensive request was answered while the others were measured")
            answered = client.answered / (time.monotonic() - start)
    report.line("expensive_requests", answered, "requests/s")
    for label, results in (("alone", alone), ("with_expensive", loaded)):
        for name, found in results.items():
            for percentile in ("p50", "p99", "p99.9"):
                report.times(f"{name}_{label}_{percentile}", column(found, percentile, 1e-3), "ms")
    p99 = [column(found, "p99") for found in loaded.values()]
    report.ratio("with_expensive_p99_over_fixed_route", *p99, at_most=2)


def batch(arguments):
    """1,000,000 requests in one body, and through the pipes of `options batch --jobs 1`."""
    file = arguments.work / "requests.ndjson"
    if not file.exists() or file.read_bytes().count(b"\n") != BATCH_REQUESTS:
        with open(file, "wb") as target:
            generate = [sys.executable, str(PEERS / "generate.py"), "--count", str(BATCH_REQUESTS)]
            subprocess.run(generate, stdout=target, check=True)
    command = [arguments.options, "batch", "--quiet", "--jobs", "1"]
    modes = {"curves": ([], ""), "metrics": (["--metrics-only"], "?metricsOnly=true")}
    print("batch_client: stream.c, for the server (one body with a Content-Length) and for the command")
    print(f"batch_command: options {' '.join(command[1:])} [--metrics-only], between two pipes")
    with MeasuredServer(arguments.server) as server:
        report.line("batch_server_memory_before", server.memory(), "MiB")

        def measure(source, mode):
            flags, query = modes[mode]
            if source == "command":
                return load.batch_in_pipe(arguments.tools, command + flags, file, BATCH_REPEAT)
            before = server.cpu()
            path = f"/api/rest/options/batch{query}"
            found = load.batch_over_http(arguments.tools, server, path, file, BATCH_REPEAT)
            return {**found, "cpu": (server.cpu() - before) / found["lines"] * 1e6}

        cases = {f"{source}_{mode}": (source, mode) for mode in modes for source in ("http", "command")}
        results = rounds_of(arguments, cases, measure)
        peak = server.memory("VmHWM")
    for mode in modes:
        http, piped = results[f"http_{mode}"], results[f"command_{mode}"]
        if {row["bytes"] for row in http} != {row["bytes"] for row in piped}:
            sys.exit(f"batch over HTTP and in a pipe answer {http[0]['bytes']:.0f} and {piped[0]['bytes']:.0f} bytes")
        if {row["lines"] for row in http + piped} != {BATCH_REQUESTS * BATCH_REPEAT}:
            sys.exit(f"a batch of {BATCH_REQUESTS * BATCH_REPEAT} requests has {http[0]['lines']:.0f} answers")
        speeds = [[row["lines"] / row["seconds"] for row in rows] for rows in (http, piped)]
        report.rates(f"batch_{mode}_http", speeds[0], "requests/s")
        report.times(f"batch_{mode}_http_cpu", column(http, "cpu"), "µs/request")
        report.rates(f"batch_{mode}_pipe", speeds[1], "requests/s")
        for name, rows in (("http", http), ("pipe", piped)):
            busy = [100 * row["client_seconds"] / row["seconds"] for row in rows]
            report.line(f"batch_{mode}_{name}_client_busy", median(busy), "%")
        report.ratio(f"batch_{mode}_http_over_pipe", *speeds, at_least=0.8)
    report.line("batch_server_memory_peak", peak, "MiB", at_most=64)


def idle_cost(command, path):
    """The resident memory in KiB of each of 5,000 idle connections, before its first request and after one."""
    with MeasuredServer(command) as server:
        load.closed_loop(server, path, CONNECTIONS, WARM_UP_SECONDS)
        time.sleep(1)
        before = server.memory()
        sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(IDLE_CONNECTIONS)]
        time.sleep(1)
        silent = server.memory()
        request = load.http_request(server, path)
        for connection in sockets:
            connection.sendall(request)
        for connection in sockets:
            answer = b""
            while b"\r\n\r\n" not in answer:
                block = connection.recv(1 << 16)
                if not block:
                    server.fail("closed an idle connection")
                answer += block
            if not answer.startswith(b"HTTP/1.1 200"):
                server.fail(f"answered {answer[:100]}")
        time.sleep(1)
        answered = server.memory()
        for connection in sockets:
            connection.close()
    return {name: (size - before) * 1024 / IDLE_CONNECTIONS for name, size in (("silent", silent), ("idle", answered))}


def idle(arguments):
    cases = {"server": (arguments.server, FIXED)}
    if arguments.bare:
        cases["bare"] = (arguments.bare, FIXED)
    results = rounds_of(arguments, cases, idle_cost)
    for name, rows in results.items():
        report.line(f"idle_connection_{name}", median(column(rows, "idle")), "KiB")
        report.line(f"silent_connection_{name}", median(column(rows, "silent")), "KiB")
    if arguments.bare:
        for state in ("idle", "silent"):
            costs = [column(rows, state) for rows in results.values()]
            report.ratio(f"{state}_connection_server_over_bare", *costs, at_most=1.5)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server; `--port 0` is added")
    parser.add_argument("--options", required=True, help="the executable of the command line")
    parser.add_argument("--tools", type=Path, required=True, help="the folder of the compiled open_loop and stream")
    parser.add_argument(
        "--work", type=Path, default=Path(".build/bench-server"), help="a folder for generated requests"
    )
    parser.add_argument("--bare", default="", type=command_line, help="the command of a bare HummingbirdCore server that answers GET /health/live "
                        "and prints `listening on http://127.0.0.1:PORT`; `--port 0` is added")  # fmt: skip
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections to run, of " + ", ".join(SECTIONS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5, help="seconds of one measurement")
    parser.add_argument("--fair-rate", type=float, default=1_000, help="requests/s during the expensive requests")
    parser.add_argument("--fair-connections", type=int, default=16)
    parser.add_argument("--fair-seconds", type=int, default=10, help="seconds of one measurement with expensive requests")
    parser.add_argument("--gate", action="store_true", help="exit with status 1 if a target is missed")
    arguments = parser.parse_args()
    arguments.only = arguments.only.split(",")
    if unknown := set(arguments.only) - set(SECTIONS):
        parser.error(f"--only: {', '.join(unknown)} is not one of {', '.join(SECTIONS)}")
    return arguments


def main():
    arguments = parse()
    arguments.work.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # stops the servers
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    pin_load()
    greatest = None
    if "throughput" in arguments.only:
        greatest = throughput(arguments)
    if "latency" in arguments.only:
        latency(arguments, greatest)
    for section in (fairness, batch, idle):
        if section.__name__ in arguments.only:
            section(arguments)
    return 0 if report.summary() or not arguments.gate else 1


if __name__ == "__main__":
    sys.exit(main())
