"""An honest log cut into two sessions of its table has no break of an account between them, and one wrong stack is found."""

from __future__ import annotations

import datetime as dt
import json
import random
from typing import Any

import pytest

from rules.audit import BytesSource, audit_log, audit_summary
from rules.audit.room_day import room_day
from rules.card_room import Room, TermsOfRoom
from rules.checks.day.session_summary import SessionSummary
from rules.controls.library import library
from rules.results import Finding
from simulation import simulate
from tests.simulation.test_lines_left_out import CODES, LEFT_OUT, TABLES, without

pytestmark = pytest.mark.slow
Lines = list[dict[str, Any]]
ROOM = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", dt.time(6), tables=2),))
CODE = "STK026"
CERTAIN = (63, 64, 65, 69, 74, 75, 79, 82, 83, 84, 85, 89)  # seeds with stacks, results and fees at the cut


def simulated(seed: int) -> Lines:
    name, game = TABLES[seed % len(TABLES)]
    log = simulate(library().get(name), hands=30, seed=seed, room=ROOM.id, **({"game": game} if game else {}))
    return [json.loads(line) for line in log.lines()]


def cut(lines: Lines, chance: random.Random) -> tuple[Lines, Lines]:
    """Two sessions: the second is opened when the first is closed, and its hands begin at 1."""
    hands = [place for place, line in enumerate(lines) if "seats" in line]
    last = chance.randrange(len(hands) - 1)
    middle = chance.choice([hands[last] + 1, hands[last + 1]])
    at, before = lines[middle]["at"], lines[hands[last]]["hand"]
    head = lines[0]
    one = [
        head | {"session": "A", "number": 1, "closed_at": at},
        *lines[1:middle],
        {"event": "close", "at": at, "hands": last + 1},
    ]
    other = [
        line | ({"hand": line["hand"] - before} if "hand" in line else {})
        for line in lines[middle:]
        if line["event"] != "close"
    ]
    return one, [head | {"session": "B", "number": 2, "opened_at": at}, *other]


def summary(lines: Lines) -> SessionSummary:
    source = BytesSource(b"".join(json.dumps(each).encode() + b"\n" for each in lines))
    return audit_summary(source, room=ROOM)[1]


def across(one: Lines, other: Lines) -> tuple[list[Finding], bool]:
    """The findings between two sessions, and whether the second was tested."""
    sessions = [summary(one), summary(other)]
    audit = room_day(ROOM, dt.date.fromisoformat(sessions[1].day), sessions)
    assert audit.complete, audit.failures
    (row,) = (each for each in audit.coverage if each.code == CODE)
    return [each for each in audit.findings if each.code == CODE], row.tested > 0


@pytest.mark.sampled(12)
@pytest.mark.parametrize("seed", range(60))
def test_two_honest_sessions_of_a_table_with_lines_left_out_have_no_break(seed):
    chance = random.Random(seed)
    what = [each for each in LEFT_OUT if chance.random() < 0.15]
    found, _ = across(*cut(without(simulated(seed), what, chance), chance))
    assert [(each.player, each.message) for each in found] == [], what


def topped_up(lines: Lines, chance: random.Random) -> Lines:
    """A session before which some players of its first hand bought more chips."""
    first = next(place for place, line in enumerate(lines) if "seats" in line)
    more = []
    for seat in lines[first]["seats"]:
        if chance.random() < 0.5:
            more.append((seat["player"], seat["seat"], chance.choice((2_000, 10_000))))
    for player, _, amount in more:
        for line in lines[first:]:
            for seat in line.get("seats", ()):
                if seat["player"] == player and "stack" in seat:
                    seat["stack"] += amount
            if line.get("kind") == "cash_out" and line["player"] == player:
                line["amount"] += amount
                break
    bought = [
        {"event": "chips", "kind": "buy_in", "at": lines[0]["opened_at"], "seat": seat, "player": player, "amount": amount}
        for player, seat, amount in more
    ]  # fmt: skip
    return [*lines[:first], *bought, *lines[first:]]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("seed", range(60))
def test_an_honest_session_that_goes_on_with_chips_of_the_one_before_has_no_break(seed):
    chance = random.Random(seed)
    one, other = cut(simulated(seed), chance)
    other = topped_up(other, chance)
    found, _ = across(one, other)
    assert [(each.player, each.message) for each in found] == []
    for lines in (one, other):
        audit = audit_log(BytesSource(b"".join(json.dumps(each).encode() + b"\n" for each in lines)))
        assert audit.complete, audit.failures
        assert [(each.code, each.hand, each.message) for each in audit.findings if each.code in CODES] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", CERTAIN)
def test_a_stack_that_changed_between_two_sessions_is_found(seed):
    chance = random.Random(seed)
    one, other = cut(simulated(seed), chance)
    assert across(one, other) == ([], True)
    first = next(line for line in other if "seats" in line)
    there = {each["player"] for line in one if "seats" in line for each in line["seats"]}
    came = {line.get("player") for line in other[: other.index(first)]}
    wrong = chance.choice(
        [each for each in first["seats"] if each["player"] in there - came and each.get("stack")]
    )
    wrong["stack"] += 500
    found, _ = across(one, other)
    assert [(each.player, each.difference) for each in found] == [(wrong["player"], 500)]
