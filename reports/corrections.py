"""The words of a correction: what it changed, what went with it, who sent it, and how many there were."""

from __future__ import annotations

from collections.abc import Iterator

from reports.formatting import NOTHING, count, listed, moment
from reports.money_words import corrected, went
from rules.results import ChangedFact, Correction

_HANDS = ("chinese_hand", "ofc_hand", "pot_hand")
_NOT_KEPT = "The first log cannot be read any more, so that what the correction changed is not known."


def sentences(found: Correction) -> Iterator[str]:
    """What is known of a correction, sentence by sentence."""
    yield origin(found)
    if found.sent is not None:
        yield how_many(found)
    yield what_changed(found)
    if found.facts_in_all is not None:
        yield what_went(found)
    yield from (f"{_capital(corrected(each))}." for each in found.amounts)
    if beside := audited_beside(found):
        yield beside


def origin(found: Correction) -> str:
    """Which log a correction supersedes, why, and who says so."""
    says = f"“{found.reason}”" if found.reason else "no reason is stated"
    by = f", by {found.stated_by}" if found.stated_by else ""
    sent = ""
    if found.received_at is not None:
        key = f" with a key of {found.sent_by}" if found.sent_by else ""
        sent = f" It came in on {moment(found.received_at)}{key}; the first log on {moment(found.first_received_at)}."
    return f"The log supersedes the one with SHA-256 {found.first_sha256}: {says}{by}.{sent}"


def how_many(found: Correction) -> str:
    """How many corrections there were of the room, the table and the sender."""
    sent = found.sent
    assert sent is not None  # a service knows
    of = [f"{sent.room:,} of the room", f"{sent.table:,} of the table", f"{sent.sender:,} of its sender"]
    return f"Corrections in the {sent.days} days up to it, this one counted: {listed(of)}."


def what_changed(found: Correction) -> str:
    """How many facts differ, and of which hands."""
    if found.facts_in_all is None:
        return _NOT_KEPT
    if not found.facts_in_all:
        return "No fact differs between the two logs."
    differ = "fact differs" if found.facts_in_all == 1 else "facts differ"
    listed_ones = (
        f"; the first {len(found.facts):,} are listed" if found.facts_in_all > len(found.facts) else ""
    )
    return f"{found.facts_in_all:,} {differ} between the two logs{listed_ones}."


def what_went(found: Correction) -> str:
    """Which findings, incidents and money only the first log has."""
    if not found.findings_in_all and not found.incidents_in_all:
        return f"No finding of the first log is gone{_new(found)}."
    gone = [count(found.findings_in_all or 0, "finding"), count(found.incidents_in_all or 0, "incident")]
    one = (found.findings_in_all or 0) + (found.incidents_in_all or 0) == 1
    money = went(found.amounts)
    also = f", and with them {money}" if money else ""
    return f"{listed(gone)} of the first log {'is' if one else 'are'} gone{also}{_new(found)}."


def _new(found: Correction) -> str:
    parts = [
        f"{number:,} {'is' if number == 1 else 'are'} {what}"
        for number, what in ((found.changed_findings or 0, "changed"), (found.new_findings or 0, "new"))
        if number
    ]
    return f"; of the findings of the second, {listed(parts)}" if parts else ""


def audited_beside(found: Correction) -> str | None:
    """That nobody had audited the first log before it was corrected; None where somebody had, or where no service was asked."""
    if found.sent is None or found.first_audit is not None:
        return None
    return "Nobody had audited the first log before it was corrected; it was audited beside its correction."


def place(fact: ChangedFact) -> str:
    """Where a fact is: the hand or the line, and the seat."""
    of_hand = fact.event in _HANDS and fact.hand is not None
    where = f"hand {fact.hand}" if of_hand else f"{fact.event.replace('_', ' ')} line"
    return where if fact.seat is None else f"{where}, seat {fact.seat}"


def field(fact: ChangedFact) -> str:
    """The field of a fact; of a line that only one log has, which of them has it."""
    if fact.field is not None:
        return fact.field
    return "the line, only in the first log" if fact.after is None else "the line, only in the second log"


def value(given: bool | int | str | None) -> str:
    """A value as the log has it."""
    if given is None:
        return NOTHING
    if isinstance(given, bool):
        return "true" if given else "false"
    return f"{given}"


def lines(fact: ChangedFact) -> str:
    """The line of a fact in the first log, and that in the second."""
    first, second = (NOTHING if each is None else f"{each}" for each in (fact.before_line, fact.after_line))
    return f"line {first} and {second}" if first != second else f"line {first}"


def in_a_line(fact: ChangedFact) -> str:
    """A fact that changed: "hand 2, seat 3, net: -400, now -300 (line 3)"."""
    return f"{place(fact)}, {field(fact)}: {value(fact.before)}, now {value(fact.after)} ({lines(fact)})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
