"""The columns of hands of pot games: what each line of a log becomes."""

import numpy as np

from rules.cards import NO_CARD, decode
from rules.hands import NOT_RECORDED
from rules.pot_hands import ACTS, GAMES, LIMITS, POSTS, STREETS
from tests.rules.pot_logs import hands_of, pot_hand, pot_seat

# pot-hand.md: the example, with other fields.
HAND = pot_hand(
    12,
    pot_seat(1, net=-100),
    pot_seat(2, 18_000, hole="AhAd", net=-600),
    pot_seat(3, 9_000, hole="KhKd", net=650),
    acts=[
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
        {"act": "raise", "seat": 3, "to": 600},
        {"act": "fold", "seat": 1, "by": "timeout"},
        {"act": "call", "seat": 2},
        {"act": "board", "street": "flop", "cards": "2c7dJh", "burn": ""},
        {"act": "check", "seat": 2},
        {"act": "bet", "seat": 3, "to": 900, "said": "nothing", "chips": [[500, 200], [200]]},
        {"act": "fold", "seat": 2},
        {"act": "return", "seat": 3, "amount": 900},
    ],
    fees=[{"kind": "rake", "amount": 50, "pot": 0}],
)


def test_what_every_hand_has():
    hands = hands_of([HAND])
    assert (hands.game, len(hands), hands.number.tolist(), hands.dealer.tolist()) == ("pot", 1, [12], [3])
    assert hands.seat.tolist() == [[1, 2, 3]]
    assert hands.stack.tolist() == [[20_000, 18_000, 9_000]]
    assert hands.net.tolist() == [[-100, -600, 650]]
    assert (hands.fees["amount"].tolist(), hands.pot.fee_pots.tolist()) == ([50], [0])


def test_what_only_a_hand_of_a_pot_game_has():
    pot = hands_of([HAND]).pot
    assert (GAMES[pot.game[0]], LIMITS[pot.limit[0]]) == ("holdem", "no_limit")
    assert {name: column[0] for name, column in pot.stakes.items() if column[0] != NOT_RECORDED} == {
        "small_blind": 100, "big_blind": 200,
    }  # fmt: skip
    assert pot.hole_size.tolist() == [[-1, 2, 2]]
    assert decode(pot.hole[0, 1, :2]) == "AhAd"


def test_the_acts_of_a_hand():
    acts = hands_of([HAND]).pot.acts
    assert [ACTS[kind] for kind in acts.kind] == [
        "post", "post", "raise", "fold", "call", "board", "check", "bet", "fold", "return",
    ]  # fmt: skip
    assert acts.place.tolist() == list(range(10))
    assert acts.seat.tolist() == [1, 2, 3, 1, 2, 0, 2, 3, 2, 3]
    none = NOT_RECORDED
    assert acts.amount.tolist() == [100, 200, 600, none, none, none, none, 900, none, 900]
    assert [POSTS[kind] for kind in acts.post if kind >= 0] == ["small_blind", "big_blind"]
    assert STREETS[acts.street[5]] == "flop"
    assert (acts.cards["cards"].act.tolist(), decode(acts.cards["cards"].card)) == ([5] * 3, "2c7dJh")
    assert acts.cards["burn"].counts.tolist() == [-1] * 5 + [0] + [-1] * 4
    assert {name: column.tolist() for name, column in acts.chips.columns.items()} == {
        "act": [7, 7, 7], "motion": [0, 0, 1], "chip": [500, 200, 200],
    }  # fmt: skip
    assert np.flatnonzero(acts.chips_recorded).tolist() == [7]
    assert np.flatnonzero(acts.by >= 0).tolist() == [3]


def test_a_word_that_the_log_does_not_have_is_in_no_row():
    kinds = "exposed_card", "string_bet", "wrong_bet", "other"
    hands = hands_of([pot_hand(irregularities=[{"kind": kind} for kind in kinds])])
    column = hands.irregularities["kind"]
    assert hands.named(column, "string_bet").tolist() == [False, True, False, False]
    assert hands.named(column, "premature_card").tolist() == [False] * 4


def test_the_seats_of_a_hand():
    """By number, whatever their order in the log; cards beyond what a game deals are counted and not kept."""
    seats = [
        {"seat": 7, "player": "c", "hole": "2c3c4c5c6c7c8c", "present": False, "live_in": 300, "dead_in": 0, "folded": True},
        {"seat": 2, "player": "a", "status": "missed", "stack": 500},
        {"seat": 4, "player": "b", "up": "QhQd", "cards": "", "mucked": False, "cash_out": {"amount": 900, "fee": 9}},
    ]  # fmt: skip
    hands = hands_of([pot_hand(1, *seats)])
    pot, none = hands.pot, NOT_RECORDED
    assert hands.seat.tolist() == [[2, 4, 7]]
    assert [hands.players[place] for place in hands.player[0]] == ["a", "b", "c"]
    assert pot.missed.tolist() == hands.missed.tolist() == [[True, False, False]]
    assert hands.dealt_in.tolist() == [[False, True, True]]
    assert pot.here.tolist() == [[-1, -1, 0]]
    assert (pot.hole_size.tolist(), decode(pot.hole[0, 2])) == ([[-1, -1, 7]], "2c3c4c5c6c7c")
    assert (pot.up_size.tolist(), decode(pot.up[0, 1, :2])) == ([[-1, 2, -1]], "QhQd")
    assert (pot.held_size.tolist(), (pot.held == NO_CARD).all()) == ([[-1, 0, -1]], True)
    assert (pot.live_in.tolist(), pot.dead_in.tolist()) == ([[none, none, 300]], [[none, none, 0]])
    assert (pot.folded.tolist(), pot.mucked.tolist()) == ([[-1, -1, 1]], [[-1, 0, -1]])
    assert (pot.cash_out.tolist(), pot.cash_out_fee.tolist()) == ([[none, 900, none]], [[none, 9, none]])


def test_what_the_room_settled():
    """Boards, pots, fees and irregularities: rows, each with the position of its hand."""
    main = {
        "pot": 0,
        "amount": 3100,
        "eligible": [2, 3],
        "awards": [{"seat": 2, "amount": 2850, "half": "high", "order": 2}],
    }
    side = {"pot": 1, "amount": 400}
    settled = pot_hand(
        2, boards=["2c7dJh3s4s", "2c7dJh5s6s"], pots=[main, side], reached="river", mix="horse",
        fees=[{"kind": "rake", "amount": 150, "pot": 0}, {"kind": "jackpot", "amount": 100}],
        irregularities=[{"kind": "wrong_bet", "ruling": "bet_stands", "act": 0}], acts=[],
    )  # fmt: skip
    hands = hands_of([pot_hand(1), settled, pot_hand(3, pots=[], fees=[])])
    pot, none = hands.pot, NOT_RECORDED
    assert (pot.reached.tolist(), pot.mix.tolist()) == ([-1, STREETS.index("river"), -1], [-1, 0, -1])
    assert (pot.acts_recorded.tolist(), pot.boards_recorded.tolist()) == (
        [False, True, False],
        [False, True, False],
    )
    assert (pot.boards.hand.tolist(), pot.boards["run"].tolist()) == ([1] * 10, [1] * 5 + [2] * 5)
    assert decode(pot.boards["card"][5:].astype(np.uint8)) == "2c7dJh5s6s"
    assert pot.pots_recorded.tolist() == [False, True, True]
    assert (pot.pots["pot"].tolist(), pot.pots["amount"].tolist()) == ([0, 1], [3100, 400])
    assert (pot.pots["eligible"].tolist(), pot.pots["awards"].tolist()) == ([2, none], [1, none])
    assert (pot.eligible["pot"].tolist(), pot.eligible["seat"].tolist()) == ([0, 0], [2, 3])
    award = {name: column.tolist() for name, column in pot.awards.columns.items()}
    assert award == {
        "place": [0],
        "pot": [0],
        "seat": [2],
        "amount": [2850],
        "run": [none],
        "half": [0],
        "order": [2],
    }
    assert [hands.names[kind] for kind in hands.fees["kind"]] == ["rake", "jackpot"]
    assert (hands.fees.hand.tolist(), pot.fee_pots.tolist()) == ([1, 1], [0, none])
    assert hands.fees_recorded.tolist() == [False, True, True]
    assert [hands.names[hands.irregularities[name][0]] for name in ("kind", "ruling")] == [
        "wrong_bet",
        "bet_stands",
    ]
    assert pot.irregularity_acts.tolist() == [0]


def test_acts_that_list_cards_or_seats():
    acts = [
        {"act": "card", "seat": 1, "street": "fourth", "up": "Qs", "burn": "2h"},
        {"act": "draw", "seat": 2, "street": "first_draw", "discard": "2c3c", "cards": "??", "offered": "9d"},
        {"act": "run", "times": 3, "agreed": [3, 1]},
        {"act": "board", "street": "turn", "cards": "4c", "run": 2, "withdrawn": True},
        {"act": "run", "times": 2},
        {
            "act": "clock",
            "seat": 3,
            "at": "1970-01-01T00:00:01Z",
            "called_by": 1,
            "acted_at": "1970-01-01T00:00:31Z",
        },
        {"act": "show", "seat": 3},
    ]
    made = hands_of([pot_hand(1), pot_hand(2, acts=acts)]).pot.acts
    assert (made.hand.tolist(), made.place.tolist()) == ([1] * 7, list(range(7)))
    listed = {name: (each.act.tolist(), decode(each.card)) for name, each in made.cards.items()}
    assert listed == {
        "cards": ([1, 3], "??4c"), "up": ([0], "Qs"), "down": ([], ""), "burn": ([0], "2h"), "discard": ([1, 1], "2c3c"),
        "offered": ([1], "9d"),
    }  # fmt: skip
    assert (made.amount[[2, 4]].tolist(), made.run[3]) == ([3, 2], 2)
    assert (made.agreed["act"].tolist(), made.agreed["seat"].tolist()) == ([2, 2], [3, 1])
    assert made.agreed_recorded.tolist() == [False, False, True, False, False, False, False]
    assert (made.at[5], made.called_by[5], made.acted_at[5]) == (1_000_000, 1, 31_000_000)
    assert made.withdrawn.tolist() == [-1, -1, -1, 1, -1, -1, -1]


def test_columns_of_which_nothing_was_recorded_take_no_memory():
    acts = hands_of([HAND]).pot.acts
    for column in (acts.at, acts.acted_at, acts.run, acts.said_to, acts.all_in, acts.called_by):
        assert column.strides == (0,)
        assert len(column) == len(acts)
    assert hands_of([HAND]).take(np.array([0])).pot.acts.at.strides == (0,)
