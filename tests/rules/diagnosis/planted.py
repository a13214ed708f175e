"""Logs in which a stretch of hands was settled under another ruleset than the session's."""

from __future__ import annotations

import json
from typing import NamedTuple

from rules.audit import BytesSource, audit_log, replay_log
from rules.controls.library import library
from rules.results import Audit
from simulation import simulate


class Planted(NamedTuple):
    """A log, and the hands whose results were changed. ``log`` has ``own`` as the ruleset of the session."""

    log: bytes
    own: str
    changed: list[int]

    def audit(self) -> Audit:
        return audit_log(BytesSource(self.log))


def planted(
    own: str,
    other: str,
    first: int,
    last: int,
    *,
    seed: int,
    hands: int = 200,
    faults: float = 0.0,
    dealer: str | None = None,
    player: str | None = None,
) -> Planted:
    """Hands ``first`` to ``last`` settled under ``other``: all, those of one dealer, or one player's results."""
    simulated = simulate(library().get(own), hands=hands, seed=seed, evidence="rows", faults=faults).log()
    events = [json.loads(line) for line in simulated.splitlines()]
    due = {each["hand"]: each for each in replay_log(BytesSource(simulated), ruleset=other)}
    changed = []
    for event in events:
        number = event.get("hand")
        if event["event"] not in ("chinese_hand", "ofc_hand") or not first <= number <= last:
            continue
        if dealer is not None and event.get("dealer_id") != dealer:
            continue
        nets = {seat["seat"]: seat["net"] for seat in due[number]["seats"]}
        before = json.dumps(event)
        for seat in event["seats"]:
            if nets.get(seat["seat"]) is not None and "net" in seat and player in (None, seat["player"]):
                seat["net"] = nets[seat["seat"]]
        changed += [number] if json.dumps(event) != before else []
    return Planted("".join(json.dumps(event) + "\n" for event in events).encode(), own, changed)
