"""Calls this engine through its command line, one request at a time."""

import json
import math
import subprocess
import sys

from .exact import Leg
from .strategies import RATE, SPOT


class Engine:
    def __init__(self, executable):
        self.executable = executable

    def run(self, command, request, *flags):
        line = json.dumps(request)
        done = subprocess.run([self.executable, command, *flags], input=line, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{command} {request}: {done.stderr or done.stdout}")
        return json.loads(done.stdout)

    def calculate(self, legs, include=(), **more):
        def leg(a):
            own = {
                "type": a.type, "position": a.position, "strikePrice": a.strike, "premium": a.premium,
                "quantity": a.quantity, "impliedVolatility": a.volatility,
            }  # fmt: skip
            if a.days:
                own["timeToExpiration"] = a.days / 365
            return own

        request = {"currentPrice": SPOT, "legs": list(map(leg, legs)), "include": list(include) or None}
        return self.run("calculate", request | more)

    def metrics(self, legs, **more):
        return self.calculate(legs, **more)["metrics"]

    def break_evens(self, legs, **more):
        return self.metrics(legs, **more)["breakEvenPoints"]

    def extremes(self, legs, **more):
        found = self.metrics(legs, **more)
        most, least = found["maxProfit"], found["maxLoss"]
        return [math.inf if most is None else most, -math.inf if least is None else least]

    def greeks(self, legs, *names, **more):
        net = self.calculate(legs, include=["greeks"], riskFreeRate=RATE, **more)["greeks"]["net"]
        return [net[name] for name in names]

    def probability(self, legs, *names, **more):
        answer = self.calculate(legs, include=["probability"], riskFreeRate=RATE, **more)["probability"]
        return [answer[name] for name in names]

    def touching(self, quote):
        """The probability of touching the strike, and those of profit for a call and a put that break even there."""
        more = {"riskFreeRate": quote.rate, "dividendYield": quote.dividend_yield, "volatility": quote.volatility}
        legs = [Leg("call", "long", quote.strike - 10, 10, 1, None, quote.days)]
        legs += [Leg("put", "long", quote.strike + 10, 10, 1, None, quote.days)]
        call, put = (self.calculate([leg], include=["probability"], **more)["probability"] for leg in legs)
        return [call["ofTouching"][0]["probability"], call["ofProfit"], put["ofProfit"]]

    def volatility(self, quote):
        answer = self.run("implied-volatility", quote.request() | {"price": quote.price})
        return answer["impliedVolatility"] if answer["status"] == "ok" else answer["status"]

    def price(self, quote, *names, all_greeks=False):
        request = quote.request() | {"volatility": quote.volatility}
        answer = self.run("price", request, *["--all-greeks"] if all_greeks else [])
        return [answer[name] for name in names]
