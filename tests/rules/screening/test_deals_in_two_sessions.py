"""Deals of two sessions (SCN002): which are equal, how many chance gives, and when that is an alarm."""

from fractions import Fraction

import numpy as np
import pytest

from rules.screening.engines.repeats import RARE, bound_of_pairs
from rules.screening.repeated_deals import RepeatedDeal, RepeatedDeals, SessionDeals, repeated_among

PAIR = RepeatedDeal("s1", 0, "s2", 3)


def deals_of(*digests):
    return [SessionDeals(4, (), np.array(digests, "<i8").tobytes())]


def test_deals_are_found_in_all_later_sessions():
    """Of sessions of three, five and two deals: one deal is in all, one twice in the second and once in the third."""
    sessions = [("a", deals_of(1, 2, 9)), ("b", deals_of(3, 4, 9, 4, 5)), ("c", deals_of(9, 4))]
    (found,) = repeated_among(sessions)
    assert [(each.session, each.place, each.other, each.other_place) for each in found.pairs] == [
        ("a", 2, "b", 2), ("a", 2, "c", 0), ("b", 1, "c", 1), ("b", 2, "c", 0), ("b", 3, "c", 1),
    ]  # fmt: skip
    assert (found.deals, found.number) == (10, 5)
    assert found.bound == bound_of_pairs(4, 3 * 5 + 3 * 2 + 5 * 2)


@pytest.mark.parametrize(
    ("pairs", "bound", "alarm"),
    [([PAIR], RARE, True), ([PAIR], RARE + Fraction(1, 10**9), False), ([], Fraction(1, 1000), False)],
)
def test_a_pair_is_an_alarm_where_chance_gives_at_most_a_hundredth(pairs, bound, alarm):
    assert RepeatedDeals(4, 400, pairs, bound).alarm == alarm


def test_pairs_that_are_not_named_count():
    assert RepeatedDeals(4, 400, [PAIR], RARE, more=3).number == 4
