"""A clock was called too early.

Finds: a clock that was called fewer seconds into a turn than the controls require.
Why: a player has that time to think before anybody may call the clock.
Example: seat 2's turn began at 19:20:00 and its clock was called at 19:20:29; the controls require 30 seconds.
Needs: `clock_calls`, and `placements` with their times.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.procedure.clock_drafts import call_draft
from rules.checks.procedure.recorded_clock_calls import calls, mask_of, rules_of, seconds, unclocked
from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset
from rules.replay.placement.clock_forcing import SECOND, ClockRules


def _after_a_while(ruleset: Ruleset) -> bool:
    """Whether a clock may be called only after some time."""
    clock = ruleset.sections.clock
    return clock is not None and clock.call.after > 0


CHECK = Check(
    "CLK001",
    "clock-called-too-early",
    "violation",
    "minor",
    ("CARN-clock-call", "OFC1-clock"),
    title="A clock was called on {who} too early",
    quotes=False,
    rule=("clock.call",),
    area="procedure",
    applies=lambda ruleset: _after_a_while(ruleset),  # at any time: no call is too early
    follows=("CLK007",),
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    rules = rules_of(view)
    if rules is None or not rules.after:  # at any time: no call is too early
        return inapplicable(view)
    untimed = [each.hand for each in calls(view) if not each.timed]
    return Tested(
        _findings(view, rules),
        [unclocked(view), (mask_of(view, untimed), "when the turn began was not recorded")],
    )


def _findings(view: BlockView, rules: ClockRules) -> Iterator[Draft]:
    for call in calls(view):
        if not call.timed or call.at - call.began >= rules.after or view.replayed.void[call.hand]:
            continue
        stated, expected = call.elapsed(), rules.after // SECOND
        said = f"the clock was called {seconds(stated)} into the turn; the controls require {expected}"
        yield call_draft(view, call, "clock.call", said, stated=stated, expected=expected)
