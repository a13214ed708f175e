"""Facts of the rows of logs, files of events and originals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from auditor.facts.kinds.facts_of_uploads import (
    DerivedOnRecord,
    EventFileAccepted,
    OriginalAccepted,
    OriginalRefused,
    UploadAccepted,
    UploadRefused,
    UploadRepeated,
)
from auditor.facts.recorded_fact import FirstReceived, RecordedFact
from auditor.store.legacy import part_bodies
from auditor.store.legacy.old_store import (
    OldRow,
    OldStore,
    decoded,
    file_of,
    named,
    one_of,
    text_digest,
)


def uploads(old: OldStore, but: Mapping[str, Collection[Any]]) -> Iterator[RecordedFact]:
    """Sessions by their numbers, and then the other files, oldest first. but: rows of their tables that are left out.

    A session is left out with its file. Of a file that was refused first, that is a fact too where the register says so.
    """
    files = {row["sha256"]: row for row in old.rows("evidence", "received_at, sha256")}
    left = {sha256 for sha256 in files if sha256 not in but["evidence"]}
    by_content: dict[str, OldRow] = {}
    for row in old.rows("sessions", "id"):
        if row["id"] in but["sessions"] or row["evidence"] in but["evidence"]:
            left.discard(row["evidence"])
            continue
        by_content[row["content_sha256"]] = named(row, "id", "room", "received_at")
        file = one_of(files, row["evidence"], "evidence", f"Session {row['id']}")
        left.discard(row["evidence"])
        yield from _refused_before(old, file)
        yield _accepted(old, row, file)
    for file in (each for each in files.values() if each["sha256"] in left):
        if file["outcome"] != "session":
            yield _refused(old, file)
        elif file["content_sha256"] in by_content:
            yield from _refused_before(old, file)
            yield _repeated(old, file, by_content)


def _refused_before(old: OldStore, file: OldRow) -> Iterator[UploadRefused]:
    about = old.about("upload.refused", file["sha256"])
    if about is not None:
        yield UploadRefused(
            file=file_of(file),
            **named(about, "outcome", "content_sha256", "problem_count"),
            **old.common("upload.refused", file["sha256"], file["received_at"], file["key"]),
        )


def _accepted(old: OldStore, row: OldRow, file: OldRow) -> UploadAccepted:
    about = named(
        row, "room", "session", "currency", "day", "opened_at", "closed_at", "hands", "ruleset", "supersedes", "content_sha256"
    )  # fmt: skip
    return UploadAccepted(
        number=row["id"],
        table=row["table_name"],
        file=file_of(file),
        facts_sha256=text_digest(row["facts"]),
        first=_first(file, row["received_at"], row["key"]),
        **about,
        **old.common("upload.accepted", row["evidence"], row["received_at"], row["key"], row["room"]),
    )


def _repeated(old: OldStore, file: OldRow, by_content: dict[str, OldRow]) -> UploadRepeated:
    session = one_of(by_content, file["content_sha256"], "sessions", f"File {file['sha256']}")
    at = max(file["received_at"], session["received_at"])
    return UploadRepeated(
        number=session["id"],
        file=file_of(file),
        content_sha256=file["content_sha256"],
        first=_first(file, at, file["key"]),
        **old.common("upload.accepted", file["sha256"], at, file["key"], session["room"]),
    )


def _refused(old: OldStore, file: OldRow) -> UploadRefused:
    said = part_bodies.refusal(file)
    parts = {"problems": old.keep(said)} if said is not None else None
    return UploadRefused(
        file=file_of(file),
        **named(file, "outcome", "content_sha256", "problem_count"),
        **old.common("upload.refused", file["sha256"], file["received_at"], file["key"], parts=parts),
    )


def _first(row: OldRow, at: str, by: str | None) -> FirstReceived | None:
    first = FirstReceived(row["received_at"], row["key"])
    return None if first == FirstReceived(at, by) else first


def event_files(old: OldStore, but: Collection[int] = ()) -> Iterator[RecordedFact]:
    """Files of tournaments, and ledgers. but: those that are left out."""
    for row in (each for each in old.rows("event_files", "id") if each["id"] not in but):
        common = old.common("event.accepted", row["id"], row["received_at"], row["key"], row["room"])
        about = named(row, "room", "name", "currency", "day", "content_sha256", "supersedes")
        yield EventFileAccepted(
            number=row["id"],
            event=row["kind"],
            file=file_of(row),
            facts_sha256=text_digest(row["facts"]),
            **about,
            **common,
        )


def originals(old: OldStore, but: Mapping[str, Collection[Any]]) -> Iterator[RecordedFact]:
    """Imports of originals. but: rows of their tables that are left out, with the imports that they are of."""
    every = {row["id"]: row for row in old.rows("originals", "id") if row["id"] not in but["originals"]}
    out = {*but["imports"], *but["import_options"], *(number for number, _ in but["derived_logs"])}
    options = {
        row["import"]: decoded("import_options", row, "options")
        for row in old.rows("import_options", "import")
    }
    logs: dict[int, list[OldRow]] = {}
    for row in old.rows("derived_logs", "import, position"):
        logs.setdefault(row["import"], []).append(row)
    for row in (each for each in old.rows("imports", "id") if each["id"] not in out):
        if row["original"] in but["originals"]:
            continue
        original = one_of(every, row["original"], "originals", f"Import {row['id']}")
        first = _first(original, row["at"], row["key"])
        made = [_derived(each) for each in logs.get(row["id"], [])]
        yield _imported(old, row, original, tuple(made), options.get(row["id"]), first)


def _imported(
    old: OldStore,
    row: OldRow,
    original: OldRow,
    logs: tuple[DerivedOnRecord, ...],
    options: object,
    first: FirstReceived | None,
) -> OriginalAccepted | OriginalRefused:
    accepted = any(log.number is not None for log in logs)
    problems = part_bodies.import_problems(row)
    parts = {"problems": old.keep(problems)} if problems is not None else None
    tag = "original.accepted" if accepted else "original.refused"
    kind = OriginalAccepted if accepted else OriginalRefused
    return kind(
        number=row["id"],
        room=original["room"],
        file=file_of(original),
        logs=logs,
        options=options,
        first=first,
        **named(row, "original", "importer", "version", "problem_count", "refusals"),
        **old.common(tag, row["id"], row["at"], row["key"], original["room"], parts=parts),
    )


def _derived(row: OldRow) -> DerivedOnRecord:
    about = named(row, "room", "session", "sha256", "outcome", "message")
    return DerivedOnRecord(table=row["table_name"], number=row["session_id"], **about)
