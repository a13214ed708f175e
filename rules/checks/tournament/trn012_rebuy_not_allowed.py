"""Chips were bought that the tournament does not offer.

Finds: a rebuy or an add-on in a freezeout, one that was not published, and chips that were paid for where they are free.
Why: chips that others cannot buy are an advantage, and money for them is in no pool that was announced.
Example: the tournament is a freezeout, and entry 1 has a rebuy.
Needs: the kind of the tournament, `rebuy` and `add_on` in the first line. Free chips need `paid`.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.controls.sections.tournaments import Again
from rules.parties import PRIZES
from rules.tournaments.prices import offered
from rules.tournaments.tournament_records import AddOn, Rebuy

CHECK = Check(
    "TRN012",
    "rebuy-not-allowed",
    "violation",
    "major",
    ("OLY-3.2-c", "OLY-3.2-a", "OLY-3.2-b"),
    title="{entry} bought chips that are not offered",
    scope="tournament",
    rule=("kinds",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    kind = view.rules.kinds.get(view.header.kind)
    if kind is None:
        return
    for line, event in view.events(Rebuy):
        yield _tested(view, kind, line, event)


def _tested(view: TournamentView, kind: Again, line: int, event: Rebuy) -> Outcome:
    purchase = offered(view.header, event)
    if kind.again == "nothing":
        return _draft(view, line, event, f"in a {view.kind} no chips can be bought")
    if purchase is UNSET:
        return _draft(view, line, event, "none was published")
    if kind.again == "published":
        return None
    if purchase.price or (event.paid is not UNSET and event.paid):
        return _draft(view, line, event, f"in a {view.kind} more chips are taken for nothing")
    return "what was paid for chips that are free was not recorded" if event.paid is UNSET else None


def _draft(view: TournamentView, line: int, event: Rebuy, because: str) -> Draft:
    what, stated = ("an add-on", "add_on") if isinstance(event, AddOn) else ("a rebuy", "rebuy")
    paid = event.paid if isinstance(event.paid, int) and offered(view.header, event) is UNSET else 0
    return Draft(
        line=line,
        entry=event.entry,
        stated=stated,
        money=paid or None,
        party=PRIZES,
        money_kind="over_collected" if paid else None,
        rule=f"kinds.{view.header.kind}",
        message=f"{view.at(line, event.entry)}: {what} is recorded; {because}.",
    )
