"""Generous players and slow games are no evidence."""

from cmath import exp
from datetime import date
from math import pi, sin

import numpy as np
import pytest

from rules.screening.engines.marked import MarkedStratum, logs_of_marked
from rules.screening.indicators.scn019_round_times import _between_others, _has_no_rhythm
from simulation.screened.evening_hands import statistics_of_evening
from simulation.screened.room_regulars import CHANCE, RoomRegular
from simulation.screened.screened_evening import evening
from simulation.screened.seated_stays import NOBODY
from tests.calibration.room_years import scoring

DAY = date(2026, 3, 2)


@pytest.fixture
def played():
    rules = scoring()
    players = [RoomRegular(f"P{number}") for number in range(1, 5)]
    found = evening(
        "T1", DAY, players, CHANCE, rules.scale, np.random.default_rng(7), hands=120, always_seated=True
    )
    found.void[:] = found.dead[:] = found.surrendered[:] = False
    found.dealer = np.arange(120) // 10 % 3
    return found


def rows_of(played, code):
    return statistics_of_evening(played, scoring()).rows.get(code, [])


def test_a_player_who_tokes_every_dealer_for_every_win_says_nothing(played):
    best = played.cards.won.argmax(axis=1)
    played.toked = np.where(best == 0, 0, NOBODY)
    strata = [row.stratum for row in rows_of(played, "SCN014") if ("player", "P1") in row.unit]
    assert len(strata) == 3
    assert (
        sum(each.favourable for each in strata) == strata[0].cases
    )  # each win was dealt by one of the three
    e = [max(logs_of_marked(each)) / 1e9 for each in strata]
    assert max(e) < 1  # e at most 2.7, where each of the three got some 14 of 42 tokes
    assert min(each.both for each in strata) > 10


def test_tokes_for_the_wins_that_one_dealer_deals_are_counted_among_the_wins(played):
    won = played.cards.won.argmax(axis=1) == 0
    played.toked = np.where(won & (played.dealer == 1), 0, NOBODY)
    (found,) = (
        row.stratum for row in rows_of(played, "SCN014") if row.unit == (("dealer", "d-2"), ("player", "P1"))
    )
    assert found == MarkedStratum(found.cases, found.both, found.favourable, found.both)
    assert found.cases < 70  # hands that P1 won, of 120


@pytest.mark.parametrize(
    ("seconds", "minutes_tested"), [(190, True), (300, False), (150, False), (600, False)]
)
def test_minutes_are_not_tested_where_each_hand_takes_five_of_them(played, seconds, minutes_tested):
    spread = np.random.default_rng(3).integers(-12, 12, 120)
    played.at = 60_100 + np.cumsum(seconds + spread)
    codings = {row.coding for row in rows_of(played, "SCN019")}
    assert codings == ({0, 1} if minutes_tested else {1})


def test_a_record_with_round_minutes_alone_is_tested(played):
    """Its intervals are whole numbers of five minutes, and nothing but the round times themselves says so."""
    played.at = 60_000 + 300 * np.arange(120) + np.random.default_rng(3).integers(0, 60, 120)
    found = {row.coding: row for row in rows_of(played, "SCN019") if row.unit == (("table", "T1"),)}
    assert (found[0].trials, found[0].happened) == (120, 120)


@pytest.mark.parametrize(
    ("took", "free"),
    [
        ([452, 452, 452, 49], True),
        ([508, 342], True),
        ([43, 43, 43, 241], True),
        ([185, 185, 115, 115, 115], False),
        ([432, 432, 334, 334, 334], False),
    ],
)
def test_intervals_that_carry_the_place_within_five_minutes(took, free):
    """Seconds in equal parts. The sum over 300 waves has the sign of that over those below ten."""
    carried = 0.0
    for wave in range(1, 300):
        z = sum(exp(2j * pi * wave * each / 300) for each in took) / len(took)
        carried += (sin(pi * wave / 5) / wave) ** 2 * (z / (1 - z)).real if wave % 5 else 0.0
    assert (carried <= 0) == free
    assert _has_no_rhythm(np.array(took)) == free


@pytest.mark.parametrize(
    ("took", "free"),
    [([300], False), ([150], False), ([100], False), ([75], False), ([25], True), ([60], True), ([], True),
     ([0, 60, 120, 180, 240], True)],
)  # fmt: skip
def test_intervals_that_divide_five_minutes(took, free):
    """Up to a quarter of them carry the place; equal parts of five minutes carry nothing."""
    with np.errstate(all="raise"):
        assert _has_no_rhythm(np.array(took, np.int64)) == free


def test_intervals_between_times_that_are_not_round():
    """The first and the fourth time are in a minute divisible by five."""
    at = np.array([10, 70, 140, 310, 400])
    assert _between_others(at, at // 60 % 5 == 0).tolist() == [70]
