"""A log, a tournament or a ledger sent to a service: what became of it, for `auditor upload` and `auditor watch`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from msgspec import Struct, field

from auditor.cli import exits

if TYPE_CHECKING:
    from auditor.cli.client import Answered, Client
    from rules.records.problems import Problem

EVENTS = ("tournament", "ledger")
Outcome = Literal["created", "same", "valid", "conflict", "refused", "not stored"]


class Sent(Struct, frozen=True):
    """What became of a file. ``words``: the same for a person, without the name of the file.

    session, hands: of a log that is on record. problems: of one that cannot be read, and on how many lines there are
    any (``count``). answered: the error that the service answered with.
    """

    outcome: Outcome
    status: int
    words: str
    session: int | None = None
    hands: int | None = None
    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    answered: Answered | None = None


def send(client: Client, stream: BinaryIO, *, dry_run: bool = False, waits: bool = True) -> Sent:
    """Send a log, a tournament or a ledger, to where its first line says that it belongs.

    waits: where the service takes no more for a moment, the file is sent again. Raises Failure where the service cannot be
    reached.
    """
    from auditor.cli.client import Answered

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
    except Answered as answered:
        return _not_taken(answered)
    if dry_run:
        return _of_dry_run(session)
    hands = session["hands"]
    said = f"created session {session['id']}" if status == 201 else f"the same as session {session['id']}"
    return Sent(
        "created" if status == 201 else "same",
        exits.OK,
        f"{said} ({_hands(hands)})",
        session=session["id"],
        hands=hands,
    )


def _kind(stream: BinaryIO) -> str:
    """What the first line of a file says that it is; empty where it says nothing."""
    from auditor.evidence import decompressed
    from rules.file_kind import file_kind
    from rules.records.problems import Refused

    try:
        return file_kind(decompressed(iter(lambda: stream.read(1 << 16), b""))) or ""
    except Refused:  # the service says what is wrong with it
        return ""
    finally:
        stream.seek(0)


def _of_event(kind: str, status: int, answer: dict[str, Any], *, dry_run: bool) -> Sent:
    lines = _counted(answer["facts"]["lines"], "line")
    if dry_run:
        there = f"on record as {kind} {answer['id']}" if answer["already_stored"] else "would be stored"
        return Sent("valid", exits.OK, f"valid, and {there} ({lines})")
    said = f"created {kind}" if status == 201 else f"the same as {kind}"
    return Sent("created" if status == 201 else "same", exits.OK, f"{said} {answer['id']} ({lines})")


def _of_dry_run(answer: dict[str, Any]) -> Sent:
    hands = answer["facts"]["hands"]
    said = (
        f"valid, and on record as session {answer['session']}"
        if answer["already_stored"]
        else "valid, and would be stored"
    )
    return Sent("valid", exits.OK, f"{said} ({_hands(hands)})", session=answer["session"], hands=hands)


def _not_taken(answered: Answered) -> Sent:
    problem = answered.problem
    if "problems" in problem:
        import msgspec

        from rules.records.problems import Problem

        problems = msgspec.convert(problem["problems"], list[Problem])
        return Sent(
            "refused",
            exits.REFUSED,
            str(answered),
            problems=problems,
            count=problem["problem_count"],
            answered=answered,
        )
    if answered.status == 409:
        return Sent("conflict", exits.CONFLICT, f"conflict: {answered}", answered=answered)
    if answered.status >= 500:
        return Sent("not stored", exits.NOT_STORED, str(answered), answered=answered)
    return Sent("refused", exits.REFUSED, str(answered), answered=answered)


def _empty() -> Sent:
    from rules.records.problems import Problem

    nothing = Problem(1, "", "an empty file", "a session log")
    return Sent("refused", exits.REFUSED, "The file is empty.", problems=[nothing], count=1)


def _hands(count: int) -> str:
    return _counted(count, "hand")


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what if count == 1 else what + 's'}"
