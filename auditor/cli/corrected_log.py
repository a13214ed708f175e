"""A log against the earlier one that it corrects, as files: `auditor audit --corrects`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from typing import TYPE_CHECKING

import click

from auditor.cli.audit_words import place_in_file, printable
from auditor.cli.named_logs import shown_name
from reports.changed_words import changed_places
from reports.correction_sentences import sentences
from reports.formatting import hand_numbers
from rules.results import Correction, RemovedIncident

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.results import Audit

_MOST = 40  # facts and findings in a text


def corrected_audit(
    second: FileEvidence, audit: Audit, name: str, first: FileEvidence, audited: Callable[[], Audit]
) -> Audit:
    """The audit with changes of an earlier log. name: of that; audited: its audit's maker.

    Ends the command where that is another session's, or not the superseded one.
    """
    from msgspec.structs import replace

    from rules.audit.correction import corrected

    before = audited()
    _must_be_of_one_session(before, audit, name)
    _must_be_named(first, audit, name)
    return replace(audit, correction=corrected((first, before), (second, audit)))


def _must_be_of_one_session(before: Audit, after: Audit, name: str) -> None:
    one, other = before.log, after.log
    assert one is not None  # each is the audit of one log
    assert other is not None
    if (one.room, one.session) != (other.room, other.session):
        raise click.UsageError(
            f"--corrects {shown_name(name)!r} is the log of session {printable(one.session)!r} of room {printable(one.room)!r}, "
            f"and not of session {printable(other.session)!r} of room {printable(other.room)!r}."
        )


def _must_be_named(first: FileEvidence, after: Audit, name: str) -> None:
    """End the command where the log supersedes another; without a statement it is a draft correction."""
    assert after.log is not None
    named = after.log.supersedes_sha256
    if named is not None and named not in (first.sha256, _content(first)):
        raise click.UsageError(
            f"--corrects {shown_name(name)!r} has the SHA-256 {first.sha256}, and the log says that it supersedes {named}."
        )


def _content(source: FileEvidence) -> str:
    import hashlib

    digest = hashlib.sha256()
    for piece in source.chunks():
        digest.update(piece)
    return digest.hexdigest()


def blocks(audit: Audit) -> Iterator[tuple[str, list[str]]]:
    """(heading, lines) of an audit's corrections."""
    for found in audit.corrected:
        yield "Correction", [printable(each) for each in sentences(found)]
        if found.facts:
            yield f"Changed by it ({found.facts_in_all:,})", _changed(audit, found)
        if found.removed:
            yield (
                f"Incidents of the first log that are gone ({found.incidents_in_all:,})",
                [
                    *map(_removed, found.removed[:_MOST]),
                    *_rest(found.incidents_in_all, found.removed[:_MOST]),
                ],
            )
        gone = [printable(each) for each in _gone(found)]
        if gone:
            yield (
                f"Findings of the first log that are gone ({found.findings_in_all:,})",
                [
                    *gone,
                    *_rest(found.findings_in_all, gone),
                ],
            )


def _changed(audit: Audit, found: Correction) -> list[str]:
    logs = [audit.log] if audit.log else audit.logs
    unit = next((each.money or each.currency for each in logs if each.session == found.session), None)
    facts = found.facts[:_MOST]
    said = [printable(each) for place in changed_places(facts, unit) for each in place.sentences]
    return [*said, *_rest(found.facts_in_all, facts)]


def _removed(each: RemovedIncident) -> str:
    hands = f"hand{'s' if each.hands_of > 1 else ''} {hand_numbers(each.hands)}  " if each.hands else ""
    return printable(f"{each.severity}  {hands}{each.title}")


def _gone(found: Correction) -> Iterator[str]:
    for each in found.findings[:_MOST]:
        yield "  ".join((each.kind, each.severity, each.code, " ".join(place_in_file(each)), each.message))


def _rest(in_all: int | None, shown: Sized) -> list[str]:
    left = (in_all or 0) - len(shown)
    return [f"… and {left:,} more: --format json lists them."] if left > 0 else []
