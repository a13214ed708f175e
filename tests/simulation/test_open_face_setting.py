"""How simulated open-face players put their cards, how chips leave play, and how time is shared out."""

from collections import Counter
from datetime import datetime
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laid import CARNIVALE, CASH, PINEAPPLE

from rules.cards import encode
from rules.controls.library import library
from rules.replay.row_strengths import HANDS, scale
from simulation.open_face.open_face_chips import colour_up
from simulation.open_face.open_face_dealing import deal
from simulation.open_face.open_face_setting import DISCARDED, UNDEALT, at_once, kept, spread
from simulation.seconds_of_session import COUNT, OPEN_FACE, SETUP, SessionClock
from simulation.simulated_game import SimulatedGame

SCALE = scale("low", "missing_cards_lowest")
OPENED = "2013-07-13T17:00:00-07:00"


def game(name):
    return SimulatedGame.of(library().get(name))


def dealt(name, hands=400, seed=3):
    return deal(game(name), hands, np.random.default_rng(seed))


def strengths(layout):
    codes = np.array([encode(text[:26]) for text in layout.texts]).reshape(-1, 13)
    return SCALE.of(codes).T


@pytest.mark.parametrize(("name", "discarded"), [(CARNIVALE, 0), (CASH, 0), (PINEAPPLE, 4)])
def test_every_card_has_its_place(name, discarded):
    layout = dealt(name).street_by_street
    for codes, places, text in zip(layout.cards, layout.places, layout.texts, strict=True):
        assert Counter(places) == Counter({0: 3, 1: 5, 2: 5} | ({3: discarded} if discarded else {}))
        assert len(set(codes)) == len(codes) == 13 + discarded
        rows = (text[:6], text[6:16], text[16:26], text[26:])
        for place, row in enumerate(rows):
            mine = [code for code, at in zip(codes, places, strict=True) if at == place]
            assert encode(row).tolist() == mine if row else not mine


def test_one_card_of_every_street_goes_away():
    for places in dealt(PINEAPPLE).street_by_street.places:
        assert DISCARDED not in places[:5]
        assert [places[first : first + 3].count(DISCARDED) for first in (5, 8, 11, 14)] == [1, 1, 1, 1]


@pytest.mark.parametrize(("name", "cards_at_once"), [(CASH, 13), (PINEAPPLE, 14)])
def test_who_sees_all_cards_at_once_never_fouls(name, cards_at_once):
    layout = dealt(name).in_fantasyland
    front, middle, back = strengths(layout)
    assert (front <= middle).all()
    assert (middle <= back).all()
    for places in layout.places:
        assert places.count(DISCARDED) == cards_at_once - 13
        assert places[cards_at_once:] == [UNDEALT] * (len(places) - cards_at_once)


@pytest.mark.parametrize("name", [CARNIVALE, PINEAPPLE])
def test_some_foul_by_their_front_and_some_by_back_and_middle(name):
    front, middle, back = strengths(dealt(name, hands=1500).street_by_street)
    seats = len(front)
    assert 0.05 < (front > middle).sum() / seats < 0.16
    assert 0.03 < (middle > back).sum() / seats < 0.11
    assert 0.12 < ((front > middle) | (middle > back)).sum() / seats < 0.21


def test_the_best_rows_of_cards_seen_at_once():
    """A full house, a flush, and the kings that are left."""
    places, middle, back = at_once(encode("AcAdAhKsKdQcQd7h5h3h2h9hJs")[None])
    assert places[0].tolist() == [2, 2, 2, 0, 0, 2, 2, 1, 1, 1, 1, 1, 0]
    assert (HANDS[int(middle[0])], HANDS[int(back[0])]) == ("flush", "full_house")


def test_the_least_useful_card_of_a_street_goes_away():
    codes = encode("AcAdAhKsKd" + "As2c7d" + "KhQsJs")[None]
    assert kept(codes, [(5, 8), (8, 11)])[0].tolist() == [True] * 6 + [False, True, True, True, False]
    stays = kept(codes, [(5, 8)])
    assert spread(np.arange(10, dtype=np.uint8)[None], stays)[0].tolist() == [0, 1, 2, 3, 4, 5, 3, 6, 7, 8, 9]


# Chips that leave play


@pytest.mark.parametrize(
    ("stacks", "chip", "total"),
    [
        ({1: 15_150, 2: 14_850, 3: 30_000}, 100, 60_000),
        ({1: 15_150, 2: 14_800, 3: 30_000}, 100, 60_000),
        ({1: 50, 2: 15_000}, 100, 15_100),
        ({1: 400, 2: 300, 3: 59_300}, 500, 60_000),
        ({2: 25_000, 4: 50_000}, 25_000, 75_000),
    ],
)
def test_odd_chips_are_raced_for(stacks, chip, total):
    for seed in range(20):
        found = colour_up(stacks, chip, Random(seed))
        assert found.keys() == stacks.keys()
        assert sum(found.values()) == total
        assert all(stack > 0 and stack % chip == 0 for stack in found.values())
        assert all(abs(found[seat] - stacks[seat]) < chip for seat in stacks)


@given(
    stacks=st.dictionaries(st.integers(1, 4), st.integers(1, 10**6), min_size=1),
    chip=st.sampled_from([100, 500, 1000, 5000, 25_000]),
    seed=st.integers(0, 2**32),
)
def test_nobody_is_raced_out_and_nobody_wins_more_than_a_chip(stacks, chip, seed):
    found = colour_up(stacks, chip, Random(seed))
    assert all(found[seat] > 0 and found[seat] % chip == 0 for seat in stacks)
    assert all(abs(found[seat] - stacks[seat]) < chip for seat in stacks)
    assert sum(found.values()) >= sum(stacks.values())


# Time


@pytest.mark.parametrize("limit", [1500, 10_000, 111_599])
def test_hands_are_over_in_time(limit):
    clock = SessionClock(OPENED, [500, 300], 1, OPEN_FACE, limit)
    assert clock.hurried
    moments = list(clock.blocks())
    seconds = [
        second for each in moments for pair in zip(each.at, each.ended_at, strict=True) for second in pair
    ]
    assert seconds == sorted(seconds)
    assert seconds[0] == SETUP
    assert clock.closed == seconds[-1] + COUNT <= limit


def test_hands_that_fit_are_not_hurried():
    assert not SessionClock(OPENED, [200], 1, OPEN_FACE, 111_599).hurried
    at, free = (list(SessionClock(OPENED, [200], 1, OPEN_FACE, limit).blocks()) for limit in (111_599, None))
    assert all((one.at == other.at).all() for one, other in zip(at, free, strict=True))


def test_stamps_are_what_the_clock_says():
    clock = SessionClock("2013-07-13T17:59:58+05:30", [], 1)
    stamps = clock.stamps()
    for second in (0, 1, 2, 61, 3600, 86_400, 200_000):
        assert stamps[second] == clock.text(second)
        assert datetime.fromisoformat(stamps[second]).utcoffset() is not None
