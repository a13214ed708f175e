"""The control total of hands differs from the hands in the log.

Finds: a `close` event whose `hands` is not the number of hands recorded.
Why: the total is counted independently of the record. Where they differ, hands are missing or were added.
Example: the close states 212 hands; the log has 211.
Needs: a `close` event.
"""

from __future__ import annotations

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested, nothing_to_test
from rules.checks.support.log_view import LogView

CHECK = Check(
    "LOG003",
    "hand-total-differs",
    "discrepancy",
    "major",
    ("external:RECORD-complete",),
    title="The room's total of hands differs from the log",
    quotes=False,
    scope="log",
    area="evidence",
    follows=("LOG001", "LOG002"),
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    if log.close is None:
        return nothing_to_test(log, "the log has no close with control totals")
    line, close = log.close
    found = len(log)
    if close.hands == found:
        return Tested()
    return Tested(
        [
            Draft(
                line=line,
                stated=close.hands,
                expected=found,
                unit="hands",
                message=f"The close states {close.hands:,} hands; the log has {found:,}.",
            )
        ]
    )
