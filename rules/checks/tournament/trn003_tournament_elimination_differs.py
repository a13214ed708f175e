"""An elimination is not as the log of the table, or the same hand of the file, has it.

Finds: an elimination whose hand, or stack at the start of it, differs from the log, or whose player had chips left after it or
was dealt in later; where no log has the hand, a stack that differs from that of the file's own line of the hand.
Why: hand and stack decide the places of those who go out, and with them the prizes.
Example: entry 4 went out with 5,000 chips by the file; by the log it began hand 9 with 4,000.
Needs: the table, hand and stack of the elimination, and `stack` and `net` of the player in the log, or `chips` in a `hand` of
the file.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.stacks import InHand, LoggedBust

CHECK = Check(
    "TRN003",
    "elimination-differs",
    "violation",
    "critical",
    ("CARN-bust-order", "OLY-3.4-22"),
    title="The elimination of {entry} differs from its hand on record",
    scope="tournament",
    rule=("bust_order", "event.bust_order"),
    area="evidence",
    follows=("TRN004", "TRN032"),
    games=TOURNAMENTS,
)
NO_LOG = "no log shows the hand in which the player went out"


@each_thing
def run(view: TournamentView) -> Outcomes:
    for bust in view.stacks.busts:
        if view.player_of(bust.record.entry) is None:
            yield INAPPLICABLE
        else:
            found = _of(view, bust)
            yield _in_file(view, bust) or NO_LOG if found == NO_LOG else found


def _of(view: TournamentView, bust: LoggedBust) -> Outcome:
    hand, stack = bust.record.hand, bust.record.stack
    if hand is not UNSET and bust.exact is None:
        return _hand(view, bust, hand)
    played = bust.exact or (bust.last if bust.last is not None and bust.last.left == 0 else None)
    if played is None:
        return NO_LOG
    if stack is not UNSET and played.seat.stack not in (None, stack):
        says = f"it began with {view.chips(played.seat.stack or 0)}, and the file has {view.chips(stack)}"
        return _draft(view, bust, played, stack, played.seat.stack, says)
    if played.left:
        says = f"it left {view.chips(played.left)}"
        return _draft(view, bust, played, 0, played.left, says)
    shown = played.left is not None and (stack is UNSET or played.seat.stack is not None)
    return None if shown else "the stack or the result of the player's last hand was not recorded"


def _hand(view: TournamentView, bust: LoggedBust, hand: int) -> Outcome:
    last = bust.last
    broke = last is not None and last.left == 0
    if not broke and not bust.there and not _played_on(bust, hand):
        return NO_LOG
    expected = None if last is None else last.hand.hand
    shown = "no hand has the player" if last is None else f"{_place(last)} is the player's last"
    return Draft(
        line=bust.line,
        entry=bust.record.entry,
        stated=hand,
        expected=expected,
        unit="hand number",
        message=f"{view.at(bust.line, bust.record.entry)}: the player went out in hand {hand} by the file; in the logs {shown}.",
    )


def _in_file(view: TournamentView, bust: LoggedBust) -> Draft | None:
    """Difference from the file's only line of the hand.

    A later count that shows the line wrong proves the elimination right.
    """
    record = bust.record
    if record.table is UNSET or record.hand is UNSET or record.stack is UNSET or bust.there:
        return None
    lines = view.filed_hands.get((record.table, record.hand), [])
    seats = [
        (line, each.chips)
        for line, hand in lines
        for each in hand.seats or ()
        if each.entry == record.entry and each.chips is not UNSET
    ]
    if len(lines) != 1 or len(seats) != 1 or seats[0][1] == record.stack:
        return None
    ((line, chips),) = seats
    differs = view.table_sums.get(line)
    if differs is not None and differs.chips - differs.counted == chips - record.stack:
        return None
    return Draft(
        line=bust.line,
        entry=record.entry,
        table=record.table,
        stated=record.stack,
        expected=chips,
        unit="chips",
        message=(
            f"{view.at(bust.line, record.entry)}: the player went out with {view.chips(record.stack)}; by line {line} hand "
            f"{record.hand} began with {view.chips(chips)}."
        ),
    )


def _played_on(bust: LoggedBust, hand: int) -> bool:
    """Whether the player's last hand is later at that table."""
    if bust.last is None or bust.record.table != bust.last.hand.table:
        return False
    return bust.last.hand.hand > hand


def _place(played: InHand) -> str:
    return f"hand {played.hand.hand} of session {played.hand.session.session}"


def _draft(
    view: TournamentView, bust: LoggedBust, played: InHand, stated: int, expected: int | None, says: str
) -> Draft:
    return Draft(
        line=bust.line,
        entry=bust.record.entry,
        table=played.hand.table,
        stated=stated,
        expected=expected,
        unit="chips",
        message=f"{view.at(bust.line, bust.record.entry)}: the player went out in {_place(played)}; {says}.",
    )
