"""Eliminations that are wrong under every open reading of the controls."""

from __future__ import annotations

from rules.clauses import ambiguities
from rules.records.events import OfcHand
from rules.replay.readings import other_readings
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from simulation.open_face_results import out_of
from simulation.written_results import SettledBlock

_TOPICS = ("short_debt", "chips_bind")  # of points that may be left open


def wrongly_recorded(hand: OfcHand, settled: SettledBlock) -> list[int]:
    stakes = settled.replayed.stakes
    if not isinstance(hand.eliminated, list) or stakes is None or not stakes.out_known[0]:
        return []
    recorded = {seat for seat in hand.eliminated if seat in [each.seat for each in hand.seats]}
    wrong = sorted(recorded ^ set(out_of(hand, settled, 0)))
    return [] if wrong and _by_another_reading(hand, settled, recorded) else wrong


def _by_another_reading(hand: OfcHand, settled: SettledBlock, recorded: set[int]) -> bool:
    """Whether another open reading has the recorded eliminations."""
    replayed = settled.replayed
    ruleset = replayed.scoring.ruleset
    for ambiguity in ambiguities().values():
        if ambiguity.touches not in _TOPICS or ambiguity.id in ruleset.readings:
            continue
        for other in other_readings(ruleset, ambiguity).values():
            stakes = replay(replayed.hands, compiled(other), replayed.seats).stakes
            out = stakes.out[0].tolist() if stakes else []
            if {seat.seat for seat, is_out in zip(hand.seats, out, strict=False) if is_out} == recorded:
                return True
    return False
