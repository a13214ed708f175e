"""Sessions as the API shows them, addresses, and members that several resources have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

from auditor.http.answer_structs import Day, Links, Resource, means, shown
from auditor.log_differences import LogDifferences
from auditor.session_states import SessionStanding
from auditor.session_states import State as SessionState
from auditor.store.rows import Purged, SessionRecord
from auditor.video import VideoKept
from auditor.warned import ArrivalWarning
from rules.results import LogFacts

MOST_DIFFERENCES = 10  # between two logs that an answer lists; it counts all
VideoOver = Annotated[bool | None, means("whether that day is over, so that the video may be gone")]
Differences = Annotated[
    list[str] | None,
    means(
        "the first 10 changes, such as `Hand 17, seat 2: net $2.00 → $4.00`; null: it corrects no log, or one that is not kept"
    ),
]
DifferenceCount = Annotated[int | None, means("how many changes there are in all")]


class PurgedResource(Resource, frozen=True):
    """Purge of what was kept long enough: when, by whom, on which ground."""

    id: int
    at: str
    by: str
    sha256: Annotated[str, means("of the log, or of the audit's result")]
    fiscal_year_ends: Annotated[Day, means("the last day of the fiscal year from which the years count")]
    years: int
    kept_until: Annotated[Day, means("the last day")]
    parameter: Annotated[str, means("what sets the years")]
    clause: Annotated[str, means("that it cites")]


class ArrivalWarningResource(Resource, frozen=True):
    """Something odd about a log that is taken all the same."""

    code: Annotated[str, means("what it is, such as same-evening; a reader takes new ones")]
    field: Annotated[str, means("of the log, such as opened_at")]
    message: Annotated[str, means("what was found")]
    do: Annotated[str, means("what to look at")]


Warnings = Annotated[
    list[ArrivalWarningResource], means("what is odd about the log, and whether it can be audited yet")
]


class SessionResource(Resource, frozen=True):
    """One version of a table session."""

    id: int
    room: str
    session: str
    table: str
    currency: str
    day: Annotated[Day, means("when it was opened, in the room's own time")]
    hands: int
    ruleset: str | None
    sha256: Annotated[str, means("of the bytes as they were received")]
    content_sha256: Annotated[str, means("of the log without gzip")]
    bytes: int
    media_type: str
    received_at: str
    key: Annotated[str | None, means("the key that it was uploaded with, by its id")]
    supersedes: int | None
    superseded_by: int | None
    pending: bool
    state: Annotated[
        SessionState, means("what became of it: whether it waits for its audit, is audited, or cannot be")
    ]
    reason: Annotated[str | None, means("why it cannot be audited, or why its audit failed")]
    video_until: Annotated[
        Day | None,
        means("the last day on which the video of its gaming day has to be kept; null: none is set"),
    ]
    video_over: VideoOver
    purged: Annotated[PurgedResource | None, means("the log; null: it is kept")]
    facts: Annotated[LogFacts, means("what the log says of itself")]
    links: Links


class UploadResource(SessionResource, frozen=True):
    """A session as an upload gave it, with differences from the log that it corrects, and warnings."""

    differences: Differences
    difference_count: DifferenceCount
    already_stored: bool
    warnings: Warnings


class DryRunResource(Resource, frozen=True):
    """Result of a dry run of an upload."""

    differences: Differences
    difference_count: DifferenceCount
    dry_run: bool
    already_stored: bool
    session: Annotated[int | None, means("the session that the log already is")]
    facts: LogFacts
    warnings: Warnings


def video_members(video: VideoKept | None) -> dict[str, Any]:
    """Until when video is kept, and whether that day is over; None without a limit."""
    return {"video_until": video.until if video else None, "video_over": video.over if video else None}


def difference_members(found: LogDifferences | None) -> dict[str, Any]:
    """The first differences between two logs, and how many; None: nothing is compared."""
    words, count = (None, None) if found is None else found.said(MOST_DIFFERENCES)
    return {"differences": words, "difference_count": count}


def session_url(number: int) -> str:
    """Address of a session."""
    return f"/v1/sessions/{number}"


def audit_url(number: int) -> str:
    """Address of an audit."""
    return f"/v1/audits/{number}"


def event_url(kind: str, number: int) -> str:
    """Address of a tournament or a ledger."""
    return f"/v1/{kind}s/{number}"


def original_url(number: int) -> str:
    """Address of an original."""
    return f"/v1/originals/{number}"


def purged(found: Purged | None) -> PurgedResource | None:
    """Purge on record; None where nothing was purged."""
    return None if found is None else shown(PurgedResource, found, fiscal_year_ends=found.year_ends)


def warnings_shown(warnings: Iterable[ArrivalWarning]) -> list[ArrivalWarningResource]:
    """Warnings about a log that came in."""
    return [shown(ArrivalWarningResource, each) for each in warnings]


def session_resource(
    session: SessionRecord, standing: SessionStanding, video: VideoKept | None, original: int | None = None
) -> SessionResource:
    """A session. standing: its state. original: that its log is derived from."""
    return shown(
        SessionResource,
        session,
        sha256=session.evidence,
        state=standing.state,
        reason=standing.sentence or None,
        **video_members(video),
        purged=purged(session.purged),
        links=_session_links(session, standing, original),
    )


def upload_resource(
    session: SessionResource,
    changed: LogDifferences | None,
    warnings: Sequence[ArrivalWarning],
    *,
    known: bool,
) -> UploadResource:
    """A session that came in. known: it was here before."""
    return shown(
        UploadResource,
        session,
        **difference_members(changed),
        already_stored=known,
        warnings=warnings_shown(warnings),
    )


def _session_links(session: SessionRecord, standing: SessionStanding, original: int | None) -> dict[str, str]:
    url = session_url(session.id)
    first = session.facts.first_hand
    links = {"self": url, "log": f"{url}/log"}
    if first is not None:
        links["first_hand"] = f"{url}/hands/{first}"
    if standing.mend == "state-ruleset":
        links["ruleset"] = f"{url}/ruleset"
    if original is not None:
        links["original"] = original_url(original)
    return links | versions(session, session_url)


def versions(file: Any, url_of: Callable[[int], str]) -> dict[str, str]:
    """Links to the superseded and the superseding version, where there are such."""
    found = {name: getattr(file, name) for name in ("supersedes", "superseded_by")}
    return {name: url_of(number) for name, number in found.items() if number is not None}
