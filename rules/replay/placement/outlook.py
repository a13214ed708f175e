"""Whether unseen cards can complete a hand's rows in order, by an example or a full search; None: it would be too long.

AMB-CARN-forced-foul, AMB-OFC1-stepaway.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import JOKER, ROW_SIZES
from rules.replay.row_strengths import Scale

Rows = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]  # codes of front, middle, back

TRIES = (96, 2048)  # random completions that are tried before the search
MOST_OF_A_ROW = 200_000  # completions of one row that the search covers
MOST_MIDDLES = 20_000
_SEED = 7
_ONE = np.uint64(1)


class RowOrder(Struct, frozen=True):
    """Order of rows: scale, and whether level rows foul."""

    scale: Scale
    equal_fouls: bool

    def holds(self, lower: NDArray[np.int16], upper: NDArray[np.int16], *, front: bool) -> NDArray[np.bool_]:
        """Whether rows (n,) are in order with those behind them."""
        if not self.equal_fouls:
            return lower <= upper
        return lower < upper if not front else self.scale.three_most[lower] < upper


@lru_cache(maxsize=4096)
def can_be_legal(rows: Rows, unseen: frozenset[int], order: RowOrder) -> bool | None:
    """Whether ``unseen`` can complete the rows in order; None where the search would be too long."""
    if any(len(row) > size for row, size in zip(rows, ROW_SIZES, strict=True)):
        return False
    if not _finished_in_order(rows, order):
        return False
    pool = np.array(sorted(unseen), np.uint8)
    if len(pool) < sum(map(_open, range(3), rows)):
        return False
    if any(_by_chance(rows, pool, order, tries) for tries in TRIES):
        return True
    found = [
        None if comb(len(pool), _open(place, row)) > MOST_OF_A_ROW else _completions(place, row, pool, order)
        for place, row in enumerate(rows)
    ]
    if any(_never(found[lower], found[upper], order, lower) for lower, upper in combinations(range(3), 2)):
        return False
    front, middle, back = found
    if front is None or middle is None or back is None:
        return None
    return _gone_through(front, middle, back, order)


def in_order_so_far(rows: Rows, order: RowOrder) -> bool:
    """Whether finished rows are in order: reading complete_rows of AMB-CARN-forced-foul."""
    return _finished_in_order(rows, order)


def open_rows(rows: Rows) -> list[int]:
    """Rows that have room, front first."""
    return [place for place, row in enumerate(rows) if _open(place, row) > 0]


def _open(place: int, row: tuple[int, ...]) -> int:
    return max(ROW_SIZES[place] - len(row), 0)


def _finished_in_order(rows: Rows, order: RowOrder) -> bool:
    done = [place for place, row in enumerate(rows) if len(row) == ROW_SIZES[place]]
    strengths = {place: order.scale.of_rows(np.array([rows[place]], np.uint8)) for place in done}
    return all(
        bool(order.holds(strengths[lower], strengths[upper], front=lower == 0)[0])
        for lower, upper in combinations(done, 2)
    )


def _by_chance(rows: Rows, pool: NDArray[np.uint8], order: RowOrder, tries: int) -> bool:
    missing = [_open(place, row) for place, row in enumerate(rows)]
    needed = sum(missing)
    if needed == 0:
        return True
    dealt = np.random.default_rng(_SEED).random((tries, len(pool))).argsort(axis=1)[:, :needed]
    cards, strengths, first = pool[dealt], [], 0
    for row, count in zip(rows, missing, strict=True):
        fixed = np.broadcast_to(np.array(row, np.uint8), (tries, len(row)))
        strengths.append(order.scale.of_rows(np.hstack([fixed, cards[:, first : first + count]])))
        first += count
    legal = order.holds(strengths[0], strengths[1], front=True)
    return bool((legal & order.holds(strengths[1], strengths[2], front=False)).any())


class _Completions(Struct, frozen=True):
    """Every completion of a row: strengths (n,) ascending, and cards taken (n,) as bits."""

    strength: NDArray[np.int16]
    taken: NDArray[np.uint64]


def _completions(place: int, row: tuple[int, ...], pool: NDArray[np.uint8], order: RowOrder) -> _Completions:
    count = _open(place, row)
    chosen = np.array(list(combinations(pool.tolist(), count)), np.uint8).reshape(
        comb(len(pool), count), count
    )
    fixed = np.broadcast_to(np.array(row, np.uint8), (len(chosen), len(row)))
    strength = order.scale.of_rows(np.hstack([fixed, chosen]).astype(np.uint8))
    taken = np.zeros(len(chosen), np.uint64)
    for column in range(count):
        taken |= _ONE << chosen[:, column].astype(np.uint64)
    ascending = np.argsort(strength, kind="stable")
    return _Completions(strength[ascending], taken[ascending])


def _never(lower: _Completions | None, upper: _Completions | None, order: RowOrder, place: int) -> bool:
    if lower is None or upper is None:
        return False
    return not order.holds(lower.strength[:1], upper.strength[-1:], front=place == 0)[0]


def _gone_through(
    front: _Completions, middle: _Completions, back: _Completions, order: RowOrder
) -> bool | None:
    weakest = np.broadcast_to(front.strength[:1], middle.strength.shape)
    strongest = np.broadcast_to(back.strength[-1:], middle.strength.shape)
    fits = order.holds(weakest, middle.strength, front=True)
    fits &= order.holds(middle.strength, strongest, front=False)
    which = np.flatnonzero(fits)
    if not len(which):
        return False
    for at in which[:MOST_MIDDLES].tolist():
        if _apart(front, middle, back, at, order):
            return True
    return None if len(which) > MOST_MIDDLES else False


def _apart(front: _Completions, middle: _Completions, back: _Completions, at: int, order: RowOrder) -> bool:
    strength, taken = middle.strength[at : at + 1], middle.taken[at]
    fronts = front.taken[
        order.holds(front.strength, np.broadcast_to(strength, front.strength.shape), front=True)
        & ((front.taken & taken) == 0)
    ]
    backs = back.taken[
        order.holds(np.broadcast_to(strength, back.strength.shape), back.strength, front=False)
        & ((back.taken & taken) == 0)
    ]
    if not len(fronts) or not len(backs):
        return False
    return any(bool(((backs & one) == 0).any()) for one in np.unique(fronts))


def unseen_by(seen: set[int]) -> frozenset[int]:
    """Cards of the deck that are not in view."""
    return frozenset(range(JOKER)) - seen
