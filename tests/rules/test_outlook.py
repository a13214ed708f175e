"""Whether an unfinished hand can still be legal, beside every fill of its open slots and in hands worked out by thought."""

import pytest

from rules.cards import encode
from rules.controls.library import library
from rules.replay.placement import outlook
from rules.replay.placement.clock_forcing import order_of
from rules.replay.placement.outlook import can_be_legal
from tests.plain.open_face import clock
from tests.plain.open_face.cards import ROWS
from tests.plain.test_open_face_placement import late_positions
from tests.rules.house_tables import house

ORDER = order_of(library().get("ofc-event"))
EQUAL_FOULS = order_of(house("equal"))


def codes(text):
    return tuple(map(int, encode(text)))


def legal(front, middle, back, unseen, order=ORDER):
    return can_be_legal((codes(front), codes(middle), codes(back)), frozenset(codes(unseen)), order)


def beside_force(count, seed):
    """Late positions in which it says what a look at every fill says; how many can still be legal, and how many cannot."""
    found = {True: 0, False: 0}
    for laid, unseen in late_positions(count, seed=seed, open_slots=3):
        said = legal(*("".join(laid[row]) for row in ROWS), "".join(unseen))
        assert said is clock.by_force(laid, unseen), (laid, unseen)
        found[said] += 1
    return found


@pytest.mark.slow
def test_it_says_what_a_look_at_every_fill_says():
    assert min(beside_force(150, seed=9).values()) > 20


@pytest.mark.slow
def test_the_search_says_so_without_a_random_example(monkeypatch):
    """The random examples only save the search."""
    monkeypatch.setattr(outlook, "TRIES", ())
    can_be_legal.cache_clear()
    assert min(beside_force(150, seed=10).values()) > 20
    can_be_legal.cache_clear()


@pytest.mark.parametrize(
    ("rows", "unseen", "said"),
    [
        (("KhQd9s2c", "", ""), "3c3d3h3s4c4d4h4s5c5d5h5s", False),  # four cards in front
        (("KhQd9s", "AcKd8h5d3h", "AdAh8s5c"), "", False),  # a slot open and no card left
        (("KhQd9s", "AcKd8h5d3h", "AdAh8s5c4s"), "", True),  # complete, and in order
        (
            ("AcAdAh", "KhKd9c6s", "3s4s8sTs"),
            "Ks2s7d",
            False,
        ),  # no card makes the middle more than three kings
        (("AcAdAh", "KhKd9c9s", "3s4s8sTs"), "Kc2s9d", False),  # the full house is above the flush behind it
        (("AcAdAh", "KhKd9c9s", "3s4s5s6s"), "Kc7s2d", True),  # and below a straight flush
        (("AcAdAh", "KhKd9c9s", "3s4s5s"), "Kc6s7s2d", True),  # two cards to come behind, and one before
        (("QhQd2c", "KhJc9d5s", "KdTc8d4s"), "Kc3h2d", False),  # the middle and the back need the same king
    ],
)
@pytest.mark.parametrize("tries", [outlook.TRIES, ()], ids=["random examples", "the search alone"])
def test_hands_worked_out_by_thought(monkeypatch, tries, rows, unseen, said):
    monkeypatch.setattr(outlook, "TRIES", tries)
    can_be_legal.cache_clear()
    assert legal(*rows, unseen) is said
    can_be_legal.cache_clear()


def test_where_the_search_would_be_too_long_it_says_nothing():
    """Behind three aces two empty rows of straights or better: no random example has them, and there are too many to look at."""
    seen = "AcAdAh"
    rest = "".join(rank + suit for rank in "23456789TJQK" for suit in "cdhs")
    assert legal(seen, "", "", rest) is None


@pytest.mark.parametrize(
    ("middle", "said"), [("KdKcQs2d3d", False), ("KdKcQsJdTd", False), ("KdKcAsJdTd", True)]
)
def test_a_front_is_level_with_a_middle_that_begins_with_its_cards_where_the_controls_say_so(middle, said):
    """AMB-CARN-front-kickers, AMB-CARN-equal-lines: whichever cards the middle has beside kings and a queen."""
    readings = {"AMB-CARN-front-kickers": "first_three_only", "AMB-CARN-equal-lines": "foul"}
    order = order_of(library().get("carnivale-ofc-2013").under(readings))
    assert legal("KsKhQc", middle, "7c7d7h5s5c", "", order) is said


def test_level_rows_foul_where_the_controls_say_so():
    level = "9c7c6c", "AcKd8h5d3h", "AdKh8s5c3s"
    assert legal(*level, "") is True
    assert legal(*level, "", EQUAL_FOULS) is False
    assert legal("9c7c6c", "AcKd8h5d3h", "AdKh8s5c", "3s4s", EQUAL_FOULS) is True  # with the four
    assert legal("9c7c6c", "AcKd8h5d3h", "AdKh8s5c", "3s2s", EQUAL_FOULS) is False
