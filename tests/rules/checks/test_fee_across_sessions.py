"""FEE: the fee triangle of a room's gaming day, and the room's own totals."""

import datetime as dt

from msgspec.structs import replace

from rules.checks.day.session_summary import DayTotals
from tests.rules.build import seat
from tests.rules.checks.test_fee_triangle import FIXED
from tests.rules.open_face import X, Y, ofc
from tests.rules.rooms.days import across, dealt, drop, found, inapplicable, rake, table, untestable


def session_of(name, fees, *counts, first=1, at="16:00", **fields):
    """A table's session with a hand a fee (None: not recorded) and the counts that follow."""
    hands = [
        dealt(number, at, fees=None if amount is None else rake(amount))
        for number, amount in enumerate(fees, first)
    ]
    return table(name, hands, list(counts), library=FIXED, ruleset="base", **fields)


def totals(**given):
    return DayTotals(room="WA-0417", day="2026-03-14", currency="USD", **given)


def rows(audit, kind="rake"):
    """(table, due, recorded, drop) of the triangle."""
    return [(each.table, each.due, each.recorded, each.drop) for each in audit.triangle if each.kind == kind]


# ------------------------------------------------------------------------------- FEE023 day-drop-differs-from-fees


def test_fee023_fires_where_the_boxes_of_a_tables_day_are_short():
    audit = across(
        session_of("T1", [300, 300], drop("17:00", 600), session="A"),
        session_of("T1", [300], drop("20:00", 250), session="B", opened="18:00", at="19:00"),
        session_of("T2", [300], drop("20:00", 300)),
    )
    (only,) = found(audit, "FEE023")
    assert (only.session, only.stated, only.expected, only.money) == ("", 850, 900, 50)
    assert (
        "Table T1 on gaming day 2026-03-14: the boxes hold $8.50 of rake; the entries add up to $9.00, $0.50 short"
        in (only.message)
    )
    assert rows(audit) == [("T1", 900, 900, 850), ("T2", 300, 300, 300), (None, 1_200, 1_200, 1_150)]


def test_fee023_fires_where_the_rooms_own_count_is_not_what_the_tables_took():
    audit = across(session_of("T1", [300]), session_of("T2", [300]), totals=totals(drops={"rake": 650}))
    (only,) = found(audit, "FEE023")
    assert (only.session, only.stated, only.expected) == ("", 650, 600)
    assert "The room on gaming day 2026-03-14" in only.message


def test_fee023_quiet_where_one_box_holds_the_fees_of_two_sessions():
    audit = across(
        session_of("T1", [300, 300], drop("17:00", 100), session="A"),
        session_of("T1", [300], drop("20:00", 800), session="B", opened="18:00", at="19:00"),
    )
    assert found(audit, "FEE023") == []


def test_fee023_quiet_where_a_session_of_the_table_counted_no_box():
    audit = across(
        session_of("T1", [300, 300], session="A"),
        session_of("T1", [300], drop("20:00", 300), session="B", opened="18:00", at="19:00"),
    )
    assert found(audit, "FEE023") == []
    assert untestable(audit, "FEE023") == [
        ("no drop box was counted after the last hand, or the time of a count does not fit its line", 2)
    ]


NIGHT = [dealt(1, "+05:00", fees=rake(300)), dealt(2, "+05:50", fees=rake(300))]
MORNING = [dealt(3, "+06:00", fees=rake(300))]


def test_fee023_fires_on_the_side_of_the_hour_on_which_the_box_was_short():
    """A session that runs past six o'clock, with a box counted on each side."""
    night = table(
        "T1",
        NIGHT,
        drop("+05:55", 600),
        MORNING,
        drop("+07:00", 200),
        library=FIXED,
        ruleset="base",
        opened="22:00",
    )
    before, after = across(night), across(night, day=dt.date(2026, 3, 15))
    assert rows(before) == [("T1", 600, 600, 600), (None, 600, 600, 600)]
    assert rows(after) == [("T1", 300, 300, 200), (None, 300, 300, 200)]
    assert (found(before, "FEE023"), [each.difference for each in found(after, "FEE023")]) == ([], [-100])


def test_fee023_quiet_where_no_box_was_counted_at_the_hour_at_which_the_day_begins():
    night = table("T1", NIGHT, MORNING, drop("+07:00", 100), library=FIXED, ruleset="base", opened="22:00")
    for day in (dt.date(2026, 3, 14), dt.date(2026, 3, 15)):
        audit = across(night, day=day)
        assert found(audit, "FEE023") == []
        assert [each[1:3] for each in rows(audit)] == [rows(audit)[0][1:3]] * 2
        assert all(each[3] is None for each in rows(audit))


# ------------------------------------------------------------------------------- FEE024 day-fees-differ-from-due


def test_fee024_fires_where_a_tables_day_is_above_what_the_controls_fix():
    (only,) = found(across(session_of("T1", [300, 400])), "FEE024")
    assert (only.session, only.stated, only.expected, only.money) == ("S-T1", 700, 600, 100)
    assert (
        "the entries of rake add up to $7.00; by the controls $6.00 was due, $1.00 too much" in only.message
    )


def test_fee024_quiet_where_it_is_what_the_controls_fix():
    audit = across(session_of("T1", [300, 300]))
    assert found(audit, "FEE024") == []
    assert untestable(audit, "FEE024") == []


def test_fee024_quiet_where_the_day_of_a_hand_is_not_known():
    """Hands without a time, in a session that runs past six o'clock."""
    night = table(
        "T1", NIGHT, dealt(3, None, fees=rake(900)), MORNING[:0], library=FIXED, ruleset="base", opened="22:00",
        closed="+07:00",
    )  # fmt: skip
    assert not night.dated
    audit = across(night)
    assert found(audit, "FEE024") == []
    assert rows(audit) == []


# ------------------------------------------------------------------------------- FEE025 day-drop-differs-from-due


def test_fee025_fires_where_the_boxes_alone_tell_of_a_tables_day():
    audit = across(session_of("T1", [None, None], drop("20:00", 500)))
    assert [(each.stated, each.expected) for each in found(audit, "FEE025")] == [(500, 600)]
    assert rows(audit)[0] == ("T1", 600, None, 500)
    assert audit.triangle[0].drop_less_due == -100
    assert audit.triangle[0].drop_less_recorded is None


def test_fee025_quiet_where_they_hold_what_was_due():
    assert found(across(session_of("T1", [None, None], drop("20:00", 600))), "FEE025") == []


# ------------------------------------------------------------------------------- FEE026 day-total-of-fees-differs


def test_fee026_fires_where_the_rooms_total_is_not_the_sum_of_the_sessions():
    audit = across(
        session_of("T1", [300]), session_of("T2", [300]), totals=totals(fees={"rake": 500, "hand_fee": 0})
    )
    (only,) = found(audit, "FEE026")
    assert (only.stated, only.expected, only.money, only.session) == (500, 600, 100, "")
    assert "the room's total of rake is $5.00; the entries of its sessions add up to $6.00" in only.message


def test_fee026_fires_where_the_entries_on_record_alone_are_above_the_total():
    audit = across(session_of("T1", [300, None]), totals=totals(fees={"rake": 200}))
    assert [each.expected for each in found(audit, "FEE026")] == [300]


def test_fee026_quiet_where_they_are_the_same_or_not_all_was_recorded():
    assert found(across(session_of("T1", [300]), totals=totals(fees={"rake": 300})), "FEE026") == []
    audit = across(session_of("T1", [300, None]), totals=totals(fees={"rake": 900}))
    assert found(audit, "FEE026") == []
    assert untestable(audit, "FEE026") == [("the fees of some hands were not recorded", 1)]


def test_fee026_quiet_and_untestable_without_the_rooms_totals():
    assert untestable(across(session_of("T1", [300])), "FEE026") == [
        ("the room's own totals of the day were not provided", 1)
    ]
    assert found(across(session_of("T1", [300])), "FEE026") == []


# ------------------------------------------------------------------------------- FEE027 day-total-of-drops-differs


def test_fee027_fires_where_the_rooms_count_is_not_that_of_the_logs():
    audit = across(session_of("T1", [300], drop("20:00", 300)), totals=totals(drops={"rake": 250}))
    (only,) = found(audit, "FEE027")
    assert (only.stated, only.expected, only.money) == (250, 300, 50)
    assert (
        "the room counted $2.50 of rake in the drop boxes; the counts of its sessions add up to $3.00"
        in only.message
    )


def test_fee027_quiet_where_they_are_the_same_or_the_logs_count_no_box():
    same = across(session_of("T1", [300], drop("20:00", 300)), totals=totals(drops={"rake": 300}))
    assert found(same, "FEE027") == []
    audit = across(session_of("T1", [300]), totals=totals(drops={"rake": 250}))
    assert found(audit, "FEE027") == []
    assert untestable(audit, "FEE027") == [("the counts of the sessions do not cover the whole day", 1)]


# ------------------------------------------------------------------------------- sessions that a check does not apply to

CHIPS_OF_AN_EVENT = "carnivale-ofc-2013"  # a tournament's chips are nobody's fees


def event_session(name="T9"):
    return table(
        name, ofc(1, seat(1, X), seat(2, Y), at="2013-07-13T17:20:00-07:00"), ruleset=CHIPS_OF_AN_EVENT
    )


def test_fee023_quiet_and_inapplicable_in_a_tournament_as_fee026_and_fee027_are():
    audit = across(
        session_of("T1", [300], drop("17:00", 300)), replace(event_session(), day="2026-03-14"),
        totals=totals(fees={"rake": 300}, drops={"rake": 300}),
    )  # fmt: skip
    codes = ["FEE023", "FEE026", "FEE027"]
    assert {code: (inapplicable(audit, code), untestable(audit, code)) for code in codes} == {
        code: (1, []) for code in codes
    }


def test_fee026_fires_for_the_sessions_in_the_money_of_the_total_alone():
    audit = across(
        session_of("T1", [300]), replace(event_session(), day="2026-03-14"), totals=totals(fees={"rake": 350})
    )
    (only,) = found(audit, "FEE026")
    assert (only.stated, only.expected) == (350, 300)
    row = next(each for each in audit.coverage if each.code == "FEE026")
    assert (row.differing, row.inapplicable) == (1, 1)


def test_fee024_quiet_as_fee025_is_and_inapplicable_where_the_controls_fix_no_amount():
    """`wsgc-base` has no fee; the boxes of the table were counted all the same."""
    plain = table("T1", [dealt(1, "16:00", fees=rake(300))], [drop("17:00", 300)], ruleset="wsgc-base")
    audit = across(plain)
    assert [(inapplicable(audit, code), untestable(audit, code)) for code in ("FEE024", "FEE025")] == [
        (1, [])
    ] * 2
    assert (inapplicable(audit, "FEE023"), untestable(audit, "FEE023")) == (0, [])


def test_fee024_quiet_and_untestable_in_a_session_that_was_kept_before_it_said_what_the_controls_fix():
    plain = table("T1", [dealt(1, "16:00", fees=rake(300))], ruleset="wsgc-base")
    audit = across(replace(plain, fixed_fees=None))
    assert untestable(audit, "FEE024") == [("the controls fix no amount for the fee", 1)]
