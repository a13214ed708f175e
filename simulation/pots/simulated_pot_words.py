"""Words and chips of recorded acts: announced, or silent chips."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.records.pot_records import Act, Change
from simulation.pots.betting import LegalActs
from simulation.pots.players import PlayerDecision

_ANNOUNCED = 0.6
_LARGER = (2, 5, 10)  # a chip that is put in for a call, in calls


def spoken(
    decision: PlayerDecision, options: LegalActs, chip: int, random: Random
) -> tuple[dict[str, Any], list[Act]]:
    """Fields of an act for speech and gestures, and acts that follow at once."""
    to = decision.to
    if to is None or random.random() < _ANNOUNCED:
        return _announced(decision, options), []
    owes = to - options.front
    if decision.verb == "call":
        return _for_a_call(options, owes, random)
    enough = to >= options.raise_least and owes > chip
    if not enough or to == options.most:
        return _announced(decision, options), []
    return {"said": "nothing", "chips": [[owes - chip, chip]]}, []


def _announced(decision: PlayerDecision, options: LegalActs) -> dict[str, Any]:
    if decision.verb in ("check", "fold", "call"):
        return {"said": decision.verb}
    if decision.to == options.most:
        return {"said": "all_in"}
    return {"said": decision.verb, "said_to": decision.to}


def _for_a_call(options: LegalActs, owes: int, random: Random) -> tuple[dict[str, Any], list[Act]]:
    one = owes * random.choice(_LARGER)
    if options.front + one < options.most:
        return {"said": "nothing", "chips": [[one]]}, [Change(seat=options.seat, amount=one - owes)]
    return {"said": "nothing", "chips": [[owes]]}, []
