"""An audit for programs, with its unaudited parameters and a what-if's controls compared."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from auditor.unaudited import unaudited
from reports.drawn_answers import Answered
from rules.controls.library import Library, library
from rules.controls.what_if import WhatIfComparison, compared
from rules.results import Audit, Engine, RulesetUsed
from rules.version import JUDGEMENT


class ComparedControls(msgspec.Struct, frozen=True, kw_only=True):
    """The ruleset that was tried against the one that the room said it played.

    ``differing``: how many parameters differ; null where the library does not have both rulesets. ``command`` shows them;
    null where one of the two does not ship with the auditor.
    """

    as_played: str
    as_tried: str
    differing: int | None
    command: str | None


class UnauditedParameters(msgspec.Struct, frozen=True, kw_only=True):
    """Parameters that a revision (``id@revision``) states, and of which no value changes an audit: no row of coverage is about
    them. parameters: their paths, without the names of items.
    """

    ruleset: str
    parameters: list[str]


class AuditDocument(Audit, frozen=True, kw_only=True):
    """An audit with the controls that it compares: none, unless it is a what-if.

    unaudited: parameters of the rulesets that it rests on, of which no value changes an audit; null where an earlier judgement
    made it, for which they were not measured. answers: what became of its
    incidents, as far as anything was done about them; null where no service was asked.
    """

    controls: list[ComparedControls]
    unaudited: list[UnauditedParameters] | None
    answers: list[Answered] | None = None


def document(audit: Audit, registry: Library) -> AuditDocument:
    """An audit as programs get it."""
    return AuditDocument(
        **msgspec.structs.asdict(audit),
        controls=controls(compared(audit, registry)),
        unaudited=unaudited_parameters(audit.rulesets, audit.engine, registry),
    )


def unaudited_parameters(
    used: Iterable[RulesetUsed], engine: Engine, registry: Library
) -> list[UnauditedParameters] | None:
    """The parameters that no audit consults, by revision; revisions without any are left out. None: see `AuditDocument`."""
    if engine.judgement != JUDGEMENT:
        return None
    found = unaudited(used, registry)
    return [UnauditedParameters(ruleset=name, parameters=paths) for name, paths in found.items()]


def controls(comparisons: Iterable[WhatIfComparison]) -> list[ComparedControls]:
    """Compared controls, with a command only for shipped rulesets."""
    shipped = {str(each) for each in library().revisions()}
    return [
        ComparedControls(
            as_played=one.played,
            as_tried=one.tried,
            differing=one.differing if one.known else None,
            command=f"auditor rulesets diff {one.played} {one.tried}"
            if one.known and {one.played, one.tried} <= shipped
            else None,
        )
        for one in comparisons
    ]
