"""A foul was missed.

Finds: a hand whose rows are out of order or of a wrong size, that was not ruled fouled and was paid as a legal hand.
Why: a fouled hand pays the other players. Where it is paid as legal, every other player at the table loses money.
Example: seat 1 set kings in front of jacks, was not ruled fouled, and was paid for three rows.
Needs: all three rows. How the hand was paid shows only where nets are recorded or `fouled` is recorded as false.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.cards import ROWS, decode
from rules.checks.support.check import BY_ROWS, NOT_RECORDED, Check, Draft, Tested, hand_seats
from rules.checks.support.root_codes import DECK
from rules.checks.support.ruleset_conditions import open_points
from rules.checks.support.views import BlockView
from rules.clauses import Ambiguity, ambiguities
from rules.hands import Flags, any_seat
from rules.replay.readings import other_readings
from rules.replay.row_replay import replay
from rules.replay.row_strengths import HANDS
from rules.replay.scoring import compiled
from rules.replay.seat_facts import as_if_legal

FOULS = (
    "foul",
    "foul_meets_foul",
    "foul_meets_royalty",
    "foul_with_royalty",
)  # what readings of its price touch
_SIZES = "table.rows"
CHECK = Check(
    "SET002",
    "foul-missed",
    "violation",
    "major",
    ("WSGC-5a", "WSGC-4", "PAGAT-arrange-order", "PAGAT-arrange-rows", "GEN-rows"),
    title="{whose} foul was missed",
    quotes=False,
    rule=("set_order", "ranking", "table.rows"),
    area="cards",
    follows=(*DECK, "SET001"),
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands, replayed = view.hands, view.replayed
    unsettled = hands.present & ~replayed.seats.known
    unpaid = (hands.net == NOT_RECORDED) | (replayed.net == NOT_RECORDED)
    unruled = replayed.seats.fouled & (hands.fouled < 0) & unpaid
    return Tested(
        _findings(view),
        [
            (any_seat(unsettled), "the rows of a seat were not recorded or cannot be ranked"),
            (
                any_seat(unruled),
                "whether the floor ruled the hand fouled was not recorded, nor what was paid",
            ),
        ],
    )


def _findings(view: BlockView) -> Iterator[Draft]:
    hands, seats, void = view.hands, view.replayed.seats, view.replayed.void
    fouled = seats.fouled & ~seats.ruled & ~void[:, None]
    as_legal, as_foul = _paid(view, fouled)
    for hand, seat in hand_seats(fouled & ((hands.fouled == 0) | ((hands.fouled < 0) & ~as_foul))):
        reason, rule = _why(view, hand, seat)
        left_open = _left_open(view, rule)
        paid = " and was paid as a legal hand" if as_legal[hand, seat] else ""
        if not paid and not as_foul[hand, seat]:
            paid = " and was not paid as fouled"
        yield Draft(
            hand=hand,
            seat=seat,
            stated="legal",
            expected="fouled",
            unit="ruling",
            kind="discrepancy" if left_open else None,
            clause=view.ruleset.left_open_by(left_open) if left_open else None,
            rule=rule,
            message=(
                f"{view.where(hand, seat)}: the hand is fouled ({reason}){_as_read(left_open)}; it was not ruled "
                f"fouled{paid}."
            ),
        )


def _paid(view: BlockView, fouled: Flags) -> tuple[Flags, Flags]:
    """(H, S) fouled seats paid as legal, and as a foul by any reading.

    An unknown net counts as paid as a foul.
    """
    as_legal, as_foul = np.zeros(fouled.shape, np.bool_), ~fouled
    which = np.flatnonzero(any_seat(fouled))
    if not len(which):
        return as_legal, as_foul
    replayed = view.replayed
    hands, seats, scoring = (
        replayed.hands.take(which, acts=False),
        replayed.seats.take(which),
        replayed.scoring,
    )
    due = replayed.net[which]
    paid_as_foul = (hands.net == due) | (hands.net == NOT_RECORDED) | (due == NOT_RECORDED)
    for ambiguity in ambiguities().values():
        if ambiguity.touches in FOULS:
            for other in other_readings(scoring.ruleset, ambiguity).values():
                paid_as_foul |= hands.net == replay(hands, compiled(other), seats).net
    legal = replay(hands, scoring, as_if_legal(seats, scoring))
    as_legal[which] = (hands.net == legal.net) & ~paid_as_foul & fouled[which]
    as_foul[which] |= paid_as_foul
    return as_legal, as_foul


def _left_open(view: BlockView, rule: str) -> Ambiguity | None:
    """Open point by which a wrong number of cards fouls."""
    if rule != _SIZES:
        return None
    return next((each for each in open_points(view.ruleset) if each.touches == FOULS[0]), None)


def _as_read(left_open: Ambiguity | None) -> str:
    return "" if left_open is None else f" as {left_open.id} is read, which no document settles"


def _why(view: BlockView, hand: int, seat: int) -> tuple[str, str]:
    """Reason why a hand is fouled, with path."""
    seats, hands = view.replayed.seats, view.hands
    if seats.wrong_size[hand, seat]:
        sizes = ", ".join(str(max(int(each), 0)) for each in hands.sizes[hand, seat])
        return f"rows of {sizes} cards", _SIZES
    strength = seats.strength[hand, seat]
    above = 0 if strength[0] > strength[1] else 1
    names = [HANDS[int(each)].replace("_", " ") for each in seats.classes[hand, seat]]
    texts = [decode(hands.scored_row(hand, seat, row) or []) for row in range(3)]
    front, behind = ROWS[above], ROWS[above + 1]
    relation = "equals" if strength[above] == strength[above + 1] else "is higher than"
    reason = f"its {front} {texts[above]}, {names[above]}, {relation} its {behind} {texts[above + 1]}, {names[above + 1]}"
    if hands.was_exchanged(hand, seat):
        reason += ", by the cards that it was dealt"
    return reason, "set_order"
