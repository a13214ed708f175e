"""Sentences of an incident: effect, cause, action."""

from __future__ import annotations

from collections.abc import Sequence

from reports.cause_words import cause_of
from reports.dates import UNDATED, Dates
from reports.formatting import NOTHING, listed, money, quantity
from reports.incident_entries import IncidentEntry
from reports.money_words import (
    amounts_in_words,
    begun,
    nothing_in,
    of_incident,
    party_words,
    rate,
    without_debt,
)
from reports.requested_actions import RequestedActions
from reports.short_ids import ShortIds
from reports.story import Story, was
from rules.parties import is_player
from rules.results import Debt
from rules.shown_hands import Exhibit, IrregularityRecord

MOST_DEBTS = 6
_CORRECT = "Correct the record, and state who made the entry and from what source."
_OWED_BY_NOBODY = ("misrecorded", "unaccounted for")  # money that no debt has
_NOBODY_ACTS = "None: these controls were only tried."


class IncidentSentences:
    """Sentences of a report's incidents."""

    def __init__(self, story: Story, names: ShortIds, dates: Dates = UNDATED) -> None:
        self._names = names
        self._story = story
        self._tried = story.audit.what_if
        self._actions = RequestedActions(story, dates)

    def brief(self, entry: IncidentEntry) -> str:
        """Effect in one line: the largest debt and how many more, or the amount."""
        incident, currency = entry.incident, self._currency(entry)
        if every := rate(incident, entry.findings, currency):
            return f"{every}: {listed(of_incident(incident, tried=self._tried))}" if incident.money else every
        said = amounts_in_words(incident.money or (), tried=self._tried)
        if incident.owes:
            debts = _largest_first(incident.owes)
            more = f" and {len(debts) - 1:,} more" if len(debts) > 1 else ""
            beside = [each for each in said if each.endswith(_OWED_BY_NOBODY)]
            return "; ".join([self.debt(debts[0], currency) + more, *beside])
        if len(said) > 1:
            return ", ".join(said)
        if incident.misallocated:
            return f"{money(incident.misallocated, currency)} {self._astray()}"
        if incident.misrecorded:
            return self._misrecorded(entry, incident.misrecorded, currency)
        if said:
            return said[0]
        if self._story.audit.event is not None:
            return self._of_event(entry, short=True)
        apart = _apart(entry)
        return f"{money(apart, currency, plus=True)} from what was expected" if apart else NOTHING

    def _astray(self) -> str:
        return "to different players" if self._tried else "misallocated"

    def _misrecorded(self, entry: IncidentEntry, misrecorded: int, currency: str | None) -> str:
        """Money misrecorded, for one seat with its part."""
        apart, root = _apart(entry), entry.root
        if not apart or root is None or not root.player or len(entry.incident.seats) > 1:
            return f"{money(misrecorded, currency)} misrecorded"
        says = f"{self._names.short(root.player)}: {money(apart, currency, plus=True)} misrecorded"
        return says if misrecorded == abs(apart) else f"{says}; {money(misrecorded, currency)} in all"

    def whole(self, entry: IncidentEntry) -> str:
        incident, currency = entry.incident, self._currency(entry)
        says = [self.debt(each, currency) for each in _largest_first(incident.owes)]
        if len(says) > MOST_DEBTS:
            says = [
                *says[:MOST_DEBTS],
                f"{len(says) - MOST_DEBTS:,} more in the list of incidents as {self._story.form}",
            ]
        owing = begun(f"{'; '.join(says)}.") if says else ""
        if self._story.audit.event is not None:
            return self._whole_of_event(entry, owing)
        amounts = (
            of_incident(incident, tried=self._tried)
            if incident.money is not None
            else [
                f"{money(amount, currency)} {what}"
                for amount, what in (
                    (incident.misallocated, self._story.astray(incident.misallocated or 0, currency)),
                    (incident.misrecorded, f"{was(incident.misrecorded or 0, currency)} misrecorded"),
                )
                if amount
            ]
        )
        every = rate(incident, entry.findings, currency)
        if amounts:
            return f"{f'{every}. ' if every else ''}{owing} {'; '.join(amounts)}.".strip()
        apart = _apart(entry)
        if apart:
            return f"{money(apart, currency, plus=True)} (stated minus expected)."
        if owing:
            return owing
        return nothing_in(incident, tried=self._tried)

    def _whole_of_event(self, entry: IncidentEntry, owing: str) -> str:
        """Effect of an event's incident: figures, debts, amounts, and parties lacking."""
        incident = entry.incident
        amounts = of_incident(incident, tried=self._tried)
        figures = self._of_event(entry)
        if amounts and (entry.root is None or (entry.root.stated is None and entry.root.expected is None)):
            figures = ""  # the amounts are the figures
        rest = without_debt(incident, entry.root, self._currency(entry)) if amounts else ""
        says = [
            figures,
            owing,
            f"{'; '.join(amounts)}." if amounts else "",
            f"{rest[:1].upper()}{rest[1:]}." if rest else "",
        ]
        return " ".join(each for each in says if each)

    def _of_event(self, entry: IncidentEntry, short: bool = False) -> str:
        """Amounts stated and due, where no debt follows."""
        root = entry.root
        if root is None or (root.stated is None and root.expected is None):
            return (
                NOTHING if short else "No figure is part of this: it is an act, or something that is missing."
            )
        currency, unit = self._currency(entry), root.unit
        stated, expected = (quantity(each, unit, currency) for each in (root.stated, root.expected))
        apart = money(root.difference, currency, plus=True) if unit == "money" and root.difference else None
        if short and apart:
            return f"{apart} from what was due"
        if short:
            return f"{stated}; due: {expected}" if root.expected is not None else stated
        return f"Stated: {stated}. Due: {expected}." + (f" Difference: {apart}." if apart else "")

    def debt(self, debt: Debt, currency: str | None) -> str:
        """Debt in words; in a what-if, who would have paid."""
        amount = money(debt.amount, currency)
        who = self._party(debt.debtor) if debt.debtor else None
        whom = self._party(debt.creditor) if debt.creditor else None
        if self._tried:
            if who and whom:
                return f"{who} would have paid {whom} {amount} more"
            return f"{who or whom} would have had {amount} {'less' if who else 'more'}"
        if who and whom:
            return f"{who} owes {whom} {amount}"
        return f"{who} owes {amount}" if who else f"{whom} is owed {amount}"

    def action(self, entry: IncidentEntry, shown: Sequence[Exhibit] = ()) -> str:
        """Requested action. shown: the hand, whose game decides words."""
        incident = entry.incident
        if self._tried:
            return _NOBODY_ACTS
        asks = [each for each in [self._actions.by_area(entry, shown)] if each]
        if incident.owes:
            debts, currency = _largest_first(incident.owes), self._currency(entry)
            if len(debts) > 2:
                asks.append(
                    "Settle what is owed and send the receipts, or produce the record that shows that different amounts were due."
                )
            else:
                asks += [f"{self._settle(each, currency)}." for each in debts]
        if incident.misrecorded:
            asks.append(_CORRECT)
        whom = self._actions.whom(entry)
        return " ".join([*(asks or [self._actions.explanation(entry)]), *([whom] if whom else [])])

    def _settle(self, debt: Debt, currency: str | None) -> str:
        amount = money(debt.amount, currency)
        if debt.debtor and debt.creditor:
            who, whom = self._party(debt.debtor), self._party(debt.creditor)
            return f"Have {who} pay {whom} {amount}, or produce the record that shows that a different amount was due"
        if debt.debtor:
            return f"State the source of the {amount} that {self._names.short(debt.debtor)} was overpaid"
        return f"State what became of the {amount} that was due to {self._names.short(debt.creditor or '')}"

    def _party(self, party: str) -> str:
        return self._names.short(party) if is_player(party) else party_words(party)

    def _currency(self, entry: IncidentEntry) -> str | None:
        return self._story.currency_of(entry.room, entry.session)


def cause(entry: IncidentEntry, exhibits: Sequence[Exhibit]) -> str | None:
    """Recorded cause: the one fact, or irregularities with rulings; None: neither."""
    if (fact := cause_of(entry.incident)) is not None:
        return fact
    says = [_irregularity(each) for shown in exhibits for each in shown.irregularities or ()]
    return f"Recorded by the room: {'; '.join(dict.fromkeys(says))}." if says else None


def _irregularity(each: IrregularityRecord) -> str:
    says = each.kind.replace("_", " ")
    says += f" of seat {each.seat}" if each.seat is not None else ""
    says += f" ({each.when.replace('_', ' ')})" if each.when else ""
    if each.ruling:
        says += f", ruled {each.ruling.replace('_', ' ')}"
    says += f" by {each.by}" if each.by else ""
    return says + (f": “{each.note}”" if each.note else "")


def _apart(entry: IncidentEntry) -> int | None:
    """Difference of a fee or drop; None: a pattern."""
    root = entry.root
    if root is None or root.unit != "money" or entry.incident.pattern:
        return None
    return root.difference


def _largest_first(debts: Sequence[Debt]) -> list[Debt]:
    return sorted(debts, key=lambda each: -each.amount)
