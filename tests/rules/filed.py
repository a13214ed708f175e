"""A card room's controls as a test writes them: a file that could be approved, and changes to it."""

import tomllib
from typing import Any

import tomli_w

ROOMS_OWN = """
[ruleset]
id = "wa-0417-thirteen"
revision = 1
title = "Thirteen Card Poker at WA-0417"
authority = "Washington State Gambling Commission"
family = "chinese"
extends = ["wsgc-2-4@1"]
in_force = { from = 2026-01-01 }

[stakes.unit_cap]
max = 500
currency = "USD"
cite = "WSGC-3b"
text = "A unit is worth five dollars at most."

[surrender]
allowed = true
amount = { units = 2, cite = "WSGC-surrender", text = "Who surrenders pays two units to each player who is still in." }
payees = "live_only"
against_surrender = 0
against_natural = "surrender_amount"
royalties = "none"
cite = ["WSGC-surrender", "WSGC-surrender-payees"]

[irregularities]
documented = ["misdeal", "exposed_card", "wrong_card_count"]
cite = "WSGC-irregularities"

[fees.rake]
kind = "fixed_per_hand"
amount = { money = 100, cite = "external:WAC-230-15-080" }
cite = "external:WAC-230-15-080"
"""


def controls(
    revision: int = 1, starts: str | None = "2026-01-01", until: str | None = None, **sections: Any
) -> str:
    """The room's file; ``sections`` replace whole ones by name, None leaves one out."""
    import datetime as dt

    data = tomllib.loads(ROOMS_OWN)
    data["ruleset"]["revision"] = revision
    days = {"from": starts, "until": until}
    data["ruleset"]["in_force"] = {name: dt.date.fromisoformat(day) for name, day in days.items() if day}
    for name, section in sections.items():
        if name == "ruleset":
            data["ruleset"] |= section
        elif section is None:
            del data[name]
        else:
            data[name] = section
    return tomli_w.dumps(data)
