"""The strength of rows: every class of five cards and of three, in order, against the plain scorer. WSGC-5b, WSGC-5c."""

import random
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from rules.cards import DECK, encode
from rules.replay.jokers import stand_in
from rules.replay.row_strengths import HANDS, NO_STRENGTH, RANK_KEYS, scale
from tests.plain.scorer import RANK_ORDER, row_type, value

SCALE = scale("low", "missing_cards_lowest")


def strengths(rows, row=2):
    """Strengths of rows of cards, at the back (or in front)."""
    cards = np.full((len(rows), 13), 255, np.uint8)
    start = {0: 0, 1: 3, 2: 8}[row]
    texts = encode("".join(card for each in rows for card in each)).reshape(len(rows), -1)
    cards[:, start : start + texts.shape[1]] = texts
    return SCALE.of(cards)[:, row]


def multisets(size):
    return [
        ranks
        for ranks in combinations_with_replacement(RANK_ORDER, size)
        if max(map(ranks.count, ranks)) <= 4
    ]


def a_row(ranks, *, suited=False):
    """Cards of these ranks: of one suit, or of suits that make no flush."""
    if suited:
        return [rank + "s" for rank in ranks]
    row = [rank + "cdhs"[ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
    if len({card[1] for card in row}) == 1:
        row[0] = row[0][0] + "d"
    return row


FIVES = [a_row(ranks) for ranks in multisets(5)] + [
    a_row(ranks, suited=True) for ranks in combinations(RANK_ORDER, 5)
]
THREES = [a_row(ranks) for ranks in multisets(3)]


def test_there_are_7462_classes_of_five_cards():
    assert len(FIVES) == 7_462
    found = strengths(FIVES)
    assert len(set(found.tolist())) == 7_462
    assert NO_STRENGTH not in found


def test_every_class_of_five_cards_ranks_in_its_place():
    """Ordered by the plain scorer, strengths rise at every step."""
    found = strengths(sorted(FIVES, key=value))
    assert (np.diff(found.astype(int)) > 0).all()


def test_how_many_classes_each_hand_has():
    named = [HANDS[each] for each in SCALE.hand[strengths(FIVES)]]
    counts = {name: named.count(name) for name in HANDS}
    assert counts == {
        "high_card": 1277, "pair": 2860, "two_pairs": 858, "trips": 858, "straight": 10, "flush": 1277,
        "full_house": 156, "quads": 156, "straight_flush": 9, "royal_flush": 1, "five_of_a_kind": 0,
    }  # fmt: skip
    assert named == [row_type(row) for row in FIVES]


def test_every_class_of_three_cards_ranks_in_its_place():
    """455 classes: no straights and no flushes in front."""
    assert len(THREES) == 455
    found = strengths(sorted(THREES, key=value), row=0)
    assert (np.diff(found.astype(int)) > 0).all()
    named = [HANDS[each] for each in SCALE.hand[strengths(THREES, row=0)]]
    assert {name: named.count(name) for name in set(named)} == {"high_card": 286, "pair": 156, "trips": 13}


def test_suits_mean_nothing_in_front():
    for ranks in combinations(RANK_ORDER, 3):
        one, two = strengths([a_row(ranks), a_row(ranks, suited=True)], row=0)
        assert one == two


def test_three_cards_and_five_stand_on_one_scale():
    """WSGC-5a: the middle must be higher than the front; absent cards rank below a deuce."""
    chance = random.Random(5)
    for row in THREES:
        fives = chance.sample(FIVES, 40)
        same = [each for each in fives if not set(each) & set(row)]
        three = int(strengths([row], row=0)[0])
        fives_strengths = strengths(same).tolist()
        assert [five > three for five in fives_strengths] == [value(five) > value(row) for five in same]
    longer = strengths([["Kc", "Kd", "Qh", "3c", "2d"]])[0]
    assert longer > strengths([["Kh", "Ks", "Qs"]], row=0)[0]
    assert strengths([["Kc", "Kd", "Jh", "Tc", "9d"]])[0] < strengths([["Kh", "Ks", "Qs"]], row=0)[0]


@pytest.mark.slow
@pytest.mark.sampled(5)
def test_fifty_thousand_rows_of_five_cards(share):
    """Any five cards of the deck, in any order, in the middle as at the back."""
    chance = random.Random(52)
    rows = [chance.sample(DECK, 5) for _ in range(share(50_000))]
    back, middle = strengths(rows), strengths(rows, row=1)
    assert (back == middle).all()
    assert [HANDS[each] for each in SCALE.hand[back]] == [row_type(row) for row in rows]
    order = np.argsort(back, kind="stable")
    values = [value(rows[place]) for place in order.tolist()]
    for before, after, one, two in zip(values, values[1:], back[order], back[order][1:], strict=False):
        assert (before < after) if one < two else (before == after)


@pytest.mark.parametrize("row", ["??KdQhJcTd", "JKKdQhJcTd", "KdKdQhJcTd9c"[:10]])
def test_a_row_that_cannot_be_ranked(row):
    cards = [row[i : i + 2] for i in range(0, 10, 2)]
    expected_none = "??" in cards or "JK" in cards
    assert (strengths([cards])[0] == NO_STRENGTH) == expected_none


def test_five_of_a_rank_has_no_strength():
    assert strengths([["Kd", "Kd", "Kd", "Kd", "Kd"]])[0] == NO_STRENGTH


def test_sums_of_rank_keys_are_unique():
    for size in (3, 5):
        sums = [sum(RANK_KEYS[RANK_ORDER.index(rank)] for rank in ranks) for ranks in multisets(size)]
        assert len(set(sums)) == len(sums)


@pytest.mark.parametrize(
    ("wheel", "above", "below"), [("low", "6s5s4d3c2h", "AsAhAdKcQh"), ("second", "AsKsQdJcTh", "KsQsJdTc9h")]
)
def test_the_wheel_by_its_reading(wheel, above, below):
    """AMB-WHEEL: the lowest straight, or the second highest."""
    ranking = scale(wheel, "missing_cards_lowest")
    cards = np.stack([encode("2c2d2h" + "2s3c4c5c7c" + text) for text in (above, "As2s3d4c5h", below)])
    up, wheels, down = ranking.of(cards)[:, 2].tolist()
    assert up > wheels > down
    assert HANDS[ranking.hand[wheels]] == "straight"


def test_no_wheel_under_the_reading_that_has_none():
    ranking = scale("none", "missing_cards_lowest")
    strength = ranking.of(encode("2c2d2h2s3c4c5c7cAs2s3d4c5h")[None])[0, 2]
    assert HANDS[ranking.hand[strength]] == "high_card"


@pytest.mark.parametrize(
    ("value", "as_middle"),
    [("best_row", "AhKd9c7sAd"), ("best_legal", "AhKd9c7s3c")],
)
def test_a_joker_makes_the_best_row_or_the_best_that_does_not_beat_the_row_behind(value, as_middle):
    """AMB-JOKER: behind A-K-9-7-3 a middle of A-K-9-7 and a joker is level with it, and not above."""
    ranking = scale("low", "missing_cards_lowest")
    held = encode("9c7d6h" + "AhKd9c7sJK" + "AsKh9d7c3d")[None, None]
    strength = ranking.of(held)
    stand_in(strength, held, ranking, value)
    front, middle, back = strength[0, 0].tolist()
    assert middle == ranking.row(tuple(encode(as_middle).tolist()))
    assert front < back == ranking.row(tuple(encode("AsKh9d7c3d").tolist()))
