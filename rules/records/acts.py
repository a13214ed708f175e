"""Columns of open-face hands: placements, clock calls, eliminated seats."""

from __future__ import annotations

from array import array
from operator import attrgetter
from typing import ClassVar

import numpy as np
from msgspec import UNSET
from msgspec.structs import astuple
from numpy.typing import NDArray

from rules.hands import Ints
from rules.open_face_hands import PLACES, Acts
from rules.ragged import Ragged
from rules.records.card_texts import CardTexts
from rules.records.columns import Column, NumberColumn
from rules.records.entries import EntryCounts, ListEntries, instants
from rules.records.events import Placement
from rules.records.inspect import cards_expected
from rules.records.problems import Problem
from rules.records.scanned import NUMBERS, TEXT, ScannedField

_FIELDS = Placement.__struct_fields__


class ActsColumn:
    """`placements` of some hands."""

    use = dict.fromkeys(PLACES, CardTexts.use) | {"at": TEXT}

    def __init__(self) -> None:
        self._counted = EntryCounts()
        self._seat = array("b")
        self._at: list[str] = []
        self._cards = {name: CardTexts() for name in PLACES}

    def add(self, column: Column) -> None:
        acts = self._counted.add(column)
        if not acts:
            return
        taken = dict(zip(_FIELDS, zip(*map(astuple, acts), strict=True), strict=True))
        self._seat.extend(array("b", taken["seat"]))
        at = taken["at"]
        self._at += ["" if text is UNSET else text for text in at] if UNSET in at else at
        for name, cards in self._cards.items():
            cards.add(taken[name])

    def add_scanned(self, found: ScannedField) -> None:
        if not self._counted.add_scanned(found):
            return
        acts = found.more
        self._seat.frombytes(np.frombuffer(acts["seat"].values, np.int64).astype(np.int8).tobytes())
        self._at += acts["at"].values
        for name, cards in self._cards.items():
            cards.add_scanned(acts[name])

    def values(self, lines: Ints, problems: list[Problem]) -> tuple[Acts, NDArray[np.bool_]]:
        """Acts, and hands that recorded them."""
        hand = self._counted.hand()
        where = ListEntries("placements", hand, lines)
        found = {name: cards.values() for name, cards in self._cards.items()}
        for name, cards in self._cards.items():
            problems += [
                where.problem(place, name, text, cards_expected(text) or "cards")
                for place, text in cards.wrong.items()
            ]
        counts = np.stack([counts for counts, _, _ in found.values()], axis=1)
        acts = Acts(
            hand, np.frombuffer(self._seat, np.int8), instants(self._at, where, "at", problems), counts,
            tuple(act for _, act, _ in found.values()), tuple(codes for _, _, codes in found.values()),
        )  # fmt: skip
        return acts, self._counted.recorded()


class CallsColumn:
    """`clock_calls` of some hands."""

    use: ClassVar = {"at": TEXT, "acted_at": TEXT}
    _take = attrgetter("at", "seat", "called_by", "acted_at")

    def __init__(self) -> None:
        self._counted = EntryCounts()
        self._seat, self._called_by = NumberColumn(), NumberColumn()
        self._at: list[str] = []
        self._acted_at: list[str] = []

    def add(self, column: Column) -> None:
        calls = self._counted.add(column)
        if not calls:
            return
        at, seat, called_by, acted_at = zip(*map(CallsColumn._take, calls), strict=True)
        self._at += at
        self._acted_at += ["" if text is UNSET else text for text in acted_at]
        self._seat.add(seat)
        self._called_by.add(called_by)

    def add_scanned(self, found: ScannedField) -> None:
        if not self._counted.add_scanned(found):
            return
        calls = found.more
        self._at += calls["at"].values
        self._acted_at += calls["acted_at"].values
        self._seat.add_scanned(calls["seat"])
        self._called_by.add_scanned(calls["called_by"])

    def values(self, lines: Ints, problems: list[Problem]) -> tuple[Ragged, NDArray[np.bool_]]:
        """Calls, and hands that recorded them."""
        hand = self._counted.hand()
        where = ListEntries("clock_calls", hand, lines)
        columns = {
            "at": instants(self._at, where, "at", problems),
            "seat": self._seat.values(),
            "called_by": self._called_by.values(),
            "acted_at": instants(self._acted_at, where, "acted_at", problems),
        }
        return Ragged(hand, columns), self._counted.recorded()


class SeatsColumn:
    """`eliminated` of some hands, by seat number."""

    use = NUMBERS

    def __init__(self) -> None:
        self._counted = EntryCounts()
        self._seat = array("q")

    def add(self, column: Column) -> None:
        self._seat.extend(self._counted.add(column))

    def add_scanned(self, found: ScannedField) -> None:
        self._counted.add_scanned(found)
        self._seat.frombytes(found.more)

    def values(self) -> tuple[Ragged, NDArray[np.bool_]]:
        """Seats, and hands that recorded them."""
        seat = np.frombuffer(self._seat, np.int64)
        return Ragged(self._counted.hand(), {"seat": seat}), self._counted.recorded()
