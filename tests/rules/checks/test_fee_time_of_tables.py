"""FEE014 to FEE016: time that a table pays for, by the rules of a room that shares it among its players."""

import pytest

from tests.rules.build import audited, found, seat, session, untestable
from tests.rules.checks.time_of_tables import CASES, SPLIT, TABLE, even, played
from tests.rules.fees import at, filed, paid
from tests.rules.open_face import X, ofc


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


def test_fee014_fires_as_a_note_only_where_the_controls_round_shares_up():
    """$0.34 from each of three, where the table may be charged $1.00: rounding up brings two cents."""
    limit = "[fees.time]\ntable_period = { max_money = 100, CITE }\nperiod = { minutes = 30, CITE }\n"
    shares = [paid(n, 34, 0, 30) for n in (1, 2, 3)]
    for odd, kind in (("round_up", "undetermined"), ("one_each", "violation")):
        text = SPLIT.replace("ODD", odd).replace("STEP", "1").replace("[fees.time]\n", limit)
        registry = filed('\n[fees]\ncurrency = "USD"\n' + text)
        (over,) = found(audited(session(ruleset="filed"), *shares, library=registry), "FEE014")
        assert (over.stated, over.expected, over.kind) == (102, 100, kind)


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
