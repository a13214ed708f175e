"""Logs of honest hands of short stacks: each hand has players of its own, so that no stack depends on another hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any

from rules.controls.ruleset import Ruleset
from tests.plain.pots.settled import Settled
from tests.simulation.short_stacks.hands import Played
from tests.simulation.short_stacks.money import settle
from tests.simulation.short_stacks.tables import table_of

Event = dict[str, Any]
LIMITS = ("no_limit", "pot_limit", "fixed_limit")
_OPENED = datetime(2026, 3, 14, 12, 0, tzinfo=timezone(timedelta(hours=2)))
_HAND = timedelta(seconds=90)
_ROUND = 3  # hands of each game of a mix


@dataclass
class ShortLog:
    """A log, and what the judge says that its hands come to, by number."""

    events: list[Event]
    due: dict[int, Settled] = field(default_factory=dict)
    hands: dict[int, Played] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)  # hands that touched what the rules leave open

    def log(self) -> bytes:
        return b"".join(json.dumps(event).encode() + b"\n" for event in self.events)


def short_log(ruleset: Ruleset, game: str, limit: str, *, hands: int, seed: int) -> ShortLog:
    """A log of so many hands of a game, or of a mix, whose games have limits of their own."""
    random = Random(f"{ruleset.id} {game} {limit} {seed}")
    found = ShortLog([_session(ruleset, f"{game}-{limit}-{seed}"), _terms()])
    at, dealer = _OPENED, 0
    rotation = _rotation(ruleset, game, limit)
    while len(found.hands) < hands:
        rules = ruleset.sections.pot
        assert rules is not None
        table = table_of(rules, *rotation[len(found.hands) // _ROUND % len(rotation)], random)
        if table.dealer == dealer:
            continue
        played = Played(table, rules, random)
        hand = played.play()
        due = settle(played)
        if played.betting.silent:
            for why in played.betting.silent:
                found.left_out[why] = found.left_out.get(why, 0) + 1
            continue
        number, at, dealer = len(found.hands) + 1, at + _HAND, table.dealer
        found.due[number], found.hands[number] = due, played
        if game in rules.mixes:
            hand["mix"] = game
        for seat in hand["seats"]:
            seat["player"] = f"P{number}-{seat['seat']}"
        if table.buyer is not None:
            sits = {"player": f"P{number}-{table.buyer}", "kind": "seated", "seat": table.buyer}
            found.events.append({"event": "seat", "at": _at(at - _HAND / 2), **sits})
        found.events.append({"event": "pot_hand", "hand": number, "at": _at(at), **hand})
    return found


def _rotation(ruleset: Ruleset, game: str, limit: str) -> list[tuple[str, str]]:
    """The games that are played in turn, with their limits."""
    assert ruleset.sections.pot is not None
    mix = ruleset.sections.pot.mixes.get(game)
    return list(zip(mix.rotation, mix.limits, strict=True)) if mix else [(game, limit)]


def _at(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def _session(ruleset: Ruleset, name: str) -> Event:
    return {
        "event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": name, "table": "T1", "currency": "EUR",
        "opened_at": _at(_OPENED), "ruleset": ruleset.id,
    }  # fmt: skip


def _terms() -> Event:
    return {"event": "terms", "at": _at(_OPENED), "jackpot": False}


def every_game(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Each game of a ruleset with each limit; and each mix, once."""
    assert ruleset.sections.pot is not None
    for game in ruleset.sections.pot.games:
        for limit in LIMITS:
            yield game, limit
    for mix in ruleset.sections.pot.mixes:
        yield mix, "its-limits"
