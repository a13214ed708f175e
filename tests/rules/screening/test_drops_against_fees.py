"""SCN013: the drop against the fees of a gaming day, of the room and of each shift of counters."""

from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from rules.audit import BytesSource, audit_summary
from rules.records.reader import LogReader
from rules.screening.counted_log import CountedDay, CountedLog, counted_log
from rules.screening.drop_drift import drift_by_day
from rules.screening.engines.signs import logs_of_sign
from rules.screening.indicators.scn013_drop_against_fees import rows
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import DifferenceRow
from rules.screening.statistics_beside_hands import with_counts
from rules.screening.unit_counts import counts_of
from rules.screening.unit_evidence import added, figures, log10_of
from rules.screening.windows import mean_e
from tests.rules.build import A, B, close, hand, log, seat, session
from tests.rules.screening.screened import CASES

FIRST = date(2026, 3, 1)
ROOM = (("room", "WA-1"),)
SHIFT = (("room", "WA-1"), ("counters", "c-1+c-2"))
SKIMMED = CASES["fees-skimmed"]


def counted(day, drop, fees, kind="hand_fee", counters=("c-1", "c-2"), table="T1"):
    """Statistics of a session with one count."""
    log = CountedLog("WA-1", [CountedDay(FIRST + timedelta(days=day), kind, drop, fees, counters)])
    found = [each.row for each in rows(log)]
    return SessionStatistics(
        "WA-1", f"{table}-{day}", table, FIRST + timedelta(days=day), 40, {"SCN013": found}
    )


def units_of(sessions):
    return {unit.unit: unit for unit in screened_year(sessions)}


def test_a_drop_that_is_always_short_is_an_alarm_of_the_room_and_of_the_shift():
    days = [counted(day, 8000 + difference, 8000) for day, difference in enumerate(SKIMMED["data"])]
    found = units_of(days)
    assert found.keys() == {ROOM, SHIFT}
    room = found[ROOM]
    answer = SKIMMED["answer"]
    assert room.strata == answer["n"]
    assert float(figures(log10_of(room.evidence.year))) == answer["log10_e"]
    counts = counts_of(room.rows, with_p=True)
    assert (counts.cases, counts.marked, counts.both, counts.expected) == (19, 16, 16, 8)
    assert counts.p == Decimal(1) / 2**16
    drift = drift_by_day(room.rows)
    assert (drift[-1].over, drift[-1].short, sum(day.difference for day in drift)) == (0, 2500, -2500)


def test_errors_to_both_sides_are_quiet():
    honest = CASES["fees-honest"]
    found = units_of([counted(day, 8000 + each, 8000) for day, each in enumerate(honest["data"])])
    assert float(figures(log10_of(found[ROOM].evidence.year))) == honest["answer"]["log10_e"]
    assert found[ROOM].since is None
    drift = drift_by_day(found[ROOM].rows)
    assert (drift[-1].over, drift[-1].short) == (
        honest["answer"]["cusum_more"],
        honest["answer"]["cusum_less"],
    )


def test_nine_days_that_differ_cannot_be_tested_and_ten_can():
    short = [counted(day, 7900, 8000) for day in range(10)]
    equal = [counted(20 + day, 8000, 8000) for day in range(10)]
    assert units_of(short[:9] + equal)[ROOM].place is None
    assert units_of(short + equal)[ROOM].place is not None


def test_tables_and_kinds_of_a_day_add_up_before_the_sign_is_taken():
    """One box is $2.00 short, another $3.00 over: the day is over, once."""
    day = [counted(0, 7800, 8000), counted(0, 1300, 1000, "jackpot", table="T2")]
    room = units_of(day)[ROOM]
    (sums,) = room.days[FIRST]
    assert sums == logs_of_sign(100)
    assert room.strata == 1


def test_boxes_that_make_up_for_each_other_leave_no_sign():
    room = units_of([counted(0, 7800, 8000), counted(0, 8200, 8000, table="T2")])[ROOM]
    assert room.days[FIRST] == ((0,) * 6,)


def test_another_shift_is_another_unit():
    found = units_of(
        [
            counted(0, 7900, 8000),
            counted(1, 8100, 8000, counters=("c-3",)),
            counted(2, 8100, 8000, counters=()),
        ]
    )
    assert found.keys() == {ROOM, SHIFT, (("room", "WA-1"), ("counters", "c-3"))}
    assert [found[unit].strata for unit in found] == [3, 1, 1]


def test_a_box_of_new_years_eve_that_is_counted_on_new_years_day_counts_once():
    """A box that is $1.00 short is counted on 1 January; one counted on the evening itself is $3.00 over: one day, over."""
    eve = date(2026, 12, 31)
    late = DifferenceRow(ROOM, date(2027, 1, 1), 7900, 8000)
    evening = SessionStatistics("WA-1", "s", "T1", eve, 40, {"SCN013": [late]})
    (found,) = screened_year([evening])
    assert (found.days, found.strata) == ({eve: (logs_of_sign(-100),)}, 1)
    over = SessionStatistics("WA-1", "t", "T2", eve, 40, {"SCN013": [DifferenceRow(ROOM, eve, 8300, 8000)]})
    (both,) = screened_year([evening, over])
    assert (both.days, both.strata) == ({eve: (logs_of_sign(200),)}, 1)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 3)), min_size=1, max_size=12))
def test_the_sum_of_a_day_does_not_depend_on_how_it_is_cut_into_sessions(parts):
    sessions = [counted(day, 100 + each, 100, table=f"T{place}") for place, (day, each) in enumerate(parts)]
    totals = {}
    for day, each in parts:
        totals[day] = totals.get(day, 0) + each
    wanted = added(map(logs_of_sign, totals.values()))
    assert mean_e([wanted]) == units_of(sessions)[ROOM].evidence.year


FEE = {"fees": [{"kind": "hand_fee", "amount": 200}]}


def evening(drop, fee=200, at="2026-03-14T23:00:00-07:00", **stated):
    """The bytes of a log of two hands, a count of its box and a close."""
    hands = [
        hand(number, seat(1, A, 300), seat(2, B, -300), at=f"2026-03-14T16:{number:02}:00-07:00",
             fees=[{"kind": "hand_fee", "amount": fee}] if fee is not None else None)
        for number in (1, 2)
    ]  # fmt: skip
    count = {
        "event": "drop",
        "at": at,
        "kind": "hand_fee",
        "amount": drop,
        "counted_by": ["c-2", "c-1"],
    }
    return log(session(**stated), *hands, *([count] if drop is not None else []), close(2))


def counts_of_log(data):
    reader = LogReader()
    for _ in reader.blocks([data]):
        pass
    _, summary = audit_summary(BytesSource(data))
    return summary, reader.events


def test_a_log_gives_its_count_the_fees_before_it_and_who_counted():
    (day,) = counted_log(*counts_of_log(evening(300))).days
    assert day == CountedDay(date(2026, 3, 14), "hand_fee", 300, 400, ("c-1", "c-2"))


def test_a_box_that_is_counted_after_midnight_is_of_the_day_before():
    (day,) = counted_log(*counts_of_log(evening(300, at="2026-03-15T00:30:00-07:00"))).days
    assert day == CountedDay(date(2026, 3, 14), "hand_fee", 300, 400, ("c-1", "c-2"))


def kept(data):
    empty = SessionStatistics("WA-0417", "S-1", "T1", date(2026, 3, 14), 2, {})
    return with_counts(empty, *counts_of_log(data))


def test_statistics_of_a_log_have_the_difference_or_the_reason_why_not():
    row = kept(evening(300)).rows["SCN013"][0]
    assert (row.unit, row.day, row.difference) == ((("room", "WA-0417"),), date(2026, 3, 14), -100)
    assert kept(evening(None)).untestable == {"SCN013": "drops"}
    assert kept(evening(300, fee=None)).untestable == {"SCN013": "fees"}
    assert kept(evening(300)).untestable == {}
