"""Sufficient statistics of a session: what the evidence of a unit is made of, and all that is kept.

Rows are kept as arrays that begin with the letter of their engine: a field that is added goes to the end and has a default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import UNSET, Struct
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.records.events import Close, Session
from rules.records.table_events import TableEvents
from rules.screening.engines.marked import MarkedStratum
from rules.screening.screened_hands import ScreenedHands

Role = Literal[
    "player",
    "other",
    "payer",
    "payee",
    "dealer",
    "supervisor",
    "author",
    "shuffler",
    "table",
    "room",
    "deck",
    "counters",
]
Unit = tuple[tuple[Role, str], ...]
NO_HANDS: Ints = np.zeros(0, np.int64)  # positions, of a row that no hand speaks for


class MarkedRow(Struct, frozen=True, tag="H", array_like=True, gc=False):
    """A table of two by two of a unit. coding: of several that are averaged. times: how many strata have these counts; deals: how
    many deals of the least of data each of them is.
    """

    unit: Unit
    stratum: MarkedStratum
    coding: int = 0
    times: int = 1
    deals: int = 1


class TrialRow(Struct, frozen=True, tag="B", array_like=True, gc=False):
    """Trials of a unit with one chance, as (above, below), and how often the event happened."""

    unit: Unit
    chance: tuple[int, int]
    trials: int
    happened: int
    coding: int = 0

    @property
    def p(self) -> Fraction:
        """The chance of the event."""
        return Fraction(*self.chance)


class SumsRow(Struct, frozen=True, tag="T", array_like=True, gc=False):
    """Sums of nano-nats by tilt of a unit, whose parts are not kept. found, expected: of what is shown beside them."""

    unit: Unit
    count: int
    found: int
    expected: tuple[int, int]  # above, below
    sums: tuple[int, ...]
    coding: int = 0


class PairRow(Struct, frozen=True, tag="R", array_like=True, gc=False):
    """Sums of nano-nats by tilt of a payer with a payee. paid: in parts of 2,520 to a unit, in pot games at most 20 units a hand;
    others: mean of the other opponents of the hands. moved: of pot games, units that the hands had, each with all the money that
    went to the payee in them.
    """

    unit: Unit
    hands: int
    paid: int
    others: int
    sums: tuple[int, ...]
    coding: int = 0
    moved: tuple[tuple[int, int], ...] = ()


class DealRow(Struct, frozen=True, tag="C", array_like=True, gc=False):
    """Digests of the deals of a session with so many seats, in the order of the hands. shape: of pot games, the cards of a
    seat, of the board and of the deck; else none.
    """

    unit: Unit
    seats: int
    digests: tuple[int, ...]
    coding: int = 0
    shape: tuple[int, ...] = ()


class DifferenceRow(Struct, frozen=True, tag="S", array_like=True, gc=False):
    """Amount found, and amount due, of a unit on a gaming day.

    Rows of one day and part are added up before the sign of the difference is taken.
    """

    unit: Unit
    day: date
    found: int
    due: int
    part: str = ""
    coding: int = 0

    @property
    def difference(self) -> int:
        """Above zero: more was found than due."""
        return self.found - self.due


class CaseRow(Struct, frozen=True, tag="M", array_like=True, gc=False):
    """A session as one case in the tables of two by two of its month. unit: whose it is; empty: nobody's."""

    unit: Unit
    marked: bool
    coding: int = 0


class DrawRow(Struct, frozen=True, tag="D", array_like=True, gc=False):
    """A draw of seats in a tournament: the players of each table, in order of their ids."""

    unit: Unit
    tables: tuple[tuple[str, ...], ...]
    coding: int = 0


class HeldRow(Struct, frozen=True, tag="P", array_like=True, gc=False):
    """The last deals of a table's session with so many seats. held: the seat of each card of each deal."""

    unit: Unit
    seats: int
    held: bytes
    coding: int = 0


Row = MarkedRow | TrialRow | SumsRow | PairRow | DealRow | DifferenceRow | CaseRow | DrawRow | HeldRow


class ScreenedSession(Struct, frozen=True):
    """The hands of one game of a session, as the indicators read them. several: the log has hands of other games too."""

    header: Session
    game: str
    hands: ScreenedHands
    events: TableEvents
    close: Close | None = None
    several: bool = False

    @property
    def record_keepers(self) -> list[Unit]:
        """The units of the table, and of the author of the record where one is stated."""
        found: list[Unit] = [(("table", self.header.table),)]
        if self.header.recorded_by is not UNSET:
            found.append((("author", self.header.recorded_by),))
        return found

    @property
    def supervisor(self) -> str | None:
        """The supervisor whom the session states."""
        staff = self.header.staff
        return None if staff is UNSET or staff.supervisor is UNSET else staff.supervisor

    def rulers(self, ruled: Flags, by: NDArray[Any]) -> dict[str, Flags]:
        """Rulings by the person on record, else by the supervisor of the session; each of the shape of ``ruled``."""
        named = by[ruled & (by >= 0)]
        found: dict[str, Flags] = {
            self.name(each): ruled & (by == each) for each in np.unique(named).tolist()
        }
        unnamed = ruled & (by < 0)
        if self.supervisor is not None and unnamed.any():
            found[self.supervisor] = found.get(self.supervisor, np.zeros_like(ruled)) | unnamed
        return dict(sorted(found.items()))

    def player(self, place: int) -> str:
        """The id of a player."""
        return self.hands.players[place]

    def name(self, place: int) -> str:
        """The id of a person, a deck or a machine."""
        return self.hands.names[place]


class Observed(NamedTuple):
    """A row, and the positions of the hands that speak for it, which are shown and not kept."""

    row: Row
    hands: Ints


Statistic = Callable[[ScreenedSession], Iterator[Observed]]


def observed(unit: Unit, hand: Ints, marked: Flags, favourable: Flags, coding: int = 0) -> Observed:
    """A table of two by two of cases (n,) in the hands at some positions."""
    both, count = hand[marked & favourable], np.count_nonzero
    stratum = MarkedStratum(len(marked), int(count(marked)), int(count(favourable)), len(both))
    return Observed(MarkedRow(unit, stratum, coding), both)


def largest_fifth(values: NDArray[np.int64]) -> Flags:
    """(n,) values above zero that are among the largest fifth; equal ones are in."""
    if not len(values):
        return np.zeros(0, np.bool_)
    place = -(-len(values) // 5)
    least = np.partition(values, len(values) - place)[len(values) - place]
    found: Flags = (values >= least) & (values > 0)
    return found
