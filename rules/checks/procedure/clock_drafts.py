"""Findings about one clock call: how long it was after another moment, in seconds, beside what the controls say."""

from __future__ import annotations

from typing import Any

from rules.checks.procedure.recorded_clock_calls import CalledClock
from rules.checks.support.check import Draft
from rules.checks.support.views import BlockView


def call_draft(view: BlockView, call: CalledClock, rule: str, said: str, **rest: Any) -> Draft:
    """The finding about a call. rule: the parameter that it cites. said: the sentence after the place. rest: other fields."""
    return Draft(
        hand=call.hand,
        seat=call.seat,
        unit="seconds",
        fact=f"{call.at}",
        clause=view.ruleset.cite(rule),
        message=f"{view.where(call.hand, call.seat)}: {said}.",
        **rest,
    )
