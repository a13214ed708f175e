"""A simulated open-face session: what is recorded of it, and in what order it was played."""

from collections import Counter
from copy import deepcopy
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judging import REPORTED
from laid import (
    CARNIVALE,
    CASH,
    EVENT,
    OLYMPIC,
    PINEAPPLE,
    ROWS,
    RULESETS,
    acts_of,
    cards,
    enters,
    events,
    hands_of,
    moment,
    played,
    seconds,
    simulated,
    stays,
    there,
)
from msgspec import UNSET
from msgspec.structs import replace

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from rules.controls.ruleset import set_path
from rules.records.events import Close, OfcHand, Session
from rules.records.reader import LogReader
from simulation import simulate
from tests.examples import examples

pytestmark = pytest.mark.sampled(4)
IN_THREES = (PINEAPPLE, OLYMPIC, "olympic-deals@2", "olympic-time@1")  # three cards come a turn


@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize("name", RULESETS)
def test_a_log_without_faults_is_tested_and_has_no_breach(name, evidence):
    log = simulated(name, evidence=evidence, hands=300).log()
    audit = audit_log(BytesSource(log))
    assert audit.complete
    assert [each.message for each in audit.findings if each.kind in REPORTED] == []
    assert (audit.hands, audit.testable, audit.money_misallocated) == (300, 300, 0)


@pytest.mark.slow
@pytest.mark.sampled(18)
@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize("name", RULESETS)
def test_the_same_seed_gives_the_same_bytes_and_the_same_key(name, evidence):
    first, second = (simulated(name, hands=60, evidence=evidence, faults=0.4) for _ in range(2))
    assert first.log() == first.log() == second.log()
    assert first.key == second.key != []
    one, other = (simulated(name, hands=60, evidence=evidence, seed=seed) for seed in (8, 9))
    assert one.log() != other.log()


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", RULESETS)
def test_every_line_is_of_the_format(name, share):
    hands = share(2100)
    reader, log = LogReader(), simulated(name, hands=hands, faults=0.02)
    assert sum(len(block) for block in reader.blocks(log.chunks())) == hands
    assert reader.session is not None
    assert (reader.session.ruleset, reader.facts.unit > 0) == (name, name != CARNIVALE)
    assert reader.close is not None


@pytest.mark.parametrize("name", RULESETS)
def test_rows_only_holds_rows_and_nets(name):
    log = simulated(name, evidence="rows").log()
    for absent in (
        "placements",
        "stack",
        "transfers",
        "clock_calls",
        "eliminated",
        "fantasyland",
        "discards",
    ):
        assert f'"{absent}"'.encode() not in log
    for hand in played(name, evidence="rows"):
        assert isinstance(hand.dealer, int)
        assert all(isinstance(seat.net, int) for seat in hand.seats)
        assert [[len(cards(getattr(seat, row))) for row in ROWS] for seat in there(hand)] == [
            [3, 5, 5] for _ in there(hand)
        ]


@pytest.mark.parametrize("name", RULESETS)
def test_what_only_some_games_record(name):
    event, hands = name in (CARNIVALE, EVENT), played(name)
    assert all((hand.level is not UNSET) is (name == CARNIVALE) for hand in hands)
    assert all((hand.unit is not UNSET) is (name == CARNIVALE) for hand in hands)
    assert all((hand.clock_calls is not UNSET) is event for hand in hands)
    assert all((hand.eliminated is not UNSET) is event for hand in hands)
    assert all((seat.discards is not UNSET) is (name in IN_THREES) for hand in hands for seat in hand.seats)
    assert any(seat.fantasyland is not UNSET for hand in hands for seat in hand.seats) is not event
    assert any(seat.status == "missed" for hand in hands for seat in hand.seats) is (name == EVENT)
    assert {hand.variant for hand in hands} == {"pineapple" if name in IN_THREES else "ofc"}
    opening = events(name, hands=0)[0]
    assert (opening.tournament is not UNSET) is event
    assert (opening.unit is UNSET) is (name == CARNIVALE)


# How the hands were played


@pytest.mark.parametrize("name", RULESETS)
def test_players_act_in_turn_from_the_left_of_the_button(name):
    for hand in played(name):
        at_once = {seat.seat for seat in hand.seats if seat.fantasyland is not UNSET}
        around = sorted(there(hand), key=lambda seat: (seat.seat - hand.dealer - 1) % 10)
        ordinary = [seat.seat for seat in around if seat.seat not in at_once]
        rounds = 5 if name in IN_THREES else 9
        last = [seat.seat for seat in around if seat.seat in at_once]
        assert [act.seat for act in hand.placements] == ordinary * rounds + last


@pytest.mark.parametrize("name", RULESETS)
def test_streets_are_of_the_size_that_the_game_deals(name):
    then = (3, 2, 1) if name in IN_THREES else (1, 1, 0)
    for hand in played(name):
        for seat in there(hand):
            streets = [
                (
                    len(cards(act.dealt)),
                    len(cards(act.front + act.middle + act.back)),
                    len(cards(act.discard)),
                )
                for act in acts_of(hand, seat)
            ]
            if seat.fantasyland is not UNSET:
                assert streets == [(seat.fantasyland, 13, seat.fantasyland - 13)]
            else:
                assert streets == [(5, 5, 0)] + [then] * (len(streets) - 1)


@pytest.mark.parametrize("name", RULESETS)
def test_the_rows_are_what_was_placed_and_no_card_is_dealt_twice(name):
    for hand in played(name):
        dealt = []
        for seat in there(hand):
            acts = acts_of(hand, seat)
            for row in ROWS:
                assert getattr(seat, row) == "".join(getattr(act, row) for act in acts)
            gone = "".join(act.discard for act in acts if act.discard is not UNSET)
            assert gone == (seat.discards if seat.discards is not UNSET else "")
            assert Counter(cards("".join(act.dealt for act in acts))) == Counter(
                cards(seat.front + seat.middle + seat.back + gone)
            )
            dealt += cards("".join(act.dealt for act in acts))
        assert len(dealt) == len(set(dealt))


@pytest.mark.parametrize("name", RULESETS)
def test_times_rise_within_the_hand_and_from_hand_to_hand(name):
    last = None
    for event in events(name):
        if not isinstance(event, OfcHand):
            at = event.opened_at if isinstance(event, Session) else event.at
            times = [moment(at)]
        else:
            acts = event.placements if event.placements is not UNSET else []
            times = [moment(text) for text in (event.at, *(act.at for act in acts), event.ended_at)]
        assert times == sorted(times)
        assert last is None or times[0] >= last
        last = times[-1]


@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_takes_some_minutes(name):
    lengths = [seconds(hand.at, hand.ended_at) for hand in played(name)]
    assert min(lengths) >= 240
    assert max(lengths) <= 480


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", RULESETS)
def test_hands_foul_as_often_as_in_open_face_play(name):
    seats = [seat for hand in played(name, hands=1500) for seat in there(hand)]
    assert 0.12 < sum(seat.fouled for seat in seats) / len(seats) < 0.21
    assert sum(enters(seat) for seat in seats) / len(seats) > 0.03
    for hand in played(name, hands=1500):
        fouled = [seat.seat for seat in hand.seats if seat.fouled is True]
        listed = hand.irregularities if hand.irregularities is not UNSET else []
        assert sorted(each.seat for each in listed if each.ruling == "hand_fouled") == fouled


# Fantasyland


@pytest.mark.parametrize(("name", "count"), [(CASH, 13), (PINEAPPLE, 14)])
def test_only_the_player_who_earned_fantasyland_is_dealt_all_cards_at_once(name, count, share):
    seen = Counter()
    for before, hand in pairwise(hands_of(name, hands=share(2500))):
        earned = set()
        if before.void is not True:
            lands = {seat.seat for seat in before.seats if seat.fantasyland is not UNSET}
            earned = {seat.player for seat in before.seats if (stays if seat.seat in lands else enters)(seat)}
        given = {seat.player: seat.fantasyland for seat in hand.seats if seat.fantasyland is not UNSET}
        assert given == dict.fromkeys(earned, count)
        seen.update("again" if player in given else "first" for player in earned)
        assert not (hand.void is True and earned)
    assert seen["again"] + seen["first"] > share(100)


# The clock


@pytest.mark.slow
def test_no_clock_is_called_before_thirty_seconds_and_all_act_within_thirty():
    calls, expired = 0, 0
    for hand in played(CARNIVALE, hands=280):
        for call in hand.clock_calls:
            place, act = next(
                (place, act)
                for place, act in enumerate(hand.placements)
                if act.seat == call.seat and act.at >= call.at
            )
            assert seconds(hand.placements[place - 1].at, call.at) >= 30
            assert call.called_by in {seat.seat for seat in hand.seats} - {call.seat}
            calls += 1
            if call.acted_at is not UNSET:
                assert call.acted_at == act.at
                assert seconds(call.at, call.acted_at) <= 30
                continue
            expired += 1
            seat = next(seat for seat in hand.seats if seat.seat == call.seat)
            assert (act.front, act.middle, act.back) == (act.dealt, "", "")
            assert len(cards(act.dealt)) == 1
            assert seat.fouled is False
            assert seconds(call.at, act.at) == 30
            noted = [each for each in hand.irregularities if each.kind == "clock_expired"]
            assert [(each.seat, each.ruling) for each in noted] == [(call.seat, "play_on")]
    assert calls > 20
    assert expired > 4


@pytest.mark.slow
def test_an_expired_clock_fouls_the_hand_where_the_controls_say_so():
    expired = 0
    for hand in played(EVENT, hands=1200):
        fouled = {seat.seat for seat in hand.seats if seat.fouled is True}
        for call in hand.clock_calls:
            if call.acted_at is UNSET:
                expired += 1
                assert call.seat in fouled
                kinds = {each.kind for each in hand.irregularities if each.seat == call.seat}
                assert kinds == {"clock_expired"}
    assert expired > 5


@pytest.mark.slow
def test_who_misses_a_hand_shows_a_card_or_leaves_is_written_down_with_its_price():
    kinds = Counter()
    for hand in played(EVENT, hands=1500):
        seats = {seat.seat: seat for seat in hand.seats}
        missed = {seat.seat for seat in hand.seats if seat.status == "missed"}
        listed = hand.irregularities if hand.irregularities is not UNSET else []
        assert missed == {each.seat for each in listed if each.kind == "missed_hand"}
        assert len(hand.seats) - len(missed) > 1
        for each in listed:
            kinds[each.kind] += 1
            if each.kind == "missed_hand":
                assert (each.ruling, each.units, seats[each.seat].front) == ("penalty", 3, UNSET)
                assert not acts_of(hand, seats[each.seat])
            if each.kind == "exposed_card":
                assert (each.ruling, each.units) == ("penalty", 1)
            if each.kind == "left_table":
                assert (each.ruling, seats[each.seat].fouled) == ("hand_fouled", True)
    assert min(kinds[kind] for kind in ("missed_hand", "exposed_card", "left_table", "clock_expired")) > 3


# When, and with whom


@pytest.mark.slow
def test_a_ruleset_of_two_days_is_played_in_them():
    opening = events(CARNIVALE, hands=0)[0]
    assert opening.opened_at == "2013-07-13T17:00:00-07:00"
    hands = hands_of(CARNIVALE, hands=2000)
    days = {hand.at[:10] for hand in hands} | {hand.ended_at[:10] for hand in hands}
    assert days == {"2013-07-13", "2013-07-14"}
    assert not any(hand.clock_calls for hand in hands)
    assert any(hand.clock_calls for hand in hands_of(CARNIVALE, hands=200))


@pytest.mark.slow
@pytest.mark.night
def test_so_many_hands_that_some_take_no_time():
    log = events(CARNIVALE, hands=113_000, evidence="rows")
    assert isinstance(log[-1], Close)
    assert log[-1].at == "2013-07-14T23:59:59-07:00"
    assert log[-2].at < log[-1].at


@pytest.mark.slow
def test_the_opening_can_be_asked_for():
    asked = "2013-07-14T12:00:00-07:00"
    assert events(CARNIVALE, hands=0, opened_at=asked)[0].opened_at == asked
    assert {hand.at[:10] for hand in hands_of(CARNIVALE, hands=900, opened_at=asked)} == {"2013-07-14"}
    assert events(CASH, hands=0)[0].opened_at == "2026-03-14T16:00:00-07:00"
    out_of_force = hands_of(CARNIVALE, hands=2, opened_at="2026-03-14T16:00:00-07:00")
    assert {hand.at[:10] for hand in out_of_force} == {"2026-03-14"}


@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize(("name", "most"), [(CARNIVALE, 4), (EVENT, 4), (CASH, 4), (PINEAPPLE, 3)])
def test_as_many_players_as_asked_for(name, most, evidence):
    for players in ((2, 2), (3, 3)):
        hands = hands_of(name, evidence=evidence, players=players)
        assert {len(hand.seats) for hand in hands} == {players[0]}
    counts = {len(hand.seats) for hand in hands_of(name, evidence=evidence, hands=500)}
    assert max(counts) == most
    assert min(counts) >= 2
    with pytest.raises(ValueError, match=f"is played by 2 to {most}"):
        simulated(name, players=(2, most + 1))


@pytest.mark.parametrize("name", RULESETS)
def test_the_button_moves_clockwise_to_the_next_player(name):
    before = 0
    for hand in hands_of(name):
        seats = sorted(seat.seat for seat in hand.seats)
        assert hand.dealer == next((seat for seat in seats if seat > before), seats[0])
        before = hand.dealer


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"table.deck.jokers": 2}, "is played with jokers"),
        ({"fantasyland.more": {"K": 15}}, "deals fantasyland by the front"),
    ],
)
def test_what_cannot_be_simulated_is_said(changes, message):
    ruleset = library().get(PINEAPPLE)
    params = deepcopy(dict(ruleset.params))
    for path, value in changes.items():
        set_path(params, path, value)
    with pytest.raises(ValueError, match=message):
        simulate(replace(ruleset, params=params), hands=1, seed=1)


@examples(30)
@given(
    seed=st.integers(0, 2**64),
    hands=st.integers(0, 25),
    faults=st.sampled_from([0.0, 0.1, 1.0]),
    name=st.sampled_from(RULESETS),
    evidence=st.sampled_from(["rows", "full"]),
)
def test_any_seed_gives_a_log(seed, hands, faults, name, evidence):
    log = simulated(name, seed=seed, hands=hands, faults=faults, evidence=evidence)
    reader = LogReader()
    assert sum(len(block) for block in reader.blocks(log.chunks())) == hands
    assert len(log.key) <= hands + 1
