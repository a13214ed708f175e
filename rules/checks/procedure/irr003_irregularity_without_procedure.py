"""The controls have no procedure for a recorded irregularity.

Finds: recorded irregularities of a kind that the controls in force do not document, or, where they document the kind,
at a moment or with a number of cards that no procedure covers.
Why: the room must document how it handles irregularities; without a procedure, no ruling can be tested.
Example: an exposed card, under controls that say nothing about exposed cards.
Needs: recorded irregularities. Where none is recorded, nobody wrote one down.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.procedure.covering_procedures import described, kind_words, masks, unknown_procedures
from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.controls.procedure_of_irregularity import SECTION, covering, documented, procedures

CHECK = Check(
    "IRR003",
    "irregularity-without-procedure",
    "undetermined",
    "note",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    quotes=False,
    scope="log",
    rule=("irregularities.documented", "irregularities.procedure"),
    area="procedure",
    applies=lambda ruleset: True,  # controls that document nothing have a procedure for nothing
)


def run(log: LogView) -> Tested:
    return Tested(_findings(log), masks(log, unknown_procedures(log)))


def _findings(log: LogView) -> Iterator[Draft]:
    silent: dict[tuple[str, str], list[RecordedIrregularity]] = {}
    for each in log.irregularities:
        if each.ruleset is not None and (what := _uncovered(each)) is not None:
            silent.setdefault((each.kind, what), []).append(each)
    for kind, what in sorted(silent):
        yield _finding(log, kind, what, silent[kind, what])


def _uncovered(irregularity: RecordedIrregularity) -> str | None:
    """Words for what no procedure covers; empty: the whole kind; None: nothing."""
    ruleset, kind = irregularity.ruleset, irregularity.kind
    assert ruleset is not None
    if not documented(ruleset, kind):
        return ""
    if kind in ruleset.sections.irregularities.documented or kind not in procedures(ruleset):
        return None
    found = covering(ruleset, kind, irregularity.when, irregularity.cards)
    return None if found.procedure or found.missing else described(irregularity)


def _finding(log: LogView, kind: str, what: str, found: list[RecordedIrregularity]) -> Draft:
    hands = [int(log.number[each.place]) for each in found if each.place is not None]
    lines = [each.line for each in found if each.place is None]
    times = f"{len(found)} time{'s' * (len(found) != 1)}"
    of_kind = kind_words(kind)
    message = (
        f"{of_kind[:1].upper()}{of_kind[1:]} was recorded {times}; {log.rules.name} has no procedure for it, "
        "so its handling cannot be tested."
    )
    if what:
        message = (
            f"{what[:1].upper()}{what[1:]} was recorded {times}; {log.rules.name} has procedures for {of_kind}, but none "
            "that covers it, so its handling cannot be tested."
        )
    return Draft(
        hands=sorted(set(hands)) if hands else None,
        line=lines[0] if lines and not hands else None,
        stated=kind,
        expected="a documented procedure",
        unit="irregularity",
        rule=SECTION,
        fact=f"{kind}|{what}" if what else kind,
        message=message,
    )
