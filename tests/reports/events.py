"""Audits of tournaments and ledgers for the tests of their reports, and what people will look at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

from reports.drawn_audit import write_audit_pdf
from rules.clauses import catalogue
from rules.results import Audit
from rules.shown_events import EventFile
from tests.cases.kept import CASES
from tests.rules.events.auditing import Line, audited

_ZONE = "+02:00"


def case(name: str) -> list[Line]:
    """The lines of the tournament or the ledger of a known answer."""
    files = next(each["files"] for each in CASES if each["id"] == name)
    lines: list[Line] = files["tournament"] if "tournament" in files else files["ledger"]
    return lines


def pdf(audit: Audit, **options: Any) -> bytes:
    """The report of an audit of an event."""
    out = BytesIO()
    write_audit_pdf(audit, _no_exhibits, catalogue(), out, **options)
    return out.getvalue()


def _no_exhibits(places: object) -> Iterator[Any]:
    raise AssertionError("no hand is an exhibit of an event")


# ------------------------------------------------------------------------------------------ tournaments


def forty() -> list[Line]:
    """A tournament of 40 entries, in which nothing differs."""
    return case("TRN-WHOLE-06")


def ten() -> list[Line]:
    """A tournament of ten entries."""
    return case("TRN-WHOLE-07")


def faulty() -> list[Line]:
    """The same: three entries paid a wrong price, the second of them ruled on; a level early, chips that appear, and more."""
    lines = [{**each} for each in forty()]
    entries = [each for each in lines if each["event"] == "entry"]
    for each, paid in zip(entries[4:7], (3000, 6600, 0), strict=True):
        each["paid"] = paid
    entries[5]["ruling"] = "paid for a friend as well"
    levels = [each for each in lines if each["event"] == "level"]
    levels[4]["at"] = levels[4]["at"].replace("20:55:", "20:52:")  # level 6
    for each in lines:
        if each["event"] == "count":
            first, *rest = each["tables"]
            each["tables"] = [{"table": first["table"], "chips": 85_000}, *rest]
        if each["event"] == "payout" and each["player"] == _winner(lines):
            each["amount"] -= 1000
    return _named(
        lines, {_winner(lines): "a-player-with-a-very-long-id-0123456789-0123456789", "P02": "玩家一"}
    )


def _winner(lines: list[Line]) -> str:
    return next(each["player"] for each in lines if each["event"] == "prize")


def _named(lines: list[Line], names: dict[str, str]) -> list[Line]:
    """The lines with other ids of players."""
    return [
        {**each, "player": names.get(each["player"], each["player"])} if "player" in each else each
        for each in lines
    ]


def carnivale() -> list[Line]:
    """The Carnivale's event: levels by the number of hands, and one entry too cheap."""
    lines = [{**each} for each in case("TRN-WHOLE-09")]
    next(each for each in lines if each["event"] == "entry")["paid"] = 450_000
    return lines


# ------------------------------------------------------------------------------------------ ledgers


def jackpot_month() -> list[Line]:
    """A month of a jackpot: a drop each day, a bad beat on the 9th, a royal flush on the 20th; one closing short, one drop
    too high.
    """
    balance = 450_000
    lines: list[Line] = [
        {
            "event": "ledger", "format": "cardroom-ledger/1", "room": "TEST-2", "ledger": "JP-2026-03", "number": 15,
            "currency": "EUR", "from": "2026-03-01", "until": "2026-03-31", "recorded_by": "staff-07",
            "accounts": [
                {"account": "olympic", "kind": "jackpot", "ruleset": "olympic-jackpots@1", "opening": balance}
            ],
        }
    ]  # fmt: skip
    level = balance
    for day in range(1, 32):
        hands = 90 + day * 37 % 60
        drop = hands * 100 + (700 if day == 13 else 0)
        lines.append(
            {"event": "drop", "account": "olympic", "session": f"C{day}", "hands": hands, "amount": drop}
        )
        balance += drop
        for hit in _hits(day, level):
            lines.append(hit)
            if hit["event"] == "hit":
                balance -= hit["amount"]
        balance -= 100 if day == 17 else 0
        at = f"2026-{'03' if day < 31 else '04'}-{day % 31 + 1:02d}T04:10:00{_ZONE}"
        lines.append(
            {
                "event": "closing",
                "account": "olympic",
                "day": f"2026-03-{day:02d}",
                "balance": balance,
                "at": at,
            }
        )
        level = balance
    lines.append(
        {"event": "count", "account": "olympic", "amount": balance, "at": f"2026-04-01T05:00:00{_ZONE}"}
    )
    lines.append({"event": "close", "balances": {"olympic": balance}})
    return lines


def _hits(day: int, level: int) -> Iterator[Line]:
    if day == 9:
        pool = level * 60 // 100
        loser, winner = pool // 2, pool // 4
        rest = pool - loser - winner
        roles = {2: "loser", 7: "winner"}
        table = [rest // 8 + (place < rest % 8) for place in range(8)]
        seats = [
            {
                "seat": seat,
                "player": f"S{seat}",
                "amount": table[seat - 1] + {2: loser, 7: winner}.get(seat, 0),
            }
            | ({"role": roles[seat]} if seat in roles else {})
            for seat in range(1, 9)
        ]
        yield _hit(day, "H1", "bad_beat", seats, level, pool, hand=88)
        yield {
            "event": "payout",
            "account": "olympic",
            "player": "S2",
            "hit": "H1",
            "amount": seats[1]["amount"],
        }
    if day == 20:
        seats = [{"seat": seat, "player": f"R{seat}", "amount": 50_000 * (seat == 3)} for seat in range(1, 7)]
        seats[2]["role"] = "royal"
        yield _hit(day, "H2", "royal_flush", seats, level, 50_000, hand=12)


def _hit(day: int, name: str, jackpot: str, seats: list[Line], level: int, amount: int, hand: int) -> Line:
    return {
        "event": "hit", "hit": name, "account": "olympic", "jackpot": jackpot, "session": f"C{day}", "hand": hand,
        "players": len(seats), "level": level, "amount": amount, "seats": seats, "at": f"2026-03-{day:02d}T23:15:00{_ZONE}",
    }  # fmt: skip


def ranking_quarter() -> list[Line]:
    """A quarter of a ranking: thirty tournaments, twenty-four players, ten of whom share the pool; one prize is wrong."""
    lines: list[Line] = [
        {
            "event": "ledger", "format": "cardroom-ledger/1", "room": "TEST-2", "ledger": "RANK-2026-Q1", "currency": "EUR",
            "from": "2026-01-01", "until": "2026-03-31",
            "accounts": [{"account": "ranking", "kind": "ranking", "ruleset": "olympic-ranking@1", "opening": 0}],
        }
    ]  # fmt: skip
    points: dict[str, int] = {}
    pool = 0
    for number in range(30):
        at = f"2026-{1 + number // 10:02d}-{1 + number % 10 * 2:02d}T23:50:00{_ZONE}"
        prizes = 90_000 + number * 2_500
        pool += prizes // 50
        name = f"D-{number + 1:03d}"
        lines.append(
            {
                "event": "contribution",
                "account": "ranking",
                "tournament": name,
                "prize_pool": prizes,
                "amount": prizes // 50,
                "at": at,
            }
        )
        for place, factor in enumerate((150, 120, 100), 1):
            player = f"P{(number * 7 + place * 5) % 24 + 1:02d}"
            points[player] = points.get(player, 0) + factor
            lines.append(
                {
                    "event": "award",
                    "account": "ranking",
                    "player": player,
                    "points": factor,
                    "tournament": name,
                    "at": at,
                }
            )
    best = sorted(points.items(), key=lambda each: (-each[1], each[0]))
    least = best[9][1]
    shared = [each for each in best if each[1] >= least]
    total = sum(held for _, held in shared)
    paid = [{"player": player, "points": held, "amount": pool * held // total} for player, held in shared]
    for place in range(pool - sum(each["amount"] for each in paid)):
        paid[place]["amount"] += 1
    paid[1]["amount"] -= 100
    lines.append(
        {
            "event": "ranking_payout",
            "account": "ranking",
            "period": "2026-Q1",
            "pool": pool,
            "prizes": paid,
            "at": f"2026-04-02T12:00:00{_ZONE}",
        }
    )
    return lines


SAMPLES = {
    "a tournament": faulty,
    "a tournament without findings": forty,
    "the Carnivale": carnivale,
    "a jackpot": jackpot_month,
    "a ranking": ranking_quarter,
}


@cache
def sample(name: str) -> Audit:
    """The audit of a sample, made once."""
    return audited(SAMPLES[name]())


@cache
def report(name: str) -> bytes:
    """The report of a sample, made once."""
    return pdf(sample(name))


FILE = EventFile(kind="session", id="S-T1", table="T1", sha256="ab" * 32, hands=120)
