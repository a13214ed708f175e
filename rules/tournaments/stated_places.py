"""Stated places of players, and those due. OLY-3.4-22, CARN-bust-order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_places import Placing
from rules.tournaments.tournament_records import Prize, RankingAward
from rules.tournaments.tournament_replay import Replay


class StatedPlace(NamedTuple):
    """A place of a line. entry: if named. due: None: no place. known: whether due is."""

    line: int
    player: str
    entry: int | None
    place: int
    due: int | None
    known: bool

    @property
    def differs(self) -> bool:
        return self.known and self.place != self.due


def stated_places(replay: Replay) -> list[StatedPlace]:
    """Every place that a file states, in order."""
    placings = {each.player: each for each in replay.placings}
    found = [*_of_exits(replay.field, placings), *_of_players(replay, placings)]
    return sorted(found, key=lambda each: each.line)


def _of_exits(field: Field, placings: dict[str, Placing]) -> Iterator[StatedPlace]:
    """Places of exits: only a player's last one that stands has a place."""
    for stake in field.counted:
        last = field.last_out(stake.player)
        for out in stake.busts:
            if isinstance(out.record.place, int):
                decides = last is not None and last[1].line == out.line
                due, known = _due(placings[stake.player]) if decides else (None, True)
                yield StatedPlace(out.line, stake.player, stake.number, out.record.place, due, known)


def _of_players(replay: Replay, placings: dict[str, Placing]) -> Iterator[StatedPlace]:
    for line, event in replay.file.events:
        if (
            isinstance(event, Prize | RankingAward)
            and isinstance(event.place, int)
            and event.player in placings
        ):
            yield StatedPlace(line, event.player, None, event.place, *_due(placings[event.player]))


def _due(placing: Placing) -> tuple[int | None, bool]:
    return placing.place, placing.place is not None or not placing.ranked
