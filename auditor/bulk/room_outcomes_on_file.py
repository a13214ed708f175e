"""Shared basis and output of a room's days and events."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec import Struct, structs

from auditor.bulk.bulk_controls import Bases
from auditor.bulk.bulk_outcomes import FileDone, LeftOut, WholeDone
from auditor.bulk.bulk_tables import Scope
from auditor.bulk.file_task import audit_tables, counted, put_tables
from auditor.bulk.folder import Folder, marker
from auditor.registry import RegistryAtChange
from rules.results import Audit
from rules.typed import from_json

WHOLES = "wholes"  # the kind of their markers
_whole = from_json(WholeDone)


class OfRoom(Struct, frozen=True):
    """A room's files under the run's controls.

    current: newest audited log of each session. left_out: unaudited sessions, oldest day first. beside: logs readable beside an
    event, even without a ruleset.
    """

    folder: Folder
    bases: Bases
    room: str
    current: list[FileDone]
    left_out: list[LeftOut]
    beside: list[FileDone]
    events: list[FileDone]

    @property
    def made(self) -> RegistryAtChange:
        """The controls and rooms of the run."""
        return self.bases.made

    @property
    def basis(self) -> str:
        """Digest of the room's basis."""
        return self.bases.of(self.room)


def digest_of(basis: str, name: str, parts: Iterable[str]) -> str:
    """Digest of a day's or event's basis. parts: evidence."""
    return hashlib.sha256("\n".join((basis, name, *parts)).encode()).hexdigest()


def _marker(of: OfRoom, done: WholeDone) -> str:
    return marker(WHOLES, of.room, f"{done.scope} {done.name}")


def made_before(of: OfRoom, done: WholeDone, basis: str) -> WholeDone | None:
    """An earlier run's outcome on the same basis, or None."""
    content = of.folder.read(_marker(of, done))
    before = None if content is None else _whole(content)
    if before is None or before.basis != basis or before.failures:
        return None
    return structs.replace(before, kept=True)


def put_whole(of: OfRoom, done: WholeDone, scope: Scope, audit: Audit, day: str | None) -> WholeDone:
    """Write a day's or event's tables, then its marker."""
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
