"""What is paid in addition to the rows: surrender, pool, side bets, penalties; and where chips do not suffice."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from rules.controls.sections.base import Item, Section


class SurrenderAmount(Section, frozen=True, kw_only=True):
    units: int | None = None


class Surrender(Section, frozen=True, kw_only=True):
    allowed: bool | None = None  # None: the ruleset does not say
    amount: SurrenderAmount = SurrenderAmount()
    payees: Literal["live_only", "all_opponents", "banker"] | None = None
    against_surrender: int = 0
    against_natural: Literal["surrender_amount", "natural_value", "both"] = "surrender_amount"
    royalties: Literal["none", "pays"] = "none"
    moment: Literal["before_setting", "before_exposure"] | None = None


class AllRows(Section, frozen=True, kw_only=True):
    extra: int = 0


class Pool(Section, frozen=True, kw_only=True):
    ante: int
    prize: Literal["share_of_pool", "fixed"]
    prize_units: int = 0  # of a fixed prize
    tie: Literal["split", "carry", "returned"]
    all_rows: AllRows = AllRows()


class SingleWinner(Section, frozen=True, kw_only=True):
    rows_needed: int
    ties: Literal["lost", "not_lost"]


class SideBet(Item, frozen=True, kw_only=True):
    id: str
    counts: Literal["A"]
    values: tuple[int, ...]
    pay: Literal["difference"]
    optin: Literal["table", "seat"]
    against_fixed: bool = True


class DealerCompensation(Section, frozen=True, kw_only=True):
    units: int
    trigger: Literal["nobody_willing"] | None = None
    dealer: Literal["held_ace_of_spades"] | None = None
    from_: Literal["each_opponent"] | None = field(name="from", default=None)


class MissedHand(Section, frozen=True, kw_only=True):
    units: int
    receives: Literal["nothing", "fouls"] = "nothing"
    active: Literal["dealt_in", "legal"] = "dealt_in"


class ExposedCard(Section, frozen=True, kw_only=True):
    units: int
    active: Literal["dealt_in", "legal"] = "dealt_in"


class Penalties(Section, frozen=True, kw_only=True):
    missed_hand: MissedHand | None = None
    exposed_card: ExposedCard | None = None

    def of(self, irregularity: str) -> MissedHand | ExposedCard | None:
        """The penalty for a kind of irregularity; None where it is not priced here."""
        return {"missed_hand": self.missed_hand, "exposed_card": self.exposed_card}.get(irregularity)


class Chips(Section, frozen=True, kw_only=True):
    limit: Literal["table_stakes", "in_full"]
    order: Literal["from_button", "left_of_button", "from_first_seat"]
    phases: tuple[Literal["naturals", "rest"], ...]
    cover: Literal["gross_both_sides", "net", "each_way", "payer_only"] = "gross_both_sides"
    sequence: Literal["pairs", "payer_rounds", "receiver_rounds"] = "pairs"
    penalties: Literal["with_rest", "first", "last"] = "with_rest"
    fraction: Literal["exact", "whole_units"] = "exact"
    elimination: Literal["no_chips", "unpaid_debt"] | None = None
    zero: Literal["stays", "out_at_once"] = "stays"
    side_bets: Literal["rest", "own_phase"] = "rest"
    netting: Literal["pair", "items"] = "pair"
    unit_per_chip: int | None = None
    rebuy: Literal["between_deals"] | None = None
