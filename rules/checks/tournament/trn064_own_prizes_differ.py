"""A tournament divides its prizes by shares of its own, which are not the filed ones.

Finds: prizes in the first line of a file (`prizes`) that differ from the column of the controls' table for that many entries.
Why: the table is what was filed and announced to every player. Shares of one tournament's own can give the money to other places;
where the controls do not say that they go before the table, a person decides, and no other check shows it.
Example: a tournament of sixty entries pays the first place alone, where the table pays eight places.
Needs: `prizes`, and controls with a table of prizes. Controls that allow published prizes of an event's own agree.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.prize_citations import PRIZE_CLAUSES
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.clauses import ambiguities
from rules.controls.sections.tournaments import PrizeColumn
from rules.tournaments.prizes import filed_column

CHECK = Check(
    "TRN064",
    "own-prizes-differ",
    "violation",
    "major",
    ("OLY-3.1-b", *PRIZE_CLAUSES),
    title="The tournament has prizes of its own in place of the filed ones",
    quotes=False,
    scope="tournament",
    rule=("prizes.column",),
    area="money",
    games=TOURNAMENTS,
)
OWN = "prizes_by.places.own"  # the parameter that says whether prizes of an event's own go before the table
NO_COLUMN = "the table of prizes has no column for so many"


@each_thing
def run(view: TournamentView) -> Outcomes:
    if view.header.prizes is not UNSET:
        yield _compared(view, list(view.header.prizes.places_bp))


def _compared(view: TournamentView, own: list[int]) -> Outcome:
    if view.rules.prizes is None:
        return INAPPLICABLE
    filed = filed_column(view.field, view.rules)
    if filed is None:
        return NO_COLUMN
    if own == list(filed.places_bp):
        return None
    place = view.rules.prizes_by.places if view.rules.prizes_by is not None else None
    if place is None or place.own != "published":
        return _draft(view, own, filed, decided=True)
    return None if _settled(view) else _draft(view, own, filed, decided=False)


def _settled(view: TournamentView) -> bool:
    """Whether controls put published prizes first."""
    concerned = [
        each for each in ambiguities().values() if any(OWN in one.sets for one in each.readings.values())
    ]
    return all(each.id in view.ruleset.readings for each in concerned)


def _draft(view: TournamentView, own: list[int], filed: PrizeColumn, *, decided: bool) -> Draft:
    stated, expected = _percent(own), _percent(filed.places_bp)
    rest = (
        "the table holds for every tournament"
        if decided
        else "the controls do not say whether an event may have prizes of its own in place of the table; they are taken as due"
    )
    return Draft(
        line=1,
        stated=stated,
        expected=expected,
        unit="shares",
        kind=None if decided else "undetermined",
        severity=None if decided else "note",
        clause=next(iter(filed.clauses), None),
        rule="prizes.column",
        message=(
            f"The tournament divides its prizes by shares of its own ({stated}); the filed table has {expected}: {rest}."
        ),
    )


def _percent(shares: object) -> str:
    assert isinstance(shares, list | tuple)
    return ", ".join(f"{each / 100:g}" for each in shares) + " percent"
