"""Words of a correction."""

from __future__ import annotations

from collections.abc import Iterator

from reports.formatting import count, listed, moment
from reports.money_words import corrected, went
from rules.results import Correction

_NOT_KEPT = "The first log cannot be read any more, so that what the correction changed is not known."


def sentences(found: Correction) -> Iterator[str]:
    """Sentences on a correction."""
    yield origin(found)
    if found.sent is not None:
        yield how_many(found)
    yield what_changed(found)
    if found.facts_in_all is not None:
        yield what_went(found)
    if became := what_became(found):
        yield became
    yield from (f"{_capital(corrected(each))}." for each in found.amounts)
    if beside := audited_beside(found):
        yield beside


def origin(found: Correction) -> str:
    """Superseded log, reason and sender."""
    says = f"“{found.reason}”" if found.reason else "no reason is stated"
    by = f", by {found.stated_by}" if found.stated_by else ""
    sent = ""
    if found.received_at is not None:
        key = f" with a key of {found.sent_by}" if found.sent_by else ""
        sent = f" It came in on {moment(found.received_at)}{key}; the first log on {moment(found.first_received_at)}."
    return f"The log supersedes the one with SHA-256 {found.first_sha256}: {says}{by}.{sent}"


def how_many(found: Correction) -> str:
    """Numbers of corrections of room, table and sender."""
    sent = found.sent
    assert sent is not None  # a service knows
    of = [f"{sent.room:,} of the room", f"{sent.table:,} of the table", f"{sent.sender:,} of its sender"]
    return f"Corrections in the {sent.days} days up to it, this one counted: {listed(of)}."


def what_changed(found: Correction) -> str:
    """Differing facts, and their hands."""
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
    """Findings, incidents and money of the first log alone."""
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
    """Note that the first log was never audited; None: it was, or unknown."""
    if found.sent is None or found.first_audit is not None:
        return None
    return "Nobody had audited the first log before it was corrected; it was audited beside its correction."


def what_became(found: Correction) -> str | None:
    """Incidents gone, new and staying; None: unknown."""
    first, second, new = found.first_incidents, found.second_incidents, found.new_incidents
    if first is None or second is None or new is None:
        return None
    if not first and not second:
        return "Neither log has an incident."
    counted = f"{count(first, 'incident')} → {second:,}"
    gone = first - (second - new)
    if not gone:
        return f"{counted}. The correction repairs no incident of the first log{f', and brings {new:,} new' if new else ''}."
    parts = [
        f"{gone:,} gone",
        *([f"{second - new:,} in both logs"] if second > new else []),
        *([f"{new:,} new"] if new else []),
    ]
    return f"{counted}: {listed(parts)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
