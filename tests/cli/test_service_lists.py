"""Queries of lists that commands ask a service for."""

import datetime as dt

from auditor.cli.service_lists import selected_query
from tests.cli.kit import call


def test_days_flags_and_texts_become_a_query_and_what_was_not_given_is_left_out():
    given = {
        "first": dt.datetime(2026, 3, 14),
        "last": None,
        "overdue": True,
        "current": False,
        "room": "WA-0417",
    }
    assert selected_query(given) == {"from": "2026-03-14", "overdue": "true", "room": "WA-0417"}


def test_an_option_that_is_empty_still_selects():
    """An unset variable of a shell does not make a list of one room a list of all."""
    assert selected_query({"room": "", "last": dt.datetime(2026, 3, 15)}) == {
        "room": "",
        "until": "2026-03-15",
    }


def test_a_day_that_is_none_is_refused_alike_by_each_list():
    for words in (("sessions", "list"), ("incidents", "list", "WA-0417"), ("reports", "list")):
        refused = call(*words, "--from", "yesterday")
        assert refused.status == 2, words
        assert "'yesterday' does not match the format '%Y-%m-%d'" in refused.err, words
