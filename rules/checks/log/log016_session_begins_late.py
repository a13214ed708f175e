"""The first hand of the session is not the first by its number.

Finds: a session whose hands begin at another number than 1 where the controls say that they begin at 1, or where the drop boxes
have more than the fees of the hands that are there. Undetermined: controls of a room that do not say where numbers begin, and
a session without its total of hands, whose last hands may be missing.
Why: what was cut off at the beginning or the end of a session leaves no gap in its numbers.
Example: the session has hands 16 to 30, and its close counts 15 hands.
Needs: a room's own controls; the drop counted, or controls that say where numbers begin.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.fee_triangle import WORDS
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset

_NUMBERS = "records.numbers"


def begins(ruleset: Ruleset) -> bool:
    """Whether the first number matters to the controls."""
    return ruleset.of_a_room or ruleset.get(_NUMBERS) is not None


CHECK = Check(
    "LOG016",
    "session-begins-late",
    "violation",
    "major",
    ("external:RECORD-complete",),
    title="The first hands of the session are missing",
    quotes=False,
    scope="log",
    rule=(_NUMBERS,),
    limits=(),
    area="evidence",
    follows=("LOG001", "LOG002"),
    applies=begins,
    games=ANY_GAME,
    needs=("table_numbers", "every_hand"),
)
_BEFORE = "the controls continue the numbers of the session before, which is not known here"


def run(log: LogView) -> Tested:
    held = log.ruled(begins)
    if log.session.source == "video_review":  # not the room's record
        held = np.zeros(len(log), np.bool_)
    if not held.any():
        return Tested(inapplicable=~held)
    ruleset = log.rulesets[int(log.under[held.argmax()])]
    numbers = ruleset.sections.records.numbers
    untestable = [(held, _BEFORE)] if numbers == "continued" else []
    return Tested([*_beginning(log, numbers), *_end(log, numbers)], untestable, ~held)


def _beginning(log: LogView, numbers: str | None) -> Iterator[Draft]:
    first = int(log.number.min())
    if first <= 1 or numbers == "continued":
        return
    missing = "hand 1 is" if first == 2 else f"hands 1 to {first - 1} are"
    more = list(_more_in_the_box(log))
    begins_at = f"The hands of the session begin at number {first}"
    if numbers == "one":
        says, kind = f"{begins_at}; by the controls they begin at 1, so that {missing} not in the log", None
    elif more:
        says, kind = f"{begins_at}: {missing} not in the log", "discrepancy"
    else:
        says = (
            f"{begins_at}, and the controls do not say where numbers begin: whether {missing} missing is open"
        )
        kind = "undetermined"
    yield Draft(
        line=int(log.line[log.number.argmin()]),
        number=first,
        stated=first,
        expected=1,
        unit="hand number",
        rule=_NUMBERS,
        kind=kind,  # type: ignore[arg-type]  # of the words of a kind
        severity="note" if kind == "undetermined" else None,
        fact=f"first|{first}|{kind}",
        message=". ".join([says, *more]) + ".",
    )


def _more_in_the_box(log: LogView) -> Iterator[str]:
    """Kinds of fees with more in the boxes than recorded."""
    for each in log.fees.sides:
        if (over := each.drop.over(each.recorded)) > 0:
            yield f"The drop boxes have {log.money(over)} of {WORDS[each.kind]} more than these hands"


def _end(log: LogView, numbers: str | None) -> Iterator[Draft]:
    """Findings by the close's total, for controls on where numbers begin."""
    if numbers is None or log.close is not None:
        return
    last = int(log.number.max())
    yield Draft(
        line=int(log.line[log.number.argmax()]),
        number=last,
        stated=last,
        unit="hand number",
        rule=_NUMBERS,
        kind="undetermined",
        severity="note",
        fact=f"last|{last}",
        message=f"The log has no close with its total of hands: whether hand {last} was the last one is open.",
    )
