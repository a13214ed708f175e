"""Variable-length columns (transfers, fees) with a hand index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Ragged(Struct, frozen=True):
    """Variable-length columns (transfers, fees, irregularities) of one length.

    ``hand`` is the position in the block; other columns by name. An unrecorded value is NOT_RECORDED.
    """

    hand: Ints
    columns: dict[str, Ints]

    def __getitem__(self, name: str) -> Ints:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.hand)

    def take(self, which: Ints, size: int) -> Ragged:
        """The rows of the hands at ``which`` (of a block of ``size``), their hands renumbered."""
        if not len(self.hand):
            return self
        hand, kept = renumbered(self.hand, which, size)
        return Ragged(hand, {name: column[kept] for name, column in self.columns.items()})

    def none(self) -> Ragged:
        """The same columns without a row, which keep nothing of these in memory."""
        return Ragged(
            self.hand[:0].copy(), {name: column[:0].copy() for name, column in self.columns.items()}
        )

    @classmethod
    def joined(cls, parts: Sequence[Ragged], sizes: Sequence[int]) -> Ragged:
        """The rows of blocks one after another, of so many hands each."""
        starts = np.cumsum([0, *sizes[:-1]])
        hand = np.concatenate([part.hand + start for part, start in zip(parts, starts, strict=True)])
        names = parts[0].columns
        return cls(hand, {name: np.concatenate([part.columns[name] for part in parts]) for name in names})


def renumbered(hand: Ints, which: Ints, size: int) -> tuple[Ints, NDArray[np.bool_]]:
    """The positions of rows' hands among the hands at ``which``, and which rows (n,) belong to one of them."""
    place = np.full(size, -1, np.int64)
    place[which] = np.arange(len(which))
    found = place[hand]
    kept = found >= 0
    return found[kept], kept
