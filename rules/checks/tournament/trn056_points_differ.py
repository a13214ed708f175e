"""A player was awarded other ranking points than are due.

Finds: awards that differ from position × average buy-in × participants; any award outside of the ranking.
Why: the points divide the pool of the quarter among the best players.
Example: the winner of 20 players at €20.00 is due 75 points, and was awarded 112.
Needs: `ranking_award` lines, and the places.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.controls.ruleset import Ruleset
from rules.tournaments.points_due import Points, as_text
from rules.tournaments.tournament_records import RankingAward
from rules.tournaments.tournament_replay import Replay


def _always(ruleset: Ruleset) -> bool:
    """Always true: without points, an award is another event's."""
    return True


CHECK = Check(
    "TRN056",
    "points-differ",
    "discrepancy",
    "major",
    ("OLY-5.7-product", "OLY-5.4"),
    title="The ranking points of {player} are not those due",
    scope="tournament",
    rule=("ranking_points",),
    area="money",
    follows=("TRN049",),
    applies=_always,
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for each in _awards_of(view.replay):
        yield _compared(view, each)


def _compared(view: TournamentView, each: _Awarded) -> Outcome:
    if each.due is None:
        return "the points due cannot be worked out: the place is not known, or the ruleset has no points"
    if each.line is None:
        return "no points of the player were recorded" if each.due else INAPPLICABLE
    return None if each.points == each.due else _wrong(view, each, each.line, each.due)


def _wrong(view: TournamentView, each: _Awarded, line: int, due: Points) -> Draft:
    why = "" if view.header.ranking is True else "; the event is none of the ranking"
    return Draft(
        line=line,
        player=each.player,
        stated=as_text(each.points),
        expected=as_text(due),
        unit="points",
        message=f"Line {line}: {each.player} was awarded {as_text(each.points)} points{why}; {as_text(due)} are due.",
    )


class _Awarded(NamedTuple):
    """Award, and what is due. line: last, None: none. due: None: unknown."""

    player: str
    line: int | None
    points: Fraction
    due: Fraction | None


def _awards_of(replay: Replay) -> Iterator[_Awarded]:
    """Players of a ranking event; of others, those awarded."""
    lines: dict[str, list[tuple[int, RankingAward]]] = {}
    for line, event in replay.file.events:
        if isinstance(event, RankingAward):
            lines.setdefault(event.player, []).append((line, event))
    in_ranking = replay.file.header.ranking is True
    for player, due in replay.points.items():
        of = lines.get(player, [])
        if of or in_ranking:
            points = sum((Fraction(each.points) for _, each in of), Fraction(0))
            yield _Awarded(player, of[-1][0] if of else None, points, due if in_ranking else Fraction(0))
