"""Common ground of the gaming days and events of a room: what they rest on, and what is kept of them and written."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec import Struct, structs

from auditor.bulk.bulk_controls import Bases
from auditor.bulk.bulk_tables import Scope
from auditor.bulk.done import FileDone, LeftOut, WholeDone
from auditor.bulk.file_task import audit_tables, counted, put_tables
from auditor.bulk.folder import Folder, marker
from auditor.registry import RegistryAtChange
from rules.results import Audit
from rules.typed import from_json

WHOLES = "wholes"  # the kind of their markers
_whole = from_json(WholeDone)


class OfRoom(Struct, frozen=True):
    """A room's files under the controls of the run.

    current: its audited logs, of each session the newest version. left_out: sessions of which no log is audited, the oldest
    gaming day first. beside: logs that can be read beside an event, also those without a ruleset.
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
        """The digest of what audits of the room rest on."""
        return self.bases.of(self.room)


def digest_of(basis: str, name: str, parts: Iterable[str]) -> str:
    """The digest of all that a day or an event rests on. parts: of the evidence."""
    return hashlib.sha256("\n".join((basis, name, *parts)).encode()).hexdigest()


def _marker(of: OfRoom, done: WholeDone) -> str:
    return marker(WHOLES, of.room, f"{done.scope} {done.name}")


def made_before(of: OfRoom, done: WholeDone, basis: str) -> WholeDone | None:
    """Outcome that an earlier run made of the same evidence and controls."""
    content = of.folder.read(_marker(of, done))
    before = None if content is None else _whole(content)
    if before is None or before.basis != basis or before.failures:
        return None
    return structs.replace(before, kept=True)


def put_whole(of: OfRoom, done: WholeDone, scope: Scope, audit: Audit, day: str | None) -> WholeDone:
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
