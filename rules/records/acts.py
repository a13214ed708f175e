"""Columns of what only open-face hands record: acts of setting cards, clock calls, seats that are out."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
from msgspec import UNSET
from msgspec.structs import astuple
from numpy.typing import NDArray

from rules import times
from rules.cards import NO_CARD, encode_pairs
from rules.hands import Ints
from rules.open_face import PLACES, Acts
from rules.ragged import Ragged
from rules.records.columns import Column, Numbers, nothing
from rules.records.events import Placement
from rules.records.inspect import TIME_EXPECTED, cards_expected
from rules.records.problems import Problem, shown

_FIELDS = Placement.__struct_fields__
_END = "\n"  # behind each text of cards
_UNWRITTEN = -1  # the count of cards of a place that was not recorded


class _Counted:
    """How many entries each hand has, and whether it has the list at all."""

    def __init__(self) -> None:
        self._counts, self._recorded = array("q"), array("b")

    def add(self, column: Column) -> list[Any]:
        """The entries of all hands of a batch, one after the other."""
        if nothing(column):
            self._counts.frombytes(bytes(8 * len(column)))
            self._recorded.frombytes(bytes(len(column)))
            return []
        listed = [() if entries is UNSET else entries for entries in column]
        self._counts.extend(array("q", map(len, listed)))
        self._recorded.extend(array("b", [entries is not UNSET for entries in column]))
        return list(chain.from_iterable(listed))

    def hand(self) -> Ints:
        """(n,) the position of each entry's hand."""
        counts = np.frombuffer(self._counts, np.int64)
        return np.repeat(np.arange(len(counts)), counts)

    def recorded(self) -> NDArray[np.bool_]:
        """(H,) which hands have the list."""
        return np.frombuffer(self._recorded, np.bool_)


class _CardTexts:
    """The cards of one place of all acts, as one text, and how many characters each act has."""

    def __init__(self) -> None:
        self._pieces: list[NDArray[np.uint8]] = []
        self._lengths: list[NDArray[np.int16]] = []
        self._count = 0
        self._wrong: dict[int, str] = {}

    def add(self, column: Column) -> None:
        if nothing(column):
            self._take(np.zeros(0, np.uint8), np.full(len(column), _UNWRITTEN, np.int16))
            return
        missing: list[int] = []
        if UNSET in column:
            missing = [place for place, text in enumerate(column) if text is UNSET]
            column = tuple(["" if text is UNSET else text for text in column])
        found = _characters(column) or _characters(self._without_wrong(column))
        assert found is not None
        characters, lengths = found
        if missing:
            lengths[missing] = _UNWRITTEN
        self._take(characters, lengths)

    def _take(self, characters: NDArray[np.uint8], lengths: NDArray[np.int16]) -> None:
        self._pieces.append(characters)
        self._lengths.append(lengths)
        self._count += len(lengths)

    def _without_wrong(self, column: Column) -> list[str]:
        """The texts, with empty texts in place of those that are not cards."""
        kept = list(column)
        for place, text in enumerate(column):
            if len(text) % 2 or not text.isascii() or _END in text:
                self._wrong[self._count + place] = text
                kept[place] = ""
        return kept

    def values(self) -> tuple[NDArray[np.int16], Ints, NDArray[np.uint8]]:
        """Cards an act (n,), -1 where the place was not recorded; the act of each card, and its code."""
        lengths = np.concatenate(self._lengths) if self._lengths else np.zeros(0, np.int16)
        characters = np.concatenate(self._pieces) if self._pieces else np.zeros(0, np.uint8)
        counts = np.where(lengths > 0, lengths >> 1, lengths)
        codes = encode_pairs(characters.reshape(-1, 2)).reshape(-1)
        act = np.repeat(np.arange(len(counts)), np.maximum(counts, 0))
        for place in np.unique(act[codes == NO_CARD]).tolist():
            first = 2 * int(np.searchsorted(act, place))
            self._wrong[place] = characters[first : first + 2 * int(counts[place])].tobytes().decode()
        return counts, act, codes

    @property
    def wrong(self) -> dict[int, str]:
        """Texts that are not cards, by the place of their act. After ``values``."""
        return self._wrong


class ActsColumn:
    """`placements` of some hands."""

    def __init__(self) -> None:
        self._counted = _Counted()
        self._seat = array("b")
        self._at: list[str] = []
        self._cards = {name: _CardTexts() for name in PLACES}

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

    def values(self, lines: Ints, problems: list[Problem]) -> tuple[Acts, NDArray[np.bool_]]:
        """The acts, and which hands recorded them."""
        hand = self._counted.hand()
        where = _Entries("placements", hand, lines)
        found = {name: cards.values() for name, cards in self._cards.items()}
        for name, cards in self._cards.items():
            problems += [
                where.problem(place, name, text, cards_expected(text) or "cards")
                for place, text in cards.wrong.items()
            ]
        counts = np.stack([counts for counts, _, _ in found.values()], axis=1)
        acts = Acts(
            hand, np.frombuffer(self._seat, np.int8), _instants(self._at, where, "at", problems), counts,
            tuple(act for _, act, _ in found.values()), tuple(codes for _, _, codes in found.values()),
        )  # fmt: skip
        return acts, self._counted.recorded()


def _characters(column: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int16]] | None:
    """The characters of texts one after the other, and how many each has (n,); None where one is not a text of cards."""
    joined = _END.join(column) + _END
    if not joined.isascii():
        return None
    raw = np.frombuffer(joined.encode(), np.uint8)
    ends = np.flatnonzero(raw == ord(_END))
    lengths = np.diff(ends, prepend=-1) - 1
    if len(ends) != len(column) or (lengths & 1).any():
        return None
    return raw[raw != ord(_END)], lengths.astype(np.int16)


class CallsColumn:
    """`clock_calls` of some hands."""

    _take = attrgetter("at", "seat", "called_by", "acted_at")

    def __init__(self) -> None:
        self._counted = _Counted()
        self._seat, self._called_by = Numbers(), Numbers()
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

    def values(self, lines: Ints, problems: list[Problem]) -> tuple[Ragged, NDArray[np.bool_]]:
        """The calls, and which hands recorded them."""
        hand = self._counted.hand()
        where = _Entries("clock_calls", hand, lines)
        columns = {
            "at": _instants(self._at, where, "at", problems),
            "seat": self._seat.values(),
            "called_by": self._called_by.values(),
            "acted_at": _instants(self._acted_at, where, "acted_at", problems),
        }
        return Ragged(hand, columns), self._counted.recorded()


class SeatsColumn:
    """`eliminated` of some hands: numbers of seats."""

    def __init__(self) -> None:
        self._counted = _Counted()
        self._seat = array("q")

    def add(self, column: Column) -> None:
        self._seat.extend(self._counted.add(column))

    def values(self) -> tuple[Ragged, NDArray[np.bool_]]:
        """The seats, and which hands recorded them."""
        seat = np.frombuffer(self._seat, np.int64)
        return Ragged(self._counted.hand(), {"seat": seat}), self._counted.recorded()


@dataclass(frozen=True)
class _Entries:
    """The entries of a list in the hands' records, with what is needed to locate a problem in one."""

    name: str
    hand: Ints
    lines: Ints

    def problem(self, place: int, field: str, text: str, expected: str) -> Problem:
        hand = int(self.hand[place])
        nth = place - int(np.searchsorted(self.hand, hand))
        return Problem(int(self.lines[hand]), f"{self.name}[{nth}].{field}", shown(text), expected)


def _instants(texts: list[str], where: _Entries, field: str, problems: list[Problem]) -> Ints:
    """Instants of texts; an empty text means a time that was not recorded."""
    written = None
    if "" in texts:
        written = [place for place, text in enumerate(texts) if text]
    parsed = times.parse(texts if written is None else [texts[place] for place in written])
    for wrong in parsed.wrong:
        place = wrong if written is None else written[wrong]
        problems.append(where.problem(place, field, texts[place], TIME_EXPECTED))
    if written is None:
        return parsed.instant
    instant = np.full(len(texts), times.NOT_RECORDED, np.int64)
    instant[written] = parsed.instant
    return instant
