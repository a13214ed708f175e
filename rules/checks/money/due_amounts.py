"""Amounts due, for checks of payments."""

from __future__ import annotations

import numpy as np

from rules.checks.cards.impossible_deals import IMPOSSIBLE, impossible
from rules.checks.support.check import units_text
from rules.checks.support.view_cache import shared
from rules.checks.support.views import BlockView
from rules.hands import NOT_RECORDED, Flags, Ints, any_seat, every_seat
from rules.replay.pairs import NO_SEAT
from rules.replay.row_replay import ReplayedRows, whole
from rules.replay.seat_facts import RULED_NOBODY

# The sections of a ruleset that decide how much passes between players and whose rows are better.
PRICES = (
    "ranking", "set_order.foul", "comparison", "rows", "royalty", "royalties", "sweep", "overall_point", "naturals",
    "surrender", "pool", "single_winner", "side_bets", "dealer_compensation", "penalties", "chips",
)  # fmt: skip


def due_of(view: BlockView) -> Ints:
    """(H, S) minor units due; NOT_RECORDED: unknown, or impossible deal."""
    unknown_deals = impossible(view)
    if not unknown_deals.any():
        return view.replayed.net
    return np.where(unknown_deals[:, None], NOT_RECORDED, view.replayed.net)


def limited(replayed: ReplayedRows, hand: int, seat: int) -> bool:
    if replayed.stakes is None or hand not in replayed.stakes.limited:
        return False
    units, unit = int(replayed.units[hand, seat]), int(replayed.hands.unit[hand])
    return bool(replayed.net[hand, seat] * replayed.scoring.denominator != units * unit)


def limited_seats(replayed: ReplayedRows) -> Flags:
    """(H, S) seats limited by chips in front."""
    found = np.zeros(replayed.hands.seat.shape, np.bool_)
    if replayed.stakes is not None:
        which = np.fromiter(replayed.stakes.limited, np.int64)
        due = replayed.units[which] * replayed.hands.unit[which][:, None]
        found[which] = replayed.net[which] * replayed.scoring.denominator != due
    return found


def surrender_units(replayed: ReplayedRows) -> str:
    """Price of a surrender in words."""
    rules = replayed.scoring.surrender
    assert rules is not None
    return units_text(whole(rules.units, replayed.scoring.denominator)).removeprefix("+")


@shared  # every check of payments asks
def unknown(view: BlockView) -> list[tuple[Flags, str]]:
    """Hands with an unknown amount due, with reasons."""
    hands, replayed = view.hands, view.replayed
    open_hands = ~every_seat((due_of(view) != NOT_RECORDED) | ~hands.present)
    if not open_hands.any():
        return []
    reasons = [
        (impossible(view), IMPOSSIBLE),
        (hands.unit == NOT_RECORDED, "no unit was recorded"),
        *_of_the_table(replayed),
        (hands.ruled_nobody, RULED_NOBODY),
        (_unpriced(replayed), "the controls do not price something in the hand"),
        (_unranked(replayed), "the cards of a seat were not recorded or cannot be ranked"),
        (open_hands, "what was due cannot be worked out from the record"),
    ]
    return [(mask & open_hands & ~replayed.void, reason) for mask, reason in reasons]


def _of_the_table(replayed: ReplayedRows) -> list[tuple[Flags, str]]:
    """Reasons of banker, forced dealer, chips and pools."""
    hands, reasons = replayed.hands, []
    if replayed.compared.bank is not None:
        reasons.append((replayed.compared.bank == NO_SEAT, "which player banked the hand is not known"))
    if replayed.scoring.dealer_units:
        unseated = (hands.forced_dealer == 1) & ~any_seat(hands.seat == hands.dealer[:, None])
        reasons.append((unseated, "the player who had to deal is not known"))
    if replayed.stakes:
        reason = "the chips in front of some seats, or the button, were not recorded"
        reasons.append((replayed.stakes.open, reason))
    if replayed.pool:
        odd = replayed.pool.known & (hands.unit != NOT_RECORDED) & (hands.dealer == NOT_RECORDED)
        reason = (
            "a prize does not divide, and the button from which the odd chips are counted was not recorded"
        )
        reasons.append((odd, reason))
    return reasons


def _unpriced(replayed: ReplayedRows) -> Flags:
    """(H,) hands with something unpriced."""
    if replayed.scoring.surrender is not None:
        return ~replayed.priced
    return ~replayed.priced | any_seat(replayed.seats.surrendered)


def _unranked(replayed: ReplayedRows) -> Flags:
    """(H,) hands lacking cards needed to compare."""
    known = replayed.seats.known
    if replayed.scoring.side_bets:
        known = known & replayed.hands.cards_known
    return ~every_seat(known | ~replayed.hands.present)
