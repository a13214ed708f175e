"""Settlement beyond rows: surrender, banker, pool, side bets, chips, jackpots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from rules.cards import RANKS
from rules.controls.sections import Sections, house, settlement
from rules.controls.sections.scoring import Comparison
from rules.controls.sections.settlement import DealerCompensation, Penalties, ShortChips, Surrender
from rules.hands import Ints
from rules.replay.row_strengths import HANDS


class SurrenderRules(Struct, frozen=True):
    units: int
    against_natural: str  # surrender_amount, natural_value or both
    royalties: str  # none or pays


class BankerRules(Struct, frozen=True):
    """A game where all settle with one seat. VAR-house-*, MY-bank."""

    dealer_banks: bool  # the banker is the seat with the button, and not the one recorded
    wins_ties: bool
    tied_royalties: bool
    tied_sweeps: bool


class PoolRules(Struct, frozen=True):
    """A game where all pay in and the best of each row is paid. VAR-pool-*."""

    ante: int
    prize: int | None  # a row; None: a third of what was paid in
    tie: str  # split, carry or returned
    extra: int  # from each other player to the winner of every row


class WinnerRules(Struct, frozen=True):
    """One winner of a deal. VAR-single-winner."""

    rows_needed: int
    ties_help: bool


class PricedSideBet(Struct, frozen=True):
    """Cards of a rank counted between players. HG-aces-*."""

    id: str
    rank: int
    values: Ints  # by how many are held
    marked_only: bool  # only seats that the log marks; else all seats but those that it marks as out
    against_fixed: bool  # also with a natural or a surrender


class PenaltyRules(Struct, frozen=True):
    """Penalties for a missed hand or an exposed card; None: unpriced. OFC1-*."""

    missed: int | None  # to each active opponent
    missed_gets_fouls: bool  # a fouled opponent pays the player who missed the hand as well
    missed_pays_legal_only: bool  # fouled hands are not active
    exposed: int | None  # to each active opponent
    exposed_pays_legal_only: bool


class ChipRules(Struct, frozen=True):
    """Payments limited by chips. HG-chips-*, HG-settlement-*, CARN-pay-short-stack, OFC1-eliminated."""

    in_full: bool  # a debt is paid in full, or the payer is out
    cover: str  # gross_both_sides, net, each_way or payer_only
    first: str  # from_button, left_of_button or from_first_seat
    sequence: str  # pairs, payer_rounds or receiver_rounds
    naturals_first: bool
    side_bets_last: bool
    penalties: str  # with_rest, first or last
    items: bool  # a payment for each part, and not one for each pair and phase
    whole_units: bool  # no fraction of a unit is paid
    eliminates: bool  # a player without chips is out
    out_at_zero: bool  # at once, and not at the end of the hand

    @property
    def needs_button(self) -> bool:
        return self.first != "from_first_seat"


class AllRowsJackpot(Struct, frozen=True):
    """Rows with a jackpot. loses_all: only where one opponent wins all three. HG-jackpot."""

    id: str
    classes: tuple[int, int, int]  # front, middle, back
    anywhere: bool
    loses_all: bool


def surrender_of(surrender: Surrender, parts: int) -> SurrenderRules | None:
    """The surrender option; None: there is none."""
    if not surrender.allowed or surrender.amount.units is None:
        return None
    return SurrenderRules(
        units=surrender.amount.units * parts,
        against_natural=surrender.against_natural,
        royalties=surrender.royalties,
    )


def banker_of(comparison: Comparison) -> BankerRules | None:
    """The banker; None: there is none."""
    if comparison.topology != "banker":
        return None
    return BankerRules(
        dealer_banks=comparison.banker_seat == "dealer",
        wins_ties=comparison.row_tie == "banker",
        tied_royalties=comparison.tied_royalties,
        tied_sweeps=comparison.tied_sweeps,
    )


def pool_of(sections: Sections, parts: int) -> PoolRules | None:
    """The pool; None: there is none."""
    pool = sections.pool
    if sections.comparison.topology != "pool" or pool is None:
        return None
    return PoolRules(
        ante=pool.ante * parts,
        prize=pool.prize_units * parts if pool.prize == "fixed" else None,
        tie=pool.tie,
        extra=pool.all_rows.extra * parts,
    )


def winner_of(sections: Sections) -> WinnerRules | None:
    """The single winner's rule; None: there is none."""
    winner = sections.single_winner
    if sections.comparison.topology != "single_winner" or winner is None:
        return None
    return WinnerRules(winner.rows_needed, winner.ties == "not_lost")


def side_bets_of(bets: Sequence[settlement.SideBet], parts: int) -> tuple[PricedSideBet, ...]:
    return tuple(
        PricedSideBet(
            id=each.id,
            rank=RANKS.index(each.counts),
            values=np.array(each.values, np.int64) * parts,
            marked_only=each.optin == "seat",
            against_fixed=each.against_fixed,
        )
        for each in bets
    )


def dealer_units(compensation: DealerCompensation | None, parts: int) -> int:
    """Units of a forced dealer from each opponent. ACE-SPADES-compensation."""
    return compensation.units * parts if compensation is not None else 0


def chips_of(chips: ShortChips | None) -> ChipRules | None:
    """Payment where chips do not suffice; None: the ruleset is silent."""
    if chips is None:
        return None
    return ChipRules(
        in_full=chips.limit == "in_full",
        cover=chips.cover,
        first=chips.order,
        sequence=chips.sequence,
        naturals_first=chips.phases[0] == "naturals",
        side_bets_last=chips.side_bets == "own_phase",
        penalties=chips.penalties,
        items=chips.netting == "items",
        whole_units=chips.fraction == "whole_units",
        eliminates=chips.elimination is not None,
        out_at_zero=chips.zero == "out_at_once",
    )


def penalties_of(penalties: Penalties | None, parts: int) -> PenaltyRules:
    """Penalties by their prices. OFC1-missed-hand, OFC1-expose."""
    missed = penalties.missed_hand if penalties is not None else None
    exposed = penalties.exposed_card if penalties is not None else None
    return PenaltyRules(
        missed=None if missed is None else missed.units * parts,
        missed_gets_fouls=missed is not None and missed.receives == "fouls",
        missed_pays_legal_only=missed is not None and missed.active == "legal",
        exposed=None if exposed is None else exposed.units * parts,
        exposed_pays_legal_only=exposed is not None and exposed.active == "legal",
    )


def jackpots_of(jackpots: Sequence[house.HouseJackpot]) -> tuple[AllRowsJackpot, ...]:
    return tuple(
        AllRowsJackpot(
            id=each.id,
            classes=(HANDS.index(each.front), HANDS.index(each.middle), HANDS.index(each.back)),
            anywhere=each.placement == "any",
            loses_all=each.loses_all_rows,
        )
        for each in jackpots
    )
