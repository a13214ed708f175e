"""How long records are kept: exact days, by ruleset, authority and fiscal year."""

import datetime as dt

import pytest

from rules.card_room import Room, TermsOfRoom
from rules.controls.authority import read
from rules.controls.library import library, load
from rules.controls.retention_years import fiscal_year_end, ground
from tests.rules.filed import controls

WAC = "external:WAC-230-06-070-5"
KEEP = '\n[records]\nkeep_years = {years}\ncite = "room:9.4"\ntext = "Records are kept for {years} years."\n'


def day(text):
    return dt.date.fromisoformat(text)


def room(ends=(12, 31), authority="wsgc", **terms):
    return Room(
        "WA-0417", (TermsOfRoom("America/Los_Angeles", fiscal_year_end=ends, authority=authority, **terms),)
    )


def until(played, where, last=None, revision=None):
    found = ground(where, day(played), day(last or played), library(), lambda _: revision or ())
    return found.year_ends.isoformat(), found.until.isoformat()


@pytest.mark.parametrize(
    ("played", "ends", "year_ends", "kept_until"),
    [
        ("2026-01-01", (12, 31), "2026-12-31", "2029-12-31"),
        ("2026-12-31", (12, 31), "2026-12-31", "2029-12-31"),
        ("2026-06-30", (6, 30), "2026-06-30", "2029-06-30"),
        ("2026-07-01", (6, 30), "2027-06-30", "2030-06-30"),
        # the last day of February: of a leap year, and three years later of none
        ("2024-02-29", (2, 29), "2024-02-29", "2027-02-28"),
        ("2023-03-01", (2, 29), "2024-02-29", "2027-02-28"),
        ("2025-02-28", (2, 29), "2025-02-28", "2028-02-29"),
        # February 28 as it is written: a leap day is of the next year
        ("2024-02-29", (2, 28), "2025-02-28", "2028-02-28"),
    ],
)
def test_a_record_is_kept_three_years_from_the_end_of_the_fiscal_year(played, ends, year_ends, kept_until):
    assert until(played, room(ends)) == (year_ends, kept_until)


def test_the_last_day_of_a_session_decides_where_it_is_in_another_fiscal_year():
    assert until("2026-12-31", room(), "2026-12-31") == ("2026-12-31", "2029-12-31")
    assert until("2026-12-31", room(), "2027-01-01") == ("2027-12-31", "2030-12-31")
    assert until("2026-12-31", room(), "2026-01-01") == (
        "2026-12-31",
        "2029-12-31",
    )  # closed before it was opened


def test_the_terms_of_the_day_say_when_the_fiscal_year_ends():
    first = TermsOfRoom("America/Los_Angeles", fiscal_year_end=(12, 31), authority="wsgc")
    later = TermsOfRoom(
        "America/Los_Angeles", starts=day("2026-07-01"), fiscal_year_end=(6, 30), authority="wsgc"
    )
    where = Room("WA-0417", (first, later))
    assert until("2026-06-30", where) == ("2026-12-31", "2029-12-31")
    assert until("2026-07-01", where) == ("2027-06-30", "2030-06-30")


def test_the_authority_cites_its_rule_and_the_default_is_a_convention():
    of_wsgc = ground(room(), day("2026-03-14"), day("2026-03-14"), library(), lambda _: [])
    assert (of_wsgc.years, of_wsgc.parameter, of_wsgc.clause) == (3, "wsgc:retention.years", WAC)
    for where in (None, room(ends=None, authority=None)):
        found = ground(where, day("2026-03-14"), day("2026-03-14"), library(), lambda _: [])
        assert (found.years, found.parameter, found.clause) == (3, "default:retention.years", "convention")
        assert found.until == day("2029-12-31")


def of_the_room(years):
    text = controls(1, "2026-01-01") + KEEP.format(years=years)
    return load({"wa-0417-thirteen@1": text}, library(), "approved").get("wa-0417-thirteen@1")


def test_the_revision_in_force_on_the_day_may_keep_records_longer_and_never_shorter():
    longer, shorter = of_the_room(7), of_the_room(1)
    found = ground(room(), day("2026-03-14"), day("2026-03-14"), library(), lambda _: [longer])
    assert (found.until, found.parameter, found.clause) == (
        day("2033-12-31"), "wa-0417-thirteen@1:records.keep_years", "room:9.4",
    )  # fmt: skip
    found = ground(room(), day("2026-03-14"), day("2026-03-14"), library(), lambda _: [shorter])
    assert (found.until, found.parameter) == (day("2029-12-31"), "wsgc:retention.years")
    found = ground(None, day("2026-03-14"), day("2026-03-14"), library(), lambda _: [shorter])
    assert (found.until, found.clause) == (day("2027-12-31"), "room:9.4")  # no authority is on record


def test_a_revision_counts_on_its_own_days():
    longer = of_the_room(7)
    in_force = {day("2026-12-31"): [longer]}
    found = ground(room(), day("2026-12-31"), day("2027-01-01"), library(), lambda day: in_force.get(day, []))
    assert found.until == day("2033-12-31")
    found = ground(room(), day("2027-01-01"), day("2027-01-01"), library(), lambda day: in_force.get(day, []))
    assert found.until == day("2030-12-31")


def test_how_long_records_are_kept_is_no_part_of_what_audits_rest_on():
    text = '[authority]\nid = "a"\ntitle = "A"\ncite = "convention"\n'
    kept = text + '[retention]\nyears = 5\ncite = "convention"\n'
    assert read("a", text).canonical == read("a", kept).canonical
    assert read("a", kept).retention.years == 5


@pytest.mark.parametrize(("years", "says"), [(0, "retention.years: 0"), (101, "retention.years: 101")])
def test_an_authority_cannot_keep_records_for_no_time_or_for_ever(years, says):
    with pytest.raises(ValueError, match=says):
        read(
            "a",
            f'[authority]\nid = "a"\ntitle = "A"\ncite = "convention"\n[retention]\nyears = {years}\ncite = "convention"\n',
        )


def test_years_have_ends_at_the_ends_of_time():
    assert fiscal_year_end(day("9999-12-31"), (6, 30)) == dt.date.max
    assert until("9998-12-31", room()) == ("9998-12-31", "9999-12-31")
