"""The report of a gaming day: its cover, its tables in time, the fee triangle, what was found across sessions."""

import datetime as dt
import re
from io import BytesIO

import pytest

from reports.cover import draw_cover
from reports.day import draw_day_cover
from reports.drawn_audit import write_audit_pdf
from reports.story import Story
from rules.audit import BytesSource, audit_summary, combine, exhibits, of_no_logs, with_day
from rules.audit.room_day import room_day
from rules.checks.day.session_summary import DayTotals
from rules.clauses import catalogue
from rules.controls.library import library
from tests.reports import samples
from tests.reports.reading import Reading
from tests.rules.build import A, B, log, seat, session
from tests.rules.build import hand as played
from tests.rules.checks.test_fee_triangle import FIXED
from tests.rules.pot_games.takings import ROOM as POT_ROOM
from tests.rules.pot_games.takings import SESSION, counted, dealt
from tests.rules.pot_logs import pot_log
from tests.rules.rooms.days import DAY, ROOM, closing, drop, rake

FORBIDDEN = ("fraud", "cheated", "proved", "clean", "compliant", "passed")


def at(clock, day=14):
    return f"2026-03-{day}T{clock}:00-07:00"


def hands(*clocks, net=900, **fields):
    seats = (seat(1, A, net, player="ann"), seat(2, B, -net, player="bob"))
    settled = [*clocks[1:], clocks[-1]]  # so that the table does not rest
    return [
        played(n, *seats, at=at(clock), ended_at=at(ended), fees=rake(300), **fields)
        for n, (clock, ended) in enumerate(zip(clocks, settled, strict=True), 1)
    ]


def of_day(*logs, day=DAY, **given):
    """The audit of some logs of a day, and what shows its hands."""
    both, sources = [], {}
    for each in logs:
        source = BytesSource(each)
        audit, sitting = audit_summary(source, room=ROOM, library=FIXED)
        both.append((audit, sitting))
        sources[sitting.room, sitting.session] = source
    whole = combine([audit for audit, _ in both]) if both else of_no_logs(library())
    audit = with_day(whole, room_day(ROOM, day, [sitting for _, sitting in both], **given))
    return audit, lambda places: exhibits(sources, audit, places, FIXED, {ROOM.id: ROOM})


def table(name, *events, opened="15:00", closed="22:00", **fields):
    line = session(
        table=name, session=f"S-{name}", opened_at=at(opened), closed_at=at(closed), ruleset="base", **fields
    )
    return log(line, *events)


def pdf(audit, shown=lambda places: iter(()), cover=draw_day_cover):
    stream = BytesIO()
    write_audit_pdf(audit, shown, catalogue(), stream, cover=cover)
    return stream.getvalue()


LOGS = (
    table("T1", *hands("16:00", "18:00"), drop("20:00", 550), number=11),
    table("T2", *hands("17:00", "19:00", net=100), number=13, opened="16:30"),
    table("T3", closing("17:00"), number=14, opened="16:00", closed="17:00"),
)


@pytest.fixture(scope="module")
def report():
    totals = DayTotals(room="WA-0417", day="2026-03-14", currency="USD", fees={"rake": 1_100})
    return Reading(pdf(*of_day(*LOGS, totals=totals)))


@pytest.mark.slow
def test_the_first_page_is_of_the_day(report):
    first = report.pages[0]
    assert "AUDIT OF A GAMING DAY" in first
    assert "WA-0417 · 2026-03-14" in first
    assert (
        "2026-03-14 06:00 – 2026-03-15 06:00 −07:00, America/Los_Angeles · class F · licensed for 2 tables"
        in first
    )
    assert "3 sessions" in first
    assert "2 tables at once" in first
    assert "4 hands of the day" in first


def test_the_tables_are_drawn_over_the_hours_of_the_rooms_clock(report):
    first = report.pages[0]
    assert "06:00 09:00 12:00 15:00 18:00 21:00 00:00 03:00 06:00" in first
    for said in ("S-T1 · 2 hands", "S-T2 · 2 hands", "S-T3", "hands played", "open, nothing played"):
        assert said in first


def test_the_triangle_has_its_three_sides_and_their_differences(report):
    assert "T1 Rake 2 $6.00 $6.00 $5.50 $0.00 −$0.50 −$0.50" in report.text
    assert "T2 Rake 2 $6.00 $6.00 – $0.00 – –" in report.text
    assert "The room Rake 4 $12.00 $12.00 ≥ $5.50 $0.00 – –" in report.text


def test_the_findings_across_sessions_have_a_section_of_their_own(report):
    page = report.text[report.text.rindex("2 The day across sessions") :]
    assert "concern several sessions; section 1 shows them." in page
    for said in (
        "Session numbers are missing",
        "LOG009 Between sessions 11 and 13, number 12 is missing",
        "FEE023",
        "FEE026",
        "external:RECORD-day A gaming day is accounted for by the logs of its sessions",
    ):
        assert said in report.text
    assert "day 2026-03-14" in report.pages[0]


def test_the_first_page_leads_to_what_was_found_across_sessions(report):
    links = {says: page for number in (1, 2) for says, page in report.links(number).items()}
    at = next(int(n) for n in re.findall(r"(\d+) Player ann sat at two tables at once", report.text))
    assert "Player ann sat at two tables at once" in report.pages[links[f"Incident {at}"] - 1]


def test_the_hands_of_the_day_are_shown_as_in_other_reports(report):
    assert "S-T2" in report.text
    assert "SCR001 Net differs" in report.text
    assert "9h" in report.text.replace(" ", "") or "9♥" in report.text.replace(" ", "")


def test_sessions_are_counted_apart_from_hands(report):
    assert "Checks that compare the sessions of the gaming day with each other count sessions" in report.text
    assert "LOG009 Session number gap 3 2 0 1 0 –" in report.text
    assert "STK012 Player at two tables 3 1 0 2 0 –" in report.text


def test_a_day_without_any_log_has_a_report():
    audit, shown = of_day()
    text = Reading(pdf(audit, shown)).text
    assert "1 violation; no hand of this gaming day is on record." in text
    assert "This gaming day has no log, and no session that states that nothing was played." in text
    assert "The gaming day has no log" in text
    assert "The day has no sessions to compare; only the day itself was tested." in text
    assert "No log was received for this audit." in text


def test_a_day_on_which_the_clock_is_changed_has_its_own_hours():
    audit, shown = of_day(day=dt.date(2026, 3, 7))
    first = Reading(pdf(audit, shown)).pages[0]
    assert "2026-03-07 06:00 −08:00 – 2026-03-08 06:00 −07:00, America/Los_Angeles" in first


def test_the_same_audit_gives_the_same_bytes():
    audit, shown = of_day(*LOGS)
    assert pdf(audit, shown) == pdf(audit, shown)


def test_the_report_uses_no_forbidden_word(report):
    text = f"{report.text} {Reading(pdf(*of_day())).text}".lower()
    assert [word for word in FORBIDDEN if word in text.split()] == []


def test_overlapping_sessions_of_a_table_are_drawn_below_each_other():
    twice = [
        table("T1", *hands("16:00", "18:00")),
        log(
            session(table="T1", session="other", opened_at=at("17:00"), ruleset="base"),
            *hands("17:30", "19:00"),
        ),
    ]
    audit, shown = of_day(*twice)
    read = Reading(pdf(audit, shown))
    assert "S-T1 · 2 hands" in read.pages[0]
    assert "other · 2 hands" in read.pages[0]
    assert "2026-03-14 19:00:00 or later" in read.text  # nobody recorded when it closed


@pytest.mark.slow
@pytest.mark.sampled(4)
def test_many_tables_continue_on_the_next_page(share):
    many = share(60)
    audit, shown = of_day(*(table(f"T{n}", *hands("16:00", "18:00")) for n in range(1, many + 1)))
    read = Reading(pdf(audit, shown))
    page = next(text for text in read.pages if f"T{many}" in text)
    assert page.count("06:00 09:00 12:00") == 1
    assert len(read.pages) < 45
    assert "Section 2 shows the fees of every table." in read.text


@pytest.mark.slow
def test_the_report_of_logs_has_the_section_too_and_that_of_a_day_needs_one():
    audit, shown = of_day(*LOGS)
    assert "2 The day across sessions" in Reading(pdf(audit, shown, draw_cover)).text
    with pytest.raises(ValueError, match="not of a gaming day"):
        pdf(samples.audit())
    assert "day" not in Story(samples.audit()).sections


@pytest.mark.slow
def test_the_fees_of_pot_tables_are_in_the_report_by_table_and_for_the_room():
    tables = [
        (name, audit_summary(BytesSource(pot_log({**SESSION, "session": name, "table": name}, *events)), room=POT_ROOM))
        for name, events in (
            ("T1", [dealt(1), dealt(2, fees=None), counted("rake", 90)]),
            ("T2", [dealt(1), counted("rake", 50), counted("jackpot", 100)]),
        )
    ]  # fmt: skip
    whole = combine([audit for _, (audit, _) in tables])
    audit = with_day(whole, room_day(POT_ROOM, DAY, [sitting for _, (_, sitting) in tables]))
    first = Reading(pdf(audit)).pages[0]
    for row in (
        "T1 Rake 2 €1.00 ≥ €0.50 €0.90 – – −€0.10",
        "Jackpot 2 €2.00 ≥ €1.00 – – – –",
        "T2 Rake 1 €0.50 €0.50 €0.50 €0.00 €0.00 €0.00",
        "The room Rake 3 €1.50 ≥ €1.00 €1.40 – – −€0.10",
    ):
        assert row in first.replace("\u00a0", " ")
