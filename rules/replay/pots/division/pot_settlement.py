"""Payouts due in pot games: pots, fees, awards, jackpots, results."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.controls.sections.pots import PotGame
from rules.pot_hands import Flags
from rules.ragged import Ints
from rules.replay.pots.acts.short_axes import any_of, count_of, sum_of, won_in_any
from rules.replay.pots.betting.hand_outcome import Circumstances, HandOutcome
from rules.replay.pots.betting.side_pots import Layers, RecordedPots, layers, with_recorded
from rules.replay.pots.division.pot_jackpots import Jackpots, jackpots
from rules.replay.pots.division.pot_shares import Awards, divide
from rules.replay.pots.division.rake_and_drop import PotFeesDue, fees_due
from rules.replay.pots.showdown.compared_hands import ComparedHands, showdown
from rules.replay.pots.showdown.pot_winners import Winners, winners
from rules.replay.pots.showdown.show_order import show_order
from rules.times import NOT_RECORDED


class Settled(Struct, frozen=True, eq=False, dict=True):
    """Settlement of H hands with S seats. Money is in minor units; NOT_RECORDED where unknown."""

    pots: Layers
    compared: ComparedHands
    won: Winners
    fees: PotFeesDue
    awards: Awards
    awarded: Ints  # (H, S) the sum of a seat's awards, as far as they are known
    awarded_known: Flags  # (H, S)
    show_order: NDArray[np.int8]  # (H, S) columns in the order in which they show, NOBODY beyond
    jackpots: Jackpots

    @cached_property
    def net_known(self) -> Flags:
        """(H, S) where a seat's result is known."""
        return self.awarded_known & self.pots.chips_known[:, None]

    @cached_property
    def net(self) -> Ints:
        """(H, S) awards less contributions; 0 where unknown."""
        return np.where(self.net_known, self.awarded - self.pots.put_in, 0)


def settle(
    outcome: HandOutcome,
    under: Circumstances,
    rules: PotGame,
    last_bettor: Ints,
    recorded: RecordedPots | None = None,
) -> Settled:
    """Settlement under a ruleset. last_bettor: (H,) column, or NOBODY. recorded: the room's pots, for unrecorded chips."""
    games, odd = rules.games, rules.pots.odd_chip
    pots = layers(outcome, under.void)
    if recorded is not None:
        pots = with_recorded(pots, recorded, under.void)
    compared = showdown(outcome, pots, under.game, games)
    won = winners(outcome, pots, compared, under.game, games, odd)
    shared = any_of(won.contested) & (outcome.runs > 1)
    due = fees_due(outcome, under, pots, rules.fees, games, shared)
    net, net_known = due.net(pots.amounts)
    awards = divide(outcome, won, net, net_known, odd)
    taken = np.where((due.rake >= 0) & (due.drop >= 0), due.rake + due.drop, NOT_RECORDED)
    awarded, known = by_seat(pots, compared, won, taken, awards)
    return Settled(
        pots=pots,
        compared=compared,
        won=won,
        fees=due,
        awards=awards,
        awarded=awarded,
        awarded_known=known,
        show_order=show_order(outcome, pots, last_bettor, rules.pots.showdown),
        jackpots=jackpots(outcome, under, compared, won, due, rules.jackpots, games),
    )


def by_seat(
    pots: Layers, compared: ComparedHands, won: Winners, taken: Ints, awards: Awards
) -> tuple[Ints, Flags]:
    """(H, S) sum of each seat's awards; where no open pot could be the seat's.

    taken: (H,) rake and drop, or NOT_RECORDED. A seat that won every pot is due their sum less fees.
    """
    awarded = awards.by_seat(compared.contenders.shape[::2])
    takes = won_in_any(won.won)
    nobody = ~any_of(compared.contenders)[:, :, None]  # every hand is dead: no rule says whose the pot is
    could = np.where(won.known[:, :, None], takes, np.where(nobody, pots.eligible, compared.contenders))
    open_ = pots.there & ~awards.known
    known = ~any_of(np.swapaxes(could & open_[:, :, None], 1, 2))
    known &= (pots.known & pots.seats_known)[:, None]
    total_known = (taken != NOT_RECORDED) & any_of(open_) & ~any_of(pots.there & ~won.known)
    alone = (
        ~any_of(np.swapaxes(pots.there[:, :, None] & ~takes, 1, 2)) & ~any_of(count_of(takes) > 1)[:, None]
    )
    alone &= total_known[:, None]
    whole = sum_of(pots.amounts) - taken
    return np.where(alone, whole[:, None], awarded), known | alone
