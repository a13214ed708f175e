"""A what-if as a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO

from reports import charts
from reports.controls_changes import draw_changes
from reports.controls_redline import Sides, draw_redline
from reports.drawn_cards import define_cards
from reports.drawn_pages import Furniture, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.drawn_terms import FINDING
from reports.engine_rows import draw_engine_rows
from reports.formatting import NOTHING, count, headed, in_column, titled
from reports.registered import Registered, draw_registered
from reports.story import CitedClause, Story, gravity
from reports.tagged.tagged_archive import Attachment
from reports.typography import CODE, DIGEST, NOTE, SMALL_BOLD, SMALL_SOFT
from reports.what_if_cover import NUMBERS, SECTIONS, banner, conclusion, draw_what_if_cover
from reports.what_if_hands import Pair, draw_hands
from rules.controls.what_if import WhatIfComparison
from rules.results import Audit, Effect, Finding, Restitution

_SIDES: Sides = ("In force", "As tried")
_PLAYERS, _LOGS = 100, 200  # that are listed; the rest are counted
_METHOD = (
    "Each hand was settled twice from its recorded cards: under the controls in force on its day, and under the controls "
    "tried. None of the figures of the effect includes what the room recorded as won and lost.",
    "A hand is settled differently if some seat is due a different amount of money or, where the money is not known, a "
    "different number of units. The money moved in a hand is half the sum of the absolute differences of its seats. Where "
    "a pool or a jackpot keeps or pays part of it, it is the greater of what some seats gain and what others lose. Fees are "
    "not included.",
    "Each hand is settled by itself, with the chips that were recorded in front of the players. Under other controls the "
    "players might have played, surrendered or declared differently; no record shows that.",
    "Where the controls leave a point open, each side uses its own reading of the point, as an audit does.",
    "The controls tried did not bind anybody, and nobody owes anything under them.",
)
_CURRENCIES = (
    "The records are in more than one currency. Totals over several currencies add the amounts as they are and show no "
    "currency."
)


def write_what_if_pdf(
    audit: Audit,
    compared: Sequence[WhatIfComparison],
    clauses: Mapping[str, CitedClause],
    stream: BinaryIO,
    exhibits: Iterable[Pair] = (),
    notice: str | None = None,
    attachments: Sequence[Attachment] = (),
    redacted: bool = False,
    registered: Registered | None = None,
) -> None:
    """Write a what-if's effect to ``stream``; equal audits give equal bytes. Raises ValueError without one.

    compared: `against_in_force`. clauses: cited statements. exhibits: hands of the largest differences (`both_ways`).
    notice: how the audit came about. redacted: audit and exhibits are (`rules.redaction`). registered: record in a register.
    """
    effect = audit.effect
    if effect is None:
        raise ValueError("the audit compared no tried controls with those in force")
    story = Story(audit, registered=registered, redacted=redacted)
    furniture = Furniture(story.full_title(), story.ruleset(), story.digest, banner(story), notice=notice)
    pages = Pages(stream, furniture, attachments)
    title = f"What-if: {story.ruleset()} over {story.full_title()}"
    pages.describe(title, conclusion(story, effect), audit.engine.release, f"what-if {story.digest}")
    draw_what_if_cover(pages, story, effect, compared)
    pages.new_page()
    _months(pages, story, effect)
    _players(pages, story, effect)
    _section(pages, "changes")
    draw_changes(pages, compared, story.currency)
    _hands(pages, story, effect, exhibits)
    _not_compared(pages, effect)
    _record_differences(pages, story)
    _records(pages, story)
    _method(pages, story)
    _section(pages, "controls")
    draw_redline(pages, compared, clauses, _SIDES)
    define_cards(pages)
    pages.close()


def _section(pages: Pages, key: str, keep: float = 110) -> None:
    pages.section(NUMBERS[key], SECTIONS[key], key, keep)


def _months(pages: Pages, story: Story, effect: Effect) -> None:
    _section(pages, "months", 30 + charts.MONTHS if effect.months else 110)
    if not effect.months:
        pages.paragraph("No hand could be compared.")
        return
    pages.paragraph("Hands are counted in the month of the day that selects their revision.", after=0)
    charts.months(pages, effect.months, story.currency)
    table = ReportTable(
        pages,
        (
            ReportColumn("Month", 104, style=SMALL_BOLD),
            ReportColumn("Hands compared", 100, True),
            ReportColumn("Settled differently", 100, True),
            ReportColumn("Per 100 hands", 90, True),
            ReportColumn(headed("Money moved", story.currency), 110, True),
        ),
    )
    table.head()
    for each in effect.months:
        tenths = each.differing * 1000 // each.hands
        share = f"{tenths // 10}.{tenths % 10}"
        amount = in_column(each.money, story.currency)
        table.row(each.month, f"{each.hands:,}", f"{each.differing:,}", share, amount)


def _players(pages: Pages, story: Story, effect: Effect) -> None:
    _section(pages, "players")
    moved = [each for each in effect.players if each.differing]
    if not moved:
        pages.paragraph("No player’s results would have differed.")
        return
    pages.paragraph(
        "What was due to each player over the compared hands whose money is known. A plus means that the player would have "
        "had more. Nobody owes any of this."
    )
    charts.money_by_player(
        pages,
        [
            Restitution(
                player=each.player, hands=each.hands, recorded=each.in_force or 0, due=each.tried or 0,
                owed=each.difference or 0,
            )
            for each in moved
        ],
        story.currency,
        ("would have had more", "would have had less"),
    )  # fmt: skip
    table = ReportTable(
        pages,
        (
            ReportColumn("Player", 122),
            ReportColumn("Hands compared", 72, True),
            ReportColumn("Settled differently", 78, True),
            ReportColumn(headed("Due, in force", story.currency), 78, True),
            ReportColumn(headed("Due, as tried", story.currency), 78, True),
            ReportColumn(headed("Difference", story.currency), 76, True, SMALL_BOLD),
        ),
        most=3,
    )
    table.head()
    for each in moved[:_PLAYERS]:
        amounts = [
            in_column(amount, story.currency, plus=True)
            for amount in (each.in_force, each.tried, each.difference)
        ]
        table.row(each.player, f"{each.hands:,}", f"{each.differing:,}", *amounts)
    _left_out(pages, len(moved) - _PLAYERS, "more player")
    alike = len(effect.players) - len(moved)
    if alike:
        pages.paragraph(f"Nothing would have changed for {count(alike, 'other player')}.", NOTE)


def _left_out(pages: Pages, number: int, what: str) -> None:
    if number > 0:
        pages.paragraph(f"{count(number, what)} with smaller differences not listed.", NOTE, after=0)


def _hands(pages: Pages, story: Story, effect: Effect, exhibits: Iterable[Pair]) -> None:
    _section(pages, "hands")
    if not effect.largest:
        pages.paragraph("No hand would have been settled differently.")
        return
    shown, of = len(effect.largest), effect.differing
    which = (
        "All hands that would have been settled differently"
        if shown == of
        else f"The {shown:,} hands with the largest differences, of {of:,} that would have been settled differently"
    )
    pages.paragraph(
        f"{which}; the hand that moved the most money comes first. Of the pairs of players, only those that would have been "
        "settled differently are shown."
    )
    draw_hands(pages, story, effect.largest, exhibits)


def _not_compared(pages: Pages, effect: Effect) -> None:
    _section(pages, "not_compared")
    if not effect.because:
        pages.paragraph("Every recorded hand was compared.")
        return
    pages.paragraph(
        "No figure of this report includes these hands. Each is counted under the first reason that applies."
    )
    table = ReportTable(pages, (ReportColumn("Reason", 440), ReportColumn("Hands", 64, True)))
    table.head()
    for each in effect.because:
        table.row(each.reason[:1].upper() + each.reason[1:], f"{each.hands:,}")


def _record_differences(pages: Pages, story: Story) -> None:
    _section(pages, "differences")
    codes = _by_code(story.audit.findings)
    if not codes:
        said = "No difference" if story.audit.testable else "No hand could be tested"
        pages.paragraph(f"{said} in {count(story.audit.testable, 'testable hand')}.")
        return
    form = story.form if story.redacted else "JSON and CSV"
    pages.paragraph(
        f"Where the record differs from what the controls tried require. They did not bind anybody, so none of this means "
        f"that anybody did wrong. {FINDING} The audit as {form} lists the findings one by one."
    )
    columns = (
        ReportColumn("Code", 56, style=SMALL_BOLD),
        ReportColumn("Finding", 218),
        ReportColumn("Severity", 80),
        ReportColumn("Findings", 150, True),
    )
    table = ReportTable(pages, columns)
    table.head()
    for code in sorted(codes):
        first = min(codes[code], key=gravity)
        table.row(code, titled(first.name), first.severity, f"{len(codes[code]):,}")


def _by_code(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for each in findings:
        if each.kind in ("violation", "discrepancy"):
            found.setdefault(each.code, []).append(each)
    return found


def _records(pages: Pages, story: Story) -> None:
    _section(pages, "records")
    columns = (
        ReportColumn("Room", 50),
        ReportColumn("Session", 78),
        ReportColumn("Opened", 76),
        ReportColumn("Hands", 32, True),
        ReportColumn("Digest (SHA-256)", 268, style=DIGEST),
    )
    table = ReportTable(pages, columns, most=3)
    table.head()
    for log in story.logs[:_LOGS]:
        opened = log.opened_at[:16].replace("T", " ")
        table.row(log.room, log.session, opened, f"{log.hands:,}", log.sha256)
    left = len(story.logs) - _LOGS
    if left > 0:
        pages.paragraph(f"{count(left, 'more record')} not listed.", NOTE, after=0)


def _method(pages: Pages, story: Story) -> None:
    _section(pages, "method")
    for text in _METHOD:
        pages.paragraph(text)
    if story.currency is None and story.logs:
        pages.paragraph(_CURRENCIES)
    pages.subheading("Made with", 80)
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)))
    code = CODE
    room = story.audit.room
    unsaid = "as written" if not story.several else "not the same for all records"
    day = f"{room.id}: {room.zone}, from {room.day_begins}" if room else unsaid
    table.row("Gaming day", day)
    draw_engine_rows(table, story.audit.engine)
    table.row("Audit digest", story.digest or NOTHING, styles=(SMALL_SOFT, code))
    if story.registered is not None:
        draw_registered(pages, story.registered)
