"""Hands of a history that logs on record have already: two players of a table send their files."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import msgspec

from auditor.importing.frame import Imported, Options
from auditor.importing.histories.named import named_hands
from auditor.importing.importers import import_original
from auditor.jobs.logs import evidence_of
from auditor.store import Store
from auditor.store.originals import OriginalRecord
from auditor.store.rows import Selection, SessionRecord

_AROUND = dt.timedelta(days=1)  # a session goes on past midnight, and days are those of the room


def import_once(store: Store, body: bytes, options: Options | None, own: OriginalRecord | None) -> Imported:
    """What an original comes to without the hands that logs of other originals have. own: the same original on record."""
    imported = import_original(body, options)
    if options is None or not imported.logs:
        return imported
    mine = {name for log in imported.logs for name, _ in named_hands(log.data.splitlines())}
    elsewhere = {name: session for name, session in _on_record(store, imported, own) if name in mine}
    if not elsewhere:
        return imported
    return import_original(body, msgspec.structs.replace(options, elsewhere=elsewhere))


def _on_record(store: Store, imported: Imported, own: OriginalRecord | None) -> Iterator[tuple[str, str]]:
    """The named hands of the same tables on the days around, with their sessions."""
    for session in _others(store, imported, own):
        yield from named_hands(b"".join(evidence_of(store, session).chunks()).splitlines())


def _others(store: Store, imported: Imported, own: OriginalRecord | None) -> Iterator[SessionRecord]:
    """The sessions of other originals that may have a hand of this one. Each once."""
    ours = {log.session_id for each in own.imports for log in each.logs} if own else set()
    seen: set[int] = set()
    for log in imported.logs:
        first = msgspec.json.decode(log.data.partition(b"\n")[0])
        opened = dt.date.fromisoformat(first["opened_at"][:10])
        days = (opened - _AROUND).isoformat(), (opened + _AROUND).isoformat()
        selection = Selection(
            room=log.room, table=log.table, first_day=days[0], last_day=days[1], current=True
        )
        for session in store.sessions.all(selection):
            if session.id in seen or session.purged is not None:
                continue
            seen.add(session.id)
            versions = {session.id, *(each.id for each in store.sessions.earlier_versions(session.id))}
            if not versions & ours:
                yield session
