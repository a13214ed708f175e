"""STK: what players take along when they leave, who sits down in their place, and the button that stays behind."""

import pytest
from msgspec.structs import replace

from rules.controls.examined_filing import examine
from rules.controls.library import Library, library
from tests.rules.build import audited, coverage, found, hand, seat, session, untestable
from tests.rules.checks.test_stk_chips import at, event, fee, played

ROOM_BOUGHT = (event("buy_in", 1, 1_000, 1), event("buy_in", 2, 1_000, 1), event("buy_in", 3, 1_000, 1))


MOVED = "the record does not show how chips of a player who cashed out moved"
NO_FEES = "fees that a player who cashed out may have paid were not recorded, or do not name a seat"


def evening(a, b, *between, **fields):
    """a wins $3.00 from b in one hand, and both cash out: $13.00 and $7.00 are theirs."""
    return audited(
        *ROOM_BOUGHT[:2],
        played(1, (1_000, 300), (1_000, -300), **fields),
        *between,
        event("cash_out", 1, a, 25),
        event("cash_out", 2, b, 26),
    )


# ------------------------------------------------------------------------------- STK014 cash-out-differs


def test_stk014_quiet_where_everybody_takes_what_is_his():
    for fees, taken in (([], (1_300, 700)), ([fee(100, 1, before=False), fee(50, 2)], (1_200, 650))):
        audit = evening(*taken, fees=fees)
        assert found(audit, "STK014") == []
        assert coverage(audit, "STK014").agreeing == 1


@pytest.mark.parametrize(
    ("between", "fields", "reason"),
    [
        ((event("move", 2, 100, 20),), {}, MOVED),
        ((), {"fees": None}, NO_FEES),
        ((), {"fees": [fee(100)]}, NO_FEES),
        (
            (), {"irregularities": [{"kind": "exposed_card", "seat": 1, "ruling": "penalty", "units": 1}]},
            "a penalty was given, which may have been paid from the chips of a player who cashed out",
        ),
    ],
)  # fmt: skip
def test_stk014_quiet_and_untestable_where_the_record_may_account_for_it(between, fields, reason):
    audit = evening(1_300, 650, *between, **fields)
    assert found(audit, "STK014") == []
    assert untestable(audit, "STK014") == [(reason, 1)]


def test_stk014_fires_for_one_who_took_more_whatever_fees_there_were():
    assert [each.player for each in found(evening(1_350, 700, fees=None), "STK014")] == ["a"]


# ------------------------------------------------------------------------------- STK015 player-replaced-without-event


def sat(number, *players):
    """A hand of these players in seats 1, 2, ...; None: nobody."""
    seats = [seat(place, player=player) for place, player in enumerate(players, 1) if player]
    return hand(number, *seats, at=at(10 * number))


@pytest.mark.parametrize(
    "between",
    [
        (event("cash_out", 2, 900, 15, "b"), event("buy_in", 2, 1_000, 16, "z")),
        (event("cash_out", 2, 900, 15, "b"),),
        (event("buy_in", 2, 1_000, 15, "z"),),
        (event("move", 2, 900, 15, "b"),),
    ],
)
def test_stk015_quiet_where_the_record_says_that_one_left_or_the_other_came(between):
    audit = audited(*ROOM_BOUGHT[:2], sat(1, "a", "b"), *between, sat(2, "a", "z"))
    assert found(audit, "STK015") == []
    assert coverage(audit, "STK015").agreeing == 2


def test_stk015_quiet_and_untestable_where_no_chips_were_recorded_or_hands_are_missing():
    unrecorded = audited(sat(1, "a", "b"), sat(2, "a", "z"))
    assert untestable(unrecorded, "STK015") == [("chips brought and taken were not recorded", 2)]
    missing = audited(*ROOM_BOUGHT[:2], sat(1, "a", "b"), sat(3, "a", "z"))
    assert found(missing, "STK015") == []
    assert untestable(missing, "STK015") == [("hands are missing or out of order", 1)]
    turned = audited(*ROOM_BOUGHT[:2], sat(2, "a", "z"), sat(1, "a", "b"))
    assert found(turned, "STK015") == []
    assert untestable(turned, "STK015") == [("hands are missing or out of order", 2)]


# ------------------------------------------------------------------------------- STK005 button-on-empty-seat


BUTTON = """
[ruleset]
id = "dead-button"
revision = 1
title = "A room that says what becomes of the button"
authority = "A room"
family = "chinese"
extends = ["wsgc-base@1"]

[table]
dead_button = {stays}
cite = "room:2.3"
text = "What becomes of the button of a player who leaves."
"""


def tried(stays):
    """The library with such a room's controls."""
    ruleset = examine("dead.toml", BUTTON.format(stays=stays), library()).ruleset
    assert ruleset is not None
    return Library([replace(ruleset, standing="approved")])


def button(number, at_seat, *players):
    return sat(number, *players) | {"dealer": at_seat}


@pytest.mark.parametrize(
    ("stays", "hands", "findings"),
    [
        ("true", (button(1, 3, "a", "b", "c"), button(2, 3, "a", "b")), []),
        ("true", (button(1, 3, "a", "b"),), [("discrepancy", "minor", 1)]),
        ("false", (button(1, 3, "a", "b", "c"), button(2, 3, "a", "b")), [("discrepancy", "minor", 2)]),
    ],
)
def test_stk005_fires_as_a_room_says_whether_the_button_stays(stays, hands, findings):
    registry = tried(stays)
    audit = audited(session(ruleset="dead-button"), *hands, library=registry)
    reported = found(audit, "STK005")
    assert [(each.kind, each.severity, each.hand) for each in reported] == findings
    assert {each.clause for each in reported} <= {"room:2.3"}
