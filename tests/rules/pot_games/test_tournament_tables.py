"""Hands of a tournament table: what only cash tables are held to, and chips that were raced off between two hands."""

from __future__ import annotations

import copy
import json

import pytest

from rules.audit import BytesSource, audit_log
from rules.results import Audit

SESSION = {
    "event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": "T-1", "table": "T1", "currency": "EUR",
    "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": "olympic-cash", "tournament": "MON",
}  # fmt: skip
FOLDED = [
    {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
    {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
    {"act": "fold", "seat": 3},
    {"act": "fold", "seat": 1},
]
NETS = {1: -100, 2: 100, 3: 0}


def hand(number: int, stacks: dict[int, int], chip: int | None) -> dict:
    """Everybody folds to the big blind; the button moves on with the number of the hand."""
    order = [(number - 1 + step) % 3 + 1 for step in range(3)]  # small blind, big blind, button
    acts = copy.deepcopy(FOLDED)
    for act in acts:
        act["seat"] = order[act["seat"] - 1]
    stakes = {"small_blind": 100, "big_blind": 200} | ({} if chip is None else {"chip": chip})
    nets = {order[place - 1]: net for place, net in NETS.items()}
    return {
        "event": "pot_hand", "hand": number, "at": f"2026-03-14T20:0{number}:00+02:00", "game": "holdem",
        "limit": "no_limit", "stakes": stakes, "dealer": order[2], "acts": acts,
        "seats": [{"seat": seat, "player": f"P{seat}", "stack": chips, "net": nets[seat]} for seat, chips in stacks.items()],
    }  # fmt: skip


def audited(*lines: dict, **session: object) -> Audit:
    """The audit of a log."""
    header = {name: value for name, value in (SESSION | session).items() if value is not None}
    audit = audit_log(BytesSource(b"".join(json.dumps(line).encode() + b"\n" for line in (header, *lines))))
    assert audit.complete
    return audit


def found(*lines: dict, **session: object) -> list[tuple[str, int | None, int | None]]:
    """The code, hand and seat of each finding of a log."""
    audit = audited(*lines, **session)
    return [(each.code, each.hand, each.seat) for each in audit.findings if each.kind != "undetermined"]


def raced(before: int | None, now: int | None, third: int) -> list[dict]:
    """Two hands between which seat 3 goes from 5075 to another stack; the others have whole hundreds."""
    return [
        hand(1, {1: 5000, 2: 5000, 3: 5075}, before),
        hand(2, {1: 4900, 2: 5100, 3: third}, now),
    ]


@pytest.mark.parametrize("third", [5000, 5100])
def test_a_stack_may_change_by_less_than_the_next_chip_where_small_chips_left_play(third):
    assert found(*raced(25, 100, third)) == []
    assert found(*raced(None, None, third)) == []  # no chip is recorded: the stacks are whole hundreds


def test_a_stack_that_changes_by_a_whole_chip_is_found():
    assert found(*raced(25, 100, 5200)) == [("STK018", 2, 3)]
    assert found(*raced(None, None, 5200)) == [("STK018", 2, 3)]


def test_a_stack_that_changes_while_the_smallest_chip_stays_is_found():
    assert found(*raced(25, 25, 5100)) == [("STK018", 2, 3)]
    assert found(*raced(100, 100, 5100)) == [("STK018", 2, 3)]


def test_a_stack_that_changes_at_a_cash_table_is_found_whatever_the_chip():
    assert found(*raced(25, 100, 5100), tournament=None) == [("STK018", 2, 3)]


def test_a_stack_below_the_minimum_bet_is_dealt_cards_in_a_tournament_and_none_for_cash():
    short = hand(1, {1: 5000, 2: 5000, 3: 150}, 25)
    assert found(short) == []
    assert found(short, tournament=None) == [("STK016", 1, 3)]


def paid_too_much() -> dict:
    """A hand in which the big blind's net is 50 more than what it won, and the small blind's 50 less."""
    hand_of = hand(1, {1: 5000, 2: 5000, 3: 5000}, 25)
    for seat, net in zip(hand_of["seats"], (-150, 150, 0), strict=True):
        seat["net"] = net
    return hand_of


@pytest.mark.parametrize("ruleset", ["olympic-cash", "standard-cash"])
def test_amounts_of_a_tournament_are_chips_and_in_no_total_of_a_currency(ruleset):
    audit = audited(paid_too_much(), ruleset=ruleset)
    assert "the log records −150 chips; −100 chips was due" in told(audit, 1)
    assert [(each.unit, each.misallocated) for each in audit.money] == [("chips", 50)]
    assert audit.logs[0].money == "CHIPS"


def test_the_same_amounts_at_a_cash_table_are_money_of_its_currency():
    audit = audited(paid_too_much(), tournament=None)
    assert "the log records −€1.50; −€1.00 was due" in told(audit, 1)
    assert [(each.unit, each.misallocated) for each in audit.money] == [("EUR", 50)]
    assert audit.logs[0].money == "EUR"


def told(audit: Audit, seat: int) -> str:
    """What the audit says of the net of a seat."""
    (message,) = (each.message for each in audit.findings if each.code == "POT010" and each.seat == seat)
    return message
