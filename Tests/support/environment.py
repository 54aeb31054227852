"""The environment of the programs that checks start."""

import os

# The variables that configure servers, and those of the sources of market data.
PREFIXES = (
    "OPTIONS_", "UPSTREAM_", "POLYGON_", "TRADIER_", "YAHOO_", "COINGECKO_", "ALPHA_VANTAGE_", "TWELVE_DATA_",
)  # fmt: skip
SUFFIXES = ("_API_KEY", "_TOKEN")


def environment_of_checks(changes):
    """The environment of this process without the user's settings and keys, with changes. A change to `None` removes a variable."""
    inherited = {
        name: value for name, value in os.environ.items()
        if not name.startswith(PREFIXES) and not name.endswith(SUFFIXES)
    }  # fmt: skip
    return {name: value for name, value in {**inherited, **changes}.items() if value is not None}
