"""A run: files, then each room's days and events, and the summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from auditor.bulk.bulk_controls import controls_of, put
from auditor.bulk.bulk_outcomes import BulkSummary, FileDone, RoomDone, WholeDone
from auditor.bulk.bulk_summary import put_summary, summary_of
from auditor.bulk.file_task import FileTask, audit_file
from auditor.bulk.folder import Folder
from auditor.bulk.pools import Lost, Pools, completed
from auditor.bulk.room_task import RoomTask, audit_room
from auditor.bulk.screening_run import screen_run
from auditor.registry import RegistryRecord


def run(
    addresses: Sequence[str],
    folder: Folder,
    known: RegistryRecord | None,
    pools: Pools,
    progress: Callable[[int], None] = lambda done: None,
    *,
    screened: bool = False,
) -> BulkSummary:
    """Audit files into a folder. known: controls and rooms of a store, or None. screened: whether rooms are screened, too.

    progress: called with the number done. Raises FolderInUse, OSError.
    """
    with folder.locked():
        controls = put(folder, controls_of(known))
        files = _files(addresses, folder, controls, pools, progress, screened)
        rooms = _rooms(sorted({each.room for each in files if each.room}), folder, controls, pools)
        made = summary_of(files, rooms, None if known is None else known.as_of, controls)
        if screened:
            of_rooms, left_out = screen_run(folder, controls, pools)
            made = replace(made, screened=of_rooms, not_audited=[*made.not_audited, *left_out])
        put_summary(folder, made)
    return made


def _files(
    addresses: Sequence[str],
    folder: Folder,
    controls: str,
    pools: Pools,
    progress: Callable[[int], None],
    screened: bool,
) -> list[FileDone]:
    tasks = (FileTask(each, str(folder.path), controls, screened) for each in addresses)
    found: dict[str, FileDone] = {}
    for task, done in completed(pools, audit_file, tasks):
        if isinstance(done, Lost):
            done = FileDone(address=task.address, sha256=None, status="failed", reason=done.reason)
        found[task.address] = done
        progress(len(found))
    return [found[each] for each in addresses]


def _rooms(rooms: Sequence[str], folder: Folder, controls: str, pools: Pools) -> list[RoomDone]:
    tasks = (RoomTask(each, str(folder.path), controls) for each in rooms)
    found: dict[str, RoomDone] = {}
    for task, done in completed(pools, audit_room, tasks):
        if isinstance(done, Lost):
            lost = WholeDone(scope="room", room=task.room, name="days and events", reason=done.reason)
            done = RoomDone(room=task.room, on_record=True, wholes=[lost])
        found[task.room] = done
    return [found[each] for each in rooms]
