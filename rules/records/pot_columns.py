"""Columns of pot games beside acts: stakes, seats' cards, boards, pots."""

from __future__ import annotations

from array import array
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from rules.cards import NO_CARD
from rules.hands import Ints, Ragged
from rules.one_value import of_one_value
from rules.pot_hands import HALVES, STAKES
from rules.records.card_texts import CardTexts
from rules.records.columns import Column, NumberColumn, WordColumn, nothing
from rules.records.entries import EntryCounts, ListEntries
from rules.records.inspect import cards_expected
from rules.records.problems import Problem
from rules.times import NOT_RECORDED


class ObjectColumns:
    """Objects of whole numbers, at most one an entry, as a column a field."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._take = attrgetter(*names)
        self._none = (UNSET,) * len(names)
        self._columns = {name: NumberColumn() for name in names}

    def add(self, column: Column) -> None:
        if nothing(column):
            for numbers in self._columns.values():
                numbers.add(column)
            return
        taken = [self._none if each is UNSET else self._take(each) for each in column]
        for numbers, values in zip(self._columns.values(), zip(*taken, strict=True), strict=True):
            numbers.add(values)

    def values(self) -> dict[str, Ints]:
        return {name: numbers.values() for name, numbers in self._columns.items()}


def stakes_column() -> ObjectColumns:
    """`stakes` of some hands."""
    return ObjectColumns(STAKES)


class SeatCards:
    """Cards of a seat, kept up to the column's width."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._texts = CardTexts()
        self._count = 0
        self._recorded = False

    def add(self, column: Column) -> None:
        self._count += len(column)
        self._recorded = self._recorded or not nothing(column)
        self._texts.add(column)

    def values(self) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
        """Codes (n, width), then NO_CARD; numbers of cards (n,), -1: unrecorded."""
        counts, seat, codes = self._texts.values()
        if not self._recorded:
            return of_one_value(np.uint8(NO_CARD), self._count, self._width), counts
        wide = np.full((self._count, self._width), NO_CARD, np.uint8)
        here = np.maximum(counts, 0).astype(np.int64)
        nth = np.arange(len(codes)) - np.repeat(np.cumsum(here) - here, here)
        kept = nth < self._width
        wide[seat[kept], nth[kept]] = codes[kept]
        return wide, counts

    @property
    def wrong(self) -> dict[int, str]:
        """Texts that are not cards, by place of the seat. After ``values``."""
        return self._texts.wrong


class BoardsColumn:
    """`boards` of some hands."""

    def __init__(self) -> None:
        self._counted = EntryCounts()
        self._texts = CardTexts()

    def add(self, column: Column) -> None:
        boards = self._counted.add(column)
        if boards:
            self._texts.add(tuple(boards))

    def values(self, lines: Ints, problems: list[Problem]) -> tuple[Ragged, NDArray[np.bool_]]:
        """Cards with runs from 1; hands that recorded boards."""
        hand = self._counted.hand()
        where = ListEntries("boards", hand, lines)
        _, board, codes = self._texts.values()
        problems += [
            where.problem(place, "", text, cards_expected(text) or "cards")
            for place, text in self._texts.wrong.items()
        ]
        columns = {"run": self._counted.nth()[board] + 1, "card": codes.astype(np.int64)}
        return Ragged(hand[board], columns), self._counted.recorded()


class _Inner:
    def __init__(self) -> None:
        self._counts = array("q")

    def add(self, column: Column) -> list[Any]:
        self._counts.extend([NOT_RECORDED if each is UNSET else len(each) for each in column])
        return list(chain.from_iterable(each for each in column if each is not UNSET))

    def listed(self) -> Ints:
        """(n,) values of each entry; NOT_RECORDED: no list."""
        return np.frombuffer(self._counts, np.int64)

    def entry(self) -> Ints:
        counts = np.maximum(self.listed(), 0)
        return np.repeat(np.arange(len(counts)), counts)


class PotsColumn:
    """`pots` of some hands, as the room settled them."""

    _take = attrgetter("pot", "amount", "eligible", "awards")
    _take_award = attrgetter("seat", "amount", "run", "order", "half")

    def __init__(self) -> None:
        self._counted = EntryCounts()
        self._pot, self._amount = array("q"), array("q")
        self._eligible, self._awards = _Inner(), _Inner()
        self._eligible_seat = array("q")
        self._award = {name: NumberColumn() for name in ("seat", "amount", "run", "order")}
        self._half = WordColumn(HALVES)

    def add(self, column: Column) -> None:
        pots = self._counted.add(column)
        if not pots:
            return
        pot, amount, eligible, awards = zip(*map(PotsColumn._take, pots), strict=True)
        self._pot.extend(pot)
        self._amount.extend(amount)
        self._eligible_seat.extend(self._eligible.add(eligible))
        given = self._awards.add(awards)
        if given:
            *numbers, half = zip(*map(PotsColumn._take_award, given), strict=True)
            for added, values in zip(self._award.values(), numbers, strict=True):
                added.add(values)
            self._half.add(half)

    def values(self) -> tuple[Ragged, NDArray[np.bool_], Ragged, Ragged]:
        """Pots, and hands that recorded them; eligible seats; awards."""
        hand, pot = self._counted.hand(), np.frombuffer(self._pot, np.int64)
        place = self._counted.nth()
        columns = {
            "place": place,
            "pot": pot,
            "amount": np.frombuffer(self._amount, np.int64),
            "eligible": self._eligible.listed(),
            "awards": self._awards.listed(),
        }
        of_eligible, of_award = self._eligible.entry(), self._awards.entry()
        eligible = {
            "place": place[of_eligible],
            "pot": pot[of_eligible],
            "seat": np.frombuffer(self._eligible_seat, np.int64),
        }
        awards = {name: column.values() for name, column in self._award.items()}
        awards |= {
            "place": place[of_award],
            "pot": pot[of_award],
            "half": self._half.values().astype(np.int64),
        }
        return (
            Ragged(hand, columns),
            self._counted.recorded(),
            Ragged(hand[of_eligible], eligible),
            Ragged(hand[of_award], awards),
        )
