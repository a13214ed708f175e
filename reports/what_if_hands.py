"""Hands of a what-if, as in force and as tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from reports import drawn_exhibits
from reports.drawn_pages import FULL, LEFT, RIGHT, WIDTH, Pages
from reports.findings import video_reference
from reports.formatting import count, moment, money, titled, units, units_as_money
from reports.story import Story
from reports.table_of_pairs import draw_pairs
from reports.typography import HEADING, NOTE, SMALL, fitted, width
from rules.results import HandEffect
from rules.shown_hands import Exhibit

Pair = tuple[Exhibit, Exhibit]  # as in force, as tried


def draw_hands(pages: Pages, story: Story, listed: Iterable[HandEffect], shown: Iterable[Pair]) -> None:
    """Draw hands in order; only the place without a record."""
    at_hand = {(one.room, one.session, one.line): (one, other) for one, other in shown}
    for each in listed:
        pair = at_hand.get((each.room, each.session, each.line))
        pages.running = None
        pages.gap(18)
        _keep_together(pages, story, each, pair)
    pages.running = None


def _keep_together(pages: Pages, story: Story, each: HandEffect, pair: Pair | None) -> None:
    high = pages.measure(lambda: _hand(pages, story, each, pair))
    pages.need(high + 1 if high < FULL else 300)
    pages.outline(f"Hand {each.hand}", f"hand-{each.room}-{each.session}-{each.line}", 1)
    pages.running = f"Hand {each.hand}"
    _hand(pages, story, each, pair)


def _hand(pages: Pages, story: Story, each: HandEffect, pair: Pair | None) -> None:
    with pages.part() as depth:
        _heading(pages, each, pair[0] if pair else None, depth)
        _what_differs(pages, story, each, pair)


def _what_differs(pages: Pages, story: Story, each: HandEffect, pair: Pair | None) -> None:
    currency = story.currency_of(each.room, each.session)
    _difference(pages, each, currency, pair)
    if pair is None:
        pages.paragraph("The record of this hand is not available.", NOTE)
        return
    drawn_exhibits.draw_both(pages, *pair, currency)
    for note in _differing_hands(*pair):
        pages.paragraph(note, NOTE, measure=WIDTH, after=0)
    _pairs(pages, *pair, currency)


def _heading(pages: Pages, each: HandEffect, exhibit: Exhibit | None, depth: int) -> None:
    sheet, title = pages.sheet, f"Hand {each.hand}"
    pages.y -= 14
    with sheet.tags.heading(depth):
        sheet.text(LEFT, pages.y, title, HEADING)
    facts = [f"{each.room} · session {each.session}", each.day]
    if exhibit is not None:
        facts[1:] = [moment(exhibit.at) if exhibit.at else each.day]
        facts += [f"video {video_reference(exhibit.video, NOTE, 140)}"] if exhibit.video else []
    facts.append(f"line {each.line} of the log")
    where = fitted("  ·  ".join(facts), NOTE, WIDTH - width(title, HEADING) - 20)
    sheet.right(RIGHT, pages.y, where, NOTE)
    pages.y -= 5
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)


def _difference(pages: Pages, each: HandEffect, currency: str | None, pair: Pair | None) -> None:
    moved = f"{units(each.units, plus=False)} {'unit' if each.units == 1 else 'units'}"
    if each.money is not None:
        moved = f"{money(each.money, currency)} ({moved})"
    says = f"{moved} would have gone to different players."
    if pair is not None:
        says += f" In force: {_ruleset(pair[0])}. Tried: {_ruleset(pair[1])}."
    pages.y -= 4
    pages.paragraph(says, SMALL, after=0)


def _ruleset(exhibit: Exhibit) -> str:
    return exhibit.replay.get("ruleset") or "no ruleset"


def _differing_hands(in_force: Exhibit, tried: Exhibit) -> Iterator[str]:
    """Notes on fouls or specials that differ as tried."""
    sides = [drawn_exhibits.results_of(each) for each in (in_force, tried)]
    for seat in sides[1]:
        one, other = (side.get(seat) or {} for side in sides)
        if bool(one.get("fouled")) != bool(other.get("fouled")):
            yield f"As tried, the hand of seat {seat} is {'fouled' if other.get('fouled') else 'not fouled'}."
        if one.get("natural") != other.get("natural"):
            named = titled(str(other["natural"])).lower() if other.get("natural") else "none"
            yield f"As tried, the special hand of thirteen cards of seat {seat}: {named}."


def _pairs(pages: Pages, in_force: Exhibit, tried: Exhibit, currency: str | None) -> None:
    sides = [_by_seats(each) for each in (in_force, tried)]
    listed = list(dict.fromkeys((*sides[0], *sides[1])))
    differing = [key for key in listed if _owed(sides[0].get(key)) != _owed(sides[1].get(key))]
    tables = [[side[key] for key in differing if key in side] for side in sides]
    for pairs, beside, exhibit, title in zip(
        tables, reversed(tables), (in_force, tried), ("In force", "As tried"), strict=True
    ):
        if pairs:
            draw_pairs(pages, exhibit, pairs, currency, beside, f"{title}, to the first seat")
    alike = len(listed) - len(differing)
    if differing and alike:
        owe = "owes the same" if alike == 1 else "owe the same"
        pages.y -= 3
        pages.paragraph(f"{count(alike, 'other pair')} {owe} under both.", NOTE, after=0)
    if any(map(_limited, (in_force, tried))):
        _payments(pages, in_force, tried, currency)


def _limited(exhibit: Exhibit) -> bool:
    """Whether chips limit a seat's receipts."""
    return any(
        seat.get("net") != units_as_money(seat.get("units"), exhibit.unit)
        for seat in drawn_exhibits.results_of(exhibit).values()
        if exhibit.unit is not None and seat.get("net") is not None and seat.get("units") is not None
    )


def _payments(pages: Pages, in_force: Exhibit, tried: Exhibit, currency: str | None) -> None:
    pages.y -= 3
    for title, exhibit in (("In force", in_force), ("As tried", tried)):
        paid = _paid(exhibit, currency)
        if paid is not None:
            limited = ", within the chips on the table" if _limited(exhibit) else ""
            said = f"{title}, payments{limited}: {paid}."
            pages.paragraph(said, NOTE, measure=WIDTH, after=0)


def _paid(exhibit: Exhibit, currency: str | None) -> str | None:
    """Payments of a hand; None: unknown."""
    transfers = exhibit.replay.get("transfers")
    if transfers is None:
        return None
    each = (f"seat {t['payer']} → seat {t['payee']} {money(t.get('amount'), currency)}" for t in transfers)
    return "; ".join(each) or "none"


def _by_seats(exhibit: Exhibit) -> dict[tuple[int, int], Mapping[str, Any]]:
    return {(pair["a"], pair["b"]): pair for pair in exhibit.replay.get("pairs") or []}


def _owed(pair: Mapping[str, Any] | None) -> object:
    return None if pair is None else pair.get("units")
