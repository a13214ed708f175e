"""Logs derived from an original: those that an audit takes, and problems of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from auditor.admission import Admission, Unfit
from auditor.importing.frame import Imported, ImportProblem
from auditor.store.stored_originals import DerivedRecord, NewLog
from auditor.warned import ArrivalWarning
from rules.audit import SeenOfLog

_OF_HISTORY = "State the ruleset, or have the room's controls approved for that day."
_OF_WORKBOOK = "Correct the ruleset on the sheet Session."


class Fit(NamedTuple):
    """The logs taken with warnings by SHA-256, and the import with the others' problems.

    alone: the only ruleset that each of the others may name; None for several or none.
    """

    imported: Imported
    logs: list[DerivedRecord | NewLog]
    warnings: Mapping[str, tuple[ArrivalWarning, ...]]
    alone: str | None


def fitting(
    admission: Admission,
    imported: Imported,
    logs: Sequence[DerivedRecord | NewLog],
    seen: Mapping[str, SeenOfLog],
    *,
    history: bool,
) -> Fit:
    """The derived logs that an audit takes; those on record stay."""
    taken: list[DerivedRecord | NewLog] = []
    warnings: dict[str, tuple[ArrivalWarning, ...]] = {}
    problems: list[ImportProblem] = []
    choices: set[tuple[str, ...]] = set()
    for each in logs:
        if isinstance(each, DerivedRecord):
            taken.append(each)
            continue
        sha256 = each.evidence.sha256
        try:
            warnings[sha256] = admission.looked_at(each.facts, seen[sha256], each.evidence)
            taken.append(each)
        except Unfit as unfit:
            problems.append(_problem(unfit, each, history=history))
            choices.add(unfit.choices)
    alone = next(iter(choices))[0] if len(choices) == 1 and all(len(each) == 1 for each in choices) else None
    return Fit(_with(imported, problems), taken, warnings, alone)


def _with(imported: Imported, problems: Sequence[ImportProblem]) -> Imported:
    once = tuple(dict.fromkeys(problems))
    return replace(
        imported,
        problems=(*once, *imported.problems),
        problem_count=imported.problem_count + len(once),
        refusals=imported.refusals + len(once),
    )


def asking_for_ruleset(imported: Imported, choices: Sequence[str]) -> Imported:
    """A history's import that also asks for a ruleset. choices: ids that it may name."""
    problem = ImportProblem(
        where="",
        field="ruleset",
        found="none, and a hand history does not say it",
        expected=f"one of {', '.join(choices)}",
        do=_OF_HISTORY,
    )
    return replace(
        imported,
        problems=(*imported.problems, problem),
        problem_count=imported.problem_count + 1,
        refusals=imported.refusals + 1,
    )


def _problem(unfit: Unfit, log: NewLog, *, history: bool) -> ImportProblem:
    (problem,) = unfit.problems
    return ImportProblem(
        where="" if history else "Session",
        field="ruleset",
        found=problem.found if history else f"{problem.found} (session {log.session})",
        expected=problem.expected,
        do=_OF_HISTORY if history else _OF_WORKBOOK,
    )
