"""The controls of a run: the same for each of its tasks, in whatever process."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from auditor.bulk.folder import STATE, Folder
from auditor.registry import Known, Snapshot, snapshot_of
from rules.controls.library import library
from rules.typed import from_json
from rules.version import VERSION


class OtherEngine(RuntimeError):
    """A process with another version of the program, or another library, than the one that began the run."""


class Controls(Struct, frozen=True):
    """What a run rests on. library: the digest of the shipped library. known: null without a store."""

    engine: str
    library: str
    known: Known | None


_controls = from_json(Controls)


def controls_of(known: Known | None) -> Controls:
    """The controls of a run of this installation."""
    return Controls(VERSION, library().digest, known)


def put(folder: Folder, controls: Controls) -> str:
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
    if (controls.engine, controls.library) != (VERSION, library().digest):
        raise OtherEngine(
            f"this process has version {VERSION} of the auditor with library {library().digest[:12]}, and the run began with "
            f"version {controls.engine} and library {controls.library[:12]}; install the same one everywhere"
        )
    return Bases(snapshot_of(controls.known or Known(), library()))


class Bases:
    """A snapshot, with the digest of what audits of each room rest on."""

    def __init__(self, made: Snapshot) -> None:
        self.made = made
        self._known: dict[str, str] = {}

    def of(self, room: str) -> str:
        """The digest for a room. Raises ControlsUnreadable."""
        if room not in self._known:
            self._known[room] = self.made.basis(room)
        return self._known[room]


def _part(digest: str) -> str:
    return f"{STATE}/controls-{digest}.json"
