"""Errors of the service in words for the person who asks, one class for each kind of reason.

`http/problem_table.py` gives statuses and types, `cli/command_errors.py` exit statuses. `access/key_refusals.py` and
`keyed/keyed_refusals.py` have their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from auditor.remedies import Channel, Remedy, with_remedy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.log_differences import LogDifferences
    from rules.records.problems import Refused


class DomainError(ValueError):
    """A request that cannot be fulfilled, and what to do.

    remedy: where it differs by channel; the text then has that of pages.
    """

    def __init__(self, fact: str, remedy: Remedy | None = None) -> None:
        super().__init__(with_remedy(fact, remedy.page) if remedy else fact)
        self.fact = fact
        self.remedy = remedy

    def said(self, channel: Channel) -> str:
        """The text for a channel: page, program or command line."""
        return with_remedy(self.fact, self.remedy.for_channel(channel)) if self.remedy else self.fact


# ------------------------------------------------------------------------------- what does not exist


class NotFound(DomainError):
    """Something that is not on record."""


class NoSuchRoom(NotFound):
    """A room that is not on record."""


class NoSuchControls(NotFound):
    """A revision that a room has not filed."""


class NoSuchDocument(NotFound):
    """A revision without a document."""


class NoSuchRuleset(NotFound):
    """A ruleset neither in the library nor filed."""


class NoSuchSession(NotFound):
    """A session that is not on record."""


class NoSuchEvent(NotFound):
    """A tournament or ledger that is not on record."""


class NoSuchOriginal(NotFound):
    """An original that is not on record."""


class NoSuchHand(NotFound):
    """A hand number that a session lacks."""


class NoSuchAudit(NotFound):
    """An audit never requested, or a gaming day never audited."""


class NoSuchDay(NotFound):
    """A text that is no date."""


class NoSuchTotals(NotFound):
    """A gaming day without a room's totals."""


# ------------------------------------------------------------------------------- logs


class RefusedLog(DomainError):
    """A log that was not taken. Where ``kept``, its bytes are on record under ``sha256``."""

    def __init__(self, refused: Refused, sha256: str, stored: str, kept: bool) -> None:
        do = "" if refused.sentence else "Mend what the problems name and upload it again. "
        super().__init__(f"{refused} {do}{stored}")
        self.refused = refused
        self.sha256 = sha256
        self.kept = kept


class NotALog(RefusedLog):
    """A file of another format, or cut off."""


class LogTooLarge(RefusedLog):
    """A log that decompresses beyond the limit."""


class Conflict(DomainError):
    """Another file is on record for the session. existing: the current session (`store.rows.SessionRecord`).

    differences: from its log, once compared.
    """

    def __init__(self, message: str, existing: Any = None) -> None:
        super().__init__(message)
        self.existing = existing
        self.differences: LogDifferences | None = None


class RefusedEvent(RefusedLog):
    """A tournament's file or a ledger that was not taken."""


class EventConflict(DomainError):
    """Another file is on record for the event. existing: the current one."""

    def __init__(self, message: str, existing: Any = None) -> None:
        super().__init__(message)
        self.existing = existing


class OtherFormat(DomainError):
    """A file that belongs elsewhere, such as a tournament's among logs."""


class RefusedOriginal(DomainError):
    """A file that gave no log. problems: the first ones; original: its number, if kept; stated: whether nothing beside the file
    is missing.
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
    """A log of another room than the one addressed."""


class CannotState(DomainError):
    """A statement that nothing was played where that cannot be stated."""


class CannotStateRuleset(DomainError):
    """A ruleset stated for a session where that cannot be done."""


class CannotAudit(DomainError):
    """An audit that is not possible."""


class OutOfMemory(CannotAudit):
    """An audit that reached its ceiling of memory."""


class EvidenceDamaged(CannotAudit):
    """Stored bytes that are no longer those received."""


class EvidencePurged(CannotAudit):
    """A log purged after its time: only its digest is on record."""


class DocumentDamaged(CannotAudit):
    """A filed document or file of controls whose bytes have changed."""


class ControlsUnreadable(CannotAudit):
    """Approved controls of a room that cannot be read, so that no hand can be judged."""


# ------------------------------------------------------------------------------- audits


class CannotSelect(DomainError):
    """A requested session that cannot be audited. ``index``: its place in the request."""

    def __init__(self, message: str, index: int, remedy: Remedy | None = None) -> None:
        super().__init__(message, remedy)
        self.index = index


class SessionsNotAuditable(DomainError):
    """Sessions on record that cannot be audited, or not together."""


class DayNotOver(DomainError):
    """A gaming day that has not ended."""


class RecordDamaged(DomainError):
    """A row of the store altered by something other than this program."""


class PurgeDamaged(RecordDamaged):
    """A purge whose row and fact differ, so that nobody knows whether bytes may be kept."""


class ResultDamaged(DomainError):
    """A finished audit's result that differs from what was stored."""


class ResultPurged(DomainError):
    """A finished audit's result purged with its logs."""


class KeyUsed(DomainError):
    """An idempotency key used before for another request."""


class AuditFailed(DomainError):
    """An audit that failed, without a result."""


class AuditNotFinished(DomainError):
    """An audit without its result yet."""


class NoSuchCorrection(DomainError):
    """A log of an audit that supersedes none."""


class NoIncidents(DomainError):
    """An audit by an engine that did not group findings."""


class NoWhatIf(DomainError):
    """An audit that tried no controls."""


# ------------------------------------------------------------------------------- rulesets that a request names


class RequestedRuleset(DomainError):
    """A requested ruleset that cannot be used."""


class RequestedRulesetUnknown(RequestedRuleset):
    """A requested ruleset that does not exist."""


class RequestedRulesetNotApproved(RequestedRuleset):
    """A requested ruleset that was not approved, without a what-if."""


class RequestedRulesetNotTriable(RequestedRuleset):
    """A requested ruleset whose file does not load."""


class SessionRulesetUnknown(DomainError):
    """A session's ruleset that does not exist."""


class SessionNamesNoRuleset(DomainError):
    """A session that names no ruleset, nor does the request."""


class CannotTry(DomainError):
    """A filed revision whose file does not load."""


# ------------------------------------------------------------------------------- keys


_ACCOUNT_ENDED = "Your account ended with it. Ask an administrator for another one."


class KeyExpired(DomainError):
    """A key whose time is over."""

    def __init__(self, key: str, at: str) -> None:
        self.key = key
        another = "Ask whoever runs the service for another; before it ends, a key is renewed with auditor keys rotate."
        super().__init__(f"Key {key} expired at {at}.", Remedy(_ACCOUNT_ENDED, another, another))


class KeyRevoked(DomainError):
    """A key that was revoked."""

    def __init__(self, key: str) -> None:
        self.key = key
        another = "Ask whoever runs the service for another."
        super().__init__(f"Key {key} was revoked.", Remedy(_ACCOUNT_ENDED, another, another))


# ------------------------------------------------------------------------------- controls


class NoSuchProposal(NotFound):
    """Terms that nobody proposed for a room."""


class TermsDecided(DomainError):
    """Proposed terms that are already decided or withdrawn."""


class CannotChangeTerms(DomainError):
    """Terms that lift an authority's mandate from a day with logs on record."""


class CannotFile(DomainError):
    """A step that a revision's standing does not permit, or a file that is no controls."""


class NotControls(CannotFile):
    """A file that is no text, no TOML, or has no name."""


class NotApprovable(DomainError):
    """Controls that cannot be approved.

    problems: all of them. missing, unasked: approvals by name lacking, or given without need.
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
    """Something changed after the caller read it."""

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
    """Something to be made anew that exists."""

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
    """A report that could not be signed."""


class CannotVerify(DomainError):
    """A file too costly to verify, or unreadable roots."""


class CannotBundle(DomainError):
    """A report without a hearing bundle."""


class NothingScreened(DomainError):
    """A report with screening of sessions that are not screened."""


class UnusableRedactionKey(DomainError):
    """An unreadable or invalid key of redacted editions; the words are for the operator."""


# ------------------------------------------------------------------------------- samples


class NoSuchSample(NotFound):
    """A sample, or a hand of one, that is not on record."""


class CannotSample(DomainError):
    """A sample that cannot be drawn or closed; ``field``: of the request."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class HandEntered(DomainError):
    """A sample's hand that was entered before."""


class SampleClosed(DomainError):
    """A closed sample, which takes no more entries."""


# ------------------------------------------------------------------------------- holds


class NoSuchHold(NotFound):
    """A hold that is not on record."""


class CannotHold(DomainError):
    """A hold on something that is not there; ``place``: the request's member."""

    def __init__(self, message: str, place: str) -> None:
        super().__init__(message)
        self.place = place


class HoldLifted(DomainError):
    """A hold that was lifted before."""


# ------------------------------------------------------------------------------- incidents


class NoSuchMoment(DomainError):
    """An entry that the register does not have, by which a moment is named."""


class NoSuchAlarm(NotFound):
    """An alarm that screening does not have in a room."""


class NoSuchNight(NotFound):
    """A night's list that screening does not have."""


class NoSuchIncident(NotFound):
    """An incident that no audit found in a room."""


class NoSuchCalendar(NotFound):
    """An address that no person's calendar has."""


class NoSuchFile(NotFound):
    """A file that is not on record: of an answer, or refused as a log."""


class CannotStep(DomainError):
    """A step that an incident's state does not permit."""


class IncidentPurged(DomainError):
    """An incident whose results, answers and files were purged after their time."""


# ------------------------------------------------------------------------------- nights


class BadCursor(DomainError):
    """A text that is no cursor."""


class UnknownCursor(DomainError):
    """A cursor of another store, or from before a restore."""


# ------------------------------------------------------------------------------- what a caller may do


class LimitReached(DomainError):
    """More uploads than one key may make. retry_after: seconds."""

    def __init__(self, text: str, retry_after: int) -> None:
        super().__init__(
            f"{text} Nothing of this upload was stored. Send it again in {retry_after:,} seconds."
        )
        self.retry_after = retry_after


class InboxFull(DomainError):
    """An upload that the inbox has no room for while the record takes nothing."""


class NotPermitted(DomainError):
    """Something that a key's role does not permit."""


class TooManyAtOnce(DomainError):
    """More costly work at once than one caller may ask for."""
