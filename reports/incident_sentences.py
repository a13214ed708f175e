"""What an incident comes to, what the room says of its cause, and what is asked for, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.formatting import CHIPS, NOTHING, money
from reports.short_ids import ShortIds
from rules.results import Debt, Exhibit, IrregularityRecord

if TYPE_CHECKING:
    from reports.incident_entries import IncidentEntry
    from reports.story import Story

MOST_DEBTS = 6
_ACTIONS = {
    "evidence": (
        "Produce what the record lacks, from paper, the table’s system or video, or say in writing why it cannot be "
        "produced."
    ),
    "cards": "Keep and produce the video of the deal, and say which cards were dealt and set.",
    "fees": "Account for the amount with the fee records and the count sheets of the day.",
    "procedure": "Produce the entry that was made of it and the name of who decided, or say that there is none.",
}
_CORRECT = "Correct the record, and say who made the entry and from what."
_KEPT = "Say how this came about, and produce the record or the video that shows it."
_NOBODY_ACTS = "None: these controls were only tried."


class IncidentSentences:
    """The sentences of one report."""

    def __init__(self, story: Story, names: ShortIds) -> None:
        self._names = names
        self._story = story
        self._tried = story.audit.what_if

    def brief(self, entry: IncidentEntry) -> str:
        """The effect with its sign, in one line of a table: who owes whom the most, and how many more there are."""
        incident, currency = entry.incident, self._currency(entry)
        if incident.owes:
            debts = _largest_first(incident.owes)
            more = f" and {len(debts) - 1:,} more" if len(debts) > 1 else ""
            return self.debt(debts[0], currency) + more
        if incident.misallocated:
            return f"{money(incident.misallocated, currency)} {self._story.astray()}"
        if incident.misrecorded:
            return self._written(entry, incident.misrecorded, currency)
        apart = _apart(entry)
        return f"{money(apart, currency, plus=True)} against what was expected" if apart else NOTHING

    def _written(self, entry: IncidentEntry, misrecorded: int, currency: str | None) -> str:
        """What was only written down wrong: at whom, by how much, and what it comes to."""
        apart, root = _apart(entry), entry.root
        if not apart or root is None or not root.player:
            return f"{money(misrecorded, currency)} written down wrong"
        says = f"{self._names.short(root.player)} {money(apart, currency, plus=True)} as written"
        return says if misrecorded == abs(apart) else f"{says}; {money(misrecorded, currency)} in all"

    def whole(self, entry: IncidentEntry) -> str:
        """The effect in full."""
        incident, currency = entry.incident, self._currency(entry)
        says = [self.debt(each, currency) for each in _largest_first(incident.owes)]
        if len(says) > MOST_DEBTS:
            says = [*says[:MOST_DEBTS], f"{len(says) - MOST_DEBTS:,} more, in the list of incidents as CSV"]
        owing = f"{'; '.join(says)}." if says else ""
        amounts = [
            f"{money(amount, currency)} {what}"
            for amount, what in (
                (incident.misallocated, self._story.astray()),
                (
                    incident.misrecorded,
                    f"{'were' if currency == CHIPS else 'was'} written down wrong, and moved to nobody",
                ),
            )
            if amount
        ]
        if amounts:
            return f"{owing} {'; '.join(amounts)}.".strip()
        apart = _apart(entry)
        if apart:
            return f"{money(apart, currency, plus=True)}: stated less expected."
        if owing:
            return owing
        if incident.misallocated is None and incident.misrecorded is None:
            return "What money moved wrongly, if any, is not known."
        return "No money went to a wrong player by what is recorded."

    def debt(self, debt: Debt, currency: str | None) -> str:
        """Who owes whom how much; of a what-if, who would have paid."""
        amount = money(debt.amount, currency)
        who = self._names.short(debt.debtor) if debt.debtor else None
        whom = self._names.short(debt.creditor) if debt.creditor else None
        if self._tried:
            if who and whom:
                return f"{who} would have paid {whom} {amount} more"
            return f"{who or whom} would have had {amount} {'less' if who else 'more'}"
        if who and whom:
            return f"{who} owes {whom} {amount}"
        return f"{who} owes {amount}" if who else f"{whom} is owed {amount}"

    def action(self, entry: IncidentEntry) -> str:
        """What is asked of the licensee."""
        incident = entry.incident
        if self._tried:
            return _NOBODY_ACTS
        asks = [_ACTIONS[incident.area]] if incident.area in _ACTIONS else []
        if incident.owes:
            debts, currency = _largest_first(incident.owes), self._currency(entry)
            if len(debts) > 2:
                asks.append(
                    "Settle what is owed, and send the receipts; or show the record by which it was due otherwise."
                )
            else:
                asks += [f"{self._settle(each, currency)}." for each in debts]
        if incident.misrecorded:
            asks.append(_CORRECT)
        return " ".join(asks) or _KEPT

    def _settle(self, debt: Debt, currency: str | None) -> str:
        amount = money(debt.amount, currency)
        if debt.debtor and debt.creditor:
            who, whom = self._names.short(debt.debtor), self._names.short(debt.creditor)
            return (
                f"See that {whom} is paid {amount} by {who}, or show the record by which it was due otherwise"
            )
        if debt.debtor:
            return f"Say where the {amount} came from that {self._names.short(debt.debtor)} was paid too much"
        return f"Say what became of the {amount} that was due to {self._names.short(debt.creditor or '')}"

    def _currency(self, entry: IncidentEntry) -> str | None:
        return self._story.currency_of(entry.room, entry.session)


def cause(exhibits: Sequence[Exhibit]) -> str | None:
    """What the room recorded of the cause: irregularities with their rulings and notes. None: nothing."""
    says = [_irregularity(each) for shown in exhibits for each in shown.irregularities or ()]
    return f"As the room recorded it: {'; '.join(dict.fromkeys(says))}." if says else None


def _irregularity(each: IrregularityRecord) -> str:
    says = each.kind.replace("_", " ")
    says += f" of seat {each.seat}" if each.seat is not None else ""
    says += f" ({each.when.replace('_', ' ')})" if each.when else ""
    if each.ruling:
        says += f", ruled {each.ruling.replace('_', ' ')}"
    says += f" by {each.by}" if each.by else ""
    return says + (f": “{each.note}”" if each.note else "")


def _apart(entry: IncidentEntry) -> int | None:
    """Where no money between players is at stake, by how much what was stated differs: of a fee, or of a drop."""
    root = entry.root
    if root is None or root.unit != "money" or entry.incident.pattern:
        return None
    return root.difference


def _largest_first(debts: Sequence[Debt]) -> list[Debt]:
    return sorted(debts, key=lambda each: -each.amount)
