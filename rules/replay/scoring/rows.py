"""Tables of what rows pay: units by outcome, royalties, sweeps, the overall point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS, ROWS
from rules.controls.ruleset import Ruleset
from rules.hands import Ints
from rules.replay.strength import HANDS, KINDS, ROYAL_FLUSH, STRAIGHT_FLUSH

OUTCOMES = 16  # rows won * 4 + rows lost
CONDITIONS = ("held", "won", "net_winner", "won_by_net_winner")


@dataclass(frozen=True)
class RoyaltyRules:
    """Units by row (0 front) and kind of hand (Scale.kind); the last column, 0, is for a row without one. K kinds."""

    held: NDArray[np.int64]  # (3, K + 1) win or lose
    won: NDArray[np.int64]  # (3, K + 1) only where the row is won
    net_winner: NDArray[np.int64]  # (3, K + 1) only for the pair's winner by rows
    won_by_net_winner: NDArray[np.int64]  # (3, K + 1) only where he won the row as well
    both: str  # both_pay, higher_only or cancel
    tied: str  # as_held or none
    against_fixed: bool

    @property
    def units(self) -> NDArray[np.int64]:
        """(3, K + 1) what a hand is worth, whatever it takes to collect it."""
        return self.held + self.won + self.net_winner + self.won_by_net_winner

    @property
    def simple(self) -> bool:
        """Paid whenever held: a difference of sums over the seats' rows."""
        plain = self.both == "both_pay" and self.tied == "as_held"
        return plain and not (self.won.any() or self.net_winner.any() or self.won_by_net_winner.any())


@dataclass(frozen=True)
class SweepRules:
    """All rows won: of one opponent, or of every one."""

    op: str  # add, set or multiply
    figure: int  # units, or the factor
    royalties_too: bool  # multiply: royalties as well as rows
    two_and_a_tie: bool
    min_opponents: int
    live_only: bool  # opponents with a natural or a surrender do not stand in the way

    @property
    def idle(self) -> bool:
        """Whether it changes nothing."""
        return self.op == "multiply" and self.figure == 1


@dataclass(frozen=True)
class OverallRules:
    """The point to a pair's net winner."""

    units: int
    by_rows: bool  # by rows won, and not by units
    with_fixed: bool  # also beside a natural or a surrender
    beside_sweep: bool


def row_units(ruleset: Ruleset, parts: int) -> Ints:
    """Units by rows won and lost. WSGC-6d, WSGC-6e, WSGC-24-*, WSGC-16-*, PAGAT-score-simple, HG-two-of-three."""
    unit, tie = ruleset.get("rows.unit", 1), ruleset.get("rows.tie", 0)
    table = ruleset.get("rows.table", {}) if ruleset.get("rows.kind") == "table" else {}
    per_row_too = ruleset.get("rows.per_row_too", False)
    units = np.zeros(OUTCOMES, np.int64)
    for won, lost, tied in _outcomes():
        if won >= lost:
            by_row = unit * (won - lost) + tie * tied
            key = f"{won}-{lost}-{tied}"
            units[won * 4 + lost] = table.get(key, 0) + per_row_too * by_row if table else by_row
            units[lost * 4 + won] = -units[won * 4 + lost]
    return units * parts


def silent_outcomes(ruleset: Ruleset) -> NDArray[np.bool_]:
    """(16,) outcomes that the source does not price."""
    silent = np.zeros(OUTCOMES, np.bool_)
    listed = ruleset.get("rows.silent", []) if ruleset.get("rows.kind") == "table" else []
    for won, lost, tied in _outcomes():
        if f"{won}-{lost}-{tied}" in listed:
            silent[won * 4 + lost] = silent[lost * 4 + won] = True
    return silent


def foul_units(ruleset: Ruleset, price: str, surrender: int | None, parts: int) -> int | None:
    """What a foul pays each opponent where that is not the rows' price. AMB-FOUL."""
    if price == "base":  # all rows, without what a sweep earns on top
        if ruleset.get("rows.kind") == "table":
            two_rows = ruleset.get("rows.table", {}).get("2-1-0")
            return None if two_rows is None else two_rows * parts
        found: int = 3 * ruleset.get("rows.unit", 1) * parts
        return found
    if price == "flat":
        flat: int = ruleset.get("set_order.foul.units")
        return flat * parts
    return surrender if price == "surrender" else 0


def royalties_of(ruleset: Ruleset, parts: int) -> RoyaltyRules | None:
    """Royalties as tables. A total takes the place of the row's unit."""
    listed = ruleset.get("royalty")
    if not listed:
        return None
    tables = {when: np.zeros((3, KINDS + 1), np.int64) for when in CONDITIONS}
    royal = ruleset.get("ranking.royal")
    for each in listed:
        instead = ruleset.get("rows.unit", 1) if each["as"] == "total" else 0
        row, hand = ROWS.index(each["row"]), HANDS.index(each["hand"])
        kinds = _kinds(hand, each.get("rank"))
        tables[each["when"]][row, kinds] = (each["units"] - instead) * parts
        if hand == STRAIGHT_FLUSH and royal == "straight_flush":
            tables[each["when"]][row, _kinds(ROYAL_FLUSH)] = (each["units"] - instead) * parts
    for table in tables.values() if royal == "both" else ():
        table[:, _kinds(ROYAL_FLUSH)] += table[:, _kinds(STRAIGHT_FLUSH)]
    return RoyaltyRules(
        **tables,
        both=ruleset.get("royalties.both", "both_pay"),
        tied=ruleset.get("royalties.tied", "as_held"),
        against_fixed=ruleset.get("royalties.against_fixed", False),
    )


def _kinds(hand: int, rank: str | None = None) -> slice:
    """The kinds of a class of hand, of one rank or of all."""
    first = hand * len(RANKS) + (0 if rank is None else RANKS.index(rank))
    return slice(first, first + (len(RANKS) if rank is None else 1))


def sweep_of(ruleset: Ruleset, level: str, parts: int) -> SweepRules | None:
    """The rule for all rows won from one opponent (``pair``) or from all (``table``). VAR-sweep-extra, HG-sweep-9."""
    said = ruleset.get(f"sweep.{level}")
    if said is None:
        return None
    op = said["op"]
    rules = SweepRules(
        op=op,
        figure=said["factor"] if op == "multiply" else said["units"] * parts,
        royalties_too=said.get("scope", "rows_and_royalties") == "rows_and_royalties",
        two_and_a_tie=said.get("two_and_a_tie", False),
        min_opponents=said.get("min_opponents", 1),
        live_only=said.get("needs") == "live_opponents",
    )
    return None if rules.idle else rules


def overall_of(ruleset: Ruleset, parts: int) -> OverallRules | None:
    """The overall point. VAR-overall, VAR-overall-basis."""
    said = ruleset.get("overall_point")
    if said is None:
        return None
    return OverallRules(
        units=said["units"] * parts,
        by_rows=said.get("basis") == "rows",
        with_fixed=said.get("with_fixed", False),
        beside_sweep=said.get("beside_sweep", "both") == "both",
    )


def _outcomes() -> list[tuple[int, int, int]]:
    return [(won, lost, 3 - won - lost) for won in range(4) for lost in range(4 - won)]
