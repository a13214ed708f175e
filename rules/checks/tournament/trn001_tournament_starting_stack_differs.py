"""An entry, rebuy or add-on brought other chips than those published.

Finds: a line whose chips are not the published starting stack with the offer that it names, or the published chips of a rebuy or
an add-on.
Why: everybody buys the same chips for the same money. Who has more has a better chance to win what all have paid.
Example: entry 1 began with 12,000 chips; the stack is 10,000, and no offer was named.
Needs: `chips` in the line, and `stack`, `rebuy`, `add_on` and `offers` in the first line of the file.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import AddOn, Bought, Entry

CHECK = Check(
    "TRN001",
    "starting-stack-differs",
    "violation",
    "major",
    ("OLY-3.4-07", "CARN-start-stack"),
    title="{entry} did not begin with the chips that were published",
    scope="tournament",
    rule=("entry.stack", "event.starting_stack"),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, event in view.events(Bought):
        yield _of(view, line, event)


def _of(view: TournamentView, line: int, event: Bought) -> Outcome:
    due = _published(view, event)
    if due is None and not isinstance(event, Entry):
        return INAPPLICABLE  # nothing was offered: TRN012 finds that
    if due is None:
        return "the starting stack was not published"
    if event.chips is UNSET:
        return "the chips were not recorded"
    if event.chips == due:
        return None
    return Draft(
        line=line,
        entry=event.entry,
        stated=event.chips,
        expected=due,
        unit="chips",
        money_kind="unaccounted",
        message=f"{view.at(line, event.entry)}: {view.chips(event.chips)} were given; published are {view.chips(due)}.",
    )


def _published(view: TournamentView, event: Bought) -> int | None:
    """Published chips; None: none."""
    header = view.header
    if not isinstance(event, Entry):
        offered = header.add_on if isinstance(event, AddOn) else header.rebuy
        return None if offered is UNSET else offered.chips
    stack = view.rules.event.starting_stack.chips if header.stack is UNSET else header.stack
    offers = [] if header.offers is UNSET else header.offers
    extra = sum(each.chips for each in offers if each.code == event.offer)
    return None if stack is None else stack + extra
