"""Hands as plain values, in the shape of `auditor replay`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules.cards import ROWS
from rules.clauses import Ambiguity
from rules.hands import NOT_RECORDED
from rules.replay import table_stakes
from rules.replay.jackpots import jackpot_events
from rules.replay.pairs import NO_SEAT
from rules.replay.readings import open_point
from rules.replay.row_replay import PARTS, ReplayedRows, whole
from rules.replay.row_strengths import HANDS
from rules.replay.seat_facts import RULED_NOBODY
from rules.replay.single_winner import UNKNOWN

OPEN_FACE = "ofc"


def explained(replayed: ReplayedRows, hand: int) -> dict[str, Any]:
    """The replay of one hand. For several hands use one Explanation."""
    return Explanation(replayed).of(hand)


def without_ruleset(number: int, why: str, *, code: str = "CTL001", game: str = "chinese") -> dict[str, Any]:
    """A hand that no revision covers."""
    open_point: dict[str, Any] = {
        "code": code, "clause": None, "reading": None, "seats": [], "row": None, "message": why,
    }  # fmt: skip
    return {
        "hand": number, "game": game, "ruleset": None, "void": None, "seats": [], "pairs": [], "transfers": [],
        "pool": None, "winner": None, "eliminated": [], "undetermined": [open_point],
    }  # fmt: skip


def without_due(reported: dict[str, Any], why: str) -> dict[str, Any]:
    """A replayed hand with its cards and no amounts."""
    unknown: dict[str, Any] = {
        "royalties": dict.fromkeys(ROWS),
        "units": None,
        "net": None,
        "stack_after": None,
    }
    return reported | {
        "seats": [seat | unknown for seat in reported["seats"]],
        "pairs": [], "transfers": None, "pool": None, "winner": None, "eliminated": None,
        "undetermined": [_short(None, [], why)],
    }  # fmt: skip


class Explanation:
    """Hands of a replayed block as plain values. Arrays become lists once."""

    def __init__(self, replayed: ReplayedRows) -> None:
        hands, seats, scoring = replayed.hands, replayed.seats, replayed.scoring
        self._replayed, self._scoring, self._ruleset = replayed, scoring, scoring.ruleset
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
        self._nobody = replayed.hands.ruled_nobody.tolist()
        self._jackpots = jackpot_events(replayed)
        self._game = hands.game
        self._missed = seats.missed.tolist()
        self._out = replayed.stakes.out.tolist() if replayed.stakes else None

    def of(self, hand: int) -> dict[str, Any]:
        """One hand, as `auditor replay` writes it."""
        columns = [column for column, number in enumerate(self._seat[hand]) if number]
        places = [place for place, there in enumerate(self._pairs[hand]) if there]
        return {
            "hand": self._number[hand],
            "game": self._game,
            "ruleset": str(self._ruleset),
            "void": self._void[hand],
            "seats": [self._describe_seat(hand, column) for column in columns],
            "pairs": [self._describe_pair(hand, place) for place in places],
            "transfers": self._transfers(hand, places),
            "pool": self._pool(hand),
            "winner": self._winner(hand),
            "eliminated": self._eliminated(hand),
            "undetermined": [] if self._void[hand] else self._undetermined(hand, places),
        }

    def _describe_seat(self, hand: int, column: int) -> dict[str, Any]:
        known, net = self._seat_known[hand][column], self._net[hand][column]
        stack, natural = self._stack[hand][column], self._natural[hand][column]
        surrendered = self._surrendered[hand][column]
        counted = natural < 0 and not surrendered and not self._void[hand]
        classes = zip(ROWS, self._classes[hand][column], strict=True)
        royalties = zip(ROWS, self._royalties[hand][column], strict=True)
        reported = {
            "seat": self._seat[hand][column],
            "fouled": self._fouled[hand][column] if self._brought[hand][column] else None,
            "natural": self._scoring.natural_names[natural] if natural >= 0 else None,
            "surrendered": surrendered,
            "hands": {row: HANDS[each] if each >= 0 else None for row, each in classes},
            "royalties": {row: self._plain_units(units) if counted else 0 for row, units in royalties},
            "units": self._plain_units(self._units[hand][column]) if known else None,
            "net": net if net != NOT_RECORDED else None,
            "stack_after": stack + net if NOT_RECORDED not in (stack, net) else None,
        }
        if self._game == OPEN_FACE:
            reported["status"] = "missed" if self._missed[hand][column] else "played"
        return reported

    def _describe_pair(self, hand: int, place: int) -> dict[str, Any]:
        a, b = self._pairs_of[place]
        known = self._known[hand][place]
        by_rows = self._by_rows[hand][place]
        return {
            "a": self._seat[hand][a],
            "b": self._seat[hand][b],
            "rows": dict(zip(ROWS, self._signs[hand][place], strict=True)) if by_rows else None,
            "parts": self._describe_parts(hand, place) if known else dict.fromkeys(PARTS),
            "units": self._plain_units(self._pair_units[hand][place]) if known else None,
        }

    def _plain_units(self, parts: int) -> int | str:
        units = whole(parts, self._scoring.denominator)
        return units if isinstance(units, int) else str(units)

    def _describe_parts(self, hand: int, place: int) -> dict[str, int | str]:
        parts: dict[str, int | str] = dict.fromkeys(PARTS, 0)
        for name, units in self._parts.items():
            parts[name] = self._plain_units(units[hand][place])
        return parts

    def _transfers(self, hand: int, places: list[int]) -> list[dict[str, Any]] | None:
        """Payments in the ruleset's order, else by seat; None where one is unknown."""
        if self._void[hand] or self._scoring.pool:
            return []
        if not all(self._known[hand][place] for place in places):
            return None
        if not all(
            known for known, number in zip(self._seat_known[hand], self._seat[hand], strict=True) if number
        ):
            return None
        if self._replayed.stakes and self._unit[hand] != NOT_RECORDED:
            return self._in_chips(hand)
        unit, moved = self._unit[hand], []
        for place in places:
            units = self._pair_units[hand][place]
            if units:
                winner, loser = self._pairs_of[place] if units > 0 else self._pairs_of[place][::-1]
                amount = abs(units) * unit // self._scoring.denominator if unit != NOT_RECORDED else None
                moved.append(self._move(hand, loser, winner, self._plain_units(abs(units)), amount))
        return moved

    def _eliminated(self, hand: int) -> list[int] | None:
        stakes, rules = self._replayed.stakes, self._scoring.chips
        if rules is None or not rules.eliminates or self._void[hand]:
            return []
        assert stakes is not None and self._out is not None
        return self._seats(hand, self._out) if stakes.out_known[hand] else None

    def _in_chips(self, hand: int) -> list[dict[str, Any]] | None:
        stakes = self._replayed.stakes
        assert stakes is not None
        if stakes.open[hand]:
            return None
        moves = stakes.limited.get(hand)
        if moves is None:
            moves = list(table_stakes.moves(self._replayed.compared, self._replayed.parts, hand))
        unit = self._unit[hand]
        reported = []
        for move in moves:
            units = Fraction(move.amount, unit)
            text = units.numerator if units.denominator == 1 else str(units)
            reported.append(self._move(hand, move.payer, move.payee, text, move.amount))
        return reported

    def _move(
        self, hand: int, payer: int, payee: int, units: int | str, amount: int | None
    ) -> dict[str, Any]:
        seat = self._seat[hand]
        return {"payer": seat[payer], "payee": seat[payee], "units": units, "amount": amount}

    def _pool(self, hand: int) -> dict[str, list[int]] | None:
        pool = self._replayed.pool
        if pool is None or self._void[hand] or not pool.known[hand]:
            return None
        best = pool.best[hand]
        return {
            row: [
                number for number, mine in zip(self._seat[hand], best[:, place].tolist(), strict=True) if mine
            ]
            for place, row in enumerate(ROWS)
        }

    def _winner(self, hand: int) -> int | None:
        if self._replayed.winner is None or self._void[hand]:
            return None
        column = int(self._replayed.winner[hand])
        return None if column in (NO_SEAT, UNKNOWN) else self._seat[hand][column]

    def _undetermined(self, hand: int, places: list[int]) -> list[dict[str, Any]]:
        points = []
        if (fouled := self._seats(hand, self._fouled)) and "AMB-FOUL" not in self._ruleset.readings:
            points += self._point("SET007", "foul", fouled, None, "A foul that no document prices.")
        if level := self._seats(hand, self._level):
            message = "The back is exactly level with the middle."
            points += self._point("SET004", "equal_rows", level, "back", message)
        for place in places:
            if self._silent[hand][place]:
                won, lost = divmod(self._outcome[hand][place], 4)
                won, lost = max(won, lost), min(won, lost)
                tied = 3 - won - lost
                topic = f"silent_{won}-{lost}-{tied}" if won < 2 else f"rows_{won}-{lost}-{tied}"
                message = f"{won} won, {lost} lost, {tied} tied has no price in the source."
                pair = [self._seat[hand][column] for column in self._pairs_of[place]]
                points += self._point("SCR003", topic, pair, None, message)
        if holders := self._seats(hand, self._undeclared):
            message = "A natural that nobody declared."
            points += self._point("SET006", "natural_undeclared", holders, None, message)
        points += self._of_the_table(hand)
        if self._scoring.surrender is None and (given_up := self._seats(hand, self._surrendered)):
            points.append(
                _short("SUR001", given_up, "Surrendered, and the ruleset has no price for a surrender.")
            )
        if self._nobody[hand]:
            points.append(_short(None, [], f"{RULED_NOBODY[0].upper()}{RULED_NOBODY[1:]}."))
        elif short := self._seats(hand, self._short):
            points.append(_short(None, short, "The cards were not recorded, or cannot be ranked."))
        return points

    def _of_the_table(self, hand: int) -> list[dict[str, Any]]:
        replayed, numbers = self._replayed, self._seat[hand]
        points: list[dict[str, Any]] = []
        unpriced = [
            number
            for number, natural in zip(numbers, self._natural[hand], strict=True)
            if natural >= 0 and self._scoring.naturals and self._scoring.naturals.list[natural].units is None
        ]
        if unpriced:
            message = "A natural that the documents do not price."
            points += self._point("SET008", "natural_unpriced", unpriced, None, message)
        for place, row in enumerate(ROWS):
            if replayed.pool and replayed.pool.shared[hand, place]:
                best = [
                    number
                    for number, mine in zip(numbers, replayed.pool.best[hand, :, place], strict=True)
                    if mine
                ]
                points += self._point("POT003", "pool_tie", best, row, f"The best {row} is shared.")
        if (winner := self._winner(hand)) is not None:
            message = "What the single winner wins is not stated."
            points += self._point("SCR006", "single_winner", [winner], None, message)
        if replayed.compared.bank is not None and replayed.compared.bank[hand] == NO_SEAT:
            points.append(_short(None, [], "Who banked was not recorded, or did not sit in the hand."))
        if replayed.stakes and replayed.stakes.open[hand]:
            message = (
                "The stacks of some seats, or the button, were not recorded: what was paid is not known."
            )
            points.append(_short(None, [], message))
        for at, column, jackpot in self._jackpots:
            if at == hand:
                named = jackpot.replace("_", " ")
                message = f"The event of the jackpot “{named}” came about; a person looks at it."
                points.append(_short("JKP001", [numbers[column]], message, self._ruleset.cite("jackpots")))
        return points

    def _seats(self, hand: int, mask: list[list[bool]]) -> list[int]:
        return [number for number, holds in zip(self._seat[hand], mask[hand], strict=True) if holds]

    def _point(
        self, code: str, topic: str, seats: list[int], row: str | None, message: str
    ) -> list[dict[str, Any]]:
        ambiguity = open_point(self._ruleset, topic)
        if ambiguity is None:
            return []
        clause, reading = self._describe_reading(ambiguity)
        return [{
            "code": code, "clause": clause, "reading": reading, "seats": seats, "row": row, "message": message,
        }]  # fmt: skip

    def _describe_reading(self, ambiguity: Ambiguity) -> tuple[str, str]:
        return self._ruleset.left_open_by(ambiguity), f"{ambiguity.id}: {self._ruleset.reading(ambiguity)}"


def _short(code: str | None, seats: list[int], message: str, clause: str | None = None) -> dict[str, Any]:
    return {"code": code, "clause": clause, "reading": None, "seats": seats, "row": None, "message": message}
