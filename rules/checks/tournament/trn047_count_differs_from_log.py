"""A counted stack is not what the last hand before the count left.

Finds: a stack of a count that differs from the chips that the log's last hand left, with what was bought or raced since; a
stack of a hand of the file that is not the one of the same hand in the log; stacks of a hand that no log has and that do not
come to the chips of the next count at the table, where nobody came or went in between and nobody bought chips.
Why: chips moved between the hand and the count, or one of the two was written down wrongly.
Example: entry 1 was counted with 17,500 chips; hand 2 left 17,000.
Needs: `stacks` in the count, and `stack` and `net` of the last hand in the log of the table. At a table without a log only the
sum of a hand's `chips` is tested, by a count that comes to all chips in play.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.results import Finding
from rules.tournaments.stacks import ComparedStack
from rules.tournaments.table_chips import TableSum
from rules.tournaments.tournament_logs import PlayedHand
from rules.tournaments.tournament_records import Hand, HandSeat


def _other_title(found: Finding) -> str | None:
    return "The stacks of a hand differ from the count of the table" if found.entry is None else None


CHECK = Check(
    "TRN047",
    "count-differs-from-log",
    "discrepancy",
    "major",
    ("external:CHIPS-conserved",),
    title="The counted stack of {entry} differs from the log",
    other_title=_other_title,
    scope="tournament",
    area="money",
    follows=("TRN032",),
    games=TOURNAMENTS,
)
NO_LOG = "no log has the hand of the file, or several have it"


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, stacks in view.stacks.counts:
        yield _count(view, line, stacks)
    for line, event in view.events(Hand):
        if event.seats is not UNSET and any(each.chips is not UNSET for each in event.seats):
            compared = _hand(view, line, event, event.seats)
            differs = view.table_sums.get(line) if compared == NO_LOG else None
            yield compared if differs is None else _of_table(view, differs)


def _of_table(view: TournamentView, found: TableSum) -> Draft:
    return Draft(
        line=found.line,
        table=found.hand.table,
        stated=found.chips,
        expected=found.counted,
        unit="chips",
        fact=f"table|{found.hand.hand}|{found.chips}|{found.counted}",
        message=(
            f"{view.at(found.line)}: {view.chips(found.chips)} lay on table {found.hand.table} before hand {found.hand.hand}; "
            f"the count of line {found.count} has {view.chips(found.counted)} there, and no chips came or went in between."
        ),
    )


def _hand(view: TournamentView, line: int, event: Hand, seats: Sequence[HandSeat]) -> Outcome:
    there = view.logged_hands.get((event.table, event.hand), [])
    if len(there) != 1:
        return NO_LOG
    stacks = {each.player: each.stack for each in there[0].seats}
    logged = [
        (each, stacks.get(view.player_of(each.entry) or "")) for each in seats if each.chips is not UNSET
    ]
    drafts = [
        _of_hand(view, line, each, there[0], due) for each, due in logged if due not in (None, each.chips)
    ]
    if drafts:
        return drafts
    return (
        "the stack of a player of the hand is not in the log"
        if any(due is None for _, due in logged)
        else None
    )


def _of_hand(view: TournamentView, line: int, seat: HandSeat, hand: PlayedHand, due: int | None) -> Draft:
    assert due is not None and seat.chips is not UNSET
    return Draft(
        line=line,
        entry=seat.entry,
        table=hand.table,
        stated=seat.chips,
        expected=due,
        unit="chips",
        fact=f"hand|{hand.hand}|{seat.chips}|{due}",
        message=(
            f"{view.at(line, seat.entry)}: {view.chips(seat.chips)} lay in front before hand {hand.hand}; its log in session "
            f"{hand.session.session} has {view.chips(due)}."
        ),
    )


def _count(view: TournamentView, line: int, stacks: Sequence[ComparedStack]) -> Outcome:
    drafts = [_draft(view, line, each, each.left) for each in stacks if each.left not in (None, each.chips)]
    if drafts:
        return drafts
    if any(each.left is None for each in stacks):
        return "no log shows what the last hand before the count left"
    return None


def _draft(view: TournamentView, line: int, stack: ComparedStack, left: int | None) -> Draft:
    assert left is not None and stack.after is not None
    hand = f"hand {stack.after.hand} of session {stack.after.session.session}"
    return Draft(
        line=line,
        entry=stack.entry,
        table=stack.table,
        stated=stack.chips,
        expected=left,
        unit="chips",
        message=(
            f"{view.at(line, stack.entry)}: {view.chips(stack.chips)} were counted; {hand} left {view.chips(left)}, with what "
            "was bought or raced since."
        ),
    )
