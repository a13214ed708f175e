"""The ranking points that a file awards, by player. OLY-5.4, OLY-5.7."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from rules.tournaments.records import RankingAward
from rules.tournaments.replay import Replay


class Awarded(NamedTuple):
    """What a player was awarded, and is due. line: of his last award, None: he has none. due: None: not known."""

    player: str
    line: int | None
    points: Fraction
    due: Fraction | None


def awards_of(replay: Replay) -> Iterator[Awarded]:
    """Every player of a ranking event; of any other, those who were awarded points, to whom nothing is due."""
    lines: dict[str, list[tuple[int, RankingAward]]] = {}
    for line, event in replay.file.events:
        if isinstance(event, RankingAward):
            lines.setdefault(event.player, []).append((line, event))
    in_ranking = replay.file.header.ranking is True
    for player, due in replay.points.items():
        of = lines.get(player, [])
        if of or in_ranking:
            points = sum((Fraction(each.points) for _, each in of), Fraction(0))
            yield Awarded(player, of[-1][0] if of else None, points, due if in_ranking else Fraction(0))
