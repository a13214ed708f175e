"""Accounts of chips: which close, where they break, and of which nobody knows."""

import pytest

from tests.rules.build import audited
from tests.rules.checks.test_stk_chips import at, event, fee, played

BOUGHT = [event("buy_in", 1, 1_000, 1), event("buy_in", 2, 1_000, 1)]
FIRST = played(1, (1_000, 300), (1_000, -300))
SECOND = played(2, (1_300, 100), (700, -100))
CASHED = [event("cash_out", 1, 1_400, 40), event("cash_out", 2, 600, 40)]
NO_BUY_IN = "what a player brought is not on record"


def accounts(*events):
    """What is unaccounted for, and of how many players it is not known, with the reasons."""
    [total] = audited(*events).money
    unknown = total.not_known["unaccounted"]
    return total.unaccounted, unknown.hands, unknown.because


def test_an_account_closes_from_buy_in_to_cash_out():
    assert accounts(*BOUGHT, FIRST, SECOND, *CASHED) == (0, 0, [])
    between = [event("add_on", 1, 500, 15), event("toke", 2, 100, 15)]
    second = played(2, (1_800, 100), (600, -100), fees=[fee(50, 2, before=False)])
    left = [event("cash_out", 1, 1_900, 40), event("cash_out", 2, 450, 40)]
    assert accounts(*BOUGHT, FIRST, *between, second, *left) == (0, 0, [])


def test_chips_on_the_table_after_the_last_hand_are_left_there():
    assert accounts(*BOUGHT, FIRST, SECOND) == (0, 0, [])


def test_an_account_follows_its_player():
    """a and b change seats, and c comes for a hand without b."""
    second = played(2, (700, -100), (1_300, 100), players="ba")
    third = played(3, (1_000, 0), (1_400, 0), players="ca")
    events = [*BOUGHT, FIRST, second, event("buy_in", 1, 1_000, 25, player="c"), third]
    left = event("cash_out", 1, 600, 26, player="b")
    assert accounts(*events[:-1], left, third) == (0, 0, [])
    assert accounts(*events) == (0, 1, ["no cash-out of a player who left is on record"])


def test_an_account_goes_on_where_a_player_sits_out():
    out = [played(2, (1_300, 0)), played(3, (1_300, 0), (700, 0))]
    assert accounts(*BOUGHT, FIRST, *out) == (0, 0, [])
    other = [out[0], played(3, (1_300, 0), (5_000, 0))]
    why = "what a player took or brought between two hands is not on record"
    assert accounts(*BOUGHT, FIRST, *other) == (0, 1, [why])


@pytest.mark.parametrize(
    ("events", "players", "why"),
    [
        ((FIRST, SECOND), 2, NO_BUY_IN),
        ((BOUGHT[0], FIRST, SECOND), 1, NO_BUY_IN),
        ((*BOUGHT, FIRST, SECOND, CASHED[0]), 1, "no cash-out of a player who left is on record"),
        ((*BOUGHT, FIRST, played(2, (1_300, 0), (None, 0))), 1, "a stack was not recorded"),
        ((*BOUGHT, FIRST, played(3, (1_300, 0), (700, 0))), 2, "a hand is missing or out of order"),
        (
            (*BOUGHT, played(1, (1_000, 300), (1_000, None)), SECOND),
            1,
            "the result of a hand was not recorded, or is not certain",
        ),
        (
            (*BOUGHT, FIRST, event("move", 1, 100, 15), SECOND),
            1,
            "chips moved in a way that the record does not show",
        ),
        (
            (*BOUGHT, {**FIRST, "fees": [fee(30)]}, played(2, (1_270, 0), (700, 0))),
            1,
            "fees were not recorded, or do not name a seat",
        ),
    ],
)
def test_a_line_that_is_not_on_record_leaves_an_account_open(events, players, why):
    unaccounted, unknown, because = accounts(*events)
    assert (unaccounted, unknown) == (0, players)
    assert why in because


def test_nothing_is_known_without_stacks():
    bare = [{**each, "seats": [_bare(seat) for seat in each["seats"]]} for each in (FIRST, SECOND)]
    assert accounts(*BOUGHT, *bare) == (None, 2, ["no stacks are on record"])


def _bare(seat):
    return {name: value for name, value in seat.items() if name != "stack"}


def test_a_single_hand_without_a_buy_in_compares_nothing():
    assert accounts(FIRST) == (None, 2, [NO_BUY_IN])


def test_who_came_back_after_everything_was_cashed_brought_it():
    """b leaves with everything and buys in again."""
    away = [event("cash_out", 2, 700, 15), played(2, (1_300, 0)), event("buy_in", 2, 500, 25)]
    assert accounts(*BOUGHT, FIRST, *away, played(3, (1_300, 0), (500, 0))) == (0, 0, [])


def test_a_penalty_leaves_a_stack_open_that_differs():
    fined = {"event": "irregularity", "at": at(15), "kind": "exposed_card", "seat": 2, "ruling": "penalty"}
    events = [*BOUGHT, FIRST, {**fined, "units": 1}]
    assert accounts(*events, SECOND) == (0, 0, [])
    why = "a penalty was given, which may have been paid from the stacks"
    assert accounts(*events, played(2, (1_400, 0), (600, 0))) == (0, 2, [why])
