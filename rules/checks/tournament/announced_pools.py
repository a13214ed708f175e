"""Announced pools."""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import Draft
from rules.checks.tournament.tournament_view import TournamentView
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import AnnouncedPool, Bought, Unregister


def _pools(file: TournamentFile) -> Iterator[tuple[int, AnnouncedPool, bool]]:
    """Announcements with line, and whether each is of the whole: not repeated after purchases or refunds."""
    last = max((at for at, (_, each) in enumerate(file.events) if isinstance(each, AnnouncedPool)), default=0)
    changes = [at for at, (_, each) in enumerate(file.events) if isinstance(each, Bought | Unregister)]
    for at, (line, event) in enumerate(file.events):
        if isinstance(event, AnnouncedPool):
            yield line, event, not any(at < each < last for each in changes)


def announcements(view: TournamentView) -> Iterator[tuple[int, AnnouncedPool | None]]:
    """Announcements by line; None: made again after purchases."""
    return ((line, event if whole else None) for line, event, whole in _pools(view.replay.file))


def money_differs(view: TournamentView, line: int, total: str, what: str, announced: int, due: int) -> Draft:
    """Draft of a wrong announced amount. total: name in the file; what: in words."""
    return Draft(
        line=line,
        total=total,
        stated=announced,
        expected=due,
        unit="money",
        money=abs(announced - due),
        money_kind="misrecorded",
        message=f"Line {line}: {what} was announced as {view.money(announced)}; due is {view.money(due)}.",
    )
