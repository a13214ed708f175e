"""An audit's incidents as a person reads them at the command line."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.cli.audit_words import printable
from reports.cause_words import cause_of
from reports.formatting import count, hand_numbers, listed, money
from reports.incident_entries import IncidentEntry
from reports.money_words import of_incident, party_words, rate, without_debt
from reports.story import Story
from rules.results import Audit, Incident

HEADING = "Where to look first"
FIRST = 12  # incidents that are shown
_MOST_HANDS = 4  # runs of hand numbers in a line
_MOST_DEBTS = 2


def first(story: Story, most: int = FIRST) -> list[IncidentEntry]:
    """The first incidents of an audit in their order; none of an engine that did not group findings."""
    return story.entries[:most]


def in_a_line(entry: IncidentEntry, story: Story) -> str:
    """An incident in a line: its title, where it is, what it comes to; and in sentences the fact that it comes from."""
    incident = entry.incident
    line = "; ".join([printable(incident.title), *_where(incident, story), *_effect(entry, story)])
    fact = cause_of(incident)
    return line if fact is None else f"{line}. {printable(fact)}"


def rest(audit: Audit, most: int = FIRST) -> str | None:
    """How many incidents are not shown."""
    left = len(audit.incidents or []) - most
    return f"… and {count(left, 'incident')} more." if left > 0 else None


def _where(incident: Incident, story: Story) -> Iterator[str]:
    if incident.day is not None:
        yield f"gaming day {incident.day}"
    if incident.hands:
        numbers = [each.hand for each in incident.hands]
        which = "hand" if len(numbers) == 1 else "hands"
        of = f" of {printable(incident.hands[0].session)}" if len(story.logs) > 1 else ""
        yield f"{which} {hand_numbers(numbers, _MOST_HANDS)}{of}"


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
    said = of_incident(incident, tried=story.audit.what_if)
    if said and not (debts and len(said) == 1):
        rest = without_debt(incident, entry.root, story.currency) if story.audit.event is not None else ""
        yield f"{listed(said)}{f': {printable(rest)}' if rest else ''}"
