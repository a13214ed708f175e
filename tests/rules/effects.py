"""Hands whose audits are what-ifs: what they would have changed."""

from rules.audit import BytesSource, audit_log
from tests.rules.build import A, B, C, hand, log, seat, session
from tests.rules.controls_of_a_room import ROOM

BEFORE, AFTER = "2026-03-14T23:59:59-07:00", "2026-03-15T00:00:00-07:00"
ROWS = (A, B, C)


def given_up(number, at=BEFORE, who=3, rows=ROWS, nets=None, **fields):
    """Three players: who gives up pays both others; between these the first wins every row, or loses it."""
    seats = [
        seat(place, each, nets[place - 1] if nets else None, surrendered=True if place == who else None)
        for place, each in enumerate(rows, 1)
    ]
    return hand(number, *seats, at=at, **fields)


def played(number, at=BEFORE, **fields):
    return given_up(number, at, who=None, **fields)


def tried(*events, ruleset="room-thirteen@3", as_if=True, first=None, library=ROOM, room=None):
    opened = first or session(ruleset="room-thirteen", opened_at="2026-03-14T16:00:00-07:00")
    return audit_log(
        BytesSource(log(opened, *events)), ruleset=ruleset, library=library, as_if=as_if, room=room
    )


def because(effect):
    return {each.reason: each.hands for each in effect.because}


def by_player(effect):
    return {each.player: (each.in_force, each.tried, each.difference) for each in effect.players}
