"""Deals of a report: simulated, replayed in blocks, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
from msgspec.structs import replace

from rules.audit.open_point_effects import OpenPoints
from rules.checks.support.check import money_of
from rules.clauses import Ambiguity
from rules.controls.completeness import completeness_problems
from rules.controls.ruleset import BESIDE_HANDS, Ruleset
from rules.hands import any_seat
from rules.records.reader import LogReader
from rules.replay.jackpots import jackpot_events
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.scoring import compiled
from rules.replay.topics import touched
from simulation.gaps.deals_seen import SeenInDeals
from simulation.gaps.dealt_pots import POT_HANDS, deal_pots
from simulation.gaps.gap_results import Dealt, UnitFrom
from simulation.simulate_session import Simulated, simulate
from simulation.simulated_game import SimulatedGame

DEALS = 10_000
SEED = 1
USUAL_UNIT = 100  # minor units, where the ruleset has no cap
USUAL_CURRENCY = "USD"


def deal(
    ruleset: Ruleset,
    ambiguities: Iterable[Ambiguity],
    *,
    deals: int,
    seed: int,
    unit: int | None,
    progress: Callable[[int], None] | None,
) -> SeenInDeals:
    """Deals and replays; 0 deals where the ruleset cannot be simulated. Raises ValueError for invalid parameters."""
    worth, unit_from = _unit(ruleset, unit)
    currency = _currency(ruleset)
    if deals < 0 or worth < 1:
        raise ValueError(
            f"{deals} deals at a unit of {worth}: deals must be 0 or more, and the unit at least 1"
        )
    if ruleset.abstract:
        raise ValueError(f"{ruleset} is a part that other rulesets extend; nothing can be dealt under it")
    nothing = Dealt(
        deals=0,
        misdeals=0,
        seed=seed,
        unit=None if unit_from == "levels" else worth,
        unit_from=unit_from,
        currency=money_of(currency, [ruleset]),
        fewest=0,
        most=0,
        priced=False,
        because=None,
    )
    if not deals:
        return SeenInDeals(replace(nothing, because="no deals were requested"))
    if ruleset.family in BESIDE_HANDS:
        return SeenInDeals(
            replace(nothing, because="no hand is played under a ruleset of tournaments or jackpots")
        )
    if missing := completeness_problems([ruleset]):
        problems = "; ".join(each.removeprefix(f"{ruleset.file}: ") for each in missing)
        return SeenInDeals(replace(nothing, because=f"the controls are not complete ({problems})"))
    topics = set(_topics(ambiguities))
    try:
        if ruleset.family == "pot":
            return deal_pots(ruleset, topics, nothing, hands=min(deals, POT_HANDS), progress=progress)
        simulated = simulate(ruleset, hands=deals, seed=seed, unit=worth, currency=currency)
    except ValueError as error:
        return SeenInDeals(replace(nothing, because=str(error)))
    return _replayed(ruleset, simulated, topics, nothing, progress)


def _currency(ruleset: Ruleset) -> str:
    of_fees = ruleset.sections.fees.currency if ruleset.family == "pot" else None
    return of_fees or ruleset.sections.stakes.unit_cap.currency or USUAL_CURRENCY


def _unit(ruleset: Ruleset, asked: int | None) -> tuple[int, UnitFrom]:
    if ruleset.sections.event.level:
        return asked or USUAL_UNIT, "levels"
    if asked is not None:
        return asked, "asked"
    cap = ruleset.sections.stakes.unit_cap.max
    return (cap, "cap") if cap is not None else (USUAL_UNIT, "usual")


def _topics(ambiguities: Iterable[Ambiguity]) -> Iterable[str]:
    return (each.touches for each in ambiguities if each.touches is not None)


def _replayed(
    ruleset: Ruleset,
    simulated: Simulated,
    topics: set[str],
    nothing: Dealt,
    progress: Callable[[int], None] | None,
) -> SeenInDeals:
    points, scoring = OpenPoints(), compiled(ruleset)
    seen_touched: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    done = misdeals = 0
    for hands in LogReader().blocks_of(simulated.events()):
        replayed = replay(hands, scoring)
        points.add(replayed)
        for topic in topics:
            seen_touched[topic] += int(touched(replayed, topic).sum())
        _count(replayed, counted)
        done += len(hands)
        misdeals += int(replayed.void.sum())
        if progress:
            progress(done)
    points.close()
    game = SimulatedGame.of(ruleset)
    dealt = replace(
        nothing, deals=done, misdeals=misdeals, fewest=game.fewest, most=game.most, priced=game.priced
    )
    reported = {point.ambiguity.id: point for point in points.points()}
    return SeenInDeals(dealt, reported, seen_touched, counted)


def _count(replayed: ReplayedRows, counted: Counter[str]) -> None:
    played = (
        (replayed.seats.present & ~replayed.void[:, None]) if len(replayed.void) else replayed.seats.present
    )
    outcomes = np.bincount(replayed.outcome[replayed.silent], minlength=16)
    for outcome in np.flatnonzero(outcomes).tolist():
        won, lost = sorted(divmod(outcome, 4), reverse=True)
        counted[f"outcome {won}-{lost}-{3 - won - lost}"] += int(outcomes[outcome])
    counted["foul"] += int((replayed.seats.fouled & played).sum())
    counted["surrender"] += int((replayed.seats.surrendered & played).sum())
    for place, name in enumerate(replayed.scoring.natural_names):
        counted[f"natural {name}"] += int(((replayed.seats.natural_held == place) & played).sum())
    counted.update(f"jackpot {jackpot}" for _, _, jackpot in jackpot_events(replayed))
    if replayed.winner is not None:
        counted["single winner"] += int(((replayed.winner >= 0) & ~replayed.void).sum())
    counted["short stack"] += int(_short(replayed).sum())


def _short(replayed: ReplayedRows) -> np.ndarray:
    """(H,) deals in which a seat owes more than its stack."""
    stack = replayed.hands.stack
    found: np.ndarray = (
        any_seat((stack >= 0) & replayed.seat_known & (replayed.net < -stack)) & ~replayed.void
    )
    return found
