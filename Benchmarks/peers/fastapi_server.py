"""POST /api/rest/options/calculate as a Python service would answer it: FastAPI, pydantic, numpy and orjson.
This is the peer of `options-server` in benchmarks. It answers requests that name no date or model, and it rounds in binary,
so a last digit may differ from the contract's.
Run: uvicorn fastapi_server:app --no-access-log   (in an environment with Tests/support/requirements.txt)"""

from typing import Annotated, Literal

import numpy as np
import orjson
from asgi_server import grid_range
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, model_validator

Price = Annotated[float, Field(gt=0, allow_inf_nan=False)]

app = FastAPI()


class Leg(BaseModel):
    model_config = ConfigDict(strict=True)

    type: Literal["call", "put", "stock"]
    position: Literal["long", "short"]
    strikePrice: Price | None = None
    premium: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    quantity: Annotated[float, Field(ge=1, le=1_000_000_000, multiple_of=1)]  # 1.0 is an integer here
    sharesPerContract: Annotated[float, Field(ge=1, le=1_000_000, multiple_of=1)] | None = None

    @model_validator(mode="after")
    def check_strike(self):
        if (self.type == "stock") != (self.strikePrice is None):
            raise ValueError("an option has a strikePrice, a stock has none")
        return self

    @property
    def shares(self):
        """The number of shares, negative for a short position."""
        per_contract = self.sharesPerContract or (1 if self.type == "stock" else 100)
        return self.quantity * per_contract * (1 if self.position == "long" else -1)


class CalculationRequest(BaseModel):
    model_config = ConfigDict(strict=True)

    currentPrice: Price
    legs: Annotated[list[Leg], Field(min_length=1, max_length=10_000)]


class Payoff:
    """The profit at expiration, linear between the strikes. A stock is a call with a strike of 0."""

    def __init__(self, legs):
        self.shares = np.array([leg.shares for leg in legs])
        self.signs = np.array([-1.0 if leg.type == "put" else 1.0 for leg in legs])[:, None]
        self.strikes = np.array([leg.strikePrice or 0.0 for leg in legs])[:, None]
        self.cost = float(self.shares @ np.array([leg.premium for leg in legs]))
        self.end_slope = float(self.shares @ (self.signs[:, 0] > 0))
        self.knots = np.unique(np.append(self.strikes, 0.0))
        self.profits = self.profit(self.knots)

    def profit(self, prices):
        values = np.maximum((prices - self.strikes) * self.signs, 0)
        return np.round(self.shares @ values - self.cost, 8) + 0.0  # never -0

    def break_evens(self):
        """The prices with zero profit, ascending. An interval of such prices contributes its ends."""
        knots, profits = self.knots, self.profits
        left, right = profits[:-1], profits[1:]
        crosses = left * right < 0
        left, right = left[crosses], right[crosses]
        found = [knots[:-1][crosses] + np.diff(knots)[crosses] * (left / (left - right))]
        zero = profits == 0
        if zero.any():
            follows = np.append(zero[1:], self.end_slope == 0)
            precedes = np.append(False, zero[:-1])
            found.append(knots[zero & ~(follows & precedes)])
        if profits[-1] * self.end_slope < 0:
            found.append(knots[-1:] - profits[-1] / self.end_slope)
        return np.unique(np.round(np.concatenate(found), 10))


def grid(price, marks):
    first, last, factor, divisor = grid_range(price, marks)
    return np.arange(first, last + 1) * factor / divisor


@app.post("/api/rest/options/calculate")
async def calculate(request: CalculationRequest):
    payoff = Payoff(request.legs)
    break_evens = payoff.break_evens()
    points = [leg.strikePrice for leg in request.legs if leg.strikePrice] + break_evens.tolist()
    prices = np.unique(np.concatenate([grid(request.currentPrice, points), points, [request.currentPrice]]))
    profits = payoff.profit(prices)
    profits[np.searchsorted(prices, break_evens)] = 0  # the break-even is rounded
    answer = {
        "curve": [
            {"stockPrice": price, "profitLoss": profit} for price, profit in zip(prices.tolist(), profits.tolist())
        ],
        "metrics": {
            "netCost": round(payoff.cost, 8),
            "maxProfit": None if payoff.end_slope > 0 else float(payoff.profits.max()),
            "maxLoss": None if payoff.end_slope < 0 else float(payoff.profits.min()),
            "breakEvenPoints": break_evens.tolist(),
        },
    }
    return Response(orjson.dumps(answer), media_type="application/json")


@app.get("/health/live")
async def live():
    return Response(b'{"status":"ok"}', media_type="application/json")


@app.exception_handler(RequestValidationError)
async def refuse(request: Request, error: RequestValidationError):
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    return Response(orjson.dumps({"error": f"{place}: {first['msg']}"}), 400, media_type="application/json")
