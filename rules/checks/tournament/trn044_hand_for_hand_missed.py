"""One player more than prizes was left, and the tables did not play hand for hand.

Finds: a hand of the file without a round, while one elimination more leaves only paid places, several tables play, and nobody
waits for a seat.
Why: at tables that play on at their own pace a player can wait until somebody elsewhere is out, and is paid for it.
Example: three places are paid and four players are left at two tables; hand 38 of table T2 has no `round`.
Needs: the seats of the entries and who went out, the paid places, and `round` in each `hand`. Hands of logs have no rounds, and
are not tested.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import of_hand, unsized, where
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_seats import DealtHand

CHECK = Check(
    "TRN044",
    "hand-for-hand-missed",
    "violation",
    "minor",
    ("OLY-3.4-23",),
    title="Tables did not play hand for hand before the prizes",
    scope="tournament",
    rule=("seating.hand_for_hand",),
    area="procedure",
    follows=("TRN032",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.hand_for_hand if view.rules.seating is not None else None
    if rule is None or view.header.prizes_by == "chips":
        return
    paid = _paid_places(view)
    for hand in view.seating.hands:
        if hand.record is not None:
            yield _of(view, hand, None if paid is None else paid + rule.left_over)


def _paid_places(view: TournamentView) -> int | None:
    """Places with a prize or ticket; None: undetermined."""
    if view.replay.satellite is not None:
        return view.replay.satellite.tickets
    prizes = view.replay.prizes
    return None if prizes is None else sum(prize > 0 for prize in prizes)


def _of(view: TournamentView, hand: DealtHand, left: int | None) -> Outcome:
    reason = unsized(view, hand)
    if left is None or reason is not None:
        return reason or "how many places are paid is not determined"
    if hand.left != left or len(hand.sizes) < 2 or hand.waiting:  # several tables
        return INAPPLICABLE
    assert hand.record is not None
    if hand.record.round is not UNSET:
        return None
    return of_hand(
        hand,
        expected=left,
        unit="players",
        message=(
            f"{where(hand)}: {left} players are left at {len(hand.sizes)} tables and {left - 1} places are paid; the hand "
            "has no round of hand-for-hand play."
        ),
    )
