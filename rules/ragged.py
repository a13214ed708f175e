"""Ragged columns with a hand index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Ragged(Struct, frozen=True):
    """Ragged columns of one length. ``hand``: position in the block. Unrecorded: NOT_RECORDED."""

    hand: Ints
    columns: dict[str, Ints]

    def __getitem__(self, name: str) -> Ints:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.hand)

    def take(self, which: Ints, size: int) -> Ragged:
        """Rows of hands ``which`` of ``size``, renumbered."""
        if not len(self.hand):
            return self
        hand, kept = renumbered(self.hand, which, size)
        return Ragged(hand, {name: column[kept] for name, column in self.columns.items()})

    def none(self) -> Ragged:
        """Copy without rows, which frees their memory."""
        return Ragged(
            self.hand[:0].copy(), {name: column[:0].copy() for name, column in self.columns.items()}
        )

    @classmethod
    def joined(cls, parts: Sequence[Ragged], sizes: Sequence[int]) -> Ragged:
        """Rows of blocks of ``sizes``, one after another."""
        starts = np.cumsum([0, *sizes[:-1]])
        hand = np.concatenate([part.hand + start for part, start in zip(parts, starts, strict=True)])
        names = parts[0].columns
        return cls(hand, {name: np.concatenate([part.columns[name] for part in parts]) for name in names})


def renumbered(hand: Ints, which: Ints, size: int) -> tuple[Ints, NDArray[np.bool_]]:
    """Positions of rows' hands in ``which``, and the mask of rows that have one."""
    place = np.full(size, -1, np.int64)
    place[which] = np.arange(len(which))
    found = place[hand]
    kept = found >= 0
    return found[kept], kept
