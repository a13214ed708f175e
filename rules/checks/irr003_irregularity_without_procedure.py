"""An irregularity of a kind for which the controls have no procedure.

Finds: kinds of irregularity that were recorded and that the controls in force do not document.
Why: the room must document how it handles irregularities; without a procedure no ruling can be held against one.
Example: an exposed card, under controls that say nothing of exposed cards.
Needs: recorded irregularities; where none are recorded, none happened that anybody wrote down.
Clauses: WSGC-irregularities, external:IRREGULARITIES
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.base import Check, Draft, LogView, Tested
from rules.records.events import Irregularity

CHECK = Check(
    "IRR003",
    "irregularity-without-procedure",
    "undetermined",
    "note",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    scope="log",
    holds=("irregularities.documented",),
)


def run(log: LogView) -> Tested:
    return Tested(_findings(log))


def _findings(log: LogView) -> Iterator[Draft]:
    outside: dict[str, list[int]] = {}
    for line, event in log.events:
        if isinstance(event, Irregularity):
            outside.setdefault(event.kind, []).append(line)
    for kind in sorted({*log.irregular, *outside}):
        if kind in log.documented:
            continue
        hands, lines = log.irregular.get(kind, []), outside.get(kind, [])
        times = len(hands) + len(lines)
        yield Draft(
            hands=sorted(set(hands)) if hands else None,
            line=lines[0] if lines and not hands else None,
            stated=kind,
            expected="a documented procedure",
            unit="irregularity",
            fact=kind,
            message=(
                f"An irregularity of kind {kind} was recorded {times} time{'s' * (times != 1)}; "
                f"{log.ruleset_name} documents no procedure for it, so its handling cannot be tested."
            ),
        )
