"""Hands of the hand history that the log was derived from are not in the log.

Finds: a log of which the session line says that hands of its hand history could not be read.
Why: what is not in the log cannot be audited, and nobody may take the rest for the whole.
Example: two hands of the file have a line that the importer does not know; the log has the other 38.
Needs: `history` of the session line, with `left_out`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested, inapplicable
from rules.checks.support.log_view import LogView

CHECK = Check(
    "LOG021",
    "hands-left-out",
    "undetermined",
    "note",
    ("external:RECORD-complete",),
    title="Hands of the hand history are in no log",
    quotes=False,
    scope="log",
    area="evidence",
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    return inapplicable(log) if log.session.history is UNSET else Tested(_findings(log))


def _findings(log: LogView) -> Iterator[Draft]:
    history = log.session.history
    left_out = 0 if history is UNSET or history.left_out is UNSET else history.left_out
    if left_out:
        hands = "1 hand" if left_out == 1 else f"{left_out:,} hands"
        yield Draft(
            line=1,
            stated=left_out,
            expected=0,
            unit="hands",
            fact=f"left out|{left_out}",
            message=f"{hands} of the hand history could not be read and {'is' if left_out == 1 else 'are'} in no log.",
        )
