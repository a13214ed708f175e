"""Prices of rows: outcomes, royalties, sweeps, the overall point."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import RANKS, ROWS
from rules.controls.sections import Sections
from rules.controls.sections.game import Foul
from rules.controls.sections.scoring import OverallPoint, Rows, SweepOfAll, SweepOfOne
from rules.hands import Ints
from rules.replay.row_strengths import HANDS, KINDS, ROYAL_FLUSH, STRAIGHT_FLUSH

OUTCOMES = 16  # rows won * 4 + rows lost
CONDITIONS = ("held", "won", "net_winner", "won_by_net_winner")


class RoyaltyRules(Struct, frozen=True):
    """Units by row (0 front) and kind (Scale.kind); last column: 0, for a row without one. K kinds."""

    held: NDArray[np.int64]  # (3, K + 1) win or lose
    won: NDArray[np.int64]  # (3, K + 1) only where the row is won
    net_winner: NDArray[np.int64]  # (3, K + 1) only for the pair's winner by rows
    won_by_net_winner: NDArray[np.int64]  # (3, K + 1) only where that winner won the row as well
    both: str  # both_pay, higher_only or cancel
    tied: str  # as_held or none
    against_fixed: bool

    @property
    def units(self) -> NDArray[np.int64]:
        """(3, K + 1) value on any condition of payment."""
        return self.held + self.won + self.net_winner + self.won_by_net_winner

    @property
    def simple(self) -> bool:
        """Whether royalties are paid whenever held, as a difference of sums."""
        plain = self.both == "both_pay" and self.tied == "as_held"
        return plain and not (self.won.any() or self.net_winner.any() or self.won_by_net_winner.any())


class SweepRules(Struct, frozen=True):
    """Rule for all rows won, of one opponent or of all."""

    op: str  # add, set or multiply
    figure: int  # units, or the factor
    royalties_too: bool  # multiply: royalties as well as rows
    two_and_a_tie: bool
    min_opponents: int
    live_only: bool  # opponents with a natural or a surrender do not count

    @property
    def idle(self) -> bool:
        """Whether the rule changes nothing."""
        return self.op == "multiply" and self.figure == 1


class OverallRules(Struct, frozen=True):
    """The point to a pair's net winner."""

    units: int
    by_rows: bool  # by rows won, and not by units
    with_fixed: bool  # also with a natural or a surrender
    beside_sweep: bool


def row_units(rows: Rows, parts: int) -> Ints:
    """Units by rows won and lost. WSGC-6d, WSGC-6e, WSGC-24-*, WSGC-16-*, PAGAT-score-simple, HG-two-of-three."""
    units = np.zeros(OUTCOMES, np.int64)
    for won, lost, tied in _outcomes():
        if won > lost:
            by_row = rows.unit * (won - lost) + rows.tie * tied
            price = rows.prices.get(f"{won}-{lost}-{tied}", 0) + rows.per_row_too * by_row
            units[won * 4 + lost] = price if rows.prices else by_row
            units[lost * 4 + won] = -units[won * 4 + lost]
    return units * parts


def silent_outcomes(rows: Rows) -> NDArray[np.bool_]:
    """(16,) outcomes that the source does not price."""
    silent = np.zeros(OUTCOMES, np.bool_)
    for won, lost, tied in _outcomes():
        if f"{won}-{lost}-{tied}" in rows.unpriced:
            silent[won * 4 + lost] = silent[lost * 4 + won] = True
    return silent


def foul_units(rows: Rows, foul: Foul, surrender: int | None, parts: int) -> int | None:
    """Units of a foul to each opponent, where rows do not price it; None: unpriced. AMB-FOUL."""
    if foul.price == "base":  # all rows, without what a sweep earns on top
        price = rows.table.get("2-1-0") if rows.kind == "table" else 3 * rows.unit
    elif foul.price == "flat":
        price = foul.units
    else:
        return surrender if foul.price == "surrender" else 0
    return None if price is None else price * parts


def royalties_of(sections: Sections, parts: int) -> RoyaltyRules | None:
    """Royalties as tables; None: there are none. A total replaces the row's unit."""
    if not sections.royalty:
        return None
    tables = {when: np.zeros((3, KINDS + 1), np.int64) for when in CONDITIONS}
    royal = sections.ranking.royal
    for each in sections.royalty:
        table, row, hand = tables[each.when], ROWS.index(each.row), HANDS.index(each.hand)
        units = (each.units - (sections.rows.unit if each.as_ == "total" else 0)) * parts
        table[row, _kinds(hand, each.rank)] = units
        if hand == STRAIGHT_FLUSH and royal == "straight_flush":
            table[row, _kinds(ROYAL_FLUSH)] = units
    for table in tables.values() if royal == "both" else ():
        table[:, _kinds(ROYAL_FLUSH)] += table[:, _kinds(STRAIGHT_FLUSH)]
    settled = sections.royalties
    return RoyaltyRules(**tables, both=settled.both, tied=settled.tied, against_fixed=settled.against_fixed)


def _kinds(hand: int, rank: str | None = None) -> slice:
    first = hand * len(RANKS) + (0 if rank is None else RANKS.index(rank))
    return slice(first, first + (len(RANKS) if rank is None else 1))


def sweep_of(sweep: SweepOfOne | SweepOfAll | None, parts: int) -> SweepRules | None:
    """Rule for all rows won; None: it pays nothing. VAR-sweep-extra, HG-sweep-9."""
    if sweep is None:
        return None
    of_all = sweep if isinstance(sweep, SweepOfAll) else None
    rules = SweepRules(
        op=sweep.op,
        figure=sweep.factor if sweep.op == "multiply" else sweep.units * parts,
        royalties_too=sweep.scope == "rows_and_royalties",
        two_and_a_tie=sweep.two_and_a_tie,
        min_opponents=of_all.min_opponents if of_all else 1,
        live_only=of_all is not None and of_all.needs == "live_opponents",
    )
    return None if rules.idle else rules


def overall_of(point: OverallPoint | None, parts: int) -> OverallRules | None:
    """The overall point. VAR-overall, VAR-overall-basis."""
    if point is None:
        return None
    return OverallRules(
        units=point.units * parts,
        by_rows=point.basis == "rows",
        with_fixed=point.with_fixed,
        beside_sweep=point.beside_sweep == "both",
    )


def _outcomes() -> list[tuple[int, int, int]]:
    return [(won, lost, 3 - won - lost) for won in range(4) for lost in range(4 - won)]
