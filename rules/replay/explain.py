"""One hand told: a slice of what was computed, in the shape of `auditor replay`."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.cards import ROWS
from rules.clauses import ambiguities
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED
from rules.replay.chinese import PARTS, Replayed
from rules.replay.strength import HANDS

GAME = "chinese"


def explained(replayed: Replayed, hand: int) -> dict[str, Any]:
    """The replay of the hand at a position, as `auditor replay` writes it."""
    hands, ruleset = replayed.hands, replayed.scoring.ruleset
    columns = np.flatnonzero(hands.present[hand]).tolist()
    return {
        "hand": int(hands.number[hand]),
        "game": GAME,
        "ruleset": str(ruleset),
        "void": bool(replayed.void[hand]),
        "seats": [_seat(replayed, hand, seat) for seat in columns],
        "pairs": [_pair(replayed, hand, place) for place in np.flatnonzero(replayed.pairs[hand]).tolist()],
        "transfers": _transfers(replayed, hand),
        "pool": None,
        "winner": None,
        "eliminated": [],
        "undetermined": undetermined(replayed, hand),
    }


def without_ruleset(number: int, why: str) -> dict[str, Any]:
    """A hand that no revision covers, in the same shape."""
    open_point: dict[str, Any] = {
        "code": "CTL001",
        "clause": None,
        "reading": None,
        "seats": [],
        "row": None,
        "message": why,
    }
    return {
        "hand": number, "game": GAME, "ruleset": None, "void": None, "seats": [], "pairs": [], "transfers": [],
        "pool": None, "winner": None, "eliminated": [], "undetermined": [open_point],
    }  # fmt: skip


def _seat(replayed: Replayed, hand: int, seat: int) -> dict[str, Any]:
    seats, hands = replayed.seats, replayed.hands
    at = (hand, seat)
    known = bool(replayed.seat_known[at])
    net = int(replayed.net[at])
    stack = int(hands.stack[at])
    natural = int(seats.natural[at])
    counted = natural < 0 and not seats.surrendered[at] and not replayed.void[hand]
    classes = [int(each) for each in seats.classes[at]]
    return {
        "seat": int(hands.seat[at]),
        "fouled": bool(seats.fouled[at]) if seats.known[at] else None,
        "natural": replayed.scoring.natural_names[natural] if natural >= 0 else None,
        "surrendered": bool(seats.surrendered[at]),
        "hands": {row: HANDS[each] if each >= 0 else None for row, each in zip(ROWS, classes, strict=True)},
        "royalties": {
            row: int(units) if counted else 0 for row, units in zip(ROWS, seats.royalties[at], strict=True)
        },
        "units": int(replayed.units[at]) if known else None,
        "net": net if net != NOT_RECORDED else None,
        "stack_after": stack + net if NOT_RECORDED not in (stack, net) else None,
    }


def _pair(replayed: Replayed, hand: int, place: int) -> dict[str, Any]:
    hands = replayed.hands
    a, b = int(replayed.a[place]), int(replayed.b[place])
    known = bool(replayed.known[hand, place])
    signs = replayed.signs[hand, place]
    rows = (
        {row: int(sign) for row, sign in zip(ROWS, signs, strict=True)}
        if replayed.by_rows[hand, place]
        else None
    )
    parts = {name: int(replayed.parts[name][hand, place]) if name in replayed.parts else 0 for name in PARTS}
    return {
        "a": int(hands.seat[hand, a]),
        "b": int(hands.seat[hand, b]),
        "rows": rows,
        "parts": parts if known else dict.fromkeys(PARTS),
        "units": int(replayed.pair_units[hand, place]) if known else None,
    }


def _transfers(replayed: Replayed, hand: int) -> list[dict[str, Any]] | None:
    """What was due between the players, in the order of the seats; None where a pair is not known."""
    hands = replayed.hands
    if (replayed.pairs[hand] & ~replayed.known[hand]).any():
        return None
    unit = int(hands.unit[hand])
    moved = []
    for place in np.flatnonzero(replayed.pair_units[hand]).tolist():
        units = int(replayed.pair_units[hand, place])
        winner, loser = (replayed.a, replayed.b) if units > 0 else (replayed.b, replayed.a)
        moved.append(
            {
                "payer": int(hands.seat[hand, loser[place]]),
                "payee": int(hands.seat[hand, winner[place]]),
                "units": abs(units),
                "amount": abs(units) * unit if unit != NOT_RECORDED else None,
            }
        )
    return moved


def undetermined(replayed: Replayed, hand: int) -> list[dict[str, Any]]:
    """What the controls leave open in a hand, and what of it the record is too short for."""
    seats, hands, scoring = replayed.seats, replayed.hands, replayed.scoring
    if replayed.void[hand]:
        return []

    def numbers(mask: np.ndarray) -> list[int]:
        return [int(each) for each in hands.seat[hand][mask]]

    points = []
    ruleset = scoring.ruleset
    if (fouled := numbers(seats.fouled[hand])) and "AMB-FOUL" not in ruleset.readings:
        points.append(_point("SET007", "AMB-FOUL", ruleset, fouled, None, "A foul that no document prices."))
    compared = (seats.natural[hand] < 0) & ~seats.surrendered[hand]
    if level := numbers(seats.equal[hand, :, 1] & compared):
        points.append(
            _point(
                "SET004",
                "AMB-ORDER-EQUAL",
                ruleset,
                level,
                "back",
                "The back is exactly level with the middle.",
            )
        )
    for place in np.flatnonzero(replayed.silent[hand]).tolist():
        won, lost = divmod(int(replayed.outcome[hand, place]), 4)
        pair = [int(hands.seat[hand, replayed.a[place]]), int(hands.seat[hand, replayed.b[place]])]
        name = "AMB-ROWS-1W1L1T" if won == lost else "AMB-ROWS-1W2T"
        said = f"{won} won, {lost} lost, {3 - won - lost} tied has no price in the source."
        points.append(_point("SCR003", name, ruleset, pair, None, said))
    undeclared = (seats.natural_held[hand] >= 0) & ~seats.claim_held[hand] & ~seats.surrendered[hand]
    if holders := numbers(undeclared):
        points.append(
            _point(
                "SET006", "AMB-WSGC-NAT-DECLARE", ruleset, holders, None, "A natural that nobody declared."
            )
        )
    if scoring.surrender is None and (given_up := numbers(seats.surrendered[hand])):
        points.append(
            _short("SUR001", ruleset, given_up, "Surrendered, and the ruleset has no price for a surrender.")
        )
    if short := numbers(seats.present[hand] & ~seats.known[hand]):
        points.append(_short(None, ruleset, short, "The cards were not recorded, or cannot be ranked."))
    return points


def _point(
    code: str, name: str, ruleset: Ruleset, seats: list[int], row: str | None, message: str
) -> dict[str, Any]:
    ambiguity = ambiguities()[name]
    reading = f"{name}: {ruleset.reading(ambiguity)}"
    return {
        "code": code, "clause": ambiguity.clause, "reading": reading, "seats": seats, "row": row, "message": message,
    }  # fmt: skip


def _short(code: str | None, ruleset: Ruleset, seats: list[int], message: str) -> dict[str, Any]:
    return {"code": code, "clause": None, "reading": None, "seats": seats, "row": None, "message": message}
