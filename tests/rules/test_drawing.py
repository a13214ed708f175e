"""The draw, worked out again by its description; and the bound, by the definition and by known values."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from rules.drawing import drawn, enough, list_digest, most_wrong

ROOT, LIST = "c" * 64, "204ee880ebcc8ece77ef09b3b84d3730566ab358374c8e26ac6576e8e1a5557a"
VALUE = "3 5 1 6 2 2 4 6 1 5"


def test_the_list_of_sessions_has_one_digest_in_whatever_order_it_is_given():
    sessions = [("S-2", "b" * 64, 180), ("S-1", "a" * 64, 212)]
    text = f"S-1\t{'a' * 64}\t212\nS-2\t{'b' * 64}\t180\n".encode()
    assert list_digest(sessions) == list_digest(sessions[::-1]) == hashlib.sha256(text).hexdigest() == LIST
    assert list_digest([("S-1", "a" * 64, 213), ("S-2", "b" * 64, 180)]) != LIST


def again(value: str, root: str, sessions: str, hands: int, wanted: int) -> list[int]:
    """The draw, as `docs/sampling.md` describes it."""
    found: list[int] = []
    for counter in range(10_000):
        text = "cardroom-sample/1\n" + root + "\n" + sessions + "\n" + str(counter) + "\n"
        number = int(hmac.new(value.encode(), text.encode(), hashlib.sha256).hexdigest(), 16)
        if number >= 2**256 // hands * hands or number % hands in found:
            continue
        found.append(number % hands)
        if len(found) == wanted:
            return found
    raise AssertionError


def test_the_hands_are_those_that_anybody_draws_again():
    assert drawn(VALUE, ROOT, LIST, 392, 5) == [296, 26, 73, 184, 84]  # as in docs/sampling.md
    assert drawn(VALUE, ROOT, LIST, 392, 60) == again(VALUE, ROOT, LIST, 392, 60)
    assert drawn(VALUE, ROOT, LIST, 392, 60)[:5] == drawn(VALUE, ROOT, LIST, 392, 5)
    assert sorted(drawn(VALUE, ROOT, LIST, 7, 7)) == list(range(7))
    assert drawn("é ♠", ROOT, LIST, 1, 1) == [0]


def test_each_part_of_what_was_committed_draws_other_hands():
    first = drawn(VALUE, ROOT, LIST, 392, 5)
    assert drawn(VALUE + " ", ROOT, LIST, 392, 5) != first
    assert drawn(VALUE, "d" + ROOT[1:], LIST, 392, 5) != first
    assert drawn(VALUE, ROOT, "3" + LIST[1:], 392, 5) != first


@pytest.mark.parametrize(("hands", "wanted"), [(5, 6), (5, 0), (0, 1)])
def test_what_cannot_be_drawn_is_refused(hands, wanted):
    with pytest.raises(ValueError, match="cannot be drawn"):
        drawn(VALUE, ROOT, LIST, hands, wanted)


def test_every_hand_is_drawn_as_often_as_the_others():
    """5 of 20 hands, 2,000 times: each is expected 500 times, with a deviation of some 19."""
    times = Counter(place for value in range(2000) for place in drawn(str(value), ROOT, LIST, 20, 5))
    assert set(times) == set(range(20))
    assert min(times.values()) > 400
    assert max(times.values()) < 600


def test_sixty_hands_without_a_difference_show_less_than_five_in_a_hundred():
    assert most_wrong(0, 60) == pytest.approx(1 - 0.05 ** (1 / 60), abs=1e-12)
    assert f"{most_wrong(0, 60):.6f}" == "0.048703"
    assert most_wrong(0, 59) < 0.05 < most_wrong(0, 58)


@pytest.mark.parametrize(
    ("differing", "of"),
    [(0, 1), (1, 60), (2, 60), (3, 300), (7, 12), (59, 60), pytest.param(40, 1000, marks=pytest.mark.slow)],
)
def test_the_bound_is_that_of_clopper_and_pearson(differing, of):
    """With a share of the bound, so few differ in 5% of all samples: in whole fractions, by the definition."""

    def as_few(share: Fraction) -> Fraction:
        return sum(
            (comb(of, each) * share**each * (1 - share) ** (of - each) for each in range(differing + 1)),
            Fraction(),
        )

    bound = Fraction(most_wrong(differing, of)).limit_denominator(10**9)
    assert as_few(bound - Fraction(1, 10**7)) > Fraction(1, 20) > as_few(bound + Fraction(1, 10**7))


def test_the_bound_of_hands_that_all_differ_is_all():
    assert most_wrong(5, 5) == 1.0
    for wrong in ((1, 0), (-1, 5), (6, 5)):
        with pytest.raises(ValueError, match="is no sample"):
            most_wrong(*wrong)


@pytest.mark.slow
def test_how_many_hands_are_enough():
    assert [enough(0.05, each) for each in range(3)] == [59, 93, 124]
    assert [enough(share) for share in (0.1, 0.02, 0.01)] == [29, 149, 299]
    assert most_wrong(1, 93) < 0.05 < most_wrong(1, 92)
    with pytest.raises(ValueError, match="is no share"):
        enough(1.0)
