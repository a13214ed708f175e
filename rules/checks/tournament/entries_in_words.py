"""Findings about one entry: its number, and whether its player had entered before."""

from __future__ import annotations

from collections.abc import Callable

from rules.checks.support.check import Draft
from rules.checks.support.event_outcomes import Outcomes
from rules.checks.tournament.tournament_view import TournamentView
from rules.tournaments.numbering import numbers_due
from rules.tournaments.tournament_field import Stake
from rules.tournaments.tournament_records import Entry


def recorded_as(view: TournamentView, stake: Stake, *, again: bool, said: str) -> Draft | None:
    """A stake whose player had entered before, or not, otherwise than its line says. again: what the line says."""
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
    """One outcome an entry. wrong: from its line, itself and the number due what is said of its number; None: nothing."""
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
