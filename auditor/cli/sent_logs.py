"""A file sent to a service by `auditor upload` and `auditor watch`, and its outcome."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from msgspec import Struct, field

from auditor.cli import exits

if TYPE_CHECKING:
    from auditor.cli.client import Client, ErrorAnswer
    from rules.records.problems import Problem

EVENTS = ("tournament", "ledger")
ACCEPTED = 202  # kept, not on record yet
Outcome = Literal["created", "same", "valid", "kept", "conflict", "refused", "not stored"]


class SentFile(Struct, frozen=True):
    """Outcome of a file. ``words``: for a person, without its name.

    session, hands: of a recorded log. problems, ``count``: of an unreadable one. sentence: what another file is. answered: the
    service's error. warnings: oddities. changes, changes_in_all: of the recorded log.
    """

    outcome: Outcome
    status: int
    words: str
    session: int | None = None
    hands: int | None = None
    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    sentence: str = ""
    answered: ErrorAnswer | None = None
    warnings: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    changes_in_all: int = 0


def send(client: Client, stream: BinaryIO, *, dry_run: bool = False, waits: bool = True) -> SentFile:
    """Send a log, tournament or ledger by its first line.

    waits: send again at a limit. Raises Failure where the service cannot be reached.
    """
    from auditor.cli.client import ErrorAnswer

    if os.fstat(stream.fileno()).st_size == 0:
        return _empty()
    kind = _kind(stream)
    try:
        if kind in EVENTS:
            return _of_event(
                kind,
                *client.upload(stream, dry_run=dry_run, waits=waits, path=f"/v1/{kind}s"),
                dry_run=dry_run,
            )
        status, session = client.upload(stream, dry_run=dry_run, waits=waits)
    except ErrorAnswer as answered:
        return _not_taken(answered)
    if status == ACCEPTED:
        return _kept(session)
    if dry_run:
        return _of_dry_run(session)
    hands = session["hands"]
    said = f"created session {session['id']}" if status == 201 else f"the same as session {session['id']}"
    return SentFile(
        "created" if status == 201 else "same",
        exits.OK,
        f"{said} ({_hands(hands)})",
        session=session["id"],
        hands=hands,
        warnings=_warnings(session),
        **_changes(session if status == 201 else {}),
    )


def _kind(stream: BinaryIO) -> str:
    from auditor.evidence import decompressed
    from rules.file_kind import file_kind
    from rules.records.problems import Refused

    try:
        return file_kind(decompressed(iter(lambda: stream.read(1 << 16), b""))) or ""
    except Refused:  # the service says what is wrong with it
        return ""
    finally:
        stream.seek(0)


def _of_event(kind: str, status: int, answer: dict[str, Any], *, dry_run: bool) -> SentFile:
    if status == ACCEPTED:
        return _kept(answer)
    lines = _counted(answer["facts"]["lines"], "line")
    if dry_run:
        there = f"on record as {kind} {answer['id']}" if answer["already_stored"] else "would be stored"
        return SentFile("valid", exits.OK, f"valid, and {there} ({lines})")
    said = f"created {kind}" if status == 201 else f"the same as {kind}"
    return SentFile("created" if status == 201 else "same", exits.OK, f"{said} {answer['id']} ({lines})")


def _kept(answer: dict[str, Any]) -> SentFile:
    """Outcome of a file that the service keeps while its record is damaged."""
    words = (
        f"kept, not on record yet (SHA-256 {answer['sha256'][:16]}…): the record of the service is damaged; the file is entered "
        "once it is sound. Send it again to see what became of it"
    )
    return SentFile("kept", exits.NOT_ON_RECORD, words)


def _of_dry_run(answer: dict[str, Any]) -> SentFile:
    hands = answer["facts"]["hands"]
    said = (
        f"valid, and on record as session {answer['session']}"
        if answer["already_stored"]
        else "valid, and would be stored"
    )
    return SentFile(
        "valid",
        exits.OK,
        f"{said} ({_hands(hands)})",
        session=answer["session"],
        hands=hands,
        warnings=_warnings(answer),
        **_changes(answer),
    )


def _warnings(answer: dict[str, Any]) -> list[str]:
    """Warnings of an answer; none of an older service."""
    return [f"{each['message']} {each['do']}" for each in answer.get("warnings", [])]


def _changes(answer: dict[str, Any]) -> dict[str, Any]:
    """Changes of an answer; none of an older service."""
    return {
        "changes": answer.get("differences") or [],
        "changes_in_all": answer.get("difference_count") or 0,
    }


def _not_taken(answered: ErrorAnswer) -> SentFile:
    problem = answered.problem
    if "problems" in problem:
        import msgspec

        from rules.records.problems import Problem

        problems = msgspec.convert(problem["problems"], list[Problem])
        return SentFile(
            "refused",
            exits.REFUSED,
            str(answered),
            problems=problems,
            count=problem["problem_count"],
            sentence=str(answered) if problem["type"].endswith(":not-a-log") else "",
            answered=answered,
        )
    if answered.status == 409:
        words = f"conflict: {answered}"
        return SentFile("conflict", exits.CONFLICT, words, answered=answered, **_changes(problem))
    if answered.status >= 500:
        return SentFile("not stored", exits.NOT_STORED, str(answered), answered=answered)
    return SentFile("refused", exits.REFUSED, str(answered), answered=answered)


def _empty() -> SentFile:
    from rules.records.foreign import EMPTY, ForeignFile
    from rules.records.reader import EXPECTED

    empty = ForeignFile(EMPTY, EXPECTED)
    return SentFile(
        "refused",
        exits.REFUSED,
        empty.sentence,
        problems=list(empty.problems),
        count=1,
        sentence=empty.sentence,
    )


def _hands(count: int) -> str:
    return _counted(count, "hand")


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what if count == 1 else what + 's'}"
