"""LVL: levels of an event."""

import pytest

from rules.controls.library import library
from tests.rules.build import audited, coverage, found, seat, untestable
from tests.rules.open_face import CARNIVALE, X, Y, Z, ofc

# Points by level, of the levels that the tests play (CARN-level-01, -02, ...), and the smallest chip that each leaves.
POINTS = {1: 50, 2: 100, 5: 450, 6: 700, 7: 1000, 8: 1500, 11: 4500, 12: 7000, 13: 10_000, 25: 1_000_000}


def three(number, level, stacks=(None, None, None), unit=None, **fields):
    """Seats 1, 2 and 3 win 7, 5 and -12 points. The unit is the point of the level, unless given."""
    seats = [
        seat(n, rows, stack=stack) for n, (rows, stack) in enumerate(zip((X, Y, Z), stacks, strict=True), 1)
    ]
    return ofc(number, *seats, level=level, unit=unit or POINTS.get(level), dealer=3, **fields)


# ------------------------------------------------------------------------------- LVL001 level-differs


def test_lvl001_quiet_where_a_misdeal_is_not_among_the_nine_hands():
    hands = [three(number, 1, void=True if number == 4 else None) for number in range(1, 11)]
    assert found(audited(CARNIVALE, *hands, three(11, 2)), "LVL001") == []
    (early,) = found(audited(CARNIVALE, *hands, three(11, 1)), "LVL001")
    assert (early.hand, early.expected) == (11, 2)


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


# ------------------------------------------------------------------------------- LVL002 point-value-differs


def test_lvl002_quiet_where_a_point_is_worth_what_the_level_says():
    events = [three(9 * level, level) for level in POINTS]
    audit = audited(CARNIVALE, *events)
    assert found(audit, "LVL002") == []
    assert coverage(audit, "LVL002").agreeing == len(POINTS)
