"""Columns of acts of pot games, packed by batches with the same fields."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, compress
from typing import Any

import numpy as np
from msgspec import UNSET
from msgspec.structs import astuple
from numpy.typing import NDArray

from rules.hands import Ints, Ragged
from rules.one_value import of_one_value
from rules.pot_hands import ACT_CARDS, ACTS, BY, POSTS, SAID, STREETS, ActCards, PotActs
from rules.records.card_texts import CardTexts
from rules.records.columns import Column, nothing
from rules.records.entries import EntryCounts, ListEntries, instants
from rules.records.inspect import cards_expected
from rules.records.pot_records import ALIKE, Act
from rules.records.problems import Problem
from rules.times import NOT_RECORDED

_KIND: dict[type, int] = {kind: ACTS.index(str(kind.__struct_config__.tag)) for kind in chain(*ALIKE)}
_ALIKE = np.array(
    [[kind in each for each in ALIKE].index(True) for kind in sorted(_KIND, key=_KIND.__getitem__)], np.int8
)
_FIELDS = [each[0].__struct_fields__ for each in ALIKE]
_COLUMN = {
    "to": "amount",
    "times": "amount",
    "kind": "post",
}  # of fields that have another name than their column

_FLAG = (False, True)
_FLAGS = ("all_in", "out_of_turn", "withdrawn", "face_down", "reshuffled")
_WORDS = {"post": POSTS, "street": STREETS, "by": BY, "said": SAID}
_NUMBERS = ("amount", "run", "said_to")
_SEATS = ("seat", "called_by")
_TIMES = ("at", "acted_at")


class _Sparse:
    def __init__(
        self, kind: type[np.int8] | type[np.int64], empty: int, words: Sequence[Any] | None = None
    ) -> None:
        self._kind, self._empty = kind, empty
        self._code = "b" if kind is np.int8 else "q"
        self._places = None if words is None else dict(zip((UNSET, *words), range(-1, 99), strict=False))
        self._where: list[Ints] = []
        self._values: list[NDArray[Any]] = []

    def add(self, where: Ints, column: Column) -> None:
        if nothing(column):
            return
        try:
            values = array(self._code, self._numbers(column))
        except TypeError:  # not recorded for some
            values = array(self._code, [self._empty if value is UNSET else value for value in column])
        self._where.append(where)
        self._values.append(np.frombuffer(values, self._kind))

    def _numbers(self, column: Column) -> Iterable[int]:
        return column if self._places is None else map(self._places.__getitem__, column)

    def values(self, size: int) -> NDArray[Any]:
        if not self._where:
            return of_one_value(self._kind(self._empty), size)
        column = np.full(size, self._empty, self._kind)
        column[np.concatenate(self._where)] = np.concatenate(self._values)
        return column


def _recorded(where: Ints, column: Column) -> tuple[Ints, Column]:
    if nothing(column):
        return where[:0], ()
    if UNSET not in column:
        return where, column
    there = [value is not UNSET for value in column]
    return where[there], tuple(compress(column, there))


class _Texts:
    def __init__(self) -> None:
        self._where: list[Ints] = [np.zeros(0, np.int64)]

    def _rows(self) -> Ints:
        return np.concatenate(self._where)


class _Cards(_Texts):
    def __init__(self) -> None:
        super().__init__()
        self._texts = CardTexts()

    def add(self, where: Ints, column: Column) -> None:
        where, column = _recorded(where, column)
        if len(column):
            self._where.append(where)
            self._texts.add(column)

    def values(self, size: int) -> tuple[ActCards, dict[int, str]]:
        """Cards of ``size`` acts; texts that are not cards, by act."""
        where = self._rows()
        listed, entry, codes = self._texts.values()
        counts = of_one_value(np.int16(-1), size)
        if len(where):
            counts = np.full(size, -1, np.int16)
            counts[where] = listed
        act = where[entry]
        order = np.argsort(act, kind="stable")  # acts of other fields come after each other in a batch
        return ActCards(counts, act[order], codes[order]), {
            int(where[place]): text for place, text in self._texts.wrong.items()
        }


class _Times(_Texts):
    def __init__(self) -> None:
        super().__init__()
        self._texts: list[str] = []

    def add(self, where: Ints, column: Column) -> None:
        where, column = _recorded(where, column)
        if len(column):
            self._where.append(where)
            self._texts += column

    def values(self, entries: ListEntries, field: str, problems: list[Problem]) -> Ints:
        size = len(entries.hand)
        if not self._texts:
            return of_one_value(np.int64(NOT_RECORDED), size)
        where = self._rows()
        instant = np.full(size, NOT_RECORDED, np.int64)
        instant[where] = instants(self._texts, entries.at(where), field, problems)
        return instant


class _Lists:
    def __init__(self) -> None:
        self._act: list[Ints] = [np.zeros(0, np.int64)]
        self._recorded: list[Ints] = [np.zeros(0, np.int64)]
        self._nth: list[Ints] = [np.zeros(0, np.int64)]
        self._values = array("q")

    def add(self, where: Ints, column: Column) -> None:
        where, lists = _recorded(where, column)
        if not lists:
            return
        self._recorded.append(where)
        self._act.append(np.repeat(where, [len(each) for each in lists]))
        self._values.extend(chain.from_iterable(lists))

    def add_nested(self, where: Ints, column: Column) -> None:
        """Add lists of lists: values have their inner list's index."""
        where, lists = _recorded(where, column)
        if not lists:
            return
        self._recorded.append(where)
        inner = list(chain.from_iterable(lists))
        nth = [place for each in lists for place in range(len(each))]
        sizes = np.array([len(each) for each in inner], np.int64)
        of_inner = np.repeat(where, [len(each) for each in lists])
        self._act.append(np.repeat(of_inner, sizes))
        self._nth.append(np.repeat(np.array(nth, np.int64), sizes))
        self._values.extend(chain.from_iterable(inner))

    def values(self, hand: Ints, name: str, nth: str | None = None) -> tuple[Ragged, NDArray[np.bool_]]:
        """Values by act, of acts of hands (n,); (n,) acts that had the list."""
        act = np.concatenate(self._act)
        columns = {"act": act}
        if nth is not None:
            columns[nth] = np.concatenate(self._nth)
        columns[name] = np.frombuffer(self._values, np.int64) if len(act) else np.zeros(0, np.int64)
        where = np.concatenate(self._recorded)
        recorded = of_one_value(np.False_, len(hand))
        if len(where):
            recorded = np.zeros(len(hand), np.bool_)
            recorded[where] = True
        return Ragged(hand[act], columns), recorded


class PotActsColumn:
    """`acts` of some hands."""

    def __init__(self) -> None:
        self._counted = EntryCounts()
        self._kind = array("b")
        self._cards = {name: _Cards() for name in ACT_CARDS}
        self._times = {name: _Times() for name in _TIMES}
        words = _WORDS | dict.fromkeys(_FLAGS, _FLAG)
        self._sparse = {name: _Sparse(np.int8, -1, words[name]) for name in words}
        self._sparse |= {name: _Sparse(np.int64, NOT_RECORDED) for name in _NUMBERS}
        self._sparse |= {name: _Sparse(np.int8, 0) for name in _SEATS}
        self._chips, self._agreed = _Lists(), _Lists()
        columns: dict[str, Any] = {**self._cards, **self._times, **self._sparse}
        self._add: dict[str, Callable[[Ints, Column], None]] = {
            name: column.add for name, column in columns.items()
        }
        self._add |= {"chips": self._chips.add_nested, "agreed": self._agreed.add}

    def add(self, column: Column) -> None:
        acts: list[Act] = self._counted.add(column)
        if not acts:
            return
        first = len(self._kind)
        kinds = array("b", map(_KIND.__getitem__, map(type, acts)))
        self._kind.extend(kinds)
        alike = _ALIKE[np.frombuffer(kinds, np.int8)]
        order = np.argsort(alike, kind="stable")
        acts = [acts[place] for place in order.tolist()]
        end = 0
        for fields, count in zip(_FIELDS, np.bincount(alike, minlength=len(ALIKE)).tolist(), strict=True):
            begin, end = end, end + count
            if count:
                where = first + order[begin:end]
                taken = zip(*map(astuple, acts[begin:end]), strict=True)
                for name, values in zip(fields, taken, strict=True):
                    self._add[_COLUMN.get(name, name)](where, values)

    def values(self, lines: Ints, problems: list[Problem]) -> tuple[PotActs, NDArray[np.bool_]]:
        """Acts, and hands that recorded them."""
        hand = self._counted.hand()
        where, size = ListEntries("acts", hand, lines), len(hand)
        found = {name: column.values(size) for name, column in self._sparse.items()}
        for name in _TIMES:
            found[name] = self._times[name].values(where, name, problems)
        cards = {}
        for name, column in self._cards.items():
            cards[name], wrong = column.values(size)
            problems += [
                where.problem(place, name, text, cards_expected(text) or "cards")
                for place, text in wrong.items()
            ]
        chips, chips_recorded = self._chips.values(hand, "chip", "motion")
        agreed, agreed_recorded = self._agreed.values(hand, "seat")
        acts = PotActs(
            hand=hand, place=self._counted.nth(), kind=np.frombuffer(self._kind, np.int8), cards=cards, chips=chips,
            chips_recorded=chips_recorded, agreed=agreed, agreed_recorded=agreed_recorded, **found,
        )  # fmt: skip
        return acts, self._counted.recorded()
