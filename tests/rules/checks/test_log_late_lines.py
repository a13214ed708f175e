"""Which line is out of place where times run backwards, and that one wrong time is one incident."""

from __future__ import annotations

import datetime as dt

import pytest

from rules.audit import BytesSource, audit_log
from rules.results import Audit
from tests.rules.build import A, B, Event, audited, close, found, hand, log, seat, session
from tests.rules.checks.test_log_order import SEATTLE, drop, played, toke
from tests.rules.fees import at


def settled(number: int, minute: float, end: float) -> Event:
    return hand(number, seat(1, A), seat(2, B), at=at(minute), ended_at=at(end))


def of_times(audit: Audit) -> list[tuple[set[int | None], list[int | None]]]:
    """The incidents with findings of times: the lines of these findings, and the hands. (The hands here repeat a deal.)"""
    timed = {each.fingerprint: each.line for each in audit.findings if each.code.startswith("LOG")}
    return [
        ({timed[each] for each in one.findings}, [each.hand for each in one.hands])
        for one in audit.incidents
        if one.root in timed
    ]


def test_log018_fires_on_the_line_that_is_later_than_those_below_it():
    """Not on the hand below the toke, which is in order with all other lines."""
    (only,) = found(audited(played(1, 10), toke(95), played(2, 12), played(3, 14)), "LOG018")
    assert (only.line, only.stated, only.expected) == (3, at(95), f"{at(12)} or earlier")
    assert only.message == (
        f"Line 3 (toke) is of {at(95)}, after line 4 (hand 2) below it, of {at(12)} (external:RECORD-complete)."
    )


def test_log018_fires_on_the_second_of_two_where_nothing_says_which_is_wrong():
    (only,) = found(audited(played(1, 10), toke(15), played(2, 12)), "LOG018")
    assert (only.line, only.expected) == (4, f"{at(15)} or later")


def test_log005_fires_on_the_hand_that_is_later_than_those_that_follow():
    (only,) = found(audited(played(1, 10), played(2, 60), played(3, 14), played(4, 16)), "LOG005")
    assert (only.hand, only.stated, only.expected) == (2, at(60), f"{at(14)} or earlier")
    assert only.message == (
        f"Hand 2: dealt at {at(60)}, later than hand 3, which follows it in the log and was dealt at {at(14)} "
        "(external:RECORD-complete)."
    )


def test_log005_fires_on_the_hand_that_was_settled_before_it_was_dealt():
    audit = audited(settled(1, 14, 12), settled(2, 13, 15), settled(3, 16, 18))
    assert [(each.hand, each.expected) for each in found(audit, "LOG005")] == [
        (1, f"{at(13)} or earlier"),
        (1, f"{at(14)} or later"),
    ]
    assert of_times(audit) == [({2}, [1])]


def test_log007_fires_on_the_hand_that_ends_after_two_others_were_dealt():
    (only,) = found(audited(settled(1, 10, 50), settled(2, 13, 15), settled(3, 16, 18)), "LOG007")
    assert (only.hand, only.stated, only.expected) == (1, at(50), f"{at(13)} or earlier")
    assert (
        only.message
        == f"Hand 1: settled at {at(50)}, after hand 2 was dealt at {at(13)} (external:RECORD-complete)."
    )


@pytest.mark.parametrize("end", [None, at(40)], ids=["the hand after it", "the close"])
def test_log007_fires_on_the_later_hand_unless_more_contradicts_the_end(end):
    (only,) = found(audited(session(closed_at=end), settled(1, 10, 50), settled(2, 13, 15)), "LOG007")
    assert only.hand == (2 if end is None else 1)


WRONG = [
    ("hours early", {"at": at(-180)}, {"LOG005", "LOG006", "LOG018"}),
    ("hours late", {"at": at(400)}, {"LOG005", "LOG006"}),
    ("with another offset", {"at": at(24)[:-6] + "+02:00"}, {"LOG005", "LOG006", "LOG018", "LOG019"}),
    ("settled hours late", {"ended_at": at(400)}, {"LOG006", "LOG007"}),
]


@pytest.mark.parametrize(("wrong", "codes"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_log006_fires_with_others_on_one_wrong_time_of_a_hand_as_one_incident(wrong, codes):
    hands = [settled(1, 10, 12), settled(2, 14, 16), toke(17), settled(3, 24, 26) | wrong, settled(4, 30, 32)]
    lines = [session(closed_at=at(200)), *hands, settled(5, 34, 36), close(5, at=at(190))]
    audit = audit_log(BytesSource(log(*lines)), room=SEATTLE)
    timed = [each for each in audit.findings if each.code.startswith("LOG")]
    assert ({each.code for each in timed}, {each.hand or each.hands[0] for each in timed}) == (codes, {3})
    assert of_times(audit) == [({5}, [3])]
    assert [each.hand for each in found(audit, "LOG006")] == [3]


def test_log019_fires_with_others_on_one_wrong_offset_of_a_line_as_one_incident():
    shifted = dt.datetime.fromisoformat(at(17)).replace(tzinfo=dt.UTC).isoformat()
    audit = audit_log(BytesSource(log(played(1, 10), drop(shifted), played(2, 20))), room=SEATTLE)
    assert [(each.code, each.line) for each in audit.findings if each.code.startswith("LOG")] == [
        ("LOG006", 3),
        ("LOG018", 3),
        ("LOG019", 3),
    ]
    assert of_times(audit) == [({3}, [])]


def test_log018_fires_on_two_wrong_times_as_two_incidents():
    audit = audited(played(1, 10), toke(5), played(2, 12), played(3, 14), drop(at(1)), played(4, 16))
    assert [each.line for each in found(audit, "LOG018")] == [3, 6]
    assert of_times(audit) == [({3}, []), ({6}, [])]
