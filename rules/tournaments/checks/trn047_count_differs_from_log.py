"""A counted stack is not what the last hand before the count left.

Finds: a stack of a count that differs from the chips that the log's last hand left, with what was bought or raced since.
Why: chips moved between the hand and the count, or one of the two was written down wrongly.
Example: entry 1 was counted with 17,500 chips; hand 2 left 17,000.
Needs: `stacks` in the count, and `stack` and `net` of the last hand in the log of the table. An entry that sits at a table
without a log is not tested.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.checks.base import Check, Draft
from rules.checks.things import Outcome, Outcomes, each_thing
from rules.tournaments.checks.base import TOURNAMENTS, TournamentView
from rules.tournaments.stacks import CountedStack

CHECK = Check(
    "TRN047",
    "count-differs-from-log",
    "discrepancy",
    "major",
    ("external:CHIPS-conserved",),
    scope="tournament",
    area="money",
    follows=("TRN032",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, stacks in view.stacks.counts:
        yield _count(view, line, stacks)


def _count(view: TournamentView, line: int, stacks: Sequence[CountedStack]) -> Outcome:
    drafts = [_draft(view, line, each, each.left) for each in stacks if each.left not in (None, each.chips)]
    if drafts:
        return drafts
    if any(each.left is None for each in stacks):
        return "no log shows what the last hand before the count left"
    return None


def _draft(view: TournamentView, line: int, stack: CountedStack, left: int | None) -> Draft:
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
