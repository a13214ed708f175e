"""Report of a tournament or ledger: cover and own sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reports import cover
from reports.cover_facts import draw_facts
from reports.cover_parts import front_page
from reports.drawn_event_money import draw_money
from reports.drawn_pages import Pages
from reports.drawn_terms import FINDING, INCIDENT, KINDS, UNTESTABLE, draw_terms
from reports.event_chips import draw_chips
from reports.event_field import draw_field
from reports.event_levels import draw_levels
from reports.event_places import draw_places
from reports.event_summary import draw_summary
from reports.formatting import moment, money, period
from reports.ledger_account import draw_accounts
from reports.ledger_hits import draw_hits
from reports.ledger_ranking import draw_ranking
from reports.story import Story
from rules.shown_events import EventFacts, LedgerFacts, TournamentFacts

_SECTIONS: dict[str, Callable[[Pages, Story, int], None]] = {
    "field": draw_field,
    "money": draw_money,
    "places": draw_places,
    "levels": draw_levels,
    "chips": draw_chips,
    "accounts": draw_accounts,
    "hits": draw_hits,
    "ranking": draw_ranking,
}


def draw_event_sections(pages: Pages, story: Story) -> None:
    """Sections of a tournament or ledger alone."""
    for key, draw in _SECTIONS.items():
        if key in story.numbers:
            draw(pages, story, story.numbers[key])


def draw_event_cover(pages: Pages, story: Story, first: cover.First) -> None:
    """Draw its first page. Raises ValueError for other audits."""
    event = story.audit.event
    if event is None:
        raise ValueError("the audit is of neither a tournament nor a ledger")
    undetermined = (f"{story.kinds['undetermined']:,}", "undetermined")
    counts = [*_counts(event), cover.counted(len(story.entries), "incident"), undetermined]
    line = "   ·   ".join(_facts(event))
    front = cover.audit_front(story, f"AUDIT OF A {event.kind.upper()}", line, counts, _amounts(event))
    with front_page(pages, front):
        cover.draw_first(pages, story, first)
        draw_facts(pages, story, first.dates)
        draw_summary(pages, story, event)
        pages.gap(4)
        if not story.bare:
            draw_terms(pages, [FINDING, KINDS, *([INCIDENT] if story.grouped else []), UNTESTABLE])
        cover.draw_rulesets(pages, story)


def _facts(event: EventFacts) -> Iterator[str]:
    yield f"{event.kind.capitalize()} {event.id}"
    if event.tournament is not None:
        ends = event.tournament.last_at
        yield period(event.begins, ends) if ends else moment(event.begins)
        yield f"buy-in {money(event.tournament.buy_in, event.currency)}"
    elif event.begins:
        yield f"{event.begins} – {event.ends}" if event.ends else f"from {event.begins}"


def _counts(event: EventFacts) -> list[tuple[str, str]]:
    if event.tournament is not None:
        return _of_tournament(event.tournament)
    return _of_ledger(event.ledger) if event.ledger is not None else [(f"{event.lines:,}", "lines")]


def _of_tournament(played: TournamentFacts) -> list[tuple[str, str]]:
    number = {each.what: each.due for each in played.field}
    paid = sum(1 for each in played.places if each.prize)
    return [(f"{number[each]:,}", each) for each in ("entries", "players")] + [(f"{paid:,}", "places paid")]


def _of_ledger(ledger: LedgerFacts) -> list[tuple[str, str]]:
    days = len({each.day for book in ledger.books for each in book.days if each.day})
    there = (
        (days, "gaming day", "gaming days"),
        (len(ledger.hits), "jackpot won", "jackpots won"),
        (len(ledger.quarters), "quarter", "quarters"),
        (sum(len(each.contributions) for each in ledger.books), "contribution", "contributions"),
    )
    found = [cover.counted(number, one, many) for number, one, many in there if number]
    return [cover.counted(len(ledger.books), "account"), *found]


def _amounts(event: EventFacts) -> list[tuple[str, str]]:
    if event.tournament is not None:
        due = {each.what: each.due for each in event.tournament.money}
        return [
            (money(due["collected"], event.currency), "collected"),
            (money(due["distributable"], event.currency), "for prizes"),
        ]
    if event.ledger is None or len(event.ledger.books) != 1:
        return []
    (book,) = event.ledger.books
    return [
        (money(book.opening, event.currency), "opening"),
        (money(book.balance, event.currency), "balance"),
    ]
