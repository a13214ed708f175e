"""Chances of tails by floats have the six digits of the exact ones, and are left to these where floats are not sure."""

import math
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.screening.engines.float_laws import FloatLaw, law_of
from rules.screening.engines.known_chance import chance_of_as_often
from rules.screening.engines.marked import (
    MarkedStratum,
    chance_of_as_many,
    expected_both,
    odds_ratio,
    ways_of,
)
from rules.screening.engines.tail_chances import (
    TiltedLaw,
    TrialsLaw,
    WaysLaw,
    _tail_under,
    _tilt_to,
    sure_tail,
)

FIFTH = Fraction(1, 5)
WIDE = Context(prec=40, Emin=MIN_EMIN, Emax=MAX_EMAX)


class Given(NamedTuple):
    """A law of which only the chances matter."""

    law: np.ndarray

    def mean(self, log_tilt):
        raise AssertionError("no tilt is looked for")

    def tilted(self, tilt):
        assert tilt == 1
        return TiltedLaw(FloatLaw(self.law), Decimal(1), 4 * len(self.law))


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
    assert law_of([0.8, 0.2]).times(trials).chances.tolist() == pytest.approx(plain, rel=1e-12)


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


def test_a_chance_too_small_for_floats_has_the_digits_of_the_exact_one():
    assert six(chance_of_as_often([FIFTH] * 500, 500)) == six(FIFTH**500)
    assert six(chance_of_as_often([FIFTH] * 600, 550)) == six(binomial_tail(600, FIFTH, 550))
    assert six(chance_of_as_often([Fraction(1)] * 3 + [FIFTH] * 450, 453)) == six(FIFTH**450)
    assert f"{six(FIFTH**500)}" == "3.27339E-350"


def test_a_chance_of_tables_too_small_for_floats_has_the_digits_of_the_exact_one():
    """All marked cases are favourable; in two sessions all, or all but one; in one that can have one outcome alone."""
    all_of = [MarkedStratum(1200, 600, 600, 600), MarkedStratum(900, 400, 300, 300)]
    ways = [comb(1200, 600), comb(900, 300)]
    assert six(chance_of_as_many(all_of[:1])) == six(Fraction(1, ways[0]))
    assert six(chance_of_as_many(all_of)) == six(Fraction(comb(400, 300), ways[0] * ways[1]))
    one_less = [all_of[0], MarkedStratum(900, 400, 300, 299)]
    fewer = 600 * 600 * comb(400, 300) + comb(400, 299) * 500
    assert six(chance_of_as_many(one_less)) == six(Fraction(fewer + comb(400, 300), ways[0] * ways[1]))
    certain = MarkedStratum(10, 10, 4, 4)
    assert chance_of_as_many([certain]) == 1
    assert six(chance_of_as_many([certain, *one_less])) == six(chance_of_as_many(one_less))


def test_a_year_of_evenings_as_chance_never_gives_them():
    """600 sessions of one kind: exact integers of it took gigabytes. It is below the bound of Chernoff, and not far."""
    table_of_each = MarkedStratum(60, 15, 30, 11)
    law, found = WaysLaw(ways_of(table_of_each)), 600 * 11
    tilt = _tilt_to(found, [law] * 600)
    with localcontext(WIDE):
        bound = law.tilted(tilt).scale ** 600 / (Decimal(tilt.numerator) / tilt.denominator) ** found
        chance = Decimal(f"{six(chance_of_as_many([table_of_each] * 600))}")
        assert Decimal("1e-320") > bound > chance > bound / 1000


@given(
    st.lists(
        st.tuples(st.integers(1, 60), st.integers(0, 60), st.integers(0, 60), st.floats(0.5, 1)),
        min_size=1,
        max_size=12,
    )
)
def test_tilted_tables_have_the_digits_of_exact_arithmetic(drawn):
    first, *others = [table(*each) for each in drawn]
    strata = [first] * 3 + others
    law, total = np.array([1], dtype=object), 1
    for each in strata:
        law = np.convolve(law, np.array(ways_of(each), dtype=object))
        total *= comb(each.cases, each.favourable)
    found = sum(each.both - each.least for each in strata)
    exact = Fraction(int(sum(law[found:].tolist())), total)
    laws = [WaysLaw(ways_of(first), 3), *(WaysLaw(ways_of(each)) for each in others)]
    with localcontext(WIDE):
        tail = _tail_under(_tilt_to(found, laws), laws, found)
        assert float(Fraction(Decimal(tail.chance) * tail.scale) / exact) == pytest.approx(1, rel=1e-11)


def table(cases, marked, favourable, place):
    """A table whose count of both is at a place between its least and most."""
    without = MarkedStratum(cases, min(marked, cases), min(favourable, cases), 0)
    return replace(without, both=without.least + round(place * (without.most - without.least)))


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
    assert sure_tail([Given(np.array([0.0, 0.12345650000000001]))], 1) is None
    assert sure_tail([WaysLaw([1, 3])], 1) == Fraction(3, 4)


@pytest.mark.parametrize(("units", "sure"), [(450, False), (560, True), (-450, False), (-560, True)])
def test_floats_are_sure_beyond_five_units_in_the_last_place_for_each_term(units, sure):
    """Of a hundred terms 500 units: so far from where the sixth digit changes."""
    law = np.full(100, 1e-290)
    law[0] = 0.1234565 * (1 + units * 2.0**-52)
    assert (sure_tail([Given(law)], 0) is not None) == sure


def test_expected_number_and_odds_of_several_tables():
    """Of ten hands four are marked and five favourable, three both; of six two, three and one; of a session without any none."""
    strata = [MarkedStratum(10, 4, 5, 3), MarkedStratum(6, 2, 3, 1), MarkedStratum(0, 0, 0, 0)]
    assert expected_both(strata) == Fraction(4 * 5, 10) + Fraction(2 * 3, 6)
    above = Fraction(3 * 4, 10) + Fraction(1 * 2, 6)
    assert odds_ratio(strata) == above / (Fraction(1 * 2, 10) + Fraction(1 * 2, 6))
    assert odds_ratio([MarkedStratum(10, 4, 5, 4), MarkedStratum(0, 0, 0, 0)]) is None
    assert (expected_both([]), odds_ratio([])) == (0, None)


def test_chances_that_no_digit_rests_on_are_left_out():
    """Of 100,000 even trials the numbers within 37 standard deviations, of 158 each: others have a chance below 1e-300."""
    law = law_of([0.5, 0.5]).times(100_000)
    assert (law.least, law.least + len(law.chances) - 1) == (44_156, 55_844)
    assert law.chances.sum() == pytest.approx(1, rel=1e-12)
    assert law.tail(50_000) == pytest.approx(0.5 + law.chances[50_000 - law.least] / 2, rel=1e-9)
    assert law.tail(70_000) == 0


def test_means_under_a_tilt():
    """Of ten trials of a fifth each weighs twice: 0.4 to 0.8. Of two draws with 1, 2, 1 ways that become 1, 6, 9."""
    assert TrialsLaw(FIFTH, 10).mean(math.log(2)) == pytest.approx(10 * 0.4 / 1.2)
    assert TrialsLaw(FIFTH, 10).mean(0.0) == pytest.approx(2)
    assert WaysLaw([1, 2, 1], 2).mean(math.log(3)) == pytest.approx(2 * (6 + 2 * 9) / 16)
    assert WaysLaw([10**400, 10**400]).mean(0.0) == pytest.approx(0.5)
    assert WaysLaw([1, 10**400]).mean(0.0) == pytest.approx(1)


def test_units_in_the_last_place_by_terms_and_doublings():
    """Of two chances, thirteen times: four doublings (1101 in bits)."""
    assert TrialsLaw(FIFTH, 13).tilted(Fraction(1)).terms == 2 * 13 * (4 + 4)
    assert WaysLaw([1, 2, 1], 13).tilted(Fraction(2)).terms == 3 * 13 * (4 + 4)


def test_a_chance_between_two_figures_is_exact():
    """0.0009765625: floats cannot say whether its sixth digit is 6 or 7."""
    assert chance_of_as_many([MarkedStratum(3072, 3, 1, 1)]) == Fraction(1, 1024)
    assert chance_of_as_often([Fraction(1, 1024)], 1) == Fraction(1, 1024)
