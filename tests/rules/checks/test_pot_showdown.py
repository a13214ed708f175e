"""The checks of showdowns and of the order of awards in pot games."""

from __future__ import annotations

from tests.rules.checks.pot_hands import CALLED, CHECKED, coverage_of, findings, hand

RIVER = (*CHECKED, "2 checks", "6 bets 500", "2 calls 500")
CARDS = {2: "AhAd", 6: "KhKd"}
GAVE = {"pot": 0, "amount": 1500, "eligible": [2, 6]}


def test_pot005_fires_where_another_hand_is_shown_before_the_last_bettors():
    played = hand(*RIVER, "2 shows AhAd", "6 shows KhKd", hole=CARDS)
    assert findings("POT005", played) == [
        (
            1,
            2,
            "seat 2",
            "seat 6",
            "OLY-1.48-a",
            "Hand 1, seat 2, act 18: showed 2 cards; seat 6 was to show first (OLY-1.48-a).",
        )
    ]


def test_pot005_quiet_where_the_last_bettor_shows_first_and_untestable_where_nobody_is_on_record():
    assert findings("POT005", hand(*RIVER, "6 shows KhKd", "2 shows AhAd", hole=CARDS)) == []
    assert coverage_of("POT005", hand(*RIVER, hole=CARDS)) == (0, 0, {"who showed was not recorded": 1})


def test_pot006_fires_on_a_mucked_hand_that_was_given_the_pot():
    pots = [GAVE | {"awards": [{"seat": 2, "amount": 1450}]}]
    played = hand(*RIVER, "6 shows KhKd", "2 mucks", hole=CARDS, pots=pots)
    assert findings("POT006", played) == [
        (
            1,
            2,
            None,
            None,
            "OLY-1.35",
            "Hand 1, seat 2: mucked, and was given €14.50; "
            "a hand that was mucked wins no pot that another player can win (OLY-1.35).",
        )
    ]


def test_pot006_fires_on_a_winner_who_shows_one_card_of_two():
    played = hand(*RIVER, "6 shows KhKd", "2 shows Ah", hole=CARDS)
    (found,) = findings("POT006", played)
    assert found == (
        1,
        2,
        "show",
        None,
        "OLY-1.39",
        "Hand 1, seat 2, act 19: showed 1 card; who wins shows all of its 2 cards (OLY-1.39).",
    )


def test_pot006_quiet_where_the_winner_shows_and_where_nobody_else_is_left():
    pots = [GAVE | {"awards": [{"seat": 2, "amount": 1450}]}]
    assert findings("POT006", hand(*RIVER, "6 shows KhKd", "2 shows AhAd", hole=CARDS, pots=pots)) == []
    assert (
        findings("POT006", hand(*CALLED, "2 bets 500", "6 folds", "2 mucks", pots=[GAVE | {"eligible": [2]}]))
        == []
    )


SIDE = [
    {"pot": 0, "amount": 1500, "awards": [{"seat": 2, "amount": 1450, "order": 1}]},
    {"pot": 1, "amount": 600, "awards": [{"seat": 6, "amount": 600, "order": 2}]},
]


def test_pot007_fires_where_the_main_pot_is_pushed_before_the_side_pot():
    assert findings("POT007", hand(*CALLED, pots=SIDE)) == [
        (
            1,
            None,
            None,
            "side pot 1, then the main pot",
            "OLY-1.47-b",
            "Hand 1: the pots were pushed in the order the main pot, then side pot 1; "
            "the order is to be side pot 1, then the main pot (OLY-1.47-b).",
        )
    ]


def test_pot007_quiet_where_the_side_pot_is_first_and_where_the_rules_have_no_order():
    first = [
        SIDE[0] | {"awards": [{"seat": 2, "amount": 1450, "order": 2}]},
        SIDE[1] | {"awards": [{"seat": 6, "amount": 600, "order": 1}]},
    ]
    assert findings("POT007", hand(*CALLED, pots=first)) == []
    assert findings("POT007", hand(*CALLED, pots=SIDE), ruleset="standard-cash") == []
