"""An audit's incidents as text."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.cli.audit_words import printable
from reports.cause_words import cause_of
from reports.formatting import count, listed, money
from reports.incident_entries import IncidentEntry
from reports.incident_row_words import in_a_row, players_of
from reports.money_words import of_incident, party_words, rate, without_debt
from reports.story import Story
from rules.results import Audit

HEADING = "Where to look first"
FIRST = 12  # incidents that are shown
MOST_FINDINGS = 40  # of an incident, whose players are named
_MOST_DEBTS = 2


def first(story: Story, most: int = FIRST) -> list[IncidentEntry]:
    """First incidents in order; none of an audit without groups."""
    return story.entries[:most]


def in_a_line(entry: IncidentEntry, story: Story) -> str:
    """A line of an incident: hand, seats, fault, money, debts, and its fact."""
    incident = entry.incident
    currency = story.currency_of(entry.room, entry.session)
    row = in_a_row(incident, players_of(entry.findings[:MOST_FINDINGS]), currency, tried=story.audit.what_if)
    of = f" (session {incident.hands[0].session})" if incident.hands and len(story.logs) > 1 else ""
    line = "; ".join([printable(f"{row}{of}"), *_effect(entry, story)])
    fact = cause_of(incident)
    return line if fact is None else f"{line}. {printable(fact)}"


def explanation_of(entry: IncidentEntry) -> str | None:
    """Single cause of an incident as a sentence; None where unknown, or in its line."""
    said = entry.incident.explanation
    return None if said is None or entry.incident.cause is not None else printable(said)


def rest(audit: Audit, most: int = FIRST) -> str | None:
    """Number of incidents that are not shown."""
    left = len(audit.incidents or []) - most
    return f"… and {count(left, 'incident')} more." if left > 0 else None


def _effect(entry: IncidentEntry, story: Story) -> Iterator[str]:
    incident = entry.incident
    if every := rate(incident, entry.findings, story.currency):
        yield every
    debts = [
        f"{printable(party_words(each.debtor or 'nobody'))} owes {printable(party_words(each.creditor or 'nobody'))} "
        f"{money(each.amount, story.currency)}"
        for each in incident.owes
    ]
    if len(debts) > _MOST_DEBTS:
        yield f"{count(len(debts), 'payment')} of {money(sum(each.amount for each in incident.owes), story.currency)}"
    elif debts:
        yield listed(debts)
    said = story.audit.event is not None and of_incident(incident, tried=story.audit.what_if)
    if said and (unpaid := without_debt(incident, entry.root, story.currency)):
        yield printable(unpaid)
