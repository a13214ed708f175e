"""Daily summary of a person as text: due in two days, overdue, waiting."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import Struct

from auditor.home.home_of_person import WaitingCounts, waiting_for
from auditor.home.sections import Who
from auditor.reminders.deadlines import Deadlines, DueAnswer, EndingVideo, deadlines
from auditor.reminders.smtp import Mail
from auditor.store.stored_people import PersonRecord

if TYPE_CHECKING:
    from auditor.service import Service

WITHIN = 2  # days in which something is due soon
_LISTED = 20  # lines of a part


class ReminderSummary(Struct, frozen=True):
    """Summary of a day for a person."""

    day: str
    waiting: WaitingCounts
    due: Deadlines

    @property
    def overdue(self) -> list[DueAnswer]:
        """Answers whose day is over."""
        return [each for each in self.due.answers if each.overdue]

    @property
    def soon(self) -> list[DueAnswer]:
        """Answers that are due within two days."""
        return [each for each in self.due.answers if not each.overdue and each.day <= self._until]

    @property
    def videos(self) -> list[EndingVideo]:
        """Videos kept for at most two days."""
        return [each for each in self.due.videos if each.day <= self._until]

    @property
    def says_anything(self) -> bool:
        """Whether anything waits."""
        return bool(self.waiting.all or self.overdue or self.soon or self.videos)

    @property
    def _until(self) -> str:
        return (dt.date.fromisoformat(self.day) + dt.timedelta(WITHIN)).isoformat()


def summary_of(service: Service, who: Who, at: str) -> ReminderSummary:
    """Summary of somebody at a time (RFC 3339) in the caller's rooms."""
    return ReminderSummary(at[:10], waiting_for(service, who, at), deadlines(service, who, at))


def message_of(summary: ReminderSummary, person: PersonRecord, mail: Mail) -> EmailMessage:
    """Mail of a summary."""
    made = EmailMessage(policy=SMTP)
    made["From"] = mail.sender
    user, _, host = person.email.rpartition("@")
    made["To"] = Address(person.key.name, user, host)
    made["Subject"] = _subject(summary)
    made["Auto-Submitted"] = "auto-generated"
    made.set_content("\n".join(_lines(summary, person.key.name, mail.service)) + "\n")
    return made


def _subject(summary: ReminderSummary) -> str:
    overdue, soon = len(summary.overdue), len(summary.soon)
    if overdue:
        return f"{_count(overdue, 'answer')} overdue"
    if soon:
        return f"{_count(soon, 'answer')} due within two days"
    if summary.videos:
        return f"Video of {_count(len(summary.videos), 'gaming day')} is kept for two days at most"
    return "What waits for you"


def _lines(summary: ReminderSummary, name: str, service: str) -> Iterator[str]:
    yield f"Card-room auditor, {summary.day}, for {name}"
    yield from _answers("Overdue answers", summary.overdue, service)
    yield from _answers("Answers due within two days", summary.soon, service)
    if summary.videos:
        yield from ("", "Videos that are kept for two days at most, with incidents that await an answer")
        for video in summary.videos[:_LISTED]:
            yield f"  {video.day}  {video.room}, gaming day {video.played}: {_count(video.incidents, 'incident')}"
            yield f"    {service}/rooms/{quote(video.room, safe='')}/days/{video.played}"
        yield from _more(summary.videos)
    yield from ("", "All that waits")
    yield from (f"  {each}" for each in _counts(summary) or ["nothing"])
    yield f"  {service}/home"
    yield from ("", "You asked for this mail. To end it:", f"  {service}/account")


def _answers(title: str, found: Sequence[DueAnswer], service: str) -> Iterator[str]:
    if not found:
        return
    yield from ("", title)
    for each in found[:_LISTED]:
        grave = f" ({each.severity})" if each.severity else ""
        yield f"  {each.day}  {each.room}: {each.title or 'an incident whose results were purged'}{grave}"
        yield f"    {service}/rooms/{quote(each.room, safe='')}/incidents/{each.incident}"
    yield from _more(found)


def _more(found: Sequence[object]) -> Iterator[str]:
    if len(found) > _LISTED:
        yield f"  and {len(found) - _LISTED} more"


def _counts(summary: ReminderSummary) -> list[str]:
    counts = (
        (summary.waiting.answers, "answer to give", "answers to give"),
        (summary.waiting.decisions, "answer to decide", "answers to decide"),
        (summary.waiting.approvals, "approval", "approvals"),
        (summary.waiting.logs, "log that is overdue", "logs that are overdue"),
        (summary.waiting.not_auditable, "session that cannot be audited", "sessions that cannot be audited"),
        (summary.waiting.alarms, "open alarm of screening", "open alarms of screening"),
    )
    return [f"{number} {one if number == 1 else many}" for number, one, many in counts if number]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
