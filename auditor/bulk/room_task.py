"""The gaming days and events of one room, audited from what the first tasks made of its logs."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from auditor.bulk.controls import snapshot
from auditor.bulk.done import FileDone, RoomDone, WholeDone
from auditor.bulk.earlier import earlier_ledgers, named_in_the_quarter
from auditor.bulk.file_task import EVENTS, FILES, audit_tables, counted, put_tables
from auditor.bulk.folder import Folder, marker
from auditor.bulk.logs_table import put_logs
from auditor.bulk.sources import opened
from auditor.bulk.tables import Scope
from auditor.days import LONGEST, UNCLOSED, may_run_into
from auditor.memory import within_ceiling
from auditor.registry import Snapshot
from auditor.store.days import HALF_A_YEAR
from rules.audit import of_no_logs, with_day
from rules.audit.beside import Beside, read_beside
from rules.audit.events import audit_ledger, audit_tournament
from rules.audit.room_day import room_day
from rules.card_room import Room
from rules.checks.support.session_summary import Numbered, SessionSummary, Version
from rules.results import CHIPS, Audit
from rules.typed import from_json

WHOLES = "wholes"  # the kind of their markers
_file, _whole = from_json(FileDone), from_json(WholeDone)


class RoomTask(Struct, frozen=True):
    """A room to audit. folder: of the run. controls: their digest."""

    room: str
    folder: str
    controls: str


class _Of(Struct, frozen=True):
    """A room's files under the controls of the run.

    current: its audited logs, of each session the newest version; beside: those that can be read beside an event, also logs
    without a ruleset. missing: by gaming day, why some log of it is not audited.
    """

    folder: Folder
    made: Snapshot
    basis: str
    room: str
    current: list[FileDone]
    missing: dict[str, str]
    beside: list[FileDone]
    events: list[FileDone]


def audit_room(task: RoomTask) -> RoomDone:
    """Audit the gaming days and events of a room and write what was found, unless an earlier run did."""
    folder = Folder(Path(task.folder))
    bases = snapshot(folder.path, task.controls)
    basis = bases.of(task.room)
    files = [_file(each) for each in folder.markers(FILES, task.room)]
    logs = [each for each in files if each.kind not in EVENTS]
    current, rivals = newest(each for each in logs if _is_ours(each, basis))
    put_logs(folder, task.room, logs, {each.sha256 for each in current})
    names = {each.name for each in current}
    absent = [each for each in logs if not _is_ours(each, basis) and each.name not in names]
    events = [each for each in files if each.kind in EVENTS and _is_ours(each, basis)]
    beside, _ = newest(each for each in logs if each.basis == basis and each.readable)
    of = _Of(folder, bases.made, basis, task.room, current, _missing(rivals, absent), beside, events)
    room = bases.made.rooms.get(task.room)
    with within_ceiling():
        days = list(_days(of, room)) if room is not None else []
        wholes = [*days, *_events(of)]
    stale = sum(each.status == "audited" and each.basis != basis for each in files)
    return RoomDone(room=task.room, on_record=room is not None, stale=stale, wholes=wholes)


def _is_ours(file: FileDone, basis: str) -> bool:
    """Whether a file was audited with the controls and the engine of the run."""
    return file.basis == basis and file.status == "audited"


def newest(logs: Iterable[FileDone]) -> tuple[list[FileDone], list[FileDone]]:
    """Of each session or event the file that no other one supersedes; and the files of those that have several of these.

    What supersedes a file names its digest.
    """
    by_session: dict[tuple[str | None, str | None], list[FileDone]] = {}
    for each in logs:
        by_session.setdefault((each.kind, each.name), []).append(each)
    current, rivals = list[FileDone](), list[FileDone]()
    for versions in by_session.values():
        superseded = {each.supersedes for each in versions}
        last = [each for each in versions if each.sha256 not in superseded]
        (current if len(last) == 1 else rivals).extend(last)
    return current, rivals


def _missing(rivals: Sequence[FileDone], absent: Sequence[FileDone]) -> dict[str, str]:
    """Why some log of a gaming day is not audited, by day."""
    found = {
        each.day: f"there are several logs of session {each.name}, and none says that it supersedes the others"
        for each in rivals
        if each.day is not None
    }
    for each in absent:
        if each.day is not None:
            why = (
                each.reason or "it rests on other controls or another engine; run again with it in the source"
            )
            found[each.day] = f"the log {each.address} of it is not audited: {why}"
    return found


# ---------------------------------------------------------------- gaming days


def _days(of: _Of, room: Room) -> Iterator[WholeDone]:
    """The gaming days on which logs were opened, the oldest first."""
    for day in sorted({each.day for each in of.current if each.day is not None} | set(of.missing)):
        yield _day(of, room, dt.date.fromisoformat(day))


def _day(of: _Of, room: Room, day: dt.date) -> WholeDone:
    text = day.isoformat()
    done = WholeDone(scope="day", room=of.room, name=text)
    opened_then = [each for each in of.current if each.day == text]
    first = (day - LONGEST).isoformat()
    earlier = [each for each in of.current if first <= (each.day or "") < text and _runs_on(room, each, day)]
    reason = _why_not(of, day) or _several_currencies(opened_then)
    if reason is not None:
        return structs.replace(done, reason=reason)
    sittings = [_summary(of, each) for each in (*opened_then, *earlier)]
    numbered = _numbered(
        of, text, [each.number for each in sittings[: len(opened_then)] if each.number is not None]
    )
    basis = _digest(of.basis, text, [msgspec.json.encode(each).decode() for each in (*sittings, *numbered)])
    kept = _before(of, done, basis)
    if kept is not None:
        return kept
    audited = room_day(room, day, sittings, numbered=numbered)
    audit = with_day(of_no_logs(of.made.of_room(of.room)), audited)
    audit = structs.replace(audit, coverage=audited.coverage)
    currency = next((each.currency for each in opened_then if each.currency != CHIPS), None)
    scope = Scope(of.room, "day", text, None, currency, counts="sessions")
    return _put(of, structs.replace(done, basis=basis), scope, audit, text)


def _why_not(of: _Of, day: dt.date) -> str | None:
    """Why a log that was opened on a day, or may have run into it, is not audited; None where there is none."""
    near = (day - dt.timedelta(days=each) for each in range(UNCLOSED.days + 1))
    return next((of.missing[each.isoformat()] for each in near if each.isoformat() in of.missing), None)


def _runs_on(room: Room, log: FileDone, day: dt.date) -> bool:
    assert log.summary is not None and log.day is not None
    return may_run_into(room, log.day, log.summary.closed_at, day)


def _several_currencies(logs: Sequence[FileDone]) -> str | None:
    listed = sorted({each.currency for each in logs if each.currency is not None and each.currency != CHIPS})
    return f"its logs are in {' and '.join(listed)}; they are audited apart" if len(listed) > 1 else None


def _summary(of: _Of, log: FileDone) -> SessionSummary:
    """What a log contributes to its days, with the digests of the files that it supersedes as far as they say so."""
    assert log.summary is not None
    versions = [] if log.supersedes is None else [Version(sha256=log.supersedes, received_at=None)]
    return structs.replace(log.summary, versions=versions)


def _numbered(of: _Of, day: str, numbers: Sequence[int]) -> list[Numbered]:
    """Sessions of other days in the half year around a day, from the next lower number to the greatest of some numbers."""
    if not numbers:
        return []
    at = dt.date.fromisoformat(day)
    first, last = (at - HALF_A_YEAR).isoformat(), (at + HALF_A_YEAR).isoformat()
    others = [
        Numbered(number=each.summary.number, session=each.summary.session, day=each.day)
        for each in of.current
        if each.summary is not None and each.summary.number is not None and each.day is not None
        if each.day != day and first <= each.day <= last and each.summary.number <= max(numbers)
    ]
    below = max((each.number for each in others if each.number < min(numbers)), default=min(numbers))
    return sorted(
        (each for each in others if each.number >= below), key=lambda each: (each.number, each.session)
    )


# ---------------------------------------------------------------- tournaments and ledgers


def _events(of: _Of) -> Iterator[WholeDone]:
    """The events whose files are here, by kind and name."""
    current, rivals = newest(of.events)
    for each in sorted(current, key=lambda each: (each.kind or "", each.name or "")):
        yield _event(of, each, current)
    for each in rivals:
        yield WholeDone(
            scope=str(each.kind), room=of.room, name=str(each.name),
            reason=f"there are several files of {each.kind} {each.name}, and none says that it supersedes the others",
        )  # fmt: skip


def _event(of: _Of, file: FileDone, events: Sequence[FileDone]) -> WholeDone:
    done = WholeDone(scope=str(file.kind), room=of.room, name=str(file.name))
    others = _belonging(of, file, events)
    basis = _digest(of.basis, str(file.sha256), sorted(str(each.sha256) for each in others))
    kept = _before(of, done, basis)
    if kept is not None:
        return kept
    try:
        beside = [_read(each, str(file.kind)) for each in others]
        audit_event = audit_ledger if file.kind == "ledger" else audit_tournament
        room = of.made.rooms.get(of.room)
        audit = audit_event(opened(file.address), beside, library=of.made.of_room(of.room), room=room)
        assert audit.event is not None
        if audit.event.sha256 != file.sha256:
            raise ValueError(f"{file.address} was changed; run again")
    except (OSError, ValueError) as error:
        return structs.replace(done, reason=str(error))
    scope = Scope(
        of.room, str(file.kind), str(file.name), file.sha256, audit.event.currency, counts="checked"
    )
    return _put(of, structs.replace(done, basis=basis), scope, audit, audit.event.day)


def _belonging(of: _Of, file: FileDone, events: Sequence[FileDone]) -> list[FileDone]:
    """The files that belong to an event, as the service takes them: of a tournament the logs of its tables, and those of the
    room's other tables on the same days; of a ledger what it names, the ledgers before it, and the tournaments of its quarter.
    """
    assert file.facts is not None
    if file.kind == "ledger":
        named, earlier = set(file.facts.missing), earlier_ledgers(file, events)
        of_quarter = named.union(named_in_the_quarter(file, earlier))
        tournaments = [each for each in events if each.kind == "tournament" and each.name in of_quarter]
        return [*tournaments, *earlier, *(each for each in of.beside if each.name in named)]
    days = {each.day for each in of.beside if each.tournament == file.name} | {file.day}
    return [each for each in of.beside if each.tournament == file.name or each.day in days]


def _read(file: FileDone, kind: str) -> Beside:
    found = read_beside(opened(file.address), kind)
    if found.sha256 != file.sha256:
        raise ValueError(f"{file.address} was changed; run again")
    return found


# ---------------------------------------------------------------- of both


def _digest(basis: str, name: str, parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join((basis, name, *parts)).encode()).hexdigest()


def _marker(of: _Of, done: WholeDone) -> str:
    return marker(WHOLES, of.room, f"{done.scope} {done.name}")


def _before(of: _Of, done: WholeDone, basis: str) -> WholeDone | None:
    """What an earlier run made of the same evidence and controls."""
    content = of.folder.read(_marker(of, done))
    before = None if content is None else _whole(content)
    if before is None or before.basis != basis or before.failures:
        return None
    return structs.replace(before, kept=True)


def _put(of: _Of, done: WholeDone, scope: Scope, audit: Audit, day: str | None) -> WholeDone:
    """Write the tables of a day or an event, and then its marker."""
    content = of.folder.read(_marker(of, done))
    name = f"{done.scope}-{done.name}"
    parts = put_tables(of.folder, of.room, day, name, audit_tables(scope, audit))
    if content is not None:
        of.folder.remove(set(_whole(content).parts) - set(parts))
    done = structs.replace(
        done,
        failures=audit.failures,
        findings=counted(audit.findings),
        codes=dict(Counter(each.code for each in audit.findings)),
        parts=parts,
    )
    of.folder.write_bytes(_marker(of, done), msgspec.json.encode(done))
    return done
