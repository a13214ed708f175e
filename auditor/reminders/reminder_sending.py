"""Daily summaries, each a mail of its own; a failure stops no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from auditor.access import people
from auditor.access.roles import caller_of
from auditor.access.sign_in_refusals import AccountDamaged
from auditor.errors import DomainError
from auditor.home.sections import Who
from auditor.reminders.reminder_summary import ReminderSummary, message_of, summary_of
from auditor.reminders.smtp import Mail, NotSent, send
from auditor.store.connection import StoreError
from auditor.store.stored_people import PersonRecord

if TYPE_CHECKING:
    from auditor.service import Service

Outcome = Literal["sent", "nothing waits", "sent before", "not sent"]


class SentSummary(Struct, frozen=True):
    """Outcome for a person. why: of failure, for the operator."""

    email: str
    outcome: Outcome
    why: str | None = None


def send_summaries(service: Service, mail: Mail, at: str, *, again: bool = False) -> Iterator[SentSummary]:
    """Send a day's summaries (of ``at``, RFC 3339) to those who want one and have something waiting.

    again: even if sent that day. service: the one that sees everything.
    """
    for wanted in service.store.reminders.daily():
        person = service.store.people.get(wanted.person)
        if person is None or people.state(person, at) != "active":
            continue
        if wanted.sent_on == at[:10] and not again:
            yield SentSummary(person.email, "sent before")
        else:
            yield _sent(service, person, mail, at)


def _sent(service: Service, person: PersonRecord, mail: Mail, at: str) -> SentSummary:
    try:
        people.must_be_whole(service.store, person)
        summary = _summary(service, person, at)
        if not summary.says_anything:
            return SentSummary(person.email, "nothing waits")
        send(mail, message_of(summary, person, mail))
    except (NotSent, DomainError, AccountDamaged, StoreError) as error:
        return SentSummary(person.email, "not sent", str(error))
    service.store.reminders.note_sent(person.id, at[:10])
    return SentSummary(person.email, "sent")


def _summary(service: Service, person: PersonRecord, at: str) -> ReminderSummary:
    key = person.key
    seen = service.seen_by(caller_of(service.store, key, ("home", "read")))
    return summary_of(seen, Who(key.role, key.person), at)
