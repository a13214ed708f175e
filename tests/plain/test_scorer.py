"""The plain scorer against the cases worked out by hand, so that it can stand witness itself."""

from itertools import islice

import pytest

from auditor.reference.hands import known
from tests.folding import of_every
from tests.plain.scorer import (
    Seat,
    is_flush,
    is_straight,
    naturals_by_force,
    naturals_by_search,
    score,
    splits,
    splits_that_fit,
)

CASES = [case for case in known("chinese.ndjson") if case["ruleset"].startswith("wsgc-")]


def cards(text):
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def seat_of(recorded):
    if "front" not in recorded:  # surrendered without being set
        dealt = cards(recorded["dealt"])
        recorded = {
            **recorded,
            "front": "".join(dealt[:3]),
            "middle": "".join(dealt[3:8]),
            "back": "".join(dealt[8:]),
        }
    rows = (cards(recorded[row]) for row in ("front", "middle", "back"))
    return Seat(*rows, surrendered=recorded.get("surrendered", False))


@of_every("case", CASES, ids=lambda case: case["id"])
def test_the_plain_scorer_gives_the_known_answer(case):
    seats = sorted(case["log"][1]["seats"], key=lambda each: each["seat"])
    result = score([seat_of(each) for each in seats], case["ruleset"])
    numbers = [each["seat"] for each in seats]
    expected = case["expected"]
    assert dict(zip(map(str, numbers), result.units, strict=True)) == expected["units"]
    assert [seat for seat, fouled in zip(numbers, result.fouled, strict=True) if fouled] == expected["fouled"]
    pairs = {(numbers[a], numbers[b]): units for (a, b), units in result.pairs.items()}
    assert pairs == {(each["a"], each["b"]): each["units"] for each in expected["pairs"]}


@pytest.mark.slow
def test_thirteen_cards_split_in_72_072_ways():
    every = list(splits(cards("2c3c4c5c6c7c8c9cTcJcQcKcAc")))
    assert len(every) == 72_072
    assert len({tuple(map(tuple, split)) for split in islice(every, 72_072)}) == 72_072


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("fits", [is_straight, is_flush])
@pytest.mark.parametrize(
    "hand", ["Ac2d3h4d5c6c7c8cTd9c8d7d6d", "2c2d3c3d4c4d5c6d7h8s9cTdJh", "2c4c6c8cTcQc3c5c2h5h7h9hJh"]
)
def test_the_splits_that_fit_are_those_of_all_in_which_every_row_does(hand, fits):
    wanted = [split for split in splits(cards(hand)) if all(fits(row) for row in split)]
    assert list(splits_that_fit(cards(hand), fits)) == wanted


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("hand", "held"),
    [
        ("2c3d4h 5s6c7d8h9s TcJdQhKsAc", {"three_straights", "dragon"}),
        ("Ac2d3h Ad2c3c4c5c Td9c8c7c6c", {"three_straights"}),  # the ace below the deuce
        ("QcKcAc 2d4d6d8dTd 2h5h7h9hJh", {"three_flushes"}),
        ("2c2d3c 3d5c5d7c7d 9c9dJcJdKh", {"six_pairs"}),
        ("2c2d2h 2s5c5d7c7d 9c9dJcJdKh", {"six_pairs"}),  # four of a kind are two pairs
        ("2c2d2h 5s5c5d7c7d 9c9dJcKdKh", set()),
    ],
)
def test_naturals_by_every_split_and_by_search(hand, held):
    assert naturals_by_force(cards(hand.replace(" ", ""))) == held
    assert naturals_by_search(cards(hand.replace(" ", ""))) == held
