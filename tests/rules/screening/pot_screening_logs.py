"""Small logs of hold'em with three players, made by hand. The big blind of 200 is a unit."""

from tests.rules.build import session
from tests.rules.checks.pot_hands import BLINDS, hand

HOLE = {1: "3c3d", 2: "AhAd", 3: "KhKd"}
NETS = {1: -100, 2: 700, 3: -600}  # of a showdown
_CALLED = (*BLINDS, "3 raises 600", "1 folds", "2 calls 600")
RIVER = (*_CALLED, "flop 2c7dJh", "2 checks", "3 checks", "turn 4s", "2 checks", "3 checks", "river 9c")


def header(**fields):
    """The session of a cash game."""
    opened = "2026-03-14T19:00:00+02:00"
    return session(
        **({"currency": "EUR", "unit": None, "ruleset": "standard-cash", "opened_at": opened} | fields)
    )


def minute(number):
    """A time so many minutes after seven, and seven seconds."""
    return f"2026-03-14T{19 + number // 60:02}:{number % 60:02}:07+02:00"


def played(number, *acts, nets=None, hole=HOLE, **fields):
    """A hand with three players, nets as said."""
    at_seats = {each: {"net": net} for each, net in (nets or {}).items()}
    return hand(
        *acts, number=number, seats=3, hole=hole, at_seats=at_seats, at=minute(number), fees=[], **fields
    )


def showdown(number, nets=NETS, **fields):
    """Seat 2 has aces and wins 700: 600 of seat 3, which has kings, and the small blind of seat 1."""
    acts = (*RIVER, "2 checks", "3 checks", "2 shows AhAd", "3 shows KhKd")
    return played(number, *acts, nets=nets, **fields)


def ruled(seat, word="hand_dead"):
    """An irregularity with its ruling."""
    return [{"kind": "other", "seat": seat, "ruling": word, "by": "sup-1"}]
