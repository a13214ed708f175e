"""Would-have-been results of pot games: hands worked out by hand, then simulated logs with rulings put in."""

import json
import random

import pytest

from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.pots.table_replay import TableLog
from rules.screening.pot_would_have_been import pot_would_have_been
from simulation import simulate
from tests.rules.checks.pot_hands import BLINDS, hand
from tests.rules.pot_games import plain_log
from tests.rules.pot_logs import pot_log

STANDARD = "standard-cash"
ACES, KINGS = "AhAd", "KhKd"
BOARD = ("flop 2c7dJh", "2 checks", "3 checks", "turn 4s", "2 checks", "3 checks", "river 9c")
RIVER = (*BLINDS, "3 raises 600", "1 folds", "2 calls 600", *BOARD)
HOLE = {1: "3c3d", 2: ACES, 3: KINGS}


def results(*hands, ruleset=STANDARD):
    """Money of each hand's seats by number; None where not known."""
    rules, reader, found = library().get(ruleset).sections.pot, LogReader(), {}
    for block in reader.blocks([pot_log(*hands)]):
        money = pot_would_have_been(TableLog(rules).add(block, reader.events))
        for place, number in enumerate(block.number.tolist()):
            found[number] = {
                int(seat): int(won) if known else None
                for seat, won, known, dealt in zip(
                    block.seat[place],
                    money.money[place],
                    money.known[place],
                    block.dealt_in[place],
                    strict=True,
                )
                if dealt
            }
    return found


def one(*lines, seats=3, hole=HOLE, **fields):
    (found,) = results(hand(*lines, seats=seats, hole=hole, fees=[], **fields)).values()
    return found


def ruling(seat, word="hand_dead"):
    return {"kind": "other", "seat": seat, "ruling": word, "by": "sup-1"}


def killed(seat, by="floor"):
    return {"act": "fold", "seat": seat, "by": by}


WON = {1: -100, 2: 700, 3: -600}  # the aces hold: 600 of seat 3, 100 of the small blind


def test_a_hand_without_rulings_keeps_its_result():
    assert one(*RIVER, "2 bets 800", "3 folds") == {1: -100, 2: 700, 3: -600}


def test_a_void_hand_that_was_played_to_the_river_has_a_winner():
    assert one(*RIVER, "2 checks", "3 checks", "2 shows AhAd", "3 shows KhKd", void=True) == WON


def test_a_void_hand_whose_board_is_not_dealt_is_not_known():
    assert one(*BLINDS, "3 raises 600", "1 folds", "2 calls 600", "flop 2c7dJh", void=True) == dict.fromkeys(
        (1, 2, 3)
    )


def test_a_void_hand_in_which_a_seat_owes_a_call_is_not_known():
    assert one(*RIVER, "2 bets 800", void=True) == dict.fromkeys((1, 2, 3))


def test_a_void_hand_of_the_last_player_left_is_his():
    assert one(*BLINDS, "3 folds", "1 folds", void=True) == {1: -100, 2: 100, 3: 0}


def test_a_void_hand_without_hole_cards_is_not_known():
    shown = (*RIVER, "2 checks", "3 checks")
    assert one(*shown, void=True, hole={2: ACES}) == dict.fromkeys((1, 2, 3))


@pytest.mark.parametrize("by", ["floor", "dealer"])
def test_the_best_hand_ruled_dead_at_the_showdown_would_have_won(by):
    ruled = {"irregularities": [ruling(2)]}
    assert one(*RIVER, "2 checks", "3 checks", killed(2, by), **ruled) == WON


def test_a_hand_that_the_dealer_killed_without_a_ruling_stays_dead():
    assert one(*RIVER, "2 checks", "3 checks", killed(2, "dealer")) == {1: -100, 2: -600, 3: 700}


def test_a_ruling_before_others_acted_is_not_known():
    """Seat 2 could have bet."""
    early = (*RIVER, killed(2), "3 bets 800")
    assert one(*early, irregularities=[ruling(2)]) == dict.fromkeys((1, 2, 3))


def test_a_ruling_on_a_seat_that_owes_a_call_is_not_known():
    owes = (*RIVER, "2 checks", "3 bets 800", killed(2))
    assert one(*owes, irregularities=[ruling(2)]) == dict.fromkeys((1, 2, 3))


def test_a_seat_that_is_all_in_would_have_won_the_main_pot():
    """Seat 3 is all in for 600 with the best hand and killed; seats 1 and 2 play on for 400 more each."""
    played = (
        *BLINDS, "3 raises 600", "1 calls 600", "2 calls 600", killed(3), "flop 2c7dJh", "1 bets 400", "2 calls 400",
        "turn 4s", "1 checks", "2 checks", "river 9c", "1 checks", "2 checks", "1 shows QhQd", "2 shows KhKd",
    )  # fmt: skip
    found = one(
        *played,
        hole={1: "QhQd", 2: KINGS, 3: ACES},
        stacks={3: 600},
        irregularities=[ruling(3, "hand_fouled")],
    )
    assert found == {1: -1000, 2: -200, 3: 1200}


def test_a_log_without_acts_tells_by_its_chips():
    cards = {1: "3c3d", 2: ACES, 3: KINGS}
    seats = {
        number: {"live_in": chips, "dead_in": 0, "folded": number != 3, "cards": cards[number]}
        for number, chips in ((1, 100), (2, 600), (3, 600))
    }
    event = hand(
        seats=3, hole=HOLE, at_seats=seats, fees=[], boards=["2c7dJh4s9c"], irregularities=[ruling(2)]
    )
    del event["acts"]
    assert results(event)[1] == WON


# ---------------------------------------------------------------- simulated logs


GAMES = ["holdem", "omaha_hilo", "stud7", "draw27", "short_deck"]


@pytest.fixture(scope="module")
def logs():
    rulesets = [library().get(name) for name in ("olympic-cash", STANDARD)]
    return [
        (ruleset, simulate(ruleset, hands=25, seed=7, game=game))
        for ruleset in rulesets
        for game in GAMES
        if game in ruleset.sections.pot.games
    ]


def scored(event, ruleset, chip):
    """Nets by seat as a plain scorer has them."""
    return plain_log.scored(event, ruleset.sections.pot, chip).nets


@pytest.mark.slow
def test_void_hands_come_to_what_a_plain_scorer_gives(logs):
    tested = 0
    for ruleset, log in logs:
        events = [json.loads(line) for line in log.lines()]
        chip = next(each["stakes"]["chip"] for each in events if each["event"] == "terms")
        wanted = {each["hand"]: scored(each, ruleset, chip) for each in events if each["event"] == "pot_hand"}
        void = [
            without_results(each) | {"void": True} if each["event"] == "pot_hand" else each for each in events
        ]
        found = results(*void, ruleset=ruleset.id)
        assert found == wanted, (ruleset.id, log)
        tested += len(found)
    assert tested >= 200


@pytest.mark.slow
def test_killed_hands_come_to_what_a_plain_scorer_gives(logs):
    """One seat of each showdown is killed when the betting is over."""
    chance, tested = random.Random(40), 0
    for ruleset, log in logs:
        events = [json.loads(line) for line in log.lines()]
        chip = next(each["stakes"]["chip"] for each in events if each["event"] == "terms")
        dead = [each for each in events if each["event"] == "pot_hand" and shown(each)]
        wanted = {each["hand"]: scored(each, ruleset, chip) for each in dead}
        for each in dead:
            seat = chance.choice(shown(each))
            at = next(place for place, act in enumerate(each["acts"]) if act["act"] in ("show", "muck"))
            each["acts"].insert(at, killed(seat))
            each["irregularities"] = [ruling(seat)]
        found = results(*map(without_results_if_hand, events), ruleset=ruleset.id)
        assert {number: found[number] for number in wanted} == wanted
        tested += len(wanted)
    assert tested >= 50


def shown(event):
    """Seats that opened their cards at the end, where two or more did."""
    seats = [act["seat"] for act in event["acts"] if act["act"] == "show"]
    return seats if len(seats) > 1 else []


def without_results(event):
    """A hand without what the room recorded of its result."""
    seats = [{name: value for name, value in seat.items() if name != "net"} for seat in event["seats"]]
    return {name: value for name, value in event.items() if name != "pots"} | {"seats": seats}


def without_results_if_hand(event):
    return without_results(event) if event["event"] == "pot_hand" else event
