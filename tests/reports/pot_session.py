"""A session of pot games: worked hands of many games, one after another, with jackpots, terms and players who come and go."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rules.audit import BytesSource
from tests.rules.pot_exhibits import cases

_FAMILIES = (
    "POT-BET",
    "POT-PRE",
    "POT-RIT",
    "POT-SIDE",
    "POT-ODD",
    "POT-MIS",
    "POT-GAME",
    "POT-JP",
    "POT-SHOW",
)
_OF_EACH = 4
_HEAD: dict[str, Any] = {
    "event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": "POTS", "table": "T1",
    "currency": "EUR", "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": "olympic-cash",
}  # fmt: skip


@cache
def pot_session() -> BytesSource:
    """Four worked hands of each family with breaches of many kinds; each has its own players' stacks."""
    lines: list[dict[str, Any]] = [_HEAD, *_beside()]
    for family in _FAMILIES:
        mine = [
            each
            for each in cases().values()
            if each["id"].startswith(family) and each["ruleset"] == "olympic-cash"
        ]
        breaking = sorted(mine, key=lambda each: not each["expected"].get("illegal"))
        for case in breaking[:_OF_EACH]:
            lines += [line for line in case["log"] if line["event"] == "pot_hand"]
    number = 0
    for at, line in enumerate(lines):
        if line["event"] == "pot_hand":
            number += 1
            when = {"at": f"2026-03-14T{20 + number // 30}:{2 * number % 60:02d}:00+02:00"}
            lines[at] = (
                {name: each for name, each in line.items() if name != "ended_at"} | {"hand": number} | when
            )
    return BytesSource(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def _beside() -> list[dict[str, Any]]:
    at = "2026-03-14T19:30:00+02:00"
    return [
        {"event": "terms", "at": at, "limit": "no_limit", "jackpot": True, "stakes": {"small_blind": 100, "big_blind": 200}},
        {"event": "seat", "at": at, "player": "P1", "kind": "seated", "seat": 1},
        {"event": "seat", "at": at, "player": "waiting-8", "kind": "listed", "waiting": 1},
        {"event": "chips", "at": at, "player": "P1", "seat": 1, "kind": "buy_in", "amount": 100_000},
        {"event": "jackpot", "at": at, "kind": "close", "level": 1_000_000},
        {"event": "jackpot", "at": at, "kind": "hit", "hit": "royal_flush", "hand": 1,
         "payouts": [{"seat": 1, "player": "P1", "amount": 50_000}]},
    ]  # fmt: skip
