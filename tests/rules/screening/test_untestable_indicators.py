"""What a log does not hold makes an indicator untestable, with the reason."""

import re
from datetime import date

import pytest

from rules.screening.indicator_catalogue import indicators
from rules.screening.session_statistics import statistics_of
from rules.screening.untestable import NEEDS, REASONS
from tests.rules.screening.screened import FOLDER, lines_of, screened_lines

LOG = FOLDER / "logs" / "cards-fair-0.ndjson.gz"


def kept(change=lambda event: event, lines=None, **stated):
    """Statistics of the log after a change of every event."""
    events = [change(dict(event)) for event in (lines or lines_of(LOG))]
    events = [
        event | stated if event["event"] == "session" else event for event in events if event is not None
    ]
    session = screened_lines([{k: v for k, v in event.items() if v is not None} for event in events])
    return statistics_of([session], session.header, date(2026, 3, 2))


def lacking(*names):
    return lambda event: {name: value for name, value in event.items() if name not in names}


def in_seats(*names):
    def change(event):
        if "seats" in event:
            event["seats"] = [{k: v for k, v in seat.items() if k not in names} for seat in event["seats"]]
        return event

    return change


def untimed(event):
    return lacking("at")(event) if "seats" in event else event


CARDS = ("dealt", "front", "middle", "back")


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (lacking("deck"), {"SCN001": "shuffles"}),
        (lacking("dealer_id", "shuffler"), {"SCN001": "shuffles", "SCN012": "dealers", "SCN014": "dealers"}),
        (untimed, {"SCN009": "times", "SCN014": "timed", "SCN019": "times"}),
        (lacking("transfers"), {}),
        (in_seats("net"), {"SCN008": "nets", "SCN011": "nets", "SCN012": "nets", "SCN016": "nets"}),
        (
            in_seats(*CARDS),
            {"SCN001": "cards", "SCN002": "cards", "SCN003": "cards", "SCN005": "rows", "SCN006": "rows", "SCN007": "rows",
             "SCN010": "full_deals"},
        ),
        (lambda event: None if event["event"] == "toke" else event, {"SCN014": "tokes"}),
    ],
)  # fmt: skip
def test_what_a_log_does_not_hold_is_named(change, wanted):
    assert kept(change).untestable == wanted


def test_a_log_that_holds_all_is_testable():
    assert kept().untestable == {}


def test_a_keyed_record_has_no_times_to_test():
    assert kept(source="keyed").untestable == {"SCN019": "machine_times"}


def test_void_hands_without_rows_are_named_only_where_all_are():
    events = lines_of(FOLDER / "logs" / "voids-of-losses-0.ndjson.gz")
    whole = [event for event in events if event.get("void")]

    def blank(some):
        return lambda event: (
            in_seats(*CARDS)(event) if any(event.get("hand") == each["hand"] for each in some) else event
        )

    assert kept(blank(whole), events).untestable == {"SCN006": "void_rows"}
    assert kept(blank(whole[1:]), events).untestable == {}


def test_rulings_without_a_ruler_are_named():
    def nameless(event):
        if "irregularities" in event:
            event["irregularities"] = [lacking("by")(each) for each in event["irregularities"]]
        return event

    events = lines_of(FOLDER / "logs" / "dead-winners-0.ndjson.gz")
    assert kept(nameless, events, staff=None).untestable == {"SCN007": "ruled"}
    assert kept(nameless, events).untestable == {}


def test_every_need_has_a_reason_in_words_and_every_reason_is_used():
    used = {need for entry in indicators() for need in entry.indicator.needs}
    assert used == NEEDS.keys()
    assert all(re.fullmatch(r"[a-z][^.]*[a-z]", reason) for reason in REASONS.values())
    assert REASONS.keys() - NEEDS.keys() == {"drops", "fees", "draws"}


def test_every_indicator_of_hands_names_its_needs():
    assert [
        entry.code for entry in indicators() if entry.indicator.reads == "hands" and not entry.indicator.needs
    ] == []
