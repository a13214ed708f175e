"""An evening of a closed game at one table, as columns: players, staff, times, cards, and what the floor did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.replay.row_strengths import Scale
from simulation.screened.dealt_settings import SEATS, DealtSettings, set_at_random, shuffled, well_set
from simulation.screened.room_regulars import RoomHabits, RoomRegular
from simulation.screened.seated_stays import NOBODY, stays

SUPERVISORS = ("s-1", "s-2", "s-3")
DEALERS = tuple(f"d-{number}" for number in range(1, 9))
_ON_DUTY, _TURN = 6, 1800  # dealers of an evening; seconds until they change
_HAND, _PAUSE, _BREAK = (75, 210), (25, 70), (600, 1500)  # seconds
_BREAKS, _MISDEALS, _DEAD, _SURRENDERS, _TOKES = 0.005, 0.008, 0.004, 0.02, 0.05  # chances
_FEWEST = 2  # players of a hand
_OPENS = 16 * 3600
_LOW, _HIGH, _BLOCK, _RAISED = 100, 200, 30, 0.15  # units, hands that one lasts, share of the higher one

DealCards = Callable[[int, np.random.Generator], NDArray[np.uint8]]


class ScreenedEvening(Struct):
    """An evening of H hands. Places 0 to 3 are seats 1 to 4. Staff are positions in SUPERVISORS and DEALERS."""

    table: str
    day: date
    players: Sequence[RoomRegular]
    cards: DealtSettings
    sits: Ints  # (H, 4) positions in ``players``; NOBODY
    rows: NDArray[np.uint8]  # (H, 4, 13) as set
    at: Ints  # (H,) seconds since midnight
    unit: Ints  # (H,)
    dealer: Ints  # (H,)
    supervisor: int
    void: Flags  # (H,)
    dead: Flags  # (H, 4)
    surrendered: Flags  # (H, 4)
    blank: Flags  # (H, 4) cards that are not recorded
    toked: Ints  # (H,) place that gave a toke after the hand; NOBODY
    kept: Flags  # (H,) hands that are dealt and recorded
    left_out: Ints = field(
        default_factory=lambda: np.zeros(0, np.int64)
    )  # hands that were dealt and have a number only
    dumped: list[tuple[int, int, int, int]] = field(
        default_factory=list
    )  # hand, payer's place, payee's place, units

    @property
    def seated(self) -> Flags:
        """(H, 4) places where somebody sits."""
        found: Flags = self.sits != NOBODY
        return found


def evening(
    table: str,
    day: date,
    players: Sequence[RoomRegular],
    habits: RoomHabits,
    scale: Scale,
    random: np.random.Generator,
    *,
    hands: int,
    deals: DealCards = shuffled,
    always_seated: bool = False,
) -> ScreenedEvening:
    """An honest evening. always_seated: the first four players stay until the end."""
    cards = well_set(deals(hands, random), scale)
    sits = np.tile(np.arange(SEATS), (hands, 1)) if always_seated else stays(players, cards, habits, random)
    at = _times(cards, habits, random)
    dealer = random.permutation(len(DEALERS))[:_ON_DUTY][(at - _OPENS) // _TURN % _ON_DUTY]
    seated, lost_much = sits != NOBODY, (cards.large_losses & (sits != NOBODY)).any(axis=1)
    raised = random.random(hands // _BLOCK + 1) < _RAISED
    return ScreenedEvening(
        table, day, players, cards, sits, _set(players, sits, cards, habits, scale, random), at,
        np.where(raised, _HIGH, _LOW)[np.arange(hands) // _BLOCK], dealer, int(random.integers(len(SUPERVISORS))),
        void=random.random(hands) < _MISDEALS + habits.protests * lost_much,
        dead=(random.random(seated.shape) < _DEAD / SEATS) & seated,
        surrendered=(random.random(seated.shape) < _SURRENDERS) & seated & cards.large_losses,
        blank=(random.random(seated.shape) < habits.mucks * cards.large_losses) & seated,
        toked=_tokes(players, sits, cards, dealer, habits, random), kept=seated.sum(axis=1) >= _FEWEST,
    )  # fmt: skip


def _times(cards: DealtSettings, habits: RoomHabits, random: np.random.Generator) -> Ints:
    """(H,) when hands are dealt, with breaks."""
    hands = len(cards.won)
    took = random.integers(*_HAND, hands) + random.integers(*_PAUSE, hands)
    pause = random.random(hands) < _BREAKS + habits.breaks * cards.large_losses.any(axis=1)
    took += np.where(pause, random.integers(*_BREAK, hands), 0)
    found: Ints = _OPENS + int(random.integers(_TURN)) + np.cumsum(took) - took
    return found


def _set(
    players: Sequence[RoomRegular],
    sits: Ints,
    cards: DealtSettings,
    habits: RoomHabits,
    scale: Scale,
    random: np.random.Generator,
) -> NDArray[np.uint8]:
    """(H, 4, 13) settings by those who sit there."""
    share = np.array([*(each.careless for each in players), 0.0])[sits]
    if habits.tired:
        tires = np.array([*(each.tires for each in players), False])[sits]
        tires[: len(sits) * 2 // 3] = False
        share = np.where(tires, np.minimum(2 * share, 1), share)
    careless = random.random(sits.shape) < share
    rows = cards.rows.copy()
    rows[careless] = set_at_random(rows[careless], scale, random)
    return rows


def _tokes(
    players: Sequence[RoomRegular],
    sits: Ints,
    cards: DealtSettings,
    dealer: Ints,
    habits: RoomHabits,
    random: np.random.Generator,
) -> Ints:
    """(H,) place of the winner who gives a toke; NOBODY."""
    best = np.where(sits != NOBODY, cards.won, -99).argmax(axis=1)
    who = sits[np.arange(len(sits)), best]
    generous = np.array([*(each.generous for each in players), 0.0])[who]
    liked = np.linspace(0.5, 1.5, len(DEALERS))[dealer] if habits.generous else 1.0
    return np.where(random.random(len(sits)) < _TOKES * generous * liked, best, NOBODY)
