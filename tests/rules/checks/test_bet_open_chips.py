"""Chips that are not on record: a short call may be all in, its seat acts no more, and nothing is said of it."""

from __future__ import annotations

from tests.rules.checks.pot_hands import BLINDS, CALLED, audited, coverage_of, findings, hand, said

NO_STACK = {6: {"stack": None}}
SHORT_CALL = (*CALLED, "2 bets 1000", "6 calls 700", "turn 4s", "river 9c")
REPORTED = ("violation", "discrepancy")


def reported(code, *events):
    """Every violation and discrepancy of the betting and the dealing, and all findings of a check: code, seat."""
    found = audited(*events).findings
    return [
        (each.code, each.seat)
        for each in found
        if each.code == code or (each.kind in REPORTED and each.code[:3] in ("BET", "IRR", "POT"))
    ]


def test_bet007_fires_on_a_short_call_of_a_seat_with_chips_on_record_or_with_chips_later():
    (found,) = findings("BET007", hand(*SHORT_CALL))
    assert found[:4] == (1, 6, 700, 1000)
    later = hand(
        *CALLED,
        "2 bets 1000",
        "6 calls 700",
        "turn 4s",
        "2 checks",
        "6 bets 500",
        "2 folds",
        at_seats=NO_STACK,
    )
    (found,) = findings("BET007", later)
    assert found[:4] == (1, 6, 700, 1000)


def test_bet007_quiet_on_a_short_call_that_may_be_all_in():
    assert reported("BET007", hand(*SHORT_CALL, at_seats=NO_STACK)) == []
    flagged = [{"act": "call", "seat": 6, "to": 700, "all_in": True}]
    assert (
        reported("BET007", hand(*CALLED, "2 bets 1000", *flagged, "turn 4s", "river 9c", at_seats=NO_STACK))
        == []
    )


def test_bet007_fires_on_a_short_call_that_was_not_all_in_by_the_record():
    short = {"act": "call", "seat": 6, "to": 700, "all_in": False}
    (found,) = findings("BET007", hand(*CALLED, "2 bets 1000", short, at_seats=NO_STACK))
    assert found[:4] == (1, 6, 700, 1000)


def test_bet003_quiet_on_a_short_raise_that_may_be_all_in_and_bet004_on_what_follows_it():
    called = (*BLINDS, "3 folds", "4 folds", "5 folds", "6 calls", "1 calls", "2 checks", "flop 2c7dJh")
    acts = (*called, "1 checks", "2 bets 1000", "6 raises 1100", "1 folds", "2 raises 3000")
    assert reported("BET003", hand(*acts, at_seats=NO_STACK)) == []
    assert [code for code, _ in reported("BET003", hand(*acts))] == ["BET003"]


def test_bet001_quiet_where_the_seat_that_did_not_act_may_be_all_in():
    acts = (*CALLED, "2 bets 1000", "6 calls 1000", "turn 4s", "2 checks", "river 9c", "2 checks")
    assert reported("BET001", hand(*acts, at_seats=NO_STACK)) == []
    assert ("IRR013", None) in reported("BET001", hand(*acts))


def test_bet008_quiet_on_all_in_by_a_seat_whose_chips_are_not_on_record():
    """Nobody can say how much all of it is."""
    acts = (*CALLED, "2 bets 1000", said("6 raises 2500", "all_in"), "2 folds")
    assert reported("BET008", hand(*acts, at_seats=NO_STACK)) == []
    (found,) = findings("BET008", hand(*acts))
    assert found[:4] == (1, 6, 2500, 99_800)


def test_bet010_quiet_where_the_seat_before_may_be_all_in_by_its_ante():
    stud = {
        "game": "stud7", "limit": "fixed_limit", "stakes": {"ante": 25, "bring_in": 100, "small_bet": 200, "big_bet": 400},
    }  # fmt: skip
    up = {1: "2c", 2: "9h", 3: "Kd"}
    antes = ("1 posts ante 25", "2 posts ante 25", "3 posts ante 25")
    shown = {seat: {"up": card} for seat, card in up.items()}
    open_ = {**shown, 1: {"up": "2c", "stack": None}}
    acts = (*antes, "2 posts bring_in 100", "3 folds")
    assert findings("BET010", hand(*acts, seats=3, at_seats=open_, **stud)) == []
    (found,) = findings("BET010", hand(*acts, seats=3, at_seats=shown, **stud))
    assert found[:4] == (1, 2, "seat 2", "seat 1")


def test_bet007_quiet_in_a_first_round_whose_blinds_are_not_on_record_and_fires_in_later_ones():
    first = ("3 folds", "4 folds", "5 folds", "6 calls 200", "1 calls 200", "2 checks", "flop 2c7dJh")
    assert reported("BET007", hand(*first, "1 checks", "2 checks", "6 checks", "turn 4s")) == []
    short = (
        *first,
        "1 checks",
        "2 bets 1000",
        "6 calls 700",
        "1 folds",
        "turn 4s",
        "2 checks",
        "6 bets 500",
        "2 folds",
    )
    (found,) = findings("BET007", hand(*short))
    assert found[:4] == (1, 6, 700, 1000)


def test_bet007_quiet_and_untestable_where_it_rests_on_chips_or_posts_that_are_not_on_record():
    chips = {"the chips in front of a seat were not recorded": 1}
    for code in ("BET001", "BET007", "IRR013"):
        assert coverage_of(code, hand(*SHORT_CALL, at_seats=NO_STACK)) == (0, 0, chips)
        assert coverage_of(code, hand(*SHORT_CALL)) == (1, 0, {})
    closed = (*CALLED, "2 checks", "6 checks", "turn 4s", "2 checks", "6 checks")
    assert coverage_of("BET007", hand(*closed, at_seats=NO_STACK)) == (1, 0, {})
    first = ("3 folds", "4 folds", "5 folds", "6 calls 200", "1 folds", "2 checks", "flop 2c7dJh")
    assert coverage_of("BET007", hand(*first)) == (0, 0, {"the posts of the hand were not recorded": 1})
