"""IRR017: irregularities that are on record twice."""

from __future__ import annotations

from typing import Any

from rules.results import Audit
from tests.rules.build import A, B, Event, audited, found, hand, seat
from tests.rules.fees import at

MISDEAL = {"kind": "misdeal", "when": "deal", "ruling": "misdeal", "by": "s-1"}
EXPOSED = {"kind": "exposed_card", "when": "deal", "seat": 2, "cards": 1, "ruling": "play_on"}


def ruled(*irregularities: dict[str, Any]) -> Audit:
    return audited(hand(1, seat(1, A), seat(2, B), irregularities=list(irregularities)))


def between(minute: float, **fields: Any) -> Event:
    return {"event": "irregularity", "at": at(minute)} | fields


def test_irr017_fires_on_a_misdeal_that_is_on_record_twice_in_a_hand():
    (only,) = found(ruled(MISDEAL, MISDEAL), "IRR017")
    assert (only.hand, only.stated, only.expected, only.kind, only.severity) == (
        1,
        2,
        1,
        "discrepancy",
        "minor",
    )
    assert only.message == (
        "Hand 1: 2 irregularities of kind misdeal are on record, which do not differ in anything; it can be so once "
        "(external:RECORD-complete)."
    )


def test_irr017_fires_as_an_open_point_on_what_a_hand_can_have_twice():
    (only,) = found(ruled(EXPOSED, EXPOSED, EXPOSED), "IRR017")
    assert (only.kind, only.severity, only.seat, only.stated) == ("undetermined", "note", 2, 3)
    assert "whether there were so many, or one was written twice, is open" in only.message


def test_irr017_fires_on_two_lines_between_hands():
    left = {"kind": "left_table", "seat": 2, "when": "play"}
    audit = audited(hand(1, seat(1, A), seat(2, B), at=at(1)), between(5, **left), between(5, **left))
    (only,) = found(audit, "IRR017")
    assert (only.hand, only.line, only.kind) == (None, 4, "discrepancy")
    assert only.message.startswith(
        "Lines 3 and 4: 2 irregularities of kind left_table of seat 2 are on record"
    )


def test_irr017_quiet_where_something_differs():
    assert found(ruled(EXPOSED, EXPOSED | {"seat": 1}, MISDEAL, MISDEAL | {"by": "s-2"}), "IRR017") == []
    two = [hand(each, seat(1, A), seat(2, B), irregularities=[MISDEAL]) for each in (1, 2)]
    assert found(audited(*two), "IRR017") == []
    assert found(audited(between(5, kind="misdeal"), between(6, kind="misdeal")), "IRR017") == []
