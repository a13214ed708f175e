"""Audits and exhibits made up for the tests of the report, with hands dealt from a seeded pack."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import combinations
from typing import Any

from reports.dates import UNDATED, Dates
from reports.drawn_answers import NO_ANSWERS, Answers
from reports.drawn_audit import write_audit_pdf
from reports.drawn_incidents import Exhibits
from reports.incident_entries import EXHIBITS, HandPlace
from rules.results import (
    Audit,
    Coverage,
    Debt,
    Engine,
    Finding,
    Gap,
    Incident,
    IncidentHand,
    LogFacts,
    Moment,
    ReadingEffect,
    Reason,
    Repayment,
    Restitution,
    RulesetUsed,
)
from rules.shown_hands import Exhibit, SeatRecord

PACK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SIGNS = (-1, 0, 1)
ROOM, SESSION = "WA-0417", "2026-03-14-T3"


@dataclass(frozen=True)
class Statement:
    """A clause as the report takes it."""

    id: str
    source: str
    statement: str


WON = "For each row won a player is paid one unit; for each row lost a player pays one."
SEATS = "Two to four players take part in a hand, and each of them has one hand only."
CLAUSES = {
    clause.id: clause
    for clause in (
        Statement("WSGC-6d", "004 L44 (Scoring 6)", WON),
        Statement("WSGC-3a", "004 L20 (Stakes 3)", SEATS),
    )
}


def log(**changes: Any) -> LogFacts:
    """What a log says of itself."""
    facts: dict[str, Any] = {
        "sha256": "9f" * 32,
        "bytes": 190_412,
        "room": ROOM,
        "session": SESSION,
        "number": 118,
        "table": "3",
        "currency": "USD",
        "opened_at": "2026-03-14T16:00:00-07:00",
        "closed_at": "2026-03-14T23:48:00-07:00",
        "hands": 212,
        "events": 240,
        "first_hand": 1,
        "last_hand": 214,
        "hands_expected": 214,
        "ruleset": "wsgc-base",
        "source": "table_system",
        "recorded_by": "staff-07",
        "recorded_at": "2026-03-15T00:12:00-07:00",
        "dealer": "staff-12",
        "supervisor": "staff-02",
        "supersedes_sha256": None,
        "supersedes_reason": None,
        "supersedes_by": None,
        "players": 6,
    }
    return LogFacts(**(facts | changes))


def finding(hand: int | None = 17, **changes: Any) -> Finding:
    """One finding: by default a net that was recorded as $1.00 and should have been $3.00."""
    facts: dict[str, Any] = {
        "code": "SCR001",
        "name": "net-differs",
        "kind": "discrepancy",
        "severity": "major",
        "room": ROOM,
        "session": SESSION,
        "hand": hand,
        "seat": 2,
        "player": "P-4472",
        "line": None if hand is None else hand + 1,
        "stated": 100,
        "expected": 300,
        "difference": -200,
        "unit": "money",
        "money": 200,
        "clause": "WSGC-6d",
        "message": f"Seat 2 is recorded as winning $1.00 in hand {hand}; by its rows it was due $3.00.",
        "hands": None,
        "readings": None,
    }
    reported = facts | changes
    place = "-".join(str(reported[name]) for name in ("room", "session", "hand", "seat", "code"))
    return Finding(**({"fingerprint": f"fp-{place}"} | reported))


def undetermined(**changes: Any) -> Finding:
    """A point that the controls leave open, with two readings."""
    readings = [
        ReadingEffect("AMB-FOUL", "lose-all", "a fouled hand loses every row", True, 3, 0, 0),
        ReadingEffect("AMB-FOUL", "lose-wrong-rows", "only rows out of order lose", False, 3, 7, 700),
    ]
    facts = {
        "code": "CTL004",
        "name": "foul-not-priced",
        "kind": "undetermined",
        "severity": "note",
        "seat": None,
        "player": None,
        "stated": None,
        "expected": None,
        "difference": None,
        "unit": None,
        "money": 700,
        "clause": "WSGC-5a",
        "message": "The controls do not say what a fouled hand pays against another fouled hand.",
        "hands": [4, 5, 6, 90],
        "readings": readings,
    }
    return finding(None, **(facts | changes))


def incident(found: list[Finding] | None = None, **changes: Any) -> Incident:
    """An incident of some findings, the first of them its root: by default P-4471 owes P-4472 $2.00 over hand 17."""
    mine = found or [finding()]
    root = mine[0]
    money = sum(one.money or 0 for one in mine) // len(mine)
    hands = dict.fromkeys((one.session, one.hand) for one in mine if one.hand is not None)
    facts: dict[str, Any] = {
        "id": sha256(root.fingerprint.encode()).hexdigest(),
        "title": f"{root.name.replace('-', ' ').capitalize()} in hand {root.hand}",
        "severity": root.severity,
        "area": "money",
        "pattern": False,
        "root": root.fingerprint,
        "hands": [IncidentHand(session, hand) for session, hand in hands],
        "day": None,
        "seats": sorted({one.seat for one in mine if one.seat is not None}),
        "at": None if root.hand is None else f"2026-03-14T19:{root.hand % 60:02d}:10-07:00",
        "clause": root.clause,
        "findings": [one.fingerprint for one in mine],
        "misallocated": money,
        "misrecorded": 0,
        "owes": [Debt(debtor="P-4471", creditor="P-4472", amount=money)] if money else [],
    }
    return Incident(**(facts | changes))


def incidents(found: list[Finding]) -> list[Incident]:
    """An incident for each place that violations and discrepancies are of."""
    places: dict[tuple[str, str, int | None], list[Finding]] = {}
    for one in found:
        if one.kind in ("violation", "discrepancy"):
            places.setdefault((one.room, one.session, one.hand), []).append(one)
    return [incident(mine) for mine in places.values()]


def exhibit(hand: int = 17, seats: int = 4, seed: int | None = None, **changes: Any) -> Exhibit:
    """A hand of the log with made-up cards; its arithmetic adds up, its rows are not compared."""
    chance = random.Random(hand if seed is None else seed)
    pack = [card for _ in range(1 + seats // 5) for card in PACK]
    chance.shuffle(pack)
    pairs = [_pair(chance, a, b) for a, b in combinations(range(1, seats + 1), 2)]
    totals = {seat: _total(seat, pairs) for seat in range(1, seats + 1)}
    facts: dict[str, Any] = {
        "room": ROOM,
        "session": SESSION,
        "line": hand + 1,
        "hand": hand,
        "at": f"2026-03-14T19:{hand % 60:02d}:10-07:00",
        "video": f"cam-3/{hand:06d}",
        "dealer": 1 + hand % seats,
        "unit": 100,
        "void": False,
        "transfers": None,
        "seats": [_seat(seat, pack[13 * seat - 13 : 13 * seat], totals[seat]) for seat in totals],
        "replay": {
            "hand": hand,
            "game": "chinese",
            "ruleset": "wsgc-base@1",
            "void": False,
            "seats": [_result(seat, totals[seat]) for seat in totals],
            "pairs": pairs,
            "transfers": [_transfer(pair) for pair in pairs if pair["units"]],
            "pool": None,
            "winner": None,
            "eliminated": [],
            "undetermined": [],
        },
    }
    return Exhibit(**(facts | changes))


def _pair(chance: random.Random, a: int, b: int) -> dict[str, Any]:
    rows = {row: chance.choice(SIGNS) for row in ("front", "middle", "back")}
    won = sum(rows.values())
    sweep = 3 if won == 3 else -3 if won == -3 else 0
    royalties = chance.choice((0, 0, 0, 2, -4))
    names = ("natural", "surrender", "overall", "side_bets", "penalties", "other")
    parts = {"rows": won, "sweep": sweep, "royalties": royalties, **dict.fromkeys(names, 0)}
    return {"a": a, "b": b, "rows": rows, "parts": parts, "units": sum(parts.values())}


def _total(seat: int, pairs: list[dict[str, Any]]) -> int:
    return sum(pair["units"] * ((pair["a"] == seat) - (pair["b"] == seat)) for pair in pairs)


def _seat(seat: int, cards: list[str], units: int) -> SeatRecord:
    rows = ("".join(cards[:3]), "".join(cards[3:8]), "".join(cards[8:]))
    return SeatRecord(
        seat=seat,
        player=f"P-44{70 + seat}",
        stack=None,
        dealt=None,
        front=rows[0],
        middle=rows[1],
        back=rows[2],
        declared=None,
        surrendered=None,
        fouled=None,
        net=units * 100 - (200 if seat == 2 else 0),
    )


def _result(seat: int, units: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "fouled": seat == 3,
        "natural": "six_pairs" if seat == 4 else None,
        "surrendered": False,
        "hands": {"front": "high_card", "middle": "two_pairs", "back": "full_house"},
        "royalties": {"front": 0, "middle": 0, "back": 0},
        "units": units,
        "net": units * 100,
        "stack_after": None,
    }


def _transfer(pair: dict[str, Any]) -> dict[str, int]:
    payer, payee = (pair["b"], pair["a"]) if pair["units"] > 0 else (pair["a"], pair["b"])
    return {"payer": payer, "payee": payee, "units": abs(pair["units"]), "amount": abs(pair["units"]) * 100}


def audit(findings: list[Finding] | None = None, **changes: Any) -> Audit:
    """An audit of one session."""
    found = findings or []
    rows = [Restitution(player="P-4472", hands=200, recorded=4_100, due=6_100, owed=2_000)] if found else []
    facts: dict[str, Any] = {
        "log": log(),
        "logs": [log()],
        "rulesets": [
            RulesetUsed(
                id="wsgc-base",
                revision=1,
                title="Thirteen card poker, base scoring",
                digest="5e" * 32,
                hands=212,
                readings={"AMB-FOUL": "lose-all"},
            )
        ],
        "engine": Engine(version="0.1.0", code="e2" * 32, judgement=1, library="c0" * 32),
        "complete": True,
        "failures": [],
        "what_if": False,
        "hands": 212,
        "testable": 212,
        "money_misallocated": sum(one.money or 0 for one in found) // 2,
        "money_misrecorded": 0 if found else None,
        "coverage": [coverage("SCR001", "net-differs", differing=len(found) % 200)],
        "findings": found,
        "diagnosis": [],
        "restitution": rows,
        "repayments": [Repayment(debtor="P-4471", creditor="P-4472", amount=2_000, hands=9)] if found else [],
        "timeline": timeline(),
        "incidents": incidents(found),
        "gaps": [Gap(session="S-1", after=101, before=104, at="2026-03-14T19:41:00-07:00")],
    }
    return Audit(**(facts | changes))


def coverage(code: str, name: str, differing: int = 0, untestable: int = 0, left_open: int = 0) -> Coverage:
    """How 212 hands fared under a rule."""
    tested = 212 - untestable
    return Coverage(
        code=code,
        name=name,
        tested=tested,
        agreeing=tested - differing,
        differing=differing,
        open=left_open,
        untestable=untestable,
        inapplicable=0,
        because=[Reason(reason="no stacks recorded", hands=untestable)] if untestable else [],
    )


def timeline() -> list[Moment]:
    """The session in half hours."""
    return [
        Moment(
            start=f"2026-03-14T{16 + half // 2}:{half % 2 * 30:02d}:00-07:00",
            end=f"2026-03-14T{16 + (half + 1) // 2}:{(half + 1) % 2 * 30:02d}:00-07:00",
            hands=11 + half * 7 % 6,
            violations=half == 5,
            discrepancies=half % 4,
        )
        for half in range(15)
    ]


def exhibits_of(findings: list[Finding], seats: int = 4) -> Exhibits:
    """The hands that findings name, as they are asked for, in the order of the findings."""

    def give(places: Collection[HandPlace]) -> Iterator[Exhibit]:
        seen = set()
        for one in findings:
            if one.hand is None or one.line is None:
                continue
            here = (one.room, one.session, one.line)
            if here in places and here not in seen:
                seen.add(here)
                yield exhibit(one.hand, seats, room=one.room, session=one.session, line=one.line)

    return give


def nothing(places: Collection[HandPlace]) -> Iterable[Exhibit]:
    """No hand, whatever is asked for."""
    return ()


def pdf(
    subject: Audit,
    seats: int = 4,
    give: Exhibits | None = None,
    dates: Dates = UNDATED,
    most: int | None = EXHIBITS,
    answers: Answers = NO_ANSWERS,
) -> bytes:
    """The report of an audit."""
    out = BytesIO()
    give = give or exhibits_of(subject.findings, seats)
    write_audit_pdf(subject, give, CLAUSES, out, dates=dates, most=most, answers=answers)
    return out.getvalue()
