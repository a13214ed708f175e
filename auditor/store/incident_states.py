"""Histories of incidents as signed facts say them: the state of each, by its last step, and how many steps it has.

Who decides goes by them, and not by what a row says: a step that was removed, added or put back is found at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from auditor.facts.tables import Row
from auditor.store.rows import encoded
from auditor.store.stored_authority import StoredAuthority

STATES = "incident_states"  # the table, which is in memory alone
_STEPS = """
SELECT incident, max(id), count(*) FROM incident_events WHERE incident IN (SELECT value FROM json_each(?)) GROUP BY incident
"""


def altered_histories(authority: StoredAuthority, incidents: Iterable[str]) -> list[str]:
    """Those of some incidents whose steps in the store are others than facts say, or not all. Raises RecordDamaged."""
    asked = list(dict.fromkeys(incidents))
    with authority.moment() as (db, facts):
        rows = db.execute(_STEPS, [encoded(asked)])
        stored = {incident: (last, count) for incident, last, count in rows}
        return [each for each in asked if stored.get(each, (0, 0)) != _said(facts.row(STATES, each))]


def _said(row: Row | None) -> tuple[int, int]:
    return (0, 0) if row is None else (row["step"], row["steps"])


def closed_for_corrections(authority: StoredAuthority, incidents: Iterable[str]) -> dict[str, int]:
    """Those of some incidents that are closed as removed by a correction, with the correcting session."""
    with authority.moment() as (_, facts):
        rows = (facts.row(STATES, each) for each in incidents)
        closed = [row for row in rows if row is not None and row["state"] == "closed"]
        return {row["incident"]: row["correction"] for row in closed if row["correction"] is not None}
