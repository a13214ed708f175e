"""Findings about a clock call, in seconds."""

from __future__ import annotations

from typing import Any

from rules.checks.procedure.recorded_clock_calls import CalledClock
from rules.checks.support.check import Draft
from rules.checks.support.views import BlockView


def call_draft(view: BlockView, call: CalledClock, rule: str, said: str, **rest: Any) -> Draft:
    """Finding of a call. rule: cited path. said: sentence after the place."""
    return Draft(
        hand=call.hand,
        seat=call.seat,
        unit="seconds",
        fact=f"{call.at}",
        clause=view.ruleset.cite(rule),
        message=f"{view.where(call.hand, call.seat)}: {said}.",
        **rest,
    )
