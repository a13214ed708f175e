"""How simulated players set their hands: plausible, and in order."""

import numpy as np
import pytest

from rules.cards import decode, encode
from rules.replay.row_strengths import HANDS, scale
from simulation.thirteen_card_setting import set_hands, swap_back_and_middle


def dealt(count, seed=1):
    return np.random.default_rng(seed).random((count, 52)).argsort(axis=1)[:, :13].astype(np.uint8)


def rows_of(text, *, thrifty):
    rows, _, _ = set_hands(encode(text.replace(" ", ""))[None], thrifty=np.array([thrifty]))
    return " ".join((decode(rows[0, :3]), decode(rows[0, 3:8]), decode(rows[0, 8:])))


@pytest.mark.parametrize(
    ("cards", "thrifty", "rows"),
    [
        # five hearts, a pair of kings, a pair of threes
        ("Ah9h7h5h2h KsKd3c3d Qs8c6d4s", True, "Qs8c6d KsKd4s3d3c Ah9h7h5h2h"),
        ("Ah9h7h5h2h KsKd3c3d Qs8c6d4s", False, "8c6d4s KsKdQs3d3c Ah9h7h5h2h"),
        # the full house takes the lowest pair, so that a higher one is left
        ("JsJhJd 4s4c QhQd As Kc 9s 8d 7c 2h", True, "AsKc9s QhQd8d7c2h JsJhJd4s4c"),
        # a straight flush before four of a kind
        ("9s8s7s6s5s 2c2d2h2s KdQcJh3c", True, "KdQcJh 3c2s2h2d2c 9s8s7s6s5s"),
        # the wheel is a straight, and the lowest one
        ("As2d3c4h5s 9c9d Kh Kd Jc 7c 8d Qs", True, "QsJc8d KhKd9d9c7c As5s4h3c2d"),
        # nothing: the middle holds one high card, the front the next
        ("TsThTd8s8c AcQdJh9s7d5c3h2s", True, "QdJh9s Ac7d5c3h2s TsThTd8s8c"),
    ],
)
def test_rows(cards, thrifty, rows):
    assert rows_of(cards, thrifty=thrifty) == rows


def test_every_hand_is_in_order_and_holds_its_thirteen_cards():
    cards = dealt(20_000)
    rows, _, _ = set_hands(cards, thrifty=np.arange(20_000) % 3 > 0)
    front_strength, middle_strength, back_strength = scale("low", "missing_cards_lowest").of(rows).T
    assert (np.sort(rows, axis=1) == np.sort(cards, axis=1)).all()
    assert (front_strength < middle_strength).all()
    assert (middle_strength <= back_strength).all()


def test_classes_are_those_of_the_rows():
    rows, back, middle = set_hands(dealt(20_000, seed=2), thrifty=np.ones(20_000, np.bool_))
    ranking = scale("low", "missing_cards_lowest")
    classes = np.minimum(ranking.hand[ranking.of(rows)], HANDS.index("straight_flush"))
    assert (classes[:, 2] == back).all()
    assert (classes[:, 1] == middle).all()


def test_every_class_of_a_back_comes_up():
    _, back, middle = set_hands(dealt(40_000, seed=3), thrifty=np.ones(40_000, np.bool_))
    assert set(back.tolist()) == {2, 4, 5, 6, 7, 8} | ({3} & set(back.tolist()))
    assert set(range(7)) <= set(middle.tolist())


def test_swapped_rows_are_the_same_cards_in_another_order():
    rows = encode("Qs8c6dKsKd3d3c4sAh9h7h5h2h")
    assert decode(swap_back_and_middle(rows)) == "Qs8c6dAh9h7h5h2hKsKd3d3c4s"
