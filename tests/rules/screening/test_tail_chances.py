"""Chances of tails by floats have the six digits of the exact ones, and are left to these where floats are not sure."""

from decimal import Context
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from rules.screening.engines.known_chance import chance_of_as_often
from rules.screening.engines.marked import (
    MarkedStratum,
    chance_of_as_many,
    expected_both,
    odds_ratio,
    ways_of,
)
from rules.screening.engines.tail_chances import law_of_trials, law_of_ways, sure_tail

FIFTH = Fraction(1, 5)


def six(value):
    wide = Context(prec=40)
    return Context(prec=6).create_decimal(
        wide.divide(wide.create_decimal(value.numerator), wide.create_decimal(value.denominator))
    )


def binomial_tail(trials, chance, happened):
    return sum(
        comb(trials, at) * chance**at * (1 - chance) ** (trials - at) for at in range(happened, trials + 1)
    )


@pytest.mark.parametrize(("trials", "happened"), [(1, 1), (150, 30), (150, 90), (400, 85), (7, 0)])
def test_trials_have_the_digits_of_the_binomial_law(trials, happened):
    assert six(chance_of_as_often([FIFTH] * trials, happened)) == six(binomial_tail(trials, FIFTH, happened))


@pytest.mark.parametrize("trials", [1, 2, 6, 7])
def test_floats_have_the_law_of_some_trials(trials):
    plain = [comb(trials, at) * 0.2**at * 0.8 ** (trials - at) for at in range(trials + 1)]
    assert law_of_trials(FIFTH, trials).tolist() == pytest.approx(plain, rel=1e-12)


def test_trials_of_several_chances():
    chances = [Fraction(1, each) for each in (2, 3, 5, 7)] * 3
    law = np.array([Fraction(1)], dtype=object)
    for each in chances:
        law = np.convolve(law, np.array([1 - each, each], dtype=object))
    for happened in range(len(chances) + 1):
        assert six(chance_of_as_often(chances, happened)) == six(sum(law[happened:].tolist()))


def test_twelve_thousand_trials_are_no_matter():
    """A year of a room's hands: one trial after another took minutes."""
    found = chance_of_as_often([FIFTH] * 12_000, 2_500)
    assert 0.0085 < float(found) < 0.012  # 2.28 standard deviations, 0.0112 by the normal law


def test_a_chance_too_small_for_floats_is_exact():
    assert sure_tail([law_of_trials(FIFTH, 500)], 500) is None
    assert chance_of_as_often([FIFTH] * 500, 500) == FIFTH**500
    assert chance_of_as_often([Fraction(1)] * 3 + [FIFTH] * 450, 453) == FIFTH**450


def test_a_chance_of_tables_too_small_for_floats_is_exact():
    """All marked cases are favourable; in two sessions all, or all but one; in one that can have one outcome alone."""
    all_of = [MarkedStratum(1200, 600, 600, 600), MarkedStratum(900, 400, 300, 300)]
    ways = [comb(1200, 600), comb(900, 300)]
    assert chance_of_as_many(all_of[:1]) == Fraction(1, ways[0])
    assert chance_of_as_many(all_of) == Fraction(comb(400, 300), ways[0] * ways[1])
    one_less = [all_of[0], MarkedStratum(900, 400, 300, 299)]
    fewer = 600 * 600 * comb(400, 300) + comb(400, 299) * 500
    assert chance_of_as_many(one_less) == Fraction(fewer + comb(400, 300), ways[0] * ways[1])
    certain = MarkedStratum(10, 10, 4, 4)
    assert chance_of_as_many([certain]) == 1
    assert chance_of_as_many([certain, *one_less]) == chance_of_as_many(one_less)


@pytest.mark.slow
def test_tables_have_the_digits_of_exact_arithmetic():
    strata = [
        MarkedStratum(200, 12, 100, 11),
        MarkedStratum(150, 30, 40, 9),
        MarkedStratum(2000, 900, 900, 450),
    ] * 2
    law, total = np.array([1], dtype=object), 1
    for each in strata:
        law = np.convolve(law, np.array(ways_of(each), dtype=object))
        total *= comb(each.cases, each.favourable)
    found = sum(each.both - each.least for each in strata)
    assert six(chance_of_as_many(strata)) == six(Fraction(int(sum(law[found:].tolist())), total))


def test_floats_are_not_sure_of_a_chance_between_two_figures():
    assert sure_tail([np.array([0.0, 0.12345650000000001])], 1) is None
    assert sure_tail([law_of_ways([1, 3])], 1) == Fraction(3, 4)


@pytest.mark.parametrize(("units", "sure"), [(450, False), (560, True), (-450, False), (-560, True)])
def test_floats_are_sure_beyond_five_units_in_the_last_place_for_each_term(units, sure):
    """Of a hundred terms 500 units: so far from where the sixth digit changes."""
    law = np.zeros(100)
    law[0] = 0.1234565 * (1 + units * 2.0**-52)
    assert (sure_tail([law], 0) is not None) == sure


def test_expected_number_and_odds_of_several_tables():
    """Of ten hands four are marked and five favourable, three both; of six two, three and one; of a session without any none."""
    strata = [MarkedStratum(10, 4, 5, 3), MarkedStratum(6, 2, 3, 1), MarkedStratum(0, 0, 0, 0)]
    assert expected_both(strata) == Fraction(4 * 5, 10) + Fraction(2 * 3, 6)
    above = Fraction(3 * 4, 10) + Fraction(1 * 2, 6)
    assert odds_ratio(strata) == above / (Fraction(1 * 2, 10) + Fraction(1 * 2, 6))
    assert odds_ratio([MarkedStratum(10, 4, 5, 4), MarkedStratum(0, 0, 0, 0)]) is None
    assert (expected_both([]), odds_ratio([])) == (0, None)
