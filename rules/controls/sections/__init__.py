"""Sections of a ruleset as typed values, one struct a table.

The check of a file (`rules.controls.schema`) derives from types, bounds, words and meanings. A field without a default is
demanded. A default holds where the ruleset is silent; None: the reading code decides. A table is None when absent only where
its presence matters. Money is in minor units of ``fees.currency``, shares in basis points, ``units`` of the game. Citations
are by path (`Ruleset.cite`); items of lists carry theirs.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.controls.sections.base import Plain
from rules.controls.sections.game import Jokers, Ranking, SetOrder, StakesRules, TableRules
from rules.controls.sections.house import Fees, HouseJackpot, Irregularities, Records
from rules.controls.sections.jackpot_pool import JackpotMoney, JackpotPool
from rules.controls.sections.naturals import Naturals
from rules.controls.sections.open_face import Event, Fantasyland, OpenFaceClock, PlacementRules, Presence
from rules.controls.sections.parameter_types import Means
from rules.controls.sections.pots import PotGame
from rules.controls.sections.scoring import Comparison, OverallPoint, Rows, Royalties, Royalty, Sweep
from rules.controls.sections.settlement import (
    DealerCompensation,
    Penalties,
    PoolSettlement,
    ShortChips,
    SideBet,
    SingleWinner,
    Surrender,
)
from rules.controls.sections.tournaments import (
    Again,
    Bounty,
    Busts,
    Charges,
    ClockLevels,
    Discipline,
    Entries,
    KindName,
    PrizeRules,
    Prizes,
    Race,
    RankingPoints,
    RoyalPool,
    SeatingRules,
)

FindingCode = Annotated[str, Meta(pattern=r"^[A-Z]{3}\d{3}$")]
Severity = Literal["critical", "major", "minor", "note"]


class Sections(Plain, frozen=True, kw_only=True):
    """All sections of a ruleset."""

    table: TableRules = TableRules()
    stakes: StakesRules = StakesRules()
    ranking: Ranking = Ranking()
    jokers: Jokers | None = None
    set_order: SetOrder = SetOrder()
    comparison: Comparison = Comparison()
    rows: Rows = Rows()
    royalty: tuple[Royalty, ...] = ()
    royalties: Royalties = Royalties()
    sweep: Sweep = Sweep()
    overall_point: OverallPoint | None = None
    naturals: Naturals = Naturals()
    surrender: Surrender = Surrender()
    pool: PoolSettlement | None = None
    single_winner: SingleWinner | None = None
    side_bets: tuple[SideBet, ...] = ()
    dealer_compensation: DealerCompensation | None = None
    chips: ShortChips | None = None
    fees: Fees = Fees()
    jackpots: tuple[HouseJackpot, ...] = ()
    penalties: Penalties | None = None
    placement: PlacementRules | None = None
    fantasyland: Fantasyland | None = None
    clock: OpenFaceClock | None = None
    presence: Presence | None = None
    event: Event = Event()
    pot: PotGame | None = None
    entry: Entries | None = None
    kinds: dict[KindName, Again] = field(default_factory=dict)
    prizes_by: PrizeRules | None = None
    seating: SeatingRules | None = None
    levels: ClockLevels | None = None
    bust_order: Busts | None = None
    bounty: Bounty | None = None
    royal: RoyalPool | None = None
    prizes: Prizes | None = None
    discipline: Discipline | None = None
    race: Race | None = None
    charges: Charges = Charges()
    ranking_points: RankingPoints | None = None
    jackpot_pool: JackpotPool | None = None
    jackpot_money: JackpotMoney | None = None
    irregularities: Irregularities = Irregularities()
    records: Records = Records()
    severity: Annotated[dict[FindingCode, Severity], Means("how gravely findings of a code count")] = field(
        default_factory=dict
    )

    @property
    def eliminates(self) -> bool:
        """Whether players without chips are out."""
        return self.chips is not None and self.chips.elimination is not None

    @property
    def pool_extra(self) -> int:
        """Units that the winner of every row of a pool gets from each."""
        return self.pool.all_rows.extra if self.pool is not None else 0
