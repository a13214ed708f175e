"""DCK: deck and cards."""

from rules.controls.library import Library
from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session
from tests.rules.checks import pot_hands as pots
from tests.rules.house_tables import house
from tests.rules.open_face import X, Y, ofc


def two(one, other, **fields):
    return hand(1, seat(1, one, **fields), seat(2, other))


# ------------------------------------------------------------------------------- DCK005 deal-repeated


def test_dck005_fires_where_the_deal_comes_again_in_a_block_of_more_seats(monkeypatch):
    monkeypatch.setattr("rules.records.reader.HANDS_A_BLOCK", 1)
    monkeypatch.setattr("rules.records.reader.LINES_AT_ONCE", 2)  # the first hand, then the two others
    first, four = (seat(1, A), seat(2, B)), (seat(1, D), seat(2, C), seat(3, B), seat(4, A))
    audit = audited(hand(1, *first), hand(2, *four), hand(3, *first))
    (again,) = found(audit, "DCK005")
    assert (again.hand, again.line) == (3, 4)
    assert "the same cards as in hand 1 (line 2)" in again.message
    assert found(audit, "DCK006") == []


# ------------------------------------------------------------------------------- open-face hands


WILD = session(ruleset="house", opened_at="2013-07-13T17:00:00-07:00")
TWO_JOKERS = Library([house("jokers")])  # a deck of 54


def test_dck003_fires_at_every_seat_with_a_joker_where_there_are_more_than_the_deck_has():
    event = ofc(1, seat(1, X.replace("Kh9d", "JKJK")), seat(2, Y.replace("Qh", "JK")))
    reported = found(audited(WILD, event, library=TWO_JOKERS), "DCK003")
    assert [(each.seat, each.expected) for each in reported] == [
        (1, "no more jokers than the deck has"),
        (2, "no more jokers than the deck has"),
    ]
    assert "the deck has 2 jokers, and this deal has more" in reported[0].message


def test_dck003_fires_for_a_third_joker_in_a_front_of_four_cards():
    event = ofc(1, seat(1, X.replace("Kh", "JKJK")), seat(2, Y.replace("Qh", "JK")))
    assert [each.seat for each in found(audited(WILD, event, library=TWO_JOKERS), "DCK003")] == [1, 2]
    two = ofc(1, seat(1, X.replace("Kh", "JKJK")), seat(2, Y))
    assert found(audited(WILD, two, library=TWO_JOKERS), "DCK003") == []


def test_dck003_quiet_for_as_many_jokers_as_the_deck_has():
    for one, other in ((X.replace("Kh9d", "JKJK"), Y), (X.replace("Kh", "JK"), Y.replace("Qh", "JK"))):
        audit = audited(WILD, ofc(1, seat(1, one), seat(2, other)), library=TWO_JOKERS)
        assert found(audit, "DCK003") == found(audit, "DCK001") == []
        assert coverage(audit, "DCK003").agreeing == 1


def test_dck001_fires_on_a_card_of_a_seat_that_is_on_the_board_of_a_pot_hand():
    played = pots.hand(*pots.CALLED, "2 checks", "6 checks", "turn Ad", hole={2: "AhAd", 6: "KhKd"})
    found = pots.findings("DCK001", played)
    assert [(each[0], each[1], each[2], each[5]) for each in found] == [
        (
            1,
            None,
            "Ad",
            "Hand 1: the ace of diamonds (Ad) appears more than once in this deal; a deck has it once. "
            "Copies: seat 2's cards of the deal, the turn (act 11) (external:DECK-once).",
        ),
        (
            1,
            2,
            "Ad",
            "Hand 1, seat 2: the ace of diamonds (Ad) appears more than once in this deal; a deck has it once. "
            "Copies: seat 2's cards of the deal, the turn (act 11) (external:DECK-once).",
        ),
    ]


def test_dck001_fires_on_the_same_card_on_both_boards_of_a_hand_run_twice():
    two = [{"act": "board", "street": "turn", "cards": "4s", "run": run} for run in (1, 2)]
    found = pots.findings("DCK001", pots.hand(*pots.CALLED, "2 checks", "6 checks", *two))
    assert [(each[1], each[2]) for each in found] == [(None, "4s")]


def test_dck001_quiet_where_a_card_was_taken_back_laid_aside_or_thrown_away():
    early = pots.act("turn 4s") | {"withdrawn": True}
    aside = pots.act("river 8s") | {"face_down": True}
    played = pots.hand(
        *pots.CALLED, "2 checks", early, "6 checks", aside, "turn 4s", "2 checks", "6 checks", "river 8s"
    )
    assert pots.findings("DCK001", played) == []
    full = pots.hand(hole={2: "AhAd", 6: "KhKd"}, boards=["2c7dJh4s9c", "2c7dJhKs3d"])
    del full["acts"]
    assert pots.findings("DCK001", full) == []
    assert pots.coverage_of("DCK001", pots.hand(*pots.BLINDS))[2] == {
        "not all cards of the deal were recorded": 1
    }


FIVE_CARDS = {
    1: "2c3d4h5s7c",
    2: "2d3h4s5c8d",
    3: "2h3s4c5d9h",
    4: "2s3c4d5hTs",
    5: "6c7d8h9sJc",
    6: "6d7h8s9cJd",
}


def drawing(*lines, discard="8d", cards="Jc"):
    """A hand of deuce to seven in which seat 5 folds, and seat 2 draws."""
    draw = {"act": "draw", "seat": 2, "street": "first_draw", "discard": discard, "cards": cards}
    return pots.hand(*lines, draw, hole=FIVE_CARDS, game="draw27", limit="fixed_limit")


def test_dck001_quiet_in_a_draw_game_where_a_card_comes_again_that_was_folded_or_thrown_away():
    folds = ("3 folds", "4 folds", "5 folds", "6 folds")
    assert pots.findings("DCK001", drawing(*pots.BLINDS, *folds, "1 calls", "2 checks")) == []
    assert pots.findings("DCK001", drawing(*pots.BLINDS, *folds, "1 calls", "2 checks", cards="8d")) == []


def test_dck001_fires_in_a_draw_game_on_a_card_that_another_player_still_holds():
    played = drawing(*pots.BLINDS, "3 folds", "4 folds", "5 calls", "6 folds", "1 calls", "2 checks")
    assert [each[1:3] for each in pots.findings("DCK001", played)] == [(2, "Jc"), (5, "Jc")]


def test_dck001_fires_where_a_card_is_dealt_again_in_a_game_whose_stub_is_never_made_anew():
    thrown = {"act": "discard", "seat": 2, "cards": "As"}
    lines = (
        *pots.BLINDS,
        "3 folds",
        "4 folds",
        "5 folds",
        "6 calls",
        "1 folds",
        "2 checks",
        thrown,
        "flop 2c7dAs",
    )
    played = pots.hand(*lines, hole={2: "AhAdAs", 6: "KhKdKs"}, game="crazy_pineapple")
    assert [each[1:3] for each in pots.findings("DCK001", played)] == [(None, "As"), (2, "As")]


def test_dck001_fires_on_a_card_that_was_refused_and_is_dealt_again():
    swap = {"act": "draw", "seat": 2, "street": "flop", "discard": "Ad", "cards": "5s", "offered": "9c"}
    lines = (
        *pots.BLINDS,
        "3 folds",
        "4 folds",
        "5 folds",
        "6 calls",
        "1 folds",
        "2 checks",
        "flop 2c7dJh",
        swap,
    )
    sviten = {"hole": {2: "AhAd3c4s5h", 6: "KhKd8s8c8d"}, "game": "sviten"}
    assert pots.findings("DCK001", pots.hand(*lines, **sviten)) == []
    found = pots.findings("DCK001", pots.hand(*lines, "2 checks", "6 checks", "turn 9c", **sviten))
    assert [each[1:3] for each in found] == [(None, "9c"), (2, "9c")]
