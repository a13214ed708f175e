"""What rows pay: who is compared with whom, the units of rows, royalties, sweeps and the overall point."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from rules.controls.sections.base import HandName, Item, RowName, Section

Topology = Literal["all_pairs", "banker", "pool", "single_winner"]
SweepOperation = Literal["add", "set", "multiply"]
SweepScope = Literal["rows_and_royalties", "rows"]


class Comparison(Section, frozen=True, kw_only=True):
    topology: Topology = "all_pairs"
    banker_seat: Literal["recorded", "dealer"] = "recorded"
    row_tie: Literal["nobody", "banker"] = "nobody"
    tied_royalties: bool = True
    tied_sweeps: bool = True


class Rows(Section, frozen=True, kw_only=True):
    kind: Literal["per_row", "table"] = "per_row"
    unit: int = 1
    tie: int = 0
    table: dict[str, int] = field(default_factory=dict)
    silent: tuple[str, ...] = ()
    per_row_too: bool = False

    @property
    def prices(self) -> dict[str, int]:
        """Units by outcome (won-lost-tied); empty where rows are priced one by one."""
        return self.table if self.kind == "table" else {}

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Outcomes that a table leaves without a price."""
        return self.silent if self.kind == "table" else ()


class Royalty(Item, frozen=True, kw_only=True):
    row: RowName
    hand: HandName
    units: int
    as_: Literal["extra", "total"] = field(name="as")
    when: Literal["held", "won", "net_winner", "won_by_net_winner"]
    rank: str | None = None  # None: of any rank

    @property
    def name(self) -> str:
        """What paths call the item: `royalty[front pair Q]`."""
        return " ".join(filter(None, (self.row, self.hand, self.rank)))


class Royalties(Section, frozen=True, kw_only=True):
    both: Literal["both_pay", "higher_only", "cancel"] = "both_pay"
    tied: Literal["as_held", "none"] = "as_held"
    against_fixed: bool = False


class SweepOfOne(Section, frozen=True, kw_only=True):
    op: SweepOperation
    units: int = 0
    factor: int = 1
    scope: SweepScope = "rows_and_royalties"
    two_and_a_tie: bool = False


class SweepOfAll(SweepOfOne, frozen=True, kw_only=True):
    min_opponents: int = 1
    needs: Literal["every_opponent", "live_opponents"] = "every_opponent"


class Sweep(Section, frozen=True, kw_only=True):
    pair: SweepOfOne | None = None
    table: SweepOfAll | None = None


class OverallPoint(Section, frozen=True, kw_only=True):
    units: int
    basis: Literal["units", "rows"] = "units"
    with_fixed: bool = False
    beside_sweep: Literal["both", "sweep_only"] = "both"
