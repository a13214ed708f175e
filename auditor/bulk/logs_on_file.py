"""Logs of a room as files: those that count for its screening, and their hands where they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from auditor.bulk.bulk_outcomes import FileDone
from auditor.bulk.folder import Folder
from auditor.bulk.screened_parts import read_screened
from auditor.bulk.sources import opened
from auditor.registry import RegistryAtChange
from auditor.screened_hands_found import LoggedSession, LogOf
from auditor.store.kept_statistics import KeptStatistics
from rules.audit.source import LogSource


class AsOfRun(Struct, frozen=True):
    """Rooms and rulesets of a run."""

    made: RegistryAtChange

    def snapshot(self) -> RegistryAtChange:
        return self.made


class CountedLogs(Struct, frozen=True):
    """Logs of a room. current: the one of each session with statistics; rivals: sessions of which several logs have some."""

    current: list[FileDone]
    rivals: list[str]


def counted_logs(files: Iterable[FileDone]) -> CountedLogs:
    """The logs that count. A readable log supersedes the one that it names, whether it has statistics or not."""
    versions: dict[str, list[FileDone]] = {}
    for each in files:
        if each.kind == "session":
            versions.setdefault(each.name or each.address, []).append(each)
    found = CountedLogs([], [])
    for name, own in sorted(versions.items()):
        superseded = {each.supersedes for each in own if not each.problems}
        last = [each for each in own if each.screened is not None and each.sha256 not in superseded]
        if len(last) == 1:
            found.current.extend(last)
        elif last:
            found.rivals.append(name)
    return found


def last_year(files: Iterable[FileDone]) -> int | None:
    """The calendar year of the last gaming day of logs and tournaments; None: there are none."""
    return max((int(each.day[:4]) for each in files if each.day is not None), default=None)


def of_year(logs: Sequence[FileDone], year: int) -> Iterator[tuple[int, FileDone]]:
    """Logs of a calendar year, with their places among all."""
    for place, each in enumerate(logs):
        if each.day is not None and int(each.day[:4]) == year:
            yield place, each


def kept_of(folder: Folder, logs: Sequence[FileDone], year: int) -> list[KeptStatistics]:
    """Statistics of the logs of a calendar year, numbered by their places among all. Those of another version are left out."""
    found = (
        read_screened(folder, str(each.screened), place, str(each.sha256))
        for place, each in of_year(logs, year)
    )
    return [each for each in found if each is not None]


def logs_of_files(logs: Sequence[FileDone]) -> LogOf:
    """Logs by their places."""

    def log_of(place: int) -> LoggedSession:
        log = logs[place]
        return LoggedSession(str(log.room), str(log.name), str(log.day), lambda: unchanged(log))

    return log_of


def unchanged(file: FileDone) -> LogSource:
    """A file as it was audited. Raises OSError."""
    source = opened(file.address)
    if source.sha256 != file.sha256:
        raise OSError(f"{file.address} was changed since it was audited")
    return source
