"""Stacks, levels and payments of a simulated open-face session: what is in front of whom, and what every hand pays."""

from collections import Counter
from itertools import pairwise

import pytest
from laid import (
    CARNIVALE,
    CASH,
    EVENT,
    RULESETS,
    events,
    hands_of,
    played,
)
from msgspec import UNSET

from rules.controls.library import library
from rules.records.events import Chips, OfcHand, Toke
from simulation.payments_in_order import paid_in_order
from simulation.settle import Settler

pytestmark = pytest.mark.sampled(4)


@pytest.mark.parametrize("name", [CARNIVALE, EVENT])
def test_stacks_follow_nets_and_moves_and_who_is_out_is_gone(name):
    stacks, out, moved, colour_ups = {}, set(), Counter(), 0
    smallest = 25
    for event in events(name, hands=280)[1:]:
        if isinstance(event, Chips):
            assert event.kind == "move"
            moved["left" if event.seat in stacks else "came"] += 1
            if event.seat in stacks:
                assert stacks.pop(event.seat) == (event.player, event.amount)
            else:
                assert event.player not in out
                stacks[event.seat] = event.player, event.amount
        if not isinstance(event, OfcHand):
            continue
        now = {seat.seat: (seat.player, seat.stack) for seat in event.seats}
        chip = chip_at(event.level) if name == CARNIVALE else 1
        if chip > smallest and name == CARNIVALE:
            colour_ups += 1
            assert {seat: player for seat, (player, _) in now.items()} == {
                seat: player for seat, (player, _) in stacks.items()
            }
            assert all(abs(stack - stacks[seat][1]) < chip for seat, (_, stack) in now.items())
            total = sum(stack for _, stack in stacks.values())
            assert 0 <= sum(stack for _, stack in now.values()) - total < chip
            smallest = chip
        else:
            assert now == (stacks or now)
        assert all(stack % chip == 0 for _, stack in now.values())
        stacks = {seat.seat: (seat.player, seat.stack + seat.net) for seat in event.seats}
        assert all(stack >= 0 for _, stack in stacks.values())
        for seat in event.eliminated:
            out.add(stacks.pop(seat)[0])
        assert all(stack > 0 for _, stack in stacks.values())
    assert len(out) > 20
    assert moved["came"] > 20
    assert colour_ups == (5 if name == CARNIVALE else 0)


def chip_at(level):
    """The smallest chip in play."""
    return max(chip for first, chip in CHIPS.items() if level >= first)


CHIPS = {1: 25, 6: 100, 7: 500, 12: 1000, 13: 5000, 19: 25000}
VALUES = (
    50, 100, 200, 300, 450, 700, 1000, 1500, 2000, 3000, 4500, 7000, 10000, 15000, 20000, 30000, 45000, 70000,
    100000, 150000, 200000, 300000, 450000, 700000, 1000000,
)  # fmt: skip


@pytest.mark.parametrize("evidence", ["rows", "full"])
def test_levels_last_nine_hands_and_the_last_goes_on(evidence):
    for place, hand in enumerate(hands_of(CARNIVALE, hands=240, evidence=evidence)):
        assert hand.hand == place + 1
        assert hand.level == min(place // 9 + 1, 25)
        assert hand.unit == VALUES[hand.level - 1]


@pytest.mark.slow
def test_everybody_begins_the_event_with_the_same_chips():
    for seed in range(12):
        (hand,) = hands_of(CARNIVALE, hands=1, seed=seed)
        assert {seat.stack for seat in hand.seats} == {15_000}
    assert len({seat.stack for seed in range(5) for seat in hands_of(EVENT, hands=1, seed=seed)[0].seats}) > 3


@pytest.mark.slow
def test_a_newcomer_brings_what_fits_the_level():
    log = events(CARNIVALE, hands=225)
    for before, event in pairwise(log):
        if isinstance(event, Chips) and isinstance(before, OfcHand) and before.level < 25:
            assert event.amount % chip_at(before.level) == 0
            assert event.amount < 4000 * before.unit


@pytest.mark.slow
def test_in_cash_games_stacks_follow_nets_tips_and_what_is_bought():
    stacks = {}
    for event in events(CASH, hands=800):
        if isinstance(event, Chips):
            player, held = stacks.get(event.seat, (event.player, 0))
            assert player == event.player
            stacks[event.seat] = player, held + (-1 if event.kind == "cash_out" else 1) * event.amount
            if event.kind == "cash_out":
                assert stacks.pop(event.seat) == (event.player, 0)
        elif isinstance(event, Toke):
            stacks[event.seat] = event.player, stacks[event.seat][1] - event.amount
        elif isinstance(event, OfcHand):
            assert {seat.seat: (seat.player, seat.stack) for seat in event.seats} == stacks
            stacks = {seat.seat: (seat.player, seat.stack + seat.net) for seat in event.seats}
            assert all(held >= 0 for _, held in stacks.values())
    assert stacks == {}


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", [CARNIVALE, EVENT])
def test_every_hand_is_paid_as_its_own_replay_says(name):
    """Hands are paid from one replay of a block with every seat taken; each by itself pays the same."""
    settler = Settler(library().get(name), 100, "2013-07-13T17:00:00-07:00")
    limited = 0
    for hand in played(name, hands=250):
        settled = settler.again(hand)
        stakes = settled.replayed.stakes
        unit = hand.unit if hand.unit is not UNSET else 100
        limited += len(stakes.limited)
        assert [seat.net for seat in hand.seats] == settled.nets[0]
        assert hand.transfers == paid_in_order(hand, settled.replayed, 0, unit)
        assert hand.eliminated == [
            seat.seat for seat, out in zip(hand.seats, stakes.out[0].tolist(), strict=True) if out
        ]
    assert limited > 20


@pytest.mark.parametrize("name", RULESETS)
def test_transfers_bring_the_nets(name):
    for hand in hands_of(name):
        brought = Counter()
        for move in hand.transfers:
            brought[move.payee] += move.amount
            brought[move.payer] -= move.amount
        assert {seat.seat: seat.net for seat in hand.seats} == {
            seat.seat: brought[seat.seat] for seat in hand.seats
        }
