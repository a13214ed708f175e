"""FEE011 to FEE013: time that players pay for, by the law of Washington."""

import pytest

from tests.rules.build import close, coverage, found, hand, seat, session, untestable
from tests.rules.fees import WAC, at, fee, paid, reported, taken

NONE, NO_TIME = "no collection of time is in the log", "a collection does not state the time that it pays for"


def closed(number, minute, *seats, **fields):
    return hand(number, *(seat(n) for n in seats or (1, 2)), at=at(minute), **fields)


def every(minutes, last, *seats, start=0):
    """Closed hands every so many minutes."""
    return [closed(n, minute, *seats) for n, minute in enumerate(range(start, last + 1, minutes), 1)]


# ------------------------------------------------------------------------------- FEE011 time-above-hourly-limit


def test_fee011_fires_for_two_halves_of_an_hour():
    audit = reported(
        WAC, paid(1, 600, 0, 30), paid(2, 500, 0, 30), paid(1, 600, 30, 60), paid(2, 500, 30, 60)
    )
    (only,) = found(audit, "FEE011")
    assert (only.line, only.seat, only.player, only.stated, only.expected, only.money) == (
        4,
        1,
        "P1",
        1200,
        1000,
        200,
    )
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "external:WAC-230-15-080-6")
    assert (
        "$12.00 was collected from the player for time within the hour from 2026-03-14T16:00:00-07:00 (lines 2, 4)"
        in only.message
    )


def test_fee011_fires_for_sixty_minutes_that_are_no_hour_of_the_clock():
    (only,) = found(reported(WAC, paid(1, 600, 45, 75), paid(1, 600, 75, 105)), "FEE011")
    assert only.stated == 1200


def test_fee011_fires_for_every_window_that_is_too_much_by_itself():
    """$12 in an hour, and $40 for three hours around it."""
    audit = reported(WAC, paid(1, 600, 0, 30), paid(1, 4000, 15, 195), paid(1, 600, 30, 60))
    assert [(each.stated, each.expected) for each in found(audit, "FEE011")] == [(4000, 3000), (1200, 1000)]


def test_fee011_fires_for_one_collection_and_for_two_hours_at_once():
    audit = reported(WAC, paid(1, 1001, 0, 30), paid(2, 2001, 0, 120), paid(2, 3000, 200, 200))
    assert [(each.seat, each.stated, each.expected) for each in found(audit, "FEE011")] == [
        (1, 1001, 1000),
        (2, 2001, 2000),
        (2, 3000, 1000),  # for no time at all
    ]


def test_fee011_fires_for_twenty_dollars_for_sixty_one_minutes():
    """Ten for 16:00 to 17:00, and ten for 16:01 to 17:01: the same 59 minutes are paid for twice."""
    (only,) = found(reported(WAC, paid(1, 1000, 0, 60), paid(1, 1000, 1, 61)), "FEE011")
    assert (only.line, only.seat, only.player, only.stated, only.expected, only.money) == (
        3,
        1,
        "P1",
        1983,
        1000,
        983,
    )
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "external:WAC-230-15-080-6")
    assert (
        "$20.00 was collected from the player for 61 minutes, 2026-03-14T16:00:00-07:00 to 2026-03-14T17:01:00-07:00 "
        "(lines 2, 3); by the minute $19.83 of it is for the hour from 2026-03-14T16:00:00-07:00 to "
        "2026-03-14T17:00:00-07:00, and the limit for an hour is $10.00"
    ) in only.message


def test_fee011_fires_for_each_hour_that_is_paid_for_twice():
    hours = [paid(1, 1000, begins, begins + 60) for begins in (0, 1, 180, 190)]
    over = found(reported(WAC, *hours), "FEE011")
    assert [(each.line, each.stated) for each in over] == [(3, 1983), (5, 1833)]


def test_fee011_fires_for_the_minutes_of_a_long_collection_beside_a_short_one():
    """Ten for 16:00 to 17:00; five an hour for 16:30 to 18:30."""
    (only,) = found(reported(WAC, paid(1, 1000, 0, 60), paid(1, 1000, 30, 150)), "FEE011")
    assert (only.stated, only.expected, only.kind) == (1250, 1000, "violation")


@pytest.mark.parametrize(
    ("collections", "stated"),
    [
        ([(1000, 0, 30), (1000, 30, 61)], 1967),  # and as a whole they are within two hours that have begun
        ([(1000, 45, 60), (1000, 60, 120)], 1750),  # a part of an hour, and then an hour
        ([(2000, 0, 61)], 1967),
        ([(500, 0, 30), (500, 25, 55), (500, 50, 80)], 1166),
    ],
)
def test_fee011_fires_as_a_note_where_only_the_price_of_a_part_of_an_hour_decides(collections, stated):
    (only,) = found(reported(WAC, *(paid(1, *each) for each in collections)), "FEE011")
    assert (only.stated, only.expected, only.kind, only.severity) == (stated, 1000, "undetermined", "note")
    assert "the controls do not say whether part of an hour may cost as much as a whole hour" in only.message


def test_fee011_quiet_for_hours_and_halves_that_follow_one_another_in_whatever_seats():
    hours = [paid(1, 1000, 60 * n, 60 * n + 60) for n in range(5)]
    halves = [
        paid(2 + n % 2, 500, 30 * n, 30 * n + 30, player="P9") for n in range(10)
    ]  # who moves to and fro
    parts = [paid(5, 150, 9 * n, 9 * n + 9) for n in range(20)]
    rests = [paid(6, 1000, 0, 60), paid(6, 1000, 90, 150), paid(6, 1000, 150, 210)]
    others = [paid(7, 1000, 1, 61), paid(8, 1000, 2, 62)]  # each of another player
    assert found(reported(WAC, *hours, *halves, *parts, *rests, *others), "FEE011") == []


def test_fee011_quiet_for_less_than_the_price_of_a_minute():
    """The next hour was collected, and counted from, half a minute before the first was over."""
    assert found(reported(WAC, paid(1, 1000, 0, 60), paid(1, 1000, 59.5, 119.5)), "FEE011") == []
    (only,) = found(reported(WAC, paid(1, 1000, 0, 60), paid(1, 1000, 59, 119)), "FEE011")
    assert (only.stated, only.money, only.kind) == (1016, 16, "violation")


def test_fee011_quiet_at_ten_dollars_an_hour_paid_early_or_for_hours_to_come():
    """The second hour is paid for two minutes before the first is over."""
    audit = reported(
        WAC, paid(1, 1000, 0, 60), paid(1, 1000, 60, 120, when=58), paid(2, 500, 0, 30), paid(2, 500, 30, 60),
        paid(2, 500, 60, 90), paid(1, 2000, 120, 240),
    )  # fmt: skip
    assert found(audit, "FEE011") == []


def test_fee011_quiet_and_untestable_without_collections_or_without_their_time():
    hands = every(10, 20)
    audit = reported(WAC, *hands)
    assert found(audit, "FEE011") == []
    assert untestable(audit, "FEE011") == [(NONE, 3)]
    assert coverage(reported(WAC, *hands, close(3, totals={"time": 0})), "FEE011").tested == 3
    assert untestable(reported(WAC, paid(1, 500, 30, 30), *hands), "FEE011") == [(NO_TIME, 3)]


# ------------------------------------------------------------------------------- FEE012 time-collected-too-seldom


def test_fee012_fires_as_a_note_for_two_hours_at_once():
    """He left after an hour, and nobody knows whether the next one would have been collected in time."""
    (only,) = found(reported(WAC, paid(1, 2000, 0, 120), *every(10, 60)), "FEE012")
    assert (only.line, only.seat, only.stated, only.expected, only.unit) == (2, 1, 120, 60, "minutes")
    assert (only.kind, only.severity, only.clause) == ("undetermined", "note", "external:WAC-230-15-080-7")
    assert "$20.00 was collected at once for 120 minutes" in only.message


def test_fee012_fires_for_who_played_on_what_was_paid_ahead():
    (only,) = found(reported(WAC, paid(1, 3000, 0, 180), *every(10, 130)), "FEE012")
    assert (only.line, only.stated, only.kind) == (2, 130, "violation")


def test_fee012_fires_for_more_than_two_hours_without_a_collection():
    hands = every(10, 130)
    (only,) = found(reported(WAC, paid(1, 500, 0, 30), *hands, paid(1, 500, 130, 160)), "FEE012")
    assert (only.line, only.player, only.stated, only.kind) == (17, "P1", 130, "violation")
    assert "the player was in hands for 130 minutes without a collection" in only.message


def test_fee012_fires_as_a_note_between_one_hour_and_two():
    """Each of two hours that follow one another may have had its collection (AMB-WAC-HOUR)."""
    hands = every(10, 70)
    (only,) = found(reported(WAC, paid(1, 500, 0, 30), *hands, paid(1, 500, 61, 91)), "FEE012")
    assert (only.stated, only.kind, only.severity) == (61, "undetermined", "note")


@pytest.mark.parametrize(("reading", "kinds"), [("any_60_minutes", ["violation"]), ("each_hour", [])])
def test_fee012_fires_by_the_reading_that_controls_settle(reading, kinds):
    from tests.rules.fees import extending
    from tests.rules.rulesets import beside_the_library

    files = extending("")
    files["room.toml"] = files["room.toml"].replace(
        "extends =", f'readings = {{ "AMB-WAC-HOUR" = "{reading}" }}\nextends ='
    )
    log = (session(ruleset="room"), paid(1, 500, 0, 30), *every(10, 70), paid(1, 500, 61, 91))
    audit = reported(*log, library=beside_the_library(files))
    assert [each.kind for each in found(audit, "FEE012")] == kinds


def test_fee012_fires_since_a_player_sat_down():
    """Collected in arrears after 121 minutes; nothing before."""
    hands = every(11, 121)
    (only,) = found(reported(WAC, *hands, paid(1, 500, 0, 30, when=121)), "FEE012")
    assert (only.stated, only.kind) == (121, "violation")


def test_fee012_fires_for_who_moves_from_seat_to_seat():
    sits = [1] * 5 + [3] * 5 + [4] * 4
    hands = [hand(n, seat(at_, player="P1"), seat(2), at=at(10 * n)) for n, at_ in enumerate(sits)]
    audit = reported(WAC, paid(1, 500, 0, 30), *hands, paid(4, 500, 130, 160, player="P1"))
    (only,) = found(audit, "FEE012")
    assert (only.player, only.stated, only.kind) == ("P1", 130, "violation")


def test_fee012_fires_as_a_note_before_the_first_collection_and_after_the_last():
    """For that time nothing need have been charged."""
    (only,) = found(reported(WAC, *every(10, 130), paid(1, 500, 130, 160)), "FEE012")
    assert (only.stated, only.kind, only.severity) == (130, "undetermined", "note")
    assert "and no earlier charge for time is on record" in only.message
    (only,) = found(reported(WAC, paid(1, 500, 0, 30), *every(10, 160)), "FEE012")
    assert (only.line, only.stated, only.kind) == (2, 160, "undetermined")
    assert "and the log has no later collection in that time" in only.message


def test_fee012_quiet_where_a_rest_begins_or_ends_with_a_collection():
    """Hands to 17:00 and from 19:00 on; collected just after the one or just before the other."""
    before, after = every(5, 60), [closed(n, minute) for n, minute in enumerate(range(180, 211, 5), 14)]
    late = (WAC, paid(1, 500, 0, 30), *before, paid(1, 500, 61, 91), *after, paid(1, 500, 211, 241))
    early = (WAC, paid(1, 500, 0, 30), *before, paid(1, 500, 179, 209), *after)
    for log in (late, early):
        assert [each for each in found(reported(*log), "FEE012") if each.kind == "violation"] == []
        assert [each.stated for each in found(reported(*log), "FEE012")] == []


def test_fee012_fires_before_the_first_collection_with_its_reason_whichever_sitting_it_is_in():
    sitting = [*every(10, 130), closed(15, 150, 2)]  # and then he was away for a hand
    events = [*sitting, closed(16, 160), paid(1, 500, 161, 191), closed(17, 170)]
    (only,) = found(reported(WAC, *events), "FEE012")
    assert (only.stated, only.kind) == (130, "undetermined")
    assert "no earlier charge for time is on record" in only.message


def test_fee012_quiet_while_the_table_was_charged_by_the_hand():
    rake = [fee("rake", 50, of=1000)]
    hands = [closed(n, 10 * n, fees=rake if n < 13 else []) for n in range(14)]
    assert found(reported(WAC, *hands, paid(1, 500, 130, 160)), "FEE012") == []


def test_fee012_quiet_for_more_than_an_hour_at_once_that_is_collected_within_it():
    log = [paid(1, 500, n * 55, n * 55 + 65) for n in range(3)]
    assert found(reported(WAC, *log, *every(11, 165), paid(1, 500, 165, 195)), "FEE012") == []


def test_fee012_fires_with_minutes_that_are_more_than_the_most():
    (only,) = found(reported(WAC, paid(1, 500, 0, 30), *every(10, 70), paid(1, 500, 60.5, 90)), "FEE012")
    assert (only.stated, only.expected) == (61, 60)


def test_fee012_quiet_within_the_hour_after_a_rest_and_for_who_was_away():
    hands = [*every(10, 50), closed(7, 170), closed(8, 180, 1), closed(9, 190)]
    audit = reported(
        WAC, paid(1, 500, 0, 60), paid(2, 500, 0, 60), *hands, paid(1, 500, 175, 200), paid(2, 500, 195, 200)
    )
    assert found(audit, "FEE012") == []


def test_fee012_quiet_and_untestable_where_hands_are_not_timed_or_run_back():
    one, two = closed(1, 0), closed(2, 10)
    audit = reported(WAC, paid(1, 500, 0, 30), one, taken(2), paid(1, 500, 300, 330))
    assert found(audit, "FEE012") == []
    assert untestable(audit, "FEE012") == [("the times of the hands were not recorded", 2)]
    audit = reported(WAC, paid(1, 500, 0, 30), one | {"at": at(200)}, two, paid(1, 500, 300, 330))
    assert found(audit, "FEE012") == []
    assert untestable(audit, "FEE012") == [("the hands are not in the order of their numbers and times", 2)]


# ------------------------------------------------------------------------------- FEE013 time-recorded-late


def test_fee013_fires_after_a_hand_that_was_dealt_later():
    (only,) = found(reported(WAC, closed(1, 0), closed(2, 5), paid(1, 500, 4, 34), closed(3, 8)), "FEE013")
    assert (only.line, only.seat, only.player, only.money) == (4, 1, "P1", 500)
    assert (only.kind, only.severity, only.clause) == ("violation", "minor", "external:WAC-230-15-080-7")
    assert "appears in the log after hand 2, which was dealt at 2026-03-14T16:05:00-07:00" in only.message


def test_fee013_quiet_in_order_and_after_a_hand_whose_own_time_is_in_doubt():
    audit = reported(
        WAC,
        paid(1, 500, 0, 30),
        closed(1, 0),
        paid(2, 500, 0, 30),
        closed(2, 300),
        paid(1, 500, 30, 60),
        closed(3, 31),
    )
    assert found(audit, "FEE013") == []


def test_fee013_quiet_and_untestable_where_a_hand_is_not_timed():
    audit = reported(WAC, taken(1), paid(1, 500, 0, 30))
    assert found(audit, "FEE013") == []
    assert untestable(audit, "FEE013") == [("the times of the hands were not recorded", 1)]
