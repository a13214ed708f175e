"""Hands told one by one: slices of what was computed, in the shape of `auditor replay`."""

from __future__ import annotations

from typing import Any

from rules.cards import ROWS
from rules.clauses import ambiguities
from rules.hands import NOT_RECORDED
from rules.replay.chinese import PARTS, Replayed
from rules.replay.strength import HANDS

GAME = "chinese"


def explained(replayed: Replayed, hand: int) -> dict[str, Any]:
    """The replay of the hand at a position. For many hands of a block, make one Explanation."""
    return Explanation(replayed).of(hand)


def without_ruleset(number: int, why: str) -> dict[str, Any]:
    """A hand that no revision covers, in the same shape."""
    open_point: dict[str, Any] = {
        "code": "CTL001", "clause": None, "reading": None, "seats": [], "row": None, "message": why,
    }  # fmt: skip
    return {
        "hand": number, "game": GAME, "ruleset": None, "void": None, "seats": [], "pairs": [], "transfers": [],
        "pool": None, "winner": None, "eliminated": [], "undetermined": [open_point],
    }  # fmt: skip


class Explanation:
    """The hands of a replayed block as plain values: arrays are turned into lists once, then read hand by hand."""

    def __init__(self, replayed: Replayed) -> None:
        hands, seats, scoring = replayed.hands, replayed.seats, replayed.scoring
        self._scoring, self._ruleset = scoring, scoring.ruleset
        self._pairs_of = list(zip(replayed.a.tolist(), replayed.b.tolist(), strict=True))
        self._number, self._unit = hands.number.tolist(), hands.unit.tolist()
        self._seat, self._stack = hands.seat.tolist(), hands.stack.tolist()
        self._void, self._pairs, self._known = (
            replayed.void.tolist(),
            replayed.pairs.tolist(),
            replayed.known.tolist(),
        )
        self._seat_known, self._units, self._net = (
            each.tolist() for each in (replayed.seat_known, replayed.units, replayed.net)
        )
        self._signs, self._by_rows, self._outcome = (
            each.tolist() for each in (replayed.signs, replayed.by_rows, replayed.outcome)
        )
        self._parts = {name: units.tolist() for name, units in replayed.parts.items()}
        self._pair_units = replayed.pair_units.tolist()
        self._fouled, self._natural, self._surrendered = (
            each.tolist() for each in (seats.fouled, seats.natural, seats.surrendered)
        )
        self._brought, self._classes, self._royalties = (
            each.tolist() for each in (seats.known, seats.classes, seats.royalties)
        )
        fixed = (seats.natural >= 0) | seats.surrendered
        self._level = (seats.equal[..., 1] & ~fixed).tolist()
        self._silent = replayed.silent.tolist()
        undeclared = (seats.natural_held >= 0) & ~seats.claim_held & ~seats.surrendered
        self._undeclared = undeclared.tolist()
        self._short = (seats.present & ~seats.known).tolist()

    def of(self, hand: int) -> dict[str, Any]:
        """The hand at a position, as `auditor replay` writes it."""
        columns = [column for column, number in enumerate(self._seat[hand]) if number]
        places = [place for place, there in enumerate(self._pairs[hand]) if there]
        return {
            "hand": self._number[hand],
            "game": GAME,
            "ruleset": str(self._ruleset),
            "void": self._void[hand],
            "seats": [self._told_seat(hand, column) for column in columns],
            "pairs": [self._told_pair(hand, place) for place in places],
            "transfers": self._transfers(hand, places),
            "pool": None,
            "winner": None,
            "eliminated": [],
            "undetermined": [] if self._void[hand] else self._undetermined(hand, places),
        }

    def _told_seat(self, hand: int, column: int) -> dict[str, Any]:
        known, net = self._seat_known[hand][column], self._net[hand][column]
        stack, natural = self._stack[hand][column], self._natural[hand][column]
        surrendered = self._surrendered[hand][column]
        counted = natural < 0 and not surrendered and not self._void[hand]
        classes = zip(ROWS, self._classes[hand][column], strict=True)
        royalties = zip(ROWS, self._royalties[hand][column], strict=True)
        return {
            "seat": self._seat[hand][column],
            "fouled": self._fouled[hand][column] if self._brought[hand][column] else None,
            "natural": self._scoring.natural_names[natural] if natural >= 0 else None,
            "surrendered": surrendered,
            "hands": {row: HANDS[each] if each >= 0 else None for row, each in classes},
            "royalties": {row: units if counted else 0 for row, units in royalties},
            "units": self._units[hand][column] if known else None,
            "net": net if net != NOT_RECORDED else None,
            "stack_after": stack + net if NOT_RECORDED not in (stack, net) else None,
        }

    def _told_pair(self, hand: int, place: int) -> dict[str, Any]:
        a, b = self._pairs_of[place]
        known = self._known[hand][place]
        by_rows = self._by_rows[hand][place]
        return {
            "a": self._seat[hand][a],
            "b": self._seat[hand][b],
            "rows": dict(zip(ROWS, self._signs[hand][place], strict=True)) if by_rows else None,
            "parts": self._told_parts(hand, place) if known else dict.fromkeys(PARTS),
            "units": self._pair_units[hand][place] if known else None,
        }

    def _told_parts(self, hand: int, place: int) -> dict[str, int]:
        parts = dict.fromkeys(PARTS, 0)
        for name, units in self._parts.items():
            parts[name] = units[hand][place]
        return parts

    def _transfers(self, hand: int, places: list[int]) -> list[dict[str, Any]] | None:
        """What was due between the players, in the order of the seats; None where a pair is not known."""
        if not all(self._known[hand][place] for place in places):
            return None
        unit, moved = self._unit[hand], []
        for place in places:
            units = self._pair_units[hand][place]
            if units:
                winner, loser = self._pairs_of[place] if units > 0 else self._pairs_of[place][::-1]
                moved.append(
                    {
                        "payer": self._seat[hand][loser],
                        "payee": self._seat[hand][winner],
                        "units": abs(units),
                        "amount": abs(units) * unit if unit != NOT_RECORDED else None,
                    }
                )
        return moved

    def _undetermined(self, hand: int, places: list[int]) -> list[dict[str, Any]]:
        """What the controls leave open in a hand, and what of it the record is too short for."""
        points = []
        if (fouled := self._seats(hand, self._fouled)) and "AMB-FOUL" not in self._ruleset.readings:
            points.append(self._point("SET007", "AMB-FOUL", fouled, None, "A foul that no document prices."))
        if level := self._seats(hand, self._level):
            said = "The back is exactly level with the middle."
            points.append(self._point("SET004", "AMB-ORDER-EQUAL", level, "back", said))
        for place in places:
            if self._silent[hand][place]:
                won, lost = divmod(self._outcome[hand][place], 4)
                name = "AMB-ROWS-1W1L1T" if won == lost else "AMB-ROWS-1W2T"
                said = f"{won} won, {lost} lost, {3 - won - lost} tied has no price in the source."
                pair = [self._seat[hand][column] for column in self._pairs_of[place]]
                points.append(self._point("SCR003", name, pair, None, said))
        if holders := self._seats(hand, self._undeclared):
            said = "A natural that nobody declared."
            points.append(self._point("SET006", "AMB-WSGC-NAT-DECLARE", holders, None, said))
        if self._scoring.surrender is None and (given_up := self._seats(hand, self._surrendered)):
            points.append(
                _short("SUR001", given_up, "Surrendered, and the ruleset has no price for a surrender.")
            )
        if short := self._seats(hand, self._short):
            points.append(_short(None, short, "The cards were not recorded, or cannot be ranked."))
        return points

    def _seats(self, hand: int, mask: list[list[bool]]) -> list[int]:
        """The numbers of the seats where a mask holds."""
        return [number for number, holds in zip(self._seat[hand], mask[hand], strict=True) if holds]

    def _point(self, code: str, name: str, seats: list[int], row: str | None, message: str) -> dict[str, Any]:
        ambiguity = ambiguities()[name]
        reading = f"{name}: {self._ruleset.reading(ambiguity)}"
        return {
            "code": code, "clause": ambiguity.clause, "reading": reading, "seats": seats, "row": row,
            "message": message,
        }  # fmt: skip


def _short(code: str | None, seats: list[int], message: str) -> dict[str, Any]:
    return {"code": code, "clause": None, "reading": None, "seats": seats, "row": None, "message": message}
