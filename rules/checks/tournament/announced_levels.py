"""Levels announced, and their delay."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.checks.support.check import Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Inapplicable
from rules.checks.tournament.tournament_view import TournamentView
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_levels import DueLevel, announced

UNKNOWN = "when the level was announced was not recorded"


class LevelAnnounced(Struct, frozen=True):
    """A level announced. late: microseconds, negative: early. why: reason that this is unknown."""

    due: DueLevel
    stated: str
    late: int = 0
    why: str | Inapplicable | None = None

    def differs(self, view: TournamentView) -> Draft:
        return Draft(
            line=self.due.line,
            stated=self.stated,
            expected=self.due.text,
            unit="time",
            message=(
                f"{view.at(self.due.line)}: level {self.due.level} was announced at {self.stated}; it was due at {self.due.text}."
            ),
        )


def announced_levels(view: TournamentView) -> Iterator[LevelAnnounced]:
    """Levels in file order; disorder is for LVL006."""
    because = {each.line: each.because for each in view.replay.undetermined if each.what == "level"}
    stated = dict(announced(view.replay.file))
    for due in view.replay.levels:
        text = stated[due.line].at
        at = instant(text)
        if at is not None and due.due is not None:
            yield LevelAnnounced(due, str(text), at - due.due)
        elif due.line in because or at is None:
            yield LevelAnnounced(due, "", why=because.get(due.line, UNKNOWN))
        else:
            yield LevelAnnounced(due, "", why=INAPPLICABLE)
