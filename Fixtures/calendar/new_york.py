#!/usr/bin/env python3
"""Writes new-york-offsets.csv: the instants from 1990 to 2050 at which the offset of New York from UTC changes, with the offset
in hours from then on, from the time zone database of the system.

    python3 Fixtures/calendar/new_york.py
"""

import pathlib
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

NEW_YORK = ZoneInfo("America/New_York")


def offset(instant):
    return int(instant.astimezone(NEW_YORK).utcoffset().total_seconds()) // 3600


rows = ["instant,hours"]
instant = datetime(1990, 1, 1, tzinfo=timezone.utc)
rows.append(f"{instant:%Y-%m-%dT%H:%M:%SZ},{offset(instant)}")
while instant.year < 2050:
    later = instant + timedelta(minutes=30)
    if offset(later) != offset(instant):
        # Every change is at a full half hour; the minute before still has the old offset.
        assert offset(later - timedelta(seconds=1)) == offset(instant)
        rows.append(f"{later:%Y-%m-%dT%H:%M:%SZ},{offset(later)}")
    instant = later
pathlib.Path(__file__).with_name("new-york-offsets.csv").write_text("\n".join(rows) + "\n")
