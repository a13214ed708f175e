"""Columns that grow by batches, packed while in the processor's cache."""

from __future__ import annotations

from array import array
from operator import attrgetter
from typing import Any

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from rules.cards import NO_CARD, encode, encode_pairs
from rules.hands import UNRECORDED_FLAG, Ints, Ragged, no_cards
from rules.one_value import of_one_value
from rules.records.scanned import FLAG, NAME, NUMBER, ROW, ScannedField
from rules.times import NOT_RECORDED

Column = tuple[Any, ...]

_FLAG = {UNSET: UNRECORDED_FLAG, False: 0, True: 1}
_NUMBER = array("q", [NOT_RECORDED])
_NO_FLAG = array("b", [UNRECORDED_FLAG])
_FILLER = "--"  # the text of a card in an absent row
_END = "\n"  # follows each row


def nothing(column: Column) -> bool:
    """Whether a column has no recorded value."""
    return column[0] is UNSET and column.count(UNSET) == len(column)


class Interned(dict[str, int]):
    """Positions of texts by first occurrence. unprintable: those with an unprintable character."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.unprintable: list[int] = []

    def __missing__(self, text: str) -> int:
        self[text] = place = len(self.texts)
        self.texts.append(text)
        if not text.isprintable():
            self.unprintable.append(place)
        return place

    def places(self, found: ScannedField) -> NDArray[np.int32]:
        """Positions of scanned names (n,); -1: none."""
        known = np.array([*map(self.__getitem__, found.more), -1], np.int32)
        return known[np.frombuffer(found.values, np.int32)]


class NumberColumn:
    """Whole numbers; NOT_RECORDED: none."""

    use = NUMBER

    def __init__(self) -> None:
        self._values = array("q")
        self._recorded = False

    def add(self, column: Column) -> None:
        if nothing(column):
            self._values.extend(_NUMBER * len(column))
            return
        self._recorded = True
        try:
            self._values.extend(array("q", column))
        except TypeError:  # not recorded for some
            self._values.extend(array("q", [NOT_RECORDED if value is UNSET else value for value in column]))

    def add_scanned(self, found: ScannedField) -> None:
        self._recorded = self._recorded or found.recorded > 0
        self._values.frombytes(found.values)

    def add_array(self, values: Ints) -> None:
        self._recorded = True
        self._values.frombytes(values.tobytes())

    def values(self) -> Ints:
        found = np.frombuffer(self._values, np.int64)
        return found if self._recorded else of_one_value(np.int64(NOT_RECORDED), len(found))


class Flags8:
    """True, false or not recorded."""

    use = FLAG

    def __init__(self) -> None:
        self._values = array("b")
        self._recorded = False

    def add(self, column: Column) -> None:
        if nothing(column):
            self._values.extend(_NO_FLAG * len(column))
            return
        self._recorded = True
        try:
            self._values.frombytes(bytes(column))
        except TypeError:  # not recorded for some
            self._values.extend(array("b", [_FLAG[value] for value in column]))

    def add_scanned(self, found: ScannedField) -> None:
        self._recorded = self._recorded or found.recorded > 0
        self._values.frombytes(found.values)

    def values(self) -> NDArray[np.int8]:
        found = np.frombuffer(self._values, np.int8)
        return found if self._recorded else of_one_value(np.int8(UNRECORDED_FLAG), len(found))


class Texts:
    """Positions of interned texts; -1: none."""

    use = NAME

    def __init__(self, interned: Interned) -> None:
        self._interned = interned
        self._values = array("i")
        self._recorded = False

    def add(self, column: Column) -> None:
        if nothing(column):
            self._values.extend(array("i", [-1]) * len(column))
            return
        self._recorded = True
        known = self._interned
        if UNSET in column:
            self._values.extend(array("i", [-1 if text is UNSET else known[text] for text in column]))
        else:
            self._values.extend(array("i", map(known.__getitem__, column)))

    def add_scanned(self, found: ScannedField) -> None:
        self._recorded = self._recorded or found.recorded > 0
        self._values.frombytes(self._interned.places(found).tobytes())

    def values(self) -> NDArray[np.int32]:
        found = np.frombuffer(self._values, np.int32)
        return found if self._recorded else of_one_value(np.int32(-1), len(found))


class WordColumn:
    """Positions among allowed words; -1: none."""

    use = NAME

    def __init__(self, words: tuple[str, ...]) -> None:
        self._place: dict[Any, int] = {word: place for place, word in enumerate(words)} | {UNSET: -1}
        self._values = array("b")

    def add(self, column: Column) -> None:
        if nothing(column):
            self._values.extend(_NO_FLAG * len(column))
            return
        self._values.extend(array("b", map(self._place.__getitem__, column)))

    def add_scanned(self, found: ScannedField) -> None:
        places = np.array([*map(self._place.__getitem__, found.more), -1], np.int8)
        self._values.frombytes(places[np.frombuffer(found.values, np.int32)].tobytes())

    def values(self) -> NDArray[np.int8]:
        return np.frombuffer(self._values, np.int8)


class CardRows:
    """Rows of cards of one size. Others are kept apart by their place."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.use = (ROW, 2 * size)
        self._pieces: list[bytes] = []
        self._sizes = array("h")
        self._recorded = False
        self.odd: dict[int, list[int]] = {}
        self.wrong: dict[int, str] = {}  # texts that are not rows of cards

    def add(self, column: Column) -> None:
        count, size = len(column), self._size
        if nothing(column):
            self._pieces.append((_FILLER * size + _END).encode() * count)
            self._sizes.extend(array("h", [-1]) * count)
            return
        self._recorded = True
        sizes = array("h", [size]) * count
        try:
            text = _END.join(column)
        except TypeError:  # not recorded for some seats
            sizes = array("h", [-1 if each is UNSET else size for each in column])
            column = tuple([_FILLER * size if each is UNSET else each for each in column])
            text = _END.join(column)
        packed = self._packed(text, count)
        if packed is None:
            packed = self._packed(_END.join(self._without_odd(column, sizes)), count)
            assert packed is not None
        self._pieces.append(packed)
        self._sizes.extend(sizes)

    def add_scanned(self, found: ScannedField) -> None:
        self._recorded = self._recorded or found.recorded > 0
        characters, others = found.more
        first, sizes = len(self._sizes), array("h", found.values)
        for place, text in others:
            sizes[place] = self._put_apart(first + place, text.decode())
        self._pieces.append(characters)
        self._sizes.extend(sizes)

    def _packed(self, text: str, count: int) -> bytes | None:
        """``count`` joined rows as bytes, if all have the right size. One with an inner end mark shows by its codes."""
        if not text.isascii():
            return None
        packed = (text + _END).encode()
        width = 2 * self._size + 1
        if (
            len(packed) != width * count
            or not (np.frombuffer(packed, np.uint8)[width - 1 :: width] == ord(_END)).all()
        ):
            return None
        return packed

    def _without_odd(self, column: Column, sizes: array[int]) -> list[str]:
        kept = list(column)
        for place, text in enumerate(column):
            if len(text) == 2 * self._size and text.isascii():
                continue
            kept[place] = _FILLER * self._size
            sizes[place] = self._put_apart(len(self._sizes) + place, text)
        return kept

    def _put_apart(self, listed: int, text: str) -> int:
        if len(text) % 2 or not text.isascii() or (encode(text) == NO_CARD).any():
            self.wrong[listed] = text
            return -1
        self.odd[listed] = encode(text).tolist()
        return len(text) // 2

    def values(self) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
        """Codes (n, size), NO_CARD in absent rows and other sizes; sizes (n,), -1: unrecorded."""
        sizes = np.frombuffer(self._sizes, np.int16)
        if not self._recorded:
            return no_cards(len(sizes))[:, : self._size], of_one_value(np.int16(-1), len(sizes))
        rows = np.frombuffer(b"".join(self._pieces), np.uint8).reshape(len(sizes), 2 * self._size + 1)
        codes = encode_pairs(np.ascontiguousarray(rows[:, :-1]))
        missing = codes == NO_CARD
        if missing.any():
            bad = missing.any(axis=1) & (sizes == self._size)
            for listed in np.flatnonzero(bad).tolist():
                self.wrong[listed] = rows[listed, :-1].tobytes().decode()
        return codes, sizes


class Lists:
    """Lists of records, one a hand, as columns of one length."""

    def __init__(self, names: tuple[str, ...], texts: Interned) -> None:
        self._names = names
        self.use = dict.fromkeys(names, NAME)  # of those that are texts
        self._take = attrgetter(*names)
        self._interned = texts
        self._counts = array("q")
        self._recorded = array("b")
        self._columns = {name: NumberColumn() for name in names}

    def add(self, column: Column) -> None:
        if nothing(column):
            self._counts.extend(array("q", [0]) * len(column))
            self._recorded.extend(array("b", [0]) * len(column))
            return
        there = [place for place, items in enumerate(column) if items is not UNSET]
        counts, recorded = array("q", [0]) * len(column), array("b", [0]) * len(column)
        for place in there:
            recorded[place] = 1
            counts[place] = len(column[place])
        self._counts.extend(counts)
        self._recorded.extend(recorded)
        taken = [self._take(item) for place in there for item in column[place]]
        if taken:
            for name, values in zip(self._names, zip(*taken, strict=True), strict=True):
                self._columns[name].add(self._numbers(values))

    def add_scanned(self, found: ScannedField) -> None:
        counts = np.frombuffer(found.values, np.int64)
        self._counts.frombytes(np.maximum(counts, 0).tobytes())
        self._recorded.frombytes((counts >= 0).tobytes())
        if (counts > 0).any():
            for name in self._names:
                self._columns[name].add_array(self._scanned(found.more[name]))

    def _scanned(self, found: ScannedField) -> Ints:
        if found.kind == NUMBER:
            return np.frombuffer(found.values, np.int64)
        narrow = self._interned.places(found) if found.kind == NAME else np.frombuffer(found.values, np.int8)
        wide = narrow.astype(np.int64)
        wide[narrow < 0] = NOT_RECORDED
        return wide

    def _numbers(self, column: Column) -> Column:
        if nothing(column):
            return column
        if any(type(value) is str for value in column[:1]) or (
            UNSET in column and any(map(_is_text, column))
        ):
            return tuple([value if value is UNSET else self._interned[value] for value in column])
        return column

    def values(self) -> tuple[Ragged, NDArray[np.bool_]]:
        """Columns, and hands that had the list."""
        counts = np.frombuffer(self._counts, np.int64)
        columns = {name: column.values() for name, column in self._columns.items()}
        hand = np.repeat(np.arange(len(counts)), counts)
        return Ragged(hand, columns), np.frombuffer(self._recorded, np.bool_)


def _is_text(value: Any) -> bool:
    return type(value) is str
