"""Metrics of strategies in tables, which any library of Arrow reads and writes."""

from __future__ import annotations

import enum
from typing import Any, Protocol

from . import _native


class StrategyStatus(enum.IntEnum):
    """Why a strategy has no metrics; the column ``status`` of `strategies` holds the numbers.

    If the status is `OK`, a profit or a loss that is null is unlimited. Otherwise the strategy is refused, and all its numbers are
    null.
    """

    OK = 0
    #: The type of a leg is none of call, put and stock.
    INVALID_TYPE = 1
    #: A quantity is 0, null or too large.
    INVALID_QUANTITY = 2
    #: The strike of an option is null, or not greater than 0.
    INVALID_STRIKE = 3
    #: A premium is null or negative.
    INVALID_PREMIUM = 4
    #: The shares of a contract are not from 1 to 1,000,000.
    INVALID_SHARES = 5
    #: The strategy has no legs, or more than 10,000.
    INVALID_LEG_COUNT = 6
    #: A result is too large for a float.
    NOT_REPRESENTABLE = 7


class ArrowTable(Protocol):
    """An object with the stream interface of Arrow: a table of polars, pyarrow, pandas, DuckDB and others."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Strategies:
    """Metrics of strategies as a table of Arrow, for ``polars.DataFrame``, ``pyarrow.table`` or ``pandas.DataFrame.from_arrow``.

    They are computed batch by batch while the table is read.
    """

    def __init__(self, legs: ArrowTable, threads: int) -> None:
        self._legs = legs
        self._threads = threads
        # It shows now whether the columns are as they must be.
        self._stream: object | None = _native.strategies(legs, threads)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        stream, self._stream = self._stream, None
        return stream or _native.strategies(self._legs, self._threads)


def strategies(legs: ArrowTable, *, threads: int = 0) -> Strategies:
    """The cost, the extremes of profit and the break-evens of strategies at expiration.

    Parameters
    ----------
    legs : object with ``__arrow_c_stream__``
        A table of polars, pyarrow, pandas or another library of Arrow, in one of two forms. A row is a leg, with the columns

        - ``strategy``: an integer, the same in adjacent rows that are legs of one strategy;
        - ``type``: ``"call"``, ``"put"`` or ``"stock"`` as text or categories, or 0, 1 and 2;
        - ``quantity``: contracts or shares, an integer, negative if sold;
        - ``strike``: the strike price per share; ignored for stock;
        - ``premium``: the price paid or received per share, 0 or greater;
        - ``shares_per_contract``, optional: an integer; without it, 100 for options and 1 for stock.

        Or a row is a strategy: the column ``legs`` holds lists of structs with these members, and ``strategy``, optional, an
        integer.
    threads : int
        The greatest number of threads; 0 is one for each processor.

    Returns
    -------
    Strategies
        A table with a row for each strategy: ``strategy`` (the number of the row if there is no such column), ``net_cost``,
        ``max_profit``, ``max_loss`` (negative), ``break_even_points`` (a list) and ``status``, a `StrategyStatus`. Amounts are in
        currency, for the whole position; break-evens are prices per share. A null profit or loss is unlimited if the status is 0.

    Raises
    ------
    TypeError
        If a column is absent or has another type.

    References
    ----------
    The numbers are those of `calculate`, exact to the last digit: docs/decisions/0001-exact-decimal-payoff.md.
    """
    if not hasattr(legs, "__arrow_c_stream__"):
        raise TypeError(f"legs must be a table of polars, pyarrow, pandas or another library of Arrow, got {type(legs).__name__}")
    if threads < 0:
        raise ValueError(f"threads must not be negative, got {threads}")
    return Strategies(legs, threads)
