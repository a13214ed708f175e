"""Facts of a room's sessions and tournaments that are listed without a chance, as people and programs get them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from auditor.store.kept_statistics import KeptStatistics
from reports.noticed_words import noticed_sentence
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.statistics import Unit
from rules.screening.without_chance import Kind, Noticed

MOST_FACTS = 100  # that are listed at once
_ADDED = "last_digits"  # those of one log are few


class ListedFact(Struct, frozen=True):
    """A fact that no law of chance is known for: it is listed, and is no alarm.

    session: the room's name for it, or that of a tournament; None: of several. day: its gaming day, of several the last one.
    kind, figures, names, hands: `rules.screening.without_chance.Noticed`. said: in words.
    """

    indicator: str
    name: str
    room: str
    session: str | None
    day: str
    unit: dict[str, str]
    kind: Kind
    figures: Sequence[int]
    names: Sequence[str]
    hands: Sequence[int]
    said: str


class ListedFacts(Struct, frozen=True):
    """The newest facts of a room, at most 100, and the number of all."""

    in_all: int
    facts: Sequence[ListedFact]


class _Sourced(Struct, frozen=True):
    """A fact with where it is from."""

    fact: Noticed
    room: str
    session: str | None
    day: str
    number: int | None  # of the session


def listed_facts(kept: Iterable[KeptStatistics], currency_of: Callable[[int], str | None]) -> ListedFacts:
    """Facts of sessions, the newest first. Last digits of drops are those of a room together. currency_of: of a session."""
    found = [
        _Sourced(fact, each.sums.room, each.sums.session, each.sums.day.isoformat(), each.session)
        for each in kept
        for fact in each.sums.noticed
    ]
    alone = [each for each in found if each.fact.kind != _ADDED]
    every = sorted([*alone, *_added(each for each in found if each.fact.kind == _ADDED)], key=_order)
    every.sort(key=lambda each: each.day, reverse=True)
    return ListedFacts(len(every), [_said(each, currency_of) for each in every[:MOST_FACTS]])


def _added(found: Iterable[_Sourced]) -> Iterable[_Sourced]:
    """Last digits by unit, each digit's counts added up."""
    for _, own in groupby(sorted(found, key=_whose), _whose):
        parts = list(own)
        figures = tuple(map(sum, zip(*(each.fact.figures for each in parts), strict=True)))
        last = max(parts, key=lambda each: each.day)
        session = last.session if len(parts) == 1 else None
        yield replace(last, fact=replace(last.fact, figures=figures), session=session)


def _whose(each: _Sourced) -> tuple[str, Unit]:
    return each.room, each.fact.unit


def _order(each: _Sourced) -> tuple[str, str, str, str, object]:
    fact = each.fact
    return fact.indicator, each.room, fact.kind, each.session or "", (fact.unit, fact.names, fact.figures)


def _said(each: _Sourced, currency_of: Callable[[int], str | None]) -> ListedFact:
    fact = each.fact
    currency = None if each.number is None else currency_of(each.number)
    return ListedFact(
        fact.indicator, indicators_by_code()[fact.indicator].indicator.name, each.room, each.session, each.day,
        dict(fact.unit), fact.kind, fact.figures, fact.names, fact.hands, noticed_sentence(fact, currency),
    )  # fmt: skip
