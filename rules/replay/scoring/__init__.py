"""A ruleset compiled into look-up tables. Figures are in parts of a unit, ``denominator`` to one."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property, lru_cache

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from rules.controls.ruleset import Ruleset
from rules.hands import Ints
from rules.replay.row_strengths import Scale, scale
from rules.replay.scoring.natural_scores import NaturalRules, naturals_of
from rules.replay.scoring.row_scores import (
    OverallRules,
    RoyaltyRules,
    SweepRules,
    foul_units,
    overall_of,
    row_units,
    royalties_of,
    silent_outcomes,
    sweep_of,
)
from rules.replay.scoring.unit_settlement import (
    AllRowsJackpot,
    BankerRules,
    ChipRules,
    PenaltyRules,
    PoolRules,
    PricedSideBet,
    SurrenderRules,
    WinnerRules,
    banker_of,
    chips_of,
    dealer_units,
    jackpots_of,
    penalties_of,
    pool_of,
    side_bets_of,
    surrender_of,
    winner_of,
)

SHARES = 2520  # divides by every number of seats that a log can have


class Scoring(Struct, frozen=True, eq=False, dict=True):
    """A compiled ruleset."""

    ruleset: Ruleset
    scale: Scale
    topology: str  # all_pairs, banker, pool or single_winner
    denominator: int  # parts of a unit
    rows: Ints  # (16,) by rows won * 4 + rows lost, from the winner's side down to the loser's
    silent: NDArray[np.bool_]  # (16,) outcomes that the source does not price
    equal_rows_foul: bool
    foul_price: str  # rows, base, flat, surrender or void
    foul_units: int | None  # what a foul costs where its price is not the rows'
    foul_pays_royalties: bool  # those of the legal hand
    foul_keeps: str  # its own royalties: void, kept or paid
    fouls_compare: bool  # two fouled hands by their rows
    jokers: str | None  # what wild cards stand for: best_row or best_legal; None: there are none
    penalties: PenaltyRules
    royalties: RoyaltyRules | None
    sweep: SweepRules | None  # of one opponent
    sweep_of_all: SweepRules | None
    overall: OverallRules | None
    naturals: NaturalRules | None
    surrender: SurrenderRules | None
    banker: BankerRules | None
    pool: PoolRules | None
    single_winner: WinnerRules | None
    side_bets: tuple[PricedSideBet, ...]
    dealer_units: int  # to a forced dealer, from each opponent
    chips: ChipRules | None
    jackpots: tuple[AllRowsJackpot, ...]
    natural_names: tuple[str, ...] = field(default=())

    @cached_property
    def ranks(self) -> tuple[Hashable, ...]:
        """Key of a row's strength."""
        return id(self.scale), self.jokers  # scales are made once

    @cached_property
    def sees(self) -> tuple[Hashable, ...]:
        """Key of a seat's facts without royalties."""
        return *self.ranks, self.equal_rows_foul, self.naturals, self.denominator

    @cached_property
    def brings(self) -> tuple[Hashable, ...]:
        """Key of a seat's facts with royalties."""
        units = None if self.royalties is None else self.royalties.units.tobytes()
        return *self.sees, self.foul_keeps, units

    @cached_property
    def compares(self) -> tuple[Hashable, ...]:
        """Key of the comparison of two seats."""
        return *self.sees, self.banker, self.fouls_compare


@lru_cache(maxsize=512)
def compiled(ruleset: Ruleset) -> Scoring:
    sections = ruleset.sections
    rows, set_order, ranking = sections.rows, sections.set_order, sections.ranking
    foul, topology = set_order.foul, sections.comparison.topology
    parts = SHARES if topology == "pool" or sections.naturals.in_all else 1
    naturals = naturals_of(sections.naturals, parts)
    surrender = surrender_of(sections.surrender, parts)
    jokers = sections.jokers if sections.table.deck.jokers else None
    return Scoring(
        ruleset=ruleset,
        scale=scale(ranking.wheel, ranking.short_row),
        topology=topology,
        denominator=parts,
        rows=row_units(rows, parts),
        silent=silent_outcomes(rows),
        equal_rows_foul=set_order.equal == "foul",
        foul_price=foul.price or "rows",
        foul_units=foul_units(rows, foul, surrender.units if surrender else None, parts),
        foul_pays_royalties=foul.price not in ("surrender", "void") and foul.royalties == "paid",
        foul_keeps=foul.own_royalties,
        fouls_compare=foul.against_foul == "rows",
        jokers=jokers.value if jokers is not None else None,
        penalties=penalties_of(sections.penalties, parts),
        royalties=royalties_of(sections, parts),
        sweep=sweep_of(sections.sweep.pair, parts),
        sweep_of_all=sweep_of(sections.sweep.table, parts),
        overall=overall_of(sections.overall_point, parts),
        naturals=naturals,
        surrender=surrender,
        banker=banker_of(sections.comparison),
        pool=pool_of(sections, parts),
        single_winner=winner_of(sections),
        side_bets=side_bets_of(sections.side_bets, parts),
        dealer_units=dealer_units(sections.dealer_compensation, parts),
        chips=chips_of(sections.chips),
        jackpots=jackpots_of(sections.jackpots),
        natural_names=tuple(each.id for each in naturals.list) if naturals else (),
    )
