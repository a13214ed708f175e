"""Texts of cards as one column of codes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from rules.cards import NO_CARD, encode_pairs
from rules.hands import Ints
from rules.records.columns import Column, nothing
from rules.records.scanned import CARDS, ScannedField

_END = "\n"  # behind each text of cards
_UNWRITTEN = -1  # the count of cards of a text that was not recorded


class CardTexts:
    """Cards of one field of all entries as one text, with lengths."""

    use = CARDS

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

    def add_scanned(self, found: ScannedField) -> None:
        self._take(np.frombuffer(found.more, np.uint8), np.frombuffer(found.values, np.int16))

    def _take(self, characters: NDArray[np.uint8], lengths: NDArray[np.int16]) -> None:
        self._pieces.append(characters)
        self._lengths.append(lengths)
        self._count += len(lengths)

    def _without_wrong(self, column: Column) -> list[str]:
        kept = list(column)
        for place, text in enumerate(column):
            if len(text) % 2 or not text.isascii() or _END in text:
                self._wrong[self._count + place] = text
                kept[place] = ""
        return kept

    def values(self) -> tuple[NDArray[np.int16], Ints, NDArray[np.uint8]]:
        """Cards an entry (n,), -1 where unrecorded; the entry and code of each card."""
        lengths = np.concatenate(self._lengths) if self._lengths else np.zeros(0, np.int16)
        characters = np.concatenate(self._pieces) if self._pieces else np.zeros(0, np.uint8)
        counts = np.where(lengths > 0, lengths >> 1, lengths)
        codes = encode_pairs(characters.reshape(-1, 2)).reshape(-1)
        entry = np.repeat(np.arange(len(counts)), np.maximum(counts, 0))
        for place in np.unique(entry[codes == NO_CARD]).tolist():
            first = 2 * int(np.searchsorted(entry, place))
            self._wrong[place] = characters[first : first + 2 * int(counts[place])].tobytes().decode()
        return counts, entry, codes

    @property
    def wrong(self) -> dict[int, str]:
        """Texts that are not cards, by entry. After ``values``."""
        return self._wrong


def _characters(column: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int16]] | None:
    """Characters of texts, and lengths (n,); None where one is no text of cards."""
    joined = _END.join(column) + _END
    if not joined.isascii():
        return None
    raw = np.frombuffer(joined.encode(), np.uint8)
    ends = np.flatnonzero(raw == ord(_END))
    lengths = np.diff(ends, prepend=-1) - 1
    if len(ends) != len(column) or (lengths & 1).any():
        return None
    return raw[raw != ord(_END)], lengths.astype(np.int16)
