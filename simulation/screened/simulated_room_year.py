"""A room's year: sixty evenings at one to three tables, forty players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

import numpy as np

from rules.controls.ruleset import Ruleset
from rules.replay.scoring import Scoring
from rules.screening.session_statistics import SessionStatistics, statistics_of
from rules.screening.statistics import ScreenedSession
from simulation.screened.evening_hands import statistics_of_evening
from simulation.screened.pot_evening import pot_evening
from simulation.screened.room_regulars import RoomHabits, RoomRegular, regulars
from simulation.screened.ruled_floor import with_habits, with_open_rulings
from simulation.screened.screened_evening import evening

EVENINGS = 60
_FIRST = date(2026, 1, 1)
_TABLES = (0.5, 0.3, 0.2)  # chances of one, two and three
_TONIGHT = 9  # players of a table
_HANDS = (150, 250)
_POT_HANDS = (90, 150)


def room_year(
    seed: int, habits: RoomHabits, scoring: Scoring, *, evenings: int = EVENINGS
) -> Iterator[SessionStatistics]:
    """Statistics of the sessions of an honest year; the same seed gives the same ones."""
    random = np.random.default_rng(seed)
    players = regulars(random, habits)
    for offset in np.sort(random.choice(365, evenings, replace=False)).tolist():
        come = random.permutation(len(players)).tolist()
        for table in range(int(random.choice(len(_TABLES), p=_TABLES)) + 1):
            tonight = [players[one] for one in come[table * _TONIGHT : (table + 1) * _TONIGHT]]
            played = evening(
                f"T{table + 1}", _FIRST + timedelta(days=offset), tonight, habits, scoring.scale, random,
                hands=int(random.integers(*_HANDS)),
            )  # fmt: skip
            yield statistics_of_evening(played, scoring)


def pot_room_year(
    seed: int, habits: RoomHabits, ruleset: Ruleset, *, evenings: int = EVENINGS
) -> Iterator[SessionStatistics]:
    """Statistics of the sessions of an honest year of hold'em, one table an evening."""
    random = np.random.default_rng(seed)
    players = regulars(random, habits)
    for offset in np.sort(random.choice(365, evenings, replace=False)).tolist():
        day = _FIRST + timedelta(days=offset)
        tonight = [players[one] for one in random.permutation(len(players)).tolist()]
        played = pot_evening("T1", day, tonight, habits, random, int(random.integers(*_POT_HANDS)), ruleset)
        yield statistics_of_pots(played, day, {each.name: each for each in players}, habits, random)


def statistics_of_pots(
    played: ScreenedSession,
    day: date,
    players: Mapping[str, RoomRegular],
    habits: RoomHabits,
    random: np.random.Generator,
) -> SessionStatistics:
    """The statistics that an audit of an evening keeps, with what the floor ruled."""
    lived = with_open_rulings(with_habits(played, players, habits, random), random)
    return statistics_of([lived], lived.header, day)
