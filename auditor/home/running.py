"""The running service: ending keys and accounts, and the last backup."""

from __future__ import annotations

from auditor.access.keys import state
from auditor.home.sections import Backups, EndingKey, HomeSection, first
from auditor.store import Store
from auditor.store.last_backup import last_backup
from auditor.store.service_clock import after

ENDS_WITHIN = 30  # days
BACKED_UP_WITHIN = 7  # days


def ending_keys(store: Store, at: str) -> HomeSection[EndingKey]:
    """Keys and accounts that end within thirty days, next first."""
    until = after(at, days=ENDS_WITHIN)
    accounts = {each.key.id: each.email for each in store.people.all()}
    found = [
        EndingKey(each.id, each.name, each.role, accounts.get(each.id), each.expires_at)
        for each in store.keys.all()
        if state(each) == "valid" and each.expires_at <= until
    ]
    return first(sorted(found, key=lambda each: each.expires_at))


def backups(store: Store, at: str) -> Backups:
    """The last backup, and whether one is due."""
    last = last_backup(store.folder)
    return Backups(last, last is None or after(last.at, days=BACKED_UP_WITHIN) < at)
