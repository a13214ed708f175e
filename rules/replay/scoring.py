"""A ruleset compiled into small look-up tables, so that a new system is a new file and no new code."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.cards import ROWS
from rules.controls.ruleset import Ruleset
from rules.hands import Ints
from rules.replay.strength import HANDS, ROYAL_FLUSH, STRAIGHT_FLUSH, Scale, scale

OUTCOMES = 16  # rows won * 4 + rows lost


@dataclass(frozen=True)
class Natural:
    """A special hand: units that each opponent pays, and its rank among naturals."""

    id: str
    pattern: str
    units: int
    rank: int


@dataclass(frozen=True)
class NaturalRules:
    declare: str  # automatic or required
    layout: str  # any_partition or as_set
    quads_as_two_pairs: bool
    straight_flush_counts: bool
    ace_low: bool
    several: str  # highest or sum
    false_claim: str  # rows or foul
    against_natural: str  # difference, higher_rank_full or rows
    list: tuple[Natural, ...]


@dataclass(frozen=True)
class SurrenderRules:
    units: int
    against_natural: str  # surrender_amount, natural_value or both
    royalties: str  # none or pays


@dataclass(frozen=True)
class RoyaltyRules:
    """Units by row (0 front) and class of hand; the last column, 0, is for a row without a class."""

    held: NDArray[np.int64]  # (3, 11) win or lose
    won: NDArray[np.int64]  # (3, 11) only where the row is won
    net_winner: NDArray[np.int64]  # (3, 11) only for the pair's winner by rows
    both: str  # both_pay, higher_only or cancel
    tied: str  # as_held or none
    against_fixed: bool

    @property
    def units(self) -> NDArray[np.int64]:
        """(3, 11) what a hand is worth, whatever it takes to collect it."""
        return self.held + self.won + self.net_winner

    @property
    def simple(self) -> bool:
        """Paid whenever held: a difference of sums over the seats' rows."""
        plain = self.both == "both_pay" and self.tied == "as_held"
        return plain and not self.won.any() and not self.net_winner.any()


@dataclass(frozen=True, eq=False)
class Scoring:
    """What replay needs of a ruleset."""

    ruleset: Ruleset
    scale: Scale
    rows: Ints  # (16,) units by won * 4 + lost, from the winner's side down to the loser's
    silent: NDArray[np.bool_]  # (16,) outcomes that the source does not price
    equal_rows_foul: bool
    foul_price: str  # rows, base, surrender or void
    foul_units: int | None  # what a foul costs where its price is base or surrender
    royalties: RoyaltyRules | None
    naturals: NaturalRules | None
    surrender: SurrenderRules | None
    natural_names: tuple[str, ...] = field(default=())

    def sees_seats_as(self, other: Scoring) -> bool:
        """Whether every seat brings the same to the comparison, so that only the pairs differ."""
        return (
            self.scale is other.scale
            and self.equal_rows_foul == other.equal_rows_foul
            and self.naturals == other.naturals
            and self._royalty_units() == other._royalty_units()
        )

    def _royalty_units(self) -> bytes | None:
        return self.royalties.units.tobytes() if self.royalties else None


@lru_cache(maxsize=256)
def compiled(ruleset: Ruleset) -> Scoring:
    """Compile a ruleset for closed hands."""
    rows = _rows(ruleset)
    naturals = _naturals(ruleset)
    surrender = _surrender(ruleset)
    price = ruleset.get("set_order.foul.price", "rows")
    return Scoring(
        ruleset=ruleset,
        scale=scale(
            ruleset.get("ranking.wheel", "low"), ruleset.get("ranking.short_row", "missing_cards_lowest")
        ),
        rows=rows,
        silent=_silent(ruleset),
        equal_rows_foul=ruleset.get("set_order.equal") == "foul",
        foul_price=price,
        foul_units=_foul_units(ruleset, price, surrender),
        royalties=_royalties(ruleset),
        naturals=naturals,
        surrender=surrender,
        natural_names=tuple(each.id for each in naturals.list) if naturals else (),
    )


def _outcomes() -> list[tuple[int, int, int]]:
    return [(won, lost, 3 - won - lost) for won in range(4) for lost in range(4 - won)]


def _rows(ruleset: Ruleset) -> Ints:
    """WSGC-6d, WSGC-6e, WSGC-24-*, WSGC-16-*: units by rows won and lost."""
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
    return units


def _silent(ruleset: Ruleset) -> NDArray[np.bool_]:
    silent = np.zeros(OUTCOMES, np.bool_)
    listed = ruleset.get("rows.silent", []) if ruleset.get("rows.kind") == "table" else []
    for won, lost, tied in _outcomes():
        if f"{won}-{lost}-{tied}" in listed:
            silent[won * 4 + lost] = silent[lost * 4 + won] = True
    return silent


def _foul_units(ruleset: Ruleset, price: str, surrender: SurrenderRules | None) -> int | None:
    if price == "base":  # all rows, without what a sweep earns on top
        if ruleset.get("rows.kind") == "table":
            return ruleset.get("rows.table", {}).get("2-1-0")
        return 3 * ruleset.get("rows.unit", 1)
    if price == "surrender":
        return surrender.units if surrender else None
    return 0


def _royalties(ruleset: Ruleset) -> RoyaltyRules | None:
    listed = ruleset.get("royalty")
    if not listed:
        return None
    tables = {when: np.zeros((3, len(HANDS) + 1), np.int64) for when in ("held", "won", "net_winner")}
    for each in listed:
        instead = ruleset.get("rows.unit", 1) if each["as"] == "total" else 0
        table = tables[each["when"]]
        row, hand = ROWS.index(each["row"]), HANDS.index(each["hand"])
        table[row, hand] = each["units"] - instead
        if hand == STRAIGHT_FLUSH and ruleset.get("ranking.royal") == "straight_flush":
            table[row, ROYAL_FLUSH] = table[row, hand]
    return RoyaltyRules(
        **tables,
        both=ruleset.get("royalties.both", "both_pay"),
        tied=ruleset.get("royalties.tied", "as_held"),
        against_fixed=ruleset.get("royalties.against_fixed", False),
    )


def _naturals(ruleset: Ruleset) -> NaturalRules | None:
    listed = ruleset.get("naturals.list")
    if not listed:
        return None
    return NaturalRules(
        declare=ruleset.get("naturals.declare", "automatic"),
        layout=ruleset.get("naturals.layout", "any_partition"),
        quads_as_two_pairs=ruleset.get("naturals.quads_as_two_pairs", True),
        straight_flush_counts=ruleset.get("naturals.straight_flush_counts", True),
        ace_low=ruleset.get("naturals.ace_low", True),
        several=ruleset.get("naturals.several", "highest"),
        false_claim=ruleset.get("naturals.false_claim", "rows"),
        against_natural=ruleset.get("naturals.against_natural", "difference"),
        list=tuple(Natural(each["id"], each["pattern"], each["units"], each["rank"]) for each in listed),
    )


def _surrender(ruleset: Ruleset) -> SurrenderRules | None:
    if not ruleset.get("surrender.allowed"):
        return None
    return SurrenderRules(
        units=ruleset.get("surrender.amount.units"),
        against_natural=ruleset.get("surrender.against_natural", "surrender_amount"),
        royalties=ruleset.get("surrender.royalties", "none"),
    )
