"""What is not on record is not counted as agreeing: the coverage of checks of pot games in hands that show nothing to test."""

from __future__ import annotations

import pytest

from tests.rules.checks.pot_hands import BLINDS, CALLED, CHECKED, act, coverage_of, findings, hand

FOLDED = (*BLINDS, "3 folds", "4 folds", "5 folds", "6 folds", "1 folds")
AT = "2026-03-14T20:%s:00+02:00"
NO_CLOCK = "no clock was recorded with its times"
TERMS = {"event": "terms", "at": AT % "00", "min_buy_in": 5_000, "max_buy_in": 20_000}


def without_acts():
    return {name: value for name, value in hand().items() if name != "acts"}


def clock(**fields):
    return {"act": "clock", "at": AT % "01", "seat": 2, **fields}


def after(number, *lines, **fields):
    return hand(*lines, **({"number": number, "dealer": number - 1, "at": AT % f"{5 * number:02}"} | fields))


def seat(kind, minute, **fields):
    return {"event": "seat", "at": AT % f"{minute:02}", "player": "P1", "seat": 1, "kind": kind, **fields}


def chips(kind, amount):
    return {"event": "chips", "at": AT % "04", "seat": 1, "player": "P1", "kind": kind, "amount": amount}


def award(*orders):
    """Two pots whose awards have some orders."""
    return [
        {
            "pot": pot,
            "amount": 200,
            "awards": [{"seat": 2, "amount": 200} | ({"order": order} if order else {})],
        }
        for pot, order in enumerate(orders)
    ]


# ---------------------------------------------------------------------------- within a hand


def test_bet014_is_not_tested_without_a_clock_and_its_times():
    assert coverage_of("BET014", hand(*CALLED, "2 checks")) == (0, 0, {NO_CLOCK: 1})
    assert coverage_of("BET014", hand(*CALLED, clock(), "2 checks")) == (0, 0, {NO_CLOCK: 1})
    in_time = clock(acted_at="2026-03-14T20:01:20+02:00")
    assert coverage_of("BET014", hand(*CALLED, in_time, "2 checks")) == (1, 0, {})
    assert coverage_of("BET014", without_acts()) == (0, 0, {"the acts of the hand were not recorded": 1})


def test_bet015_does_not_apply_to_a_hand_whose_board_is_dealt_once():
    assert coverage_of("BET015", hand(*CALLED)) == (0, 1, {})
    several = [act("turn 4s") | {"run": 1}, act("turn 5s") | {"run": 2}]
    assert coverage_of("BET015", hand(*CALLED, "2 checks", "6 checks", *several)) == (
        0, 0, {"who agreed to several boards was not recorded": 1},
    )  # fmt: skip
    agreed = {"act": "run", "times": 2, "agreed": [2, 6]}
    assert coverage_of("BET015", hand(*CALLED, "2 checks", "6 checks", agreed, *several)) == (1, 0, {})
    assert coverage_of("BET015", without_acts()) == (0, 0, {"the acts of the hand were not recorded": 1})


def test_irr013_does_not_apply_to_a_hand_that_ended_before_a_card_was_dealt():
    assert coverage_of("IRR013", hand(*FOLDED)) == (0, 1, {})
    assert coverage_of("IRR013", hand(*CALLED)) == (1, 0, {})
    assert coverage_of("IRR013", hand(*CALLED[:-1], boards=["2c7dJh"])) == (
        0, 0, {"when cards were dealt was not recorded": 1},
    )  # fmt: skip
    assert coverage_of("IRR013", without_acts()) == (0, 0, {"the acts of the hand were not recorded": 1})


def test_pot007_does_not_apply_to_one_pot_and_is_not_tested_without_the_orders():
    assert coverage_of("POT007", hand(*FOLDED)) == (0, 1, {})
    assert coverage_of("POT007", hand(*CHECKED, pots=award(None))) == (0, 1, {})
    unordered = {"the order in which pots were pushed was not recorded": 1}
    assert coverage_of("POT007", hand(*CHECKED, pots=award(None, None))) == (0, 0, unordered)
    assert coverage_of("POT007", hand(*CHECKED, pots=award(1, None))) == (0, 0, unordered)
    assert coverage_of("POT007", hand(*CHECKED, pots=award(2, 1))) == (1, 0, {})
    assert coverage_of("POT007", hand(*CHECKED, pots=award(2, 1)), ruleset="standard-cash") == (0, 1, {})


# ---------------------------------------------------------------------------- from hand to hand


def test_stk017_is_tested_in_hands_that_follow_a_hand_with_a_button():
    before = "the hand before was not recorded with its button, or was void"
    assert coverage_of("STK017", hand(*FOLDED)) == (0, 0, {before: 1})
    assert coverage_of("STK017", hand(*FOLDED), after(2, *FOLDED)) == (1, 0, {before: 1})
    assert coverage_of("STK017", hand(*FOLDED), after(3, *FOLDED)) == (0, 0, {before: 2})
    assert coverage_of("STK017", hand(*FOLDED), after(2, *FOLDED, void=True)) == (0, 1, {before: 1})
    stud = {"game": "stud7", "limit": "fixed_limit"}
    assert coverage_of("STK017", hand(**stud), after(2, **stud)) == (0, 2, {})


NO_HAND_BEFORE = "no hand is before it, and what its players bought is not on record"
NOT_SURE = "a stack, or the result of the hand before, was not recorded or is not certain"


def test_stk018_is_tested_in_hands_whose_stacks_follow_from_the_hand_before():
    first = hand(*FOLDED, at_seats={1: {"net": -100}, 2: {"net": 100}})
    stacks = {1: 99_900, 2: 100_100}
    assert coverage_of("STK018", first) == (0, 0, {NO_HAND_BEFORE: 1})
    assert coverage_of("STK018", first, after(2, *FOLDED, stacks=stacks)) == (1, 0, {NO_HAND_BEFORE: 1})
    assert coverage_of("STK018", first, after(3, *FOLDED, stacks=stacks)) == (
        0, 0, {NO_HAND_BEFORE: 1, "the hand before it is missing or out of order": 1},
    )  # fmt: skip
    unknown = hand(*FOLDED, at_seats={each: {"stack": None} for each in range(1, 7)})
    assert coverage_of("STK018", unknown, after(2, *FOLDED)) == (0, 0, {NO_HAND_BEFORE: 1, NOT_SURE: 1})


def test_stk018_is_untestable_where_a_fee_may_have_gone_from_a_pot_that_nobody_says_who_won():
    """Hand 1 has neither fees nor nets: seat 2 has 50 less than it won, and seat 1 has 10 more than it had left."""
    without = {NO_HAND_BEFORE: 1, "fees of the hands were not recorded, or do not name a seat": 1}
    short = after(2, *FOLDED, stacks={1: 99_900, 2: 100_050})
    assert coverage_of("STK018", hand(*FOLDED), short) == (0, 0, without)
    assert findings("STK018", hand(*FOLDED), short) == []
    more = after(2, *FOLDED, stacks={1: 99_910, 2: 100_050})
    assert [each[:4] for each in findings("STK018", hand(*FOLDED), more)] == [(2, 1, 99_910, 99_900)]
    complete = hand(*FOLDED, fees=[])
    assert [each[:4] for each in findings("STK018", complete, short)] == [(2, 2, 100_050, 100_100)]


# ---------------------------------------------------------------------------- tables


@pytest.mark.parametrize(
    ("code", "without", "events"),
    [
        ("STK019", "no buy-in was recorded", [TERMS, chips("buy_in", 10_000)]),
        ("STK020", "no break was recorded", [seat("break", 1), seat("back", 2)]),
        ("STK021", "no absence was recorded", [seat("away", 1), seat("back", 2)]),
        ("STK022", "no change of the buy-ins was recorded with who agreed to it",
         [TERMS, {**TERMS, "max_buy_in": 30_000, "consent": [1, 2, 3, 4, 5, 6]}]),
        ("JKP002", "no jackpot event is on record",
         [{"event": "jackpot", "at": AT % "00", "kind": "close", "level": 1_000_000}]),
    ],
)  # fmt: skip
def test_a_check_of_the_table_is_not_tested_without_its_events(code, without, events):
    played = hand(*FOLDED)
    assert coverage_of(code, played) == (0, 0, {without: 1})
    assert coverage_of(code, chips("add_on", 1_000), seat("left", 1), TERMS, played) == (0, 0, {without: 1})
    assert coverage_of(code, *events, played) == (1, 0, {})
    assert coverage_of(code, *events, played, ruleset="standard-cash") == (0, 1, {})


def test_stk022_is_not_tested_where_nobody_says_who_agreed():
    changed = [TERMS, {**TERMS, "max_buy_in": 30_000}]
    assert coverage_of("STK022", *changed, hand(*FOLDED))[0] == 0
