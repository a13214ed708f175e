"""Measures of screening: microseconds a hand of each part in an audit that has replayed the hands. JSON on standard output, a
table for people on standard error; never a test. It is the processor's time, for machines are busy.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from datetime import date, timedelta

import numpy as np

from rules.screening.dominated_settings import dominated
from rules.screening.indicator_catalogue import indicators
from rules.screening.session_statistics import ScreeningKeeper
from simulation.screened.evening_hands import replayed_evening, session_of
from simulation.screened.room_regulars import LIVED, regulars
from simulation.screened.screened_evening import evening
from tests.calibration.room_years import scoring

EVENINGS, HANDS = 24, 200


def main() -> None:
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
    print(json.dumps(medians, indent=2))
    for name, took in medians.items():
        print(f"{name:<36}{took:>8} us a hand", file=sys.stderr)


def _took(call) -> float:  # type: ignore[no-untyped-def]
    start = time.process_time()
    call()
    return (time.process_time() - start) / HANDS * 1e6


if __name__ == "__main__":
    main()
