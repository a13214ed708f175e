"""FEE014 to FEE018: time that a table pays for, by the rules of a room that shares it among its players."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.rules.build import A, B, audited, close, found, hand, seat, session, untestable
from tests.rules.checks.test_fee_time import NONE
from tests.rules.fees import WAC, at, filed, paid, reported
from tests.rules.open_face import X, Y, Z, missed, ofc

TABLE = session(ruleset="olympic-time", currency="EUR")
CASES = {
    case["id"]: case
    for line in (Path(__file__).parents[2] / "cases" / "time-fees.ndjson").read_text("utf-8").splitlines()
    for case in [json.loads(line)]
}


def played(number, minute, *seats, **fields):
    """An open-face hand of some seats, two unless they are named."""
    rows = dict(zip((1, 2, 3), (X, Y, Z), strict=True))
    listed = [seat(n, rows.get(n)) for n in seats or (1, 2)]
    return ofc(number, *listed, variant="pineapple", at=at(minute), **fields)


def collected(case_id):
    """The shares of a case, collected from as many players for one period."""
    expected = CASES[case_id]["expected"]
    return [paid(n, share, 0, 30) for n, share in enumerate(expected["shares_cents"], 1)]


# ------------------------------------------------------------------------------- FEE014 time-above-table-limit


def test_fee014_fires_for_more_than_the_table_may_be_charged():
    """EX-TIME-05."""
    assert CASES["EX-TIME-05"]["expected"]["violations"] == ["table_total_above_maximum"]
    (only,) = found(audited(TABLE, *collected("EX-TIME-05")), "FEE014")
    assert (only.stated, only.expected, only.money, only.line) == (26_000, 25_000, 1000, 11)
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "OLY-2.37-a")
    assert "€260.00 was collected from the table for 2026-03-14T16:00:00-07:00 to" in only.message


def test_fee014_fires_for_two_periods_at_once_beyond_twice_the_limit():
    audit = audited(TABLE, paid(1, 25_000, 0, 60), paid(2, 25_001, 0, 60))
    assert [(each.stated, each.expected) for each in found(audit, "FEE014")] == [(50_001, 50_000)]


def test_fee014_fires_as_a_note_where_rounding_or_other_times_explain_it():
    up = [paid(n, 2778, 0, 30) for n in range(1, 10)]  # nine shares rounded up: 2 cents above
    beside = [paid(1, 20_000, 60, 90), paid(2, 20_000, 70, 100)]
    audit = audited(TABLE, *up, *beside)
    assert [(each.stated, each.kind) for each in found(audit, "FEE014")] == [
        (25_002, "undetermined"),
        (40_000, "undetermined"),
        (40_000, "undetermined"),
    ]


def test_fee014_fires_for_what_rounding_up_cannot_explain():
    """250.00 is shared evenly by two and by ten."""
    for players in (2, 10):
        over = [paid(n, 25_000 // players + 1, 0, 30) for n in range(1, players + 1)]
        (only,) = found(audited(TABLE, *over), "FEE014")
        assert (only.stated, only.kind) == (25_000 + players, "violation")


@pytest.mark.parametrize(
    ("minutes", "amount", "expected"),
    [
        (10, 25_000, [(75_000, 25_000)]),  # the limit for every ten minutes
        (1, 25_000, [(750_000, 25_000)]),  # and for every one
        (31, 50_000, [(100_000, 75_000), (100_000, 75_000)]),  # two periods each, and 62 minutes are three
    ],
)
def test_fee014_fires_for_times_that_follow_each_other_too_closely(minutes, amount, expected):
    count = 4 if minutes == 31 else 30 // minutes
    log = [paid(1, amount, n * minutes, (n + 1) * minutes) for n in range(count)]
    over = found(audited(TABLE, *log), "FEE014")
    assert [(each.stated, each.expected) for each in over] == expected
    assert {each.kind for each in over} == {"violation"}


def test_fee014_fires_for_what_is_surely_too_much_beside_what_overlaps():
    """€750 for an hour; another player's €10 for some of it changes nothing of that."""
    log = [paid(1, 25_000, 0, 20), paid(1, 25_000, 20, 40), paid(1, 25_000, 40, 60), paid(2, 1_000, 5, 20)]
    (sure, *_) = found(audited(TABLE, *log), "FEE014")
    assert (sure.stated, sure.expected, sure.kind) == (75_000, 50_000, "violation")


def test_fee014_quiet_where_one_pays_by_the_hour_and_another_by_the_half_hour():
    log = [paid(1, 25_000, 0, 60), paid(2, 12_500, 0, 30), paid(2, 12_500, 30, 60)]
    assert found(audited(TABLE, *log), "FEE014") == []
    (over, *_) = found(audited(TABLE, paid(1, 25_002, 0, 60), *log[1:]), "FEE014")
    assert (over.stated, over.expected, over.kind) == (50_002, 50_000, "undetermined")


@pytest.mark.parametrize("case", ["EX-TIME-01", "EX-TIME-03"])
def test_fee014_quiet_for_the_shares_of_the_limit(case):
    assert CASES[case]["expected"]["violations"] == []
    audit = audited(TABLE, *collected(case))
    assert found(audit, "FEE014") == []
    assert found(audit, "FEE015") == []


def test_fee014_quiet_for_periods_that_touch_and_untestable_in_another_currency():
    audit = audited(TABLE, paid(1, 25_000, 0, 30), paid(1, 25_000, 30, 60))
    assert found(audit, "FEE014") == []
    dollars = audited(TABLE | {"currency": "USD"}, paid(1, 99_000, 0, 30), played(1, 1))
    assert found(dollars, "FEE014") == []
    assert untestable(dollars, "FEE014") == [("the limit is in EUR and the session in USD", 1)]


# ------------------------------------------------------------------------------- FEE015 time-shares-uneven


def test_fee015_fires_for_a_share_that_is_greater():
    audit = audited(TABLE, paid(1, 2500, 0, 30), paid(2, 2500, 0, 30), paid(3, 2800, 0, 30))
    (only,) = found(audit, "FEE015")
    assert (only.line, only.stated, only.expected, only.money) == (
        4,
        "seat 1 €25.00, seat 2 €25.00, seat 3 €28.00",
        "€26.00 each",
        200,
    )
    assert (only.kind, only.severity, only.clause) == ("violation", "minor", "OLY-2.37-b")
    assert "€78.00 was collected from 3 players, an even share of €26.00 each" in only.message


SPLIT = (
    '\n[fees.time]\nsplit = { rule = "even", odd = "ODD", step_money = STEP, CITE }\n'
    'joining = "next_period"\nCITE\n'
)


def even(odd="one_each", step=1):
    return filed(SPLIT.replace("ODD", odd).replace("STEP", str(step)))


def test_fee015_fires_for_odd_cents_that_went_to_the_last_seat():
    log = (session(ruleset="filed"), paid(1, 33, 0, 30), paid(2, 33, 0, 30), paid(3, 34, 0, 30))
    (only,) = found(audited(*log, library=even()), "FEE015")
    assert (only.stated, only.money, only.clause) == (
        "seat 1 $0.33, seat 3 $0.34",
        1,
        "convention:fees.time.split",
    )
    assert found(audited(*log, library=even("exact")), "FEE015") == []
    assert len(found(audited(*log, library=even("round_up")), "FEE015")) == 1


def test_fee015_quiet_within_the_smallest_chip_and_for_what_was_paid_in_two():
    log = (
        session(ruleset="filed"),
        paid(1, 100, 0, 30),
        paid(2, 50, 0, 30),
        paid(3, 25, 0, 30),
        paid(3, 25, 0, 30),
    )
    assert found(audited(*log, library=even(step=50)), "FEE015") == []
    assert len(found(audited(*log, library=even(step=25)), "FEE015")) == 1


def test_fee015_fires_for_shares_that_were_paid_late_by_who_had_sat_there():
    log = [
        played(1, 25),
        played(2, 29),
        paid(1, 20_000, 30, 60, when=30.1),
        paid(2, 5_000, 30, 60, when=30.1),
    ]
    (only,) = found(audited(TABLE, *log, played(3, 31)), "FEE015")
    assert (only.stated, only.expected, only.money) == (
        "seat 1 €200.00, seat 2 €50.00",
        "€125.00 each",
        7_500,
    )


def test_fee015_quiet_for_a_newcomer_who_pays_a_part_after_some_hands():
    """AMB-OLY-timerake-join: what he owes is open; that he paid late is FEE016's."""
    log = [
        paid(1, 1000, 0, 30),
        paid(2, 1000, 0, 30),
        played(1, 1),
        played(2, 12, 1, 2, 3),
        paid(3, 500, 0, 30, when=15),
    ]
    assert found(audited(TABLE, *log, played(3, 16, 1, 2, 3)), "FEE015") == []


def test_fee015_quiet_for_who_paid_in_the_middle_of_the_period():
    audit = audited(TABLE, paid(1, 2500, 0, 30), paid(2, 2500, 0, 30), paid(3, 1000, 0, 30, when=18))
    assert found(audit, "FEE015") == []


# ------------------------------------------------------------------------------- FEE016 time-paid-late


def test_fee016_fires_for_a_period_that_had_begun():
    """EX-TIME-09."""
    case = CASES["EX-TIME-09"]
    begins, when = case["input"]["period_start_min"], case["input"]["paid_min"]
    assert case["expected"] == {"violation": True}
    log = [played(1, 25), played(2, 31), paid(1, 2500, begins, begins + 30, when=when), played(3, 35)]
    (only,) = found(audited(TABLE, *log), "FEE016")
    assert (only.line, only.seat, only.kind, only.severity, only.money) == (4, 1, "violation", "minor", 2500)
    assert (only.stated, only.expected) == (
        "2026-03-14T16:33:00-07:00",
        "2026-03-14T16:30:00-07:00 or earlier",
    )
    assert only.clause == "OLY-2.37-c"


def test_fee016_fires_as_a_note_for_who_was_in_no_hand_before():
    log = [played(1, 25), played(2, 31), paid(3, 2500, 30, 60, when=33), played(3, 35, 1, 2, 3)]
    (only,) = found(audited(TABLE, *log), "FEE016")
    assert (only.player, only.kind, only.severity) == ("P3", "undetermined", "note")


def test_fee016_fires_as_a_note_after_a_rest_of_the_table():
    """Nobody can say who had stayed for the three hours."""
    log = [played(1, 0), played(2, 10), played(3, 190), paid(1, 2500, 180, 210, when=185), played(4, 200)]
    log = [log[0], log[1], log[3], log[2], log[4]]
    (only,) = found(audited(TABLE, *log), "FEE016")
    assert (only.player, only.kind, only.severity) == ("P1", "undetermined", "note")


def test_fee016_quiet_ahead_and_untestable_without_times():
    """EX-TIME-06: four periods of 95 minutes, due when each begins."""
    due = CASES["EX-TIME-06"]["expected"]["due_at_min"]
    log = [paid(1, 2500, minute, minute + 30) for minute in due]
    assert len(due) == 4
    assert found(audited(TABLE, *log, played(1, 0)), "FEE016") == []
    late = paid(1, 2500, 30, 60, when=33)
    audit = audited(TABLE, played(1, 31) | {"at": at(31)}, ofc(2, seat(1, X), at=None), late)
    assert found(audit, "FEE016") == []
    assert untestable(audit, "FEE016") == [("the times of the hands were not recorded", 2)]


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
