#!/usr/bin/env python3
"""Writes nyse-1990-2030.csv: the sessions of the New York Stock Exchange and the hour at which they close, from the package
exchange_calendars. The list was made with version 4.13.2; later versions may contain closings that were announced since.

The package records holidays as the exchange announced them, independently of the rules in Sources/MarketData. Sessions are
compared with those of the package pandas_market_calendars, and with the closings that the exchange announced for 2020 to
2030, which are listed here.

    python3 -m venv calendars && calendars/bin/pip install exchange_calendars pandas_market_calendars
    calendars/bin/python Fixtures/calendar/nyse.py
"""

import pathlib
from zoneinfo import ZoneInfo

import exchange_calendars
import pandas
import pandas_market_calendars

FIRST, LAST = "1990-01-01", "2030-12-31"

# The exchange's announcements: sessions, closings, early closes. From 2029 on, the rules of the exchange.
ANNOUNCED = {
    2020: (253, "01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25", "11-27 12-24"),
    2021: (252, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24", "11-26"),
    2022: (251, "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26", "11-25"),
    2023: (250, "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25", "07-03 11-24"),
    2024: (252, "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"),
    2025: (250, "01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25", "07-03 11-28 12-24"),
    2026: (251, "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25", "11-27 12-24"),
    2027: (251, "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24", "11-26"),
    2028: (251, "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25", "07-03 11-24"),
    2029: (251, "01-01 01-15 02-19 03-30 05-28 06-19 07-04 09-03 11-22 12-25", "07-03 11-23 12-24"),
    2030: (251, "01-01 01-21 02-18 04-19 05-27 06-19 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"),
}

# Days with an early close in only one of the packages: unscheduled halts, and a New Year's Eve. The table has full sessions.
DISPUTED = {"1994-02-11", "1996-01-08", "1997-10-27", "1999-12-31", "2005-06-01"}


def sessions():
    """The dates of the sessions and their closes as HH:MM in New York."""
    calendar = exchange_calendars.get_calendar("XNYS", start="1989-12-01", end="2031-01-31")
    closes = calendar.closes[FIRST:LAST]
    new_york = ZoneInfo("America/New_York")
    return {day.strftime("%Y-%m-%d"): close.astimezone(new_york).strftime("%H:%M") for day, close in closes.items()}


def check(closes):
    """Compares the sessions with the second package and with the announcements."""
    schedule = pandas_market_calendars.get_calendar("NYSE").schedule(FIRST, LAST, tz="America/New_York")
    other = {day.strftime("%Y-%m-%d"): close.strftime("%H:%M") for day, close in schedule["market_close"].items()}
    different = {day for day, close in set(closes.items()) ^ set(other.items())} - DISPUTED
    if different:
        raise SystemExit(f"the packages differ: {sorted(different)}")
    for year, (count, closed, early) in ANNOUNCED.items():
        weekdays = {day.strftime("%Y-%m-%d") for day in pandas.bdate_range(f"{year}-01-01", f"{year}-12-31")}
        days = {day: close for day, close in closes.items() if day.startswith(str(year))}
        missing = " ".join(sorted(day[5:] for day in weekdays - set(days)))
        short = " ".join(sorted(day[5:] for day, close in days.items() if close != "16:00"))
        if (len(days), missing, short) != (count, closed, early):
            raise SystemExit(f"{year}: {len(days)} sessions, closed {missing}, early {short}")


closes = sessions()
check(closes)
closes.update(dict.fromkeys(DISPUTED, "16:00"))
path = pathlib.Path(__file__).with_name("nyse-1990-2030.csv")
path.write_text("date,close\n" + "".join(f"{day},{close}\n" for day, close in closes.items()))
