"""Days and events of a room, audited from the file tasks' results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, structs

from auditor.bulk.bulk_controls import snapshot
from auditor.bulk.bulk_outcomes import FileDone, RoomDone, WholeDone
from auditor.bulk.bulk_tables import Scope
from auditor.bulk.earlier_ledger_files import earlier_ledgers, named_in_the_quarter
from auditor.bulk.file_task import EVENTS, FILES
from auditor.bulk.folder import Folder
from auditor.bulk.left_out import is_audited, newest, parted
from auditor.bulk.logs_table import put_logs
from auditor.bulk.room_days import audit_days
from auditor.bulk.room_outcomes_on_file import OfRoom, digest_of, made_before, put_whole
from auditor.bulk.sources import opened
from auditor.memory import within_ceiling
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import Beside, read_beside
from rules.typed import from_json

_file = from_json(FileDone)


class RoomTask(Struct, frozen=True):
    """A room to audit. folder: of the run; controls: digest."""

    room: str
    folder: str
    controls: str


def audit_room(task: RoomTask) -> RoomDone:
    """Audit a room's days and events and write the results, unless an earlier run did."""
    folder = Folder(Path(task.folder))
    bases = snapshot(folder.path, task.controls)
    basis = bases.of(task.room)
    files = [_file(each) for each in folder.markers(FILES, task.room)]
    logs = [each for each in files if each.kind not in EVENTS]
    found = parted(logs, bases, basis)
    put_logs(folder, task.room, logs, {each.sha256 for each in found.current})
    events = [each for each in files if each.kind in EVENTS and is_audited(each, basis)]
    beside, _ = newest(each for each in logs if each.basis == basis and each.readable)
    of = OfRoom(folder, bases, task.room, found.current, found.left_out, beside, events)
    room = bases.made.rooms.get(task.room)
    with within_ceiling():
        days = list(audit_days(of, room)) if room is not None else []
        wholes = [*days, *_events(of)]
    stale = sum(each.status == "audited" and each.basis != basis for each in files)
    return RoomDone(room=task.room, on_record=room is not None, stale=stale, wholes=wholes)


def _events(of: OfRoom) -> Iterator[WholeDone]:
    current, rivals = newest(of.events)
    for each in sorted(current, key=lambda each: (each.kind or "", each.name or "")):
        yield _event(of, each, current)
    for each in rivals:
        yield WholeDone(
            scope=str(each.kind), room=of.room, name=str(each.name),
            reason=f"there are several files of {each.kind} {each.name}, and none says that it supersedes the others",
        )  # fmt: skip


def _event(of: OfRoom, file: FileDone, events: Sequence[FileDone]) -> WholeDone:
    done = WholeDone(scope=str(file.kind), room=of.room, name=str(file.name))
    others = _belonging(of, file, events)
    basis = digest_of(of.basis, str(file.sha256), sorted(str(each.sha256) for each in others))
    kept = made_before(of, done, basis)
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
    return put_whole(of, structs.replace(done, basis=basis), scope, audit, audit.event.day)


def _belonging(of: OfRoom, file: FileDone, events: Sequence[FileDone]) -> list[FileDone]:
    """Files of an event: a tournament's logs, and the room's others of those days; a ledger's named ones, earlier ledgers, and
    the quarter's tournaments.
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
