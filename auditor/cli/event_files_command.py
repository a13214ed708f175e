"""A tournament or ledger on the command line, with its other files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.named_logs import opened, shown_name
from auditor.cli.refused_lines import refusals

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.audit.files_of_event import Beside
    from rules.controls.library import Library
    from rules.results import Audit

EVENTS = ("tournament", "ledger")


def kind_of(source: FileEvidence) -> str | None:
    """``tournament`` or ``ledger`` by the first line, or None."""
    from rules.file_kind import file_kind

    found = file_kind(source.chunks())
    return found if found in EVENTS else None


def audited_event(
    kind: str,
    name: str,
    source: FileEvidence,
    beside: Iterable[str],
    ruleset: str | None,
    registry: Library | None,
    authority: str | None,
    *,
    as_if: bool,
    as_json: bool,
) -> Audit:
    """The audit of a tournament or ledger. Ends the command with a reason otherwise.

    authority: its limits, for tournaments only.
    """
    from auditor.collector import no_collector
    from rules.audit.event_audit import audit_ledger, audit_tournament, read_event

    audit = partial(audit_tournament, authority=authority) if kind == "tournament" else audit_ledger
    names = list(dict.fromkeys(beside))
    with refusals(name, as_json=as_json):
        room = read_event(source).room if names else ""
    others = {each: read_with(each, kind, room, as_json=as_json) for each in names}
    _must_be_once({each: found.sha256 for each, found in others.items()}, source.sha256)
    with refusals(name, as_json=as_json), no_collector():
        return audit(source, list(others.values()), ruleset=ruleset, library=registry, as_if=as_if)


def read_with(name: str, kind: str, room: str, *, as_json: bool = False) -> Beside:
    """A --with file of an event's room. Ends the command where unreadable or foreign."""
    from rules.audit.files_of_event import NotBeside, must_be_of, read_beside

    with opened(name) as source, refusals(name, as_json=as_json):
        try:
            found = read_beside(source, kind)
            must_be_of(room, found)
        except NotBeside as error:
            raise CommandFailure(f"{shown_name(name)}: {error}", exits.REFUSED) from error
        return found


def _must_be_once(digests: Mapping[str, str], own: str) -> None:
    seen = {own: "FILE"}
    for name, digest in digests.items():
        if digest in seen:
            text = f"{shown_name(name)} has the same content as {seen[digest]}. Give each file once."
            raise CommandFailure(text, exits.REFUSED)
        seen[digest] = shown_name(name)
