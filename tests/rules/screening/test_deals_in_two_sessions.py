"""Deals of two sessions (SCN002): which are equal, how many chance gives, and when that is an alarm."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.screening import repeated_deals as counted
from rules.screening.engines.repeats import RARE, bound_of_pairs
from rules.screening.repeated_deals import (
    RepeatedDeal,
    RepeatedDeals,
    SessionDeals,
    repeated_among,
)

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
    assert (found.deals, found.number, found.more) == (10, 5, 0)
    assert found.together == [("a", "b", "c"), ("b", "c")]
    assert found.bound == bound_of_pairs(4, 3 * 5 + 3 * 2 + 5 * 2)


@pytest.mark.parametrize(
    ("pairs", "bound", "alarm"),
    [([PAIR], RARE, True), ([PAIR], RARE + Fraction(1, 10**9), False), ([], Fraction(1, 1000), False)],
)
def test_a_pair_is_an_alarm_where_chance_gives_at_most_a_hundredth(pairs, bound, alarm):
    assert RepeatedDeals(4, 400, pairs, bound).alarm == alarm


def test_pairs_that_are_not_named_count():
    assert RepeatedDeals(4, 400, [PAIR], RARE, more=3).number == 4
    assert RepeatedDeals(4, 400, [PAIR], RARE).number == 1


def test_of_very_many_pairs_the_first_are_named_and_all_are_counted():
    """Forty sessions of one deal a hundred times, and of one that two of them have: 7.8 million pairs. Plain: of each two."""
    same = [deals_of(*[7] * 100) for _ in range(40)]
    same[3], same[38] = deals_of(5, *[7] * 99), deals_of(*[7] * 99, 5)
    names = [f"s{each:02}" for each in range(40)]
    (found,) = repeated_among(zip(names, same, strict=True))
    own = [100 - (each in (3, 38)) for each in range(40)]
    assert found.number == sum(one * other for one, other in combinations(own, 2)) + 1
    assert found.pairs[:2] == [RepeatedDeal("s00", 0, "s01", 0), RepeatedDeal("s00", 0, "s01", 1)]
    assert found.pairs == sorted(found.pairs)
    assert (len(found.pairs), found.pairs[-1].session) == (10_000, "s00")
    assert found.together == [tuple(names), ("s03", "s38")]


def test_the_pairs_that_are_named_are_the_first_of_all(monkeypatch):
    monkeypatch.setattr(counted, "MOST_NAMED", 1)
    (found,) = repeated_among([("a", deals_of(1, 2)), ("b", deals_of(2)), ("c", deals_of(5, 6, 1))])
    assert (found.pairs, found.more) == ([RepeatedDeal("a", 0, "c", 2)], 1)


@given(st.lists(st.lists(st.integers(0, 6), max_size=8), max_size=6))
def test_pairs_are_those_that_a_plain_comparison_of_all_deals_finds(drawn):
    sessions = [(f"s{each}", deals_of(*own)) for each, own in enumerate(drawn)]
    plain = sorted(
        RepeatedDeal(f"s{one}", place, f"s{other}", other_place)
        for (one, first), (other, second) in combinations(enumerate(drawn), 2)
        for place, deal in enumerate(first)
        for other_place, another in enumerate(second)
        if deal == another
    )
    found = repeated_among(sessions)
    assert [pair for each in found for pair in each.pairs] == plain
    assert {name for each in found for own in each.together for name in own} == {
        name for pair in plain for name in (pair.session, pair.other)
    }
