"""The checks of deals, misdeals and early cards in pot games."""

from __future__ import annotations

from typing import Any

from tests.rules.checks.pot_hands import BLINDS, CALLED, Row, act, coverage_of, findings, hand

EARLY = act("turn 4s") | {"withdrawn": True}
ASIDE = act("river 8s") | {"face_down": True}


def test_irr013_fires_on_a_turn_before_the_bets_were_over_and_on_a_new_one_without_a_shuffle():
    played = hand(
        *CALLED, "2 checks", EARLY, "6 checks", ASIDE, act("turn Kc") | {"reshuffled": False, "burn": ""}
    )
    assert findings("IRR013", played) == [
        (1, None, "board", None, "OLY-1.36", "Hand 1, act 10: the turn was dealt (4s); bets were still open (OLY-1.36)."),
        (1, None, "board", None, "OLY-1.36",
         "Hand 1, act 13: the turn was dealt (Kc); the early card is shuffled back into the stub first (OLY-1.36)."),
    ]  # fmt: skip


def test_irr013_fires_on_a_burn_before_the_new_card_and_on_a_river_that_was_not_laid_aside():
    new = act("turn Kc") | {"reshuffled": True, "burn": "5h"}
    played = hand(*CALLED, "2 checks", EARLY, "6 checks", ASIDE, new, "2 checks", "6 checks", "river 5d")
    assert [each[5] for each in findings("IRR013", played)[1:]] == [
        "Hand 1, act 13: the turn was dealt (Kc); no card is burnt before a card that replaces an early one (OLY-1.36).",
        "Hand 1, act 16: the river was dealt (5d); the river is the card that was laid aside, 8s (OLY-1.37).",
    ]
    unburnt = hand(*CALLED, "2 checks", EARLY, "6 checks", ASIDE | {"burn": ""}, new | {"burn": ""})
    assert [each[5] for each in findings("IRR013", unburnt)[1:]] == [
        "Hand 1, act 12: the river was dealt (8s); after an early turn a card is burnt, and the next is laid aside for the river "
        "(OLY-1.37).",
    ]
    burnt = hand(*CALLED, "2 checks", EARLY, "6 checks", ASIDE | {"burn": "5h"}, new | {"burn": ""})
    assert len(findings("IRR013", burnt)) == 1
    without = hand(*CALLED, "2 checks", EARLY, "6 checks", new | {"burn": ""})
    assert findings("IRR013", without)[0][5].endswith("bets were still open (OLY-1.36).")
    assert findings("IRR013", without)[1][5] == (
        "Hand 1, act 10: the turn was dealt (4s); after an early turn a card is burnt, and the next is laid aside for the river "
        "(OLY-1.37)."
    )


def test_irr013_quiet_where_each_street_comes_after_the_bets():
    assert findings("IRR013", hand(*CALLED, "2 checks", "6 checks", "turn 4s")) == []
    assert coverage_of("IRR013", {name: value for name, value in hand().items() if name != "acts"}) == (
        0, 0, {"the acts of the hand were not recorded": 1}
    )  # fmt: skip


EXPOSED = {"kind": "exposed_card", "when": "deal", "cards": 2, "ruling": "misdeal"}


def test_irr004_fires_on_a_void_hand_of_a_pot_game_that_was_ruled_to_play_on():
    ruled = EXPOSED | {"ruling": "play_on"}
    (found,) = findings("IRR004", hand(*BLINDS, void=True, irregularities=[ruled]))
    assert found == (
        1, None, "void", "an irregularity that says why", "OLY-1.56-a",
        "Hand 1: the deal was declared void, and its irregularities were ruled play on (OLY-1.56-a).",
    )  # fmt: skip


def test_irr004_quiet_for_a_misdeal_of_a_pot_game_and_where_irr014_finds_no_ground():
    assert findings("IRR004", hand(*BLINDS, void=True, irregularities=[EXPOSED])) == []
    assert findings("IRR004", hand(*BLINDS, void=True)) == []
    assert len(findings("IRR014", hand(*BLINDS, void=True))) == 1


def test_irr005_fires_on_a_misdeal_of_a_pot_game_that_is_not_void():
    (found,) = findings("IRR005", hand(*BLINDS, irregularities=[EXPOSED]))
    assert found == (
        1, None, "not void", "void", "OLY-1.56-a",
        "Hand 1: an irregularity was ruled a misdeal, but the hand is not marked void (OLY-1.56-a).",
    )  # fmt: skip
    (found,) = findings("IRR005", hand(*BLINDS, irregularities=[EXPOSED]), ruleset="standard-cash")
    assert found[4] == "external:TDA-misdeals"


def test_irr005_quiet_for_a_pot_game_that_is_void_or_was_ruled_to_play_on():
    assert findings("IRR005", hand(*BLINDS, void=True, irregularities=[EXPOSED])) == []
    assert findings("IRR005", hand(*CALLED, irregularities=[EXPOSED | {"ruling": "play_on"}])) == []
    assert coverage_of("IRR005", hand(*CALLED)) == (1, 0, {})


def test_irr014_fires_on_a_misdeal_without_a_ground_and_on_one_that_was_too_late():
    (found,) = findings("IRR014", hand(*BLINDS, void=True))
    assert found == (
        1,
        None,
        None,
        None,
        "OLY-1.56-a",
        "Hand 1: no irregularity is on record; the hand is void, and the record has no ground for a misdeal (OLY-1.56-a).",
    )
    (found,) = findings(
        "IRR014", hand(*BLINDS, "3 calls 200", "4 folds", void=True, irregularities=[EXPOSED])
    )
    assert found[4:] == (
        "OLY-1.57",
        "Hand 1: 2 acts of betting, 1 of them with chips; "
        "the hand is void, and too many players had acted for a misdeal (OLY-1.57).",
    )


def test_irr014_fires_on_a_hand_that_was_played_on_although_it_was_a_misdeal_in_time():
    (found,) = findings("IRR014", hand(*CALLED, irregularities=[EXPOSED | {"act": 2, "ruling": "play_on"}]))
    assert found[5] == (
        "Hand 1: the record says exposed card; "
        "the record has a ground for a misdeal in time, and the hand was played on (OLY-1.56-a)."
    )


def test_irr014_quiet_for_a_misdeal_because_the_button_was_not_moved():
    """OLY-1.56-c: it is where it was in the hand before, which was no misdeal; and that one can be too late, too."""
    later = {"number": 2, "at": "2026-03-14T20:05:00+02:00", "void": True}
    before = hand(*BLINDS, "3 folds", "4 folds", "5 folds", "6 folds", "1 folds")
    assert findings("IRR014", before, hand(*BLINDS, "3 calls 200", **later)) == []
    assert findings("STK017", before, hand(*BLINDS, "3 calls 200", **later)) == []
    (late,) = findings("IRR014", before, hand(*BLINDS, "3 calls 200", "4 folds", **later))
    assert late[4] == "OLY-1.57"
    for other in (
        before | {"void": True, "irregularities": [EXPOSED]},
        before | {"hand": 0},
        before | {"dealer": 5},
    ):
        found = findings("IRR014", other, hand(*BLINDS, "3 calls 200", **later))
        assert (found[-1][0], found[-1][4]) == (2, "OLY-1.56-a")


def test_irr014_quiet_for_a_misdeal_in_time_and_for_a_ground_that_came_up_too_late():
    assert findings("IRR014", hand(*BLINDS, "3 calls 200", void=True, irregularities=[EXPOSED])) == []
    assert findings("IRR014", hand(*CALLED, irregularities=[EXPOSED | {"act": 5, "ruling": "play_on"}])) == []


def test_irr015_fires_on_three_hole_cards_on_a_flop_of_four_and_on_a_river_without_a_turn():
    (found,) = findings("IRR015", hand(*CALLED, hole={6: "KhKd2s"}))
    assert found == (
        1,
        6,
        3,
        2,
        "OLY-1.32",
        "Hand 1, seat 6: was dealt 3 cards; the game deals each seat 2 cards at first (OLY-1.32).",
    )
    (found,) = findings("IRR015", hand(*CALLED[:-1], "flop 2c7dJh4s"))
    assert found == (
        1,
        None,
        4,
        3,
        "OLY-6.1-deal",
        "Hand 1, act 8: the flop was dealt (2c7dJh4s); this street has 3 cards (OLY-6.1-deal).",
    )
    (found,) = findings("IRR015", hand(*CALLED, "2 checks", "6 checks", "river 9c"))
    assert found[4:] == (
        "OLY-6.1-deal",
        "Hand 1, act 11: the river was dealt (9c) after the flop; this street does not follow the one before it (OLY-6.1-deal).",
    )


def runs(*dealt):
    """Both all in on the flop; the rest is dealt twice, so that a run is "1 turn 4s"."""
    acts = [act(each[2:]) | {"run": int(each[0])} for each in dealt]
    agreed = {"act": "run", "times": 2, "agreed": [2, 6]}
    return hand(*CALLED, "2 bets 20000", "6 calls 20000", agreed, *acts)


def test_irr015_fires_on_a_turn_that_was_dealt_twice():
    played = hand(*CALLED, "2 checks", "6 checks", "turn 4s", "turn 5d")
    assert [each[5] for each in findings("IRR015", played)] == [
        "Hand 1, act 12: the turn was dealt (5d) after the turn; this street does not follow the one before it (OLY-6.1-deal)."
    ]


def test_irr015_fires_on_a_street_that_one_run_has_twice_and_on_one_that_it_leaves_out():
    (found,) = findings("IRR015", runs("1 turn 4s", "1 river 9c", "1 turn 5d", "2 river 8c"))
    assert found[4:] == (
        "OLY-6.1-deal",
        "Hand 1, act 14: the turn was dealt (5d) after the river; this street does not follow the one before it (OLY-6.1-deal).",
    )
    (found,) = findings("IRR015", runs("2 turn 4s", "2 turn 5d", "1 turn 9c", "1 river 8c"))
    assert found[5].startswith("Hand 1, act 13: the turn was dealt (5d)")


def test_irr015_fires_on_a_board_that_ends_before_another_one():
    (found,) = findings("IRR015", runs("1 turn 4s", "1 river 9c", "2 turn 5d"))
    assert found[4:] == (
        "OLY-6.1-deal",
        "Hand 1, act 14: the turn was dealt (5d) after the flop; "
        "the river of this board, which another one has, does not follow (OLY-6.1-deal).",
    )
    (found,) = findings("IRR015", runs("1 turn 4s", "2 turn 5d", "2 river 9c"))
    assert found[5].startswith(
        "Hand 1, act 12: the turn was dealt (4s) after the flop; the river of this board"
    )
    (found,) = findings("IRR015", runs("2 turn 5d", "2 river 9c"), ruleset="standard-cash")
    assert found[4:] == (
        "external:TDA-games",
        "Hand 1, act 8: the flop was dealt (2c7dJh) as the first street; "
        "the turn of this board, which another one has, does not follow (external:TDA-games).",
    )


def test_irr015_fires_on_a_second_board_that_begins_a_street_too_late():
    (found,) = findings("IRR015", runs("1 turn 4s", "1 river 9c", "2 river 5d"))
    assert found[4:] == (
        "OLY-6.1-deal",
        "Hand 1, act 14: the river was dealt (5d) after the flop; this street does not follow the one before it (OLY-6.1-deal).",
    )


def test_irr015_fires_on_a_turn_without_a_flop_although_cards_were_exchanged_for_it():
    """Sviten: the exchange before the flop shows that its betting began, and not that its cards were dealt."""
    held = dict.fromkeys((2, 6), "?" * 10)
    swap = {"act": "draw", "seat": 2, "street": "flop", "discard": "??", "cards": "??"}
    played = (*CALLED[:-1], swap, "2 checks", "6 checks", "turn 4s")
    (found,) = findings("IRR015", hand(*played, game="sviten", limit="pot_limit", hole=held))
    assert found[5].startswith(
        "Hand 1, act 11: the turn was dealt (4s) as the first street; this street does not follow"
    )


def test_irr015_quiet_for_a_second_board_that_nobody_needs():
    """A hand that was killed, mucked or void before the last card; or that ended on all boards alike."""
    short = runs("1 turn 4s", "1 river 9c", "2 turn 5d")
    for last in ({"act": "fold", "seat": 6, "by": "floor"}, {"act": "muck", "seat": 6}):
        assert findings("IRR015", short | {"acts": [*short["acts"], last]}) == []
    assert findings("IRR015", short | {"void": True}) == []
    assert findings("IRR015", runs("1 turn 4s", "2 turn 5d")) == []


def test_irr015_quiet_for_runs_that_are_dealt_one_after_the_other_and_for_runs_that_are_dealt_street_by_street():
    assert findings("IRR015", runs("1 turn 4s", "1 river 9c", "2 turn 5d", "2 river 8c")) == []
    assert findings("IRR015", runs("1 turn 4s", "2 turn 5d", "1 river 9c", "2 river 8c")) == []


def test_irr015_quiet_for_a_deal_as_the_game_has_it():
    assert (
        findings("IRR015", hand(*CALLED, "2 checks", "6 checks", "turn 4s", hole={2: "AhAd", 6: "KhKd"}))
        == []
    )
    four = hand(*CALLED, game="omaha", limit="pot_limit", hole={2: "AhAd5c5d", 6: "KhKd6c6d"})
    assert findings("IRR015", four) == []


def short_deck(board: str, **fields: Any) -> Row:
    """A hand of a deck that begins with the sixes."""
    return hand(*CALLED[:-1], f"flop {board}", game="short_deck", **fields)


def test_irr015_fires_on_cards_that_a_short_deck_does_not_have_in_a_hand_and_on_the_board():
    found = findings("IRR015", short_deck("2c7dJh", hole={6: "Kh5d"}), ruleset="standard-cash")
    assert found == [
        (1, None, "2c", "6c", "external:short-deck",
         "Hand 1, act 8: the deal has 2c; the deck of this game begins with 6c (external:short-deck)."),
        (1, 6, "5d", "6c", "external:short-deck",
         "Hand 1, seat 6: the deal has 5d; the deck of this game begins with 6c (external:short-deck)."),
    ]  # fmt: skip
    with_board = short_deck("2c7dJh", hole={6: "Kh5d"}, boards=["2c7dJh"])
    assert findings("IRR015", with_board, ruleset="standard-cash") == found
    at_end = short_deck("6c7dJh", at_seats={6: {"cards": "Kh5d"}})
    (held,) = findings("IRR015", at_end, ruleset="standard-cash")
    assert held[1:4] == (6, "5d", "6c")


def test_irr015_fires_on_a_low_card_of_a_board_that_is_recorded_without_acts():
    played = hand(game="short_deck", boards=["6c7dJh4s9c", "6c7dJh2s9c"])
    (found,) = findings(
        "IRR015", {name: each for name, each in played.items() if name != "acts"}, ruleset="standard-cash"
    )
    assert (
        found[5] == "Hand 1: the deal has 2s4s; the deck of this game begins with 6c (external:short-deck)."
    )


def test_irr015_quiet_for_the_lowest_card_of_a_short_deck_for_a_void_deal_and_for_deuces_of_a_whole_deck():
    assert findings("IRR015", short_deck("6c7dJh", hole={6: "6h6d"}), ruleset="standard-cash") == []
    assert findings("IRR015", short_deck("2c7dJh", void=True), ruleset="standard-cash") == []
    assert findings("IRR015", hand(*CALLED, hole={6: "2h2d"}), ruleset="standard-cash") == []


DRAW = {
    "game": "draw5",
    "limit": "fixed_limit",
    "stakes": {"small_blind": 100, "big_blind": 200, "small_bet": 200, "big_bet": 400},
}
CALLED_DRAW = (*BLINDS, "3 folds", "4 folds", "5 folds", "6 calls", "1 folds", "2 checks")


def draw(seat, discard, cards):
    return {"act": "draw", "seat": seat, "street": "first_draw", "discard": discard, "cards": cards}


def test_irr016_fires_on_a_draw_of_another_number_and_out_of_turn():
    (found,) = findings(
        "IRR016",
        hand(*CALLED_DRAW, draw(2, "2c3c", "9c9d9h"), draw(6, "", ""), **DRAW),
        ruleset="standard-cash",
    )
    assert found == (
        1, 2, 3, 2, "external:TDA-games",
        "Hand 1, seat 2, act 8: exchanged 2 cards, and drew 3 cards; "
        "as many cards are drawn as are thrown away: 2 cards (external:TDA-games).",
    )  # fmt: skip
    turned = hand(*CALLED_DRAW, draw(6, "2c", "9c"), draw(2, "3c", "9d"), **DRAW)
    (found,) = findings("IRR016", turned, ruleset="standard-cash")
    assert found[5].startswith(
        "Hand 1, seat 2, act 9: exchanged 1 card; exchanges begin at the left of the button"
    )


def test_irr016_fires_on_a_third_card_that_a_player_kept():
    dealt = {2: "AhAd5c", 6: "KhKd6c"}
    pineapple = hand(
        *CALLED, "2 checks", "6 checks", "6 discards 6c", "turn 4s", game="crazy_pineapple", hole=dealt
    )
    (found,) = findings("IRR016", pineapple)
    assert found[:2] == (1, 2)
    assert found[4:] == (
        "OLY-6.6",
        "Hand 1, seat 2, act 12: the turn was dealt (4s), and it had thrown away 0 cards; "
        "the game has each seat throw away 1 card in all before it (OLY-6.6).",
    )  # fmt: skip


def test_irr016_quiet_where_exchanges_are_as_the_game_has_them():
    played = hand(*CALLED_DRAW, draw(2, "2c3c", "9c9d"), draw(6, "", ""), **DRAW)
    assert findings("IRR016", played, ruleset="standard-cash") == []
    assert coverage_of("IRR016", hand(*CALLED_DRAW, **DRAW), ruleset="standard-cash")[2] == {
        "the exchanges were not recorded": 1
    }
