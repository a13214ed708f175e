"""FEE017 and FEE018: who sat in a period and paid nothing for it, and who paid and sat in no hand."""

from datetime import datetime, timedelta

from tests.rules.build import A, B, audited, close, found, hand, seat, session, untestable
from tests.rules.checks.test_fee_time import NONE
from tests.rules.checks.time_of_tables import CASES, TABLE, even, played
from tests.rules.fees import WAC, at, paid, reported
from tests.rules.open_face import X, Y, missed, ofc

# ------------------------------------------------------------------------------- FEE017 sat-and-paid-no-time


def test_fee017_fires_for_who_sat_across_the_beginning_and_paid_nothing():
    log = [
        played(1, 29, 1, 2, 3),
        paid(1, 2500, 30, 60),
        paid(2, 2500, 30, 60),
        played(2, 31, 1, 2, 3),
        played(3, 40),
    ]
    (only,) = found(audited(TABLE, *log), "FEE017")
    assert (only.hand, only.seat, only.player, only.stated, only.expected, only.money) == (
        2,
        3,
        "P3",
        0,
        2500,
        2500,
    )
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "OLY-2.37-b")
    assert "for which 2 others paid; the player was in hands before and during it" in only.message


def test_fee017_fires_as_a_note_in_the_first_hand_of_the_period():
    log = [paid(1, 2500, 0, 30), played(1, 1), played(2, 10)]
    (only,) = found(audited(TABLE, *log), "FEE017")
    assert (only.hand, only.player, only.kind, only.severity) == (1, "P2", "undetermined", "note")


def test_fee017_fires_as_a_note_after_a_rest_of_the_table():
    log = [played(1, 0), played(2, 10), paid(1, 2500, 180, 210), played(3, 181), played(4, 190)]
    (only,) = found(audited(TABLE, *log), "FEE017")
    assert (only.player, only.kind, only.severity) == ("P2", "undetermined", "note")
    assert (
        "the player was in hands from its first hand on, and may have sat down after it had begun"
        in only.message
    )


def test_fee017_fires_as_a_note_where_the_hands_before_are_missing():
    log = [played(1, 20), played(2, 22), paid(1, 2500, 30, 60), played(6, 31)]
    (only,) = found(audited(TABLE, *log), "FEE017")
    assert (only.player, only.kind) == ("P2", "undetermined")


def test_fee017_fires_for_who_changed_seats_when_the_period_began():
    moved = ofc(2, seat(1, X), seat(5, Y, player="P2"), variant="pineapple", at=at(31))
    (only,) = found(audited(TABLE, played(1, 29), paid(1, 2500, 30, 60), moved), "FEE017")
    assert (only.player, only.seat, only.kind) == ("P2", 5, "violation")


def half_hours(*begins, seats=(1, 2)):
    """What two players paid for the half hours that begin at some minutes."""
    return [paid(n, 2500, minute, minute + 30) for minute in begins for n in seats]


def in_time(*events):
    """Events in the order of their times, what was paid before the hands."""
    return sorted(events, key=lambda each: (each["at"], "hand" in each))


def every(minutes, first, last, *seats, number=1):
    """Hands every so many minutes."""
    return [played(n, minute, *seats) for n, minute in enumerate(range(first, last + 1, minutes), number)]


def test_fee017_fires_for_each_player_of_a_period_that_nobody_paid():
    """Paid for 16:00 to 16:30 and 17:00 to 17:30; hands every three minutes from 16:01 to 17:28."""
    log = in_time(*half_hours(0, 60), *every(3, 1, 88))
    one, two = found(audited(TABLE, *log), "FEE017")
    assert [(each.hand, each.seat, each.player) for each in (one, two)] == [(11, 1, "P1"), (11, 2, "P2")]
    assert (one.kind, one.severity, one.clause) == ("discrepancy", "major", "OLY-2.37-c")
    assert (one.stated, one.expected, one.money, one.unit) == (0, None, None, "money")
    assert (
        "Hand 11, seat 1: nobody paid for 2026-03-14T16:30:00-07:00 to 2026-03-14T17:00:00-07:00, a period of 30 minutes that "
        "is paid in advance; the player was in hands before and during it"
    ) in one.message


def test_fee017_fires_for_a_last_period_that_had_begun():
    """EX-TIME-06: 95 minutes are four periods, due when each begins."""
    due = CASES["EX-TIME-06"]["expected"]["due_at_min"]
    log = in_time(*half_hours(*due[:-1]), *every(3, 1, 94))
    assert [(each.hand, each.player, each.kind) for each in found(audited(TABLE, *log), "FEE017")] == [
        (31, "P1", "discrepancy"), (31, "P2", "discrepancy"),
    ]  # fmt: skip
    assert found(audited(TABLE, *in_time(*half_hours(*due), *every(3, 1, 94))), "FEE017") == []


def test_fee017_quiet_of_a_period_that_nobody_paid_where_a_player_missed_the_hand_before_it():
    """Hand 11 begins the second period. Who missed hand 10 may have been away, and may have come back later."""
    hands = [played(n, 3 * n - 2) for n in range(1, 23)]
    hands[9]["seats"][1] = missed(2)
    audit = audited(TABLE, *hands, close(22, totals={"time": 0}))
    assert [(each.hand, each.player) for each in found(audit, "FEE017")] == [
        (1, "P1"), (1, "P2"), (21, "P1"), (21, "P2"),
    ]  # fmt: skip
    assert untestable(audit, "FEE017") == [("a player missed the hand and may not have been there", 1)]


def test_fee017_fires_from_the_first_hand_on_where_the_log_says_that_nothing_was_collected():
    """22 hands within 64 minutes: three periods, and a player who sat down in the second."""
    hands = [played(n, 3 * n - 2, *((1, 2) if n < 14 else (1, 2, 3))) for n in range(1, 23)]
    over = found(audited(TABLE, *hands, close(22, totals={"time": 0})), "FEE017")
    assert [(each.hand, each.player, each.kind) for each in over] == [
        (1, "P1", "discrepancy"), (1, "P2", "discrepancy"),
        (11, "P1", "discrepancy"), (11, "P2", "discrepancy"),
        (21, "P1", "discrepancy"), (21, "P2", "discrepancy"), (21, "P3", "discrepancy"),
    ]  # fmt: skip
    unsaid = audited(TABLE, *hands)
    assert found(unsaid, "FEE017") == []
    assert untestable(unsaid, "FEE017") == [(NONE, 22)]


def test_fee017_fires_as_a_note_before_the_first_collection_and_for_who_came_when_a_period_began():
    log = in_time(*half_hours(60), *every(3, 1, 88))
    over = found(audited(TABLE, *log), "FEE017")
    assert [(each.hand, each.player, each.kind, each.severity) for each in over] == [
        (1, "P1", "undetermined", "note"),
        (1, "P2", "undetermined", "note"),
    ]
    assert "no earlier charge for time is on record" in over[0].message
    came = in_time(*half_hours(0), *every(3, 1, 28), *every(3, 31, 55, 1, 2, 3, number=11))
    assert [(each.player, each.kind) for each in found(audited(TABLE, *came), "FEE017")] == [
        ("P1", "discrepancy"), ("P2", "discrepancy"), ("P3", "undetermined"),
    ]  # fmt: skip


def test_fee017_quiet_for_minutes_before_the_next_period_was_collected_and_for_a_period_that_was_free():
    """The second period begins with its collection at 16:33; the third was recorded as costing nothing."""
    log = in_time(
        *half_hours(0, 33), paid(1, 0, 63, 93), paid(2, 0, 63, 93), *every(3, 1, 91),
    )  # fmt: skip
    assert found(audited(TABLE, *log), "FEE017") == []


def test_fee017_fires_after_a_rest_of_the_table_for_who_began_again():
    log = in_time(*half_hours(0), *every(3, 1, 28), *every(3, 120, 130, number=11))
    over = found(audited(TABLE, *log), "FEE017")
    assert [(each.hand, each.player, each.kind) for each in over] == [
        (11, "P1", "discrepancy"), (11, "P2", "discrepancy"),
    ]  # fmt: skip


def test_fee017_fires_once_for_a_period_in_which_other_limits_of_the_law_came_into_force():
    """Paid for 23:15 to 23:45; hands every three minutes to 00:13, and at midnight the law lifted its cap on the rake."""
    opened = datetime.fromisoformat("2016-12-22T23:15:00-08:00")
    when = [(opened + timedelta(minutes=minute)).isoformat() for minute in range(60)]
    fields = {"at": when[0], "covers_from": when[0], "covers_to": when[30]}
    log = [
        session(ruleset="olympic-time", currency="EUR", room="WA-0417", opened_at=when[0]),
        *[paid(seat_number, 2500, 0, 30, **fields) for seat_number in (1, 2)],
        *[played(n, 0) | {"at": when[minute]} for n, minute in enumerate(range(1, 59, 3), 1)],
    ]
    over = found(reported(*log), "FEE017")
    assert [(each.hand, each.player, each.kind) for each in over] == [
        (11, "P1", "discrepancy"), (11, "P2", "discrepancy"),
    ]  # fmt: skip
    assert "nobody paid for 2016-12-22T23:45:00-08:00 to 2016-12-23T00:15:00-08:00" in over[0].message


def test_fee017_quiet_where_the_controls_do_not_have_time_paid_ahead():
    log = (
        session(ruleset="filed"),
        *half_hours(0),
        *[hand(n, seat(1, A), seat(2, B), at=at(20 * n)) for n in (1, 2, 3)],
    )
    assert found(audited(*log, library=even()), "FEE017") == []


def test_fee017_quiet_for_who_joins_leaves_or_paid_for_some_of_it():
    """EX-TIME-08: who sits down at 40 minutes and leaves at 130 pays at 60, 90 and 120."""
    join, leave = CASES["EX-TIME-08"]["input"]["join_min"], CASES["EX-TIME-08"]["input"]["leave_min"]
    due = CASES["EX-TIME-08"]["expected"]["due_at_min"]
    events = [(minute, paid(1, 2500, minute, minute + 30)) for minute in range(0, 150, 30)]
    events += [(minute, paid(2, 2500, minute, minute + 30)) for minute in range(0, 150, 30)]
    events += [(minute, paid(3, 2500, minute, minute + 30)) for minute in due]
    hands = [(minute, (1, 2, 3) if join <= minute < leave else (1, 2)) for minute in range(1, 150, 3)]
    events += [(minute, played(n, minute, *seats)) for n, (minute, seats) in enumerate(hands, 1)]
    log = [event for _, event in sorted(events, key=lambda each: each[0])]
    audit = audited(TABLE, *log)
    for code in ("FEE014", "FEE015", "FEE016", "FEE017", "FEE018"):
        assert found(audit, code) == [], code
    less = [each for each in log if each.get("player") != "P3" or each["covers_from"] != at(90)]
    assert [(each.player, each.kind) for each in found(audited(TABLE, *less), "FEE017")] == [
        ("P3", "violation")
    ]


def test_fee017_quiet_and_untestable_where_a_hand_was_missed_or_times_run_back():
    log = [
        played(1, 29),
        paid(1, 2500, 30, 60),
        ofc(2, seat(1, X), missed(2), variant="pineapple", at=at(31)),
    ]
    audit = audited(TABLE, *log)
    assert found(audit, "FEE017") == []
    assert untestable(audit, "FEE017") == [("a player missed the hand and may not have been there", 1)]
    audit = audited(TABLE, played(1, 40), paid(1, 2500, 30, 60), played(2, 31))
    assert found(audit, "FEE017") == []
    assert untestable(audit, "FEE017") == [("the hands are not in the order of their numbers and times", 2)]


# ------------------------------------------------------------------------------- FEE018 paid-time-and-sat-in-no-hand


def test_fee018_fires_for_who_was_in_no_hand_of_the_time():
    log = [paid(3, 2500, 0, 30), paid(1, 2500, 0, 30), played(1, 1), played(2, 31, 1, 2, 3)]
    (only,) = found(audited(TABLE, *log), "FEE018")
    assert (only.line, only.player, only.stated, only.kind, only.severity) == (
        2,
        "P3",
        2500,
        "undetermined",
        "note",
    )
    assert only.clause == "external:RECORD-attributable"


def test_fee018_quiet_for_who_changed_seats_and_where_no_hand_was_dealt():
    moved = ofc(2, seat(1, X), seat(4, Y, player="P3"), variant="pineapple", at=at(2))
    log = [paid(3, 2500, 0, 30), paid(1, 2500, 0, 30), played(1, 1), moved, paid(2, 2500, 30, 60)]
    assert found(audited(TABLE, *log), "FEE018") == []


def test_fee018_quiet_and_untestable_without_collections():
    audit = reported(WAC, hand(1, seat(1, A), seat(2, B), at=at(0)))
    assert found(audit, "FEE018") == []
    assert untestable(audit, "FEE018") == [(NONE, 1)]
