"""A player acted after the clock had expired, and play went on as if in time.

Finds: a seat that acted later after its clock was called than it may, and whose hand was not fouled or whose card was
not placed where the controls force it, as they require. Where the controls do not say what follows: a seat that acted
later than it may or, as undetermined, never acted.
Why: the time is the same for every player. A player who takes more has an advantage over the others.
Example: seat 2's clock was called at 19:20:30 and it acted at 19:21:06; it had 30 seconds.
Needs: `clock_calls`. Placements show whether the card was placed where it is forced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.checks.procedure.clock_drafts import call_draft
from rules.checks.procedure.forced_cards import followed
from rules.checks.procedure.recorded_clock_calls import (
    CalledClock,
    answered,
    calls,
    expired,
    mask_of,
    rules_of,
    seconds,
    unclocked,
)
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.fee_rules import left_open
from rules.checks.support.views import BlockView
from rules.clauses import Ambiguity
from rules.controls.ruleset import Ruleset
from rules.replay.placement.clock_forcing import SECOND, ClockRules
from rules.replay.readings import other_readings

CHECK = Check(
    "CLK002",
    "acted-too-late",
    "violation",
    "minor",
    ("CARN-clock-time", "OFC1-clock", "OLY-1.24"),
    title="{who} acted after its clock had run out",
    quotes=False,
    rule=("clock.time",),
    area="procedure",
    follows=("CLK001", "CLK007"),
    mutations=("ofc",),
)


_TIME = "clock.time.seconds"
_SILENT = ", and the controls do not say what follows"


def run(view: BlockView) -> Tested:
    rules = rules_of(view)
    if rules is None:
        return inapplicable(view)
    unsure = [each.hand for each in calls(view) if NOT_RECORDED < each.acted_at < each.at]
    if rules.follows:
        unsure += [call.hand for call in _late(view, rules) if followed(view, call, rules) is None]
    else:
        unsure += [call.hand for call in calls(view) if answered(view, call, rules)]
    return Tested(
        _findings(view, rules) if rules.follows else _of_time_alone(view, rules),
        [
            unclocked(view),
            (
                mask_of(view, unsure),
                "the record does not show whether the controls were followed after the clock expired",
            ),
        ],
    )


def _late(view: BlockView, rules: ClockRules) -> Iterator[CalledClock]:
    """Calls answered too late."""
    for call in calls(view):
        late = call.acted_at != NOT_RECORDED and call.acted_at - call.at > rules.time
        if late and not view.replayed.void[call.hand]:
            yield call


def _findings(view: BlockView, rules: ClockRules) -> Iterator[Draft]:
    for call in _late(view, rules):
        if followed(view, call, rules) is not False:
            continue
        stated, expected = call.took(), rules.time // SECOND
        said = f"the seat acted {seconds(stated)} after its clock was called; it had {expected}, and {_instead(rules)}"
        yield call_draft(view, call, "clock.time", said, stated=stated, expected=expected)


def _of_time_alone(view: BlockView, rules: ClockRules) -> Iterator[Draft]:
    """Findings under controls without a consequence."""
    for call in expired(view, rules):
        yield _finding(view, call, _did(view, call), _SILENT, open_=True)
    expected, point = rules.time // SECOND, left_open(view.ruleset, _TIME)
    longest = max([expected, *(_seconds(other) for other in _read_otherwise(view.ruleset, point))])
    for call in _late(view, rules):
        open_ = call.acted_at - call.at <= longest * SECOND
        why = f", or {longest} under another reading of {point.id}" if point and open_ else ""
        yield _finding(view, call, f"acted {seconds(call.took())}", why, open_=open_)


def _seconds(ruleset: Ruleset) -> int:
    assert ruleset.sections.clock is not None
    return ruleset.sections.clock.time.seconds


def _read_otherwise(ruleset: Ruleset, point: Ambiguity | None) -> Iterable[Ruleset]:
    return other_readings(ruleset, point).values() if point else ()


def _finding(view: BlockView, call: CalledClock, did: str, why: str, *, open_: bool) -> Draft:
    never = call.acted_at == NOT_RECORDED
    expected = _seconds(view.ruleset)
    return call_draft(
        view,
        call,
        "clock.time",
        f"the seat {did} after its clock was called; it had {expected} seconds{why}",
        stated="no act" if never else call.took(),
        expected=expected,
        kind="undetermined" if open_ else None,
        severity="note" if open_ else None,
    )


def _did(view: BlockView, call: CalledClock) -> str:
    face = view.hands.open_face
    if call.act is None or face is None:
        return "never acted"
    return f"set its next cards {seconds((int(face.acts.at[call.act]) - call.at) // SECOND)}"


def _instead(rules: ClockRules) -> str:
    return (
        "the card was not placed where the controls force it" if rules.forces else "its hand was not fouled"
    )
