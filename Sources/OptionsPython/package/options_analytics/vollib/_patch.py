"""Replaces the functions of vollib."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

_MODULES = tuple(
    f"{model}{part}" for model in ("black", "black_scholes", "black_scholes_merton")
    for part in ("", ".implied_volatility", ".greeks.analytical", ".greeks.numerical"))


def patch_vollib() -> Callable[[], None]:
    """Replaces the functions of vollib that this package has, in every module of vollib.

    Names that other modules have imported from vollib before remain as they are.

    Returns
    -------
    Callable
        A function that restores those of vollib.

    Raises
    ------
    ImportError
        If vollib is not installed.

    Examples
    --------
    >>> undo = patch_vollib()  # doctest: +SKIP
    >>> undo()  # doctest: +SKIP
    """
    modules = _modules_of_vollib()
    replacements: dict[int, Any] = {}
    for name in _MODULES:
        ours = sys.modules[f"{__package__}.{name}"]
        theirs = vars(sys.modules[f"vollib.{name}"])
        replacements |= {id(theirs[member]): getattr(ours, member) for member in ours.__all__}
    replaced = [
        (module, name, member) for module in modules for name, member in vars(module).items() if id(member) in replacements]
    for module, name, member in replaced:
        setattr(module, name, replacements[id(member)])

    def undo() -> None:
        while replaced:
            setattr(*replaced.pop())

    return undo


def _modules_of_vollib() -> list[ModuleType]:
    """All modules of vollib: some have imported functions of others, by their names."""
    vollib = importlib.import_module("vollib")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return [importlib.import_module(found.name) for found in pkgutil.walk_packages(vollib.__path__, "vollib.")]
