"""The day selects the revision; a hand outside every revision is a finding and is tested by nothing else."""

import json

import pytest
from msgspec.structs import replace

from rules.controls.library import Library, load
from tests.rules.build import A, B, audited, breaches, coverage, found, hand, replays, seat, session
from tests.rules.test_library import BASE

FIRST = BASE.replace("in_force = {}", "in_force = { from = 2026-03-01 }")
SECOND = (
    BASE.replace("in_force = {}", "in_force = { from = 2026-03-15 }")
    .replace("revision = 1", "revision = 2")
    .replace("unit = 1", "unit = 5")
)
SHELF = load({"1": FIRST, "2": SECOND})
OPEN = session(ruleset="base", opened_at="2026-02-01T12:00:00-08:00")


def at(number, time, net=300):
    """Three rows won: three units under the first revision, fifteen under the second. Another deal each time."""
    low = "2c3c4d 2d3d4c5d7c 2h2s3h3s4h" if number % 2 else B
    return hand(number, seat(1, A, net), seat(2, low, -net), at=time)


def units(*events, first=OPEN, **options):
    reported = replays(first, *events, library=SHELF, **options)
    return [(each["ruleset"], [seat["units"] for seat in each["seats"]]) for each in reported]


@pytest.mark.parametrize(
    ("time", "revision", "won"),
    [
        ("2026-03-01T00:00:00-08:00", "base@1", 3),
        ("2026-03-14T23:59:59-07:00", "base@1", 3),
        ("2026-03-15T00:00:00-07:00", "base@2", 15),
        ("2036-01-01T00:00:00Z", "base@2", 15),
        # the day as written, whatever day it is elsewhere
        ("2026-03-14T23:59:59-12:00", "base@1", 3),
        ("2026-03-15T00:00:00+14:00", "base@2", 15),
    ],
)
def test_the_day_as_written_selects(time, revision, won):
    assert units(at(1, time)) == [(revision, [won, -won])]


def test_both_revisions_in_one_log_and_in_one_block():
    days = [
        "2026-03-14T22:00:00-07:00",
        "2026-03-15T01:00:00-07:00",
        "2026-03-14T23:00:00-07:00",
        "2026-03-15T02:00:00-07:00",
    ]
    reported = units(*(at(n, day) for n, day in enumerate(days)))
    assert reported == [("base@1", [3, -3]), ("base@2", [15, -15])] * 2
    audit = audited(
        OPEN, *(at(n, day, 300 if n % 2 == 0 else 1500) for n, day in enumerate(days)), library=SHELF
    )
    assert [(used.id, used.revision, used.hands) for used in audit.rulesets] == [
        ("base", 1, 2),
        ("base", 2, 2),
    ]
    assert [used.digest for used in audit.rulesets] == [
        SHELF.get("base@1").digest,
        SHELF.get("base@2").digest,
    ]
    assert found(audit, "SCR001") == []


def test_without_a_time_the_session_s_opening_selects():
    """replay.md: "No `at`: the session's `opened_at` selects the revision." """
    opened = session(ruleset="base", opened_at="2026-03-20T12:00:00-07:00")
    assert units(at(1, None), first=opened) == [("base@2", [15, -15])]
    opened = session(ruleset="base", opened_at="2026-03-10T12:00:00-07:00")
    assert units(at(1, None), at(2, "2026-03-20T12:00:00-07:00"), first=opened) == [
        ("base@1", [3, -3]),
        ("base@2", [15, -15]),
    ]


def test_a_pinned_revision_holds_on_its_days_only():
    opened = session(ruleset="base@1", opened_at="2026-03-10T12:00:00-07:00")
    reported = units(at(1, "2026-03-14T12:00:00-07:00"), at(2, "2026-03-15T12:00:00-07:00"), first=opened)
    assert reported == [("base@1", [3, -3]), (None, [])]


def test_a_hand_outside_every_revision_is_a_finding_never_the_nearest_one():
    """ruleset.md: "A hand outside every revision's dates is a finding, never a silent fallback to the nearest one." """
    early = at(1, "2026-02-28T23:59:59-08:00", net=99)  # wrong under any revision
    late = at(2, "2026-03-01T00:00:00-08:00")
    audit = audited(OPEN, early, late, library=SHELF)
    assert audit.complete
    (outside,) = found(audit, "CTL001")
    assert outside.kind == "violation"
    assert outside.hands == [1]
    assert {each.code for each in breaches(audit)} == {"CTL001"}
    assert (audit.hands, audit.testable) == (2, 1)
    for row in audit.coverage:
        assert row.tested + row.untestable + row.inapplicable == 2
        if row.code == "SCR001":
            assert (row.tested, row.untestable) == (1, 1)
            assert [(each.reason, each.hands) for each in row.because] == [
                ("no revision of the ruleset was in force on the hand's day", 1)
            ]
    assert coverage(audit, "CTL001").differing == 1


def test_a_session_outside_every_revision():
    audit = audited(
        session(ruleset="base", opened_at="2025-01-01T12:00:00Z"), at(1, None), at(2, None), library=SHELF
    )
    assert audit.complete
    assert found(audit, "CTL001")[0].hands == [1, 2]
    assert audit.rulesets == []
    assert audit.testable == 0


def test_what_replay_says_of_a_hand_without_a_ruleset():
    (reported,) = replays(OPEN, at(1, "2026-02-28T12:00:00-08:00"), library=SHELF)
    assert reported["ruleset"] is None
    assert reported["seats"] == reported["pairs"] == []
    assert [point["code"] for point in reported["undetermined"]] == ["CTL001"]
    (good,) = replays(OPEN, at(1, "2026-03-02T12:00:00-08:00"), library=SHELF)
    assert reported.keys() == good.keys()
    json.dumps(reported)


def test_a_revision_that_was_not_approved_ends_no_other():
    """A draft is in force on no day, so that it brings nobody's last day forward; an approved successor does."""
    for standing, until in (
        ("draft", None),
        ("denied", None),
        ("approved", "2026-03-14"),
        (None, "2026-03-14"),
    ):
        second = replace(SHELF.get("base@2"), standing=standing)
        first = Library([SHELF.get("base@1"), second]).get("base@1")
        assert first.in_force.get("until") == until
