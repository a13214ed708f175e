"""Engines of screening: e has a mean of 1 under the null, the logarithms are exact, and scipy finds the same chances."""

import math
import random
from decimal import Context, Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chi2, hypergeom, nchypergeom_fisher

from rules.screening.engines import exchangeable, known_chance, marked, repeats, signs
from rules.screening.engines.even_cards import (
    FREEDOM,
    LEAST_P,
    chance_of_square,
    log_of_square,
    square_of_cards,
)
from rules.screening.engines.kept_order import TILTS, law_of_meetings, logs_of_meetings
from rules.screening.engines.marked import MarkedStratum, chance_of_as_many, logs_of_marked, ways_of
from rules.screening.nano_nats import NANO, log_of_ratio

_LOST = 3e-9  # of a mean of 1, by rounding down to nano-nats


def test_tilts_and_the_rare_bound_are_those_of_the_contract():
    odds = tuple(map(Fraction, ("9/8", "5/4", "3/2", "2", "4", "8", "32")))
    assert marked.TILTS == known_chance.TILTS == odds
    assert exchangeable.TILTS == (128, 64, 32, 16, 8, 4)
    by_size = {abs(each) for each in TILTS}
    assert by_size == set(map(Fraction, ("0.01", "0.02", "0.04", "0.08", "0.16", "0.32")))
    assert sorted(TILTS) == list(TILTS) == [-each for each in reversed(TILTS)]
    assert tuple(map(Fraction, ("-3/4", "-1/2", "-1/4", "1/4", "1/2", "3/4"))) == signs.TILTS
    assert Fraction("0.01") == repeats.RARE
    assert (153, Decimal("1e-30")) == (FREEDOM, LEAST_P)


def e_of(nano_nats):
    return math.exp(nano_nats / NANO)


def is_one_or_a_little_less(mean):
    return 1 - _LOST < mean < 1 + 1e-12


def tables(most):
    return [
        (cases, marked_ones, favourable)
        for cases in range(1, most + 1)
        for marked_ones in range(cases + 1)
        for favourable in range(cases + 1)
    ]


def mean_over_the_null(margins):
    """Means of e by tilt over all outcomes of a table of two by two."""
    first = MarkedStratum(*margins, 0)
    outcomes = range(first.least, first.most + 1)
    ways, total = ways_of(first), math.comb(first.cases, first.favourable)
    logs = [logs_of_marked(MarkedStratum(*margins, both)) for both in outcomes]
    return [
        sum(way / total * e_of(each[tilt]) for way, each in zip(ways, logs, strict=True)) for tilt in range(7)
    ]


def test_the_mean_of_e_is_at_most_one_in_every_small_table():
    assert [
        each for each in tables(12) if not all(map(is_one_or_a_little_less, mean_over_the_null(each)))
    ] == []


@pytest.mark.night
@pytest.mark.slow
def test_the_mean_of_e_is_at_most_one_in_every_table_of_forty():
    assert [
        each for each in tables(40) if not all(map(is_one_or_a_little_less, mean_over_the_null(each)))
    ] == []


@given(st.integers(2, 300), st.data())
def test_scipy_finds_the_same_likelihood_ratios(cases, data):
    marked_ones, favourable = data.draw(st.integers(1, cases - 1)), data.draw(st.integers(1, cases - 1))
    margins = MarkedStratum(cases, marked_ones, favourable, 0)
    both = data.draw(st.integers(margins.least, margins.most))
    central = hypergeom.logpmf(both, cases, marked_ones, favourable)
    for tilt, log in zip(
        marked.TILTS, logs_of_marked(MarkedStratum(cases, marked_ones, favourable, both)), strict=True
    ):
        tilted = nchypergeom_fisher.pmf(both, cases, marked_ones, favourable, float(tilt))
        if tilted > 1e-290 and margins.least < margins.most:
            assert log / NANO == pytest.approx(math.log(tilted) - central, abs=1e-7)


@given(st.integers(2, 200), st.data())
def test_scipy_finds_the_same_p(cases, data):
    marked_ones, favourable = data.draw(st.integers(0, cases)), data.draw(st.integers(0, cases))
    margins = MarkedStratum(cases, marked_ones, favourable, 0)
    both = data.draw(st.integers(margins.least, margins.most))
    found = chance_of_as_many([MarkedStratum(cases, marked_ones, favourable, both)])
    assert float(found) == pytest.approx(hypergeom.sf(both - 1, cases, marked_ones, favourable), rel=1e-8)


@given(st.integers(1, 10**60), st.integers(1, 10**60))
def test_a_logarithm_is_the_floor_of_the_exact_one(above, below):
    with localcontext(Context(prec=120)):
        exact = math.floor((Decimal(above).ln() - Decimal(below).ln()).scaleb(9)) if above != below else 0
    assert log_of_ratio(above, below) == exact


@pytest.mark.parametrize(
    ("above", "below"), [(10**30 + 1, 10**30), (10**30, 10**30 + 1), (1, 1), (2**4000, 3**2500)]
)
def test_a_logarithm_that_a_float_cannot_settle(above, below):
    with localcontext(Context(prec=120)):
        exact = math.floor((Decimal(above).ln() - Decimal(below).ln()).scaleb(9)) if above != below else 0
    assert log_of_ratio(above, below) == exact


@given(st.integers(1, 99), st.integers(2, 100))
def test_the_mean_of_e_of_a_trial_is_one(above, below):
    chance = Fraction(min(above, below - 1), below)
    did, did_not = known_chance.logs_of_trial(chance, True), known_chance.logs_of_trial(chance, False)
    for yes, no in zip(did, did_not, strict=True):
        assert is_one_or_a_little_less(float(chance) * e_of(yes) + float(1 - chance) * e_of(no))


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=9))
def test_the_mean_of_e_over_exchangeable_values_is_one(values):
    logs = [exchangeable.logs_of_one(each, tuple(values)) for each in values]
    for tilt in range(len(exchangeable.TILTS)):
        assert is_one_or_a_little_less(sum(e_of(each[tilt]) for each in logs) / len(values))


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=9), st.integers(-9, 9), st.integers(1, 9))
def test_values_in_parts_of_a_unit_give_the_same_as_whole_ones(values, more, parts):
    whole = exchangeable.logs_of_one(values[0], tuple(values))
    shifted = tuple((each + more) * parts for each in reversed(values))
    assert exchangeable.logs_of_one(shifted[-1], shifted, parts) == whole


def test_the_mean_of_e_of_a_sign_is_one():
    for more, less, none in zip(*(signs.logs_of_sign(each) for each in (7, -7, 0)), strict=True):
        assert none == 0
        assert is_one_or_a_little_less((e_of(more) + e_of(less)) / 2)


@pytest.mark.parametrize(("last", "now"), [(4, 4), (3, 3), (2, 4)])
def test_the_law_of_meetings_counts_every_deal(last, now):
    law = law_of_meetings((3, 5, 5) * last, (13,) * now)
    assert sum(law.ways) == law.deals
    assert law.mean == Fraction(23 * last * 13 * 12 * now, 52 * 51)
    for tilt in range(len(TILTS)):
        logs = [
            logs_of_meetings(pairs, (3, 5, 5) * last, (13,) * now)[tilt] for pairs in range(law.pairs + 1)
        ]
        mean = sum(way / law.deals * e_of(log) for way, log in zip(law.ways, logs, strict=True))
        assert is_one_or_a_little_less(mean)


def test_the_law_of_four_seats_has_the_mean_and_deviation_of_the_contract():
    law = law_of_meetings((3, 5, 5) * 4, (13,) * 4)
    square = sum(pairs * pairs * way for pairs, way in enumerate(law.ways)) / law.deals
    assert (round(float(law.mean), 3), round(math.sqrt(square - float(law.mean) ** 2), 3)) == (21.647, 3.987)


def test_the_law_of_a_small_deck_is_that_of_all_its_deals():
    """Counted deal by deal: two rows of two among five cards, one seat of two and one of one."""
    from itertools import permutations

    from rules.screening.engines import kept_order

    rows, seats, found = {0: 0, 1: 0, 2: 1, 3: 1}, (2, 1), [0, 0, 0]
    for first, second, third in permutations(range(5), 3):
        if first < second:
            found[int(first in rows and rows.get(first) == rows.get(second))] += 1
        assert third not in (first, second)
    whole = kept_order.DECK
    try:
        kept_order.DECK = 5
        law = kept_order.LawOfMeetings((2, 2), seats)
    finally:
        kept_order.DECK = whole
    assert law.ways == found


@given(st.integers(0, 100_000), st.integers(1, 100))
def test_scipy_finds_the_same_tails_of_chi_square(above, below):
    square = Fraction(above, below)
    lower, upper = chi2.cdf(float(square), FREEDOM), chi2.sf(float(square), FREEDOM)
    wanted = min(1.0, max(2 * min(lower, upper), float(LEAST_P)))
    assert float(chance_of_square(square)) == pytest.approx(wanted, rel=1e-8)
    assert log_of_square(square) / NANO == pytest.approx(-math.log(wanted) / 2 - math.log(2), abs=1e-7)


def test_the_square_of_cards_is_that_of_a_plain_sum():
    generator = random.Random(7)
    counts = np.zeros((52, 4), int)
    for _ in range(60):
        deck = generator.sample(range(52), 52)
        for place, card in enumerate(deck):
            counts[card, place // 13] += 1
    plain = 51 / 52 * sum((int(count) - 15) ** 2 / 15 for count in counts.ravel())
    assert float(square_of_cards(counts.tolist())) == pytest.approx(plain, rel=1e-12)


def test_a_card_that_a_log_has_twice_changes_no_number_of_deals():
    """The deuce of clubs is once in the place of the ace of spades: sixty deals remain."""
    counts = np.full((52, 4), 15)
    counts[0, 0], counts[51, 0] = 16, 14
    assert square_of_cards(counts.tolist()) == Fraction(51, 52) * 2 / 15


def test_the_chance_of_as_many_trials_is_that_of_a_binomial():
    for trials, happened in ((1, 0), (1, 1), (7, 2), (20, 11)):
        found = known_chance.chance_of_as_often([Fraction(1, 5)] * trials, happened)
        assert math.isclose(float(found), binom(trials, 0.2).sf(happened - 1), rel_tol=1e-9)
    mixed = known_chance.chance_of_as_often([Fraction(1, 2), Fraction(1, 5)], 1)
    assert math.isclose(float(mixed), 1 - 0.5 * 0.8, rel_tol=1e-12)


def test_tails_that_floats_cannot_hold_have_the_digits_of_the_exact_ones():
    """All of 1,000 trials of an even chance, all or one less; three certain ones; unlike chances together."""
    even, fifths = [Fraction(1, 2)] * 1000, [Fraction(2, 5)] * 800
    for trials, happened, exact in (
        (even, 1000, Fraction(1, 2**1000)),
        (even, 999, Fraction(1001, 2**1000)),
        ([Fraction(1)] * 3 + even, 1002, Fraction(1001, 2**1000)),
        (
            fifths + even,
            1799,
            Fraction(2, 5) ** 800 * Fraction(1001, 2**1000)
            + 800 * Fraction(3, 5) * Fraction(2, 5) ** 799 * Fraction(1, 2**1000),
        ),
    ):
        found = known_chance.chance_of_as_often(trials, happened)
        assert math.isclose(found / exact, 1, rel_tol=1e-11), (len(trials), happened)


def test_the_bound_of_equal_deals_counts_every_deal():
    """Of the pairs of five million deals, seats in any order; in pot games seats and board in order."""
    pairs = math.comb(5_000_000, 2)
    two = math.comb(52, 13) * math.comb(39, 13)
    assert repeats.bound_of_pairs(2, pairs) == Fraction(24 * pairs * 2, two)
    assert repeats.bound_of_pairs(4, pairs) == Fraction(24 * pairs * 24, two * math.comb(26, 13))
    assert round(float(repeats.bound_of_pairs(4, pairs)) * 1e13, 1) == 1.3
    holes = math.comb(52, 2) * math.comb(50, 2) * math.comb(48, 2)
    assert repeats.bound_of_ordered_pairs(3, 2, 5, 52, pairs) == Fraction(
        24 * pairs, holes * math.perm(46, 5)
    )


def test_a_drop_above_the_fees_is_for_the_tilts_above_zero():
    more, less = (signs.logs_of_sign(each) for each in (7, -7))
    assert more == tuple(reversed(less))
    assert (signs.logs_of_sign(1), signs.logs_of_sign(-1)) == (more, less)
    assert more[-1] == math.floor(math.log(7 / 4) * NANO)
