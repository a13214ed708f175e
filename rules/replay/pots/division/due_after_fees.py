"""Amounts due after the fees taken, so that one wrong fee is one finding."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.controls.sections.pots import OddChip
from rules.pot_hands import Flags
from rules.ragged import Ints
from rules.replay.pots.acts.short_axes import any_of, sum_of
from rules.replay.pots.betting.hand_outcome import Circumstances, FeesOnRecord, HandOutcome
from rules.replay.pots.betting.side_pots import Layers
from rules.replay.pots.division.pot_settlement import Settled, by_seat
from rules.replay.pots.division.pot_shares import Awards, divide
from rules.replay.pots.division.rake_and_drop import borne, recorded_drop, recorded_rake
from rules.times import NOT_RECORDED


class ChargedAwards(Struct, frozen=True, eq=False):
    """Awards of H hands with S seats after recorded fees. Money is in minor units."""

    awards: Awards
    awarded: Ints  # (H, S) the sum of a seat's awards, as far as they are known
    known: Flags  # (H, S)
    put_in: Ints  # (H, S) NOT_RECORDED where not known

    @property
    def net(self) -> Ints:
        """(H, S) result due; NOT_RECORDED where unknown."""
        known = self.known & (self.put_in != NOT_RECORDED)
        return np.where(known, self.awarded - self.put_in, NOT_RECORDED)


def charged(
    settled: Settled, outcome: HandOutcome, under: Circumstances, odd: OddChip, given: Ints
) -> ChargedAwards:
    """Awards after recorded fees. given: (H, P) recorded awards of each pot, or NOT_RECORDED.

    A rake without a pot falls as due, or on the only pot. Otherwise, and without recorded fees, a pot was worth its awards, as
    far as possible.
    """
    due, pots = settled.fees, settled.pots
    by_pot, rake, placed = recorded_rake(under.fees, pots)
    drop = recorded_drop(under.fees, len(rake))
    as_due = (rake == due.rake)[:, None] & ~placed[:, None]
    by_pot = np.where(as_due, due.by_pot, by_pot)
    fell = np.where(as_due, due.by_pot != NOT_RECORDED, placed[:, None]) & under.fees.recorded[:, None]
    net = pots.amounts - by_pot
    net[:, 0] -= drop
    left, shown = _as_given(under.fees, pots, given, rake + drop, drop)
    net = np.where(fell, net, left)
    known = pots.known[:, None] & (fell | shown) & (net >= 0)
    awards = divide(outcome, settled.won, net, known, odd)
    taken = np.where(under.fees.recorded, rake + drop, NOT_RECORDED)
    awarded, seats = by_seat(pots, settled.compared, settled.won, taken, awards)
    put_in = np.where(pots.chips_known[:, None], pots.put_in, NOT_RECORDED)
    return ChargedAwards(awards, awarded, seats, put_in)


def _as_given(fees: FeesOnRecord, pots: Layers, given: Ints, taken: Ints, drop: Ints) -> tuple[Ints, Flags]:
    least, most = borne(fees, pots)
    recorded = fees.recorded[:, None]
    low, high = pots.amounts - most, pots.amounts - least
    low[:, 0] -= drop
    high[:, 0] -= drop
    low, high = np.where(recorded, low, 0), np.where(recorded, high, pots.amounts)
    left = np.clip(given, low, np.maximum(low, high))
    open_ = pots.there & (given == NOT_RECORDED)
    adds_up = ~any_of(open_) & (sum_of(np.where(pots.there, left, 0)) == sum_of(pots.amounts) - taken)
    shown = np.where(recorded, adds_up[:, None], given != NOT_RECORDED)
    return left, shown & pots.there
