"""Statements that tournaments and ledgers need, contradictions, and possible readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin

from msgspec.structs import fields

from rules.clauses import ambiguities
from rules.controls.ruleset import BESIDE_HANDS, Ruleset
from rules.controls.sections import Sections
from rules.controls.sections.base import Item, Section

SECTIONS = (
    "entry", "kinds", "prizes_by", "seating", "levels", "bust_order", "bounty", "royal", "prizes", "discipline", "race",
    "charges", "ranking_points", "jackpot_pool", "jackpot_money",
)  # fmt: skip
_OF_EVENTS = "event"  # the section of hands that a tournament's ruleset takes its schedule from
_WHOLE = 10_000  # basis points
_BANDS = ("ranking_points.buy_in", "ranking_points.participants")


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    for each in () if get_origin(kind) is Literal else get_args(kind):
        yield from _parts(each)


def _needed(kind: Any, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Required keys by path of a table, tables within included."""
    section = next(
        (each for each in _parts(kind) if isinstance(each, type) and issubclass(each, Section)), None
    )
    if section is None:
        return
    own = fields(section)
    if keys := tuple(each.encode_name for each in own if each.required and not issubclass(section, Item)):
        yield path, keys
    for each in own:
        yield from _needed(each.type, f"{path}.{each.encode_name}")


@cache
def needed() -> Mapping[str, tuple[str, ...]]:
    """Required keys of each table, by path."""
    return {
        path: keys
        for each in fields(Sections)
        if each.encode_name in SECTIONS
        for path, keys in _needed(each.type, each.encode_name)
    }


def tournament_problems(ruleset: Ruleset) -> list[str]:
    """Gaps and contradictions in controls of tournaments and ledgers."""
    if ruleset.family not in BESIDE_HANDS:
        return []
    found = [*_missing(ruleset)]
    found += [] if found else [*_columns(ruleset), *_bands(ruleset), *_shares(ruleset)]
    return [f"{ruleset.file}: {each}" for each in found]


def _missing(ruleset: Ruleset) -> Iterator[str]:
    for path, keys in needed().items():
        table = ruleset.get(path)
        named = (
            {f".{name}": each for name, each in table.items()} if path == "kinds" and table else {"": table}
        )
        for name, each in named.items():
            for key in keys if each is not None else ():
                if key not in each:
                    yield f"{path}{name}.{key}: missing, here and in what the file extends"


def _columns(ruleset: Ruleset) -> Iterator[str]:
    columns = ruleset.get("prizes.column", [])
    for place, each in enumerate(columns):
        if sum(each["places_bp"]) != _WHOLE:
            yield f"prizes.column[{place}].places_bp: the shares come to {sum(each['places_bp'])}, and not to {_WHOLE}"
    edges = [(0, 0), *((each["least"], each["most"]) for each in columns)]
    for place, ((_, before), (least, most)) in enumerate(pairwise(edges)):
        if least != before + 1 or most < least:
            yield f"prizes.column[{place}]: {least} to {most} players, where the column before ends with {before}"
    if columns and ruleset.get("prizes.above.most") != columns[-1]["most"]:
        yield f"prizes.above.most: {ruleset.get('prizes.above.most')}, where the last column ends with {columns[-1]['most']}"


def _bands(ruleset: Ruleset) -> Iterator[str]:
    for path in _BANDS:
        starts = [each["from"] for each in ruleset.get(path, [])]
        if starts != sorted(set(starts)):
            yield f"{path}: {', '.join(map(str, starts))}: each band begins above the one before"


def _shares(ruleset: Ruleset) -> Iterator[str]:
    beat = ruleset.get("jackpot_pool.bad_beat")
    if beat is not None and (given := beat["loser"]["bp"] + beat["winner"]["bp"]) > _WHOLE:
        yield f"jackpot_pool.bad_beat: the shares of loser and winner come to {given}, more than {_WHOLE}"


def untaken_readings(ruleset: Ruleset, chosen: Mapping[str, Iterable[str]]) -> list[str]:
    """Readings that set nothing of tournaments or ledgers, so that none can be followed.

    chosen: ambiguities by key of the head.
    """
    if ruleset.family not in BESIDE_HANDS:
        return []
    taken = {"readings": ruleset.readings, "leans": ruleset.leans}
    return [
        f"{ruleset.file}: ruleset.{key}.{name}: {taken[key][name]!r} is not defined for a {ruleset.family}"
        for key, names in chosen.items()
        for name in names
        if name in ambiguities() and not _defined(ruleset, name, taken[key][name])
    ]


def _defined(ruleset: Ruleset, name: str, reading: str) -> bool:
    """Whether a reading sets such a parameter, or is said to change nothing."""
    ambiguity = ambiguities()[name]
    if reading not in ambiguity.readings:
        return True  # reported as no reading of the ambiguity
    patch = ruleset.patch(ambiguity, reading)
    paths = patch or {}
    return patch == {} or any(path.partition(".")[0] in (*SECTIONS, _OF_EVENTS) for path in paths)
