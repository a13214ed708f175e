"""A log of hands that were declared void, on which the floor ruled, and in which a clock was called; as due in everything."""

from __future__ import annotations

import copy
from typing import Any

from tests.rules.build import session
from tests.rules.checks.pot_hands import BLINDS, CALLED, act, hand
from tests.rules.pot_games.replaying import replayed
from tests.rules.pot_logs import EUROS

Row = dict[str, Any]
_EXPOSED = {"kind": "exposed_card", "when": "deal", "cards": 2, "ruling": "misdeal", "by": "s-1"}
_HOLE = {2: "AhAd", 6: "KhKd"}
_CALLED_OUT = (*CALLED, "2 checks", "6 bets 500")
_BOARD = ("turn 4s", "2 checks", "6 checks", "river 9c", "2 checks", "6 checks")
_ASIDE = act("turn 4s") | {"withdrawn": True}, act("river 8s") | {"face_down": True}
_ANEW = act("turn Kc") | {"reshuffled": True, "burn": ""}


def _clock(seconds: int, seat: int = 2, called_by: int = 6) -> Row:
    """A clock on a seat, which acts after so many seconds."""
    at = "2026-03-14T20:03:{:02d}+02:00"
    return {
        "act": "clock",
        "seat": seat,
        "called_by": called_by,
        "at": at.format(0),
        "acted_at": at.format(seconds),
    }


def _void(*lines: str, **irregularity: Any) -> Row:
    """A hand that is dealt anew: every chip goes back."""
    return hand(*lines, void=True, irregularities=[_EXPOSED | irregularity])


def _call_only(*lines: str | Row) -> Row:
    """Seat 2 showed its cards out of turn, and may only call."""
    shown = {
        "kind": "exposed_card",
        "when": "play",
        "seat": 2,
        "cards": 2,
        "ruling": "call_only",
        "act": 9,
        "by": "s-1",
    }
    return hand(*lines, irregularities=[shown])


_HANDS = (
    lambda: _void(*BLINDS, "3 folds"),
    lambda: _void(*BLINDS, cards=3),
    lambda: _void(*BLINDS, "3 folds", kind="dealt_out_of_order"),
    lambda: _call_only(*_CALLED_OUT, "2 calls 500", "turn 4s", "2 checks", "6 bets 700", "2 folds"),
    lambda: _call_only(*_CALLED_OUT, "2 calls 500", *_BOARD, "2 shows AhAd", "6 mucks"),
    lambda: hand(*_CALLED_OUT, _clock(30), "2 calls 500", *_BOARD, "2 shows AhAd", "6 mucks"),
    lambda: hand(*_CALLED_OUT, _clock(5), "2 folds"),
    lambda: hand(*CALLED, "2 checks", _ASIDE[0], "6 checks", _ASIDE[1], _ANEW, "2 checks", "6 checks", "river 8s", "2 checks",
                 "6 checks", "2 shows AhAd", "6 mucks"),
)  # fmt: skip


def ruled() -> list[Row]:
    """The events of the log: each of the hands with players of its own."""
    made = [copy.deepcopy(each()) for each in _HANDS for _ in range(2)]
    for place, each in enumerate(made, 1):
        each["hand"] = 10 * place
        for seat in each["seats"]:
            seat["player"] = f"h{place}-{seat['seat']}"
            if seat["seat"] in _HOLE:
                seat["hole"] = _HOLE[seat["seat"]]
    return [session(**(EUROS | {"ruleset": "olympic-cash"})), *(_settled(each) for each in made)]


def _settled(played: Row) -> Row:
    """A hand with its pots and nets as due."""
    (due,) = replayed([played])
    nets = {each["seat"]: each["net"] for each in due["seats"]}
    for seat in played["seats"]:
        seat["net"] = nets[seat["seat"]]
    if played.get("void"):
        return played
    pots = [
        {"pot": pot["pot"], "amount": pot["amount"], "eligible": pot["eligible"], "awards": [
            {name: each[name] for name in ("seat", "amount")} for each in due["awards"] if each["pot"] == pot["pot"]
        ]}
        for pot in due["pots"]
    ]  # fmt: skip
    fees = [
        {"kind": kind, "amount": due[name], "pot": 0}
        for kind, name in (("rake", "rake"), ("jackpot", "drop"))
    ]
    return played | {"pots": pots, "fees": [each for each in fees if each["amount"]]}
