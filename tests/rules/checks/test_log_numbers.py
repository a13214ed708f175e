"""LOG016 and LOG017: where the numbers of hands begin, and sessions that were cut at their beginning or end."""

from __future__ import annotations

from typing import Any

from rules.controls.library import Library
from rules.results import Audit
from tests.rules.build import A, B, Event, audited, close, coverage, found, hand, seat, session, untestable
from tests.rules.checks.test_fee_kinds import HAND_FEE, OWN
from tests.rules.fees import extending, fee
from tests.rules.rooms import days
from tests.rules.rulesets import beside_the_library

DOLLARS = [fee("hand_fee", 100, seat=1), fee("hand_fee", 100, seat=2)]


def numbering(begin: str | None) -> Library:
    """A room's controls that say where numbers begin; None: they do not."""
    says = f'[records]\nnumbers = "{begin}"\ncite = "room:6"\ntext = "Hands are numbered."\n' if begin else ""
    return beside_the_library(extending(HAND_FEE + says))


def audit_of(begin: str | None, *lines: Event, line: Event = OWN) -> Audit:
    return audited(line, *lines, library=numbering(begin))


def played(number: int) -> Event:
    return hand(number, seat(1, A, net=400), seat(2, B, net=-400), fees=DOLLARS)


def drop(amount: int) -> Event:
    return {"event": "drop", "at": "2026-03-15T01:00:00-07:00", "kind": "hand_fee", "amount": amount,
            "counted_by": ["s-1", "s-2"]}  # fmt: skip


# ------------------------------------------------------------------------------- LOG016 session-begins-late


def test_log016_fires_where_the_controls_say_that_numbers_begin_at_one():
    (only,) = found(audit_of("one", played(16), played(17), close(2)), "LOG016")
    assert (only.hand, only.line, only.stated, only.expected, only.unit) == (16, 2, 16, 1, "hand number")
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "room:6")
    assert only.message == (
        "The hands of the session begin at number 16; by the controls they begin at 1, so that hands 1 to 15 are not in the "
        "log (room:6)."
    )


def test_log016_fires_as_an_open_point_where_the_controls_are_silent():
    (only,) = found(audit_of(None, played(2), close(1)), "LOG016")
    assert (only.kind, only.severity, only.stated, only.expected) == ("undetermined", "note", 2, 1)
    assert "the controls do not say where numbers begin: whether hand 1 is missing is open" in only.message


def test_log016_fires_as_a_discrepancy_where_the_boxes_have_more_than_the_hands():
    audit = audit_of(None, played(3), played(4), drop(800), close(2))
    (only,) = found(audit, "LOG016")
    assert (only.kind, only.severity) == ("discrepancy", "major")
    assert only.message.startswith(
        "The hands of the session begin at number 3: hands 1 to 2 are not in the log. The drop boxes have $4.00 of hand fees "
        "more than these hands"
    )


def test_log016_fires_on_a_log_without_its_total_whose_last_hands_may_be_missing():
    (only,) = found(audit_of("one", played(1), played(2)), "LOG016")
    assert (only.kind, only.hand, only.stated) == ("undetermined", 2, 2)
    assert "whether hand 2 was the last one is open" in only.message


def test_log016_quiet_where_hands_begin_at_one_and_inapplicable_under_rules_that_are_no_rooms():
    assert found(audit_of("one", played(1), close(1)), "LOG016") == []
    assert found(audit_of(None, played(1)), "LOG016") == []
    sheet = audited(hand(16, seat(1, A), seat(2, B)))
    assert found(sheet, "LOG016") == []
    assert coverage(sheet, "LOG016").inapplicable == 1


def test_log016_quiet_of_a_record_that_is_not_the_rooms_own():
    audit = audit_of("one", played(16), close(1), line=session(ruleset="room", source="video_review"))
    assert found(audit, "LOG016") == []
    assert coverage(audit, "LOG016").inapplicable == 1


def test_log016_quiet_and_untestable_where_numbers_go_on_from_a_session_that_is_not_known():
    audit = audit_of("continued", played(16), close(1))
    assert found(audit, "LOG016") == []
    assert untestable(audit, "LOG016") == [
        ("the controls continue the numbers of the session before, which is not known here", 1)
    ]


# ------------------------------------------------------------------------------- LOG017 numbers-not-continued


def of_a_table(begin: str | None, name: str, opened: str, *numbers: int, **fields: Any) -> Any:
    hands = [days.dealt(number, opened, ended=opened) for number in numbers]
    return days.table(
        "T1", hands, session=name, opened=opened, ruleset="room", library=numbering(begin), **fields
    )


def test_log017_fires_where_hands_are_in_neither_session():
    first = of_a_table("continued", "A", "16:00", 29, 30)
    second = of_a_table("continued", "B", "18:00", 41, 42)
    (only,) = days.found(days.across(first, second), "LOG017")
    assert (only.session, only.stated, only.expected, only.unit) == ("B", 41, 31, "hand number")
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "room:6")
    assert (
        "session A ends at hand 30, and session B begins at hand 41: hands 31 to 40 are in neither log"
        in only.message
    )


def test_log017_fires_as_a_discrepancy_where_the_controls_are_silent():
    first, second = of_a_table(None, "A", "16:00", 1, 2), of_a_table(None, "B", "18:00", 2, 3)
    (only,) = days.found(days.across(first, second), "LOG017")
    assert (only.kind, only.stated, only.expected) == ("discrepancy", 2, 3)
    assert "numbers are repeated" in only.message


def test_log017_quiet_where_numbers_go_on_and_untestable_of_the_first_session():
    first = of_a_table("continued", "A", "16:00", 29, 30)
    second = of_a_table("continued", "B", "18:00", 31, 32)
    audit = days.across(first, second)
    assert days.found(audit, "LOG017") == []
    assert days.untestable(audit, "LOG017") == [
        ("the session before at the table is not of this gaming day", 1)
    ]


def test_log017_quiet_where_every_session_begins_at_one():
    for begin in ("one", None):
        first, second = of_a_table(begin, "A", "16:00", 1, 2), of_a_table(begin, "B", "18:00", 1, 2)
        audit = days.across(first, second)
        assert days.found(audit, "LOG017") == []
        assert days.inapplicable(audit, "LOG017") == 2
