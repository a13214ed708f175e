"""Logs, tournaments and ledgers are uploaded: several at once, each with an answer of its own.

A file that is no log is kept as it came, with what is wrong with it, as over the API; whoever only tries stores nothing. One form
does all; a script sends each file by itself, and gets its answer alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Response, request
from msgspec import Struct, field
from werkzeug.datastructures import FileStorage

from auditor.admission import Unfit
from auditor.errors import (
    Conflict,
    EventConflict,
    EvidencePurged,
    InboxFull,
    LimitReached,
    LogTooLarge,
    NotALog,
    NotPermitted,
    OriginalConflict,
    OtherRoom,
    RefusedLog,
    RefusedOriginal,
    TooManyAtOnce,
)
from auditor.evidence import NO_LIMITS, SERVED, Evidence
from auditor.history_options import StatedOptions
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.attached_files import file_name
from auditor.http.context import service, telemetry
from auditor.http.kept_uploads import kept_if_damaged
from auditor.http.problem_table import COSTLY_SECONDS
from auditor.http.refused_upload_counts import refusals_counted
from auditor.http.web.forms import text
from auditor.http.web.page_rendering import page
from auditor.http.web.web_blueprint import web
from auditor.http.web.wrong_files import listed_places, words_of_places, wrong_file_words
from auditor.importing.frame import ImportProblem
from auditor.importing.histories.stated import asks_for
from auditor.importing.importers import formats, is_original, reads_history
from auditor.inbox import KeptInInbox, stated_plainly
from auditor.listed_problems import MOST_LISTED
from auditor.originals import Derived
from auditor.overdue import gaming_today
from auditor.quoted_lines import Quote, quotes
from auditor.sessions import Uploaded
from auditor.store.inbox_folder import SentUpload
from auditor.store.rows import SessionRecord
from auditor.store.service_clock import now
from auditor.store.stored_event_files import KINDS, Kind
from rules.file_kind import file_kind
from rules.records.foreign import EMPTY, ForeignFile
from rules.records.problems import Problem, Refused
from rules.shown_events import EventFacts

_OF_HISTORIES = ("currency", "table", "opened_at", "ruleset")  # fields of the form
_LONGEST = 64  # of such a field
ONE_FILE = "X-One-File"  # as the script sends it


class UploadedFile(Struct, frozen=True):
    """A file as it was sent. name: in words where it has none; size: its bytes."""

    name: str
    size: int
    sha256: str


class UploadAnswer(Struct, frozen=True):
    """Outcome of a file. kind: stored, same, valid, partly, kept (not on record yet), refused, conflict, not-taken.

    event: of the file of a tournament or of a ledger, what it says of itself; event_file: its number. existing: the session that
    it is in conflict with. why: a sentence, where it was not taken, or is no log at all. problems: the first ones, each with its
    line; count: of lines with problems. kept: whether the bytes are on record. again: in so many seconds the same file may be
    taken. original, logs, places: of a workbook or a hand history, what became of it and of its logs, and the first of the places
    to look at. history: it is a hand history. unfit: it can be read, and cannot be audited.
    """

    sent: UploadedFile
    kind: str
    uploaded: Uploaded | None = None
    event: EventFacts | None = None
    event_file: int | None = None
    existing: SessionRecord | None = None
    why: str = ""
    problems: Mapping[Problem, Quote] = field(default_factory=dict)
    count: int = 0
    kept: bool = False
    again: int | None = None
    original: int | None = None
    logs: Sequence[Derived] = ()
    places: Sequence[ImportProblem] = ()
    history: bool = False
    unfit: bool = False

    @property
    def lines(self) -> int:
        """On how many lines the listed problems are."""
        return len({each.line for each in self.problems})

    def asks(self, place: ImportProblem) -> str:
        """The field of the form that a problem of a hand history is about; empty: none."""
        return asks_for(place) or "" if self.history else ""


@web.get("/rooms/<room>/upload")
@for_people("sessions", "upload")
def upload(room: str) -> Response:
    """Page on which logs of a room are uploaded."""
    return _shown(room, [], status=200)


@web.post("/rooms/<room>/upload")
@for_people("sessions", "upload")
def uploaded(room: str) -> Response:
    """Take files in, one after the other. What is wrong with one costs the others nothing; the same files may be sent again."""
    about(room=room)
    service().rooms.get(room)
    files = [each for each in request.files.getlist("file") if each.filename or each.read(1)]
    only_try = bool(request.form.get("only_try"))
    if not files:
        return _shown(room, [], 422, "Choose at least one file.")
    answers = [_taken(room, each, only_try) for each in files]
    status = _status(answers)
    if ONE_FILE in request.headers:
        waits = next((each.again for each in answers if each.again is not None), None)
        shown = page("pages/upload_answer.html", status, room=service().rooms.get(room), each=answers[0])
        if waits is not None:
            shown.headers["Retry-After"] = str(waits)
        return shown
    return _shown(room, answers, status)


def _status(answers: Sequence[UploadAnswer]) -> int:
    """Status of an answer: that of the file which needs most to be done for it."""
    kinds = {each.kind for each in answers}
    if kinds <= {"stored", "same", "valid"}:
        return 200
    return 202 if kinds <= {"stored", "same", "valid", "kept"} else 422


def _shown(room: str, answers: list[UploadAnswer], status: int, error: str | None = None) -> Response:
    about(room=room)
    found = service().rooms.get(room)
    return page(
        "pages/upload.html", status, room=found, answers=answers, error=error, formats=", ".join(formats()),
        largest=SERVED.decompressed >> 20, today=gaming_today(found.terms, now()).isoformat(), errors=_asked(answers),
        typed={name: text(name, _LONGEST + 1) for name in _OF_HISTORIES},
        rulesets=service().rooms.of_histories(room), only_try=bool(request.form.get("only_try")),
    )  # fmt: skip


def _stated() -> StatedOptions:
    """What the form says of hand histories."""
    currency, table, opened_at, ruleset = (text(name, _LONGEST + 1) or None for name in _OF_HISTORIES)
    return StatedOptions(currency=currency, table=table, opened_at=opened_at, ruleset=ruleset)


def _asked(answers: list[UploadAnswer]) -> dict[str, str]:
    """What is wrong with the fields of hand histories, or missing in them, in the words of the first file that needs them."""
    asked: dict[str, str] = {}
    for each in answers:
        for place in each.places:
            name = each.asks(place)
            if name:
                asked.setdefault(name, place.do)
    return asked


def _taken(room: str, file: FileStorage, only_try: bool) -> UploadAnswer:
    """Take one file in, or try it."""
    file.seek(0)
    body, name = file.read(), file_name(file.filename or "")
    sent = UploadedFile(name or "a file without a name", len(body), Evidence(body, NO_LIMITS).sha256)
    try:
        if not body:
            return UploadAnswer(sent, "not-taken", why=wrong_file_words(EMPTY))
        if is_original(body, name):
            return _of_original(room, sent, body, name, only_try)
        if kind_of_event := _kind_of_event(body):
            return _of_event(kind_of_event, room, sent, body, name, only_try)
        with refusals_counted(), kept_if_damaged(body, SentUpload("session", name, room), dry_run=only_try):
            done = service().sessions.upload(body, name, dry_run=only_try, room=room)
    except KeptInInbox:
        return UploadAnswer(sent, "kept")
    except RefusedLog as refused:
        return _refused(sent, refused, Evidence(body))
    except Conflict as conflict:
        return UploadAnswer(
            sent, "conflict", why=str(conflict), existing=conflict.existing, kept=not only_try
        )
    except LimitReached as limited:
        return UploadAnswer(sent, "not-taken", why=str(limited), again=limited.retry_after)
    except TooManyAtOnce as busy:
        return UploadAnswer(sent, "not-taken", why=str(busy), again=int(COSTLY_SECONDS))
    except (EvidencePurged, OtherRoom, NotPermitted, EventConflict, InboxFull) as other:
        return UploadAnswer(sent, "not-taken", why=str(other))
    kind = "same" if done.already_stored else "valid" if only_try else "stored"
    telemetry().uploaded("dry_run" if only_try else kind)
    return UploadAnswer(sent, kind, uploaded=done)


def _kind_of_event(body: bytes) -> Kind | None:
    """Whether a file is that of a tournament or a ledger, by its first line."""
    try:
        found = file_kind(Evidence(body, SERVED).chunks())
    except Refused:  # no gzip, or too large: the reader says so
        return None
    return next((each for each in KINDS if each == found), None)


def _of_event(
    kind: Kind, room: str, sent: UploadedFile, body: bytes, name: str | None, only_try: bool
) -> UploadAnswer:
    """Take a tournament or a ledger in, or try it."""
    with refusals_counted(), kept_if_damaged(body, SentUpload(kind, name, room), dry_run=only_try):
        taken = service().event_files.upload(kind, body, name, dry_run=only_try, room=room)
    became = "same" if taken.already_stored else "valid" if only_try else "stored"
    telemetry().uploaded("dry_run" if only_try else became)
    return UploadAnswer(sent, became, event=taken.facts, event_file=taken.file.id if taken.file else None)


def _of_original(
    room: str, sent: UploadedFile, body: bytes, name: str | None, only_try: bool
) -> UploadAnswer:
    """Take a workbook or a hand history in, or try it: each log that is derived from it becomes a session."""
    history = reads_history(body)
    try:
        stated = _stated()
        upload = SentUpload("original", name, room, stated_plainly(stated))
        with refusals_counted(), kept_if_damaged(body, upload, dry_run=only_try):
            taken = service().originals.upload(body, name, dry_run=only_try, room=room, stated=stated)
    except RefusedOriginal as refused:
        return UploadAnswer(
            sent, "refused", why=words_of_places(refused.problems), places=listed_places(refused.problems), count=refused.count,
            kept=refused.original is not None, original=refused.original, history=history,
        )  # fmt: skip
    except OriginalConflict as conflict:
        return UploadAnswer(
            sent, "conflict", why=str(conflict), kept=not only_try, original=conflict.original,
            logs=[Derived(each, False) for each in conflict.logs], history=history,
        )  # fmt: skip
    whole = all(each.record.outcome == "session" for each in taken.logs) and not taken.imported.refused
    kind = "valid" if only_try else "stored" if taken.new else "same"
    telemetry().uploaded("dry_run" if only_try else kind)
    return UploadAnswer(
        sent, kind if whole else "partly", logs=taken.logs, places=listed_places(taken.imported.problems),
        count=taken.imported.problem_count, kept=not only_try,
        original=taken.original.id if taken.original else None, history=history,
    )  # fmt: skip


def _refused(sent: UploadedFile, error: RefusedLog, evidence: Evidence) -> UploadAnswer:
    refused = error.refused
    if isinstance(error, NotALog):
        why = wrong_file_words(refused.kind) if isinstance(refused, ForeignFile) else refused.sentence
        return UploadAnswer(sent, "refused", why=why, kept=error.kept)
    first = refused.problems[:MOST_LISTED]
    found = {} if isinstance(error, LogTooLarge) else quotes(evidence, first)
    listed = {each: found.get(each, Quote("", "", "", False, False)) for each in first}
    return UploadAnswer(
        sent,
        "refused",
        problems=listed,
        count=refused.count,
        kept=error.kept,
        unfit=isinstance(refused, Unfit),
    )
