"""Pots of a hand: uncalled chips return, the rest is layered by live contributions. Dead chips belong to the main pot."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.pot_hands import Flags
from rules.ragged import Ints, Ragged
from rules.replay.pots.acts.short_axes import any_of, count_of, most_of, sum_of
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.times import NOT_RECORDED

MOST_POTS = 10  # a pot for each seat
_NO_LEVEL = np.iinfo(np.int64).max


class Layers(Struct, frozen=True, eq=False):
    """Pots of H hands, at most P, main pot first. Money is in minor units."""

    amounts: Ints  # (H, P) before rake and drop; 0 beyond the pots of a hand
    eligible: Flags  # (H, P, S) the seats that can win it
    count: NDArray[np.int64]  # (H,) pots of the hand
    known: Flags  # (H,) whether the amounts are known
    seats_known: Flags  # (H,) whether it is known who can win them
    returned: Ints  # (H, S) uncalled; 0 where nothing, or not known
    put_in: Ints  # (H, S) live and dead chips after what was returned; NOT_RECORDED where not known
    chips_known: Flags  # (H,) whether `returned` and `put_in` are known

    @property
    def there(self) -> Flags:
        """(H, P) pots that exist."""
        found: Flags = np.arange(self.amounts.shape[1]) < self.count[:, None]
        return found


def layers(outcome: HandOutcome, void: Flags) -> Layers:
    """Pots of each hand's chips; a void hand has none and all its chips go back."""
    known: Flags = void | ~any_of((outcome.live == NOT_RECORDED) & outcome.dealt)
    counts = (known & ~void)[:, None] & outcome.dealt
    live, dead = np.where(counts, outcome.live, 0), np.where(counts, np.maximum(outcome.dead, 0), 0)
    returned = _uncalled(live)
    live = live - returned
    still_in = counts & outcome.still_in
    amounts, levels = _amounts(live, still_in)
    amounts[:, 0] += sum_of(dead)
    if outcome.house_money is not None:
        amounts[:, 0] += np.where(known & ~void, outcome.house_money, 0)
    amounts, levels, count = _gathered(amounts, levels)
    folds_known = known if outcome.folds_known is None else known & outcome.folds_known
    amounts, levels, count = _as_one(amounts, levels, count, known & ~folds_known)
    there = (amounts != 0)[:, :, None]
    eligible = still_in[:, None, :] & (live[:, None, :] >= levels[:, :, None]) & there
    return Layers(
        amounts=amounts,
        eligible=eligible,
        count=count,
        known=known,
        seats_known=folds_known,
        returned=returned,
        put_in=np.where(known[:, None], live + dead, NOT_RECORDED),
        chips_known=known,
    )


def _uncalled(live: Ints) -> Ints:
    if live.shape[1] < 2:
        return live.copy()
    top = np.partition(live, -2, axis=1)
    first, second = top[:, -1:], top[:, -2:-1]
    return np.where(live == first, first - second, 0)


def _amounts(live: Ints, still_in: Flags) -> tuple[Ints, Ints]:
    levels = np.sort(np.where(still_in, live, _NO_LEVEL), axis=1)
    up_to = np.zeros_like(live)
    for seat in range(live.shape[1]):
        up_to += np.minimum(live[:, seat : seat + 1], levels)
    amounts = np.diff(up_to, axis=1, prepend=0)
    top = most_of(np.where(still_in, live, 0))
    last = count_of(still_in & (live < top[:, None]))  # the first layer at the highest level
    beyond = np.arange(live.shape[1]) > last[:, None]
    rest = sum_of(np.where(beyond, amounts, 0))
    amounts[beyond] = 0
    amounts[np.arange(len(live)), last] += rest  # folded chips above what every seat still in put in
    return amounts, levels


def _gathered(amounts: Ints, levels: Ints) -> tuple[Ints, Ints, Ints]:
    there = amounts != 0
    count = count_of(there).astype(np.int64)
    deep = max(int(count.max(initial=1)), 1)
    gaps = (
        np.flatnonzero(any_of(there[:, 1:] & ~there[:, :-1])) if there.shape[1] > 1 else np.zeros(0, np.int64)
    )
    order = np.argsort(~there[gaps], axis=1, kind="stable")
    amounts[gaps] = np.take_along_axis(amounts[gaps], order, axis=1)
    levels[gaps] = np.take_along_axis(levels[gaps], order, axis=1)
    return amounts[:, :deep], levels[:, :deep], count


def _as_one(amounts: Ints, levels: Ints, count: Ints, which: Flags) -> tuple[Ints, Ints, Ints]:
    """Pots of some hands merged: with unknown folds, a layer may hold folded chips of the pot below."""
    some = np.flatnonzero(which & (count > 1))
    amounts[some, 0] = sum_of(amounts[some])
    amounts[some, 1:] = 0
    return amounts, levels, np.where(which, np.minimum(count, 1), count)


class RecordedPots(Struct, frozen=True, eq=False):
    """Pots as the room settled them."""

    pots: Ragged  # pot, amount
    eligible: Ragged  # pot, seat number
    numbers: NDArray[np.int8]  # (H, S) the seats' numbers


def with_recorded(made: Layers, recorded: RecordedPots, void: Flags) -> Layers:
    """Layers with the room's pots for hands with unrecorded chips or folds; for folds, where totals agree."""
    pots, eligible = recorded.pots, recorded.eligible
    total = np.zeros(len(made.known), np.int64)
    np.add.at(total, pots.hand, pots["amount"])
    wanted = ~void & (~made.known | ~made.seats_known & (total == sum_of(made.amounts)))
    numbered = pots["pot"] < MOST_POTS
    wanted[pots.hand[~numbered | (pots["amount"] == NOT_RECORDED)]] = False
    rows = np.flatnonzero(wanted[pots.hand])
    if not len(rows):
        return made
    hand, pot = pots.hand[rows], pots["pot"][rows]
    deep = max(int(pot.max()) + 1, made.amounts.shape[1])
    amounts: Ints = _deeper(made.amounts, deep)
    amounts[hand, pot] = pots["amount"][rows]
    seats: Flags = _deeper(made.eligible, deep)
    seats[hand] = False
    fits = np.flatnonzero(wanted[eligible.hand] & (eligible["pot"] < deep))
    row, seat = np.nonzero(recorded.numbers[eligible.hand[fits]] == eligible["seat"][fits][:, None])
    seats[eligible.hand[fits][row], eligible["pot"][fits][row], seat] = True
    count, known, seats_known = made.count.copy(), made.known.copy(), made.seats_known.copy()
    np.maximum.at(count, hand, pot + 1)
    known[hand] = True
    without = ~any_of(seats) & (np.arange(deep) < count[:, None])
    seats_known[hand] = ~any_of(without)[hand]
    return Layers(amounts, seats, count, known, seats_known, made.returned, made.put_in, made.chips_known)


def _deeper(column: NDArray[Any], deep: int) -> NDArray[Any]:
    more = np.zeros((len(column), deep - column.shape[1], *column.shape[2:]), column.dtype)
    return np.concatenate([column, more], axis=1)
