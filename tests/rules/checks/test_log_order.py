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
    audited,
    close,
    coverage,
    found,
    hand,
    log,
    seat,
    session,
    untestable,
)
from tests.rules.fees import at

SEATTLE = Room("WA-0417", (TermsOfRoom("America/Los_Angeles"),))
UTC = "2026-03-15T00:10:00Z"  # ten past five in Seattle


def played(number: int, minute: float | None) -> Event:
    return hand(number, seat(1, A), seat(2, B), at=None if minute is None else at(minute))


def toke(minute: float) -> Event:
    return {"event": "toke", "at": at(minute), "seat": 1, "player": "P1", "amount": 100}


def chips(kind: str, minute: float, seat: int = 1) -> Event:
    return {
        "event": "chips", "kind": kind, "at": at(minute), "seat": seat, "player": f"P{seat}", "amount": 10_000,
    }  # fmt: skip


def drop(text: str) -> Event:
    return {"event": "drop", "at": text, "kind": "rake", "amount": 100, "counted_by": ["s-1", "s-2"]}


def irregularity(minute: float) -> Event:
    return {"event": "irregularity", "at": at(minute), "kind": "misdeal"}


# ------------------------------------------------------------------------------- LOG018 line-out-of-order


def test_log018_fires_on_every_kind_of_line_that_is_before_the_one_above():
    lines = [
        played(1, 10), toke(5), drop(at(4)), irregularity(3), played(2, 2), close(2, at=at(1)),
    ]  # fmt: skip
    findings = found(audited(*lines), "LOG018")
    assert [(each.line, each.hand) for each in findings] == [
        (3, None),
        (4, None),
        (5, None),
        (6, 2),
        (7, None),
    ]
    first = findings[0]
    assert (first.stated, first.expected, first.unit) == (at(5), f"{at(10)} or later", "time")
    assert (first.kind, first.severity, first.clause) == ("violation", "minor", "external:RECORD-complete")
    assert first.message == (
        f"Line 3 (toke) is of {at(5)}, before line 2 (hand 1) above it, of {at(10)} (external:RECORD-complete)."
    )


def test_log018_fires_on_a_cash_out_before_its_players_last_hand_where_no_stacks_are_on_record():
    bought = [chips("buy_in", 1), chips("buy_in", 1, seat=2)]
    hands = [hand(number, seat(1, A, 0), seat(2, B, 0), at=at(10 * number)) for number in (1, 2, 3)]
    (only,) = found(audited(*bought, *hands, chips("cash_out", 15)), "LOG018")
    assert (only.line, only.stated, only.expected) == (7, at(15), f"{at(30)} or later")
    assert only.message.startswith(
        f"Line 7 (chips) is of {at(15)}, before line 6 (hand 3) above it, of {at(30)}"
    )


def test_log018_fires_by_the_instant_and_not_by_what_the_clock_says():
    (only,) = found(audited(played(1, 70), drop("2026-03-15T00:09:00Z")), "LOG018")
    assert only.stated == "2026-03-15T00:09:00Z"
    assert found(audited(played(1, 70), drop("2026-03-15T00:10:00Z")), "LOG018") == []


def test_log018_quiet_in_order_and_for_two_hands_which_are_another_checks():
    audit = audited(played(1, 10), toke(10), played(2, 12), toke(12), close(2))
    assert found(audit, "LOG018") == []
    audit = audited(played(1, 10), played(2, 5))
    assert found(audit, "LOG018") == []
    assert [each.hand for each in found(audit, "LOG005")] == [2]


def test_log018_quiet_of_what_is_not_compared():
    fee = {"event": "fee", "kind": "time", "at": at(20), "seat": 1, "player": "P1", "amount": 100,
           "covers_from": at(0), "covers_to": at(5)}  # fmt: skip
    ended = hand(1, seat(1, A), seat(2, B), at=at(10), ended_at=at(30))
    audit = audited(session(recorded_at=at(1)), ended, fee)
    assert found(audit, "LOG018") == []


def test_log018_quiet_and_untestable_for_a_hand_without_a_time():
    audit = audited(played(1, 10), played(2, None), toke(12))
    assert found(audit, "LOG018") == []
    assert untestable(audit, "LOG018") == [("the time of the hand was not recorded", 1)]


# ------------------------------------------------------------------------------- LOG019 offset-differs


def in_room(*lines: Event, room: Room | None = SEATTLE) -> Audit:
    return audit_log(BytesSource(log(*lines)), room=room)


def test_log019_fires_once_for_each_kind_of_line_and_offset():
    lines = [
        hand(1, seat(1, A), seat(2, B), at="2026-03-14T23:10:00Z"),
        hand(2, seat(1, A), seat(2, B), at="2026-03-14T23:20:00Z"),
        played(3, 30), drop(UTC), drop("2026-03-14T18:15:00-06:00"),
    ]  # fmt: skip
    findings = found(in_room(*lines), "LOG019")
    assert [(each.line, each.hands, each.stated, each.expected) for each in findings] == [
        (2, [1, 2], "2026-03-14T23:10:00Z", "2026-03-14T16:10:00-07:00"),
        (5, None, UTC, "2026-03-14T17:10:00-07:00"),
        (6, None, "2026-03-14T18:15:00-06:00", "2026-03-14T17:15:00-07:00"),
    ]
    first = findings[0]
    assert (first.kind, first.severity, first.clause) == (
        "violation",
        "minor",
        "external:RECORD-attributable",
    )
    assert first.message == (
        "2 lines have the offset +00:00, where the room's clock has -07:00: line 2 (hand 1), line 3 (hand 2) "
        "(2026-03-14T23:10:00Z) (external:RECORD-attributable)."
    )


def test_log019_fires_on_the_session_and_on_the_close():
    line = session(opened_at="2026-03-14T15:00:00-08:00")
    findings = found(in_room(line, played(1, 10), close(1, at="2026-03-14T18:00:00-08:00")), "LOG019")
    assert [each.line for each in findings] == [1, 3]


def test_log019_fires_by_the_clock_of_the_terms_of_the_day():
    """From 1 March on the room is in Denver, an hour ahead."""
    moved = Room(
        "WA-0417",
        (TermsOfRoom("America/Los_Angeles"), TermsOfRoom("America/Denver", starts=dt.date(2026, 3, 1))),
    )
    (_, only) = found(in_room(played(1, 10), room=moved), "LOG019")
    assert (only.stated, only.expected) == (at(10), "2026-03-14T17:10:00-06:00")


def test_log019_quiet_on_the_rooms_clock_before_and_after_it_is_put_forward():
    """In 2026 the clocks of Seattle went forward on 8 March at two."""
    winter = session(opened_at="2026-03-07T23:00:00-08:00")
    hands = [
        hand(1, seat(1, A), seat(2, B), at="2026-03-08T01:50:00-08:00"),
        hand(2, seat(1, A), seat(2, B), at="2026-03-08T03:10:00-07:00"),
    ]
    assert found(in_room(winter, *hands), "LOG019") == []


def test_log019_quiet_and_untestable_where_the_room_is_not_on_record():
    audit = in_room(drop(UTC), played(1, 80), room=None)
    assert found(audit, "LOG019") == []
    assert untestable(audit, "LOG019") == [
        ("the room is not on record, so that its time zone is not known", 1)
    ]


def test_log019_quiet_in_a_log_without_times_of_hands():
    audit = in_room(played(1, None))
    assert found(audit, "LOG019") == []
    assert coverage(audit, "LOG019").untestable == 1


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
