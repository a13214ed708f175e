"""The document of an audit: one kind for each sort of audit, whoever asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import BinaryIO

from reports.day import write_day_pdf
from reports.pdf import write_pdf
from reports.story import Clause
from reports.what_if import write_what_if_pdf
from rules.audit import LogSource, both_ways, exhibits
from rules.controls.library import Library
from rules.controls.what_if import against_in_force, compared
from rules.results import Audit
from rules.rooms import Room

NO_ROOMS: Mapping[str, Room] = {}


def write_document(
    audit: Audit,
    sources: Mapping[tuple[str, str], LogSource],
    clauses: Mapping[str, Clause],
    stream: BinaryIO,
    library: Library,
    rooms: Mapping[str, Room] = NO_ROOMS,
) -> None:
    """Write the PDF of an audit to ``stream``: of a what-if, of a gaming day, or of logs.

    ``sources`` are the logs by (room, session); library and rooms: what the audit knew. A what-if that was made before its
    effect was worked out has the report of an audit.
    """
    if audit.what_if and audit.effect is not None and audit.day is None:
        hands = both_ways(sources, audit, library, rooms)
        shown = against_in_force(audit, library) or compared(audit, library)
        write_what_if_pdf(audit, shown, clauses, stream, hands)
        return
    write = write_pdf if audit.day is None else write_day_pdf
    write(
        audit,
        lambda kind: exhibits(sources, audit, kind, library=library, rooms=rooms),
        clauses,
        stream,
        compared(audit, library),
    )
