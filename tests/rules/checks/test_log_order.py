"""LOG018 and LOG019: lines in the order of their times, and times on the room's clock, in logs, tournaments and ledgers."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from rules.audit import BytesSource, audit_log
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.card_room import Room, TermsOfRoom
from rules.results import Audit
from tests.rules.build import (
    A,
    B,
    Event,
    coverage,
    found,
    hand,
    log,
    seat,
)
from tests.rules.fees import at

SEATTLE = Room("WA-0417", (TermsOfRoom("America/Los_Angeles"),))
UTC = "2026-03-15T00:10:00Z"  # ten past five in Seattle


def played(number: int, minute: float | None) -> Event:
    return hand(number, seat(1, A), seat(2, B), at=None if minute is None else at(minute))


def toke(minute: float) -> Event:
    return {"event": "toke", "at": at(minute), "seat": 1, "player": "P1", "amount": 100}


def drop(text: str) -> Event:
    return {"event": "drop", "at": text, "kind": "rake", "amount": 100, "counted_by": ["s-1", "s-2"]}


def irregularity(minute: float) -> Event:
    return {"event": "irregularity", "at": at(minute), "kind": "misdeal"}


# ------------------------------------------------------------------------------- LOG019 offset-differs


def in_room(*lines: Event, room: Room | None = SEATTLE) -> Audit:
    return audit_log(BytesSource(log(*lines)), room=room)


def test_log019_fires_by_the_clock_of_the_terms_of_the_day():
    """From 1 March on the room is in Denver, an hour ahead."""
    moved = Room(
        "WA-0417",
        (TermsOfRoom("America/Los_Angeles"), TermsOfRoom("America/Denver", starts=dt.date(2026, 3, 1))),
    )
    (_, only) = found(in_room(played(1, 10), room=moved), "LOG019")
    assert (only.stated, only.expected) == (at(10), "2026-03-14T17:10:00-06:00")


# ------------------------------------------------------------------------------- files of events


def lines_of(*lines: dict[str, Any]) -> BytesSource:
    return BytesSource("".join(json.dumps(each) + "\n" for each in lines).encode())


TOURNAMENT = {
    "event": "tournament", "format": "cardroom-tournament/1", "room": "WA-0417", "tournament": "T-1", "currency": "USD",
    "game": "holdem", "kind": "freezeout", "buy_in": 1000, "ruleset": "standard-tournament",
}  # fmt: skip
LEDGER = {
    "event": "ledger", "format": "cardroom-ledger/1", "room": "WA-0417", "ledger": "L-1", "currency": "EUR",
    "accounts": [{"account": "jackpot", "kind": "jackpot", "opening": 0, "ruleset": "olympic-jackpots"}],
}  # fmt: skip


def entry(number: int, text: str | None) -> dict[str, Any]:
    line = {"event": "entry", "entry": number, "player": f"P{number}", "paid": 1000}
    return line | ({"at": text} if text else {})


def dropped(amount: int, text: str) -> dict[str, Any]:
    return {"event": "drop", "account": "jackpot", "amount": amount, "at": text}


def tournament(*lines: dict[str, Any], room: Room | None = SEATTLE) -> Audit:
    return audit_tournament(lines_of(TOURNAMENT, *lines), room=room)


def ledger(*lines: dict[str, Any], room: Room | None = SEATTLE) -> Audit:
    return audit_ledger(lines_of(LEDGER, *lines), room=room)


@pytest.mark.parametrize(
    "audit",
    [
        tournament(entry(1, at(10)), entry(2, None), entry(3, at(5))),
        ledger(dropped(100, at(10)), dropped(100, at(10)), dropped(100, at(5))),
    ],
    ids=["tournament", "ledger"],
)
def test_log018_fires_in_the_file_of_an_event(audit):
    (only,) = found(audit, "LOG018")
    assert (only.line, only.stated, only.expected) == (4, at(5), f"{at(10)} or later")


def out(number: int, table: str, minute: float) -> dict[str, Any]:
    return {"event": "elimination", "entry": number, "table": table, "at": at(minute)}


def test_log018_quiet_for_two_tables_of_a_tournament_which_play_at_the_same_time():
    assert found(tournament(out(1, "T1", 10), out(2, "T2", 5)), "LOG018") == []
    assert [each.line for each in found(tournament(out(1, "T1", 10), out(2, "T1", 5)), "LOG018")] == [3]
    assert [each.line for each in found(tournament(out(1, "T1", 10), entry(2, at(5))), "LOG018")] == [3]


def test_log018_quiet_for_points_between_movements_of_money():
    def award(text: str) -> dict[str, Any]:
        return {"event": "award", "account": "jackpot", "player": "P1", "points": 10, "at": text}

    mixed = ledger(dropped(100, at(10)), award(at(5)), dropped(100, at(3)))
    assert found(mixed, "LOG018") == []
    assert [each.line for each in found(ledger(award(at(10)), award(at(5))), "LOG018")] == [3]


def test_log018_quiet_in_the_file_of_an_event_in_order():
    audit = tournament(entry(1, at(5)), entry(2, None), entry(3, at(10)))
    assert found(audit, "LOG018") == []
    assert untestable_of(audit, "LOG018") == [("the line has no time", 1)]
    assert found(ledger(dropped(100, at(5)), dropped(100, at(5))), "LOG018") == []


def untestable_of(audit: Audit, code: str) -> list[tuple[str, int]]:
    return [(each.reason, each.hands) for each in coverage(audit, code).because]


def test_log019_quiet_in_the_file_of_an_event_and_untestable_without_its_room():
    assert found(tournament(entry(1, at(10))), "LOG019") == []
    assert found(ledger(dropped(100, at(10))), "LOG019") == []
    audit = tournament(entry(1, UTC), room=None)
    assert found(audit, "LOG019") == []
    assert untestable_of(audit, "LOG019")[0][0].startswith("the room is not on record")
