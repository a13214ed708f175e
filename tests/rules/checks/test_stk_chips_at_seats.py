"""STK025: chips at a seat where their player did not sit."""

from __future__ import annotations

import pytest

from rules.audit import BytesSource, audit_log
from tests.rules.build import A, B, Event, audited, found, hand, seat, session, untestable
from tests.rules.fees import at
from tests.rules.pot_logs import EUROS, pot_hand, pot_log


def chips(place: int, minute: float, player: str = "P1", kind: str = "add_on", **fields: object) -> Event:
    return {
        "event": "chips",
        "at": at(minute),
        "seat": place,
        "player": player,
        "kind": kind,
        "amount": 5_000,
    } | fields


def dealt(number: int, one: int = 1, other: int = 2) -> Event:
    """A hand of P1 and P2 at two seats."""
    return hand(number, seat(one, A, player="P1"), seat(other, B, player="P2"), at=at(10 * number))


@pytest.mark.parametrize("kind", ["buy_in", "add_on", "move", "cash_out"])
def test_stk025_fires_on_chips_at_a_seat_that_is_not_the_players(kind):
    (only,) = found(audited(dealt(1), chips(4, 15, kind=kind), dealt(2)), "STK025")
    assert (only.line, only.seat, only.player, only.stated, only.expected) == (3, 4, "P1", 4, 1)
    assert (only.kind, only.severity, only.clause) == ("discrepancy", "minor", "external:RECORD-attributable")
    assert only.message == (
        f"Line 3: a {kind.replace('_', '-')} of $50.00 is on record for player P1 at seat 4; it sits at seat 1 "
        "(external:RECORD-attributable)."
    )


def test_stk025_fires_before_the_first_hand_and_after_the_last():
    audit = audited(chips(2, 5, kind="buy_in"), dealt(1), dealt(2), chips(3, 35, kind="cash_out"))
    assert [(each.line, each.stated) for each in found(audit, "STK025")] == [(2, 2), (5, 3)]


def test_stk025_fires_on_a_stranger_at_a_seat_that_another_player_holds():
    (only,) = found(audited(dealt(1), chips(2, 15, player="P9"), dealt(2)), "STK025")
    assert (only.player, only.expected) == ("P9", None)
    assert "player P2 sits there, and P9 is in no hand" in only.message


def test_stk025_fires_in_pot_games():
    def event(minute: int, place: int) -> Event:
        return chips(place, 0, kind="add_on") | {"at": f"2026-03-14T20:{minute:02}:00+02:00"}

    log = pot_log(
        session(**EUROS), pot_hand(1), event(5, 3), pot_hand(2, at="2026-03-14T20:10:00+02:00", dealer=1)
    )
    (only,) = found(audit_log(BytesSource(log), ruleset="olympic-cash"), "STK025")
    assert (only.line, only.player, only.stated, only.expected) == (3, "P1", 3, 1)


def test_stk025_quiet_at_the_seats_before_and_after_a_change():
    assert found(audited(dealt(1), chips(1, 15), dealt(2)), "STK025") == []
    for place in (1, 5):
        assert found(audited(dealt(1), chips(place, 15), dealt(2, one=5)), "STK025") == []


def test_stk025_quiet_at_a_seat_that_an_event_of_seats_names():
    moved = {"event": "seat", "at": at(12), "player": "P1", "kind": "moved", "seat": 6}
    assert found(audited(dealt(1), moved, chips(6, 15), dealt(2, one=7)), "STK025") == []


def test_stk025_quiet_for_a_player_who_is_never_dealt_in_at_an_empty_seat():
    assert found(audited(dealt(1), chips(6, 15, player="P9"), dealt(2)), "STK025") == []


def test_stk025_quiet_and_untestable_without_chips_and_with_hands_out_of_order():
    assert untestable(audited(dealt(1)), "STK025") == [("no chips were recorded", 1)]
    audit = audited(dealt(2), chips(4, 15), dealt(1))
    assert found(audit, "STK025") == []
    assert untestable(audit, "STK025") == [("hands are missing or out of order", 2)]


def test_stk025_quiet_where_one_hand_had_the_player_at_another_seat_too():
    """As where a fault put him into two seats: he sat on where he was."""
    twice = hand(2, seat(1, A, player="P1"), seat(3, B, player="P1"), at=at(20))
    assert found(audited(dealt(1), twice, dealt(3), chips(1, 35, kind="cash_out")), "STK025") == []
