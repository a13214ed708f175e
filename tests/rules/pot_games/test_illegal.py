"""Acts against the rules that no known answer has, and hands beside them in which nothing is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.pot_games.replaying import illegal, replayed
from tests.rules.pot_games.rulesets import CLUB
from tests.rules.pot_logs import pot_hand, pot_seat

BLINDS = [
    {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
    {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
]


def act(kind: str, seat: int, to: int | None = None) -> dict[str, Any]:
    return {"act": kind, "seat": seat, **({} if to is None else {"to": to})}


@pytest.mark.parametrize(
    ("to", "found"), [(200, []), (None, []), (150, [(2, 3, "call_amount", {"to": 200})])], ids=str
)
def test_a_call_is_the_whole_bet(to, found):
    acts = [*BLINDS, act("call", 3, to), act("fold", 1), act("check", 2)]
    assert illegal(pot_hand(acts=acts)) == found


def test_a_short_call_that_stood_is_one_fault():
    """TDA 51: the flop is not early on its account, and the seat acts again only after a raise."""
    flop = {"act": "board", "street": "flop", "cards": "2c7dJh"}
    short = [*BLINDS, act("call", 3, 150), act("call", 1, 200)]
    one = (2, 3, "call_amount", {"to": 200})
    assert illegal(pot_hand(acts=[*short, act("check", 2), flop, act("check", 1)])) == [one]
    again = [*short, act("check", 2), act("call", 3, 200)]
    assert illegal(pot_hand(acts=again)) == [one]  # who need not act may call
    raised = [*short, act("raise", 2, 400), flop]
    assert illegal(pot_hand(acts=raised)) == [one, (5, None, "street_early", None)]
    raised[-1:] = [act("call", 3, 400), act("call", 1, 400), flop]
    assert illegal(pot_hand(acts=raised)) == [one]


def test_a_call_with_all_chips_may_be_less():
    seats = pot_seat(1), pot_seat(2), pot_seat(3, 150)
    acts = [*BLINDS, act("call", 3, 150), act("fold", 1)]
    assert illegal(pot_hand(1, *seats, acts=acts), "standard-cash") == []


@pytest.mark.parametrize(
    ("stack", "found"), [(200, []), (150, [(1, 2, "over_stack", {"amount": 150})])], ids=str
)
def test_a_post_is_no_more_than_the_stack(stack, found):
    seats = pot_seat(1), pot_seat(2, stack), pot_seat(3)
    acts = [*BLINDS, act("fold", 3), act("fold", 1)]
    assert illegal(pot_hand(1, *seats, acts=acts), "standard-cash") == found


def test_an_act_after_the_betting_was_closed():
    acts = [*BLINDS, act("fold", 3), act("fold", 1), act("bet", 2, 500)]
    assert illegal(pot_hand(acts=acts)) == [(4, 2, "betting_closed", None)]


@pytest.mark.parametrize(
    ("before", "found"),
    [([], []), ([act("bet", 1, 300)], [(9, 2, "draw_time", None)])],
    ids=["in time", "too late"],
)
def test_a_card_of_sviten_is_replaced_before_the_betting_on_the_flop(before, found):
    seats = pot_seat(1), pot_seat(2, hole="AhAdAs4c3c"), pot_seat(3)
    replaced = {"act": "draw", "seat": 2, "street": "flop", "discard": "3c", "cards": "8d"}
    rest = [act("check", 1), act("bet", 2, 300), act("fold", 3), act("fold", 1)]
    after = [act("call", 2), act("fold", 3)] if before else rest
    acts = [
        *BLINDS, act("call", 3), act("call", 1), act("check", 2), {"act": "board", "street": "flop", "cards": "7dKsJh"},
        *before, *([] if before else [replaced]), *after[:1], *([replaced] if before else []), *after[1:],
    ]  # fmt: skip
    place = acts.index(replaced)
    hand = pot_hand(1, *seats, game="sviten", acts=acts)
    assert illegal(hand) == [(place, *each[1:]) for each in found]


def test_the_last_hand_is_not_thrown_away():
    """Seat 2 gives its cards up when all others have: it wins the pot, and breaks nothing."""
    (found,) = replayed([pot_hand(acts=[*BLINDS, act("fold", 3), act("fold", 1), act("fold", 2)])])
    assert found["illegal"] == []
    assert [(each["seat"], each["amount"]) for each in found["awards"]] == [(2, 200)]


def test_no_more_goes_back_than_nobody_called():
    """Seat 3 raised to 1000 and the big blind of 200 folded: 800 goes back, and nothing after too much went back."""
    returned = [{"act": "return", "seat": 3, "amount": amount} for amount in (900, 50)]
    acts = [*BLINDS, act("raise", 3, 1_000), act("fold", 1), act("fold", 2)]
    assert illegal(pot_hand(acts=[*acts, *returned])) == [
        (5, 3, "return_amount", {"amount": 800}),
        (6, 3, "return_amount", {"amount": 0}),
    ]
    in_two = [{**returned[0], "amount": amount} for amount in (500, 300)]
    for enough in ([{**returned[0], "amount": 800}], in_two):
        assert illegal(pot_hand(acts=[*acts, *enough])) == []


def test_a_call_out_of_turn_stands_in_the_second_hand_of_a_log_too():
    """Seat 2 calls the raise of seat 3 before seat 1 folds; the action did not change (OLY-1.26-a)."""
    acts = [*BLINDS, act("raise", 3, 600), act("call", 2, 600), act("fold", 1)]
    second = replayed([pot_hand(acts=BLINDS), pot_hand(2, acts=acts)])[1]
    assert [each["put_in"] for each in second["seats"]] == [100, 600, 600]


def test_a_burn_before_the_river_does_not_follow_from_a_turn_that_was_taken_back():
    """Nothing was dealt in place of the turn."""
    flop, turn, river = [
        {"act": "board", "street": street, "cards": cards, "burn": "Kc"}
        for street, cards in (("flop", "2c7dJh"), ("turn", "4s"), ("river", "5s"))
    ]
    called = [*BLINDS, act("call", 3), act("call", 1), act("check", 2), flop]
    acts = [*called, turn | {"withdrawn": True}, *(act("check", seat) for seat in (1, 2, 3)), river]
    codes = {code for _, _, code, _ in illegal(pot_hand(acts=acts), "standard-cash")}
    assert codes == {"street_early", "street_order"}


@pytest.mark.parametrize(
    "stated", [{}, {"withdrawn": False, "face_down": False}], ids=["not stated", "stated"]
)
def test_a_turn_in_place_of_one_taken_back_comes_without_a_burn(stated):
    turn = {"act": "board", "street": "turn", "cards": "4s"}
    flop = {"act": "board", "street": "flop", "cards": "2c7dJh"}
    called = [*BLINDS, act("call", 3), act("call", 1), act("check", 2), flop, turn | {"withdrawn": True}]
    acts = [
        *called,
        *(act("check", seat) for seat in (1, 2, 3)),
        turn | {"cards": "5s", "burn": "Kc"} | stated,
    ]
    found = [(place, code) for place, _, code, _ in illegal(pot_hand(acts=acts))]
    assert (len(acts) - 1, "burn_after_early") in found


THREE_BETS = [act("check", 1), act("bet", 2, 400), act("raise", 3, 800), act("raise", 1, 1_200)]
FOUR_BETS = [act("bet", 1, 400), act("raise", 2, 800), act("raise", 3, 1_200), act("raise", 1, 1_600)]


@pytest.mark.parametrize(
    ("river", "found"),
    [(THREE_BETS, [(19, 3, "nuts_not_bet", {"act": "raise"})]), (FOUR_BETS, [])],
    ids=["three bets", "four bets"],
)
def test_the_nuts_need_not_raise_where_a_fixed_limit_leaves_no_raise(river, found):
    """Three seats bet the river, and seat 3 closes it with four aces."""
    seats = [pot_seat(1, hole="KhKd"), pot_seat(2, hole="QhQd"), pot_seat(3, hole="AhAd")]
    checks = [act("check", seat) for seat in (1, 2, 3)]
    flop, turn, last = [
        {"act": "board", "street": street, "cards": cards}
        for street, cards in (("flop", "AcAs2d"), ("turn", "7h"), ("river", "9c"))
    ]
    acts = [
        *BLINDS, act("call", 3), act("call", 1), act("check", 2), flop, *checks, turn, *checks, last, *river,
        act("call", 2), act("call", 3),
    ]  # fmt: skip
    assert illegal(pot_hand(1, *seats, limit="fixed_limit", acts=acts)) == found


@pytest.mark.parametrize(
    ("stack", "found"),
    [(2_000, [(15, 3, "nuts_not_bet", {"act": "raise"})]), (1_200, [])],
    ids=["chips left", "all in"],
)
def test_the_nuts_need_not_raise_against_who_is_all_in(stack, found):
    """Seat 2 bets 1000 on the river, and seat 3 closes the betting with four aces."""
    seats = [pot_seat(1, hole="KhKd"), pot_seat(2, stack, hole="QhQd"), pot_seat(3, hole="AhAd")]
    checks = [act("check", seat) for seat in (2, 3)]
    flop, turn, river = [
        {"act": "board", "street": street, "cards": cards}
        for street, cards in (("flop", "AcAs2d"), ("turn", "7h"), ("river", "9c"))
    ]
    acts = [
        *BLINDS, act("call", 3), act("call", 1), act("check", 2), flop, act("check", 1), *checks, turn, act("fold", 1), *checks,
        river, act("bet", 2, 1_000), act("call", 3), {"act": "show", "seat": 2}, {"act": "show", "seat": 3},
    ]  # fmt: skip
    assert illegal(pot_hand(1, *seats, acts=acts)) == found


def test_an_agreement_to_run_it_twice_before_the_call_is_no_early_card():
    """Seat 1 is all in, and seat 2 still has to call."""
    seats = [pot_seat(1, 1_000, hole="AhAd"), pot_seat(2, 1_000, hole="KhKd")]
    boards = [
        {"act": "board", "street": street, "cards": cards, "run": run}
        for run, cards_of in ((1, ("2c7dJh", "4s", "9c")), (2, ("3c8dTh", "5s", "6c")))
        for street, cards in zip(("flop", "turn", "river"), cards_of, strict=True)
    ]
    stakes = {"small_blind": 200, "big_blind": 200}
    acts = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 200},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
        act("raise", 1, 1_000), {"act": "run", "times": 2, "agreed": [1, 2]}, act("call", 2, 1_000), *boards,
    ]  # fmt: skip
    assert illegal(pot_hand(1, *seats, dealer=1, stakes=stakes, acts=acts)) == [
        (3, None, "run_not_all_in", None)
    ]


@pytest.mark.parametrize(
    ("game", "first", "found"),
    [
        ("stud7", 1, []), ("stud7", 2, [(2, "out_of_turn", {"seat": 1})]),
        ("razz", 2, []), ("razz", 1, [(1, "out_of_turn", {"seat": 2})]),
    ],
)  # fmt: skip
def test_two_pairs_that_show_are_better_than_a_pair_of_aces(game, first, found):
    """On sixth street two pairs open before aces; in razz, where pairs are bad, aces do."""
    seats = [pot_seat(1, hole="2c3c", up="Jd"), pot_seat(2, hole="2d3d", up="Ac")]
    stakes = {"bring_in": 100, "small_bet": 200, "big_bet": 400}
    acts = []
    for street, one, two in (("fourth", "8d", "Ad"), ("fifth", "Jh", "Td"), ("sixth", "8h", "9c")):
        acts += [
            {"act": "card", "street": street, "seat": seat, "up": card} for seat, card in ((1, one), (2, two))
        ]
        if street == "sixth":
            acts += [act("bet", first, 400), act("fold", 3 - first)]
    hand = pot_hand(1, *seats, game=game, limit="fixed_limit", stakes=stakes, dealer=2, acts=acts)
    said = [(each[1], each[2], each[3]) for each in illegal(hand) if each[2] == "out_of_turn"]
    assert said == found


def test_a_card_exchanged_before_the_first_betting_is_at_a_wrong_time_only():
    exchange = {"act": "draw", "seat": 1, "street": "predraw", "discard": "2c", "cards": "9d"}
    acts = [*BLINDS, exchange, act("call", 3), act("call", 1), act("check", 2)]
    assert illegal(pot_hand(game="draw5", acts=acts), CLUB) == [(2, 1, "draw_time", None)]


@pytest.mark.parametrize(
    ("highest", "found"),
    [("Kd", [(0, 1, "bring_in_seat", {"seat": 2})]), ("??", []), ("", [])],
    ids=["known", "unknown", "not dealt"],
)
def test_who_brings_it_in_is_compared_where_every_card_that_shows_is_known(highest, found):
    """Seat 2 shows the deuce. The card of seat 3, if nobody recorded it, may be a lower one."""
    seats = [pot_seat(seat, up=up) for seat, up in ((1, "9h"), (2, "2c"), (3, highest))]
    stakes = {"bring_in": 100, "small_bet": 200, "big_bet": 400}
    acts = [{"act": "post", "seat": 1, "kind": "bring_in", "amount": 100}]
    hand = pot_hand(1, *seats, game="stud7", limit="fixed_limit", stakes=stakes, acts=acts)
    reported = illegal(hand, "standard-cash")
    assert [each for each in reported if each[2] != "wrong_card_count"] == found


@pytest.mark.parametrize(
    ("amount", "found"), [(200, []), (400, [(3, 3, "straddle_amount", {"amount": 200})])], ids=str
)
def test_the_blind_of_a_new_player_counts_towards_the_straddle(amount, found):
    """OLY-2.16-c: seat 3 posted 200 as a new player; a straddle to 400 takes 200 more."""
    posts = [
        {"act": "post", "seat": 3, "kind": kind, "amount": chips}
        for kind, chips in (("new_player", 200), ("straddle", amount))
    ]
    acts = [*BLINDS, *posts, act("fold", 1), act("fold", 2)]
    assert illegal(pot_hand(acts=acts)) == found


@pytest.mark.parametrize("new", [True, False], ids=["new", "not new"])
def test_a_new_player_straddles_from_any_seat(new):
    seats = [pot_seat(seat) for seat in range(1, 5)]
    posts = [{"act": "post", "seat": 4, "kind": "new_player", "amount": 200}] if new else []
    straddle = {"act": "post", "seat": 4, "kind": "straddle", "amount": 200 if new else 400}
    acts = [*BLINDS, *posts, straddle, act("fold", 1), act("fold", 2), act("fold", 3)]
    played = pot_hand(1, *seats, dealer=4, acts=acts)
    assert illegal(played) == ([] if new else [(2, 4, "straddle_seat", {"seat": 3})])
    straddle_rules = replace(CLUB.betting.straddle, new_player="in_row")
    in_row = replace(CLUB, betting=replace(CLUB.betting, straddle=straddle_rules))
    assert illegal(played, in_row) == [(3 if new else 2, 4, "straddle_seat", {"seat": 3})]


@pytest.mark.parametrize(
    ("withdrawn", "found"),
    [(False, [(10, "street_order")]), (True, [])],
    ids=["stays", "withdrawn"],
)
def test_a_street_is_dealt_once_unless_its_card_was_withdrawn(withdrawn, found):
    checks = [act("check", seat) for seat in (1, 2, 3)]
    flop, first, second = [
        {"act": "board", "street": street, "cards": cards}
        for street, cards in (("flop", "2c7dJh"), ("turn", "4s"), ("turn", "5s"))
    ]
    called = [*BLINDS, act("call", 3), act("call", 1), act("check", 2), flop, *checks]
    acts = [*called, first | ({"withdrawn": True} if withdrawn else {}), second, *checks]
    reported = [(place, code) for place, _, code, _ in illegal(pot_hand(acts=acts), "standard-cash")]
    assert [each for each in reported if each[1] == "street_order"] == found


STUD = {
    "game": "stud7", "limit": "fixed_limit",
    "stakes": {"bring_in": 100, "small_bet": 200, "big_bet": 400},
}  # fmt: skip


BRING_IN = {"act": "post", "seat": 1, "kind": "bring_in", "amount": 100}


@pytest.mark.parametrize(
    ("third", "due"), [({"up": ""}, [{"seat": 2}]), ({}, [])], ids=["none", "not recorded"]
)
def test_a_seat_that_was_dealt_no_card_that_shows_does_not_open(third, due):
    """Seat 2 shows an ace; what nobody recorded of seat 3 may be better."""
    seats = [pot_seat(1, up="Jd"), pot_seat(2, up="Ac"), pot_seat(3, **third)]
    cards = [
        {"act": "card", "street": "fourth", "seat": seat, "up": up}
        for seat, up in ((1, "8d"), (2, "Jh"), (3, "2s"))
    ]
    third_street = [BRING_IN, act("call", 2, 100), act("call", 3, 100)]
    hand = pot_hand(1, *seats, acts=[*third_street, *cards, act("bet", 1, 200), act("call", 2, 200)], **STUD)
    assert [each[3] for each in illegal(hand) if each[2] == "out_of_turn"] == due


@pytest.mark.parametrize(
    ("all_in", "due"),
    [(True, []), (None, []), (False, [{"seat": 1}])],
    ids=["all in", "not recorded", "with chips left"],
)
def test_who_is_all_in_with_a_stack_that_nobody_recorded_acts_no_more(all_in, due):
    """On the flop seat 2 is the first with chips, if seat 1 has none."""
    seats = [pot_seat(1, None), pot_seat(2), pot_seat(3)]
    flop = {"act": "board", "street": "flop", "cards": "2c7dJh"}
    shoves = act("raise", 1, 1_000) | ({} if all_in is None else {"all_in": all_in})
    acts = [*BLINDS, act("call", 3), shoves, act("call", 2), act("call", 3), flop, act("bet", 2, 500)]
    found = illegal(pot_hand(1, *seats, acts=acts), "standard-cash")
    assert [each[3] for each in found if each[2] == "out_of_turn"] == due


def test_each_hand_of_a_log_shows_its_own_cards():
    """Seat 2 opens with an ace and a jack. The hand before it has two cards where this one has the first of fourth street."""
    hands = []
    for number, first in enumerate(("8h9d", "8d"), 1):
        seats = [pot_seat(1, up="Jd"), pot_seat(2, up="Ac")]
        cards = [
            {"act": "card", "street": "fourth", "seat": seat, "up": up}
            for seat, up in ((1, first), (2, "Jh"))
        ]
        acts = [BRING_IN, *cards, act("bet", 2, 200), act("fold", 1)]
        hands.append(pot_hand(number, *seats, dealer=2, acts=acts, **STUD))
    codes = [each["code"] for each in replayed(hands)[1]["illegal"]]
    assert codes == ["street_early"]  # seat 2 did nothing on third street


def test_the_seat_with_the_lowest_card_brings_it_in_wherever_it_sits():
    seats = [pot_seat(seat, up=up) for seat, up in ((1, "2c"), (2, "9h"), (3, "Kd"))]
    acts = [{"act": "post", "seat": 2, "kind": "bring_in", "amount": 100}]
    assert illegal(pot_hand(1, *seats, acts=acts, **STUD)) == [(0, 2, "bring_in_seat", {"seat": 1})]


@pytest.mark.parametrize(
    ("bring_in", "raises", "found"), [(100, 4, []), (100, 5, [800]), (200, 3, []), (200, 4, [800])]
)
def test_a_bring_in_for_the_small_bet_is_the_first_bet_of_four(bring_in, raises, found):
    """A bring-in of less is completed first; a fixed limit allows a bet and three raises."""
    seats = [pot_seat(seat, up=up) for seat, up in ((1, "2c"), (2, "9h"), (3, "Kd"))]
    first = 1 if bring_in == 100 else 2
    bets = [
        act("complete" if each == 1 else "raise", (2, 3, 1)[place % 3], 200 * each)
        for place, each in enumerate(range(first, first + raises))
    ]
    acts = [{"act": "post", "seat": 1, "kind": "bring_in", "amount": bring_in}, *bets]
    reported = illegal(pot_hand(1, *seats, acts=acts, **STUD))
    assert [(code, due) for _, _, code, due in reported] == [("too_many_raises", {"to": to}) for to in found]


@pytest.mark.parametrize(("game", "low"), [("short_deck", True), ("holdem", False)])
def test_a_deck_that_begins_with_a_higher_rank_has_no_low_card(game, low):
    seats = [pot_seat(1, hole="AhAd"), pot_seat(2, hole="5h6d"), pot_seat(3)]
    acts = [*BLINDS, {"act": "board", "street": "flop", "cards": "6c7d8h", "burn": "2s"}]
    reported = [
        each for each in illegal(pot_hand(1, *seats, game=game, acts=acts), CLUB) if "card" in each[2]
    ]
    due = {"cards": "6c"}
    assert reported == ([(2, None, "card_below_deck", due), (None, 2, "card_below_deck", due)] if low else [])
