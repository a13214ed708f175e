"""One line of each event of a ledger, with every field recorded."""

from __future__ import annotations

from tests.rules.ledgers.build import JACKPOT, Line, bad_beat, closing, drop, header

AT = "2026-03-15T05:00:00+02:00"
ACT = {"at": AT, "by": "S1", "note": "a note"}


def full_header() -> Line:
    return header(
        JACKPOT | {"closing_level": 900_000}, number=3, until="2026-03-31", source="keyed", recorded_by="S2", recorded_at=AT,
        supersedes={"sha256": "0" * 64, "reason": "a typing error", "by": "S2"}, **{"from": "2026-03-01"},
    )  # fmt: skip


def every_event() -> list[Line]:
    """One of each event between the first line and the close."""
    hit = bad_beat(session="C7", hand=12, game="holdem", players=8, level=1_000_000, amount=600_000)
    hit["seats"] = [each | {"role": "winner", "amount": 1} for each in hit["seats"]]
    events: list[Line] = [
        drop(12_300, session="C7", hands=123),
        {"event": "contribution", "account": "olympic", "amount": 2000, "tournament": "D-1", "prize_pool": 100_000},
        {"event": "diversion", "from": "olympic", "to": "promotion", "amount": 5, "reason": "a party", "approved": True},
        closing("2026-03-14", 1_012_300),
        {"event": "count", "account": "olympic", "amount": 9, "counted_by": ["S1", "S2"]},
        hit,
        {"event": "payout", "account": "olympic", "player": "S2", "amount": 300_000, "hit": "H1", "receipt": "R1"},
        {"event": "award", "account": "olympic", "player": "P1", "points": "375/2", "tournament": "D-1"},
        {"event": "ranking_payout", "account": "olympic", "period": "2026-Q1", "pool": 2000,
         "prizes": [{"player": "P1", "points": 187, "amount": 2000}]},
    ]  # fmt: skip
    return [each | ACT for each in events]


def full_close() -> Line:
    return {"event": "close", "balances": {"olympic": 5}} | ACT


def every_line() -> list[Line]:
    return [full_header(), *every_event(), full_close()]
