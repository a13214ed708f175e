"""Discovers the indicators in their folder, and reads their documentation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from msgspec import Struct

import rules.screening.indicators as _folder
from rules.screening.indicator import Indicator
from rules.screening.statistics import Observed

PARTS = ("Finds", "Why", "Example", "Needs", "Innocent", "Next")
_NAMED = re.compile(r"scn\d{3}_\w+")


class IndicatorEntry(Struct, frozen=True):
    """An indicator with its docstring's parts. rows: its statistics of what it reads."""

    indicator: Indicator
    rows: Callable[[Any], Iterator[Observed]]
    summary: str
    finds: str
    why: str
    example: str
    needs: str
    innocent: str
    next: str

    @property
    def code(self) -> str:
        return self.indicator.code


@cache
def indicators() -> tuple[IndicatorEntry, ...]:
    """Every indicator, by code."""
    names = sorted(each.name for each in iter_modules(_folder.__path__) if _NAMED.fullmatch(each.name))
    return tuple(_entry(import_module(f"{_folder.__name__}.{name}")) for name in names)


@cache
def indicators_by_code() -> dict[str, IndicatorEntry]:
    return {entry.code: entry for entry in indicators()}


def _entry(module: ModuleType) -> IndicatorEntry:
    head, *rest = re.split(rf"^({'|'.join(PARTS)}): ", (module.__doc__ or "").strip(), flags=re.MULTILINE)
    parts = {name.lower(): _one_line(text) for name, text in zip(rest[::2], rest[1::2], strict=True)}
    return IndicatorEntry(module.INDICATOR, module.rows, _one_line(head), **parts)


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
