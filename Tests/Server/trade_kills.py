"""Kills `options-server` with SIGKILL while trades are entered, rolled, closed and removed.

After each kill, every acknowledged change is there and nothing else; the change under way is there whole or not at all. What the answers add to
trades follows from what was entered, in exact decimals. Each fifth time the server stops in an orderly way, its personal file is damaged,
and all trades come back from the backup. In the end, the clock moves over a split and an expiration."""

import tempfile
import threading
from decimal import Decimal
from http.client import HTTPException

DECIMAL = {"parse_float": Decimal, "parse_int": Decimal}
# Friday before the split 10:1 of NFLX on the 17th, and Monday after the expiration.
BEFORE, AFTER = "2025-11-14T16:00:00Z", "2025-11-24T16:00:00Z"
SPLIT, EXPIRATION = 10, "2025-11-21"
SECONDS = (0.01, 0.4)
STOP_SECONDS = 30
DAMAGE = 5
PAGE = 4096
IDENTIFIERS = [f"trade-{number}" for number in range(8)]


class TradeKills:
    """The trades of one data folder, as they were acknowledged."""

    def __init__(self, start, draw, faults):
        self.start, self.draw, self.faults = start, draw, faults
        self.known, self.pending = {}, None
        self.changes, self.kills, self.damages, self.restored = 0, 0, 0, 0

    def run(self, kills):
        with tempfile.TemporaryDirectory(prefix="kills-") as folder:
            while self.kills < kills:
                server = self.start(folder, BEFORE).wait()
                self.check(server)
                writer = threading.Thread(target=self.write, args=(server,))
                writer.start()
                writer.join(self.draw.uniform(*SECONDS))
                server.kill()
                writer.join()
                self.kills += 1
                if self.kills % DAMAGE == 0:
                    self.damage(folder)
            self.stop(folder)
            self.finish(folder)
        print(f"trades_kills: {self.kills}")
        print(f"trades_changes: {self.changes}, {self.restored} of {self.damages} damaged files restored", flush=True)
        if self.changes < kills:
            self.faults(f"only {self.changes} changes between {kills} kills")
        if self.damages and not self.restored:
            self.faults(f"none of {self.damages} damaged files was restored")

    # Changes

    def write(self, server):
        """Changes trades until the server is gone. `pending` is the change without an answer."""
        try:
            while True:
                identifier = self.draw.choice(IDENTIFIERS)
                trade = self.changed(self.known.get(identifier))
                self.pending = (identifier, trade)
                target = f"/api/rest/trades/{identifier}"
                answer = server.ask("DELETE", target) if trade is None else server.ask("PUT", target, self.json(trade))
                if answer.status != 200:
                    self.faults(f"a change of {identifier} was answered with {answer.status} {answer.body[:200]}")
                self.settle()
                self.changes += 1
        except (OSError, HTTPException):
            pass

    def settle(self):
        identifier, trade = self.pending
        if trade is None:
            self.known.pop(identifier, None)
        else:
            self.known[identifier] = trade
        self.pending = None

    def changed(self, trade):
        """A new trade; or a close, a part of a close, a roll of a leg of a trade; or `None`, its end."""
        if trade is None:
            return {"name": f"Trade {self.draw.randrange(1000)}", "notes": "", "legs": [self.leg()]}
        if len(trade["legs"]) > 6 or self.draw.random() < 0.15:
            return None
        legs = [{**leg, "closes": list(leg["closes"])} for leg in trade["legs"]]
        index = self.draw.randrange(len(legs))
        leg = legs[index]
        if (quantity := leg["quantity"] - sum(close["quantity"] for close in leg["closes"])) > 0:
            closed = self.draw.randint(1, quantity)
            leg["closes"].append(
                {"date": "2025-11-13", "quantity": closed, "price": self.cents(3000), "fee": self.cents(200), "kind": "trade"}
            )
            if closed == quantity:
                legs.append({**self.leg(), "rolledFrom": index})
        else:
            legs.append(self.leg())
        return {**trade, "notes": trade["notes"] + "a note;", "legs": legs}

    def leg(self):
        return {
            "type": self.draw.choice(["call", "put"]), "position": self.draw.choice(["long", "short"]),
            "strikePrice": Decimal(self.draw.choice([900, 1000, 1100])), "quantity": self.draw.randint(1, 5),
            "expirationDate": EXPIRATION, "opened": {"date": "2025-11-10", "price": self.cents(20000), "fee": self.cents(200)},
            "closes": [], "rolledFrom": None,
        }  # fmt: skip

    def cents(self, limit):
        return Decimal(self.draw.randrange(limit)) / 100

    @classmethod
    def json(cls, trade):
        def plain(value):
            if isinstance(value, dict):
                return {name: plain(member) for name, member in value.items() if member is not None}
            if isinstance(value, list):
                return [plain(element) for element in value]
            return float(value) if isinstance(value, Decimal) else value

        return {**plain(trade), "underlying": "NFLX"}

    # Checks

    def check(self, server):
        """Compares the trades with the acknowledged ones, and decides whether the change under way was stored."""
        found = {trade["id"]: trade for trade in server.get("/api/rest/trades", **DECIMAL)["trades"]}
        if self.pending:
            identifier, trade = self.pending
            entered = found.get(identifier) and self.entered(found[identifier])
            if entered == trade:
                self.settle()
            self.pending = None
        for identifier in sorted(found.keys() | self.known.keys()):
            trade, expected = found.get(identifier), self.known.get(identifier)
            if (entered := trade and self.entered(trade)) != expected:
                self.faults(f"{identifier} is {entered}, not {expected}")
            elif trade:
                self.check_sums(trade)

    @staticmethod
    def entered(trade):
        """What was entered, of an answer."""
        added = ("openQuantity", "price", "priceSource", "value", "realised", "profitLoss", "asOf", "stale", "sharesPerContract", "exercise", "split")
        legs = [{name: value for name, value in leg.items() if name not in added} for leg in trade["legs"]]
        return {"name": trade["name"], "notes": trade["notes"], "legs": legs}

    def check_sums(self, trade):
        realised = profit = value = Decimal(0)
        for leg in trade["legs"]:
            sign = 1 if leg["position"] == "long" else -1
            size, opened = sign * leg["sharesPerContract"], leg["opened"]
            gain = sum(size * close["quantity"] * (close["price"] - opened["price"]) for close in leg["closes"])
            fees = opened["fee"] + sum(close["fee"] for close in leg["closes"])
            held = leg["quantity"] - sum(close["quantity"] for close in leg["closes"])
            worth = size * held * leg["price"] if held else Decimal(0)
            total = gain + worth - size * held * opened["price"] - fees
            for name, expected in (("openQuantity", held), ("realised", gain), ("value", worth), ("profitLoss", total)):
                if leg[name] != expected:
                    self.faults(f"{name} of a leg of {trade['id']} is {leg[name]}, not {expected}")
            realised, profit, value = realised + gain, profit + total, value + worth
        for name, expected in (("realised", realised), ("value", value), ("profitLoss", profit)):
            if trade[name] != expected:
                self.faults(f"{name} of {trade['id']} is {trade[name]}, not {expected}")

    def stop(self, folder):
        """Checks what the last kill left, and stops the server."""
        server = self.start(folder, BEFORE).wait()
        self.check(server)
        if server.terminate(STOP_SECONDS) != 0:
            self.faults("a stop was not clean")
        return server

    def damage(self, folder):
        """Stops the server, and writes noise over a page of its personal file. A page that nothing uses is not missed."""
        server = self.stop(folder)
        self.damages += 1
        path = server.data / "simulated" / "personal.sqlite"
        page = self.draw.randrange(path.stat().st_size // PAGE)
        with open(path, "r+b") as file:
            file.seek(page * PAGE)
            file.write(self.draw.randbytes(PAGE))
        server = self.start(folder, BEFORE).wait()
        self.check(server)
        server.terminate(STOP_SECONDS)
        self.restored += "restored" in server.text()

    def finish(self, folder):
        """After a split and the expiration, an open leg has the intrinsic value of its terms at that day's close."""
        server = self.start(folder, AFTER).wait()
        history = server.get(f"/api/rest/prices/NFLX?from={EXPIRATION}&to={EXPIRATION}", **DECIMAL)["prices"]
        close = SPLIT * history[0]["close"]
        count = 0
        for trade in server.get("/api/rest/trades", **DECIMAL)["trades"]:
            for leg, entered in zip(trade["legs"], self.known[trade["id"]]["legs"], strict=True):
                if held := leg["openQuantity"]:
                    gain = close - entered["strikePrice"] if leg["type"] == "call" else entered["strikePrice"] - close
                    sign = 100 if leg["position"] == "long" else -100
                    if leg["value"] != (expected := sign * held * max(gain, 0)):
                        self.faults(f"an expired leg of {trade['id']} is worth {leg['value']}, not {expected}: {leg}")
                    count += 1
        print(f"trades_expired_legs: {count}")
        if count == 0:
            self.faults("no open leg expired")
        if server.terminate(STOP_SECONDS) != 0:
            self.faults("the last stop was not clean")
