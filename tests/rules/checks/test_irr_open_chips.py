"""Streets dealt while a seat whose chips are not on record did not act: it may be all in."""

from __future__ import annotations

from tests.rules.checks.pot_hands import CALLED, findings, hand

ALL_UNKNOWN = {seat: {"stack": None} for seat in range(1, 7)}


def test_irr013_fires_where_a_seat_that_bets_later_did_not_act():
    acts = (
        *CALLED,
        "2 bets 1000",
        "6 calls 1000",
        "turn 4s",
        "2 checks",
        "river 9c",
        "2 checks",
        "6 bets 500",
        "2 folds",
    )
    assert [found[0] for found in findings("IRR013", hand(*acts, at_seats=ALL_UNKNOWN))] == [1]


def test_irr013_quiet_where_the_seat_that_did_not_act_may_be_all_in():
    acts = (*CALLED, "2 bets 1000", "6 calls 1000", "turn 4s", "2 checks", "river 9c", "2 checks")
    assert findings("IRR013", hand(*acts, at_seats={6: {"stack": None}})) == []
    (found,) = findings("IRR013", hand(*acts))
    assert found[5].startswith("Hand 1, act 13: the river was dealt")


def test_irr013_quiet_where_a_call_of_an_unknown_amount_may_have_been_all_in():
    """Seat 6 goes all in with chips that are not on record; seat 2 calls with all of its €12.00, or with less."""
    shoves = {"act": "raise", "seat": 6, "all_in": True}
    acts = (*CALLED, "2 bets 400", shoves, "2 calls", "turn 4s", "river 9c")
    assert findings("IRR013", hand(*acts, stacks={2: 1200}, at_seats={6: {"stack": None}})) == []
