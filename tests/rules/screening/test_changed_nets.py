"""SCN015: what a correction changes of the results of players and of the house."""

import json

import pytest

from rules.screening.changed_nets import log_nets, net_changes
from rules.screening.filed_month import NetChange
from tests.rules.build import A, B, hand, log, seat, session

FEE = [{"kind": "hand_fee", "amount": 200}]
P1, P2 = "P1", "P2"


def nets(*hands):
    return log_nets([log(session(), *hands)])


def played(number, one, other, **stated):
    return hand(number, seat(1, A, one), seat(2, B, other), **stated)


def changes(before, after):
    return {
        each.player: (each.before, each.after)
        for each in net_changes(nets(*before), nets(*after), "c", "E-7")
    }


def players(line):
    return [each["player"] for each in line["seats"]]


ONE, TWO = players(json.loads(json.dumps(played(1, 0, 0))))


def test_a_result_that_was_changed_is_one_of_both_players():
    before, after = [played(1, 300, -300), played(2, 100, -100)], [played(1, 300, -300), played(2, -100, 100)]
    assert changes(before, after) == {ONE: (400, 200), TWO: (-400, -200)}
    assert changes(before, before) == {}


def test_a_hand_that_becomes_void_or_is_left_out_counts_as_nothing():
    before = [played(1, 300, -300), played(2, 100, -100)]
    void = [played(1, None, None, void=True), played(2, 100, -100)]
    assert changes(before, void) == changes(before, before[1:]) == {ONE: (400, 100), TWO: (-400, -100)}
    assert changes(before[1:], before) == {ONE: (100, 400), TWO: (-100, -400)}


def test_a_hand_without_results_in_one_of_the_logs_is_left_out():
    before, after = [played(1, 300, -300), played(2, 100, -100)], [played(1, 300, None), played(2, 200, -200)]
    assert changes(before, after) == {ONE: (100, 200), TWO: (-100, -200)}


def test_a_result_of_another_player_is_a_change_of_both():
    other = played(1, 300, -300)
    other["seats"][0]["player"] = "P9"
    assert changes([played(1, 300, -300)], [other]) == {ONE: (300, 0), "P9": (0, 300)}


@pytest.mark.parametrize(("before", "after"), [(FEE, None), (None, FEE)])
def test_fees_are_the_result_of_the_house(before, after):
    found = net_changes(nets(played(1, 0, 0, fees=before)), nets(played(1, 0, 0, fees=after)), "c", "E-7")
    amounts = (200, 0) if before else (0, 200)
    assert found == [NetChange("c", None, *amounts, "E-7", [(1, 2)])]


def test_a_change_names_the_hands_that_it_is_of_with_their_lines_in_the_correction():
    before = [played(1, 300, -300), played(2, 100, -100), played(3, 50, -50), played(4, 10, -10)]
    after = [played(1, 300, -300), played(2, -100, 100), played(4, 20, -20)]
    assert {each.player: each.hands for each in net_changes(nets(*before), nets(*after), "c", "E-7")} == {
        ONE: [(2, 3), (4, 4)],
        TWO: [(2, 3), (4, 4)],
    }


def test_hands_without_a_fee_of_their_own_are_no_hands_of_the_house():
    one, two = played(1, 0, 0, fees=FEE), played(2, 0, 0, fees=FEE)
    (change,) = net_changes(nets(one, two), nets(one, played(2, 0, 0)), "c", "E-7")
    assert (change.player, change.before, change.after, change.hands) == (None, 400, 200, [(2, 3)])
