"""What the service cannot do, in words for the person who asks: one exception for each kind of reason.

`http/problem_table.py` gives each its status and type, and `cli/errors.py` its exit status.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.store.rows import SessionRecord
    from rules.records.problems import Refused


class DomainError(ValueError):
    """A request that cannot be fulfilled. The text says what was found and what to do."""


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
    """A log that was not taken. Its bytes are on record under ``sha256``, unless it was a dry run or they were purged."""

    def __init__(self, refused: Refused, sha256: str, stored: str) -> None:
        super().__init__(f"{refused} Mend what the problems name and upload it again. {stored}")
        self.refused = refused
        self.sha256 = sha256


class LogTooLarge(RefusedLog):
    """A log that decompresses to more than is taken."""


class Conflict(DomainError):
    """Another file is on record for this room and session."""

    def __init__(self, message: str, existing: SessionRecord | None) -> None:
        super().__init__(message)
        self.existing = existing


class CannotAudit(DomainError):
    """An audit that is not possible."""


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

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message)
        self.index = index


class NotAuditable(DomainError):
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


class NoIncidents(DomainError):
    """An audit by an engine that did not group findings into incidents."""


class NoWhatIf(DomainError):
    """An audit that tried no controls."""


# ------------------------------------------------------------------------------- rulesets that a request names


class RequestedRuleset(DomainError):
    """A ruleset that a request names and that cannot be used for it."""


class RequestedRulesetUnknown(RequestedRuleset):
    """It does not exist."""


class RequestedRulesetNotApproved(RequestedRuleset):
    """It was not approved, and the request is no what-if."""


class RequestedRulesetNotTriable(RequestedRuleset):
    """Its file does not load."""


class SessionRulesetUnknown(DomainError):
    """The ruleset that a session names does not exist."""


class SessionNamesNoRuleset(DomainError):
    """A session that names no ruleset, in a request that names none either."""


class CannotTry(DomainError):
    """A filed revision whose file does not load, so that no hand can be replayed under it."""


# ------------------------------------------------------------------------------- controls


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
            f"{name} cannot be approved: {many} thing{'s' * (many != 1)} to mend; see 'problems' and 'asked'."
        )
        self.problems = problems
        self.missing = missing
        self.unasked = unasked


class ChangedMeanwhile(DomainError):
    """Something that was changed after the caller read it."""

    def __init__(self) -> None:
        super().__init__(
            "What is to be changed is not what If-Match names: somebody changed it meanwhile, or it is not there. GET it "
            "again and decide on what it is now."
        )


class IsThereAlready(DomainError):
    """Something that exists, where the caller wants to make it anew."""

    def __init__(self) -> None:
        super().__init__("It is there already, and If-None-Match wants it not to be. GET it first.")


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


class NoSuchFile(NotFound):
    """A file that no answer to an incident has."""


class CannotStep(DomainError):
    """A step that an incident does not permit in its state."""


class IncidentPurged(DomainError):
    """An incident whose results, answers and files were kept for their time and then purged."""


# ------------------------------------------------------------------------------- nights


class BadCursor(DomainError):
    """A text that is no cursor."""


class UnknownCursor(DomainError):
    """A cursor of another store, or of one that has since been replaced by an earlier copy."""


# ------------------------------------------------------------------------------- keys


class NoKey(DomainError):
    """A request without a key, where one is needed."""

    def __init__(self) -> None:
        super().__init__(
            "This address needs a key. Send it as 'Authorization: Bearer KEY'; whoever runs the service makes one with "
            "auditor keys make."
        )


class BadKey(DomainError):
    """A text that is no key of this service."""

    def __init__(self) -> None:
        super().__init__(
            "The key is not one of this service. Send it whole, as 'Authorization: Bearer cra_…', and see that it was made for "
            "this service."
        )


class KeyExpired(DomainError):
    """A key whose time is over."""

    def __init__(self, key: str, at: str) -> None:
        self.key = key
        super().__init__(
            f"Key {key} expired at {at}. Ask whoever runs the service for another; before it ends, a key is renewed with "
            "auditor keys rotate."
        )


class KeyRevoked(DomainError):
    """A key that was revoked."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"Key {key} was revoked. Ask whoever runs the service for another.")


class KeyDamaged(DomainError):
    """A key whose row in the store is not as this program wrote it."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(
            f"What the store has of key {key} is not what was written when the key was made, so nothing is done for it. Whoever "
            "runs the service makes another one, and looks with auditor doctor for what else was altered."
        )


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
