"""Originals, from which logs are derived, as the API shows them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from auditor.http.answer_structs import Links, Resource, means, shown
from auditor.http.problem_answers import ProblemResource
from auditor.http.register_api import entry_url
from auditor.http.resources import (
    ArrivalWarningResource,
    PurgedResource,
    original_url,
    purged,
    session_url,
    warnings_shown,
)
from auditor.originals import TakenOriginal
from auditor.store.stored_originals import Became, DerivedRecord, ImportRecord, OriginalRecord


class ImportProblemResource(Resource, frozen=True):
    """Problem of a conversion, or a thing that should be looked at."""

    where: Annotated[str, means("a cell such as Hands!F7, a sheet, or a line")]
    field: Annotated[str, means("the title of the column")]
    found: str
    expected: str
    do: Annotated[str, means("what to do")]
    refuses: Annotated[bool, means("false: it is pointed at, and was taken all the same")]


class DerivedResource(Resource, frozen=True):
    """A derived log and what became of it."""

    room: str
    session: str
    table: str
    sha256: Annotated[str, means("of the log")]
    outcome: Became
    session_id: Annotated[int | None, means("the session that it is; null: none")]
    message: Annotated[str | None, means("what it conflicts with")]
    links: Links
    already_stored: Annotated[bool | UnsetType, means("of an upload: the session was here before")] = UNSET
    warnings: Annotated[
        list[ArrivalWarningResource] | UnsetType, means("of an upload: what is odd about the log")
    ] = UNSET


class ImportResource(Resource, frozen=True):
    """Import of an original at a time."""

    id: int
    at: str
    importer: Annotated[str | None, means("null: none recognised it")]
    version: str | None
    accepted: Annotated[bool, means("whether a log of it is a session")]
    problem_count: int
    refusals: Annotated[int, means("problems that kept a log from being derived")]
    key: Annotated[str | None, means("null: the service itself")]
    entry: Annotated[int, means("of the register")]
    options: Annotated[
        dict[str, Any] | None,
        means("of a hand history: what it was imported with that it does not say; null: of others"),
    ]
    logs: list[DerivedResource]


class OriginalBriefResource(Resource, frozen=True):
    """An original as a list has it."""

    id: int
    sha256: Annotated[str, means("of the bytes as they were received")]
    bytes: int
    media_type: str
    filename: str | None
    received_at: str
    room: Annotated[str | None, means("null: none is to be read in it")]
    key: str | None
    purged: PurgedResource | None
    imports: Annotated[list[ImportResource], means("the oldest first; the last one counts")]
    links: Links


class OriginalResource(OriginalBriefResource, frozen=True):
    """An original with the problems of its last import."""

    problems: Annotated[list[ImportProblemResource], means("the first 1,000")]


class TakenResource(Resource, frozen=True):
    """Outcome of an original, also of a dry run."""

    dry_run: bool
    original: Annotated[OriginalBriefResource | None, means("null: a dry run")]
    sha256: str
    importer: str | None
    version: str | None
    logs: list[DerivedResource]
    problems: list[ImportProblemResource]
    problem_count: int
    refusals: int


class OriginalProblemResource(ProblemResource, frozen=True):
    """A problem of a file of which nothing becomes a session."""

    problems: Annotated[
        list[ImportProblemResource] | UnsetType, means("of a file that is refused: the first of them")
    ] = UNSET  # type: ignore[assignment]  # in place of those of a log
    logs: Annotated[list[DerivedResource] | UnsetType, means("of a conflict: the logs of the file")] = UNSET
    original: Annotated[
        int | UnsetType | None, means("the original that the bytes are kept as; null: they are not kept")
    ] = UNSET


def derived_resource(log: DerivedRecord, **of_upload: Any) -> DerivedResource:
    """A derived log. of_upload: what only its upload says of it."""
    links = {} if log.session_id is None else {"session": session_url(log.session_id)}
    return shown(DerivedResource, log, links=links, **of_upload)


def original_brief(original: OriginalRecord) -> OriginalBriefResource:
    """An original without its problems."""
    url = original_url(original.id)
    links = {"self": url}
    if original.purged is None:
        links |= {"file": f"{url}/file", "marked": f"{url}/marked.xlsx"}
    return shown(
        OriginalBriefResource,
        original,
        bytes=original.size,
        purged=purged(original.purged),
        imports=[_import(each) for each in original.imports],
        links=links | {"entry": entry_url(original.last.entry)},
    )


def original_resource(original: OriginalRecord) -> OriginalResource:
    """An original with the plain problems of its last import."""
    return shown(OriginalResource, original_brief(original), problems=original.last.problems)


def taken_resource(taken: TakenOriginal) -> TakenResource:
    """Outcome of an original; original: None of a dry run."""
    logs = [
        derived_resource(
            each.record, already_stored=each.already_stored, warnings=warnings_shown(each.warnings)
        )
        for each in taken.logs
    ]
    return shown(
        TakenResource,
        taken.imported,
        dry_run=taken.original is None,
        original=original_brief(taken.original) if taken.original else None,
        logs=logs,
        problems=[shown(ImportProblemResource, each) for each in taken.imported.problems],
    )


def _import(made: ImportRecord) -> ImportResource:
    return shown(ImportResource, made, logs=[derived_resource(each) for each in made.logs])
