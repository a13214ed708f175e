"""SET: how open-face hands were set, street by street. See test_set.py for the rows as they lie."""

import pytest

from rules.controls.library import Library
from tests.rules.build import audited, breaches, coverage, found, seat, session
from tests.rules.house_tables import house
from tests.rules.open_face import (
    CARNIVALE,
    CASH,
    EVENT,
    FOUL,
    PINEAPPLE,
    QUEENS,
    STAYS,
    X,
    Y,
    Z,
    missed,
    ofc,
    placed,
    swapped,
    with_act,
)

UNPLACED = ("the placements were not recorded", 1)
DISCARDS = "2h3h5c6s"  # nobody's in a hand of X or QUEENS and Y


def two(number=1, one=X, other=Y, dealer=2, **fields):
    """Seat 1 acts first: its acts are placements 1, 3, 5 and so on, those of seat 2 placements 2, 4, 6."""
    return placed(number, seat(1, one), seat(2, other), dealer=dealer, **fields)


def pineapple(number=1, one=X, discards=DISCARDS):
    """Five placements of each seat: five cards, and then four times three of which one is discarded."""
    seats = (seat(1, one, discards=discards), seat(2, Y, discards="4h5s7s8c"))
    return placed(number, *seats, dealer=2, variant="pineapple")


def untestable(audit, code):
    """(reason, hands) of what a check could not test."""
    return [(each.reason, each.hands) for each in coverage(audit, code).because]


# ------------------------------------------------------------------------------- SET009 row-overfilled


def test_set009_fires_where_a_fourth_card_was_set_in_front():
    four_in_front = "Kh9d4c2s 8s8hJc5d AcAs7h6d3c"
    (over,) = found(audited(CARNIVALE, two(one=four_in_front)), "SET009")
    assert (over.hand, over.seat, over.stated, over.expected, over.unit) == (1, 1, 4, 3, "cards")
    assert (over.kind, over.severity, over.clause) == ("violation", "major", "CARN-deal-shape")
    assert "Hand 1, seat 1, placement 17: the front has 4 cards after it; it holds 3" in over.message


def test_set009_fires_at_every_card_too_many_and_with_the_clause_of_the_game():
    seven_at_the_back = "Kh9d4c 8s8hJc AcAs7h6d3c5d2s"
    told = found(audited(CASH, two(one=seven_at_the_back)), "SET009")
    assert [(each.seat, each.stated, each.expected) for each in told] == [(1, 6, 5), (1, 7, 5)]
    assert ["placement 3:" in told[0].message, "placement 5:" in told[1].message] == [True, True]
    assert {each.clause for each in told} == {"OFC-13-three"}


def test_set009_quiet_where_rows_are_full_and_no_more():
    audit = audited(CARNIVALE, two())
    assert found(audit, "SET009") == []
    assert coverage(audit, "SET009").agreeing == 1


def test_set009_quiet_where_another_row_has_a_card_too_few():
    """What is missing at the end is SET001's."""
    assert found(audited(CASH, two(one="Kh9d 8s8hJc5d2s AcAs7h6d3c")), "SET009") == []


def test_set009_quiet_and_untestable_without_placements_and_in_a_void_deal():
    audit = audited(CASH, ofc(1, seat(1, "Kh9d4c2s 8s8hJc5d AcAs7h6d3c"), seat(2, Y)))
    assert found(audit, "SET009") == []
    assert untestable(audit, "SET009") == [UNPLACED]
    assert found(audited(CASH, two(one="Kh9d4c2s 8s8hJc5d AcAs7h6d3c", void=True)), "SET009") == []


# ------------------------------------------------------------------------------- SET010 placed-not-as-dealt


def test_set010_fires_where_a_card_was_set_that_was_not_dealt():
    audit = audited(CARNIVALE, with_act(two(), 3, dealt="8c"))  # the eight of spades is set
    (other,) = found(audit, "SET010")
    assert (other.hand, other.seat, other.stated, other.expected) == (1, 1, "8s", "8c")
    assert (other.kind, other.severity, other.clause) == ("violation", "critical", "CARN-deal-single")
    assert "Hand 1, seat 1, placement 3: 8c was dealt, and 8s was set or discarded" in other.message


def test_set010_fires_where_a_card_was_dealt_and_not_set():
    (less,) = found(audited(CASH, with_act(two(), 3, middle="")), "SET010")
    assert (less.seat, less.stated, less.expected, less.clause) == (1, "", "8s", "OFC-one-per-turn")
    assert "8s was dealt, and nothing was set or discarded" in less.message


def test_set010_fires_where_another_card_was_discarded_than_one_of_the_three():
    (other,) = found(audited(PINEAPPLE, with_act(pineapple(), 3, discard="5d")), "SET010")
    assert (other.seat, other.stated, other.expected, other.clause) == (1, "8s8h5d", "8s8h2h", "PINE-three")


def test_set010_quiet_for_the_same_cards_in_any_order():
    assert found(audited(CASH, two(), with_act(two(2), 1, dealt="3c6d7hAsAc")), "SET010") == []
    assert found(audited(PINEAPPLE, pineapple()), "SET010") == []


def test_set010_quiet_and_untestable_where_a_card_was_not_recorded():
    audit = audited(CASH, with_act(two(), 3, dealt="??", middle="??"))
    assert found(audit, "SET010") == []
    assert untestable(audit, "SET010") == [("a card of a placement was not recorded", 1)]


def test_set010_quiet_and_untestable_where_the_discard_was_not_recorded():
    audit = audited(PINEAPPLE, with_act(pineapple(), 3, discard=None))
    assert found(audit, "SET010") == []
    assert untestable(audit, "SET010") == [("what was discarded was not recorded", 1)]


def test_set010_fires_where_more_was_set_than_dealt_and_the_discard_is_not_recorded():
    strange = with_act(pineapple(), 3, dealt="8s8h", middle="8s8hJc", discard=None)
    (more,) = found(audited(PINEAPPLE, strange), "SET010")
    assert (more.seat, more.stated, more.expected) == (1, "8s8hJc", "8s8h")


def test_set010_quiet_and_untestable_without_placements():
    audit = audited(CASH, ofc(1, seat(1, X), seat(2, Y)))
    assert found(audit, "SET010") == []
    assert untestable(audit, "SET010") == [UNPLACED]


# ------------------------------------------------------------------------------- SET011 street-size


def test_set011_fires_where_two_cards_came_in_a_street_of_one():
    two_at_once = with_act(two(), 3, dealt="8s8h", middle="8s8h")
    (street,) = found(audited(CARNIVALE, with_act(two_at_once, 5, dealt="Jc", middle="Jc")), "SET011")
    assert (street.hand, street.seat, street.stated, street.expected) == (
        1,
        1,
        "2 dealt, 2 set",
        "1 dealt, 1 set",
    )
    assert (street.kind, street.severity, street.clause) == ("violation", "major", "CARN-deal-single")
    assert "placement 3: 2 dealt, 2 set; the street has 1 dealt, 1 set" in street.message


def test_set011_fires_where_six_cards_came_at_first():
    (street,) = found(audited(CARNIVALE, with_act(two(), 1, dealt="AcAs7h6d3cKd", front="Kd")), "SET011")
    assert (street.seat, street.stated, street.expected) == (1, "6 dealt, 6 set", "5 dealt, 5 set")
    assert street.clause == "CARN-deal-first-five"


def test_set011_fires_where_a_card_was_dealt_and_not_set():
    (street,) = found(audited(CASH, with_act(two(), 3, middle="")), "SET011")
    assert (street.stated, street.expected, street.clause) == (
        "1 dealt, 0 set",
        "1 dealt, 1 set",
        "OFC-one-per-turn",
    )


def test_set011_fires_for_a_street_too_many():
    event = two()
    event["placements"].append({"seat": 1, "dealt": "2h", "front": "", "middle": "2h", "back": ""})
    (street,) = found(audited(CASH, event), "SET011")
    assert (street.seat, street.stated, street.expected) == (1, "1 dealt, 1 set", "no more cards")
    assert "placement 19: 1 dealt, 1 set; the street has no more cards" in street.message


def test_set011_fires_where_pineapple_was_dealt_and_nothing_discarded():
    event = with_act(pineapple(), 3, middle="8s8h2h", discard="")
    (street,) = found(audited(PINEAPPLE, event), "SET011")
    assert (street.stated, street.expected) == ("3 dealt, 3 set", "3 dealt, 2 set, 1 discarded")
    assert street.clause == "PINE-three"


def test_set011_fires_where_fantasyland_came_with_another_number_of_cards():
    """As many as the record has the player in fantasyland for; whether he had earned them is SET014's."""
    event = placed(1, seat(1, X, fantasyland=13), seat(2, Y), dealer=2)
    (street,) = found(audited(CASH, with_act(event, 1, dealt=f"{''.join(X.split())}2h")), "SET011")
    assert (street.seat, street.stated, street.expected) == (1, "14 dealt, 13 set", "13 dealt, 13 set")
    assert street.clause == "convention"


def test_set011_fires_where_who_is_in_fantasyland_was_dealt_on_street_by_street():
    event = two()
    event["seats"][0]["fantasyland"] = 13
    told = found(audited(CASH, event), "SET011")
    assert [each.expected for each in told] == ["13 dealt, 13 set", *["no more cards"] * 8]


def test_set011_quiet_for_five_and_then_one():
    audit = audited(CARNIVALE, two())
    assert found(audit, "SET011") == []
    assert coverage(audit, "SET011").agreeing == 1


@pytest.mark.parametrize(("ruleset", "count", "variant"), [(CASH, 13, "ofc"), (PINEAPPLE, 14, "pineapple")])
def test_set011_quiet_where_fantasyland_is_dealt_at_once(ruleset, count, variant):
    discards = {} if count == 13 else {"discards": "2h"}
    other = {} if count == 13 else {"discards": "4h5s7s8c"}
    seats = (seat(1, X, fantasyland=count, **discards), seat(2, Y, **other))
    audit = audited(ruleset, placed(1, *seats, dealer=2, variant=variant))
    assert found(audit, "SET011") == found(audit, "SET010") == []


def test_set011_quiet_where_pineapple_discards_one_of_three_or_it_was_not_recorded():
    assert found(audited(PINEAPPLE, pineapple(), with_act(pineapple(2), 3, discard=None)), "SET011") == []


def test_set011_quiet_where_a_hand_was_stopped_half_way():
    """Streets that did not come are no streets of a wrong size."""
    event = two()
    del event["placements"][7:]
    assert found(audited(CASH, event), "SET011") == []


def test_set011_quiet_and_untestable_without_placements():
    audit = audited(CASH, ofc(1, seat(1, X), seat(2, Y)))
    assert found(audit, "SET011") == []
    assert untestable(audit, "SET011") == [UNPLACED]


# ------------------------------------------------------------------------------- SET012 out-of-turn


def test_set012_fires_where_the_button_acted_before_who_is_left_of_it():
    (early,) = found(audited(CARNIVALE, swapped(two(), 5, 6)), "SET012")
    assert (early.hand, early.seat, early.stated, early.expected) == (
        1,
        1,
        "after seat 2",
        "before seat 2",
    )
    assert (early.kind, early.severity, early.clause) == ("violation", "minor", "CARN-deal-show-order")
    assert (
        "placement 6: the seat set its cards of round 3 after seat 2 had set those of round 3"
        in early.message
    )


def test_set012_fires_where_a_seat_is_a_round_ahead():
    """Seat 1 sets its second card before seat 2 has set its first five."""
    told = found(audited(CASH, swapped(two(), 2, 3)), "SET012")
    assert [(each.seat, each.stated) for each in told] == [(2, "after seat 1")]
    assert "of round 1 after seat 1 had set those of round 2" in told[0].message
    assert told[0].clause == "OFC-turns"


def test_set012_fires_by_the_button_and_not_by_the_number_of_the_seat():
    three = placed(1, seat(1, X), seat(2, Y), seat(3, Z), dealer=1)  # 2, 3, 1
    assert found(audited(CASH, three), "SET012") == []
    told = found(audited(CASH, three | {"dealer": 3}), "SET012")
    assert {(each.seat, each.stated) for each in told} == {(1, "after seat 3")}


def test_set012_quiet_where_each_round_goes_clockwise():
    events = [
        placed(number, seat(1, X), seat(2, Y), seat(3, Z), dealer=dealer)
        for number, dealer in enumerate((1, 2, 3), 1)
    ]
    audit = audited(CARNIVALE, *events)
    assert found(audit, "SET012") == []
    assert coverage(audit, "SET012").agreeing == 3


def test_set012_quiet_where_who_is_in_fantasyland_sets_at_any_time():
    event = placed(1, seat(1, X, fantasyland=13), seat(2, Y), dealer=2)
    first, *rest = event["placements"]
    for place in (0, 4, len(rest)):
        moved = event | {"placements": [*rest[:place], first, *rest[place:]]}
        audit = audited(CASH, moved)
        assert found(audit, "SET012") == []
        assert coverage(audit, "SET012").tested == 1


def test_set012_quiet_and_untestable_where_the_button_or_the_placements_were_not_recorded():
    event = swapped(two(), 5, 6)
    del event["dealer"]
    audit = audited(CASH, event, ofc(2, seat(1, X), seat(2, Y), dealer=2))
    assert found(audit, "SET012") == []
    assert untestable(audit, "SET012") == [("the button was not recorded", 1), UNPLACED]


# ------------------------------------------------------------------------------- SET013 rows-not-as-placed


def showdown(event, **rows):
    """The hand with other final rows of seat 1."""
    return event | {"seats": [event["seats"][0] | rows, *event["seats"][1:]]}


def test_set013_fires_at_both_rows_between_which_a_card_has_moved():
    moved = showdown(two(), front="Kh9dJc", middle="8s8h4c5d2s")  # 4c and Jc were set the other way round
    told = found(audited(CARNIVALE, moved), "SET013")
    assert [(each.hand, each.seat, each.stated, each.expected) for each in told] == [
        (1, 1, "Kh9dJc", "Kh9d4c"),
        (1, 1, "8s8h4c5d2s", "8s8hJc5d2s"),
    ]
    assert {(each.kind, each.severity, each.clause) for each in told} == {
        ("violation", "critical", "CARN-deal-single")
    }
    assert "the final front is Kh9dJc; Kh9d4c was placed there" in told[0].message


def test_set013_fires_where_a_card_came_in_at_the_showdown():
    (other,) = found(audited(CASH, showdown(two(), back="AcAsAd6d3c")), "SET013")
    assert (other.stated, other.expected) == ("AcAsAd6d3c", "AcAs7h6d3c")


def test_set013_fires_for_a_row_of_another_size():
    (empty,) = found(audited(CASH, showdown(two(), front="")), "SET013")
    assert (empty.stated, empty.expected) == ("", "Kh9d4c")
    assert "the final front is empty; Kh9d4c was placed there" in empty.message


def test_set013_fires_where_the_discards_are_others():
    (other,) = found(audited(PINEAPPLE, showdown(pineapple(), discards="2h3h5c6h")), "SET013")
    assert (other.seat, other.stated, other.expected) == (1, "2h3h5c6h", "2h3h5c6s")
    assert "the final discards are 2h3h5c6h; 2h3h5c6s was placed there" in other.message


def test_set013_quiet_for_the_same_cards_in_any_order():
    event = showdown(two(), front="4c9dKh")
    assert found(audited(CASH, event), "SET013") == []
    assert found(audited(PINEAPPLE, showdown(pineapple(), discards="6s5c3h2h")), "SET013") == []


def test_set013_quiet_where_discards_of_the_showdown_were_not_recorded():
    event = pineapple()
    del event["seats"][0]["discards"]
    audit = audited(PINEAPPLE, event)
    assert found(audit, "SET013") == []
    assert coverage(audit, "SET013").agreeing == 1


def test_set013_quiet_and_untestable_where_rows_or_cards_were_not_recorded():
    unset = two(2)
    del unset["seats"][0]["front"]
    for event, reason in (
        (ofc(1, seat(1, X), seat(2, Y)), UNPLACED[0]),
        (unset, "the final rows of a seat were not recorded"),
        (showdown(two(), front="Kh9d??"), "a card of a placement or of a row was not recorded"),
        (with_act(two(), 3, dealt="??", middle="??"), "a card of a placement or of a row was not recorded"),
    ):
        audit = audited(CASH, event)
        assert found(audit, "SET013") == []
        assert untestable(audit, "SET013") == [(reason, 1)]


def test_set013_quiet_for_a_player_who_was_not_there():
    event = placed(1, seat(1, X), seat(2, Y), missed(3), dealer=2)
    audit = audited(EVENT, event)
    assert found(audit, "SET013") == []
    assert coverage(audit, "SET013").agreeing == 1


# ------------------------------------------------------------------------------- SET014 fantasyland-not-earned

NOT_SHOWN = "the hand before does not show who qualified"


def land(number, rows=X, count=13, **fields):
    """Seat 1 in fantasyland."""
    return placed(number, seat(1, rows, fantasyland=count, **fields), seat(2, Y), dealer=2)


def test_set014_fires_where_the_hand_before_did_not_qualify():
    audit = audited(CASH, two(1), land(2))
    (free,) = found(audit, "SET014")
    assert (free.hand, free.seat, free.player, free.line) == (2, 1, "P1", 3)
    assert (free.stated, free.expected, free.unit) == (13, 0, "cards")
    assert (free.kind, free.severity, free.clause) == ("violation", "major", "OFC-one-per-turn")
    assert "dealt 13 cards at once; its hand 1 did not qualify for it" in free.message


def test_set014_fires_where_the_queens_in_front_were_fouled():
    fouled = "QcQs4d 7c6h3d2c5c AhAdJhJd9c"
    audit = audited(CASH, two(1, fouled), land(2))
    assert [(each.hand, each.stated, each.expected) for each in found(audit, "SET014")] == [(2, 13, 0)]


def test_set014_fires_where_a_pair_of_jacks_was_in_front():
    jacks = "JhJd4d KdKs7c6h3d AhAdQcQs2c"
    audit = audited(CASH, two(1, jacks), land(2))
    assert [(each.hand, each.stated, each.expected) for each in found(audit, "SET014")] == [(2, 13, 0)]


def test_set014_fires_where_another_number_came_than_was_earned():
    audit = audited(CASH, two(1, QUEENS), land(2, count=14))
    (more,) = found(audit, "SET014")
    assert (more.stated, more.expected, more.difference) == (14, 13, 1)
    assert "its hand 1 led to 13" in more.message


def test_set014_fires_where_queens_were_set_in_fantasyland_for_they_do_not_stay():
    """AMB-FL-STAY: three of a kind in front or four at the back keep a player there, another pair does not."""
    audit = audited(CASH, two(1, QUEENS), land(2, QUEENS), land(3))
    assert [(each.hand, each.stated, each.expected) for each in found(audit, "SET014")] == [(3, 13, 0)]


def test_set014_fires_by_the_placements_where_nothing_else_says_so():
    event = land(2)
    del event["seats"][0]["fantasyland"]
    audit = audited(CASH, two(1), event)
    assert [(each.hand, each.seat, each.stated) for each in found(audit, "SET014")] == [(2, 1, 13)]


@pytest.mark.parametrize(
    ("ruleset", "clause"), [(CARNIVALE, "CARN-deal-single"), (EVENT, "OFC-one-per-turn")]
)
def test_set014_fires_under_controls_that_have_no_fantasyland(ruleset, clause):
    audit = audited(ruleset, land(1))
    (none,) = found(audit, "SET014")
    assert (none.hand, none.stated, none.expected, none.unit) == (
        1,
        "fantasyland",
        "one card at a time",
        "rule",
    )
    assert f"{ruleset['ruleset']} has no such rule" in none.message
    assert (none.kind, none.severity, none.clause) == ("violation", "major", clause)


def test_set014_quiet_under_controls_of_closed_hands():
    """CTL002 says that the game is not theirs; what they lack beside that is no fact of its own."""
    assert found(audited(session(), land(1)), "SET014") == []


def test_set014_quiet_where_queens_lead_there_and_quads_stay():
    audit = audited(CASH, two(1, QUEENS), land(2, STAYS), land(3))
    assert found(audit, "SET014") == []
    assert coverage(audit, "SET014").agreeing == 3


def test_set014_quiet_where_pineapple_gives_fourteen():
    seats = (seat(1, X, fantasyland=14, discards="2h"), seat(2, Y, discards="4h5s7s8c"))
    given = placed(2, *seats, dealer=2, variant="pineapple")
    audit = audited(PINEAPPLE, pineapple(1, QUEENS), given)
    assert found(audit, "SET014") == []
    assert coverage(audit, "SET014").agreeing == 2


def test_set014_quiet_and_untestable_in_the_first_hand_of_a_log_and_after_a_gap():
    audit = audited(CASH, land(1), land(3))
    assert found(audit, "SET014") == []
    assert untestable(audit, "SET014") == [(NOT_SHOWN, 2)]


def test_set014_quiet_and_untestable_where_the_hand_before_is_void_or_its_rows_were_not_recorded():
    rows_unknown = two(1, QUEENS)
    del rows_unknown["seats"][0]["front"]
    for before in (two(1, QUEENS, void=True), rows_unknown):
        audit = audited(CASH, before, land(2))
        assert found(audit, "SET014") == []
        assert untestable(audit, "SET014") == [(NOT_SHOWN, 1)]


def test_set014_quiet_for_another_player_in_the_same_seat():
    """His hand before is not in this log's hand of that seat."""
    audit = audited(CASH, two(1), land(2, player="P9"))
    assert found(audit, "SET014") == []


# ------------------------------------------------------------------------------- SET015 fantasyland-not-given

NOT_GIVEN = "who was in fantasyland, or had qualified for it, was not recorded"


def test_set015_fires_where_who_qualified_was_dealt_street_by_street():
    audit = audited(CASH, two(1, QUEENS), two(2, X, dealer=1))
    (missing,) = found(audit, "SET015")
    assert (missing.hand, missing.seat, missing.player, missing.line) == (2, 1, "P1", 3)
    assert (missing.stated, missing.expected, missing.unit) == (0, 13, "cards")
    assert (missing.kind, missing.severity, missing.clause) == ("violation", "major", "OFC-one-per-turn")
    assert "qualified for fantasyland in hand 1 and was not dealt 13 cards at once" in missing.message


def test_set015_fires_where_who_stays_in_fantasyland_was_not():
    first = placed(1, seat(1, STAYS, fantasyland=13), seat(2, Y), dealer=2)
    assert [each.hand for each in found(audited(CASH, first, two(2)), "SET015")] == [2]


def test_set015_quiet_where_it_was_given():
    given = placed(2, seat(1, X, fantasyland=13), seat(2, Y), dealer=1)
    audit = audited(CASH, two(1, QUEENS), given, two(3))
    assert found(audit, "SET015") == []
    assert coverage(audit, "SET015").agreeing == 2


def test_set015_quiet_where_nobody_qualified_or_the_queens_were_fouled():
    fouled = "QcQs4d 7c6h3d2c5c AhAdJhJd9c"
    audit = audited(CASH, two(1, fouled), two(2), two(3))
    assert found(audit, "SET015") == []


def test_set015_quiet_where_who_qualified_sat_the_next_deal_out():
    audit = audited(CASH, two(1, QUEENS), placed(2, seat(2, Y), seat(3, Z), dealer=2))
    assert found(audit, "SET015") == []


def test_set015_quiet_and_untestable_in_the_first_hand_of_a_log():
    audit = audited(CASH, two(1))
    assert found(audit, "SET015") == []
    assert untestable(audit, "SET015") == [(NOT_GIVEN, 1)]


def test_set015_quiet_and_untestable_where_nothing_says_how_the_cards_were_dealt():
    audit = audited(CASH, ofc(1, seat(1, QUEENS), seat(2, Y)), ofc(2, seat(1, X), seat(2, Y)))
    assert found(audit, "SET015") == []
    assert untestable(audit, "SET015") == [(NOT_GIVEN, 2)]


def test_set015_quiet_under_controls_that_have_no_fantasyland():
    audit = audited(CARNIVALE, two(1, QUEENS), two(2))
    assert found(audit, "SET015") == []
    assert untestable(audit, "SET015") == []


# ------------------------------------------------------------------------------- SET016 played-by-convention


def test_set016_fires_once_for_the_hands_in_which_somebody_was_or_came_to_be_in_fantasyland():
    """No document says who enters and who stays."""
    audit = audited(CASH, two(1), two(2, QUEENS), land(3), two(4))
    told = found(audit, "SET016")
    assert {each.readings[0].ambiguity for each in told} == {"AMB-FL-ENTRY", "AMB-FL-STAY"}
    for each in told:
        assert (each.kind, each.severity, each.hand, each.clause) == (
            "undetermined",
            "note",
            None,
            "OFC-royalties",
        )
        assert each.hands == [2, 3]
        assert each.message.startswith("A rule was played that no document describes (2 hands)")


def test_set016_fires_for_the_number_of_cards_where_the_game_has_variations_of_it():
    seats = (seat(1, X, fantasyland=14, discards="2h"), seat(2, Y, discards="4h5s7s8c"))
    audit = audited(PINEAPPLE, placed(1, *seats, dealer=2, variant="pineapple"))
    told = {each.readings[0].ambiguity: each.hands for each in found(audit, "SET016")}
    assert told == {"AMB-FL-ENTRY": [1], "AMB-FL-STAY": [1], "AMB-FL-CARDS": [1]}


def test_set016_fires_where_a_joker_stood_for_another_card():
    wild = session(ruleset="house", opened_at="2013-07-13T17:00:00-07:00")
    event = ofc(1, seat(1, X.replace("Kh", "JK")), seat(2, Y))
    audit = audited(wild, event, ofc(2, seat(1, X), seat(2, Y)), library=Library([house("jokers")]))
    (joker,) = [each for each in found(audit, "SET016") if each.readings[0].ambiguity == "AMB-JOKER"]
    assert (joker.hands, joker.clause) == ([1], "convention")


def test_set016_quiet_where_nobody_was_in_fantasyland_or_came_to_be():
    audit = audited(CASH, two(1), two(2))
    assert found(audit, "SET016") == []
    assert coverage(audit, "SET016").agreeing == 2


def test_set016_quiet_under_controls_that_have_no_such_rule():
    for ruleset in (CARNIVALE, EVENT):
        audit = audited(ruleset, two(1, QUEENS))
        assert found(audit, "SET016") == []
        assert coverage(audit, "SET016").untestable == 0


def test_set016_quiet_and_untestable_where_the_rows_were_not_recorded():
    audit = audited(CASH, ofc(1, seat(1), seat(2, Y)))
    assert found(audit, "SET016") == []
    assert coverage(audit, "SET016").untestable == 1


# ------------------------------------------------------------------------------- the rows as they lie

STOPPED = [{"kind": "clock_expired", "seat": 1, "ruling": "hand_fouled"}]


@pytest.mark.parametrize(("ruleset", "clause"), [(CARNIVALE, "CARN-deal-shape"), (CASH, "OFC-13-three")])
def test_set001_fires_where_an_open_face_row_is_of_another_size(ruleset, clause):
    told = found(audited(ruleset, ofc(1, seat(1, "Kh9d 8s8hJc5d2s AcAs7h6d3c"), seat(2, Y))), "SET001")
    assert [(each.seat, each.stated, each.expected, each.clause) for each in told] == [(1, 2, 3, clause)]


def test_set001_fires_for_a_row_too_long_in_a_hand_that_the_floor_stopped():
    rows = "Kh9d4c2s 8s8h AcAs7h6d3c"
    event = ofc(1, seat(1, rows, fouled=True), seat(2, Y), irregularities=STOPPED)
    assert [(each.stated, each.expected) for each in found(audited(EVENT, event), "SET001")] == [(4, 3)]


def test_set001_quiet_for_rows_that_a_ruling_left_unfinished_and_for_a_player_who_was_not_there():
    stopped = ofc(1, seat(1, "Kh9d 8s8h AcAs7h6d3c", fouled=True), seat(2, Y), irregularities=STOPPED)
    audit = audited(EVENT, stopped, ofc(2, seat(1, X), seat(2, Y), missed(3)))
    assert found(audit, "SET001") == []
    assert coverage(audit, "SET001").agreeing == 2


def test_set002_fires_where_an_open_face_foul_was_paid_as_legal():
    (foul,) = found(audited(CARNIVALE, ofc(1, seat(1, FOUL, 50), seat(2, Y, -50), unit=50)), "SET002")
    assert (foul.seat, foul.stated, foul.expected, foul.clause) == (
        1,
        "legal",
        "fouled",
        "CARN-foul-definition",
    )


def test_set002_quiet_where_the_foul_was_paid():
    """Six points to the legal hand, under both sheets."""
    for ruleset in (CARNIVALE, EVENT):
        event = ofc(1, seat(1, FOUL, -300, fouled=True), seat(2, Y, 300), unit=50)
        assert found(audited(ruleset, event), "SET002") == []


def test_set003_fires_where_an_open_face_hand_in_order_was_marked_fouled():
    (legal,) = found(audited(EVENT, ofc(1, seat(1, X, -600, fouled=True), seat(2, Y, 600))), "SET003")
    assert (legal.seat, legal.stated, legal.expected) == (1, "fouled", "legal")


def test_set003_quiet_where_the_clock_fouled_it():
    event = ofc(1, seat(1, X, -600, fouled=True), seat(2, Y, 600), irregularities=STOPPED)
    assert found(audited(EVENT, event), "SET003") == []


def test_set017_fires_where_who_missed_the_hand_has_rows_or_placements():
    rows = ofc(1, seat(1, X, 900), seat(2, Y, 300), seat(3, Z, -1_200, status="missed"), dealer=3)
    acts = placed(2, seat(1, X), seat(2, Y), missed(3), dealer=3)
    acts["placements"].append({"seat": 3, "dealt": "2c", "front": "2c", "middle": "", "back": ""})
    told = found(audited(EVENT, rows, acts), "SET017")
    assert [(each.hand, each.seat, each.stated, each.expected) for each in told] == [
        (1, 3, "missed", "played"),
        (2, 3, "missed", "played"),
    ]
    assert told[0].clause == "OFC1-missed-hand"


def test_set017_quiet_where_who_missed_the_hand_has_no_cards():
    audit = audited(EVENT, placed(1, seat(1, X), seat(2, Y), missed(3), dealer=3))
    assert found(audit, "SET017") == []
    assert coverage(audit, "SET017").agreeing == 1


def test_set012_quiet_and_untestable_where_a_placement_is_missing():
    event = two()
    del event["placements"][4]
    audit = audited(CASH, event)
    assert found(audit, "SET012") == []
    reason = "a placement of a seat is missing, so that its turns cannot be counted"
    assert untestable(audit, "SET012") == [(reason, 1)]
    assert found(audit, "SET013") != []


def test_set013_quiet_where_only_the_seat_says_what_was_discarded():
    event = placed(
        1, seat(1, X, discards="2hAd6s7s"), seat(2, Y, discards="Kd3h6hJs"), dealer=2, variant="pineapple"
    )
    for act in event["placements"]:
        act.pop("discard", None)
    audit = audited(PINEAPPLE, event)
    assert [each.code for each in breaches(audit)] == []
    (wrong,) = found(
        audited(
            PINEAPPLE, event | {"seats": [event["seats"][0] | {"discards": "2hAd6s8h"}, event["seats"][1]]}
        ),
        "SET013",
    )
    assert (wrong.seat, wrong.stated, wrong.expected) == (1, "2hAd6s8h", "2hAd6s7s")


def test_set011_quiet_where_only_the_placements_show_fantasyland():
    first = placed(1, seat(1, QUEENS), seat(2, Z), dealer=2)
    second = placed(2, seat(1, X, fantasyland=13), seat(2, Y), dealer=1)
    del second["seats"][0]["fantasyland"]
    audit = audited(CASH, first, second)
    assert found(audit, "SET011") == found(audit, "SET012") == found(audit, "SET015") == []


def test_set015_quiet_where_who_qualified_missed_the_next_hand_or_it_was_void():
    first = placed(1, seat(1, QUEENS), seat(2, Z), dealer=2)
    away = placed(2, missed(1), seat(2, Y), seat(3, X), dealer=3)
    void = ofc(2, seat(1), seat(2), dealer=1, void=True, placements=[], irregularities=[{"kind": "misdeal"}])
    for second in (away, void):
        assert found(audited(CASH, first, second), "SET015") == []


def test_set018_fires_where_a_placement_or_a_call_names_a_seat_in_which_nobody_sat():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2)
    event["placements"].append({"seat": 7, "dealt": "2c", "front": "2c", "middle": "", "back": ""})
    event["clock_calls"] = [{"at": event["placements"][3]["at"], "seat": 9}]
    told = found(audited(EVENT, event), "SET018")
    assert [(each.hand, each.seat, each.stated) for each in told] == [(1, None, 7), (1, None, 9)]
    assert "a placement names seat 7, where nobody sat" in told[0].message


def test_set018_quiet_where_everybody_named_sat_there_and_in_closed_hands():
    audit = audited(EVENT, placed(1, seat(1, X), seat(2, Y), dealer=2))
    assert found(audit, "SET018") == []
    assert coverage(audit, "SET018").agreeing == 1


def test_set018_quiet_and_untestable_without_placements_and_clock_calls():
    audit = audited(EVENT, ofc(1, seat(1, X), seat(2, Y), dealer=2))
    assert found(audit, "SET018") == []
    assert untestable(audit, "SET018") == [("neither placements nor clock calls were recorded", 1)]
