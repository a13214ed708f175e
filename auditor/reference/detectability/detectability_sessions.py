"""Simulated sessions with the fullest record that there can be.

The games together have every rule that a ruleset of the library states; a made-up room states the rest.
"""

from __future__ import annotations

import datetime as dt
import json
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from rules.card_room import Room, TermsOfRoom
from rules.controls.library import Library, library, load
from simulation import simulate

GAMES = (
    "carnivale-ofc-2013", "ofc-event", "ofc-pineapple", "hawaiian-gardens-aces", "malayan", "classic-pool-all",
    "classic-single-winner", "classic-no-pictures", "classic-ace-of-spades-dealer", "wsgc-surrender", "olympic-deals",
    "olympic-time", "wac-230-15-080",
)  # fmt: skip
HONEST = (
    "carnivale-ofc-2013",
    "wsgc-surrender",
)  # also simulated without faults: chips that add up, a first hand
POTS = (
    ("olympic-cash", "holdem"),
    ("olympic-cash", "stud7"),
    ("olympic-cash", "draw27"),
    ("olympic-cash", "horse"),
)  # rulesets of pot games, each with a game
OWN = "room-for-measuring"
HANDS = 50
FAULTS = 0.8  # of the hands, so that a check meets what it looks for
SEED = 5

ROOM = Room(
    "WA-0417",
    (TermsOfRoom("America/Los_Angeles", dt.time(6), licence_class="F", tables=2, fees="hand_fee"),),
    controls=(OWN,),
)
CLUB = Room(
    "CLUB-1", (TermsOfRoom("America/Los_Angeles", dt.time(6), tables=1),)
)  # of the first session of pot games
TWICE = Room(
    "CLUB-2", (TermsOfRoom("America/Los_Angeles", dt.time(6), tables=1),)
)  # whose table has two sessions, one after the other
LAW = "wac-230-15-080"
LICENSED = Room(
    "WA-0500",
    (TermsOfRoom("America/Los_Angeles", dt.time(6), authority="wsgc", licence_class="F", tables=1),),
)
_FEES = (
    {"kind": "rake", "amount": 100, "of": 4000},
    {"kind": "hand_fee", "amount": 100, "seat": 1, "before_deal": True},
    {"kind": "jackpot", "amount": 25},
)
_IRREGULARITIES: tuple[dict[str, Any], ...] = (
    {"kind": "exposed_card", "ruling": "penalty", "units": 2},
    {"kind": "exposed_card", "ruling": "penalty", "units": 1, "by": "dealer"},
    {"kind": "exposed_card", "ruling": "warning"},
    {"kind": "boxed_card", "ruling": "play_on"},
    {"kind": "wrong_card_count", "when": "deal", "cards": 12, "ruling": "play_on"},
    {"kind": "acted_out_of_turn", "ruling": "hand_fouled"},
    {"kind": "exposed_card", "ruling": "misdeal"},
)  # one in each of the hands after the first
_BOXES = ("rake", "hand_fee", "jackpot", "time")


class DetectionLog(Struct, frozen=True):
    """A log, and whether its room's own controls cover the game."""

    game: str
    log: bytes
    room: Room | None


@cache
def registry() -> Library:
    """The library with the controls of the made-up room."""
    text = (files("auditor.reference.detectability") / "room.toml").read_text("utf-8")
    return load({f"{OWN}@1": text}, library(), "approved")


def sessions() -> list[DetectionLog]:
    """A session of each game; for checks across a day three of the made-up room, two of them at one table, and three of clubs."""
    return [
        *map(of_game, GAMES),
        *(DetectionLog(game, _log(game, faults=0), None) for game in HONEST),
        DetectionLog(POTS[0][0], _to_the_close(_log(POTS[0][0], game=POTS[0][1], room=CLUB.id)), CLUB),
        *(
            DetectionLog(ruleset, _log(ruleset, number, game=game), None)
            for number, (ruleset, game) in enumerate(POTS[1:], 2)
        ),
        *(DetectionLog(OWN, completed(_log(OWN, number)), ROOM) for number in (1, 2)),
        DetectionLog(LAW, _log(LAW, room=LICENSED.id), LICENSED),
        DetectionLog(OWN, _continued(completed(_log(OWN, 3, table="T1"))), ROOM),
        *(
            DetectionLog(POTS[0][0], half, TWICE)
            for half in _halves(_log(POTS[0][0], faults=0, game=POTS[0][1], room=TWICE.id))
        ),
    ]


def screened_sessions() -> list[DetectionLog]:
    """A session of closed, of open-face and of pot games without faults, for the indicators of screening."""
    closed = _two_units(completed(_log("wsgc-2-4", faults=0, hands=4 * HANDS)))
    open_face = completed(_log("carnivale-ofc-2013", faults=0, hands=HANDS))
    pots = _log(POTS[0][0], faults=0, game=POTS[0][1], hands=4 * HANDS)
    return [
        DetectionLog("closed", closed, None),
        DetectionLog("open-face", open_face, None),
        DetectionLog("pot", pots, None),
    ]


def _two_units(log: bytes) -> bytes:
    """A log with another unit in its second half, as the record has it."""
    lines = [json.loads(line) for line in log.splitlines()]
    later = (
        line | ({"unit": 2 * lines[0]["unit"]} if line.get("hand", 0) > 2 * HANDS else {}) for line in lines
    )
    return b"".join(json.dumps(line).encode() + b"\n" for line in later)


def of_game(game: str) -> DetectionLog:
    """A session of a game, with faults."""
    return DetectionLog(game, completed(_log(game)), None)


def _log(
    name: str,
    number: int = 1,
    faults: float = FAULTS,
    game: str = "",
    room: str = ROOM.id,
    table: str = "",
    hands: int = HANDS,
) -> bytes:
    ruleset = registry().get(name)
    return simulate(
        ruleset,
        hands=hands,
        seed=SEED + number,
        faults=faults,
        room=room,
        number=number,
        session=f"S-{number}",
        table=table or f"T{number}",
        currency=ruleset.get("fees.currency", "USD"),
        game=game,
    ).log()


def _to_the_close(log: bytes) -> bytes:
    """A log of pot games with terms that change by agreement, and the level of the jackpot at the close."""
    *lines, last = (json.loads(line) for line in log.splitlines())
    terms = next(line for line in lines if line["event"] == "terms")
    changed = terms | {"at": last["at"], "max_buy_in": 2 * terms["max_buy_in"], "consent": list(range(1, 11))}
    opening = next(line for line in lines if line["event"] == "jackpot")
    closing = opening | {"at": last["at"], "level": opening["level"] + last["totals"]["jackpot"]}
    return b"".join(json.dumps(line).encode() + b"\n" for line in (*lines, changed, closing, last))


def _continued(log: bytes) -> bytes:
    """A log whose hands follow those of the session before at its table."""
    lines = [json.loads(line) for line in log.splitlines()]
    numbered = (line | ({"hand": line["hand"] + HANDS} if "hand" in line else {}) for line in lines)
    return b"".join(json.dumps(line).encode() + b"\n" for line in numbered)


def _halves(log: bytes) -> tuple[bytes, bytes]:
    """A log as two sessions of its table, the second opened when the first is closed."""
    head, *lines = (json.loads(line) for line in log.splitlines())
    hands = [place for place, line in enumerate(lines) if "seats" in line]
    middle = hands[HANDS // 2]
    at = lines[middle]["at"]
    first = [head | {"closed_at": at}, *lines[:middle], {"event": "close", "at": at, "hands": HANDS // 2}]
    renumbered = (
        line | ({"hand": line["hand"] - HANDS // 2} if "hand" in line else {})
        for line in lines[middle:]
        if line["event"] != "close"
    )
    terms = (line | {"at": at} for line in lines[: hands[0]] if line["event"] == "terms")
    second = [head | {"session": "S-2", "number": 2, "opened_at": at}, *terms, *renumbered]
    one, other = (b"".join(json.dumps(line).encode() + b"\n" for line in each) for each in (first, second))
    return one, other


def completed(log: bytes) -> bytes:
    """A log with each kind of fee, irregularities, a tip, and counts of the drop boxes."""
    lines = [json.loads(line) for line in log.splitlines()]
    hands = [line for line in lines if "seats" in line]
    for hand in hands:
        taken = {fee["kind"] for fee in hand.get("fees", ())}
        hand["fees"] = [*hand.get("fees", ()), *(fee for fee in _FEES if fee["kind"] not in taken)]
        if "pool" in hand:
            hand.setdefault("transfers", [])
    for hand, record in zip(hands[1:], _IRREGULARITIES, strict=False):
        irregularity = {"when": "play", "seat": hand["seats"][0]["seat"], "by": "supervisor", **record}
        hand.setdefault("irregularities", []).append(irregularity)
    after = [_tip(hands[-1]), _time(hands[0], hands[-1]), *(_count(kind, hands[-1]) for kind in _BOXES)]
    place = lines.index(hands[-1]) + 1
    return b"".join(json.dumps(line).encode() + b"\n" for line in (*lines[:place], *after, *lines[place:]))


def _tip(hand: dict[str, Any]) -> dict[str, Any]:
    return {"event": "toke", "at": hand["ended_at"], **_who(hand), "amount": 100}


def _time(first: dict[str, Any], last: dict[str, Any]) -> dict[str, Any]:
    paid = {"at": last["ended_at"], "covers_from": first["at"], "covers_to": last["ended_at"]}
    return {"event": "fee", "kind": "time", **_who(last), "amount": 300, **paid}


def _who(hand: dict[str, Any]) -> dict[str, Any]:
    return {name: hand["seats"][0][name] for name in ("seat", "player")}


def _count(kind: str, hand: dict[str, Any]) -> dict[str, Any]:
    return {
        "event": "drop",
        "at": hand["ended_at"],
        "kind": kind,
        "amount": 1000,
        "counted_by": ["s-1", "s-2"],
    }
