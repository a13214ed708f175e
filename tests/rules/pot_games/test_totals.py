"""Hands without acts: what chips and pots on record show where nobody says who folded."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.pot_hands import audited, coverage_of, findings
from tests.rules.pot_games.replaying import replayed
from tests.rules.pot_logs import pot_hand, pot_seat

PUT_IN = {1: 100, 2: 500, 3: 500}
ONE = {"pot": 0, "amount": 1100}


def played(folded: dict[int, bool], *pots: dict[str, Any]) -> dict[str, Any]:
    """A small blind of 100, and 500 each by two seats, all three with cards."""
    cards = {1: "AhAd", 2: "KhKd", 3: "QhQd"}
    seats = [pot_seat(each, live_in=PUT_IN[each], cards=cards[each]) for each in (1, 2, 3)]
    seats = [each | ({"folded": folded[each["seat"]]} if each["seat"] in folded else {}) for each in seats]
    fields = {"boards": ["2c7dJh4s9c"], "fees": []} | ({"pots": list(pots)} if pots else {})
    return pot_hand(1, *seats, acts=None, **fields)


def pots(*args: Any) -> list[tuple[int, list[int] | None]]:
    (only,) = replayed([played(*args)], "standard-cash")
    return [(each["amount"], each["eligible"]) for each in only["pots"]]


@pytest.mark.parametrize("folded", [{1: True}, {1: True, 2: False, 3: False}], ids=str)
def test_who_can_win_is_known_where_a_fold_is_on_record(folded):
    assert pots(folded) == [(1100, [2, 3])]


def test_nobody_says_who_folded():
    """The chips of seat 1 may be folded, or a main pot of their own; in all they are 1,100."""
    assert pots({}) == [(1100, None)]
    assert pots({1: False}) == [(300, [1, 2, 3]), (800, [2, 3])]


def test_the_pots_on_record_say_who_can_win():
    assert pots({}, ONE | {"eligible": [2, 3]}) == [(1100, [2, 3])]
    assert pots({}, ONE) == [(1100, None)]
    two = [{"pot": 0, "amount": 300, "eligible": [1, 2, 3]}, {"pot": 1, "amount": 800, "eligible": [2, 3]}]
    assert pots({}, *two) == [(300, [1, 2, 3]), (800, [2, 3])]


def test_pots_on_record_that_come_to_something_else_are_not_taken():
    assert pots({}, ONE | {"amount": 1200, "eligible": [2, 3]}) == [(1100, None)]


def test_pots_are_not_compared_with_seats_that_nobody_knows():
    unsettled = played({}, ONE | {"awards": [{"seat": 2, "amount": 1100}]})
    assert findings("POT008", unsettled, ruleset="standard-cash") == []
    told = coverage_of("POT009", unsettled, ruleset="standard-cash")
    assert told == (0, 0, {"who could win the pots was not recorded": 1})


def test_one_pot_of_a_hand_of_which_nobody_says_who_folded_is_no_finding():
    nets = {1: -100, 2: 600, 3: -500}
    hand = played({}, ONE | {"eligible": [2, 3], "awards": [{"seat": 2, "amount": 1100}]})
    hand["seats"] = [each | {"net": nets[each["seat"]]} for each in hand["seats"]]
    assert [
        each.message for each in audited(hand, ruleset="standard-cash").findings if each.kind == "violation"
    ] == []
