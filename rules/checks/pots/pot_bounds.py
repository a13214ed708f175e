"""Bounds of pot money: nobody wins more of another than he put in himself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rules.checks.money.beyond_bounds import beyond_words
from rules.checks.money.money_bounds import NO_CARDS, Bounds, no_bounds
from rules.checks.pots.recorded_pots import award_columns, every_award_stated
from rules.checks.support.amounts import money_of_session
from rules.checks.support.check import NOT_RECORDED, Draft
from rules.checks.support.fee_limits import UNRECORDED
from rules.checks.support.view_cache import shared
from rules.checks.support.views import PotView
from rules.hands import Flags, Ints, any_seat, every_seat
from rules.replay.at_most.seat_contributions import of_pots, put_in
from rules.replay.at_most.seat_sets import beyond, either

NO_CHIPS = "the chips that seats put in were not recorded"
NO_WINNER = "a hand that could win was not recorded, or how the rake fell on the pots"


def pot_movements(view: PotView) -> tuple[Ints, Flags]:
    """(H, S) awards less contributions, (H,) where on record."""
    pot, hands, chips = view.replayed.play.pot, view.hands, view.replayed.charged.put_in
    awarded = np.zeros(hands.seat.shape, np.int64)
    column = award_columns(view.replayed)
    seated = column >= 0
    np.add.at(awarded, (pot.awards.hand[seated], column[seated]), pot.awards["amount"][seated])
    there = view.replayed.play.dealt
    stated = every_award_stated(view.replayed) & every_seat((chips != NOT_RECORDED) | ~there)
    return np.where(stated[:, None] & there, awarded - chips, 0), stated


@shared  # the check of awards and the account of the money ask
def bounded_pots(view: PotView) -> Bounds:
    """Bounds of hands with unknown amounts due."""
    replayed, hands = view.replayed, view.hands
    there = replayed.play.dealt
    moves, moved = pot_movements(view)
    netted = every_seat((hands.net != NOT_RECORDED) | ~there)
    open_ = ~every_seat((replayed.charged.net != NOT_RECORDED) | ~there)
    which = np.flatnonzero(open_ & (moved | netted) & (hands.void != 1))
    if not len(which):
        return no_bounds(hands)
    most = of_pots(put_in(replayed, which))
    nets = np.where(there, hands.net, 0)
    found = beyond(np.where(netted[:, None], nets, moves)[which], most, raked=True)
    if moved[which].any():
        found = either(found, beyond(np.where(moved[:, None], moves, nets)[which], most, raked=True))
    return Bounds(
        hands=which,
        excess=found.excess,
        rest=found.rest,
        seats=found.seats,
        stated=found.stated,
        expected=found.expected,
        because=_reasons(view, which),
    )


def _reasons(view: PotView, which: Ints) -> list[str]:
    replayed, pot = view.replayed, view.replayed.play.pot
    there = replayed.play.dealt
    shown = any_seat((pot.hole_size >= 0) | (pot.held_size >= 0) | (pot.up_size >= 0))
    by_fees = every_seat(replayed.settled.net_known | ~there) & ~replayed.under.fees.recorded
    found: NDArray[np.str_] = np.where(shown, NO_WINNER, NO_CARDS)
    found = np.where(by_fees, UNRECORDED, found)
    found = np.where(replayed.settled.pots.chips_known, found, NO_CHIPS)
    reasons: list[str] = found[
        which
    ].tolist()  # of an array of text, elements would be of a type that JSON does not know
    return reasons


def beyond_pots(view: PotView, wanted: Flags, rule: str, clause: str) -> Iterator[Draft]:
    """Results beyond bounds of wanted hands (H,). rule, clause: broken."""
    found = bounded_pots(view)
    currency = money_of_session(view.session, [view.ruleset])
    for at in found.found().tolist():
        hand = int(found.hands[at])
        if not wanted[hand]:
            continue
        columns = np.flatnonzero(found.seats[at]).tolist()
        stated, expected = int(found.stated[at]), int(found.expected[at])
        numbers = view.hands.seat[hand, columns].tolist()
        yield Draft(
            hand=hand,
            seat=columns[0] if len(columns) == 1 else None,
            stated=stated,
            expected=expected,
            unit="money",
            money=int(found.excess[at]),
            clause=clause,
            rule=rule,
            fact=f"beyond|{numbers}|{stated}|{expected}",
            message=beyond_words(
                int(view.hands.number[hand]), numbers, (stated, expected), currency, ("", found.reasons(at))
            ),
        )
