"""A simulated session: the same from the same seed, a log of the format, and a table that could have been."""

import json
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.controls.library import library
from rules.records.events import ChineseHand, Chips, Close, Session, Toke
from rules.records.reader import LogReader, decode_line
from simulation import simulate
from tests.examples import examples

RULESETS = [str(each) for each in library().rulesets() if each.family == "chinese"]
WSGC = [name for name in RULESETS if name.startswith("wsgc")]  # the others: test_systems
FULL = "wsgc-full@1"


def simulated(name=FULL, **how):
    return simulate(library().get(name), **{"hands": 200, "seed": 7, **how})


def events(log):
    return [decode_line(line) for line in log.lines()]


def hands_of(log):
    return [event for event in events(log) if isinstance(event, ChineseHand)]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", WSGC)
@pytest.mark.parametrize("faults", [0.0, 0.3])
def test_the_same_seed_gives_the_same_bytes_and_the_same_key(name, faults, share):
    first, second = (simulated(name, hands=share(500), faults=faults) for _ in range(2))
    assert first.log() == second.log()
    assert first.log() == first.log()
    assert first.key == second.key
    assert bool(first.key) is bool(faults)


def test_another_seed_gives_another_log():
    assert simulated(seed=1).log() != simulated(seed=2).log()


@pytest.mark.slow
def test_the_key_is_there_before_the_log_is_read():
    log = simulated(faults=0.5)
    before = log.key
    list(log.chunks())
    assert before
    assert log.key == before


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", WSGC)
@pytest.mark.parametrize("evidence", ["rows", "full"])
def test_every_line_is_of_the_format(name, evidence, share):
    reader, hands = LogReader(), share(1500)
    log = simulated(name, hands=hands, evidence=evidence, faults=0.1)
    assert sum(len(block) for block in reader.blocks(log.chunks())) == hands
    assert reader.session is not None
    assert reader.session.ruleset == name
    assert reader.close is not None


def test_rows_only_holds_rows_and_nets():
    seats = [seat for hand in hands_of(simulated(evidence="rows")) for seat in hand.seats]
    lines = b"".join(simulated(evidence="rows").chunks())
    assert seats
    for absent in (b'"dealt"', b'"stack"', b'"transfers"'):
        assert absent not in lines


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", WSGC)
def test_stacks_follow_nets_and_chips(name):
    stacks = {}
    for event in events(simulated(name, hands=1500)):
        if isinstance(event, Chips):
            if event.kind == "cash_out":
                assert stacks.pop(event.seat) == (event.player, event.amount)
            else:
                player, held = stacks.get(event.seat, (event.player, 0))
                assert player == event.player
                stacks[event.seat] = player, held + event.amount
        elif isinstance(event, Toke):
            player, held = stacks[event.seat]
            stacks[event.seat] = player, held - event.amount
        elif isinstance(event, ChineseHand):
            assert {seat.seat: (seat.player, seat.stack) for seat in event.seats} == stacks
            for seat in event.seats:
                assert seat.stack + seat.net >= 0
                stacks[seat.seat] = seat.player, seat.stack + seat.net
    assert stacks == {}


@pytest.mark.slow
def test_nobody_can_lose_more_than_the_chips_in_front():
    for hand in hands_of(simulated("wsgc-1-6-bonuses", hands=2000, unit=1000)):
        for seat in hand.seats:
            paid = sum(move.amount for move in hand.transfers if move.payer == seat.seat)
            assert seat.stack >= paid


@pytest.mark.parametrize("players", [(2, 2), (2, 3), (3, 3), (4, 4), None])
def test_as_many_players_as_asked_for(players):
    fewest, most = players or (2, 4)
    counts = [len(hand.seats) for hand in hands_of(simulated(players=players, hands=1000))]
    assert min(counts) >= fewest
    assert max(counts) == most


@pytest.mark.slow
def test_players_come_and_go_and_sit_once():
    hands = hands_of(simulated(hands=2000))
    assert len({seat.player for hand in hands for seat in hand.seats}) > 20
    for hand in hands:
        assert len({seat.player for seat in hand.seats}) == len(hand.seats)


def test_the_button_moves_clockwise_to_the_next_player():
    before = 0
    for hand in hands_of(simulated(hands=500)):
        seats = sorted(seat.seat for seat in hand.seats)
        assert hand.dealer == next((seat for seat in seats if seat > before), seats[0])
        before = hand.dealer


def test_times_rise_from_the_opening_to_the_close():
    log = events(simulated(hands=300))
    opening, close = log[0], log[-1]
    assert isinstance(opening, Session)
    assert isinstance(close, Close)
    times = [opening.opened_at]
    for event in log[1:]:
        times += [event.at] + ([event.ended_at] if isinstance(event, ChineseHand) else [])
    moments = [datetime.fromisoformat(text) for text in times]
    assert moments == sorted(moments)
    assert close.at == opening.closed_at
    assert moments[-1] > moments[-2]


def test_a_session_of_a_hundred_hands_takes_some_hours():
    opening = events(simulated(hands=100))[0]
    length = datetime.fromisoformat(opening.closed_at) - datetime.fromisoformat(opening.opened_at)
    assert 3 < length.total_seconds() / 3600 < 8


def test_the_close_counts_the_hands():
    log = events(simulated(hands=123))
    assert log[-1].hands == 123 == sum(isinstance(event, ChineseHand) for event in log)
    assert json.loads(list(simulated(hands=5).lines())[-1])["totals"] == {
        "rake": 0, "hand_fee": 0, "jackpot": 0, "time": 0,
    }  # fmt: skip


def test_a_session_without_hands_was_open():
    log = events(simulated(hands=0))
    assert [type(event) for event in log] == [Session, Close]
    assert log[-1].hands == 0


@pytest.mark.slow
def test_what_a_table_sees_comes_up():
    hands = hands_of(simulated(hands=6000))
    seats = [seat for hand in hands for seat in hand.seats]
    assert any(hand.void is True for hand in hands)
    assert any(seat.fouled is True for seat in seats)
    assert {"six_pairs", "three_flushes", "three_straights"} <= {seat.declared for seat in seats}
    surrendered = [seat for seat in seats if seat.surrendered is True]
    assert {isinstance(seat.back, str) for seat in surrendered} == {True, False}
    assert len(surrendered) < len(seats) / 20


@pytest.mark.slow
def test_every_foul_has_its_ruling():
    for hand in hands_of(simulated(hands=3000)):
        fouled = {seat.seat for seat in hand.seats if seat.fouled is True}
        listed = hand.irregularities if isinstance(hand.irregularities, list) else []
        assert {each.seat for each in listed if each.ruling == "hand_fouled"} == fouled


@pytest.mark.slow
def test_faults_alter_nothing_but_their_hands():
    honest = {hand.hand: hand for hand in hands_of(simulated(hands=800))}
    only = ("net-moved", "card-twice", "joker")
    faulty = simulated(hands=800, faults=0.1, only=only)
    wrong = {entry.hand for entry in faulty.key}
    for hand in hands_of(faulty):
        assert (hand == honest[hand.hand]) is (hand.hand not in wrong)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"hands": -1}, "-1 hands"),
        ({"faults": 1.5}, "rate of faults of 1.5"),
        ({"evidence": "video"}, "'rows' or 'full'"),
        ({"unit": 0}, "unit of 0"),
        ({"players": (1, 4)}, "is played by 2 to 4"),
        ({"players": (2, 5)}, "is played by 2 to 4"),
        ({"players": (4, 2)}, "is played by 2 to 4"),
        ({"opened_at": "2026-03-14T16:00:00"}, "has no offset"),
        ({"only": ("net-move",)}, "no fault is called net-move"),
    ],
)
def test_what_cannot_be_simulated_is_said(how, message):
    with pytest.raises(ValueError, match=message):
        simulated(**how)


@examples(40)
@given(
    seed=st.integers(0, 2**64),
    hands=st.integers(0, 30),
    faults=st.sampled_from([0.0, 0.1, 1.0]),
    name=st.sampled_from(RULESETS),
    evidence=st.sampled_from(["rows", "full"]),
)
def test_any_seed_gives_a_log(seed, hands, faults, name, evidence):
    log = simulated(name, seed=seed, hands=hands, faults=faults, evidence=evidence)
    reader = LogReader()
    assert sum(len(block) for block in reader.blocks(log.chunks())) == hands
    assert len(log.key) <= hands + 1


@pytest.mark.parametrize("name", ["wsgc-full", "hawaiian-gardens", "ofc-pineapple", "carnivale-ofc-2013"])
def test_events_give_the_hands_that_their_lines_give(name):
    made = simulate(library().get(name), hands=60, seed=4)
    by_event = list(LogReader().blocks_of(made.events()))
    by_line = list(LogReader().blocks(made.chunks()))
    for column in ("number", "seat", "net", "unit", "dealer", "held", "stack"):
        one, other = (
            np.concatenate([getattr(each, column) for each in blocks]) for blocks in (by_event, by_line)
        )
        assert one.tolist() == other.tolist(), column
    assert [line for each in by_event for line in each.line.tolist()] == [
        line for each in by_line for line in each.line.tolist()
    ]
