"""SET: how open-face cards were placed, street by street and in turn."""

import pytest

from tests.rules.build import audited, breaches, coverage, found, seat, untestable
from tests.rules.open_face import (
    CARNIVALE,
    CASH,
    EVENT,
    PINEAPPLE,
    QUEENS,
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


# ------------------------------------------------------------------------------- SET009 row-overfilled


def test_set009_fires_where_a_fourth_card_was_set_in_front():
    four_in_front = "Kh9d4c2s 8s8hJc5d AcAs7h6d3c"
    (over,) = found(audited(CARNIVALE, two(one=four_in_front)), "SET009")
    assert (over.hand, over.seat, over.stated, over.expected, over.unit) == (1, 1, 4, 3, "cards")
    assert (over.kind, over.severity, over.clause) == ("violation", "major", "CARN-deal-shape")
    assert "Hand 1, seat 1, placement 17: the front then has 4 cards; it holds 3" in over.message


def test_set009_fires_at_every_card_too_many_and_with_the_clause_of_the_game():
    seven_at_the_back = "Kh9d4c 8s8hJc AcAs7h6d3c5d2s"
    reported = found(audited(CASH, two(one=seven_at_the_back)), "SET009")
    assert [(each.seat, each.stated, each.expected) for each in reported] == [(1, 6, 5), (1, 7, 5)]
    assert ["placement 3:" in reported[0].message, "placement 5:" in reported[1].message] == [True, True]
    assert {each.clause for each in reported} == {"OFC-13-three"}


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


@pytest.mark.parametrize(("number", "row", "card"), [(3, "middle", "8s"), (13, "front", "Kh")])
def test_set010_fires_where_another_card_was_set_in_whatever_row(number, row, card):
    (other,) = found(audited(CASH, with_act(two(), number, dealt="8c")), "SET010")
    assert (other.seat, other.stated, other.expected) == (1, card, "8c"), row


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
    assert "placement 3: 2 dealt, 2 set; the street requires 1 dealt, 1 set" in street.message


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
    assert "placement 19: 1 dealt, 1 set; the street requires no more cards" in street.message


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
    assert street.clause == "OFC-royalties"


def test_set011_fires_where_who_is_in_fantasyland_was_dealt_on_street_by_street():
    event = two()
    event["seats"][0]["fantasyland"] = 13
    reported = found(audited(CASH, event), "SET011")
    assert [each.expected for each in reported] == ["13 dealt, 13 set", *["no more cards"] * 8]


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


def test_set011_quiet_where_only_the_placements_show_fantasyland():
    first = placed(1, seat(1, QUEENS), seat(2, Z), dealer=2)
    second = placed(2, seat(1, X, fantasyland=13), seat(2, Y), dealer=1)
    del second["seats"][0]["fantasyland"]
    audit = audited(CASH, first, second)
    assert found(audit, "SET011") == found(audit, "SET012") == found(audit, "SET015") == []


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
    reported = found(audited(CASH, swapped(two(), 2, 3)), "SET012")
    assert [(each.seat, each.stated) for each in reported] == [(2, "after seat 1")]
    assert "of round 1 after seat 1 had set those of round 2" in reported[0].message
    assert reported[0].clause == "OFC-turns"


def test_set012_fires_by_the_button_and_not_by_the_number_of_the_seat():
    three = placed(1, seat(1, X), seat(2, Y), seat(3, Z), dealer=1)  # 2, 3, 1
    assert found(audited(CASH, three), "SET012") == []
    reported = found(audited(CASH, three | {"dealer": 3}), "SET012")
    assert {(each.seat, each.stated) for each in reported} == {(1, "after seat 3")}


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


def test_set012_quiet_and_untestable_where_a_placement_is_missing():
    event = two()
    del event["placements"][4]
    audit = audited(CASH, event)
    assert found(audit, "SET012") == []
    reason = "a placement of a seat is missing, so its turns cannot be counted"
    assert untestable(audit, "SET012") == [(reason, 1)]
    assert found(audit, "SET013") != []


# ------------------------------------------------------------------------------- SET013 rows-not-as-placed


def showdown(event, **rows):
    """The hand with other final rows of seat 1."""
    return event | {"seats": [event["seats"][0] | rows, *event["seats"][1:]]}


def test_set013_fires_at_both_rows_between_which_a_card_has_moved():
    moved = showdown(two(), front="Kh9dJc", middle="8s8h4c5d2s")  # 4c and Jc were set the other way round
    reported = found(audited(CARNIVALE, moved), "SET013")
    assert [(each.hand, each.seat, each.stated, each.expected) for each in reported] == [
        (1, 1, "Kh9dJc", "Kh9d4c"),
        (1, 1, "8s8h4c5d2s", "8s8hJc5d2s"),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("violation", "critical", "CARN-deal-single")
    }
    assert "the final front is Kh9dJc; Kh9d4c was placed there" in reported[0].message


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


# ------------------------------------------------------------------------------- SET018 placed-by-nobody


def test_set018_fires_where_a_placement_or_a_call_names_a_seat_in_which_nobody_sat():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2)
    event["placements"].append({"seat": 7, "dealt": "2c", "front": "2c", "middle": "", "back": ""})
    event["clock_calls"] = [{"at": event["placements"][3]["at"], "seat": 9}]
    reported = found(audited(EVENT, event), "SET018")
    assert [(each.hand, each.seat, each.stated) for each in reported] == [(1, None, 7), (1, None, 9)]
    assert "a placement names seat 7, where nobody sat" in reported[0].message


def test_set018_quiet_where_everybody_named_sat_there_and_in_closed_hands():
    audit = audited(EVENT, placed(1, seat(1, X), seat(2, Y), dealer=2))
    assert found(audit, "SET018") == []
    assert coverage(audit, "SET018").agreeing == 1


def test_set018_quiet_in_a_void_deal():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2, void=True)
    event["placements"].append({"seat": 7, "dealt": "2c", "front": "2c", "middle": "", "back": ""})
    assert found(audited(EVENT, event), "SET018") == []


def test_set018_quiet_and_untestable_without_placements_and_clock_calls():
    audit = audited(EVENT, ofc(1, seat(1, X), seat(2, Y), dealer=2))
    assert found(audit, "SET018") == []
    assert untestable(audit, "SET018") == [("neither placements nor clock calls were recorded", 1)]
