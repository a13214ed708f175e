"""A few readable lines for a log: what a test shows of it, with the rest filled in.

log(hand(1, seat(1, "Qh9h2c Kd9c7h5h2d AcAd6h6s4d", net=100), seat(2, ...), unit=100))
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rules.audit import BytesSource, audit_log, replay_log
from rules.controls.library import Library
from rules.hands import Hands
from rules.records.problems import Problem, Refused
from rules.records.reader import LogReader
from rules.results import Audit, Coverage, Finding

Event = dict[str, Any]

# Four hands of one deck, in order and without a natural; each beats the next in every row. At one unit a row they
# win 9, 3, -3 and -9.
A = "AhAdKs KhKdQsQdJc TsThTdTc9s"  # a pair, two pairs, four of a kind
B = "QhQcJs JhJd9h9d4s 8h8d8c8s7h"  # a pair, two pairs, four of a kind
C = "AsKc4c 7d7s5h5sAc 6s6h6d5d5c"  # high card, two pairs, a full house
D = "9c7c6c 4h4d2c2s3h 3s3c3d2h2d"  # high card, two pairs, a full house


def session(**fields: Any) -> Event:
    """A session line; a field set to None is left out."""
    line = {
        "event": "session", "format": "cardroom-log/1", "room": "WA-0417", "session": "S-1", "table": "T1",
        "currency": "USD", "opened_at": "2026-03-14T16:00:00-07:00", "unit": 100, "ruleset": "wsgc-base",
    }  # fmt: skip
    return _without_none({**line, **fields})


def hand(number: int, *seats: Event, **fields: Any) -> Event:
    """A closed hand."""
    return _without_none({"event": "chinese_hand", "hand": number, "seats": list(seats), **fields})


def seat(number: int, rows: str | None = None, net: int | None = None, **fields: Any) -> Event:
    """A seat with its rows as "front middle back", apart by spaces."""
    line: Event = {"seat": number, "player": f"P{number}"}
    if rows is not None:
        line |= dict(zip(("front", "middle", "back"), rows.split(" "), strict=True))
    return _without_none({**line, "net": net, **fields})


def close(hands: int, **fields: Any) -> Event:
    return _without_none({"event": "close", "at": "2026-03-15T02:00:00-07:00", "hands": hands, **fields})


def _without_none(fields: Mapping[str, Any]) -> Event:
    return {name: value for name, value in fields.items() if value is not None}


def log(*events: Event) -> bytes:
    """The bytes of a log. A session line comes first unless the events bring their own."""
    if not events or events[0].get("event") != "session":
        events = (session(), *events)
    return "".join(json.dumps(event) + "\n" for event in events).encode()


def audited(*events: Event, ruleset: str | None = None, library: Library | None = None) -> Audit:
    return audit_log(BytesSource(log(*events)), ruleset=ruleset, library=library)


def replays(
    *events: Event, ruleset: str | None = None, library: Library | None = None
) -> list[dict[str, Any]]:
    return list(replay_log(BytesSource(log(*events)), ruleset=ruleset, library=library))


def blocks(data: bytes | Iterable[bytes]) -> list[Hands]:
    return list(LogReader().blocks([data] if isinstance(data, bytes) else data))


def problems(data: bytes | Iterable[bytes]) -> list[Problem]:
    """What is wrong with a file; empty where it is taken."""
    try:
        blocks(data)
    except Refused as refused:
        return list(refused.problems)
    return []


def found(audit: Audit, code: str) -> list[Finding]:
    """The findings of one code."""
    return [finding for finding in audit.findings if finding.code == code]


def coverage(audit: Audit, code: str) -> Coverage:
    return next(row for row in audit.coverage if row.code == code)


def untestable(audit: Audit, code: str) -> list[tuple[str, int]]:
    """(reason, hands) of what a check could not test."""
    return [(each.reason, each.hands) for each in coverage(audit, code).because]


def breaches(audit: Audit) -> list[Finding]:
    """Violations and discrepancies."""
    return [finding for finding in audit.findings if finding.kind in ("violation", "discrepancy")]
