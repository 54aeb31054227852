"""How this engine is asked: its command line, a request at a time."""

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
        """`None` from an engine that does not answer probabilities yet."""
        answer = self.calculate(legs, include=["probability"], riskFreeRate=RATE, **more).get("probability")
        return answer and [answer[name] for name in names]

    def touching(self, quote):
        """Of touching the strike; of a profit from a call and from a put there that cost nothing."""
        more = {"riskFreeRate": quote.rate, "dividendYield": quote.dividend_yield, "volatility": quote.volatility}
        answers = []
        for kind in "call", "put":
            leg = Leg(kind, "long", quote.strike, 0, 1, quote.volatility, quote.days)
            answers.append(self.calculate([leg], include=["probability"], **more).get("probability"))
        if None in answers:
            return None
        reached = [one["probability"] for one in answers[0]["ofTouching"] if one["stockPrice"] == quote.strike]
        return [*reached, *(answer["ofProfit"] for answer in answers)] if reached else None

    def volatility(self, quote):
        answer = self.run("implied-volatility", quote.request() | {"price": quote.price})
        return answer["impliedVolatility"] if answer["status"] == "ok" else answer["status"]

    def price(self, quote, *names, all_greeks=False):
        request = quote.request() | {"volatility": quote.volatility}
        answer = self.run("price", request, *["--all-greeks"] if all_greeks else [])
        return [answer[name] for name in names]
