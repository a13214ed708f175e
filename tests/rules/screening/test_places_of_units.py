"""Places keep the budget and depend on no outcome; the monthly list is the one of its definition."""

import hashlib
import json
import math
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines.marked import MarkedStratum
from rules.screening.monthly_list import RATE, least_listed, listed, sure_number
from rules.screening.places import limit_of, places
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import MarkedRow

BUDGET = Fraction(1, 20)
DAYS = st.dates(date(2026, 1, 1), date(2026, 12, 31))
UNITS = st.dictionaries(st.text("abc", min_size=1, max_size=4), DAYS, max_size=30)


def spent(most):
    """Expected false alarms of the first places."""
    return sum((Fraction(1, limit_of(place)) for place in range(1, most + 1)), Fraction())


@given(st.integers(1, 50_000))
def test_all_places_together_spend_no_more_than_the_budget(most):
    assert spent(min(most, 3000)) < BUDGET
    assert limit_of(most + 1) >= limit_of(most)


def test_blocks_of_places_spend_a_half_a_quarter_an_eighth():
    ends = (5, 25, 105, 425, 1705)
    assert [spent(end) for end in ends] == [BUDGET * (1 - Fraction(1, 2**block)) for block in range(1, 6)]


@given(UNITS)
def test_places_follow_the_day_and_number_every_unit_once(units):
    testable = {(("player", name),): day for name, day in units.items()}
    found = places(testable)
    order = sorted(found, key=lambda unit: found[unit])
    assert sorted(found.values()) == list(range(1, len(units) + 1))
    assert [testable[unit] for unit in order] == sorted(testable.values())


def test_units_of_one_day_are_in_the_order_of_the_digests_of_their_ids():
    units = [(("player", name),) for name in ("ann", "bob", "cy")] + [(("dealer", "d"), ("player", "ann"))]
    by_hand = sorted(
        ('{"player":"ann"}', '{"player":"bob"}', '{"player":"cy"}', '{"dealer":"d","player":"ann"}'),
        key=lambda text: hashlib.sha256(text.encode()).hexdigest(),
    )
    found = places(dict.fromkeys(units, date(2026, 3, 1)))
    order = sorted(units, key=lambda unit: found[unit])
    assert [json.dumps(dict(unit), separators=(",", ":")) for unit in order] == by_hand


@given(UNITS, st.randoms(use_true_random=False))
def test_the_order_of_the_units_changes_no_place(units, chance):
    testable = [((("player", name),), day) for name, day in units.items()]
    found = places(dict(testable))
    chance.shuffle(testable)
    assert places(dict(testable)) == found


@given(UNITS, st.text("xyz", min_size=1, max_size=4))
def test_a_unit_of_a_later_day_takes_no_place_of_an_earlier_one(units, newcomer):
    testable = {(("player", name),): day for name, day in units.items()}
    late = testable | {(("player", newcomer),): date(2027, 1, 1)}
    assert {unit: place for unit, place in places(late).items() if unit in testable} == places(testable)


def year_of(tables):
    """Units in a year from tables of two by two: a player each, a session each day."""
    return screened_year(
        SessionStatistics(
            "WA-1", f"s{day}", "T1", date(2026, 3, 1) + timedelta(days=day), 40,
            {"SCN006": [MarkedRow((("player", f"p{player}"),), table) for player, table in enumerate(row)]},
        )
        for day, row in enumerate(tables)
    )  # fmt: skip


@given(st.data())
def test_no_outcome_has_an_influence_on_the_numbering(data):
    """The same margins with other outcomes: who is testable, and on which place, stays."""
    margins = st.tuples(st.integers(10, 60), st.integers(1, 10), st.integers(1, 10)).map(
        lambda each: MarkedStratum(*each, 0)
    )
    first = data.draw(st.lists(st.lists(margins, min_size=3, max_size=3), min_size=1, max_size=4))

    def with_outcomes():
        return [
            [
                MarkedStratum(
                    each.cases,
                    each.marked,
                    each.favourable,
                    data.draw(st.integers(each.least, each.most)),
                )
                for each in row
            ]
            for row in first
        ]

    one, other = year_of(with_outcomes()), year_of(with_outcomes())
    assert [(each.unit, each.place, each.limit) for each in one] == [
        (each.unit, each.place, each.limit) for each in other
    ]


@given(
    st.lists(st.sampled_from(["0", "0.5", "7", "20", "39.9", "40", "66.7", "100", "200", "1e9"]), max_size=8)
)
def test_the_monthly_list_is_that_of_its_definition(values):
    """The k largest with E(k) ≥ m / (q k), for the largest such k, found by trying every k."""
    evidence = [Decimal(each) for each in values]
    found = listed(evidence)
    falling = sorted(evidence, reverse=True)
    good = [k for k in range(1, len(evidence) + 1) if falling[k - 1] >= len(evidence) / (RATE * k)]
    most = max(good, default=0)
    assert [evidence[at] for at in found] == falling[:most]
    assert len(set(found)) == len(found) == most


def test_units_that_can_be_on_no_list_count_among_all():
    """Of 100 units the first one on the list needs E = 2,000, two of them 1,000."""
    assert listed([Decimal(1500)], 100) == []
    assert listed([Decimal(1500), Decimal(1000)], 100) == [0, 1]


def test_floats_give_the_number_on_the_list_where_they_are_sure():
    assert sure_number([1500.0], 100) == 0
    assert sure_number([2500.0, 1.0], 100) == 1
    assert sure_number([1500.0, 1200.0, 1.0], 100) == 2
    assert sure_number([2000.0, 1.0], 100) is None  # at the limit itself
    assert sure_number([2000 * (1 - 1e-9), 1.0], 100) is None
    assert sure_number([2500.0, 2500.0, 2500.0], 100) == 3


@given(st.lists(st.tuples(st.floats(0, 3000), st.floats(1, 9)), min_size=1, max_size=8), st.integers(0, 40))
def test_who_is_on_the_list_has_the_least_that_bounds_allow(units, others):
    """Of each unit E, and by how much its bound is larger; of others nothing but their number."""
    evidence = [e for e, _ in units]
    least = least_listed(np.array([e * more for e, more in units]), len(units) + others)
    on_list = listed([Decimal(e) for e in evidence], len(units) + others)
    assert all(evidence[at] >= least for at in on_list)
    assert on_list == [] or least >= 20 * (1 - 1e-6)


def test_bounds_say_from_which_evidence_on_a_unit_can_be_listed():
    """Of 100 units one needs E = 2,000, two need 1,000, four 500."""
    assert least_listed(np.array([1999.0, 1.0]), 100) == math.inf
    assert least_listed(np.array([2500.0, 1.0]), 100) == pytest.approx(2000)
    assert least_listed(np.array([2000 * (1 - 1e-9), 1.0]), 100) < 2000  # within errors of floats
    assert least_listed(np.array([600.0, 2500.0, 700.0, 510.0]), 100) == pytest.approx(500)


def test_the_list_does_not_depend_on_the_order_of_the_units():
    evidence = {"a": Decimal(300), "b": Decimal(100), "c": Decimal(2), "d": Decimal("0.1")}
    assert {
        frozenset(order[at] for at in listed([evidence[unit] for unit in order])) for order in permutations(evidence)
    } == {frozenset("ab")}  # fmt: skip


@pytest.mark.parametrize(("k", "most"), [(1, "80"), (2, "40"), (4, "20")])
def test_the_list_takes_evidence_that_just_reaches(k, most):
    just, below = [Decimal(most)] * k, [Decimal(f"{int(most) - 1}.{'9' * 50}")] * k
    rest = [Decimal(0)] * (4 - k)
    assert listed(just + rest) == list(range(k))
    assert listed(below + rest) == []
