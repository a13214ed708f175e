"""A log in which every field of the format is recorded somewhere, to mutate."""

from __future__ import annotations

from auditor.reference.hands import known
from tests.rules.build import A, B, C, D, Event, close, hand, seat, session

CASES = known("chinese.ndjson")


def at(clock: str) -> str:
    return f"2026-03-14T{clock}-07:00"


def full_session() -> Event:
    return session(
        ruleset="wsgc-full@1",
        number=88,
        closed_at=at("23:30:00"),
        staff={"dealer": "D-7", "supervisor": "S-2"},
        source="table_system",
        recorded_by="D-7",
        recorded_at=at("23:40:00"),
        supersedes={"sha256": "0" * 64, "reason": "a hand was left out", "by": "S-2"},
        tournament="T-9",
    )


def full_hand(number: int = 1) -> Event:
    """Four players under wsgc-full; the recorded results are right. Seat 4 gave its hand up."""
    dealt = "".join(D.split())
    return hand(
        number,
        seat(1, A, 1000, stack=20_000, declared="six_pairs", fouled=False, aces=False, surrendered=False),
        seat(2, B, 400, stack=20_000, dealt="".join(B.split())),
        seat(3, C, -800, stack=20_000),
        seat(4, None, -600, stack=20_000, dealt=dealt, surrendered=True),
        at=at("19:42:10"),
        ended_at=at("19:44:10"),
        unit=100,
        dealer=4,
        dealer_id="D-7",
        deck="K-1",
        shuffler="M-3",
        video="cam-4/19:42",
        forced_dealer=False,
        transfers=[
            {"payer": 2, "payee": 1, "units": 4, "amount": 400},
            {"payer": 4, "payee": 1, "amount": 200},
        ],
        pool={
            "contributions": [{"seat": 1, "amount": 5}],
            "awards": [{"seat": 2, "row": "back", "amount": 5}],
        },
        fees=[{"kind": "hand_fee", "amount": 100, "of": 5000, "seat": 2, "before_deal": True}],
        irregularities=[
            {
                "kind": "exposed_card",
                "when": "deal",
                "seat": 2,
                "cards": 1,
                "ruling": "play_on",
                "units": 1,
                "by": "S-2",
                "note": "seven of clubs",
            }
        ],
        void=False,
        banker=1,
    )


def open_face_hand(number: int = 2) -> Event:
    seats = [
        {
            "seat": 1,
            "player": "P1",
            "stack": 500,
            "front": "AhAdKs",
            "middle": "KhKdQsQdJc",
            "back": "TsThTdTc9s",
            "net": 5,
        },
        {"seat": 2, "player": "P2", "status": "missed", "fouled": False, "discards": "2c", "fantasyland": 14},
    ]
    placed = {
        "seat": 1,
        "at": at("19:50:00"),
        "dealt": "AhKd2c",
        "front": "Ah",
        "middle": "",
        "back": "Kd",
        "discard": "2c",
    }
    called = {"at": at("19:51:00"), "seat": 1, "called_by": 2, "acted_at": at("19:51:20")}
    return {
        "event": "ofc_hand", "hand": number, "variant": "pineapple", "at": at("19:49:00"), "level": 3, "unit": 100,
        "dealer": 1, "seats": seats, "placements": [placed], "clock_calls": [called], "eliminated": [2],
        "transfers": [], "fees": [], "irregularities": [], "void": False,
    }  # fmt: skip


def table_events() -> list[Event]:
    return [
        {
            "event": "fee", "kind": "time", "at": at("20:00:00"), "seat": 1, "player": "P1", "amount": 500,
            "covers_from": at("20:00:00"), "covers_to": at("20:30:00"),
        },
        {"event": "chips", "at": at("20:01:00"), "seat": 1, "player": "P1", "kind": "buy_in", "amount": 10_000,
         "permission": True, "by": "S-2", "medium": "plaque"},
        {"event": "toke", "at": at("20:02:00"), "seat": 1, "player": "P1", "amount": 100},
        {"event": "drop", "at": at("20:03:00"), "kind": "hand_fee", "amount": 100, "counted_by": ["S-1", "S-2"]},
        {"event": "irregularity", "at": at("20:04:00"), "kind": "left_table", "seat": 3, "ruling": "warning"},
    ]  # fmt: skip


def full_close() -> Event:
    return close(2, at=at("23:29:00"), totals={"rake": 0, "hand_fee": 100, "jackpot": 0, "time": 500})


def every_line() -> list[Event]:
    return [full_session(), full_hand(), open_face_hand(), *table_events(), full_close()]
