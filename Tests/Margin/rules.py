"""The rules of docs/margin.md in fractions, apart from the code of the engine: the amounts of groups, and the inequalities of a
certificate."""
import calendar
from dataclasses import dataclass
from datetime import date
from fractions import Fraction as F


def number(value):
    return F(str(value))


@dataclass
class Option:
    leg: int
    call: bool
    short: bool
    strike: F
    premium: F
    market: F
    expiry: date
    size: int
    count: int


class Account:
    """An account after netting, with the amounts by one measure."""

    def __init__(self, request, measure):
        self.measure = measure
        self.price = number(request["currentPrice"])
        underlying = request.get("underlying", {})
        self.broad = underlying.get("class", "equity") == "broadIndex"
        self.leverage = number(underlying.get("leverageFactor", 1))
        self.european = underlying.get("exerciseStyle", "american") == "european"
        today = date.fromisoformat(request["valuationDate"])
        month = today.month - 1 + 9
        year, month = today.year + month // 12, month % 12 + 1
        self.full_until = date(year, month, min(today.day, calendar.monthrange(year, month)[1]))
        self.options, bought, sold = [], [], []
        for index, leg in enumerate(request["legs"]):
            premium = number(leg["premium"])
            if leg["type"] == "stock":
                count = leg["quantity"] * leg.get("sharesPerContract", 1)
                (bought if leg["position"] == "long" else sold).append([index, count, premium])
                continue
            self.options.append(Option(
                index, leg["type"] == "call", leg["position"] == "short", number(leg["strikePrice"]), premium,
                number(leg.get("marketValue", leg["premium"])), date.fromisoformat(leg["expirationDate"]),
                leg.get("sharesPerContract", 100), leg["quantity"]))
        for first in self.options:
            for second in self.options:
                series = lambda o: (o.call, o.strike, o.expiry, o.size)
                if series(first) == series(second) and first.short != second.short:
                    closed = min(first.count, second.count)
                    first.count -= closed
                    second.count -= closed
        self.options = [o for o in self.options if o.count]
        closed = min(sum(n for _, n, _ in bought), sum(n for _, n, _ in sold))
        for rows in (bought, sold):
            left = closed
            for row in rows:
                taken = min(left, row[1])
                row[1] -= taken
                left -= taken
        self.shares_short = sum(n for _, n, _ in sold) > 0
        self.shares = [row for row in (sold if self.shares_short else bought) if row[1]]
        self.share_count = sum(n for _, n, _ in self.shares)

    # One option, for one contract

    def percent(self, value):
        return min(F(value, 100) * self.leverage, F(1))

    def value(self, o):
        return o.size * (o.premium if self.measure == "initial" else o.market)

    def otm(self, o):
        return max(o.strike - self.price if o.call else self.price - o.strike, F(0))

    def itm(self, o):
        return max(self.price - o.strike if o.call else o.strike - self.price, F(0))

    def excess(self, o):
        percent = self.percent(15 if self.broad else 20) * self.price - self.otm(o)
        return o.size * max(percent, self.percent(10) * (self.price if o.call else o.strike))

    def uncovered(self, o):
        return self.value(o) + self.excess(o)

    def ranks(self):
        """The order of the shorts, by leg: a host comes before the shorts that it can serve, or is their equal."""
        return {o.leg: (self.uncovered(o), self.excess(o)) for o in self.options if o.short}

    def alone(self, o):
        if o.short:
            return self.uncovered(o)
        return self.value(o) * (F(3, 4) if o.expiry > self.full_until else 1)

    # Shares, for one

    def owned(self, price):
        return self.percent(25) * price

    def owed(self, price):
        return max(F(5, 2), price) if price < 5 else max(F(5), self.percent(30) * price)

    def share(self, entry):
        if self.measure == "maintenance":
            return self.price + self.owed(self.price) if self.shares_short else self.owned(self.price)
        if self.shares_short:
            return entry + max(entry / 2, self.owed(entry))
        return max(entry / 2, self.owned(entry))

    # Groups; the amounts of those with shares are in addition to the shares alone

    def intrinsic(self, o, price):
        return o.size * max(price - o.strike if o.call else o.strike - price, F(0))

    def loss(self, parts):
        losses = [sum(n * self.intrinsic(o, k) * (1 if o.short else -1) for o, n in parts)
                  for k in {o.strike for o, _ in parts}]
        return max([F(0)] + losses)

    def is_spread(self, parts):
        for call in (True, False):
            if sum(n * (-1 if o.short else 1) for o, n in parts if o.call == call):
                return False
        shorts = [o.expiry for o, _ in parts if o.short]
        longs = [o.expiry for o, _ in parts if not o.short]
        return bool(shorts) and bool(longs) and max(shorts) <= min(longs) and len({o.size for o, _ in parts}) == 1

    def amount(self, rule, parts):
        """The amount of a group of (option, count); asserts that the rule permits it."""
        options, n = [o for o, _ in parts], parts[0][1] if parts else 0
        alone_shares = n * options[0].size * self.share(self.price) if parts else 0
        if rule in ("long", "uncovered"):
            assert len(parts) == 1 and options[0].short == (rule == "uncovered")
            return n * self.alone(options[0])
        if rule == "shortStraddle":
            first, second = options
            assert first.short and second.short and first.call != second.call and parts[1][1] == n
            assert first.size == second.size
            one, other = self.uncovered(first), self.uncovered(second)
            if one == other:
                return n * (one + max(self.value(first), self.value(second)))
            return n * (one + self.value(second) if one > other else other + self.value(first))
        if rule == "spread":
            assert self.is_spread(parts)
            longs = sum(m * self.value(o) for o, m in parts if not o.short)
            return longs + min(self.loss(parts), sum(m * self.uncovered(o) for o, m in parts if o.short))
        if rule == "longBox":
            roles = {(o.call, o.short): o for o in options}
            low, high, low_put, high_put = (
                roles[True, False], roles[True, True], roles[False, True], roles[False, False])
            assert self.european and len({o.expiry for o in options}) == 1 and {m for _, m in parts} == {n}
            assert low.strike == low_put.strike < high.strike == high_put.strike
            return n * (low.size * (high.strike - low.strike) / 2 + self.value(high) + self.value(low_put))
        shorts, longs = [o for o in options if o.short], [o for o in options if not o.short]
        assert len(shorts) <= 1 and len(longs) <= 1 and len({o.size for o in options}) == 1
        size = options[0].size
        for o in shorts:
            assert o.call != self.shares_short
        for o in longs:
            assert o.call == self.shares_short
        if self.measure == "initial":
            assert rule == "covered" and not longs
            return F(0)
        base = self.price if self.shares_short else 0
        if rule == "covered":
            o = shorts[0]
            share = self.price + self.owed(max(self.price, o.strike)) if self.shares_short \
                else self.owned(min(self.price, o.strike))
            return n * size * (share + self.itm(o)) - alone_shares
        long = longs[0]
        limited = long.strike / 10 + self.otm(long)
        if rule == "protected":
            share = min(limited, self.owed(self.price) if self.shares_short else self.owned(self.price))
            return n * (size * (base + share) + self.value(long)) - alone_shares
        short = shorts[0]
        assert long.expiry == short.expiry and parts[1][1] == n
        if rule in ("conversion", "reversal"):
            assert long.strike == short.strike and (rule == "reversal") == self.shares_short
            return n * (size * (base + long.strike / 10 + self.itm(short)) + self.value(long)) - alone_shares
        assert rule == "collar" and not self.shares_short and short.strike > long.strike
        share = min(limited, self.percent(25) * short.strike)
        return n * (size * (share + self.itm(short)) + self.value(long)) - alone_shares

    def shares_alone(self):
        return sum((n * self.share(entry) for _, n, entry in self.shares), F(0))

    # Certificate

    def check_certificate(self, certificate):
        """Asserts every inequality, and returns the bound."""
        price = {row["index"]: number(row["price"]) for row in certificate["prices"]}
        hosts = {row["index"]: number(row["multiplier"]) for row in certificate["hosts"]}
        lots = number(certificate["shares"])
        assert lots >= 0 and all(value >= 0 for value in hosts.values())
        assert set(price) == {o.leg for o in self.options}
        assert set(hosts) == {o.leg for o in self.options if o.short}
        dates = {}
        for row in certificate["dates"]:
            weights = [(number(w["strikePrice"]), number(w["weight"])) for w in row["weights"]]
            assert all(w >= 0 for _, w in weights) and sum(w for _, w in weights) <= 1
            dates[date.fromisoformat(row["expirationDate"])] = (
                number(row["callBalance"]), number(row["putBalance"]), weights)
        ranks = self.ranks()
        for o in self.options:
            assert price[o.leg] <= self.alone(o) - (hosts[o.leg] if o.short else 0), ("alone", o)
            before = [hosts[h.leg] for h in self.options
                      if o.short and h.short and h.call != o.call and ranks[h.leg] >= ranks[o.leg]]
            if before:
                assert price[o.leg] <= self.value(o) + min(before), ("waived", o)
        # In the spread of a date, a type without longs or without shorts has no contracts.
        for expiry in {o.expiry for o in self.options if o.short}:
            allowed = [o for o in self.options if (o.expiry <= expiry if o.short else o.expiry >= expiry)]
            for call in (True, False):
                members = [o for o in allowed if o.call == call]
                if len({o.short for o in members}) < 2:
                    continue
                call_balance, put_balance, weights = dates[expiry]
                balance = call_balance if call else put_balance
                for o in members:
                    payoff = sum(w * self.intrinsic(o, k) for k, w in weights)
                    limit = payoff - balance if o.short else self.value(o) - payoff + balance
                    assert price[o.leg] <= limit, ("spread", expiry, o)
        for rule, parts in self.multiple_groups():
            paid = sum(price[o.leg] for o in parts)
            shares = F(0) if rule == "longBox" else lots
            assert paid <= self.amount(rule, [(o, 1) for o in parts]) + shares, (rule, parts)
        size = self.options[0].size if self.options else 1
        return self.shares_alone() + sum(o.count * price[o.leg] for o in self.options) - lots * (self.share_count // size)

    def multiple_groups(self):
        """The boxes, and the groups with shares, that the account can form."""
        if self.european:
            at = {(o.call, o.short, o.strike, o.expiry, o.size): o for o in self.options}
            for low in self.options:
                for high in self.options:
                    if low.call and not low.short and high.call and high.short and low.strike < high.strike \
                            and (low.expiry, low.size) == (high.expiry, high.size):
                        low_put = at.get((False, True, low.strike, low.expiry, low.size))
                        high_put = at.get((False, False, high.strike, high.expiry, high.size))
                        if low_put and high_put:
                            yield "longBox", [low, high, low_put, high_put]
        if not self.share_count:
            return
        for o in self.options:
            if o.short and o.call != self.shares_short:
                yield "covered", [o]
            if self.measure == "initial" or o.short or o.call != self.shares_short:
                continue
            yield "protected", [o]
            for short in self.options:
                if short.short and short.call != self.shares_short and short.expiry == o.expiry:
                    if short.strike == o.strike:
                        yield "reversal" if self.shares_short else "conversion", [o, short]
                    elif not self.shares_short and short.strike > o.strike:
                        yield "collar", [o, short]
