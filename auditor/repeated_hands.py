"""Hands of a history that other logs have already: two players of a table send their files."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import msgspec

from auditor.importing.frame import Imported, ImportOptions
from auditor.importing.histories.history_names import named_hands
from auditor.importing.importers import import_original
from auditor.jobs.received_logs import evidence_of
from auditor.store import Store
from auditor.store.rows import Selection, SessionRecord

_AROUND = dt.timedelta(days=1)  # a session goes on past midnight, and days are those of the room


def import_once(store: Store, body: bytes, options: ImportOptions | None) -> Imported:
    """Import of an original without hands in other originals' logs."""
    imported = import_original(body, options)
    if options is None or not imported.logs:
        return imported
    mine = {name for log in imported.logs for name, _ in named_hands(log.data.splitlines())}
    elsewhere = {name: session for name, session in _on_record(store, imported) if name in mine}
    if not elsewhere:
        return imported
    return import_original(body, msgspec.structs.replace(options, elsewhere=elsewhere))


def _on_record(store: Store, imported: Imported) -> Iterator[tuple[str, str]]:
    for session in _others(store, imported):
        yield from named_hands(b"".join(evidence_of(store, session).chunks()).splitlines())


def _others(store: Store, imported: Imported) -> Iterator[SessionRecord]:
    """Sessions of other originals that may share a hand, each once.

    Own ones are read after the sessions, as the same original may arrive meanwhile.
    """
    found = {each.id: each for each in _around(store, imported) if each.purged is None}
    own = store.originals.of_bytes(imported.sha256)
    ours = {log.session_id for each in own.imports for log in each.logs} if own else set()
    for session in found.values():
        if not {session.id, *(each.id for each in store.sessions.earlier_versions(session.id))} & ours:
            yield session


def _around(store: Store, imported: Imported) -> Iterator[SessionRecord]:
    """Current sessions of the same tables on the days around; one may come twice."""
    for log in imported.logs:
        first = msgspec.json.decode(log.data.partition(b"\n")[0])
        opened = dt.date.fromisoformat(first["opened_at"][:10])
        days = (opened - _AROUND).isoformat(), (opened + _AROUND).isoformat()
        yield from store.sessions.all(
            Selection(room=log.room, table=log.table, first_day=days[0], last_day=days[1], current=True)
        )
