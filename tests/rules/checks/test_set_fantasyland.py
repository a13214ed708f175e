"""SET: who is in fantasyland, and what is played there that no document describes."""

import pytest

from rules.controls.library import Library
from tests.rules.build import audited, coverage, found, seat, session, untestable
from tests.rules.house_tables import house
from tests.rules.house_tables import pineapple as house_pineapple
from tests.rules.open_face import (
    CARNIVALE,
    CASH,
    EVENT,
    PINEAPPLE,
    QUEENS,
    STAYS,
    X,
    Y,
    Z,
    missed,
    ofc,
    placed,
)

UNPLACED = ("the placements were not recorded", 1)
DISCARDS = "2h3h5c6s"  # nobody's in a hand of X or QUEENS and Y
NOT_GIVEN = "the players in fantasyland, or those who had qualified for it, were not recorded"


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


def test_set014_fires_where_the_hand_before_did_not_qualify():
    audit = audited(CASH, two(1), land(2))
    (free,) = found(audit, "SET014")
    assert (free.hand, free.seat, free.player, free.line) == (2, 1, "P1", 3)
    assert (free.stated, free.expected, free.unit) == (13, 0, "cards")
    assert (free.kind, free.severity, free.clause) == ("violation", "major", "convention:fantasyland.entry")
    assert "dealt 13 cards at once; in hand 1 it did not qualify" in free.message


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
    assert "in hand 1 it qualified for 13" in more.message


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
    """CTL002 says that the game is not theirs; what else they lack is not a separate fact."""
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


# ------------------------------------------------------------------------------- SET015 fantasyland-not-given


def test_set015_fires_where_who_qualified_was_dealt_street_by_street():
    audit = audited(CASH, two(1, QUEENS), two(2, X, dealer=1))
    (missing,) = found(audit, "SET015")
    assert (missing.hand, missing.seat, missing.player, missing.line) == (2, 1, "P1", 3)
    assert (missing.stated, missing.expected, missing.unit) == (0, 13, "cards")
    assert (missing.kind, missing.severity, missing.clause) == (
        "violation",
        "major",
        "convention:fantasyland.entry",
    )
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


def test_set015_quiet_where_who_qualified_missed_the_next_hand_or_it_was_void():
    first = placed(1, seat(1, QUEENS), seat(2, Z), dealer=2)
    away = placed(2, missed(1), seat(2, Y), seat(3, X), dealer=3)
    void = ofc(2, seat(1), seat(2), dealer=1, void=True, placements=[], irregularities=[{"kind": "misdeal"}])
    for second in (away, void):
        assert found(audited(CASH, first, second), "SET015") == []


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
