"""SET: who is in fantasyland, and what is played there that no document describes."""

import pytest

from rules.controls.library import Library
from tests.rules.build import audited, coverage, found, seat, session, untestable
from tests.rules.house_tables import house
from tests.rules.house_tables import pineapple as house_pineapple
from tests.rules.open_face import (
    CASH,
    PINEAPPLE,
    QUEENS,
    STAYS,
    X,
    Y,
    ofc,
    placed,
)

DISCARDS = "2h3h5c6s"  # nobody's in a hand of X or QUEENS and Y


def two(number=1, one=X, other=Y, dealer=2, **fields):
    """Seat 1 acts first: its acts are placements 1, 3, 5 and so on, those of seat 2 placements 2, 4, 6."""
    return placed(number, seat(1, one), seat(2, other), dealer=dealer, **fields)


def pineapple(number=1, one=X, discards=DISCARDS):
    """Five placements of each seat: five cards, and then four times three of which one is discarded."""
    seats = (seat(1, one, discards=discards), seat(2, Y, discards="4h5s7s8c"))
    return placed(number, *seats, dealer=2, variant="pineapple")


def land(number, rows=X, count=13, **fields):
    """Seat 1 in fantasyland."""
    return placed(number, seat(1, rows, fantasyland=count, **fields), seat(2, Y), dealer=2)


# ------------------------------------------------------------------------------- SET014 fantasyland-not-earned

NOT_SHOWN = "the hand before does not show which players qualified"


def test_set014_fires_by_the_placements_where_nothing_else_says_so():
    event = land(2)
    del event["seats"][0]["fantasyland"]
    audit = audited(CASH, two(1), event)
    assert [(each.hand, each.seat, each.stated) for each in found(audit, "SET014")] == [(2, 1, 13)]


def test_set014_quiet_and_untestable_where_the_hand_before_is_void_or_its_rows_were_not_recorded():
    rows_unknown = two(1, QUEENS)
    del rows_unknown["seats"][0]["front"]
    for before in (two(1, QUEENS, void=True), rows_unknown):
        audit = audited(CASH, before, land(2))
        assert found(audit, "SET014") == []
        assert untestable(audit, "SET014") == [(NOT_SHOWN, 1)]


KINGS = "KdKs4d AhAd7c6h3d QcQsJhJd2c"  # of the same deck as Y; leads to fantasyland with kings
ONE_OVER, TWO_OVER = "6h", "6h3h"


def kings_and_two_hands(third, discards, **rules):
    """Seat 1 has kings in front: fifteen cards at once. Its hand then stays there, and ``third`` cards follow."""
    said = "\n".join(["more = { K = 15 }", *(f'{name} = "{value}"' for name, value in rules.items())])
    hands = [pineapple(1, KINGS)]
    for number, rows, count, over in ((2, STAYS, 15, TWO_OVER), (3, X, third, discards)):
        seats = (seat(1, rows, fantasyland=count, discards=over), seat(2, Y, discards="4h5s7s8c"))
        hands.append(placed(number, *seats, dealer=2, variant="pineapple"))
    wild = session(ruleset="house", opened_at="2013-07-13T17:00:00-07:00")
    return audited(wild, *hands, library=Library([house_pineapple(said)]))


def test_set014_quiet_where_who_stays_is_dealt_as_many_cards_as_before():
    """Kings led to fifteen; the hand that stays has no pair in front, and four jacks at the back."""
    audit = kings_and_two_hands(15, TWO_OVER, stay_cards="as_before")
    assert found(audit, "SET014") == []
    assert coverage(audit, "SET014").agreeing == 3


@pytest.mark.parametrize(
    ("rules", "dealt", "discards", "due"),
    [
        ({"stay_cards": "as_before"}, 14, ONE_OVER, 15),
        ({}, 15, TWO_OVER, 14),
        ({"stay_cards": "by_front"}, 15, TWO_OVER, 14),
    ],
)
def test_set014_fires_where_who_stays_is_dealt_another_number_than_the_controls_say(
    rules, dealt, discards, due
):
    (other,) = found(kings_and_two_hands(dealt, discards, **rules), "SET014")
    assert (other.hand, other.seat, other.stated, other.expected) == (3, 1, dealt, due)
    assert f"in hand 2 it qualified for {due}" in other.message


# ------------------------------------------------------------------------------- SET016 played-by-convention


def test_set016_fires_once_for_the_hands_in_which_somebody_was_or_came_to_be_in_fantasyland():
    """No document says who enters and who stays."""
    audit = audited(CASH, two(1), two(2, QUEENS), land(3), two(4))
    reported = found(audit, "SET016")
    assert {each.readings[0].ambiguity for each in reported} == {"AMB-FL-ENTRY", "AMB-FL-STAY"}
    for each in reported:
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
    reported = {each.readings[0].ambiguity: each.hands for each in found(audit, "SET016")}
    assert reported == {"AMB-FL-ENTRY": [1], "AMB-FL-STAY": [1], "AMB-FL-CARDS": [1]}


def test_set016_fires_where_a_joker_stood_for_another_card():
    wild = session(ruleset="house", opened_at="2013-07-13T17:00:00-07:00")
    event = ofc(1, seat(1, X.replace("Kh", "JK")), seat(2, Y))
    audit = audited(wild, event, ofc(2, seat(1, X), seat(2, Y)), library=Library([house("jokers")]))
    (joker,) = [each for each in found(audit, "SET016") if each.readings[0].ambiguity == "AMB-JOKER"]
    assert (joker.hands, joker.clause) == ([1], "convention:jokers.value")
