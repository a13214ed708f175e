"""Deals equal in part over a room's year: each session of a table against the one before it at the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from rules.screening.engines.repeats import RARE
from rules.screening.equal_in_part import (
    ComparedDeals,
    EqualInPart,
    HoldsDeals,
    compared_deals,
    rows_to_compare,
)
from rules.screening.statistics import HeldRow, Unit

_Compared = tuple[HoldsDeals, HoldsDeals, HeldRow, HeldRow]
_Found = tuple[HoldsDeals, HoldsDeals, ComparedDeals]


class TableInPart(Struct, frozen=True):
    """Deals of a table's sessions that are equal in part to those of the session before. bound: of the pairs that chance gives.

    sessions: that were compared with one before; deals: of all that were compared, each once; since: the gaming day of the
    first later deal; None: there is no pair.
    """

    unit: Unit
    sessions: int
    deals: int
    pairs: list[EqualInPart]
    bound: Fraction
    since: date | None


def tables_in_part(sessions: Iterable[HoldsDeals]) -> list[TableInPart]:
    """Tables of a room's year with two sessions or more that can be compared, by name.

    The comparison at place n of the year, by gaming day, may give 0.01 / n (n + 1) pairs by chance: all together less than 0.01.
    Deals of which all cards are equal are left to `repeated_deals`.
    """
    found: defaultdict[Unit, list[_Found]] = defaultdict(list)
    for place, (earlier, later, one, other) in enumerate(_comparisons(sessions), 1):
        rare = RARE / (place * (place + 1))
        compared = compared_deals(earlier.session, one, later.session, other, rare)
        found[one.unit].append((earlier, later, compared))
    return [_table(unit, found[unit]) for unit in sorted(found)]


def _comparisons(sessions: Iterable[HoldsDeals]) -> Iterator[_Compared]:
    """Rows that are compared, with their sessions, by the later one's gaming day and name."""
    tables: defaultdict[str, list[HoldsDeals]] = defaultdict(list)
    for session in sorted(sessions, key=_moment):
        tables[session.table].append(session)
    pairs = [pair for own in tables.values() for pair in pairwise(own)]
    for earlier, later in sorted(pairs, key=lambda pair: _moment(pair[1])):
        for one, other in rows_to_compare(earlier, later):
            yield earlier, later, one, other


def _moment(session: HoldsDeals) -> tuple[date, str]:
    return session.day, session.session


def _table(unit: Unit, compared: list[_Found]) -> TableInPart:
    pairs = [(later.day, pair) for _, later, each in compared for pair in each.pairs]
    sizes = {
        (session.session, each.seats): deals
        for earlier, later, each in compared
        for session, deals in zip((earlier, later), each.deals, strict=True)
    }
    return TableInPart(
        unit, len({later.session for _, later, _ in compared}), sum(sizes.values()),
        sorted(pair for _, pair in pairs), sum((each.bound for *_, each in compared), Fraction()),
        min((day for day, _ in pairs), default=None),
    )  # fmt: skip
