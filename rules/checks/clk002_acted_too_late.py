"""A player acted after his time, and play went on as if he had not.

Finds: a seat that acted more seconds after its clock was called than it has, and whose hand was not fouled, or whose card
did not go where the controls force it, as they say.
Why: the time is the same for everybody; who takes more has it from the others.
Example: seat 2's clock was called at 19:20:30 and it acted at 19:21:06; it had 30 seconds.
Needs: `clock_calls`; that the card went where it is forced shows where placements are recorded.
Clauses: CARN-clock-time, OFC1-clock
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested
from rules.checks.clocks import Call, calls, mask_of, rules_of, seconds, unclocked
from rules.checks.forced import followed
from rules.replay.placement.clock import SECOND, ClockRules

CHECK = Check(
    "CLK002",
    "acted-too-late",
    "violation",
    "minor",
    ("CARN-clock-time", "OFC1-clock"),
    holds=("clock.time",),
    area="procedure",
)


def run(view: BlockView) -> Tested:
    rules = rules_of(view)
    if rules is None:
        return Tested()
    unsure = [call.hand for call in _late(view, rules) if followed(view, call, rules) is None]
    unsure += [each.hand for each in calls(view) if NOT_RECORDED < each.acted_at < each.at]
    return Tested(
        _findings(view, rules),
        [
            unclocked(view),
            (mask_of(view, unsure), "whether what must follow an expired clock was done cannot be told"),
        ],
    )


def _late(view: BlockView, rules: ClockRules) -> Iterator[Call]:
    """Calls on which the seat acted after its time."""
    for call in calls(view):
        late = call.acted_at != NOT_RECORDED and call.acted_at - call.at > rules.time
        if late and not view.replayed.void[call.hand]:
            yield call


def _findings(view: BlockView, rules: ClockRules) -> Iterator[Draft]:
    for call in _late(view, rules):
        if followed(view, call, rules) is not False:
            continue
        stated, expected = call.took(), rules.time // SECOND
        yield Draft(
            hand=call.hand,
            seat=call.seat,
            stated=stated,
            expected=expected,
            unit="seconds",
            fact=f"{call.at}",
            clause=view.ruleset.cite("clock.time"),
            message=(
                f"{view.where(call.hand, call.seat)}: the seat acted {seconds(stated)} after its clock was called; "
                f"it had {expected}, and {_instead(rules)}."
            ),
        )


def _instead(rules: ClockRules) -> str:
    return "the card did not go where it is forced" if rules.forces else "its hand was not fouled"
