"""Words of a tournament's or ledger's report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.formatting import count, listed
from rules.results import Coverage
from rules.shown_events import EventFacts


def event_title(event: EventFacts) -> str:
    """Room, and title or id."""
    return f"{event.room} · {event.title or event.id}"


def event_sections(event: EventFacts | None) -> dict[str, bool]:
    played, ledger = (event.tournament, event.ledger) if event is not None else (None, None)
    found = dict.fromkeys(("field", "money", "places"), played is not None)
    return found | {
        "levels": played is not None and bool(played.levels),
        "chips": played is not None and bool(played.counts),
        "accounts": ledger is not None,
        "hits": ledger is not None and bool(ledger.hits),
        "ranking": ledger is not None and bool(ledger.quarters),
    }


def event_conclusion(
    event: EventFacts, coverage: Sequence[Coverage], found: Sequence[str], amounts: str = ""
) -> Iterator[str]:
    """Sentences on what was tested. found: findings by kind; amounts: differing money, in words."""
    tested = sum(1 for row in coverage if row.tested)
    checks = f"{count(tested, 'check')} that had something to test"
    if found:
        yield f"{listed(found)} by {checks}{f'; {amounts}' if amounts else ''}."
    elif tested:
        yield f"No difference by {checks}{f'; {amounts}' if amounts else ''}."
    else:
        yield "Nothing could be tested: the record lacks what the checks need, or the controls have no rule for it."
    if event.missing:
        several = len(event.missing) > 1
        were, them = ("were", "they") if several else ("was", "it")
        yield (
            f"{count(len(event.missing), 'file')} that it names {were} not at hand: what only {them} can show is untestable."
        )
