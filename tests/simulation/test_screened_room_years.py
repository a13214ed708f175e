"""Room-years for screening: honest ones raise no alarms beyond what is allowed, planted conduct is found."""

from datetime import date

import msgspec
import numpy as np
import pytest

from rules.replay.row_replay import replay
from simulation.screened.dealt_settings import set_at_random, shuffled, well_set
from simulation.screened.evening_hands import hands_of, statistics_of_evening
from simulation.screened.planted_conduct import PLANTED
from simulation.screened.room_regulars import CHANCE, GREAT_SKILL, LIVED, SKILL, regulars
from simulation.screened.screened_evening import evening
from simulation.screened.seated_stays import NOBODY
from simulation.screened.simulated_room_year import room_year
from tests.calibration.hands_to_alarm import NEVER, hands_to_alarm
from tests.calibration.room_years import alarms_of_year, calibrated, in_all, scoring

ALLOWED = 0.05  # alarms of an indicator a room and year
OF_SKILL = ("SCN004", "SCN012")


def an_evening(habits=LIVED, seed=11, hands=160):
    random = np.random.default_rng(seed)
    rules = scoring()
    players = regulars(random, habits)[14:23]
    return evening("T1", date(2026, 5, 4), players, habits, rules.scale, random, hands=hands), rules


def test_the_same_seed_gives_the_same_bytes():
    one, other, apart = (
        msgspec.msgpack.encode(list(room_year(seed, LIVED, scoring(), evenings=1))) for seed in (3, 3, 4)
    )
    assert one == other
    assert one != apart


def test_an_evening_has_players_who_come_and_go_and_pays_out_what_it_takes():
    played, rules = an_evening()
    hands = hands_of(played)
    replayed = replay(hands, rules)
    whole = (replayed.seat_known | ~hands.present).all(axis=1) & ~played.void[played.kept]
    assert (np.where(hands.present, replayed.net, 0)[whole].sum(axis=1) == 0).all()
    assert (hands.present.sum(axis=1) >= 2).all()
    for row in played.sits:
        there = row[row != NOBODY]
        assert len(set(there.tolist())) == len(there)
    assert len(np.unique(played.sits[played.sits != NOBODY])) > 4
    assert (np.diff(played.at) > 0).all()


def test_void_hands_and_dead_hands_have_rulings_by_the_supervisor():
    played, rules = an_evening(seed=5)
    played.void[:], played.dead[:] = False, False
    played.void[7], played.dead[9, 0] = True, True
    hands = hands_of(played)
    words = [hands.names[place] for place in hands.irregularities["ruling"]]
    assert list(zip(hands.irregularities.hand.tolist(), words, strict=True)) == [
        (7, "misdeal"),
        (9, "hand_dead"),
    ]
    assert replay(hands, rules).void.tolist() == [hand == 7 for hand in range(160)]


def test_whoever_sets_at_random_loses():
    scale, random = scoring().scale, np.random.default_rng(2)
    cards = well_set(shuffled(3000, random), scale)
    worse = cards.rows.copy()
    worse[:, 0] = set_at_random(worse[:, 0], scale, random)
    strength = scale.of(worse)
    assert (strength[..., 0] <= strength[..., 1]).all()
    assert (strength[..., 1] <= strength[..., 2]).all()
    signs = np.sign(strength[:, :1].astype(int) - strength[:, 1:].astype(int)).sum(axis=(1, 2))
    assert signs.mean() < -0.5  # rows a hand


def test_a_part_of_an_honest_year_has_no_alarm():
    assert alarms_of_year(1, CHANCE, evenings=4).alarms == {}


@pytest.mark.slow
@pytest.mark.sampled(20, within=True)
def test_strong_players_among_weak_ones_raise_no_more_alarms_than_allowed(capsys, share):
    years = share(60)
    found = in_all(list(calibrated(range(years), GREAT_SKILL)))
    with capsys.disabled():
        print(f"\nalarms in {years} room-years with players far apart: {dict(found)}")
    assert {code: found.get(code, 0) <= ALLOWED * years for code in OF_SKILL} == dict.fromkeys(OF_SKILL, True)


@pytest.mark.night
@pytest.mark.slow
def test_a_thousand_honest_years_raise_no_more_alarms_than_allowed(capsys):
    found = in_all(list(calibrated(range(1000), SKILL)))
    with capsys.disabled():
        print(f"\nalarms in 1,000 room-years with players of different strength: {dict(found)}")
    assert {code: alarms for code, alarms in found.items() if alarms > ALLOWED * 1000} == {}


QUICK = [each for each in PLANTED if each.contract and each.contract <= 400 and each.code != "SCN001"]


@pytest.mark.parametrize("conduct", QUICK, ids=lambda conduct: f"{conduct.code}-{conduct.amount}")
def test_planted_conduct_is_an_alarm_within_twice_the_hands_of_the_reference(conduct):
    found = hands_to_alarm(conduct, range(1))
    assert NEVER < found.combined <= 2 * conduct.contract + 200


def test_losses_that_are_void_are_counted_of_one_player():
    (conduct,) = (each for each in PLANTED if each.code == "SCN006" and each.amount == 12)
    rules = scoring()
    played = conduct.evening(date(2026, 3, 2), rules, np.random.default_rng(1))
    (row,) = (
        each
        for each in statistics_of_evening(played, rules).rows["SCN006"]
        if each.unit == conduct.unit and each.coding == 0
    )
    assert (row.stratum.marked, row.stratum.both) == (12, 12)


def test_dumped_units_are_paid_beside_what_was_due():
    (conduct,) = (each for each in PLANTED if each.code == "SCN004" and each.amount == 0.2)
    rules = scoring()
    played = conduct.evening(date(2026, 3, 2), rules, np.random.default_rng(1))
    rows = {each.unit: each for each in statistics_of_evening(played, rules).rows["SCN004"]}
    honest = conduct.evening(date(2026, 3, 2), rules, np.random.default_rng(1))
    honest.dumped.clear()
    due = {each.unit: each for each in statistics_of_evening(honest, rules).rows["SCN004"]}
    more = {unit: (rows[unit].paid - due[unit].paid) // 2520 for unit in rows}
    assert more.pop(conduct.unit) == 6 * len(played.dumped)
    assert more.pop((("payer", "P2"), ("payee", "P1"))) == -6 * len(played.dumped)
    assert set(more.values()) == {0}
