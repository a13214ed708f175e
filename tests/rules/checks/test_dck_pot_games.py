"""Cards that a seat of a pot game shows, throws away or exchanges, beside those that it holds: DCK004."""

import pytest

from tests.rules.checks import pot_hands as pots

CLOSED = (*pots.CHECKED, "2 checks", "6 checks")  # acts 0 to 16
HELD = {2: "AhAd", 6: "KhKd"}
NOT_KNOWN = {"the cards of a seat that showed or threw away cards were not recorded": 1}


def not_held(code, *lines, **fields):
    """What a check of cards held finds in a hand: hand, seat, what was shown or thrown away, what was held, and the message."""
    rows = pots.findings(code, pots.hand(*lines, **fields))
    return [(hand, seat, stated, expected, message) for hand, seat, stated, expected, _, message in rows]


def covered(code, *lines, **fields):
    return pots.coverage_of(code, pots.hand(*lines, **fields))


def test_dck004_fires_on_a_show_of_cards_that_the_seat_does_not_hold():
    (found,) = not_held("DCK004", *CLOSED, "2 shows AsAc", "6 shows KhKd", hole=HELD)
    says = "Hand 1, seat 2, act 17: the seat showed AsAc, and held AhAd (external:CARDS-dealt)."
    assert found == (1, 2, "AsAc", "AhAd", says)


def test_dck004_fires_on_the_card_of_a_muck_that_the_seat_does_not_hold():
    muck = {"act": "muck", "seat": 6, "cards": "KsKd"}
    (found,) = not_held("DCK004", *CLOSED, "2 shows AhAd", muck, hole=HELD)
    says = "Hand 1, seat 6, act 18: the seat showed KsKd, and held KhKd, without Ks (external:CARDS-dealt)."
    assert found == (1, 6, "KsKd", "KhKd", says)


def test_dck004_fires_once_for_each_act():
    found = not_held("DCK004", *CLOSED, "2 shows As", "2 shows As", "6 shows Qs", hole=HELD)
    assert [each[1:4] for each in found] == [(2, "As", "AhAd"), (2, "As", "AhAd"), (6, "Qs", "KhKd")]


@pytest.mark.parametrize("shown", ["AhAd", "AdAh", "Ad"])
def test_dck004_quiet_where_the_seat_shows_its_cards_or_one_of_them(shown):
    lines = (*CLOSED, f"2 shows {shown}", "6 mucks")
    assert not_held("DCK004", *lines, hole=HELD) == []
    assert covered("DCK004", *lines, hole=HELD) == (1, 0, {})


def test_dck004_quiet_and_untestable_where_cards_were_not_recorded():
    for hole, shown in (({6: "KhKd"}, "AhAd"), ({2: "Ah??"}, "AhKs"), ({2: "Ah"}, "AhKs"), (HELD, "Ah??")):
        assert not_held("DCK004", *CLOSED, f"2 shows {shown}", hole=hole) == []
        assert covered("DCK004", *CLOSED, f"2 shows {shown}", hole=hole) == (0, 0, NOT_KNOWN)
    assert covered("DCK004", *CLOSED, "2 shows", hole=HELD) == (0, 0, NOT_KNOWN)
    without_acts = pots.hand(hole=HELD)
    del without_acts["acts"]
    assert pots.coverage_of("DCK004", without_acts)[2] == {"the acts of the hand were not recorded": 1}


def test_dck004_quiet_and_not_applicable_where_no_seat_showed_or_threw_away_a_card():
    assert covered("DCK004", *CLOSED, "2 mucks", "6 mucks", hole=HELD) == (0, 1, {})


def test_dck004_quiet_and_untestable_where_a_ruling_may_have_changed_cards():
    ruled = [{"kind": "exposed_card", "seat": 2, "ruling": "play_on"}]
    reason = "the deal was void or had an irregularity, so that a ruling may have changed cards"
    assert not_held("DCK004", *CLOSED, "2 shows AsAc", hole=HELD, irregularities=ruled) == []
    assert covered("DCK004", *CLOSED, "2 shows AsAc", hole=HELD, irregularities=ruled)[2] == {reason: 1}
    assert not_held("DCK004", *CLOSED, "2 shows AsAc", hole=HELD, void=True) == []
    assert covered("DCK004", *CLOSED, "2 shows AsAc", hole=HELD, void=True)[2] == {reason: 1}


FIVE_CARDS = {1: "2c3d4h5s7c", 2: "2d3h4s5c8d", 5: "6c7d8h9sJc"}
DRAWN = (*pots.BLINDS, "3 folds", "4 folds", "5 folds", "6 folds", "1 calls", "2 checks")
PAT = {"act": "draw", "seat": 1, "street": "first_draw", "discard": "", "cards": ""}


def drew(*lines, discard="8d", cards="Jc"):
    """A hand of single draw, deuce to seven, in which seat 1 stands pat and seat 2 draws; acts 8 and 9."""
    draw = {"act": "draw", "seat": 2, "street": "first_draw", "discard": discard, "cards": cards}
    return pots.hand(*DRAWN, PAT, draw, *lines, hole=FIVE_CARDS, game="draw27_single", limit="no_limit")


def in_draw(code, event):
    return [each[1:4] for each in pots.findings(code, event, ruleset="standard-cash")]


def test_dck004_fires_on_a_card_thrown_away_in_a_draw_that_the_seat_does_not_hold():
    assert in_draw("DCK004", drew(discard="9d")) == [(2, "9d", "8d5c4s3h2d")]


def test_dck004_fires_after_a_draw_on_a_card_that_the_seat_no_longer_holds():
    """Seat 2 held the eight until it drew the jack."""
    assert in_draw("DCK004", drew("1 checks", "2 checks", "2 shows 2d3h4s5cJc")) == []
    shows_old = in_draw("DCK004", drew("1 checks", "2 checks", "2 shows 2d3h4s5c8d"))
    assert shows_old == [(2, "2d3h4s5c8d", "Jc5c4s3h2d")]


def test_dck004_quiet_and_untestable_where_what_was_drawn_is_not_recorded():
    event = drew("1 checks", "2 checks", "2 shows 2d3h4s5c8d", cards="??")
    assert in_draw("DCK004", event) == []
    assert pots.coverage_of("DCK004", event, ruleset="standard-cash")[2] == NOT_KNOWN
    fewer = drew("1 checks", "2 checks", "2 shows 2d3h4s5cJc", cards="")
    assert in_draw("DCK004", fewer) == []
    assert pots.coverage_of("DCK004", fewer, ruleset="standard-cash")[2] == NOT_KNOWN
    no_draw = drew("1 checks", "2 checks", "1 shows 2c3d4h5s8s")
    del no_draw["acts"][8]  # seat 1 stands pat
    assert in_draw("DCK004", no_draw) == []
    assert pots.coverage_of("DCK004", no_draw, ruleset="standard-cash")[2] == NOT_KNOWN


CALLED_BEFORE = pots.CALLED[:-1]  # acts 0 to 7


def pineapple(code, *lines):
    """A hand of Crazy Pineapple up to the flop; the seats throw away a card each after the betting before it."""
    return pots.findings(
        code, pots.hand(*CALLED_BEFORE, *lines, hole={2: "AhAdAs", 6: "KhKdKs"}, game="crazy_pineapple")
    )


def test_dck004_fires_on_a_discard_that_the_seat_does_not_hold_and_on_a_show_of_what_it_threw_away():
    thrown = ("2 discards Qc", "6 discards Ks", "flop 2c7dJh")
    assert [each[1:4] for each in pineapple("DCK004", *thrown)] == [(2, "Qc", "AsAhAd")]
    again = ("2 discards As", "6 discards Ks", "flop 2c7dJh", "2 checks", "6 checks", "6 shows KhKs")
    assert [each[1:4] for each in pineapple("DCK004", *again)] == [(6, "KhKs", "KhKd")]
    assert pineapple("DCK004", *again[:-1], "6 shows KhKd") == []


STUD = {
    "game": "stud7", "limit": "fixed_limit",
    "hole": {1: "AhAd", 2: "KhKd"}, "at_seats": {1: {"up": "2c"}, 2: {"up": "7d"}},
}  # fmt: skip


def fourth(seat, up):
    return {"act": "card", "street": "fourth", "seat": seat, "up": up}


def test_dck004_fires_in_stud_on_a_card_that_is_neither_hole_nor_up_nor_of_a_later_street():
    deal = ("1 posts bring_in 50", "2 calls", fourth(1, "3c"), fourth(2, "8d"))
    both = {**STUD, "seats": 2}
    assert not_held("DCK004", *deal, "1 shows AhAd2c3c", "2 shows KhKd", **both) == []
    assert covered("DCK004", *deal, "1 shows AhAd2c3c", "2 shows KhKd", **both) == (1, 0, {})
    (found,) = not_held("DCK004", *deal, "1 shows AhAd2c3d", **both)
    assert found[1:4] == (1, "AhAd2c3d", "AhAd3c2c")


def test_dck004_quiet_and_untestable_in_stud_where_a_card_of_a_street_was_not_recorded():
    deal = ("1 posts bring_in 50", "2 calls", fourth(2, "8d"))
    assert not_held("DCK004", *deal, "1 shows AhAd2c3c", **STUD, seats=2) == []
    assert covered("DCK004", *deal, "1 shows AhAd2c3c", **STUD, seats=2) == (0, 0, NOT_KNOWN)
