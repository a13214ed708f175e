"""Errors of the service, in words for the person who asks: one exception for each kind of reason.

`http/problem_table.py` gives each its status and type, and `cli/command_errors.py` its exit status. Those of keys and of keyed
sessions are beside what raises them: `access/key_refusals.py`, `keyed/keyed_refusals.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from auditor.remedies import Channel, Remedy, with_remedy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.log_differences import LogDifferences
    from rules.records.problems import Refused


class DomainError(ValueError):
    """A request that cannot be fulfilled. The text says what was found and what to do.

    remedy: what to do, where that differs by the way in which the service is used; the text then has that of pages.
    """

    def __init__(self, fact: str, remedy: Remedy | None = None) -> None:
        super().__init__(with_remedy(fact, remedy.page) if remedy else fact)
        self.fact = fact
        self.remedy = remedy

    def said(self, channel: Channel) -> str:
        """The text for somebody at a page, for a program or for somebody at the command line."""
        return with_remedy(self.fact, self.remedy.for_channel(channel)) if self.remedy else self.fact


# ------------------------------------------------------------------------------- what does not exist


class NotFound(DomainError):
    """Something that is not on record."""


class NoSuchRoom(NotFound):
    """A room that is not on record."""


class NoSuchControls(NotFound):
    """A revision that a room has not filed."""


class NoSuchDocument(NotFound):
    """A revision to which no document is attached."""


class NoSuchRuleset(NotFound):
    """A ruleset that is neither in the library nor filed by a room."""


class NoSuchSession(NotFound):
    """A session that is not on record."""


class NoSuchEvent(NotFound):
    """A tournament or a ledger that is not on record."""


class NoSuchOriginal(NotFound):
    """An original that is not on record."""


class NoSuchHand(NotFound):
    """A hand number that a session does not have."""


class NoSuchAudit(NotFound):
    """An audit that was not requested, or a gaming day that was not audited."""


class NoSuchDay(NotFound):
    """A text that is no date."""


class NoSuchTotals(NotFound):
    """A gaming day for which a room put no totals on record."""


# ------------------------------------------------------------------------------- logs


class RefusedLog(DomainError):
    """A log that was not taken. Its bytes are on record under ``sha256`` where ``kept``: no dry run, and never purged."""

    def __init__(self, refused: Refused, sha256: str, stored: str, kept: bool) -> None:
        do = "" if refused.sentence else "Mend what the problems name and upload it again. "
        super().__init__(f"{refused} {do}{stored}")
        self.refused = refused
        self.sha256 = sha256
        self.kept = kept


class NotALog(RefusedLog):
    """A file that is none of the format, or was cut off: one sentence says what it is."""


class LogTooLarge(RefusedLog):
    """A log that decompresses to more than is taken."""


class Conflict(DomainError):
    """Another file is on record for this room and session. existing: the session that is current (`store.rows.SessionRecord`).

    differences: from its log, where somebody has compared the two.
    """

    def __init__(self, message: str, existing: Any = None) -> None:
        super().__init__(message)
        self.existing = existing
        self.differences: LogDifferences | None = None


class RefusedEvent(RefusedLog):
    """The file of a tournament, or a ledger, that was not taken."""


class EventConflict(DomainError):
    """Another file is on record for this tournament or ledger. existing: the one that is current."""

    def __init__(self, message: str, existing: Any = None) -> None:
        super().__init__(message)
        self.existing = existing


class OtherFormat(DomainError):
    """A file that belongs elsewhere, such as the file of a tournament among logs."""


class RefusedOriginal(DomainError):
    """A file from which no log could be derived. problems: the first of them; original: its number, if kept.

    stated: whether nothing that the file needs is missing beside it.
    """

    def __init__(
        self,
        problems: Sequence[Any],
        count: int,
        sha256: str,
        stored: str,
        original: int | None,
        *,
        stated: bool = True,
    ) -> None:
        places = "1 place" if count == 1 else f"{count:,} places"
        found = f"{places} to mend" if stated else "it does not say all that is needed"
        do = f"{'Correct it' if stated else 'State what is missing'} and send it again. {stored}"
        super().__init__(
            f"No log could be derived from this file: {found}.", Remedy(do, f"See 'problems'. {do}", do)
        )
        self.problems, self.count, self.sha256, self.original = problems, count, sha256, original


class OriginalConflict(DomainError):
    """A file whose logs all conflict with sessions on record. logs: each with its message; original: its number, if kept."""

    def __init__(self, logs: Sequence[Any], original: int | None) -> None:
        words = " ".join(dict.fromkeys(each.message or "" for each in logs))
        super().__init__(f"No session was made of this file. {words}")
        self.logs, self.original = logs, original


class OtherRoom(DomainError):
    """A log of another room than the one for which it was sent."""


class CannotState(DomainError):
    """A statement that nothing was played, where it cannot be made."""


class CannotStateRuleset(DomainError):
    """A ruleset stated for a session, where that cannot be done."""


class CannotAudit(DomainError):
    """An audit that is not possible."""


class OutOfMemory(CannotAudit):
    """An audit that needed more memory than one may."""


class EvidenceDamaged(CannotAudit):
    """Bytes in the store that are no longer those that were received."""


class EvidencePurged(CannotAudit):
    """A log that was kept for its time and then purged: its digest is on record, its bytes are gone."""


class DocumentDamaged(CannotAudit):
    """A filed document, or a file of controls, whose bytes are no longer those that were filed."""


class ControlsUnreadable(CannotAudit):
    """Approved controls of a room that cannot be read, so that no hand of the room can be judged."""


# ------------------------------------------------------------------------------- audits


class CannotSelect(DomainError):
    """A requested session that cannot be audited; ``index`` is its place in the request."""

    def __init__(self, message: str, index: int, remedy: Remedy | None = None) -> None:
        super().__init__(message, remedy)
        self.index = index


class SessionsNotAuditable(DomainError):
    """Sessions on record that cannot be audited, or not together."""


class DayNotOver(DomainError):
    """A gaming day that has not ended, so that it cannot be audited as a whole."""


class RecordDamaged(DomainError):
    """A row of the store that is not as this program wrote it."""


class ResultDamaged(DomainError):
    """The result of a finished audit that is no longer what was stored."""


class ResultPurged(DomainError):
    """The result of a finished audit whose findings were purged with the logs that they are about."""


class KeyUsed(DomainError):
    """An idempotency key that came before, with another request."""


class AuditFailed(DomainError):
    """An audit that failed and has no result."""


class AuditNotFinished(DomainError):
    """An audit whose result is not there yet."""


class NoSuchCorrection(DomainError):
    """A log of an audit that supersedes no other one."""


class NoIncidents(DomainError):
    """An audit by an engine that did not group findings into incidents."""


class NoWhatIf(DomainError):
    """An audit that tried no controls."""


# ------------------------------------------------------------------------------- rulesets that a request names


class RequestedRuleset(DomainError):
    """A ruleset that a request names and that cannot be used for it."""


class RequestedRulesetUnknown(RequestedRuleset):
    """The ruleset that a request names does not exist."""


class RequestedRulesetNotApproved(RequestedRuleset):
    """It was not approved, and the request is no what-if."""


class RequestedRulesetNotTriable(RequestedRuleset):
    """The file of the ruleset that a request names does not load."""


class SessionRulesetUnknown(DomainError):
    """The ruleset that a session names does not exist."""


class SessionNamesNoRuleset(DomainError):
    """A session that names no ruleset, in a request that names none either."""


class CannotTry(DomainError):
    """A filed revision whose file does not load, so that no hand can be replayed under it."""


# ------------------------------------------------------------------------------- controls


class NoSuchProposal(NotFound):
    """Terms that nobody proposed for a room."""


class TermsDecided(DomainError):
    """Proposed terms that were approved, refused or withdrawn before."""


class CannotChangeTerms(DomainError):
    """Terms that take a day of logs on record out of what an authority makes mandatory."""


class CannotFile(DomainError):
    """A step that a revision does not permit at its standing, or a file that is no room's controls."""


class NotControls(CannotFile):
    """A file that is no controls: no text, no TOML, or without a name."""


class NotApprovable(DomainError):
    """Controls that cannot be approved.

    problems: everything that is wrong with them. missing: approvals by name that they need and that were not given.
    unasked: approvals by name that were given and that they do not need.
    """

    def __init__(self, name: str, problems: tuple[str, ...], missing: list[Any], unasked: list[str]) -> None:
        many = len(problems) + len(missing) + len(unasked)
        super().__init__(
            f"{name} cannot be approved: {many} thing{'s' * (many != 1)} to mend.",
            Remedy(api="See 'problems' and 'asked'."),
        )
        self.problems = problems
        self.missing = missing
        self.unasked = unasked


class ChangedMeanwhile(DomainError):
    """Something that was changed after the caller read it."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody changed this after it was read, or it is no longer there. Nothing was done.",
            Remedy(
                "Open the page again and decide on what it is now.",
                "It is not what If-Match names. GET it again and decide on what it is now.",
                "Look at it again and decide on what it is now.",
            ),
        )


class IsThereAlready(DomainError):
    """Something that exists, where the caller wants to make it anew."""

    def __init__(self) -> None:
        super().__init__(
            "It is there already. Nothing was done.",
            Remedy(
                "Look at it first.", "If-None-Match wants it not to be; GET it first.", "Look at it first."
            ),
        )


# ------------------------------------------------------------------------------- reports


class NoSuchReport(NotFound):
    """A report that was not issued."""


class CannotSign(DomainError):
    """A report that could not be signed, and why."""


class CannotVerify(DomainError):
    """A file that costs more to verify than the service gives, or roots that cannot be read."""


class CannotBundle(DomainError):
    """A report of which there is no hearing bundle."""


class UnusableRedactionKey(DomainError):
    """The key of redacted editions cannot be read, or is none; in words for the person who runs the service."""


# ------------------------------------------------------------------------------- samples


class NoSuchSample(NotFound):
    """A sample, or a hand of one, that is not on record."""


class CannotSample(DomainError):
    """A sample that cannot be drawn, or not be closed yet; ``field``: of the request."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class HandEntered(DomainError):
    """A hand of a sample that was entered before."""


class SampleClosed(DomainError):
    """A sample that is closed, so that nothing more is entered."""


# ------------------------------------------------------------------------------- holds


class NoSuchHold(NotFound):
    """A hold that is not on record."""


class CannotHold(DomainError):
    """A hold on something that is not there; ``place``: the member of the request that names it."""

    def __init__(self, message: str, place: str) -> None:
        super().__init__(message)
        self.place = place


class HoldLifted(DomainError):
    """A hold that was lifted before."""


# ------------------------------------------------------------------------------- incidents


class NoSuchIncident(NotFound):
    """An incident that no audit of the record found in a room."""


class NoSuchCalendar(NotFound):
    """An address that no person's calendar has."""


class NoSuchFile(NotFound):
    """A file that is not on record: of an answer to an incident, or one that was not taken as a log."""


class CannotStep(DomainError):
    """A step that an incident does not permit in its state."""


class IncidentPurged(DomainError):
    """An incident whose results, answers and files were kept for their time and then purged."""


# ------------------------------------------------------------------------------- nights


class BadCursor(DomainError):
    """A text that is no cursor."""


class UnknownCursor(DomainError):
    """A cursor of another store, or of one that has since been replaced by an earlier copy."""


# ------------------------------------------------------------------------------- what a caller may do


class LimitReached(DomainError):
    """More than one key may upload. retry_after: in how many seconds there is room again."""

    def __init__(self, text: str, retry_after: int) -> None:
        super().__init__(
            f"{text} Nothing of this upload was stored. Send it again in {retry_after:,} seconds."
        )
        self.retry_after = retry_after


class NotPermitted(DomainError):
    """Something that a key's role may not do, or not with what it concerns."""


class TooManyAtOnce(DomainError):
    """More costly work at once than one caller may ask for."""
