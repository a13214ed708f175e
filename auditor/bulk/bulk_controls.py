"""Controls of a run, the same for all its tasks."""

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
    """A process with another program or library than the run's."""


class BulkControls(Struct, frozen=True):
    """Controls of a run. known: null without a store."""

    engine: Engine
    known: RegistryRecord | None


_controls = from_json(BulkControls)


def controls_of(known: RegistryRecord | None) -> BulkControls:
    """Controls of a run of this installation."""
    return BulkControls(read_program().engine(library().digest), known)


def put(folder: Folder, controls: BulkControls) -> str:
    """Write controls for the tasks; their digest."""
    content = msgspec.json.encode(controls)
    digest = hashlib.sha256(content).hexdigest()
    folder.write_bytes(_part(digest), content)
    return digest


@lru_cache(maxsize=4)
def snapshot(path: Path, digest: str) -> Bases:
    """Snapshot of a run, made once a process. Raises OtherEngine."""
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
    """An unapproved filed revision."""

    ruleset: str
    revision: int
    standing: str

    @property
    def name(self) -> str:
        """As logs name it."""
        return f"{self.ruleset}@{self.revision}"


class FiledThen:
    """Filed, unapproved controls at the run's change."""

    def __init__(self, known: RegistryRecord) -> None:
        self._of_rooms: dict[str, list[Revision]] = {}
        for room, ruleset, revision, standing in known.not_approved:
            self._of_rooms.setdefault(room, []).append(Revision(ruleset, revision, standing))

    def of_room(self, room: str, ruleset: str) -> list[Revision]:
        """A room's unapproved revisions of a ruleset, by number."""
        return [each for each in self._of_rooms.get(room, ()) if each.ruleset == ruleset]

    def undecided(self, room: str) -> list[Revision]:
        """Revisions of a room that may still be approved."""
        return [each for each in self._of_rooms.get(room, ()) if each.standing in _UNDECIDED]


class Bases:
    """A snapshot with rooms' other filed controls, and the digest of each room's basis."""

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
