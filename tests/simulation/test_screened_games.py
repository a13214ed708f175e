"""Room-years of open-face games, of hold'em, and beside the hands: honest ones are quiet, planted conduct is found."""

from datetime import date

import msgspec
import numpy as np
import pytest

from rules.hands import NOT_RECORDED
from rules.replay.row_replay import replay
from rules.screening.room_year import screened_year
from simulation.screened.evening_hands import played_hands, statistics_of_evening
from simulation.screened.planted_conduct import PLANTED_OPEN_FACE
from simulation.screened.planted_games import PLANTED_POTS
from simulation.screened.pot_evening import pot_evening
from simulation.screened.room_files_and_counts import RoomConduct, files_and_counts
from simulation.screened.room_regulars import CHANCE, GREAT_SKILL, LIVED, regulars
from simulation.screened.ruled_floor import with_habits, with_open_rulings
from simulation.screened.screened_evening import DEALERS, SUPERVISORS, evening
from tests.calibration.hands_to_alarm import NEVER, hands_to_alarm
from tests.calibration.room_years import alarms_of_year, calibrated, in_all
from tests.calibration.rulesets import ruleset_of, scoring_of

DAY = date(2026, 5, 4)
LAST = date(2026, 12, 31)
PLAYERS = regulars(np.random.default_rng(5), LIVED)


def an_open_face_evening(hands=60):
    scoring, random = scoring_of("ofc"), np.random.default_rng(7)
    return evening("T1", DAY, PLAYERS[:9], LIVED, scoring.scale, random, hands=hands), scoring


def an_evening_of_pots(habits=LIVED, seed=3, hands=40):
    return pot_evening("T1", DAY, PLAYERS, habits, np.random.default_rng(seed), hands, ruleset_of("pot"))


def test_open_face_hands_are_dealt_by_placements_and_pay_out_what_they_take():
    played, scoring = an_open_face_evening()
    hands = played_hands(played, scoring)
    replayed = replay(hands, scoring)
    there = hands.present
    assert hands.game == "ofc"
    whole = (replayed.seat_known | ~there).all(axis=1) & ~played.void[played.kept]
    assert whole.sum() > 50
    assert (np.where(there, replayed.net, 0)[whole].sum(axis=1) == 0).all()
    rows = statistics_of_evening(played, scoring).rows
    assert {"SCN001", "SCN002", "SCN003", "SCN004", "SCN012"} <= rows.keys()
    assert "SCN005" not in rows
    deals = sum(row.times for row in rows["SCN003"] if row.unit == (("player", "p-00"),) and not row.coding)
    assert deals == (hands.player[hands.present] == 0).sum()


def test_an_evening_of_pots_has_regulars_and_the_staff_of_the_room():
    found = an_evening_of_pots()
    names = {found.hands.names[each] for each in found.hands.dealer.tolist()}
    assert names <= set(DEALERS)
    assert found.supervisor in SUPERVISORS
    assert set(found.hands.players) <= {each.name for each in PLAYERS}
    assert (np.diff(found.hands.at) > 0).all()
    other = an_evening_of_pots(seed=4)
    assert found.hands.at[0] % 300_000_000 != other.hands.at[0] % 300_000_000


def test_the_same_seed_gives_the_same_evening_of_pots():
    one, other = (an_evening_of_pots(hands=12).hands for _ in range(2))
    assert one.net.tolist() == other.net.tolist()
    assert one.paid.tolist() == other.paid.tolist()


def test_open_rulings_are_on_seats_that_play():
    found = with_open_rulings(an_evening_of_pots(hands=300), np.random.default_rng(1)).hands
    hand, column, by, hard = found.rulings.T
    assert found.seated[hand, column].all()
    assert set(by.tolist()) == {-1}
    assert set(hard.tolist()) == {0, 1}


def test_habits_break_after_large_losses_and_hide_hands_of_showdowns_alone():
    played = an_evening_of_pots(hands=300)
    lived = with_habits(played, {each.name: each for each in PLAYERS}, LIVED, np.random.default_rng(2)).hands
    assert (lived.pot.unseen <= lived.pot.showdown | played.hands.pot.unseen).all()
    longer = np.diff(lived.at) - np.diff(played.hands.at)
    assert (longer >= 0).all()
    assert (longer[longer > 0] >= 600_000_000).all()
    assert (lived.at != NOT_RECORDED).all()


def test_dumped_blinds_go_from_the_one_to_the_other():
    (conduct,) = (each for each in PLANTED_POTS if each.code == "SCN004" and each.amount == 0.1)
    random = np.random.default_rng(3)
    players = [msgspec.structs.replace(each, name=f"P{place}") for place, each in enumerate(PLAYERS[:8], 1)]
    before = pot_evening("T1", DAY, players, CHANCE, random, 60, ruleset_of("pot")).hands
    after = conduct.change(before, 1.0, random)
    moved = after.paid[len(before.paid) :]
    payer, payee = (before.player[moved[:, 0], moved[:, side]] for side in (1, 2))
    assert {before.players[each] for each in payer.tolist()} == {"P1"}
    assert {before.players[each] for each in payee.tolist()} == {"P2"}
    assert (moved[:, 3] == 20 * before.unit[moved[:, 0]]).all()
    assert (after.net.sum(axis=1) == before.net.sum(axis=1)).all()


@pytest.mark.parametrize("conduct", PLANTED_OPEN_FACE[2:4], ids=lambda conduct: conduct.code)
def test_planted_conduct_in_open_face_games_is_an_alarm(conduct):
    assert NEVER < hands_to_alarm(conduct, range(1)).combined <= conduct.evenings * conduct.hands


@pytest.mark.parametrize(
    ("conduct", "code", "unit"),
    [
        (RoomConduct(short=0.8), "SCN013", (("room", "room-1"),)),
        (RoomConduct(late=0.4), "SCN015", (("author", "a-0"),)),
        (RoomConduct(spared=1.0, events=104), "SCN017", (("supervisor", SUPERVISORS[0]), ("player", "p-00"))),
    ],
    ids=["short", "late", "spared"],
)
def test_planted_conduct_beside_the_hands_is_an_alarm(conduct, code, unit):
    own = [each for each in files_and_counts(1, conduct) if code in each.rows]
    assert [each.unit for each in screened_year(own, LAST) if each.since and each.unit == unit] == [unit]


def test_honest_counts_files_and_tournaments_are_quiet():
    one, other = (msgspec.msgpack.encode(list(files_and_counts(seed))) for seed in (2, 2))
    assert one == other
    own = [each for each in files_and_counts(2) if not each.rows.keys() & {"SCN018"}]
    assert [each.unit for each in screened_year(own, LAST) if each.since] == []


def test_rulings_of_many_honest_tournaments_are_quiet():
    own = [each for each in files_and_counts(1, RoomConduct(events=104)) if "SCN017" in each.rows]
    assert len(own) == 104
    assert [each.unit for each in screened_year(own, LAST) if each.since] == []


@pytest.mark.slow
def test_dumped_blinds_are_an_alarm_within_the_hands_of_a_month():
    dumped, *_ = PLANTED_POTS
    assert NEVER < hands_to_alarm(dumped, range(1)).combined <= 1200


@pytest.mark.slow
def test_a_part_of_an_honest_year_of_pots_has_no_alarm():
    assert alarms_of_year(1, GREAT_SKILL, evenings=3, world="pots").alarms == {}


@pytest.mark.slow
def test_a_part_of_an_honest_year_of_open_face_games_has_no_alarm():
    """Players far apart: one year had 63 alarms of SCN003 when royalties of different players were compared."""
    assert alarms_of_year(0, GREAT_SKILL, evenings=12, world="open_face").alarms == {}


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("world", ["closed", "open_face"])
def test_habits_raise_no_more_alarms_than_allowed(world, capsys):
    years = 60 if world == "closed" else 20
    found = in_all(list(calibrated(range(years), LIVED, world=world)))
    with capsys.disabled():
        print(f"\nalarms in {years} room-years with habits, {world}: {dict(found)}")
    assert {code: alarms for code, alarms in found.items() if alarms > 0.05 * years} == {}
