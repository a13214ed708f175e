"""Values as pages write them: money, days, times on the room's clock, severities and states."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from reports.cause_words import cause_of
from reports.drawn_cards import spoken
from reports.formatting import MINUS, count, in_column, moment, money, titled, units
from reports.incident_row_words import SeatPlayer, in_a_row, money_of
from reports.money_words import party_words as party_of_money
from reports.pot_hand_words import terms_text
from reports.record_origin_words import derived
from reports.screening_words import whose
from rules.results import Incident, LogFacts
from rules.zones import clock_text

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_ROWS = {"front": "front", "middle": "middle", "back": "back"}
_SEAT_EVENTS = {
    "listed": "on the waiting list", "unlisted": "off the waiting list", "seated": "takes a seat",
    "moved": "changes seats", "from_broken": "comes from a table that was broken", "away": "is away",
    "break": "takes a break", "back": "is back", "left": "leaves", "removed": "taken off by the house",
}  # fmt: skip
_SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_EXACT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)")  # as HTML takes a time


def day_words(day: str) -> str:
    """A gaming day in words: ``Sat 14 March 2026``."""
    found = dt.date.fromisoformat(day)
    return f"{_WEEKDAYS[found.weekday()]} {found.day} {_MONTHS[found.month - 1]} {found.year}"


def weekday(day: str) -> str:
    """The day of the week, short."""
    return _WEEKDAYS[dt.date.fromisoformat(day).weekday()]


def clock(at: str | None, zone: str | None, named: bool = False, only_hour: bool = False) -> Markup:
    """A time of the record (RFC 3339) on a room's clock, to the minute; in UTC where its zone is not known, and then it says so.

    named: with how far the clock is from UTC, for pages with the times of several rooms. only_hour: without the day, where the
    day stands beside it.
    """
    if at is None:
        return Markup("–")
    seconds = (dt.datetime.fromisoformat(at) - _EPOCH) // dt.timedelta(seconds=1)
    text = clock_text(zone or "UTC", seconds * 1_000_000)
    ahead = f" {text[19:].replace('-', MINUS)}" if named else ""
    day = "" if only_hour else f"{text[:10]} "
    said = f"{day}{text[11:16]}{' UTC' if zone is None else ahead}"
    return Markup('<time datetime="{}">{}</time>').format(text, said)


def moment_words(text: str | None) -> Markup:
    """A time of a log as it was written, with its own offset; a text that is none is returned unchanged."""
    said = moment(text)
    if text is None or said == text or not _EXACT.fullmatch(text):
        return escape(said)
    return Markup('<time datetime="{}">{}</time>').format(text, said)


def sums(amounts: Mapping[str, int]) -> str:
    """Money by currency; a dash where there is none."""
    return ", ".join(money(amount, currency) for currency, amount in sorted(amounts.items())) or "–"


def number(value: int) -> str:
    """A count with separators."""
    return f"{value:,}"


def card_rank(card: str) -> str:
    """The rank as it is drawn: ``10`` for T."""
    return {"T": "10"}.get(card[:1], card[:1])


def card_words(card: str) -> str:
    """A card as it is read out: ``10 of hearts``, ``joker``, ``card not recorded``."""
    return spoken([card])


def suit_words(suit: str) -> str:
    """The name of a suit; empty where there is none."""
    return _SUIT_NAMES.get(suit, "")


def seat_event_words(kind: str) -> str:
    """Words for what became of a player's seat."""
    return _SEAT_EVENTS[kind]


def row_words(row: str) -> str:
    """The name of a row."""
    return _ROWS.get(row, row)


def state_words(state: str) -> str:
    """The state of an incident."""
    return _STATES.get(state, state)


def severity_words(severity: str) -> str:
    """The severity of an incident."""
    return _SEVERITIES.get(severity, severity)


def controls_state_words(state: str) -> str:
    """The state of a revision of controls."""
    return _CONTROLS.get(state, state)


def step_words(action: str) -> str:
    """A step in the life of a revision of controls."""
    return _ACTIONS.get(action, action)


def party_words(party: str | None) -> str:
    """A party to money, such as the house; None: nobody at the table, in audits of earlier engines."""
    return "nobody at the table" if party is None else party_of_money(party)


def incident_money(incident: Incident, currency: str | None) -> list[str]:
    """All money of an incident by kind: ``$12.00 misrecorded``. currency: of the amounts of an earlier engine."""
    return money_of(incident, currency)


def incident_row(incident: Incident, players: Sequence[SeatPlayer]) -> str:
    """Hand, seat and player of an incident, and what went wrong, in the fewest words."""
    return in_a_row(incident, players, None, with_money=False)


def fee_words(kind: str) -> str:
    """A kind of fee."""
    return _FEE_KINDS[kind]


def area_words(area: str) -> str:
    """The area of an incident."""
    return _AREAS.get(area, area)


def derived_words(facts: LogFacts) -> str:
    """Words for what a log was derived from, where that is a hand history."""
    return derived([facts])


def session_state_words(state: str) -> str:
    """Words for what became of a session."""
    return _SESSION_STATES.get(state, state)


def audit_words(state: str) -> str:
    """Words for how far an audit is."""
    return _AUDITS.get(state, state)


def edition_words(edition: str) -> str:
    """Words for the edition of a report."""
    return _EDITIONS.get(edition, edition)


def role_words(role: str) -> str:
    """The role of whoever signed in."""
    return _ROLES.get(role, role)


def account_words(state: str) -> str:
    """The state of an account."""
    return _ACCOUNTS.get(state, state)


_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_STATES = {
    "open": "awaits an answer",
    "answered": "answered",
    "accepted": "accepted",
    "returned": "returned",
    "closed": "closed",
}
_CONTROLS = {
    "draft": "draft",
    "submitted": "submitted",
    "denied": "denied",
    "approved": "approved",
    "to come": "approved, to come",
    "in force": "in force",
    "superseded": "superseded",
    "ended": "ended, nothing follows",
}
_ACTIONS = {
    "draft": "Draft filed",
    "document": "Document attached",
    "submitted": "Submitted",
    "withdrawn": "Withdrawn",
    "approved": "Approved",
    "denied": "Denied",
    "discarded": "Discarded",
}
_SEVERITIES = {"critical": "critical", "major": "major", "minor": "minor", "note": "note"}
_AREAS = {
    "evidence": "evidence",
    "cards": "cards",
    "money": "money",
    "fees": "fees",
    "procedure": "procedure",
}
_FEE_KINDS = {
    "rake": "rake",
    "hand_fee": "hand fee",
    "jackpot": "jackpot drop",
    "time": "time charge",
}
_AUDITS = {
    "queued": "queued",
    "running": "running",
    "finished": "finished",
    "failed": "failed",
}
_SESSION_STATES = {
    "waiting": "waits for its audit",
    "auditing": "is being audited",
    "audited": "audited",
    "failed": "audit failed",
    "cannot-be-audited": "cannot be audited",
    "superseded": "corrected",
    "purged": "purged",
}
_EDITIONS = {
    "full": "full edition",
    "screened": "full edition with screening",
    "redacted": "redacted edition",
}
_ACCOUNTS = {
    "active": "active",
    "invited": "invited",
    "lapsed": "invitation not used in time",
    "expired": "expired",
    "disabled": "disabled",
}
_ROLES = {
    "room": "card room",
    "compliance": "compliance",
    "regulator": "regulator",
    "automation": "automation",
    "administrator": "administrator",
}


FILTERS = {
    "day_words": day_words, "weekday": weekday, "clock": clock, "sums": sums, "number": number, "money": money,
    "in_column": in_column, "units": units, "moment": moment_words, "titled": titled, "state_words": state_words,
    "severity_words": severity_words, "area_words": area_words, "role_words": role_words, "card_rank": card_rank,
    "card_words": card_words,
    "controls_state_words": controls_state_words, "step_words": step_words,
    "audit_words": audit_words, "edition_words": edition_words,
    "account_words": account_words, "suit_words": suit_words, "seat_event_words": seat_event_words, "terms_text": terms_text,
    "derived_words": derived_words,
    "row_words": row_words, "fee_words": fee_words, "party_words": party_words, "incident_money": incident_money,
    "cause_of": cause_of, "session_state_words": session_state_words, "incident_row": incident_row, "whose": whose,
}  # fmt: skip
GLOBALS = {"count": count, "SUITS": SUITS}
