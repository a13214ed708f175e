"""Cards of pot hands that are twice in the pool of a hand: dealt, shown, thrown away, burnt, or held at the end. DCK001."""

import pytest

from tests.rules.checks import pot_hands as pots

CLOSED = (*pots.CHECKED, "2 checks", "6 checks")  # acts 0 to 16; the flop is act 8, the turn 11, the river 14
ENDS = "appears more than once in this deal; a deck has it once. Copies:"


def twice(code, *lines, **fields):
    """What DCK001, the code, finds in a hand: the seat, the card, and what the message says of its copies."""
    rows = pots.findings(code, pots.hand(*lines, **fields), ruleset="standard-cash")
    return [(seat, card, message.split("Copies: ")[1]) for _, seat, card, _, _, message in rows]


def test_dck001_fires_where_a_seat_shows_a_card_of_the_board():
    found = pots.findings("DCK001", pots.hand(*CLOSED, "2 shows JcJs", "6 shows Ah2c"))
    says = f"the deuce of clubs (2c) {ENDS} the flop (act 8), seat 6's shown cards (act 18) (external:DECK-once)."
    assert [(each[1], each[2], each[5]) for each in found] == [
        (None, "2c", f"Hand 1: {says}"),
        (6, "2c", f"Hand 1, seat 6: {says}"),
    ]


def test_dck001_fires_where_a_seat_shows_a_card_that_was_dealt_to_another():
    found = twice("DCK001", *CLOSED, "6 shows AhAd", hole={3: "AhKh"})
    copies = "seat 3's cards of the deal, seat 6's shown cards (act 17) (external:DECK-once)."
    assert found == [(3, "Ah", copies), (6, "Ah", copies)]


def test_dck001_fires_where_two_seats_show_the_same_card_and_where_one_shows_it_twice():
    found = twice("DCK001", *CLOSED, "2 shows KsKh", {"act": "muck", "seat": 6, "cards": "KsQd"})
    copies = "seat 2's shown cards (act 17), seat 6's shown cards (act 18) (external:DECK-once)."
    assert found == [(2, "Ks", copies), (6, "Ks", copies)]
    copies = "seat 2's shown cards (act 17), seat 2's shown cards (act 17) (external:DECK-once)."
    assert twice("DCK001", *CLOSED, "2 shows KsKs") == [(2, "Ks", copies)]


def test_dck001_fires_where_a_seat_shows_a_card_of_one_run_or_a_burnt_one():
    two = [
        {"act": "board", "street": "turn", "cards": card, "run": run} for run, card in ((1, "4s"), (2, "5s"))
    ]
    found = twice("DCK001", *pots.CALLED, "2 checks", "6 checks", *two, "6 shows 5sAd")
    copies = "the turn of run 2 (act 12), seat 6's shown cards (act 13) (external:DECK-once)."
    assert found == [(None, "5s", copies), (6, "5s", copies)]
    burnt = {"act": "board", "street": "turn", "cards": "4s", "burn": "Ks"}
    found = twice("DCK001", *pots.CALLED, "2 checks", "6 checks", burnt, "6 shows KsAd")
    copies = "the burn before the turn (act 11), seat 6's shown cards (act 12) (external:DECK-once)."
    assert found == [(None, "Ks", copies), (6, "Ks", copies)]


def test_dck001_fires_where_a_card_held_at_the_end_is_on_the_board():
    found = twice("DCK001", *CLOSED, at_seats={6: {"cards": "9cAd"}})
    copies = "the river (act 14), seat 6's cards at the end (external:DECK-once)."
    assert found == [(None, "9c", copies), (6, "9c", copies)]
    event = pots.hand(boards=["2c7dJh4s9c"], at_seats={6: {"cards": "9cAd"}})
    del event["acts"]
    (board, seat) = pots.findings("DCK001", event)
    assert (board[1], seat[1], seat[2]) == (None, 6, "9c")
    assert "Copies: the board, seat 6's cards at the end (" in seat[5]


def test_dck001_fires_where_a_card_thrown_away_is_on_the_flop():
    lines = (*pots.CALLED[:-1], "2 discards Jh", "flop 2c7dJh")
    found = twice("DCK001", *lines, game="crazy_pineapple")
    copies = "the flop (act 9), seat 2's discards (act 8) (external:DECK-once)."
    assert found == [(None, "Jh", copies), (2, "Jh", copies)]


@pytest.mark.parametrize("hole", [{2: "AhAd", 6: "KhKd"}, {2: "Ah??"}, {6: "??"}, {}])
def test_dck001_quiet_where_seats_show_their_cards_once_in_part_or_again(hole):
    shows = ("2 shows Ah", "2 shows AhAd", {"act": "muck", "seat": 2, "cards": "AhAd"}, "6 shows KhKd")
    event = pots.hand(*CLOSED, *shows, hole=hole, at_seats={2: {"cards": "AhAd"}})
    assert pots.findings("DCK001", event) == []
    assert pots.coverage_of("DCK001", event)[0] == 1


def test_dck001_quiet_where_cards_shown_are_not_recorded_or_runs_share_the_flop():
    two = [
        {"act": "board", "street": "turn", "cards": card, "run": run} for run, card in ((1, "4s"), (2, "5s"))
    ]
    assert twice("DCK001", *pots.CALLED, "2 checks", "6 checks", *two, "2 shows ??Ah", "6 shows ????") == []


def test_dck001_quiet_where_a_show_contradicts_the_cards_of_its_seat_or_a_ruling_may_have_replaced_a_card():
    """DCK004 finds that seat 2 showed what it was not dealt."""
    event = pots.hand(*CLOSED, "2 shows Jh9h", hole={2: "AhAd", 6: "KhKd"})
    assert pots.findings("DCK001", event) == []
    assert [each[1] for each in pots.findings("DCK004", event)] == [2]
    ruled = [{"kind": "exposed_card", "seat": 3, "ruling": "play_on"}]
    assert twice("DCK001", *CLOSED, "6 shows AhAd", hole={3: "AhKh"}, irregularities=ruled) == []
    assert twice("DCK001", *CLOSED, "6 shows AhAd", hole={3: "AhKh"}, void=True) == []


def drawn(code, *lines, game="draw27_single", **fields):
    return twice(code, *pots.BLINDS, *lines, game=game, limit="no_limit", **fields)


def draw(seat, discard, cards="??"):
    return {"act": "draw", "seat": seat, "street": "first_draw", "discard": discard, "cards": cards}


IN = ("3 folds", "4 folds", "5 folds", "6 calls", "1 folds", "2 checks")  # acts 2 to 7
SHOWN = ("2 shows 2s3s4s5s7s",)


def test_dck001_quiet_in_a_draw_game_where_a_card_may_have_come_again_from_what_was_thrown_away():
    """The stub was shuffled anew from the cards of seats that folded and from what others threw away."""
    drew = (draw(2, "????"), draw(6, "Kd", "7s"))
    assert drawn("DCK001", *IN, *SHOWN, hole={3: "2s8h8dTcQc"}) == []  # seat 3 folded it
    assert drawn("DCK001", *IN, draw(6, "2s", "Kd"), draw(2, "??"), *SHOWN) == []
    folded_later = ("6 checks", "2 bets 200", "6 folds")
    assert drawn("DCK001", *IN, *drew, *folded_later, {"act": "muck", "seat": 6, "cards": "Kh"}, *SHOWN) == []
    assert drawn("DCK001", *IN, draw(2, "2s", "??"), draw(6, "??", "2s"), "6 shows 2s") == []
    shown_by_folded = {"act": "muck", "seat": 3, "cards": "2s8h"}
    assert drawn("DCK001", *IN, draw(2, "??", "2s"), *SHOWN, shown_by_folded) == []


def test_dck001_fires_in_a_draw_game_where_two_seats_hold_a_card_at_once():
    lines = (draw(2, "Qd"), draw(6, "Kd", "7s"), "2 bets 200", "6 calls", *SHOWN)
    found = drawn("DCK001", *IN, *lines)
    copies = "seat 6's draw (act 9), seat 2's shown cards (act 12) (external:DECK-once)."
    assert found == [(2, "7s", copies), (6, "7s", copies)]


def test_dck001_quiet_in_a_draw_game_where_a_seat_may_have_thrown_the_card_away_or_a_draw_is_not_on_record():
    """The same show, where what seat 6 threw away later is not recorded, or nothing of the other draws is."""
    lines = (draw(2, "Qd"), draw(6, "Kd", "7s"), "2 bets 200", "6 calls")
    assert drawn("DCK001", *IN, *lines, *SHOWN, game="draw27") == []
    more = [draw(2, "Jd") | {"street": "second_draw"}, draw(6, "??") | {"street": "second_draw"}]
    last = [each | {"street": "third_draw"} for each in (draw(2, "Td"), draw(6, ""))]
    assert drawn("DCK001", *IN, *lines, *more, *last, *SHOWN, game="draw27") == []
    more[1]["discard"] = "Ac"
    found = drawn("DCK001", *IN, *lines, *more, *last, *SHOWN, game="draw27")
    assert [each[:2] for each in found] == [(2, "7s"), (6, "7s")]
    assert drawn("DCK001", *IN, *lines, more[0], *last, *SHOWN, game="draw27") == []  # seat 6 may have drawn


def test_dck001_quiet_in_a_draw_game_without_acts_where_a_card_held_at_the_end_was_dealt_to_another():
    event = pots.hand(
        game="draw27", limit="fixed_limit", hole={3: "2s8h8dTcQc"}, at_seats={2: {"cards": "2s3s4s5s7s"}}
    )
    del event["acts"]
    assert pots.findings("DCK001", event, ruleset="standard-cash") == []


def stud(code, *lines, cards):
    """A hand of seven-card stud with a common card instead of seventh street; seat 1 shows cards."""
    common = {"act": "board", "street": "seventh", "cards": "9d"}
    up = {1: {"up": "2c"}, 2: {"up": "7d"}}
    lines = ("1 posts bring_in 50", "2 calls", *lines, common, f"1 shows {cards}")
    return twice(code, *lines, game="stud7", limit="fixed_limit", seats=2, at_seats=up)


def test_dck001_quiet_in_stud_where_a_seat_shows_its_up_cards_and_the_common_card():
    assert stud("DCK001", cards="AhAd2c9d") == []


def test_dck001_fires_in_stud_where_a_seat_shows_the_up_card_of_another():
    copies = "seat 2's cards of the deal, seat 1's shown cards (act 3) (external:DECK-once)."
    assert stud("DCK001", cards="AhAd2c7d") == [(1, "7d", copies), (2, "7d", copies)]
