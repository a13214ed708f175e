"""An entry is said to be at a seat or table where it does not sit.

Finds: a move that starts where the entry does not sit, a player of a hand at another seat than his own, and a stack or an
elimination at a table where the entry does not sit. A seat in hands is reported once, until it is right or another one.
Why: moves that are not on record let a player choose the table, and nobody can say who sat in a hand.
Example: entry 6 is moved from T2/1, and sits at T1/1 since the move before.
Needs: the seats of the entries and their moves. After a table was broken, seats are known by the moves that follow.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import of_hand, where
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_seats import Chair, DealtHand, PlacedEntry, SeatMove

CHECK = Check(
    "TRN032",
    "seat-differs",
    "discrepancy",
    "major",
    ("external:RECORD-attributable", "OLY-1.52-16"),
    title="{entry} is said to be where it does not sit",
    scope="tournament",
    area="evidence",
    follows=("TRN031", "TRN032"),
    games=TOURNAMENTS,
)
UNKNOWN = "where the entry sat was not recorded"
_Reported = dict[int, tuple[Chair, Chair | None]]  # by entry: the seat said, and the seat held


@each_thing
def run(view: TournamentView) -> Outcomes:
    for moved in view.seating.moves:
        yield _move(view, moved)
    for placed in view.seating.placed:
        yield _table(view, placed)
    reported: _Reported = {}
    for hand in view.seating.hands:
        if hand.players is not None:
            yield _hand(view, hand, reported)


def _move(view: TournamentView, moved: SeatMove) -> Outcome:
    move, held = moved.record, moved.held
    said = Chair(move.from_.table, move.from_.seat)
    if view.player_of(move.entry) is None:
        return INAPPLICABLE
    if not held.known:
        return UNKNOWN
    if held.chair == said:
        return None
    sits = "it has no seat" if held.chair is None else f"it sits at {held.chair}"
    return Draft(
        line=moved.line,
        entry=move.entry,
        table=said.table,
        seat_number=said.seat,
        stated=str(said),
        expected=None if held.chair is None else str(held.chair),
        message=f"{view.at(moved.line, move.entry)}: the move begins at {said}, and {sits}.",
    )


def _table(view: TournamentView, placed: PlacedEntry) -> Outcome:
    """Outcome of an entry's table; TRN046 finds those out."""
    chair = placed.held.chair
    if placed.held.gone or view.player_of(placed.entry) is None:
        return INAPPLICABLE
    if chair is None:
        return UNKNOWN
    if chair.table == placed.table:
        return None
    return Draft(
        line=placed.line,
        entry=placed.entry,
        table=placed.table,
        stated=placed.table,
        expected=str(chair),
        message=f"{view.at(placed.line, placed.entry)}: the line has it at table {placed.table}, and it sits at {chair}.",
    )


def _hand(view: TournamentView, hand: DealtHand, reported: _Reported) -> Outcome:
    drafts = list(_in_hand(view, hand, reported))
    if drafts:
        return drafts
    states = [each.held for each in hand.players or () if not each.held.gone]
    if not states:
        return INAPPLICABLE
    return None if all(each.known for each in states) else UNKNOWN


def _in_hand(view: TournamentView, hand: DealtHand, reported: _Reported) -> Iterator[Draft]:
    for each in hand.players or ():
        held = each.held.chair
        if held is None or held == each.chair:
            reported.pop(each.entry, None)
            continue
        if reported.get(each.entry) == (each.chair, held):
            continue
        reported[each.entry] = each.chair, held
        yield of_hand(
            hand,
            entry=each.entry,
            player=each.player,
            seat_number=each.chair.seat,
            stated=str(each.chair),
            expected=str(held),
            message=(
                f"{where(hand)}: entry {each.entry} ({each.player}) is in the hand at {each.chair}, and sits at {held}."
            ),
        )
