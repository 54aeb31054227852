"""The days for which the server requests history from the sources."""

import re
from datetime import date, datetime, timedelta, timezone
from urllib.parse import parse_qs, unquote

from live.sources import COINS


def today():
    """The date in UTC an hour ago: sources complete a day only some time after midnight."""
    return (datetime.now(timezone.utc) - timedelta(hours=1)).date()


def asked_days(request):
    """The asset of a recorded request for history, and the days that it covers; `None` for any other request."""
    query = {name: values[0] for name, values in parse_qs(request["query"]).items()}
    parts = [unquote(part) for part in request["path"].split("/") if part]
    if request["source"] == "yahoo" and "period1" in query:
        asset = parts[-1].replace("-", ".") if re.fullmatch("[A-Z]+-[A-Z]", parts[-1]) else parts[-1]
        # A session is covered if its first moment is: 13:30 or 14:30 in UTC.
        return asset, covered(int(query["period1"]), int(query["period2"]), 13.5 * 3600, 14.5 * 3600)
    if request["source"] == "coingecko" and "market_chart" in parts:
        names = {identifier: asset for asset, identifier in COINS.items()}
        now = request["time"]
        first = seconds(query["from"]) if "from" in query else now - 86_400 * int(query["days"])
        # A day of a coin is covered from its first hour to its last.
        last = min(seconds(query["to"]), now) if "to" in query else now
        return names.get(parts[1], parts[1]), covered(first, last, 3600, 23 * 3600)
    return None


def seconds(text):
    return float(text) if text.isdigit() else datetime.fromisoformat(text).replace(tzinfo=timezone.utc).timestamp()


def covered(first, last, start, end):
    """The days in UTC of which the seconds from `start` to `end` lie between two Unix times."""
    day, days = date.fromtimestamp(first) - timedelta(1), []
    while (midnight := datetime(day.year, day.month, day.day, tzinfo=timezone.utc).timestamp()) < last:
        if first <= midnight + start and midnight + end <= last:
            days.append(str(day))
        day += timedelta(1)
    return days
