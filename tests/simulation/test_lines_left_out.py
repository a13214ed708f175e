"""An honest log of which something is left out has no break of an account of chips: what is not on record is not known."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from simulation import simulate

pytestmark = pytest.mark.slow
TABLES = (
    ("wsgc-full", None), ("ofc-cash", None), ("olympic-cash", "holdem"), ("standard-cash", "omaha"), ("wac-230-15-080", None),
    ("olympic-cash", "stud7"), ("malayan", None), ("hawaiian-gardens", None), ("classic-pool", None), ("olympic-cash", "horse"),
)  # fmt: skip
CODES = ("STK010", "STK011", "STK014", "STK015", "STK018")
LEFT_OUT = ("stacks", "all stacks", "nets", "fees", "times of fees", "transfers", "pots", "chips", "hands")


def without(events: list[dict[str, Any]], what: list[str], chance: random.Random) -> list[dict[str, Any]]:
    """The events with less on record."""
    left = []
    for event in events:
        if "seats" not in event:
            if event["event"] != "chips" or "chips" not in what or chance.random() > 0.15:
                left.append(event)
            continue
        if "hands" in what and chance.random() < 0.08:
            continue
        for name in ("fees", "transfers", "pots"):
            if name in what and chance.random() < 0.4:
                event.pop(name, None)
        for fee in event.get("fees", ()) if "times of fees" in what else ():
            fee.pop("before_deal", None)
        for seat in event["seats"]:
            if "all stacks" in what or ("stacks" in what and chance.random() < 0.4):
                seat.pop("stack", None)
            if "nets" in what and chance.random() < 0.4:
                seat.pop("net", None)
        left.append(event)
    return left


@pytest.mark.sampled(12)
@pytest.mark.parametrize("seed", range(60))
def test_an_honest_log_with_lines_left_out_has_no_break(seed):
    chance = random.Random(seed)
    name, game = TABLES[seed % len(TABLES)]
    log = simulate(library().get(name), hands=30, seed=seed, **({"game": game} if game else {}))
    what = [each for each in LEFT_OUT if chance.random() < 0.3]
    events = without([json.loads(line) for line in log.lines()], what, chance)
    audit = audit_log(BytesSource(b"".join(json.dumps(each).encode() + b"\n" for each in events)))
    assert audit.complete, audit.failures
    found = [(each.code, each.hand, each.seat, each.message) for each in audit.findings if each.code in CODES]
    assert found == [], what
