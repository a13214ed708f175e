"""Measures of screening: microseconds a hand of each part in an audit that has replayed the hands, and milliseconds of a room's
night from stored sums. JSON on standard output, a table for people on standard error; never a test. It is the processor's time,
for machines are busy. `--evenings 365` measures the night at the end of such a year of all tables of the room alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from datetime import date, timedelta

import numpy as np

from auditor.screened_years import screened_by_sums
from auditor.store.kept_statistics import KeptStatistics
from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.pots.table_replay import TableLog
from rules.screening.dominated_settings import dominated
from rules.screening.indicator_catalogue import indicators
from rules.screening.session_statistics import ScreeningKeeper, SessionStatistics, statistics_of
from rules.screening.session_sums import sums_of
from rules.screening.written_statistics import sums_as_bytes, sums_of_bytes
from simulation import simulate
from simulation.screened.evening_hands import replayed_evening, session_of
from simulation.screened.room_regulars import LIVED, SKILL, regulars
from simulation.screened.screened_evening import evening
from simulation.screened.simulated_room_year import room_year
from tests.calibration.room_years import scoring

EVENINGS, HANDS = 24, 200
POT_GAMES, POT_EVENINGS, POT_HANDS = ("holdem", "omaha", "stud7"), 12, 150
NIGHTS = 60  # of a room's year


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--evenings", type=int)
    evenings = asked.parse_args().evenings
    if evenings is not None:
        print(json.dumps(room_night(list(room_year(1, SKILL, scoring(), evenings=evenings))), indent=2))
        return
    rules, random = scoring(), np.random.default_rng(1)
    players = regulars(random, LIVED)
    parts: dict[str, list[float]] = {}
    for nth in range(EVENINGS):
        day = date(2026, 3, 1) + timedelta(days=nth)
        played = evening("T1", day, players[nth : nth + 9], LIVED, rules.scale, random, hands=HANDS)
        seen, keeper = replayed_evening(played, rules), ScreeningKeeper()
        parts.setdefault("columns", []).append(_took(lambda k=keeper, s=seen: k.add(s)))
        parts.setdefault("of these settings", []).append(
            _took(lambda s=seen: dominated(s.hands.cards, s.scoring.scale))
        )
        (session,) = keeper.sessions(*session_of(played))
        for each in (
            one for one in indicators() if one.indicator.reads == "hands" and "chinese" in one.indicator.games
        ):
            name = f"{each.code} {each.indicator.name}"
            parts.setdefault(name, []).append(_took(lambda e=each, s=session: list(e.rows(s))))
    medians = {name: round(statistics.median(taken), 1) for name, taken in parts.items()}
    medians["together"] = round(sum(took for name, took in medians.items() if name != "of these settings"), 1)
    medians |= {f"all of {game}": pot_evenings(game) for game in POT_GAMES}
    year = room_year(1, SKILL, scoring(), evenings=NIGHTS)
    night = room_night([each for each in year if each.table == "T1"])
    print(json.dumps({**medians, **night}, indent=2))
    for name, took in medians.items():
        print(f"{name:<36}{took:>8} us a hand", file=sys.stderr)
    for name, figure in night.items():
        print(f"{name:<36}{figure:>8}", file=sys.stderr)


def pot_evenings(game: str) -> float:
    """Microseconds a hand of the columns and of all rows of evenings of a pot game, the mean of a warm process."""
    ruleset, taken = library().get("olympic-cash"), []
    assert ruleset.sections.pot is not None
    for nth in (0, *range(POT_EVENINGS)):
        log = simulate(ruleset, hands=POT_HANDS, seed=nth, game=game).log()
        reader, table, keeper = LogReader(), TableLog(ruleset.sections.pot), ScreeningKeeper()
        replayed = [table.add(block, reader.events) for block in reader.blocks([log])]
        begun = time.process_time()
        for each in replayed:
            keeper.add(each)
        assert reader.session is not None
        statistics_of(keeper.sessions(reader.session, reader.events), reader.session, date(2026, 3, 1))
        taken.append((time.process_time() - begun) / POT_HANDS * 1e6)
    return round(statistics.mean(taken[1:]), 1)


def room_night(sessions: list[SessionStatistics]) -> dict[str, float]:
    """A night of a room with some sessions of a year: what its sums take to make, to keep and to add up. The first night also
    compares the deals of sessions that follow each other, which the process knows afterwards.
    """
    hands = sum(each.hands for each in sessions)
    begun = time.process_time()
    written = [sums_as_bytes(sums_of(each)) for each in sessions]
    made = time.process_time() - begun
    taken, units = [], 0
    for _ in range(7):
        begun = time.process_time()
        kept = [
            KeptStatistics(place, f"{place}", sums_of_bytes(each), list) for place, each in enumerate(written)
        ]
        units = len(screened_by_sums(kept).units)
        taken.append(time.process_time() - begun)
    return {
        "a night's sessions": len(sessions), "a night's units": units,
        "the first night, ms": round(taken[0] * 1e3, 1),
        "a night, ms": round(statistics.median(taken[1:]) * 1e3, 1),
        "sums, us a hand": round(made / hands * 1e6, 1),
        "sums, bytes a hand": round(sum(map(len, written)) / hands, 1),
    }  # fmt: skip


def _took(call) -> float:  # type: ignore[no-untyped-def]
    start = time.process_time()
    call()
    return (time.process_time() - start) / HANDS * 1e6


if __name__ == "__main__":
    main()
