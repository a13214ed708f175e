"""When a log may be purged: to the day, in the time of its room."""

import pytest

from auditor.evidence import Evidence
from tests.http.filing import approved, decided
from tests.http.past import old_log, planned, upload
from tests.rules.filed import controls
from tests.store.purging.kit import NOON, due


def test_the_first_day_after_three_fiscal_years_is_the_first_on_which_a_log_may_go(client, store):
    upload(client, old_log("2015-06-30", "June"))
    upload(client, old_log("2015-07-01", "July"))
    assert due(store, "2018-06-30") == {}
    assert due(store, "2018-07-01") == {"June": ()}
    assert due(store, "2019-06-30") == {"June": ()}
    assert due(store, "2019-07-01") == {"June": (), "July": ()}
    assert str(planned(store, f"2018-07-01{NOON}").next_on) == "2019-07-01"


def test_the_day_ends_with_the_gaming_day_of_the_room(client, store):
    """The gaming day of June 30 ends at six in the morning of July 1, which is 13:00 in UTC."""
    upload(client, old_log("2015-06-30", "June"))
    assert due(store, "2018-07-01", "T12:59:59.000000Z") == {}
    assert due(store, "2018-07-01", "T13:00:00.000000Z") == {"June": ()}


@pytest.mark.parametrize(
    ("closed", "first_day"),
    [("2015-07-01T05:59:00-07:00", "2018-07-01"), ("2015-07-01T06:00:00-07:00", "2019-07-01")],
)
def test_a_session_past_midnight_is_of_the_gaming_day_on_which_it_closed(client, store, closed, first_day):
    upload(client, old_log("2015-06-30", "night", closed_at=closed))
    year, rest = first_day[:4], first_day[4:]
    assert due(store, f"{int(year)}-06-30") == {}
    assert due(store, f"{year}{rest}") == {"night": ()}


def test_a_leap_day_is_the_end_of_february(client, store):
    decided(client, fiscal_year_ends="02-29")
    upload(client, old_log("2016-02-29", "leap"))
    upload(client, old_log("2016-03-01", "after"))
    assert due(store, "2019-02-28") == {}
    assert due(store, "2019-03-01") == {"leap": ()}
    assert due(store, "2020-02-29") == {"leap": ()}
    assert due(store, "2020-03-01") == {"leap": (), "after": ()}


def test_a_room_that_is_not_on_record_keeps_calendar_years(client, store):
    upload(client, old_log("2015-06-30", "other", room="WA-1"))
    assert due(store, "2018-12-31") == {}
    (found,) = planned(store, f"2019-01-01{NOON}").due
    assert (found.purgeable.ground.parameter, found.purgeable.ground.clause) == (
        "default:retention.years",
        "convention",
    )


def test_the_rooms_own_controls_keep_their_days_longer(client, store):
    keeps = '\n[records]\nkeep_years = 5\ncite = "room:9.4"\ntext = "Records are kept for five years."\n'
    approved(client, controls(1, "2015-01-01") + keeps)
    upload(client, old_log("2015-06-30", "ours", ruleset="wa-0417-thirteen"))
    upload(
        client, old_log("2015-06-30", "another", hand=2)
    )  # names another ruleset: the room's own counts all the same
    upload(client, old_log("2014-12-31", "before"))
    assert due(store, "2020-06-30") == {"before": ()}
    found = {
        each.purgeable.session: each.purgeable.ground for each in planned(store, f"2020-07-01{NOON}").due
    }
    assert found["ours"].clause == found["another"].clause == "room:9.4"
    assert found["ours"].parameter == "wa-0417-thirteen@1:records.keep_years"
    assert (found["before"].years, found["before"].clause) == (3, "external:WAC-230-06-070-5")


def test_all_versions_of_a_session_go_with_the_one_that_is_kept_longest(client, store):
    first = old_log("2015-06-30", "S-1")
    upload(client, first)
    digest = Evidence(first).sha256
    again = old_log(
        "2015-06-30", "S-1", hand=2, closed_at="2015-07-02T01:00:00-07:00",
        supersedes={"sha256": digest, "reason": "closed later", "by": "s-1"},
    )  # fmt: skip
    upload(client, again)
    assert due(store, "2018-07-01") == {}
    (found,) = planned(store, f"2019-07-01{NOON}").due
    assert [sha256 for sha256, _ in found.purgeable.files] == [digest, Evidence(again).sha256]


def test_a_session_without_an_end_counts_from_the_day_it_came_in(client, store):
    upload(client, old_log("2015-06-30", "open", closed_at=None))
    assert planned(store).due == []
