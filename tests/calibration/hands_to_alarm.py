"""Hands until a planted conduct is an alarm."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from statistics import median

import numpy as np
from msgspec import Struct

from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.levelled_pairs import LevelledPairs, paid_in
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import Row, Unit
from rules.screening.windows import ByDay, float_e, standing
from simulation.screened.planted_conduct import PlantedConduct
from simulation.screened.planted_games import PlantedPots
from tests.calibration.rulesets import ruleset_of
from tests.rules.screening.plain_totals import UnitTotals

NEVER = 0
_FIRST = date(2026, 3, 2)
_EPOCH = date(1970, 1, 1)


class HandsToAlarm(Struct, frozen=True):
    """Medians over some seeds. combined: by E, whose windows are averaged; alone: by e of the year alone, as the contract has
    it. NEVER: not in ``most`` hands.
    """

    name: str
    code: str
    limit: int
    contract: int
    combined: int
    alone: int
    most: int = 2400


def hands_to_alarm(conduct: PlantedConduct | PlantedPots, seeds: range) -> HandsToAlarm:
    """How many hands a conduct takes, one evening a gaming day."""
    found = [_first_reached(conduct, seed) for seed in seeds]
    combined, alone = (_median([each[side] for each in found], conduct) for side in range(2))
    return HandsToAlarm(
        conduct.name,
        conduct.code,
        conduct.limit,
        conduct.contract,
        combined,
        alone,
        conduct.evenings * conduct.hands,
    )


def _median(hands: list[int], conduct: PlantedConduct | PlantedPots) -> int:
    late = (conduct.evenings + 1) * conduct.hands
    found = median(each or late for each in hands)
    return NEVER if found >= late else int(found)


def _first_reached(conduct: PlantedConduct | PlantedPots, seed: int) -> tuple[int, int]:
    random, ruleset = np.random.default_rng(seed), ruleset_of(conduct.family)
    totals: dict[Unit, UnitTotals] = {}
    combined = alone = NEVER
    for nth in range(1, conduct.evenings + 1):
        _add(totals, conduct.code, conduct.statistics(_FIRST + timedelta(days=nth - 1), ruleset, random))
        by_windows, by_year = _evidence(conduct, totals)
        if not alone and by_year >= conduct.limit:
            alone = nth * conduct.hands
        if by_windows >= conduct.limit:
            combined = nth * conduct.hands
            break
    return combined, alone


def _add(totals: dict[Unit, UnitTotals], code: str, session: SessionStatistics) -> None:
    of: defaultdict[Unit, list[Row]] = defaultdict(list)
    for row in session.rows.get(code, ()):
        of[row.unit].append(row)
    for unit, rows in of.items():
        totals.setdefault(unit, UnitTotals(indicators_by_code()[code].indicator, unit)).add(session.day, rows)


def _evidence(conduct: PlantedConduct | PlantedPots, totals: dict[Unit, UnitTotals]) -> tuple[float, float]:
    """E over the windows, and e of the year alone, of the conduct's unit so far; 0 where an alarm needs more."""
    pairs = LevelledPairs(
        {each: paid_in(own.all_rows) for each, own in totals.items() if paid_in(own.all_rows).hands}
    )
    unit = conduct.unit
    if unit not in totals or not pairs.allow(unit):
        return 0.0, 0.0
    hands = {day: paid_in(rows).hands for day, rows in totals[unit].rows.items()}
    needed = [pairs.levelled(unit, totals[unit].sums(), hands)]
    if confirming := totals[unit].confirming():
        needed.append(confirming)
    both = [_stands(days) for days in needed]
    return min(each for each, _ in both), min(each for _, each in both)


def _stands(days: ByDay) -> tuple[float, float]:
    order = sorted(days)
    sums = np.array([days[day] for day in order], np.int64)
    stands = standing(np.zeros(len(order), np.int64), np.array([(day - _EPOCH).days for day in order]), sums)
    return float(stands[-1]), float(float_e(sums.sum(axis=0, keepdims=True))[0])
