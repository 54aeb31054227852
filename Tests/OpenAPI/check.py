#!/usr/bin/env python3
"""Checks the OpenAPI document against the engine.

    check.py OPTIONS [--count 3000] [--seed 1] [--server OPTIONS_SERVER]

OPTIONS is the executable `options`. The checks:

1. The document is valid OpenAPI 3.1, and has the version of the engine.
2. The examples are those of Fixtures, and the engine answers them as the document says.
3. For every fixture, and for random and mutated requests of each command: if the schema rejects a request, the engine
   refuses it; if the schema accepts a request that the engine refuses, the message is one of UNSTATED; and every answer
   validates against the schema of the response.
4. With `--server`, the executable `options-server`: the checks of market_check.py and examples.py, on servers that they start.

Prints the numbers of requests, and every contradiction; the exit status is 1 if there is one.
"""

import argparse
import json
import math
import random
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from openapi_spec_validator import validate

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

import examples as market_examples  # noqa: E402
import market_check  # noqa: E402
import random_requests  # noqa: E402
from sentences import Validator  # noqa: E402
from support.program import command_line  # noqa: E402

FIXTURES = ROOT / "Fixtures"
DOCUMENT = ROOT / "Sources/COptionsServer/openapi.json"
PATH = "/api/rest/options/"

METHODS = {*market_check.METHODS}

# The schemas of the request and the response of each command.
SCHEMAS = {
    "calculate": ("CalculationRequest", "CalculationResponse"),
    "batch": ("BatchRequest", "BatchResponse"),
    "price": ("PriceRequest", "PriceResponse"),
    "implied-volatility": ("ImpliedVolatilityRequest", "ImpliedVolatilityResponse"),
    "scenario": ("ScenarioRequest", "ScenarioResponse"),
    "recognise": ("RecogniseRequest", "RecogniseResponse"),
    "risk": ("RiskRequest", "RiskResponse"),
    "margin": ("MarginRequest", "MarginResponse"),
    "find": ("FindRequest", "FindResponse"),
}

# The reasons of refusals that no schema states, as patterns of messages.
UNSTATED = {
    "the text is not JSON": r"^the request is not valid JSON: ",
    "the text is nested too deep": r"^the request must be nested at most 512 levels deep",
    "the work of the request": r"^the request must take at most \d+ (legs|valuations|responsePoints), got more$",
    "unknown members of strict requests": r" is not a known member",
    "the order of two numbers": r"^curveRange\.maximum must be greater than curveRange\.minimum, got ",
    "a single point of a curve": r"^curveRange\.points must be an integer from 2 to 100000, got 1(\.0)?$",
    "two ways to give the prices of a curve": r"^curvePrices must not be given with curveRange, got ",
    "the order of dates":
        r" must (be after valuationDate|not be before valuationDate|not be after the first expiration), got ",
    "a product of numbers of elements": r" must have at most \d+ (scenarios|points|values|normals)\b",
    "a product of numbers": r"^dividendYield must be at most 20 in magnitude over the last time to expiration",
    "a premium that implies no volatility": r"\.(premium|marketValue) must determine a volatility where ",
    "amounts of more digits than an exact sum has": r"^legs must have prices whose exact amounts have at most \d+ digits$",
    "a delta that no strike price gives": r"^delta must be a delta that some strike price gives",
    "volatilities that differ": r"^volatility is required: those of the legs differ",
    "results beyond the range of a double": r" is too large for a number: its magnitude must be at most ",
    "discounts beyond the range of a double": r" must not discount a price, over the time to expiration, ",
    "an input outside the range in which a numerical method values options": r" must lie between \S+ and \S+ for an option with ",
    "smiles with arbitrage":
        r"^distribution must be free of butterfly arbitrage at every strike|^belief\.distribution \"market\" needs a smile ",
    "the sizes of correlations": r"^correlations(\[\d+\])? must hold \d+ (rows|elements), got ",
    "correlations that are not symmetric, or not 1": r"^correlations\[\d+\]\[\d+\] must (be 1|equal correlations\S+), got ",
    "correlations of no prices": r"^correlations must be positive (semi)?definite",
    "the sizes of histories": r"\.history must hold as many elements as ",
    "histories of constant returns": r"\.history must not rise or fall at a constant rate$",
    "expirations before the horizon": r" must not be before the horizon, got ",
    "ex-dates before the horizon": r" must be after the horizon, got ",
    "money beyond the range of a search": r"^(currentPrice|fee|dividends|options|belief|holdings|search)\S* must be 0 or greater and at most 1000000000000000, got ",
    "options without an expiration": r"^(timeToExpiration|options\[\d+\]\.expirationDate) is required$",
    "contracts that occur twice": r"^options\[\d+\] is a contract that options\[\d+\] has already$",
    "bounds in the wrong order": r"\.minimum must be at most its maximum, got ",
    "objectives that need a target": r"^belief\.targetPrice is required for (objective|filters)",
    "losses of calendars without a limit": r"^search\.priceRange is required for objective ",
    "several pairs of expirations": r" must take at most \d+ expiration pairs, got more",
    "quotes that imply no volatility": r"^(belief\.volatility|holdings\[\d+\]\.impliedVolatility) is required(: those of the legs differ, |$)",
    "options that are held, and several expirations":
        r"^holdings\[\d+\](\.(expirationDate|timeToExpiration) must be that of options\[0\]| is not supported with options of several expirations)$",
    "leap seconds, and instants outside the years 1 to 9999 in UTC":
        r'^valuationDate must be a date .* or an instant .*, got "(....-..-..T..:..:60|0001-01-01T|9999-12-31T)',
}
# This message is also one that the schemas state, unless the options have different dates.
DIFFERENT_DATES = "options with different dates, and no valuation date"


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def option_dates(request):
    if "underlyings" in request:
        return set()
    if "options" in request:
        return {quote.get("expirationDate") for quote in request["options"]}
    containers = request.get("positions") or [request]
    return {
        leg.get("expirationDate")
        for container in containers for leg in container["legs"] if leg["type"] != "stock"
    }


def unstated_reason(message, request):
    """The reason of a refusal if no schema states it; otherwise None."""
    if message == "valuationDate is required" and ("options" in request or len(option_dates(request)) > 1):
        return DIFFERENT_DATES
    return next((reason for reason, pattern in UNSTATED.items() if re.search(pattern, message)), None)


def is_like(text, expected):
    """Whether two texts are equal up to the last digits of their numbers, which depend on the C library."""
    if NUMBER.sub("0", text) != NUMBER.sub("0", expected):
        return False
    pairs = zip(map(float, NUMBER.findall(text)), map(float, NUMBER.findall(expected)))
    return all(math.isclose(own, number, rel_tol=1e-11) for own, number in pairs)


def text(value):
    """JSON on one line. Infinity is written as a number beyond the range of a double."""
    return json.dumps(value, ensure_ascii=False).replace("Infinity", "1e400")


def parsed(json_text):
    """The value of a JSON text; ValueError if it is not JSON."""
    def refuse(word):
        raise ValueError(word)
    return json.loads(json_text.removeprefix("\ufeff"), parse_constant=refuse)


class Check:
    def __init__(self, options):
        self.options = options
        self.document = json.loads(DOCUMENT.read_text())
        self.counts = Counter()
        self.reasons = Counter()
        self.failures = 0
        self.validators = {
            name: Validator(
                {"$ref": f"#/components/schemas/{name}", "components": self.document["components"]})
            for name in self.document["components"]["schemas"]
        }

    def fail(self, what, *details):
        self.failures += 1
        if self.failures <= 20:
            print(f"FAILED: {what}", *(str(detail)[:2000] for detail in details), sep="\n    ")

    def expect(self, condition, what, *details):
        if not condition:
            self.fail(what, *details)
        return condition

    def errors(self, name, value):
        """Returns the faults of a value under a schema; empty if there are none."""
        return [f"{error.json_path}: {error.message}" for error in self.validators[name].iter_errors(value)]

    # The engine

    def run(self, command, lines, *flags):
        """The standard output and error of a command."""
        limits = [] if command in ("price", "implied-volatility") else ["--limits", "strict"]
        quiet = ["--quiet"] if command == "batch" else []
        result = subprocess.run(
            [self.options, command, *limits, *quiet, *flags], input=lines.encode(), capture_output=True)
        if result.returncode not in (0, 1):
            sys.exit(f"options {command}: status {result.returncode}: {result.stderr.decode()}")
        return result.stdout.decode(), result.stderr.decode()

    def answer(self, command, request):
        """The answer to one request, or the error object."""
        output, errors = self.run(command, request)
        return json.loads(output or errors)

    def answers(self, command, requests, *flags):
        """The answers to requests, each of which is a line."""
        if command in ("calculate", "scenario", "recognise", "risk", "margin", "find"):
            with ThreadPoolExecutor(2) as pool:
                return list(pool.map(partial(self.answer, command), requests))
        output, _ = self.run(command, "".join(request + "\n" for request in requests), *flags)
        return [json.loads(line) for line in output.splitlines()]

    # Verdicts

    def compare(self, command, requests, *flags):
        """Compares the verdicts of schema and engine on texts of requests."""
        requests = list(requests)
        answers = self.answers(command, requests, *flags)
        self.expect(len(answers) == len(requests), f"{command}: {len(answers)} answers to {len(requests)} requests")
        for request, answer in zip(requests, answers):
            self.compare_one(command, request, answer)

    def compare_one(self, command, request, answer):
        request_schema, response_schema = SCHEMAS[command]
        # On the command line, a refusal of margin has the id as well.
        error_schema = "BatchError" if command in ("batch", "price", "implied-volatility", "margin") else "Error"
        message = answer.get("error")
        wrong = self.errors(response_schema if message is None else error_schema, answer)
        self.expect(not wrong, f"{command}: the answer does not match the schema", request, wrong)
        try:
            value = parsed(request)
            rejections = self.errors(request_schema, value)
        except (ValueError, RecursionError):
            value, rejections = None, []
        if message is None:
            self.counts[command, "answered"] += 1
            self.expect(not rejections, f"{command}: the schema rejects a request that the engine answers", request, rejections)
        elif rejections:
            self.counts[command, "refused by both"] += 1
        else:
            self.counts[command, "refused by the engine only"] += 1
            reason = unstated_reason(message, value)
            self.reasons[reason] += 1
            self.expect(reason, f"{command}: the schema accepts a request that the engine refuses", request, message)

    # The document

    def check_version(self):
        version = subprocess.check_output([self.options, "--version"], text=True).split()[0]
        self.expect(self.document["info"]["version"] == version, f"the version is not {version}")

    def check_examples(self):
        for command in SCHEMAS:
            operation = self.document["paths"][PATH + command]["post"]
            requests = examples(operation["requestBody"])
            answers = examples(operation["responses"]["200"])
            for (media_type, name), request in requests.items():
                if media_type == "application/json":
                    self.expect(request == fixture(name), f"{command}: the request {name} is not the fixture")
                    self.compare(command, [text(request)])
                else:
                    self.compare(command, request.splitlines())
            for (media_type, name), answer in answers.items():
                if media_type == "application/json" and ("application/x-ndjson", name) in requests:
                    lines = answers["application/x-ndjson", name].splitlines()
                    self.expect(answer == [*map(json.loads, lines)], f"{command}: the array {name} is not that of the lines")
                elif media_type == "application/json":
                    golden = fixture(f"{name}.response")
                    self.expect(answer == golden, f"{command}: the answer {name} is not the fixture")
                    own = self.answer(command, text(fixture(name)))
                    self.expect(is_like(text(own), text(answer)), f"{command}: the answer {name} differs", text(own))
                else:
                    flags = ["--format", "csv"] if media_type == "text/csv" else []
                    flags += ["--metrics-only"] if command == "batch" and not flags else []
                    output, _ = self.run(command, requests["application/x-ndjson", name], *flags)
                    self.expect(is_like(output, answer), f"{command}: the answer {name} ({media_type}) differs", output)
        for path, methods in self.document["paths"].items():
            for method in METHODS & methods.keys():
                operation = market_check.Operation(self.document, method, path)
                content = operation.responses[operation.success].get("content", {}).get("application/json")
                # The document is its own example.
                is_shown = content is None or "examples" in content or operation.name == "openAPIDocument"
                self.expect(is_shown, f"{operation.name}: the answer has no example")
        for name, request in examples(self.document["paths"][PATH + "chart"]["post"]["requestBody"]).items():
            self.expect(request == fixture(name[1]), f"chart: the request {name[1]} is not the fixture")

    def check_fixtures(self):
        strategies = [
            path.read_text() for path in sorted(FIXTURES.glob("*/*.json"))
            if path.with_suffix(".response.json").exists() and path.parent.name != "reference"
        ]
        for path in [FIXTURES / "contract/refused.json", FIXTURES / "contract/accepted.json"]:
            strategies += [row["request"] for row in json.loads(path.read_text())]
        self.compare("calculate", strategies)
        self.compare("scenario", strategies)
        self.compare("batch", (FIXTURES / "batch/strategies.ndjson").read_text().splitlines())
        for row in json.loads((FIXTURES / "contract/contracts-refused.json").read_text()):
            self.compare(row["command"], [row["request"]])

    def check_limits(self):
        self.compare("calculate", random_requests.unstated_texts())
        self.compare("batch", map(text, random_requests.at_limits()))
        self.compare("scenario", map(text, random_requests.books_at_limits()))
        self.compare("recognise", map(text, random_requests.splits_at_limits()))
        self.compare("risk", map(text, random_requests.portfolios_at_limits()))
        self.compare("margin", map(text, random_requests.accounts_at_limits()))
        self.compare("find", map(text, random_requests.searches_at_limits()))

    def check_random(self, generator, count):
        def mixed(request, names):
            """Random requests, every second one mutated."""
            for number in range(count):
                value = request(generator)
                yield text(random_requests.mutated(generator, value, names) if number % 2 else value)

        schemas = self.document["components"]["schemas"]
        def members(*schema_names):
            return sorted({member for name in schema_names for member in schemas[name].get("properties", {})})

        of_strategies = members("Market", "CalculationRequest", "LegTerms", "CurveRange", "ScenarioGrid")
        of_portfolios = members("RiskRequest", "PortfolioUnderlying", "PortfolioPosition", "LegTerms")
        of_accounts = members("MarginRequest", "MarginLeg", "MarginUnderlying", "PortfolioParameters")
        of_searches = members("FindRequest", "FindTerms", "FindQuote", "FindBelief", "FindSpace", "FindFilters", "NumberRange", "LegTerms")
        of_books = members("ScenarioRequest", "Position") + of_strategies
        of_options = members("Option", "PriceRequest", "ImpliedVolatilityRequest")
        strategies = list(mixed(random_requests.calculation, of_strategies))
        self.compare("batch", strategies)
        self.compare("calculate", strategies[:count // 10])
        options = list(mixed(partial(random_requests.option, name="volatility"), of_options))
        quotes = list(mixed(partial(random_requests.option, name="price"), of_options))
        self.compare("price", options)
        self.compare("price", options[:count // 10], "--all-greeks")
        self.compare("implied-volatility", quotes)
        self.compare("implied-volatility", quotes[:count // 10], "--greeks")
        self.compare("implied-volatility", quotes[:count // 10], "--all-greeks", "--market-units")
        self.compare("scenario", mixed(random_requests.scenario, of_books))
        # The command repeats the `id` of a refused request, and an error over HTTP has none.
        of_accounts_to_split = [name for name in members("RecogniseRequest", "LegTerms") if name != "id"]
        self.compare("recognise", mixed(random_requests.split, of_accounts_to_split))
        self.compare("risk", mixed(random_requests.portfolio, of_portfolios))
        self.compare("margin", mixed(random_requests.account, of_accounts))
        self.compare("find", mixed(random_requests.search, of_searches))

    def report(self):
        columns = ["answered", "refused by both", "refused by the engine only"]
        print("| command |", *(f"{column} |" for column in columns))
        print("|---|" + "---:|" * len(columns))
        for command in SCHEMAS:
            print(f"| {command} |", *(f"{self.counts[command, column]} |" for column in columns))
        print("\nRefused by the engine only, for reasons that no schema states:")
        for reason in [*UNSTATED, DIFFERENT_DATES]:
            print(f"{self.reasons[reason]:6} {reason}")
            self.expect(self.reasons[reason], f"no request was refused because of {reason}")


def examples(content_owner):
    """The values of examples by media type and name."""
    return {
        (media_type, name): example["value"]
        for media_type, content in content_owner["content"].items()
        for name, example in content.get("examples", {}).items()
    }


def fixture(name):
    """A fixture by name. One in the folder `extended` has precedence over one in `contract`."""
    folder = next(folder for folder in ["extended", "contract"] if (FIXTURES / folder / f"{name}.json").exists())
    return json.loads((FIXTURES / folder / f"{name}.json").read_text())


def main():
    arguments = argparse.ArgumentParser(description="Checks the OpenAPI document against the engine.")
    arguments.add_argument("options", help="the executable options")
    arguments.add_argument("--count", type=int, default=3000, help="random requests of each command")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--server", type=command_line, help="the executable options-server")
    arguments = arguments.parse_args()
    sys.set_int_max_str_digits(0)

    check = Check(arguments.options)
    validate(check.document)
    check.check_version()
    check.check_examples()
    check.check_fixtures()
    check.check_limits()
    check.check_random(random.Random(arguments.seed), arguments.count)
    check.report()
    market = market_check.MarketCheck(check.document, check.expect)
    if arguments.server:
        market.check(arguments.server)
        market_examples.check(check.document, arguments.server, check.expect)
        market.report()
    else:
        market.check_examples()
    print(f"\ncontradictions: {check.failures}")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
