"""Ledgers for tests: a first line, events, and what the reader says of a file."""

from __future__ import annotations

import json
from typing import Any

from rules.ledgers.ledger_reader import LedgerFile, read_ledger
from rules.records.problems import Problem, Refused

Line = dict[str, Any]

JACKPOT = {"account": "olympic", "kind": "jackpot", "ruleset": "olympic-jackpots@1", "opening": 1_000_000}
RANKING = {"account": "ranking", "kind": "ranking", "ruleset": "olympic-ranking@1", "opening": 0}


def header(*accounts: Line, **stated: Any) -> Line:
    """The first line of a ledger; without accounts, with that of the jackpots."""
    return {
        "event": "ledger", "format": "cardroom-ledger/1", "room": "TEST-2", "ledger": "L-1", "currency": "EUR",
        "accounts": list(accounts) or [JACKPOT],
    } | stated  # fmt: skip


def seats(*roles: str | None) -> list[Line]:
    """The seats of a hit from the first on, with what each had."""
    return [
        {"seat": place, "player": f"S{place}"} | ({"role": role} if role else {})
        for place, role in enumerate(roles, 1)
    ]


def bad_beat(**stated: Any) -> Line:
    """A bad beat at eight seats: the second lost, the seventh won."""
    there = seats(None, "loser", None, None, None, None, "winner", None)
    return {"event": "hit", "hit": "H1", "account": "olympic", "jackpot": "bad_beat", "seats": there} | stated


def royal(*holders: int, **stated: Any) -> Line:
    """A royal flush at six seats."""
    there = seats(*("royal" if place in holders else None for place in range(1, 7)))
    return {
        "event": "hit",
        "hit": "R1",
        "account": "olympic",
        "jackpot": "royal_flush",
        "seats": there,
    } | stated


def closing(day: str, balance: int, **stated: Any) -> Line:
    return {"event": "closing", "account": "olympic", "day": day, "balance": balance} | stated


def drop(amount: int, **stated: Any) -> Line:
    return {"event": "drop", "account": "olympic", "amount": amount} | stated


def written(*lines: Line) -> bytes:
    """The lines as a file."""
    return b"".join(json.dumps(each).encode() + b"\n" for each in lines)


def read(*lines: Line) -> LedgerFile:
    """The records of a file of these lines."""
    return read_ledger([written(*lines)])


def problems(data: bytes) -> list[Problem]:
    """What the reader says of a file; nothing where it is taken."""
    try:
        read_ledger([data])
    except Refused as refused:
        return list(refused.problems)
    return []


def table_log(session: str, *events: Line, **stated: Any) -> list[Line]:
    """The log of a table's session."""
    first = {
        "event": "session", "format": "cardroom-log/1", "room": "TEST-2", "session": session, "table": "4", "currency": "EUR",
        "opened_at": "2026-03-14T20:00:00+02:00",
    }  # fmt: skip
    return [first | stated, *events]


def raked_hand(number: int, *jackpot: int, **stated: Any) -> Line:
    """A hand of two, of which something was taken for the jackpot."""
    players = [{"seat": seat, "player": f"S{seat}"} for seat in (1, 2)]
    fees = [{"kind": "jackpot", "amount": each} for each in jackpot]
    return {
        "event": "ofc_hand",
        "hand": number,
        "variant": "pineapple",
        "seats": players,
        "fees": fees,
    } | stated


def level_in_log(level: int, at: str = "2026-03-14T20:00:00+02:00") -> Line:
    """The level that a table was given."""
    return {"event": "jackpot", "kind": "close", "at": at, "level": level}


def hit_in_log(
    hand: int, *payouts: tuple[int, int], hit: str = "royal_flush", at: str = "2026-03-14T22:00:00+02:00"
) -> Line:
    """A hit of a table's log. payouts: by seat."""
    paid = [{"seat": seat, "player": f"S{seat}", "amount": amount} for seat, amount in payouts]
    return {"event": "jackpot", "kind": "hit", "at": at, "hit": hit, "hand": hand, "payouts": paid}


def paying(hit: Line, amounts: dict[int, int]) -> Line:
    """A hit with what some of its seats got."""
    there = [
        each | ({"amount": amounts[each["seat"]]} if each["seat"] in amounts else {}) for each in hit["seats"]
    ]
    return hit | {"seats": there}


def payout(player: str, amount: int, **of: Any) -> Line:
    """What a player got of a hit or of a tournament."""
    return {"event": "payout", "account": "olympic", "player": player, "amount": amount} | of


def contribution(amount: int, at: str = "2026-02-01T23:00:00+02:00", **stated: Any) -> Line:
    """A share for the ranking."""
    return {"event": "contribution", "account": "ranking", "amount": amount, "at": at} | stated


def award(player: str, points: int | str, at: str = "2026-02-10T20:00:00+02:00", **stated: Any) -> Line:
    """Ranking points."""
    return {"event": "award", "account": "ranking", "player": player, "points": points, "at": at} | stated
