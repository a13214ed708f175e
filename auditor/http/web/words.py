"""Values as pages write them: money, days, times on the room's clock, severities and states."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from auditor.http.web.texts import N_, _
from reports.cause_words import cause_of
from reports.formatting import MINUS, count, in_column, moment, money, titled, units
from reports.money_words import of_incident
from reports.money_words import party_words as party_of_money
from reports.pot_words import terms_text
from reports.recorded import derived
from rules.results import Incident, LogFacts
from rules.zones import clock_text

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_ROWS = {"front": N_("front"), "middle": N_("middle"), "back": N_("back")}
_SEAT_EVENTS = {
    "listed": N_("on the waiting list"), "unlisted": N_("off the waiting list"), "seated": N_("takes a seat"),
    "moved": N_("changes seats"), "from_broken": N_("comes from a table that was broken"), "away": N_("is away"),
    "break": N_("takes a break"), "back": N_("is back"), "left": N_("leaves"), "removed": N_("taken off by the house"),
}  # fmt: skip
_SUIT_NAMES = {"s": N_("spades"), "h": N_("hearts"), "d": N_("diamonds"), "c": N_("clubs")}
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_EXACT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)")  # as HTML takes a time


def day_words(day: str) -> str:
    """A gaming day in words: ``Sat 14 March 2026``."""
    found = dt.date.fromisoformat(day)
    return _(
        "%(weekday)s %(day)s %(month)s %(year)s",
        weekday=_(_WEEKDAYS[found.weekday()]), day=found.day, month=_(_MONTHS[found.month - 1]), year=found.year,
    )  # fmt: skip


def weekday(day: str) -> str:
    """The day of the week, short."""
    return _(_WEEKDAYS[dt.date.fromisoformat(day).weekday()])


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


def suit_words(suit: str) -> str:
    """The name of a suit; empty where there is none."""
    return _(_SUIT_NAMES[suit]) if suit in _SUIT_NAMES else ""


def seat_event_words(kind: str) -> str:
    """What became of a player's seat."""
    return _(_SEAT_EVENTS[kind])


def row_words(row: str) -> str:
    """The name of a row."""
    return _(_ROWS.get(row, row))


def state_words(state: str) -> str:
    """The state of an incident."""
    return _(_STATES.get(state, state))


def severity_words(severity: str) -> str:
    """The severity of an incident."""
    return _(_SEVERITIES.get(severity, severity))


def controls_state_words(state: str) -> str:
    """The state of a revision of controls."""
    return _(_CONTROLS.get(state, state))


def step_words(action: str) -> str:
    """A step in the life of a revision of controls."""
    return _(_ACTIONS.get(action, action))


def party_words(party: str | None) -> str:
    """A party to money, such as the house; None: nobody at the table, in audits of earlier engines."""
    return _("nobody at the table") if party is None else party_of_money(party)


def incident_money(incident: Incident, currency: str | None) -> list[str]:
    """The amounts of an incident by kind; of an earlier engine, what was misallocated, in a currency."""
    if incident.money is not None:
        return of_incident(incident)
    return (
        [_("%(amount)s misallocated", amount=money(incident.misallocated, currency))]
        if incident.misallocated
        else []
    )


def fee_words(kind: str) -> str:
    """A kind of fee."""
    return _(_FEE_KINDS[kind])


def area_words(area: str) -> str:
    """The area of an incident."""
    return _(_AREAS.get(area, area))


def derived_words(facts: LogFacts) -> str:
    """What a log was derived from, where that is a hand history."""
    return derived([facts])


def audit_words(state: str) -> str:
    """How far an audit is."""
    return _(_AUDITS.get(state, state))


def edition_words(edition: str) -> str:
    """Which edition a report is."""
    return _(_EDITIONS.get(edition, edition))


def role_words(role: str) -> str:
    """The role of whoever signed in."""
    return _(_ROLES.get(role, role))


def account_words(state: str) -> str:
    """The state of an account."""
    return _(_ACCOUNTS.get(state, state))


_WEEKDAYS = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))
_MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
_STATES = {
    "open": N_("awaits an answer"),
    "answered": N_("answered"),
    "accepted": N_("accepted"),
    "returned": N_("returned"),
    "closed": N_("closed"),
}
_CONTROLS = {
    "draft": N_("draft"),
    "submitted": N_("submitted"),
    "denied": N_("denied"),
    "approved": N_("approved"),
    "to come": N_("approved, to come"),
    "in force": N_("in force"),
    "superseded": N_("superseded"),
    "ended": N_("ended, nothing follows"),
}
_ACTIONS = {
    "draft": N_("Draft filed"),
    "document": N_("Document attached"),
    "submitted": N_("Submitted"),
    "withdrawn": N_("Withdrawn"),
    "approved": N_("Approved"),
    "denied": N_("Denied"),
    "discarded": N_("Discarded"),
}
_SEVERITIES = {"critical": N_("critical"), "major": N_("major"), "minor": N_("minor"), "note": N_("note")}
_AREAS = {
    "evidence": N_("evidence"),
    "cards": N_("cards"),
    "money": N_("money"),
    "fees": N_("fees"),
    "procedure": N_("procedure"),
}
_FEE_KINDS = {
    "rake": N_("rake"),
    "hand_fee": N_("hand fee"),
    "jackpot": N_("jackpot drop"),
    "time": N_("time charge"),
}
_AUDITS = {
    "queued": N_("queued"),
    "running": N_("running"),
    "finished": N_("finished"),
    "failed": N_("failed"),
}
_EDITIONS = {"full": N_("full edition"), "redacted": N_("redacted edition")}
_ACCOUNTS = {
    "active": N_("active"),
    "invited": N_("invited"),
    "lapsed": N_("invitation not used in time"),
    "expired": N_("expired"),
    "disabled": N_("disabled"),
}
_ROLES = {
    "room": N_("card room"),
    "compliance": N_("compliance"),
    "regulator": N_("regulator"),
    "automation": N_("automation"),
    "administrator": N_("administrator"),
}

FILTERS = {
    "day_words": day_words, "weekday": weekday, "clock": clock, "sums": sums, "number": number, "money": money,
    "in_column": in_column, "units": units, "moment": moment_words, "titled": titled, "state_words": state_words,
    "severity_words": severity_words, "area_words": area_words, "role_words": role_words, "card_rank": card_rank,
    "controls_state_words": controls_state_words, "step_words": step_words,
    "audit_words": audit_words, "edition_words": edition_words,
    "account_words": account_words, "suit_words": suit_words, "seat_event_words": seat_event_words, "terms_text": terms_text,
    "derived_words": derived_words,
    "row_words": row_words, "fee_words": fee_words, "party_words": party_words, "incident_money": incident_money,
    "cause_of": cause_of,
}  # fmt: skip
GLOBALS = {"count": count, "SUITS": SUITS}
