"""Sentences on derived logs in conflict with the record."""

from __future__ import annotations

from auditor.errors import Conflict


def conflict_words(conflict: Conflict, differs: str, *, by_options: bool) -> str:
    """Conflict of a derived log, and how it becomes a correction: by options, or in its original.

    differs: how the file was read before.
    """
    existing = conflict.existing
    if existing is None:
        where = "It is named with" if by_options else "The sheet Session names it under"
        return f"{conflict} ({where} {_named('corrects', by_options)}.)"
    how = "upload it again with" if by_options else "write on the sheet Session: under"
    corrects, reason, by = (
        _named(each, by_options) for each in ("corrects", "correction reason", "corrected by")
    )
    also = f" {differs}" if differs else ""
    under = "" if by_options else "under "
    return (
        f"Another log is on record for {existing.session!r} of room {existing.room!r}: session {existing.id} with SHA-256 "
        f"{existing.evidence}, received {existing.received_at}.{also} If this file corrects it, {how} {corrects} "
        f"{existing.evidence}, {under}{reason} why, {under}{by} who."
    )


def _named(field: str, by_options: bool) -> str:
    return f"`{field.replace(' ', '_')}`" if by_options else f"'{field}'"
