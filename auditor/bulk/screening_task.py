"""Screening of a room from the statistics of its logs in the folder: those of this run and of earlier ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from msgspec import Struct

from auditor.bulk.bulk_controls import snapshot
from auditor.bulk.bulk_outcomes import FileDone, UnauditedFile
from auditor.bulk.deals_on_file import put_deals
from auditor.bulk.file_task import FILES
from auditor.bulk.folder import Folder
from auditor.bulk.logs_on_file import AsOfRun, counted_logs, kept_of, last_year, logs_of_files, of_year
from auditor.bulk.tournaments_on_file import current_tournaments, tournaments_of
from auditor.memory import within_ceiling
from auditor.screened_hands_found import FoundHands
from auditor.screened_results import YearScreened
from auditor.screened_years import screened_by_sums, screened_sessions
from rules.screening.screening_result import ScreeningResult, order_of_result
from rules.typed import from_json

_SEVERAL = "there are several logs of it, and none says that it supersedes the others"
_OTHER_VERSION = "another version of the program made its statistics, or they are gone; run again with its log in the source"
_file = from_json(FileDone)


class ScreeningTask(Struct, frozen=True):
    """A room to screen. folder: of the run; controls: digest."""

    room: str
    folder: str
    controls: str


class RoomScreened(Struct, frozen=True, kw_only=True):
    """A room's last year on record. year: None without statistics; deals: their number by kind; untestable: by code, how many
    sessions could not be tested for which reason; left_out: what was not screened, and why.
    """

    room: str
    year: int | None = None
    sessions: int = 0
    results: list[ScreeningResult] = []
    deals: dict[int, int] = {}
    untestable: dict[str, dict[str, int]] = {}
    left_out: list[UnauditedFile] = []


def screen_room(task: ScreeningTask) -> RoomScreened:
    """Screen a room, and write its deals for the exchange between rooms."""
    folder = Folder(Path(task.folder))
    made = snapshot(folder.path, task.controls).made
    files = [_file(each) for each in folder.markers(FILES, task.room)]
    logs = counted_logs(files)
    left_out = [_rival(task.room, name) for name in logs.rivals]
    tournaments = current_tournaments(files)
    year = last_year([*logs.current, *tournaments])
    if year is None:
        return RoomScreened(room=task.room, left_out=left_out)
    with within_ceiling():
        kept = kept_of(folder, logs.current, year)
        kept += tournaments_of(
            [each for each in tournaments if last_year([each]) == year], logs.current, kept
        )
        hands = FoundHands(logs_of_files(logs.current), AsOfRun(made), kept)
        screened = YearScreened(task.room, year, None, kept, screened_by_sums(kept))
        results = sorted(screened.results(hands), key=order_of_result)
        deals = put_deals(folder, task.room, kept)
    counted = {each.session for each in kept}
    sessions = len(counted - {None})
    left_out += [
        _left_out(task.room, each) for place, each in of_year(logs.current, year) if place not in counted
    ]
    failed = Counter(code for each in kept for code in each.sums.failed)
    left_out += [_failed(task.room, code, count) for code, count in sorted(failed.items())]
    untestable = {code: dict(reasons) for code, reasons in screened_sessions(kept).untestable.items()}
    return RoomScreened(
        room=task.room, year=year, sessions=sessions, results=results, deals=deals, untestable=untestable, left_out=left_out
    )  # fmt: skip


def _rival(room: str, session: str) -> UnauditedFile:
    return UnauditedFile(
        what=f"screening of session {session} of room {room}", status="left out", reason=_SEVERAL
    )


def _left_out(room: str, log: FileDone) -> UnauditedFile:
    return UnauditedFile(
        what=f"screening of session {log.name} of room {room}", status="left out", reason=_OTHER_VERSION
    )


def _failed(room: str, code: str, sessions: int) -> UnauditedFile:
    what, reason = f"screening of room {room}", f"{code} failed to run for {sessions} sessions"
    return UnauditedFile(what=what, status="incomplete", reason=reason)
