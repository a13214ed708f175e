"""Bounds of money from partial evidence: more than the rules can move is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.checks.cards.impossible_deals import IMPOSSIBLE, impossible
from rules.checks.money.due_amounts import due_of, unknown
from rules.checks.support.check import NOT_RECORDED
from rules.checks.support.recorded_pools import pools
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.view_cache import shared
from rules.checks.support.views import BlockView
from rules.hands import Flags, Hands, Ints, any_row, any_seat, every_row, every_seat
from rules.replay.at_most.pair_spans import flows
from rules.replay.at_most.possible import no_card
from rules.replay.at_most.seat_sets import ENDLESS, Beyond, beyond, either, of_contributions, of_pairs
from rules.replay.row_replay import ReplayedRows
from rules.replay.unpriced import explained

NO_CARDS = "no cards are on record"
BLANK = "a card is not recorded"
NO_ROW = "the rows of a player are not on record"
NO_PRICE = "the controls do not price something that may have happened"


class Bounds(Struct, frozen=True, eq=False):
    """W hands with known movements and unknown amounts due.

    excess: of seats (W, S) over the most that can be due. rest: further money possibly wrong; ENDLESS: no bound. because:
    reasons.
    """

    hands: Ints
    excess: Ints
    rest: Ints
    seats: Flags
    stated: Ints
    expected: Ints
    because: Sequence[str]

    def __len__(self) -> int:
        return len(self.hands)

    def found(self) -> Ints:
        """Rows with an excess."""
        return np.flatnonzero(self.excess)

    def bound(self, at: int) -> int | None:
        """Rest of a row; None: no bound."""
        rest = int(self.rest[at])
        return None if rest >= ENDLESS else rest

    def reasons(self, at: int) -> str:
        """Reason why a row's amount due is unknown."""
        return self.because[at]


def no_bounds(hands: Hands) -> Bounds:
    """Bounds of no hand."""
    none = np.zeros(0, np.int64)
    return Bounds(none, none, none, np.zeros((0, hands.seat.shape[1]), np.bool_), none, none, ())


def paid(replayed: ReplayedRows) -> tuple[Ints, Flags]:
    """(H, S) winnings by nets, else transfers and pools; (H,) where known."""
    hands = replayed.hands
    netted = every_seat((hands.net != NOT_RECORDED) | ~hands.present)
    total, known = hands.net, netted
    if hands.transfers_recorded.any() and not netted.all():
        moves, moving = movements(replayed)
        total = np.where(netted[:, None], hands.net, moves)
        known = netted | moving
    return np.where(known[:, None] & hands.present, total, 0), known


def movements(replayed: ReplayedRows) -> tuple[Ints, Flags]:
    """(H, S) transfers and pool of seats; (H,) where known."""
    hands = replayed.hands
    if not hands.transfers_recorded.any():
        return hands.net, hands.transfers_recorded
    found = moved(hands)
    if replayed.pool is None:
        return found.total, hands.transfers_recorded
    beside = pools(hands)
    total = found.total + beside.awards.sum(axis=-1) - beside.contributions
    return total, hands.transfers_recorded & (beside.recorded | replayed.void)


@shared  # the check of nets and the account of the money ask
def bounded(view: BlockView) -> Bounds:
    """Bounds of hands with unknown amounts due."""
    replayed = view.replayed
    hands, present = replayed.hands, replayed.hands.present
    net, recorded = paid(replayed)
    open_ = ~every_seat((due_of(view) != NOT_RECORDED) | ~present)
    left = explained(replayed, np.where(recorded[:, None], net, NOT_RECORDED))
    for mask, _ in left:
        open_ = open_ | mask
    which = np.flatnonzero(open_ & recorded & ~replayed.void)
    if not len(which):
        return no_bounds(hands)
    found = _beyond(view, which, net[which])
    moves, moving = movements(replayed)
    if moving[which].any():  # two records may differ: neither is wrong by more than both show
        other = np.where((moving[:, None] & present), moves, net)[which]
        found = either(found, _beyond(view, which, other))
    excess = np.where(impossible(view)[which], 0, found.excess)  # what was due in such a deal nobody can say
    return Bounds(
        hands=which,
        excess=excess,
        rest=np.where(found.rest >= ENDLESS, ENDLESS, found.rest + found.excess - excess),
        seats=found.seats,
        stated=found.stated,
        expected=found.expected,
        because=_reasons(view, which, left, found.rest >= ENDLESS),
    )


def _beyond(view: BlockView, which: Ints, net: Ints) -> Beyond:
    replayed = view.replayed
    if replayed.pool is not None or replayed.winner is not None:
        return beyond(net, of_contributions(_contributions(view)[which]))
    return beyond(net, of_pairs(flows(replayed, which, impossible(view))))


def _contributions(view: BlockView) -> Ints:
    """(H, S) bound of contributions or debts, by price, else record."""
    hands, rules = view.hands, view.replayed.scoring.pool
    gave_up = any_seat(view.replayed.seats.surrendered & hands.present)
    if rules is not None:
        known, parts = hands.unit != NOT_RECORDED, view.replayed.scoring.denominator
        each = np.where(known, (rules.ante + rules.extra) * np.where(known, hands.unit, 0) // parts, 0)
        amounts = np.repeat(each[:, None], hands.seat.shape[1], axis=1)
    else:
        found = pools(hands)
        known, amounts = found.recorded, found.contributions
    amounts = np.where((known & ~gave_up)[:, None], amounts, ENDLESS)
    return np.where(hands.present, amounts, 0)


def _reasons(view: BlockView, which: Ints, left: Sequence[tuple[Flags, str]], endless: Flags) -> list[str]:
    """Reasons of unknown amounts: gaps of the record, else open points."""
    hands, seats = view.hands, view.replayed.seats
    rows = every_row(hands.sizes >= 0)
    lacks = hands.present & ~seats.known
    reasons = [
        *left,
        (impossible(view), IMPOSSIBLE),
        (hands.unit == NOT_RECORDED, "no unit was recorded"),
        (no_card(hands), NO_CARDS),
        (any_seat(lacks & ~rows), NO_ROW),
        (any_seat(lacks & rows & any_row(seats.classes < 0)), BLANK),
        *unknown(view),
    ]
    found: NDArray[np.object_] = np.full(len(which), NO_PRICE, object)
    named = np.zeros(len(which), np.bool_)
    for mask, reason in reasons:
        mine = mask[which] & ~named
        found[mine] = reason
        named |= mine
    return list(found)
