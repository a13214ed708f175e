"""Documents of audits, for the service and the command line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, BinaryIO

from auditor.unaudited import unaudited
from reports.dates import UNDATED, Dates
from reports.day import draw_day_cover
from reports.drawn_answers import NO_ANSWERS, Answers
from reports.drawn_audit import write_audit_pdf
from reports.drawn_what_if import write_what_if_pdf
from reports.incident_entries import EXHIBITS
from reports.registered import Registered
from reports.story import CitedClause
from reports.tagged.tagged_archive import Attachment
from rules.audit import LogSource, both_ways, exhibits
from rules.card_room import Room
from rules.controls.authority import Authority
from rules.controls.library import Library
from rules.controls.what_if import against_in_force, compared
from rules.redaction import Redaction
from rules.redaction.redact import Place
from rules.results import Audit
from rules.shown_hands import Exhibit

if TYPE_CHECKING:  # an audit without screening loads nothing of it
    from reports.screened_room import ScreenedRoom

NO_ROOMS: Mapping[str, Room] = {}


def write_document(
    audit: Audit,
    sources: Mapping[tuple[str, str], LogSource],
    clauses: Mapping[str, CitedClause],
    stream: BinaryIO,
    library: Library,
    rooms: Mapping[str, Room] = NO_ROOMS,
    dates: Dates = UNDATED,
    most: int | None = EXHIBITS,
    notice: str | None = None,
    answers: Answers = NO_ANSWERS,
    attachments: Sequence[Attachment] = (),
    registered: Registered | None = None,
    authority: str | None = None,
    redaction: Redaction | None = None,
    screened: Sequence[ScreenedRoom] = (),
) -> None:
    """Write an audit's PDF to ``stream``: of a what-if, gaming day, tournament, ledger, or logs.

    ``sources``: logs by (room, session). library, rooms: basis of the audit. dates: the report's date and deadlines. most: drawn
    places, None for all. notice: text on the first page. answers: by incident id. attachments: files carried. registered: place
    in the register. authority: as in `authority_of`. redaction: the edition that shows nothing else, without answers.
    screened: rooms of the annex "Where to look", which a document of an effect and a redacted edition never have. A what-if
    without effect has an audit's report.
    """
    shown = audit if redaction is None else redaction.audit
    hidden = redaction is not None
    licensed_by = authority_of(audit, library, authority)
    if audit.what_if and audit.effect is not None and audit.day is None:
        hands = both_ways(sources, audit, library, rooms)
        if redaction is not None:
            hands = ((redaction.exhibit(one), redaction.exhibit(other)) for one, other in hands)
        sides = against_in_force(shown, library) or compared(shown, library)
        write_what_if_pdf(shown, sides, clauses, stream, hands, notice, attachments, hidden, registered)
        return

    def given(places: Collection[Place]) -> Iterable[Exhibit]:
        return exhibits(sources, audit, places, library=library, rooms=rooms)

    write_audit_pdf(
        shown,
        given if redaction is None else redaction.exhibits(given),
        clauses,
        stream,
        compared(shown, library),
        dates,
        most,
        draw_day_cover if audit.day is not None else None,
        notice,
        NO_ANSWERS if hidden else answers,
        attachments,
        registered,
        licensed_by.declaration if licensed_by is not None else None,
        hidden,
        unaudited(audit.rulesets, library),
        () if hidden or audit.what_if else screened,
    )


def authority_of(audit: Audit, library: Library, authority: str | None = None) -> Authority | None:
    """The authority that licenses an audit's room, else the named one; None where not on record."""
    named = audit.room.authority if audit.room is not None else authority
    return library.authorities.get(named or "")


def dates_of(audit: Audit, library: Library, at: str | None, authority: str | None = None) -> Dates:
    """Dates of a report made ``at`` a time, with the authority's deadlines. authority: as in `authority_of`."""
    found = authority_of(audit, library, authority)
    video, response = (found.video_days, found.response_days) if found is not None else (None, None)
    return Dates(
        audited_at=at,
        reported_at=at,
        video_days=video.days if video else None,
        video_clause=video.clause if video else None,
        response_days=response.days if response else None,
        response_clause=response.clause if response else None,
    )
