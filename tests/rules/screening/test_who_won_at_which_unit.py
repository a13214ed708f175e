"""Units, dealers and tokes beside wins (SCN011, SCN012, SCN014), counted hand by hand; and a figure of nothing."""

from decimal import Decimal

from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.unit_evidence import figures
from tests.rules.screening.open_face_logs import SESSION
from tests.rules.screening.screened import screened_lines
from tests.rules.screening.test_what_alarms_need import seated_hand

CLOSED = {name: value for name, value in SESSION.items() if name not in ("unit", "staff")} | {
    "ruleset": "wsgc-2-4"
}


def hands_of(*nets, **by_hand):
    """Hands of ann, who wins so much, and ben. by_hand: of each hand a value of a member, None: it has none."""
    hands = [seated_hand(number, 2 * number, net) for number, net in enumerate(nets, 1)]
    for name, values in by_hand.items():
        for hand, value in zip(hands, values, strict=True):
            if value is not None:
                hand[name] = value
    return hands


def strata(code, *events, **session):
    """Strata by the names of a unit."""
    found = indicators_by_code()[code].rows(screened_lines([CLOSED | session, *events]))
    return {tuple(name for _, name in each.row.unit): each.row.stratum for each in found}


def test_hands_at_a_higher_unit_that_a_player_won_are_counted():
    """Without a unit on record the third hand counts for nobody; in the fourth ben has no result."""
    hands = hands_of(100, -100, 100, 100, -100, unit=[100, 100, None, 200, 300])
    del hands[3]["seats"][1]["net"]
    found = strata("SCN011", *hands)
    assert found == {("ann",): MarkedStratum(4, 2, 2, 1), ("ben",): MarkedStratum(3, 2, 1, 1)}


def test_one_unit_and_a_tournament_have_no_units_that_follow_results():
    assert strata("SCN011", *hands_of(100, -100, unit=[100, 100])) == {}
    several = hands_of(100, -100, 100, unit=[100, 200, 300])
    assert {*strata("SCN011", *several)} == {("ann",), ("ben",)}
    assert strata("SCN011", *several, tournament="t1") == {}


def test_hands_of_a_dealer_that_a_player_won_are_counted():
    """Nobody is named as the dealer of the third hand; in the fourth ben has no result."""
    hands = hands_of(100, -100, 100, 100, -100, dealer_id=["d-1", "d-2", None, "d-2", "d-1"])
    del hands[3]["seats"][1]["net"]
    assert strata("SCN012", *hands) == {
        ("d-1", "ann"): MarkedStratum(4, 2, 2, 1),
        ("d-2", "ann"): MarkedStratum(4, 2, 2, 1),
        ("d-1", "ben"): MarkedStratum(3, 2, 2, 1),
        ("d-2", "ben"): MarkedStratum(3, 2, 1, 1),
    }


def test_hands_of_a_dealer_that_a_toke_followed_are_counted():
    """Nobody is named as the dealer of the third hand, and the time of the fifth is not on record."""
    hands = hands_of(100, -100, 100, 100, 100, 100, dealer_id=["d-1", "d-2", None, "d-1", "d-1", "d-1"])
    del hands[4]["at"]
    given = {"event": "toke", "seat": 1, "player": "ann", "amount": 100}
    tokes = [given | {"at": f"2026-03-14T16:{minute:02}:40-07:00"} for minute in (2, 6, 12)]
    events = [hands[0], tokes[0], hands[1], hands[2], tokes[1], hands[3], hands[4], hands[5], tokes[2]]
    assert strata("SCN014", *events) == {
        ("d-1",): MarkedStratum(4, 2, 3, 2),
        ("d-2",): MarkedStratum(4, 2, 1, 0),
        ("d-1", "ann"): MarkedStratum(3, 2, 3, 2),
        ("d-2", "ann"): MarkedStratum(3, 2, 0, 0),
        ("d-1", "ben"): MarkedStratum(1, 0, 0, 0),
        ("d-2", "ben"): MarkedStratum(1, 0, 1, 0),
    }


def test_nothing_is_written_as_0():
    assert [figures(Decimal(each)) for each in ("0", "-0", "0E-9", "0.00012345678")] == [
        "0",
        "0",
        "0",
        "0.000123457",
    ]
