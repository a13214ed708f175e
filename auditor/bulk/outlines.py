"""Sessions of logs: from their facts, or from the first line where the rest of a log cannot be read."""

from __future__ import annotations

from typing import Any

from auditor.bulk.done import LogOutline
from rules.results import LogFacts


def outline_of(facts: LogFacts) -> LogOutline:
    """The outline of a log that was read to its end."""
    return LogOutline(
        table=facts.table, number=facts.number, currency=facts.currency, money=facts.money, ruleset=facts.ruleset,
        closed_at=facts.closed_at, hands=facts.hands,
    )  # fmt: skip


def outline_of_line(line: dict[str, Any]) -> LogOutline:
    """The outline of a log of which the session line alone is known; what is there and is no such value is left out."""
    table, currency, ruleset, closed_at = (
        value if isinstance(value := line.get(name), str) else None
        for name in ("table", "currency", "ruleset", "closed_at")
    )
    number = line.get("number")
    return LogOutline(
        table=table or "", number=number if type(number) is int else None, currency=currency or "", ruleset=ruleset,
        closed_at=closed_at,
    )  # fmt: skip
