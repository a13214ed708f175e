"""The controls of a run: the same for each of its tasks, in whatever process."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from auditor.bulk.folder import STATE, Folder
from auditor.engine import read_program
from auditor.registry import RegistryAtChange, RegistryRecord, snapshot_of
from rules.controls.library import library
from rules.results import Engine
from rules.typed import from_json

_UNDECIDED = ("draft", "submitted")


class OtherEngine(RuntimeError):
    """A process with another version of the program, or another library, than the one that began the run."""


class BulkControls(Struct, frozen=True):
    """Controls that a run rests on. known: null without a store."""

    engine: Engine
    known: RegistryRecord | None


_controls = from_json(BulkControls)


def controls_of(known: RegistryRecord | None) -> BulkControls:
    """The controls of a run of this installation."""
    return BulkControls(read_program().engine(library().digest), known)


def put(folder: Folder, controls: BulkControls) -> str:
    """Write controls where the tasks of a run find them; their digest."""
    content = msgspec.json.encode(controls)
    digest = hashlib.sha256(content).hexdigest()
    folder.write_bytes(_part(digest), content)
    return digest


@lru_cache(maxsize=4)
def snapshot(path: Path, digest: str) -> Bases:
    """The snapshot of a run, made once in a process. Raises OtherEngine."""
    content = Folder(path).read(_part(digest))
    if content is None or hashlib.sha256(content).hexdigest() != digest:
        raise OtherEngine(
            f"{path} does not have the controls of this run; every process needs the same folder"
        )
    controls = _controls(content)
    mine = read_program().engine(library().digest)
    if controls.engine != mine:
        raise OtherEngine(
            f"this process is auditor {mine.release} with library {mine.library[:12]}, and the run began with auditor "
            f"{controls.engine.release} with library {controls.engine.library[:12]}; install the same one everywhere"
        )
    known = controls.known or RegistryRecord()
    return Bases(snapshot_of(known, library()), FiledThen(known))


class Revision(Struct, frozen=True):
    """A revision that a room filed and that was not approved."""

    ruleset: str
    revision: int
    standing: str

    @property
    def name(self) -> str:
        """As logs name it."""
        return f"{self.ruleset}@{self.revision}"


class FiledThen:
    """Controls that rooms had filed by the change that a run rests on, and what was not approved."""

    def __init__(self, known: RegistryRecord) -> None:
        self._of_rooms: dict[str, list[Revision]] = {}
        for room, ruleset, revision, standing in known.not_approved:
            self._of_rooms.setdefault(room, []).append(Revision(ruleset, revision, standing))

    def of_room(self, room: str, ruleset: str) -> list[Revision]:
        """The revisions of a ruleset that a room filed and that were not approved, by their numbers."""
        return [each for each in self._of_rooms.get(room, ()) if each.ruleset == ruleset]

    def undecided(self, room: str) -> list[Revision]:
        """The revisions of a room that may still be approved."""
        return [each for each in self._of_rooms.get(room, ()) if each.standing in _UNDECIDED]


class Bases:
    """A snapshot with what rooms filed besides, and the digest of what audits of each room rest on."""

    def __init__(self, made: RegistryAtChange, filed: FiledThen) -> None:
        self.made = made
        self.filed = filed
        self._known: dict[str, str] = {}

    def of(self, room: str) -> str:
        """The digest for a room. Raises ControlsUnreadable."""
        if room not in self._known:
            self._known[room] = self.made.basis(room)
        return self._known[room]


def _part(digest: str) -> str:
    return f"{STATE}/controls-{digest}.json"
