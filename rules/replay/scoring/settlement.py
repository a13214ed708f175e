"""What is settled beside the rows: surrender, banker, pool, single winner, side bets, chips, jackpots."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.cards import RANKS
from rules.controls.ruleset import Ruleset
from rules.hands import Ints
from rules.replay.strength import HANDS


@dataclass(frozen=True)
class SurrenderRules:
    units: int
    against_natural: str  # surrender_amount, natural_value or both
    royalties: str  # none or pays


@dataclass(frozen=True)
class BankerRules:
    """Everybody settles with one seat. VAR-house-*, MY-bank."""

    dealer_banks: bool  # the banker is the seat with the button, and not the one recorded
    wins_ties: bool
    tied_royalties: bool
    tied_sweeps: bool


@dataclass(frozen=True)
class PoolRules:
    """Everybody pays in; the best of each row is paid out. VAR-pool-*."""

    ante: int
    prize: int | None  # a row; None: a third of what was paid in
    tie: str  # split, carry or returned
    extra: int  # from each other player to who wins every row


@dataclass(frozen=True)
class WinnerRules:
    """One winner of a deal. VAR-single-winner."""

    rows_needed: int
    ties_help: bool


@dataclass(frozen=True)
class SideBet:
    """Cards of a rank counted against each other. HG-aces-*."""

    id: str
    rank: int
    values: Ints  # by how many are held
    marked_only: bool  # only seats that the log marks; else everybody but those marked otherwise
    against_fixed: bool  # also with a natural or a surrender


@dataclass(frozen=True)
class PenaltyRules:
    """What a player pays for missing a hand or showing a card out of turn. None: it is not priced. OFC1-*."""

    missed: int | None  # to each active opponent
    missed_gets_fouls: bool  # a fouled opponent pays who missed the hand as well
    missed_pays_legal_only: bool  # fouled hands are not active
    exposed: int | None  # to each active opponent
    exposed_pays_legal_only: bool


@dataclass(frozen=True)
class ChipRules:
    """Payments limited by the chips in front. HG-chips-*, HG-settlement-*, CARN-pay-short-stack, OFC1-eliminated."""

    in_full: bool  # a debt is paid in full, or the payer is out
    cover: str  # gross_both_sides, net, each_way or payer_only
    first: str  # from_button, left_of_button or from_first_seat
    sequence: str  # pairs, payer_rounds or receiver_rounds
    naturals_first: bool
    side_bets_last: bool
    penalties: str  # with_rest, first or last
    items: bool  # a payment for each part, and not one for each pair and phase
    whole_units: bool  # no fraction of a unit is paid
    eliminates: bool  # who has no chips left is out
    out_at_zero: bool  # at once, and not at the end of the hand

    @property
    def needs_button(self) -> bool:
        return self.first != "from_first_seat"


@dataclass(frozen=True)
class Jackpot:
    """Rows that lose all three to one opponent. HG-jackpot."""

    id: str
    classes: tuple[int, int, int]  # front, middle, back
    anywhere: bool


def surrender_of(ruleset: Ruleset, parts: int) -> SurrenderRules | None:
    """The surrender option; None where there is none."""
    if not ruleset.get("surrender.allowed"):
        return None
    return SurrenderRules(
        units=ruleset.get("surrender.amount.units") * parts,
        against_natural=ruleset.get("surrender.against_natural", "surrender_amount"),
        royalties=ruleset.get("surrender.royalties", "none"),
    )


def banker_of(ruleset: Ruleset) -> BankerRules | None:
    """The banker; None in games without."""
    if ruleset.get("comparison.topology") != "banker":
        return None
    return BankerRules(
        dealer_banks=ruleset.get("comparison.banker_seat") == "dealer",
        wins_ties=ruleset.get("comparison.row_tie") == "banker",
        tied_royalties=ruleset.get("comparison.tied_royalties", True),
        tied_sweeps=ruleset.get("comparison.tied_sweeps", True),
    )


def pool_of(ruleset: Ruleset, parts: int) -> PoolRules | None:
    """The pool; None in games without."""
    if ruleset.get("comparison.topology") != "pool":
        return None
    fixed = ruleset.get("pool.prize") == "fixed"
    return PoolRules(
        ante=ruleset.get("pool.ante") * parts,
        prize=ruleset.get("pool.prize_units") * parts if fixed else None,
        tie=ruleset.get("pool.tie"),
        extra=ruleset.get("pool.all_rows.extra", 0) * parts,
    )


def winner_of(ruleset: Ruleset) -> WinnerRules | None:
    """The single winner's rule; None in games without."""
    if ruleset.get("comparison.topology") != "single_winner":
        return None
    return WinnerRules(
        ruleset.get("single_winner.rows_needed"), ruleset.get("single_winner.ties") == "not_lost"
    )


def side_bets_of(ruleset: Ruleset, parts: int) -> tuple[SideBet, ...]:
    """Side bets on how many cards of a rank are held."""
    return tuple(
        SideBet(
            id=each["id"],
            rank=RANKS.index(each["counts"]),
            values=np.array(each["values"], np.int64) * parts,
            marked_only=each["optin"] == "seat",
            against_fixed=each.get("against_fixed", True),
        )
        for each in ruleset.get("side_bets", [])
    )


def dealer_units(ruleset: Ruleset, parts: int) -> int:
    """What a forced dealer gets from each opponent. ACE-SPADES-compensation."""
    units: int = ruleset.get("dealer_compensation.units", 0)
    return units * parts


def chips_of(ruleset: Ruleset) -> ChipRules | None:
    """What is paid where chips do not suffice; None where the ruleset does not say."""
    limit = ruleset.get("chips.limit")
    if limit is None:
        return None
    return ChipRules(
        in_full=limit == "in_full",
        cover=ruleset.get("chips.cover", "gross_both_sides"),
        first=ruleset.get("chips.order"),
        sequence=ruleset.get("chips.sequence", "pairs"),
        naturals_first=ruleset.get("chips.phases")[0] == "naturals",
        side_bets_last=ruleset.get("chips.side_bets") == "own_phase",
        penalties=ruleset.get("chips.penalties", "with_rest"),
        items=ruleset.get("chips.netting") == "items",
        whole_units=ruleset.get("chips.fraction") == "whole_units",
        eliminates=ruleset.get("chips.elimination") is not None,
        out_at_zero=ruleset.get("chips.zero") == "out_at_once",
    )


def penalties_of(ruleset: Ruleset, parts: int) -> PenaltyRules:
    """Penalties by their prices. OFC1-missed-hand, OFC1-expose."""
    missed, exposed = (ruleset.get(f"penalties.{kind}.units") for kind in ("missed_hand", "exposed_card"))
    return PenaltyRules(
        missed=None if missed is None else missed * parts,
        missed_gets_fouls=ruleset.get("penalties.missed_hand.receives") == "fouls",
        missed_pays_legal_only=ruleset.get("penalties.missed_hand.active") == "legal",
        exposed=None if exposed is None else exposed * parts,
        exposed_pays_legal_only=ruleset.get("penalties.exposed_card.active") == "legal",
    )


def jackpots_of(ruleset: Ruleset) -> tuple[Jackpot, ...]:
    """Events that a jackpot is paid for."""
    return tuple(
        Jackpot(
            id=each["id"],
            classes=(HANDS.index(each["front"]), HANDS.index(each["middle"]), HANDS.index(each["back"])),
            anywhere=each["placement"] == "any",
        )
        for each in ruleset.get("jackpots", [])
    )
