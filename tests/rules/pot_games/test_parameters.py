"""Parameters of rulesets of pot games that no known answer turns: what is against the rules, and what no longer is."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from rules.controls.sections.pots import HalfRule
from rules.replay.pots.betting.raise_rules import half_of
from tests.rules.pot_games.replaying import illegal, parameters, replayed
from tests.rules.pot_games.test_cases import CASES
from tests.rules.pot_logs import pot_hand, pot_seat

CLUB = parameters("olympic-cash")
BLINDS = [
    {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
    {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
]


def case(name: str) -> dict[str, Any]:
    """The last hand of a known answer."""
    (log,) = (each["log"] for each in CASES if each["id"] == name)
    found: dict[str, Any] = json.loads(json.dumps(log[-1]))
    return found


# ---------------------------------------------------------------------------- misdeals


@pytest.mark.parametrize(
    ("kind", "ground"),
    [
        ("dealt_out_of_order", "out_of_order"), ("button_not_moved", "button_not_moved"), ("player_not_seated", "not_seated"),
        ("wrong_card_count", "wrong_count"),
    ],
)  # fmt: skip
def test_an_irregularity_is_a_ground_for_a_misdeal_where_the_ruleset_says_so(kind, ground):
    hand = pot_hand(acts=BLINDS, void=True, irregularities=[{"kind": kind, "ruling": "misdeal"}])
    assert illegal(hand, CLUB) == []
    grounds = replace(CLUB.misdeals.grounds, **{ground: False})
    without = replace(CLUB, misdeals=replace(CLUB.misdeals, grounds=grounds))
    assert illegal(hand, without) == [(None, None, "misdeal_no_ground", None)]


@pytest.mark.parametrize(
    ("kinds", "acts", "without_chips", "late"),
    [
        (["fold", "fold"], 2, 3, False), (["fold", "fold"], 2, 2, True), (["fold", "call"], 2, 3, True),
        (["fold", "call"], 3, 3, False), (["fold", "fold", "call"], 4, 3, True),
    ],
)  # fmt: skip
def test_after_how_many_acts_a_misdeal_is_too_late_is_a_parameter(kinds, acts, without_chips, late):
    seats = [pot_seat(number) for number in range(1, 6)]
    played = [{"act": kind, "seat": seat} for seat, kind in enumerate(kinds, 3)]
    hand = pot_hand(
        1, *seats, acts=[*BLINDS, *played], dealer=5, void=True,
        irregularities=[{"kind": "dealt_out_of_order", "ruling": "misdeal"}],
    )  # fmt: skip
    too_late = replace(CLUB.misdeals.too_late, acts=acts, without_chips=without_chips)
    rules = replace(CLUB, misdeals=replace(CLUB.misdeals, too_late=too_late))
    assert illegal(hand, rules) == ([(None, None, "misdeal_too_late", None)] if late else [])


@pytest.mark.parametrize(
    ("cards", "found"), [((None,), ["misdeal_no_ground"]), ((None, None), []), ((2,), [])], ids=str
)
def test_a_card_exposed_in_the_deal_counts_as_one_where_the_log_does_not_say_how_many(cards, found):
    """OLY-1.56-a: two exposed cards are a ground for a misdeal."""
    exposed = {"kind": "exposed_card", "when": "deal", "ruling": "misdeal"}
    listed = [exposed | ({"cards": each} if each else {}) for each in cards]
    hand = pot_hand(acts=BLINDS, void=True, irregularities=listed)
    assert [code for _, _, code, _ in illegal(hand, CLUB)] == found


# ---------------------------------------------------------------------------- betting


def test_a_hand_shown_out_of_turn_may_raise_where_the_ruleset_leaves_it_free():
    hand = case("POT-SHOW-12")
    assert illegal(hand, CLUB) == [(10, 6, "call_only", {"to": 500})]
    free = replace(CLUB, betting=replace(CLUB.betting, shown=replace(CLUB.betting.shown, live="free")))
    assert illegal(hand, free) == []


def test_a_pair_on_fourth_street_allows_the_big_bet_where_the_ruleset_says_so():
    hand = case("POT-GAME-27")
    assert (11, 3, "wrong_bet_size", {"to": 800}) in illegal(hand, CLUB)
    stud = replace(CLUB.betting.stud, fourth_street_pair="small")
    small = replace(CLUB, betting=replace(CLUB.betting, stud=stud))
    assert illegal(hand, small)[0] == (10, 1, "wrong_bet_size", {"to": 200})


def test_no_size_of_a_raise_is_tested_without_a_limit_on_record():
    hand = case("POT-GAME-27")
    del hand["limit"]
    assert illegal(hand, CLUB) == []
    hand = case("POT-BET-02")
    assert [code for _, _, code, _ in illegal(hand, CLUB)] == ["raise_too_small"]
    del hand["limit"]
    assert illegal(hand, CLUB) == []


def test_what_was_said_binds_unless_the_ruleset_says_otherwise():
    said = {"act": "call", "seat": 3, "to": 200, "said": "raise", "said_to": 600}
    acts = [*BLINDS, said, {"act": "fold", "seat": 1}, {"act": "check", "seat": 2}]
    hand = pot_hand(acts=acts)
    assert illegal(hand, CLUB) == [(2, 3, "said_not_followed", {"act": "raise", "to": 600})]
    announced = replace(CLUB.betting.announced, binds=False)
    assert illegal(hand, replace(CLUB, betting=replace(CLUB.betting, announced=announced))) == []


def bet_and_raise(to: int) -> list[dict[str, Any]]:
    """Seat 1 bets 200, seat 2 raises, and both others fold."""
    folds = [{"act": "fold", "seat": seat} for seat in (3, 1)]
    return [{"act": "bet", "seat": 1, "to": 200}, {"act": "raise", "seat": 2, "to": to}, *folds]


@pytest.mark.parametrize(("of", "half"), [("raise_increment", 600), ("raise_total", 1500), ("raise_to", 500)])
@pytest.mark.parametrize("inclusive", [True, False])
def test_half_of_a_raise_from_200_to_1000(of, half, inclusive):
    """OLY-1.19: half of the 800 that it raises by, half more than the 1000 that it raises to, or half of the 1000.

    Whatever a unit is: a minor unit less than half is less.
    """
    for unit in (1, 10_000):
        to = half * unit + np.array([-1, 0, 1])
        level, least, increment = (np.full(3, amount * unit) for amount in (200, 1000, 800))
        found = half_of(HalfRule(of=of, inclusive=inclusive), to, level, least, increment)
        assert found.tolist() == [False, inclusive, True]


def test_a_bet_of_a_wrong_size_leaves_the_size_of_the_round():
    """The small bet of the flop is 200. Seat 1 bets 400, and seat 2 raises by 200."""
    called = [{"act": "call", "seat": 3}, {"act": "call", "seat": 1}, {"act": "check", "seat": 2}]
    flop = {"act": "board", "street": "flop", "cards": "2c7dJh"}
    acts = [*BLINDS, *called, flop, *bet_and_raise(600)]
    acts[6] = {"act": "bet", "seat": 1, "to": 400}
    stakes = {"small_blind": 100, "big_blind": 200, "small_bet": 200, "big_bet": 400}
    hand = pot_hand(acts=acts, limit="fixed_limit", stakes=stakes)
    assert illegal(hand, CLUB) == [(6, 1, "wrong_bet_size", {"to": 200})]


@pytest.mark.parametrize(("to", "due"), [(200, None), (300, None), (150, 200)], ids=str)
def test_an_announced_bet_is_no_raise_where_the_first_raise_is_by_twice_the_bet(to, due):
    """Seat 1 bets the flop, where 200 is the smallest bet; a raise of a bet of 200 is to 400, or to 600 by twice the bet."""
    called = [{"act": "call", "seat": 3}, {"act": "call", "seat": 1}, {"act": "check", "seat": 2}]
    bet = {"act": "bet", "seat": 1, "to": to, "said": "bet", "said_to": to}
    flop = {"act": "board", "street": "flop", "cards": "2c7dJh"}
    folds = [{"act": "fold", "seat": seat} for seat in (2, 3)]
    hand = pot_hand(acts=[*BLINDS, *called, flop, bet, *folds])
    by_double = replace(CLUB.betting, raise_=replace(CLUB.betting.raise_, first="by_double"))
    assert illegal(pot_hand(acts=[*BLINDS, *called, flop, *bet_and_raise(400)]), CLUB) == []
    doubled = replace(CLUB, betting=by_double)
    too_small = illegal(pot_hand(acts=[*BLINDS, *called, flop, *bet_and_raise(400)]), doubled)
    assert too_small == [(7, 2, "raise_too_small", {"to": 600})]
    for rules in (CLUB, doubled):
        said = [each for each in illegal(hand, rules) if each[2] == "said_not_followed"]
        assert said == ([] if due is None else [(6, 1, "said_not_followed", {"act": "bet", "to": due})])


def test_a_hand_of_too_many_cards_can_win_where_the_ruleset_never_kills_one():
    """OLY-1.32: seat 6 holds three cards, where a hand has two. If it can win, the record does not say with which two."""
    hand = case("POT-MIS-06")
    never = replace(
        CLUB, pots=replace(CLUB.pots, cannot_win=replace(CLUB.pots.cannot_win, wrong_count="never"))
    )
    winners = [replayed([hand], rules)[0]["pots"][0]["winners"] for rules in (CLUB, never)]
    assert winners == [[2], None]


# ---------------------------------------------------------------------------- the table


@pytest.mark.parametrize("both", [False, True], ids=["small blind", "both blinds"])
def test_who_sits_down_as_the_small_blind_waits_or_posts_both_under_one_reading(both):
    """OLY-2.15, AMB-OLY-seat-between: seat 1 sits down on the left of the button."""
    assert CLUB.table is not None
    counts = replace(CLUB, table=replace(CLUB.table, between_blinds="with_small_blind"))
    sits = {"event": "seat", "at": "2026-03-14T19:58:00+02:00", "player": "P1", "seat": 1, "kind": "seated"}
    big = [{"act": "post", "seat": 1, "kind": "extra", "amount": 200}] if both else []
    hand = pot_hand(acts=[*BLINDS, *big])
    found = [
        [each["code"] for each in replayed([sits, hand], rules)[0]["illegal"]] for rules in (CLUB, counts)
    ]
    assert found == [[], [] if both else ["dealt_between"]]


def test_who_sits_out_as_the_ninth_is_compared_in_the_games_that_the_ruleset_names():
    hand = case("POT-ROW-07")
    assert illegal(hand, CLUB) == [(None, 5, "wrong_sit_out", {"seat": 3})]
    assert CLUB.table is not None
    unnamed = replace(CLUB, table=replace(CLUB.table, ninth_games=("courchevel",)))
    assert illegal(hand, unnamed) == []
    right = replace(CLUB, table=replace(CLUB.table, ninth_sits_out="right_of_big_blind"))
    assert illegal(hand, right) == [(None, 5, "wrong_sit_out", {"seat": 1})]
    hand["acts"] = [each for each in hand["acts"] if each.get("kind") != "big_blind"]
    assert "wrong_sit_out" not in [
        code for _, _, code, _ in illegal(hand, CLUB)
    ]  # who was next to it is not known


def test_the_button_moves_from_a_hand_that_was_played_to_the_next():
    one, two = (pot_hand(number, at=f"2026-03-14T20:0{number}:00+02:00") for number in (1, 2))
    codes = [[each["code"] for each in hand["illegal"]] for hand in replayed([one, two], CLUB)]
    assert codes == [[], ["button_not_moved"]]
    taken_back = replayed([{**one, "void": True}, two], CLUB)
    assert [each["code"] for each in taken_back[1]["illegal"]] == []
    stud = {
        "game": "stud7",
        "limit": "fixed_limit",
        "stakes": {"bring_in": 100, "small_bet": 200, "big_bet": 400},
    }
    assert [hand["illegal"] for hand in replayed([one | stud, two | stud], CLUB)] == [[], []]


CHECKS = {"act": "check", "seat": 2}


# ---------------------------------------------------------------------------- not recorded


def test_cards_thrown_away_are_compared_in_hands_that_record_some():
    """Of Crazy Pineapple: seats 2 and 6 see the turn, before which each throws a card away (OLY-6.6)."""
    hand = case("POT-GAME-07")
    discards = [each for each in hand["acts"] if each["act"] == "discard"]
    assert illegal(hand, CLUB) == []
    hand["acts"].remove(discards[1])
    assert [(seat, code) for _, seat, code, _ in illegal(hand, CLUB)] == [(6, "discard_count")]
    hand["acts"].remove(discards[0])
    assert illegal(hand, CLUB) == []


def test_the_stack_after_a_hand_is_known_where_the_one_before_it_is():
    seats = pot_seat(1), pot_seat(2), pot_seat(3, None)
    folds = [{"act": "fold", "seat": 3}, {"act": "fold", "seat": 1}]
    (found,) = replayed([pot_hand(1, *seats, acts=[*BLINDS, *folds])], CLUB)
    assert [each["net"] for each in found["seats"]] == [-100, 100, 0]
    assert [each["stack_after"] for each in found["seats"]] == [19_900, 20_100, None]


@pytest.mark.parametrize(
    ("reached", "due"),
    [
        ({"reached": "flop"}, (800, 100, None)), ({"reached": "preflop"}, (0, 0, [])), ({}, (None, None, None)),
    ],
    ids=str,
)  # fmt: skip
def test_no_fee_is_known_of_a_hand_that_does_not_say_which_streets_were_dealt(reached, due):
    """Nor whether it hit a jackpot; after a flop that depends on cards that nobody recorded."""
    hand = case("POT-SIDE-10")
    del hand["reached"]
    (found,) = replayed([{**hand, **reached}], CLUB)
    assert (found["rake"], found["drop"], found["jackpots"]) == due


@pytest.mark.parametrize(
    ("thrown", "found"),
    [
        ((1, 1), []), ((0, 2), [("flop", 1)]), ((2, 0), [("flop", 1)]), ((1, 0), [("turn", 2)]),
        ((0, 1), [("flop", 1), ("turn", 2)]),
    ],
    ids=str,
)  # fmt: skip
def test_cards_of_watermelon_are_counted_in_all(thrown, found):
    """OLY-6.9: by the flop one of the four cards is thrown away, by the turn two. Seat 1 always throws one each."""
    cards, acts = (
        {1: "AsAd", 2: "KsKd"},
        [*BLINDS[:2], {"act": "fold", "seat": 3}, {"act": "call", "seat": 1}, CHECKS],
    )
    for street, count in zip(("flop 2c7dJh", "turn 4s"), thrown, strict=True):
        for seat, number in ((1, 1), (2, count)):
            acts += [
                {"act": "discard", "seat": seat, "cards": cards[seat][2 * place : 2 * place + 2]}
                for place in range(number)
            ]
            cards[seat] = cards[seat][2 * number :]
        name, board = street.split()
        acts += [{"act": "board", "street": name, "cards": board}, {"act": "check", "seat": 1}, CHECKS]
    hand = pot_hand(1, *map(pot_seat, (1, 2, 3)), acts=acts, game="watermelon", limit="pot_limit")
    rows = [(act, due) for act, _, code, due in illegal(hand, CLUB) if code == "discard_count"]
    assert [(acts[act]["street"], due["discarded"]) for act, due in rows] == found
