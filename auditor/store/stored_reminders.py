"""Reminders: a calendar with a secret address, and a daily mail.

An address without its right code (`sign_in_key`), or that no signed fact made, counts as absent.
"""

from __future__ import annotations

from msgspec import Struct

from auditor.facts.kinds.facts_of_keys import CalendarEnded, CalendarMade, SummaryWanted
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.sign_in_key import SignInKey
from auditor.store.stored_authority import StoredAuthority

END_CALENDARS = "UPDATE reminders SET code = NULL"  # of addresses that nobody may use any more


class Reminders(Struct, frozen=True):
    """Reminders of a person. calendar_at: when its address was made, or None. sent_on: UTC day of
    the last summary, YYYY-MM-DD.
    """

    person: int
    calendar_at: str | None = None
    daily: bool = False
    sent_on: str | None = None


_REMINDERS = """
SELECT person, CASE WHEN code IS NOT NULL THEN calendar_at END, daily, sent_on FROM reminders
"""


class RemindersTable:
    """Reminders by person."""

    def __init__(
        self, connections: Connections, authority: StoredAuthority, log: FactLog, key: SignInKey
    ) -> None:
        self._connections = connections
        self._key = key
        self._authority = authority
        self._log = log

    def get(self, person: int) -> Reminders:
        """Those of a person. Raises RecordDamaged."""
        row = self._connections.db.execute(f"{_REMINDERS} WHERE person = ?", [person]).fetchone()
        return self._as_facts_say(*row) if row else Reminders(person)

    def _as_facts_say(
        self, person: int, calendar_at: str | None, _daily: int, sent_on: str | None
    ) -> Reminders:
        said = self._authority.row("reminders", person)
        return Reminders(person, calendar_at, said is not None and said["daily"], sent_on)

    def person_of(self, calendar: str) -> int | None:
        """Person of a calendar, by its secret's digest. Raises RecordDamaged, UnusableSignInKey."""
        row = self._connections.db.execute(
            "SELECT person, calendar_at, code FROM reminders WHERE calendar = ?", [calendar]
        ).fetchone()
        if row is None or not self._key.is_right(_values(row[0], calendar, row[1]), row[2]):
            return None
        if not self._authority.is_as_facts_say("reminders", row[0]):
            return None
        return int(row[0])

    def keep_calendar(self, person: int, calendar: str, at: str) -> None:
        """Keep a calendar's address (digest), ending an earlier one. Raises UnusableSignInKey."""
        code = self._key.mac(_values(person, calendar, at))
        with self._connections.writing() as db:
            self._log.append(db, CalendarMade(at=at, person=person, calendar=calendar))
            db.execute("UPDATE reminders SET code = ? WHERE person = ?", [code, person])

    def end_calendar(self, person: int, at: str) -> None:
        """End the address of a person's calendar."""
        with self._connections.writing() as db:
            self._log.append(db, CalendarEnded(at=at, person=person))
            db.execute(f"{END_CALENDARS} WHERE person = ?", [person])

    def want_summary(self, person: int, wanted: bool, at: str) -> None:
        """Note whether a person wants the daily mail."""
        with self._connections.writing() as db:
            self._log.append(db, SummaryWanted(at=at, person=person, daily=wanted))

    def daily(self) -> list[Reminders]:
        """Those of everybody who wants a summary, as facts say. Raises RecordDamaged."""
        rows = self._connections.db.execute(f"{_REMINDERS} ORDER BY person").fetchall()
        return [each for row in rows if (each := self._as_facts_say(*row)).daily]

    def note_sent(self, person: int, day: str) -> None:
        """Note the day of a sent summary."""
        with self._connections.writing() as db:
            db.execute("UPDATE reminders SET sent_on = ? WHERE person = ?", [day, person])


def _values(person: int, calendar: str, at: str) -> list[object]:
    return ["calendar", person, calendar, at]
