"""Who opens first, who wins without showing, which pot is pushed first: breaches that fire, and others that stay quiet."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.controls.sections.pots import Showdown
from tests.rules.pot_games import rulesets
from tests.rules.pot_games.replaying import illegal, parameters, replayed
from tests.rules.pot_logs import pot_hand, pot_seat

Row = dict[str, Any]
CLUB = parameters("olympic-cash")
CHECKS = [{"act": "check", "seat": seat} for seat in (1, 2, 3)]
STREETS = [
    {"act": "board", "street": "flop", "cards": "2c7dJh"}, {"act": "board", "street": "turn", "cards": "4s"},
    {"act": "board", "street": "river", "cards": "9c"},
]  # fmt: skip
MUCKS = [{"act": "muck", "seat": seat} for seat in (1, 2, 3)]
FOLDS = [{"act": "fold", "seat": seat} for seat in (1, 2, 3)]


def hand(*last: Row, river: list[Row] = CHECKS, stack: int = 10_000, **fields: Any) -> Row:
    """Three seats see the river; seat 3 has the button, seat 1 the best hand."""
    seats = [pot_seat(number, stack, hole=hole) for number, hole in ((1, "AhAd"), (2, "KhKd"), (3, "QhQd"))]
    streets = [act for street in STREETS[:2] for act in [street, *CHECKS]]
    acts = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
        {"act": "call", "seat": 3}, {"act": "call", "seat": 1}, {"act": "check", "seat": 2},
        *streets, STREETS[2], *river, *last,
    ]  # fmt: skip
    return pot_hand(1, *seats, acts=acts, **fields)


def show(seat: int, cards: str | None = None) -> Row:
    return {"act": "show", "seat": seat} | ({"cards": cards} if cards else {})


def bets(*seats: int) -> list[Row]:
    """Everybody checks to the first of some seats, which bets; the others call."""
    first, *others = seats
    checks = [{"act": "check", "seat": seat} for seat in range(1, first)]
    return [
        *checks,
        {"act": "bet", "seat": first, "to": 500},
        *({"act": "call", "seat": seat} for seat in others),
    ]


# ---------------------------------------------------------------------------- the order


def test_seats_that_show_clockwise_from_the_button_are_in_order():
    assert illegal(hand(show(1), MUCKS[1], show(3))) == []


def test_each_seat_that_shows_before_its_turn_is_named_with_whose_turn_it_was():
    assert illegal(hand(show(3), show(2), show(1))) == [
        (17, 3, "show_order", {"seat": 1}),
        (18, 2, "show_order", {"seat": 1}),
    ]


def test_who_bet_the_river_opens():
    river = bets(2, 3, 1)
    assert illegal(hand(show(2), show(3), show(1), river=river)) == []
    assert illegal(hand(show(1), show(2), show(3), river=river)) == [(18, 1, "show_order", {"seat": 2})]


@pytest.mark.parametrize(
    ("last", "river"),
    [
        pytest.param([show(1, "Ah"), show(1, "AhAd"), show(2), show(3)], CHECKS, id="shown again"),
        pytest.param([show(1), show(2), show(3)], [FOLDS[0], *CHECKS[1:]], id="shown after a fold"),
        pytest.param([show(1), show(2), show(3)], [show(3), *CHECKS], id="shown during the betting"),
        pytest.param([show(3)], [*FOLDS[:2]], id="shown by the last one left"),
    ],
)
def test_what_is_shown_beside_the_showdown_has_no_order(last, river):
    assert illegal(hand(*last, river=river)) == []


def test_the_order_is_not_tested_where_nobody_could_bet_any_more():
    """All three are all in before the flop."""
    acts = [act for act in hand(show(3), show(2), show(1))["acts"] if act["act"] != "check"]
    assert illegal({**hand(stack=200), "acts": acts}) == []


def test_a_side_pot_that_nobody_else_can_win_gives_no_right_to_open():
    """Seat 1 is all in on the flop; on the river seat 3 folds, and leaves the side pot to seat 2."""
    played = hand(river=[CHECKS[1], FOLDS[2]], stack=1_000)
    flop = played["acts"].index(STREETS[0])
    goes = [
        {"act": "bet", "seat": 1, "to": 800}, *({"act": "call", "seat": seat} for seat in (2, 3)), STREETS[1],
        {"act": "bet", "seat": 2, "to": 500}, {"act": "call", "seat": 3}, STREETS[2], CHECKS[1], FOLDS[2],
    ]  # fmt: skip
    played["seats"][1]["stack"] = played["seats"][2]["stack"] = 10_000
    acts = [*played["acts"][: flop + 1], *goes]
    assert illegal({**played, "acts": [*acts, show(1), show(2)]}) == []
    early = [(len(acts), 2, "show_order", {"seat": 1})]
    assert illegal({**played, "acts": [*acts, show(2), show(1)]}) == early


def test_without_a_button_the_order_is_known_only_if_the_bettor_begins_it():
    for river, order in ((CHECKS, []), (bets(2, 3, 1), [2, 3, 1])):
        (found,) = replayed([{name: each for name, each in hand(river=river).items() if name != "dealer"}])
        assert found["show_order"] == order


@pytest.mark.parametrize(("eligible", "order"), [({"eligible": [1, 3]}, [1, 3]), ({}, [])], ids=str)
def test_of_pots_on_record_the_order_is_known_where_it_is_known_who_can_win_them(eligible, order):
    seats = [pot_seat(number, folded=number == 2) for number in (1, 2, 3)]
    (found,) = replayed([pot_hand(1, *seats, reached="river", pots=[{"pot": 0, "amount": 600, **eligible}])])
    assert found["show_order"] == order


def stud() -> Row:
    """Seat 2 shows a king and opens each street; seat 1 sits to the left of the dealer."""
    later = [("fourth", "3h", "4s"), ("fifth", "5c", "6c"), ("sixth", "7d", "8d"), ("seventh", "9s", "Ts")]
    side = {"seventh": "down"}
    acts = [
        {"act": "post", "seat": 1, "kind": "bring_in", "amount": 100}, {"act": "call", "seat": 2},
        *(
            act
            for street, one, two in later
            for act in (
                {"act": "card", "street": street, "seat": 1, side.get(street, "up"): one},
                {"act": "card", "street": street, "seat": 2, side.get(street, "up"): two},
                {"act": "check", "seat": 2}, {"act": "check", "seat": 1},
            )
        ),
    ]  # fmt: skip
    seats = [pot_seat(1, hole="JcJd", up="2d"), pot_seat(2, hole="QcQd", up="Kd")]
    stakes = {"bring_in": 100, "small_bet": 200, "big_bet": 400}
    return pot_hand(1, *seats, game="stud7", limit="fixed_limit", stakes=stakes, dealer=2, acts=acts)


def test_without_a_bet_on_the_last_street_who_acted_first_opens_under_one_reading():
    other = replace(CLUB, pots=replace(CLUB.pots, showdown=Showdown(first="first_to_act")))
    (club,), (under_the_other,) = replayed([stud()], CLUB), replayed([stud()], other)
    assert (club["illegal"], club["show_order"]) == ([], [1, 2])
    assert (under_the_other["illegal"], under_the_other["show_order"]) == ([], [2, 1])


def test_a_winner_in_stud_shows_the_last_card_too():
    """Seat 2 wins with its queens; all three cards that nobody saw are shown, or its hand is not tabled."""
    acts = [*stud()["acts"], show(1, "JcJd9s")]
    assert illegal({**stud(), "acts": [*acts, show(2, "QcQdTs")]}) == []
    two_of_three = illegal({**stud(), "acts": [*acts, show(2, "QcQd")]})
    assert two_of_three == [(len(acts), 2, "not_tabled", {"cards": 3})]


def test_an_act_out_of_turn_is_not_the_first_of_the_street():
    other = replace(CLUB, pots=replace(CLUB.pots, showdown=Showdown(first="first_to_act")))
    (found,) = replayed([hand(river=[CHECKS[1], CHECKS[0], CHECKS[2]])], other)
    assert [each["code"] for each in found["illegal"]] == ["out_of_turn"]
    assert found["show_order"] == [1, 2, 3]


# ---------------------------------------------------------------------------- winners


def test_a_winner_that_shows_one_card_of_two_has_not_tabled_its_hand():
    assert illegal(hand(show(1, "Ah"), show(2))) == [(17, 1, "not_tabled", {"cards": 2})]


@pytest.mark.parametrize(
    ("last", "river"),
    [
        pytest.param([show(1, "AhAd")], CHECKS, id="both cards"),
        pytest.param([show(1, "Ah"), show(1, "Ad")], CHECKS, id="one after the other"),
        pytest.param([show(1)], CHECKS, id="which cards is not recorded"),
        pytest.param([show(1), show(2, "Kh")], CHECKS, id="a loser"),
        pytest.param([show(1, "Ah")], [CHECKS[0], *FOLDS[1:]], id="the last one left"),
    ],
)
def test_a_hand_that_is_tabled_or_need_not_be_is_no_breach(last, river):
    assert illegal(hand(*last, river=river)) == []


def given_to(seat: int, *last: Row, river: list[Row] = CHECKS) -> list[tuple[Any, ...]]:
    """What is illegal where a seat was given the pot."""
    return illegal(
        hand(*last, river=river, pots=[{"pot": 0, "amount": 600, "awards": [{"seat": seat, "amount": 600}]}])
    )


@pytest.mark.parametrize("shown", ["JcJd", "Jc"])
def test_the_common_last_card_of_stud_is_none_of_the_hole_cards(shown):
    """Two hole cards are all that the winner has to show, where the deck was too short for a third."""
    dealt = stud()
    acts = [act for act in dealt["acts"] if act.get("street") != "seventh"]
    acts.insert(-2, {"act": "board", "street": "seventh", "cards": "Jh"})
    (found,) = replayed([{**dealt, "acts": [*acts, show(1, shown), show(2, "QcQd")]}])
    assert [each["seat"] for each in found["awards"]] == [1]
    missing = [] if shown == "JcJd" else [(len(acts), 1, "not_tabled", {"cards": 2})]
    assert [(each["act"], each["seat"], each["code"], each["due"]) for each in found["illegal"]] == missing


def test_a_seat_that_mucked_was_given_the_pot():
    assert given_to(1, MUCKS[0], show(2)) == [(None, 1, "mucked_winner", None)]


def test_who_mucked_and_was_given_the_pot_is_named_in_its_own_hand_of_a_log():
    awards = [{"pot": 0, "amount": 600, "awards": [{"seat": 1, "amount": 600}]}]
    first, second = hand(show(1), show(2)), hand(MUCKS[0], show(2))
    reported = replayed([first | {"pots": awards}, second | {"hand": 2, "pots": awards}])
    found = [[each["seat"] for each in one["illegal"] if each["code"] == "mucked_winner"] for one in reported]
    assert found == [[], [1]]


def test_the_last_one_left_may_muck_and_wins():
    river = [CHECKS[0], *FOLDS[1:]]
    assert given_to(1, MUCKS[0], river=river) == []
    (found,) = replayed([hand(MUCKS[0], river=river)])
    assert [each["seat"] for each in found["awards"]] == [1]


def test_a_mucked_hand_wins_where_the_ruleset_says_that_it_can():
    rules = replace(CLUB, pots=replace(CLUB.pots, cannot_win=replace(CLUB.pots.cannot_win, mucked=False)))
    awards = [{"pot": 0, "amount": 600, "awards": [{"seat": 1, "amount": 600}]}]
    log = hand(MUCKS[0], show(2), pots=awards)
    won = [[award["seat"] for award in replayed([log], each)[0]["awards"]] for each in (CLUB, rules)]
    assert won == [[2], [1]]
    assert [each[2] for each in illegal(log, CLUB)] == ["mucked_winner"]
    assert illegal(log, rules) == []


def test_a_seat_that_mucked_and_won_nothing_is_no_breach():
    assert given_to(2, MUCKS[0], show(2)) == []


@pytest.mark.parametrize("last", [MUCKS, [*MUCKS[:2], show(3)]], ids=["mucks", "shows"])
def test_who_is_left_when_all_others_have_mucked_wins(last):
    (found,) = replayed([hand(*last)])
    assert [(each["seat"], each["amount"]) for each in found["awards"]] == [(3, 600)]


# ---------------------------------------------------------------------------- pots


def pushed(*orders: int | None) -> list[tuple[Any, ...]]:
    """What is illegal where pots, the main pot first, were pushed in some order."""
    pots = [
        {
            "pot": pot,
            "amount": 200,
            "awards": [{"seat": 1, "amount": 200, **({"order": order} if order else {})}],
        }
        for pot, order in enumerate(orders)
    ]
    return illegal(hand(pots=pots))


def test_a_main_pot_that_is_pushed_before_a_side_pot():
    assert pushed(2, 3, 1) == [(None, None, "award_order", {"pots": [2, 1, 0]})]


def test_the_last_side_pot_first_is_in_order_and_pots_without_an_order_are_not_compared():
    assert pushed(3, 2, 1) == []
    assert pushed(1, None) == []


def test_a_royal_flush_shown_by_the_first_seat_after_all_folded_counts_under_one_reading():
    """AMB-OLY-rfj-showdown. Six are dealt in, as the jackpot needs."""
    seats = [pot_seat(1, hole="JhTh"), *(pot_seat(number) for number in range(2, 7))]
    acts = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
        *({"act": "fold", "seat": seat} for seat in (3, 4, 5, 6)),
        {"act": "call", "seat": 1}, CHECKS[1], {"act": "board", "street": "flop", "cards": "AhKhQh"},
        {"act": "bet", "seat": 1, "to": 200}, FOLDS[1], show(1, "JhTh"),
    ]  # fmt: skip
    hand = pot_hand(1, *seats, dealer=6, acts=acts)
    (club,), (shown,) = (
        replayed([hand], rules)
        for rules in (CLUB, rulesets.royal_flush(rulesets.CLUB, needs="must_be_shown"))
    )
    assert club["jackpots"] == []
    assert [(each["kind"], each["winners"]) for each in shown["jackpots"]] == [("royal_flush", [1])]
