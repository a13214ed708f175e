"""An evening of hold'em with one raise too small in each hand, bet on every street and shown: what an exhibit has most of."""

from __future__ import annotations

from typing import Any

from rules.audit import BytesSource, explain_hand
from rules.shown_pots import PotExhibit
from tests.rules.pot_exhibits import pot_of
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat

_SESSION = {"event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": "EVENING", "table": "T1",
            "currency": "EUR", "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": "olympic-cash"}  # fmt: skip
_PACK = [rank + suit for rank in "3456789TJQK" for suit in "cdh"]
_BOARDS = ("2c7sAh", "Ks", "2d")


def evening(seats: int, hands: int = 2) -> bytes:
    """The log: fees and wins are those that were due, and the button moves. seats: from 3."""
    stacks = dict.fromkeys(range(1, seats + 1), 100_000)
    lines: list[dict[str, Any]] = []
    for number in range(1, hands + 1):
        made = _hand(number, (number - 1) % seats + 1, stacks)
        fees = _replayed(lines, made)
        made["fees"] = [{"kind": "rake", "amount": fees.rake}, {"kind": "jackpot", "amount": fees.drop}]
        due = {seat.seat: seat.due or 0 for seat in _replayed(lines, made).seats}
        for seat in made["seats"]:
            seat["net"] = due[seat["seat"]]
            stacks[seat["seat"]] += due[seat["seat"]]
        lines.append(made)
    return pot_log(_SESSION, *lines)


def _replayed(before: list[dict[str, Any]], made: dict[str, Any]) -> PotExhibit:
    (shown,) = explain_hand(BytesSource(pot_log(_SESSION, *before, made)), made["hand"])
    return pot_of(shown)


def _hand(number: int, dealer: int, stacks: dict[int, int]) -> dict[str, Any]:
    """Everybody calls the raise or folds to it; three seats see the flop, two the river."""
    seats = sorted(stacks)
    small, big, first, *others = [seats[(dealer + at) % len(seats)] for at in range(len(seats))]
    acts: list[dict[str, Any]] = [
        {"act": "post", "seat": small, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": big, "kind": "big_blind", "amount": 200},
        {"act": "raise", "seat": first, "to": 399},
        *({"act": "fold", "seat": seat} for seat in others),
        *({"act": "call", "seat": seat} for seat in (small, big)),
        {"act": "board", "street": "flop", "cards": _BOARDS[0], "burn": "??"},
        {"act": "check", "seat": small},
        {"act": "bet", "seat": big, "to": 600},
        {"act": "call", "seat": first},
        {"act": "fold", "seat": small},
        {"act": "board", "street": "turn", "cards": _BOARDS[1], "burn": "??"},
        *({"act": "check", "seat": seat} for seat in (big, first)),
        {"act": "board", "street": "river", "cards": _BOARDS[2], "burn": "??"},
        {"act": "bet", "seat": big, "to": 1_500},
        {"act": "call", "seat": first},
        {"act": "show", "seat": big},
        {"act": "show", "seat": first},
    ]
    held = [
        pot_seat(seat, stacks[seat], hole="".join(_PACK[2 * at : 2 * at + 2]))
        for at, seat in enumerate(seats)
    ]
    at = f"2026-03-14T20:{3 * number:02d}:00+02:00"
    return pot_hand(number, *held, dealer=dealer, acts=acts, at=at)
