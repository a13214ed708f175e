"""LVL: levels of an event."""

import pytest

from rules.controls.library import library
from tests.rules.build import audited, coverage, found, seat, untestable
from tests.rules.open_face import CARNIVALE, CASH, EVENT, X, Y, Z, ofc

# Points by level, of the levels that the tests play (CARN-level-01, -02, ...), and the smallest chip that each leaves.
POINTS = {1: 50, 2: 100, 5: 450, 6: 700, 7: 1000, 8: 1500, 11: 4500, 12: 7000, 13: 10_000, 25: 1_000_000}


def three(number, level, stacks=(None, None, None), unit=None, **fields):
    """Seats 1, 2 and 3 win 7, 5 and -12 points. The unit is the point of the level, unless given."""
    seats = [
        seat(n, rows, stack=stack) for n, (rows, stack) in enumerate(zip((X, Y, Z), stacks, strict=True), 1)
    ]
    return ofc(number, *seats, level=level, unit=unit or POINTS.get(level), dealer=3, **fields)


# ------------------------------------------------------------------------------- LVL001 level-differs


def test_lvl001_fires_at_the_tenth_hand_which_belongs_to_level_2():
    (low,) = found(audited(CARNIVALE, three(9, 1), three(10, 1)), "LVL001")
    assert (low.hand, low.line, low.stated, low.expected, low.unit) == (10, 3, 1, 2, "level")
    assert (low.kind, low.severity, low.clause) == ("violation", "major", "CARN-level-hands")
    assert "Hand 10 is recorded at level 1; a level lasts 9 hands, so it belongs to level 2" in low.message


def test_lvl001_fires_where_the_level_came_a_hand_too_early():
    audit = audited(CARNIVALE, *(three(number, 1) for number in range(1, 9)), three(9, 2))
    assert [(each.hand, each.expected) for each in found(audit, "LVL001")] == [(9, 1)]


def test_lvl001_fires_for_a_level_that_the_schedule_does_not_have():
    """AMB-CARN-after-25: the last level goes on."""
    reported = found(audited(CARNIVALE, three(226, 26, unit=1_000_000)), "LVL001")
    assert [(each.stated, each.expected) for each in reported] == [(26, 25)]


def test_lvl001_fires_once_for_a_table_whose_counter_began_before_the_log():
    """The second day: hands 1 to 12 at levels 7 and 8, as if 54 hands had gone before; hand 12 at a level of neither."""
    day_two = [three(number, 7 if number <= 9 else 8) for number in range(1, 12)]
    counter, wrong = found(audited(CARNIVALE, *day_two, three(12, 7)), "LVL001")
    assert (counter.hand, counter.hands, counter.stated, counter.expected) == (
        None,
        list(range(1, 13)),
        54,
        0,
    )
    assert (counter.kind, counter.severity, counter.unit) == ("undetermined", "note", "hands")
    assert "had played 54 hands before the first number of its counter" in counter.message
    assert (wrong.hand, wrong.kind, wrong.stated, wrong.expected) == (12, "violation", 7, 8)


def test_lvl001_fires_once_where_few_hands_fit_another_count_by_level_and_point_value():
    (counter,) = found(audited(CARNIVALE, *(three(number, 7) for number in range(1, 9))), "LVL001")
    assert (counter.kind, counter.stated, counter.hands) == ("undetermined", 54, list(range(1, 9)))


def test_lvl001_fires_for_each_of_few_hands_that_were_played_at_the_value_of_their_number():
    audit = audited(CARNIVALE, *(three(number, 7, unit=50) for number in range(1, 9)))
    assert [(each.hand, each.stated, each.expected) for each in found(audit, "LVL001")] == [
        (number, 7, 1) for number in range(1, 9)
    ]


def test_lvl001_quiet_where_a_misdeal_is_not_among_the_nine_hands():
    hands = [three(number, 1, void=True if number == 4 else None) for number in range(1, 11)]
    assert found(audited(CARNIVALE, *hands, three(11, 2)), "LVL001") == []
    (early,) = found(audited(CARNIVALE, *hands, three(11, 1)), "LVL001")
    assert (early.hand, early.expected) == (11, 2)


def test_lvl001_quiet_where_each_hand_is_at_the_level_of_its_number():
    audit = audited(CARNIVALE, three(1, 1), three(9, 1), three(10, 2), three(225, 25), three(300, 25))
    assert found(audit, "LVL001") == []
    assert coverage(audit, "LVL001").agreeing == 5


def test_lvl001_quiet_and_untestable_where_the_level_was_not_recorded():
    audit = audited(CARNIVALE, three(1, 1), three(2, None, unit=50))
    assert found(audit, "LVL001") == []
    assert untestable(audit, "LVL001") == [("the level was not recorded", 1)]


@pytest.mark.parametrize("reading", ["global", "per_player"])
def test_lvl001_quiet_and_untestable_where_other_hands_count_than_those_of_the_table(reading):
    hands = (CARNIVALE, three(9, 1), three(10, 1))
    assert [each.hand for each in found(audited(*hands), "LVL001")] == [10]
    shipped = library()
    under = {"AMB-CARN-level-counter": reading}
    revisions = (each.under(under) if "carnivale" in each.id else each for each in shipped.revisions())
    audit = audited(*hands, library=shipped.holding(revisions))
    assert found(audit, "LVL001") == []
    said = "the hands of all tables, or of each player, are counted towards a level: a table's log has its own alone"
    assert untestable(audit, "LVL001") == [(said, 2)]


def test_lvl001_quiet_under_controls_without_levels():
    """That a level is recorded at all is STK008's."""
    for ruleset in (CASH, EVENT):
        assert found(audited(ruleset, three(10, 1)), "LVL001") == []


# ------------------------------------------------------------------------------- LVL002 point-value-differs


def test_lvl002_fires_with_the_money_that_moved_for_the_difference():
    (low,) = found(audited(CARNIVALE, three(12, 2, unit=50)), "LVL002")
    assert (low.hand, low.seat, low.stated, low.expected, low.unit) == (12, None, 50, 100, "money")
    assert low.money == (7 + 5) * 50  # twelve points changed hands
    assert (low.kind, low.severity, low.clause) == ("violation", "major", "CARN-level-02")


def test_lvl002_fires_for_the_value_of_no_level_where_the_level_was_not_recorded():
    (odd,) = found(audited(CARNIVALE, three(46, None, unit=460)), "LVL002")
    assert (odd.stated, odd.expected) == (460, "the value of a level")
    assert "a point was worth 460 chips, which is the value of no level" in odd.message


def test_lvl002_quiet_and_untestable_for_the_value_of_some_level_where_the_level_was_not_recorded():
    audit = audited(CARNIVALE, three(46, None, unit=450))
    assert found(audit, "LVL002") == []
    assert untestable(audit, "LVL002") == [("the level was not recorded", 1)]


def test_lvl002_fires_for_the_level_recorded_and_not_the_one_of_the_number():
    """LVL001 reports which of the two is wrong."""
    (high,) = found(audited(CARNIVALE, three(10, 1, unit=100)), "LVL002")
    assert (high.stated, high.expected) == (100, 50)


def test_lvl002_fires_without_an_amount_where_the_rows_were_not_recorded():
    event = ofc(1, seat(1), seat(2), unit=60, level=1)
    (wrong,) = found(audited(CARNIVALE, event), "LVL002")
    assert (wrong.stated, wrong.expected, wrong.money) == (60, 50, None)


def test_lvl002_quiet_where_a_point_is_worth_what_the_level_says():
    events = [three(9 * level, level) for level in POINTS]
    audit = audited(CARNIVALE, *events)
    assert found(audit, "LVL002") == []
    assert coverage(audit, "LVL002").agreeing == len(POINTS)


def test_lvl002_quiet_in_a_void_deal():
    assert found(audited(CARNIVALE, three(12, 2, unit=50, void=True)), "LVL002") == []


def test_lvl002_quiet_and_untestable_without_a_unit_or_outside_the_schedule():
    audit = audited(CARNIVALE, ofc(1, seat(1, X), seat(2, Y), level=1), three(226, 26, unit=50))
    assert found(audit, "LVL002") == []
    assert sorted(untestable(audit, "LVL002")) == [
        ("no unit was recorded", 1),
        ("the schedule has no such level", 1),
    ]


# ------------------------------------------------------------------------------- LVL003 chips-out-of-play


@pytest.mark.parametrize(
    ("level", "stack", "expected", "clause"),
    [
        (6, 15_175, 15_100, "CARN-colorup-25"),
        (7, 15_100, 15_000, "CARN-colorup-100"),
        (12, 61_500, 61_000, "CARN-colorup-500"),
        (13, 61_000, 60_000, "CARN-colorup-1000"),
        (25, 80_000, 75_000, "CARN-colorup-5000"),
        (1, 15_010, 15_000, "CARN-colorup-25"),
    ],
)
def test_lvl003_fires_for_chips_that_have_left_play(level, stack, expected, clause):
    (odd,) = found(audited(CARNIVALE, three(9 * level, level, (stack, 150_000, 150_000))), "LVL003")
    assert (odd.hand, odd.seat, odd.stated, odd.expected, odd.unit) == (
        9 * level,
        1,
        stack,
        expected,
        "money",
    )
    assert (odd.kind, odd.severity, odd.clause) == ("violation", "minor", clause)


def test_lvl003_fires_at_every_seat_with_such_a_chip():
    audit = audited(CARNIVALE, three(46, 6, (15_175, 14_900, 14_925)))
    assert [(each.seat, each.stated) for each in found(audit, "LVL003")] == [(1, 15_175), (3, 14_925)]


def test_lvl003_quiet_where_the_chips_of_the_level_make_the_stack():
    audit = audited(
        CARNIVALE,
        three(45, 5, (15_175, 14_900, 14_925)),  # the 25 chips leave play after level 5
        three(46, 6, (15_100, 14_900, 15_000)),
        three(117, 13, (60_000, 5_000, 0)),
    )
    assert found(audit, "LVL003") == []
    assert coverage(audit, "LVL003").agreeing == 3


def test_lvl003_quiet_and_untestable_without_the_level_or_a_stack():
    audit = audited(CARNIVALE, three(46, None, (15_175,) * 3, unit=700), three(47, 6, (15_100, None, 15_000)))
    assert found(audit, "LVL003") == []
    assert sorted(untestable(audit, "LVL003")) == [
        ("a stack was not recorded", 1),
        ("the level was not recorded", 1),
    ]
