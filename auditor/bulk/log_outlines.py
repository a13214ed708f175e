"""Outlines of logs, from facts or the first line."""

from __future__ import annotations

from typing import Any

from auditor.bulk.bulk_outcomes import LogOutline
from rules.results import LogFacts


def outline_of(facts: LogFacts) -> LogOutline:
    """Outline of a wholly read log."""
    return LogOutline(
        table=facts.table, number=facts.number, currency=facts.currency, money=facts.money, ruleset=facts.ruleset,
        closed_at=facts.closed_at, hands=facts.hands,
    )  # fmt: skip


def outline_of_line(line: dict[str, Any]) -> LogOutline:
    """Outline from the session line alone; invalid values are left out."""
    table, currency, ruleset, closed_at = (
        value if isinstance(value := line.get(name), str) else None
        for name in ("table", "currency", "ruleset", "closed_at")
    )
    number = line.get("number")
    return LogOutline(
        table=table or "", number=number if type(number) is int else None, currency=currency or "", ruleset=ruleset,
        closed_at=closed_at,
    )  # fmt: skip
