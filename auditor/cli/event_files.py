"""A tournament or a ledger named on the command line, with the files that belong to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from auditor.cli import exits
from auditor.cli.errors import Failure
from auditor.cli.logs import opened, shown_name
from auditor.cli.refusals import refusals

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.audit import Beside
    from rules.controls.library import Library
    from rules.results import Audit

EVENTS = ("tournament", "ledger")


def kind_of(source: FileEvidence) -> str | None:
    """``tournament`` or ``ledger``, by the first line; None: something else, such as a log."""
    from rules.records.event_file import first_event

    found = first_event(source.chunks())
    return found if found in EVENTS else None


def audited_event(
    kind: str,
    name: str,
    source: FileEvidence,
    beside: Iterable[str],
    ruleset: str | None,
    registry: Library | None,
    *,
    as_if: bool,
    as_json: bool,
) -> Audit:
    """The audit of a tournament or a ledger. Ends the command with the reason where there is none."""
    from rules.audit import audit_ledger, audit_tournament

    audit = audit_tournament if kind == "tournament" else audit_ledger
    others = [_read(each, kind, as_json=as_json) for each in beside]
    with refusals(name, as_json=as_json):
        return audit(source, others, ruleset=ruleset, library=registry, as_if=as_if)


def _read(name: str, kind: str, *, as_json: bool) -> Beside:
    from rules.audit import NotBeside, read_beside

    with opened(name) as source, refusals(name, as_json=as_json):
        try:
            return read_beside(source, kind)
        except NotBeside as error:
            raise Failure(f"{shown_name(name)}: {error}", exits.REFUSED) from error
