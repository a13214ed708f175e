"""Findings about one entry."""

from __future__ import annotations

from collections.abc import Callable

from rules.checks.support.check import Draft
from rules.checks.support.event_outcomes import Outcomes
from rules.checks.tournament.tournament_view import TournamentView
from rules.tournaments.numbering import numbers_due
from rules.tournaments.tournament_field import Stake
from rules.tournaments.tournament_records import Entry


def recorded_as(view: TournamentView, stake: Stake, *, again: bool, said: str) -> Draft | None:
    """Draft of a stake wrongly said to be again, or not."""
    if stake.again == again:
        return None
    return Draft(
        line=stake.line,
        entry=stake.number,
        player=stake.player,
        stated=stake.player,
        message=f"{view.of(stake.line, stake.record)}: {said}.",
    )


def entry_numbers(view: TournamentView, wrong: Callable[[int, Entry, int], str | None]) -> Outcomes:
    """Outcome of each entry. wrong: words for its line, entry and due number; None: right."""
    for line, event, due in numbers_due(view.replay.file):
        said = None if due is None else wrong(line, event, due)
        if said is None:
            yield None
            continue
        yield Draft(
            line=line,
            entry=event.entry,
            player=event.player,
            stated=event.entry,
            expected=due,
            unit="entry number",
            message=f"{view.of(line, event)}: {said}.",
        )
