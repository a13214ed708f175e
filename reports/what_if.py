"""What a change of the controls would have done over history, as a PDF of its own kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO

from reports import charts, cover_parts
from reports.cards import define_cards
from reports.controls_changes import draw_changes, in_short
from reports.controls_redline import Sides, draw_redline
from reports.formatting import NOTHING, count, headed, in_column, money, titled, units
from reports.pages import WIDTH, Furniture, Pages
from reports.story import CitedClause, Story, gravity
from reports.tables import Column, ReportTable
from reports.typography import CODE, DIGEST, NOTE, SMALL, SMALL_BOLD, SMALL_SOFT
from reports.what_if_hands import Pair, draw_hands
from rules.controls.what_if import Comparison
from rules.results import Audit, Effect, Finding, Restitution, RulesetUsed

_SECTIONS = {
    "months": "By month",
    "players": "By player",
    "changes": "What changes, in plain words",
    "hands": "The hands with the largest differences",
    "without": "What could not be compared",
    "held": "The record, compared with the controls tried",
    "records": "The records",
    "method": "Method and limits",
    "controls": "Annex: parameter by parameter",
}
_NUMBERS = {key: number for number, key in enumerate(_SECTIONS, 1)}
_SIDES: Sides = ("In force", "As tried")
_SHORT = 6  # changes on the first page
_PLAYERS, _LOGS, _RULESETS = 100, 200, 6  # that are listed; the rest are counted
_METHOD = (
    "Each hand was settled twice from its recorded cards: under the controls that were in force on its day, and under "
    "those that were tried. What the room recorded as won and lost is in none of the figures of the effect.",
    "A hand would have been settled differently where some seat would have been due another amount of money, or other "
    "units where the money is not known. Money that would have changed hands otherwise is half the sum of the absolute "
    "differences of the seats, hand by hand; where a pool keeps or pays some of it, the greater of what seats get more and "
    "of what they get less. Fees are left aside.",
    "Each hand is settled by itself, with the chips that were recorded in front of the players. Under other controls "
    "players might have played otherwise, given up other hands or declared others: no record shows that.",
    "Where the controls leave a point open, either side takes its own reading of it, as an audit does.",
    "Nobody was held to the controls that were tried, and nobody owes anything by them.",
)
_CURRENCIES = (
    "The records are in more than one currency. Sums over several of them add up amounts as they stand, and are told "
    "without one."
)


def write_what_if_pdf(
    audit: Audit,
    compared: Sequence[Comparison],
    clauses: Mapping[str, CitedClause],
    stream: BinaryIO,
    exhibits: Iterable[Pair] = (),
) -> None:
    """Write the effect of a what-if to ``stream``: the same bytes for the same audit. Raises ValueError without one.

    compared: the controls in force against those tried (`against_in_force`). clauses: the statements that they cite.
    exhibits: the largest hands, each as in force and as tried (`both_ways`).
    """
    effect = audit.effect
    if effect is None:
        raise ValueError("the audit tried no controls against those in force")
    story = Story(audit)
    pages = Pages(stream, Furniture(story.full_title(), story.ruleset(), story.digest, _banner(story)))
    _describe(pages, story, effect)
    define_cards(pages)
    _cover(pages, story, effect, compared)
    pages.new_page()
    _months(pages, story, effect)
    _players(pages, story, effect)
    _section(pages, "changes")
    draw_changes(pages, compared, story.currency)
    _hands(pages, story, effect, exhibits)
    _without(pages, effect)
    _held(pages, story)
    _records(pages, story)
    _method(pages, story)
    _section(pages, "controls")
    draw_redline(pages, compared, clauses, _SIDES)
    pages.close()


def _describe(pages: Pages, story: Story, effect: Effect) -> None:
    canvas = pages.sheet.canvas
    canvas.setTitle(f"What-if: {story.ruleset()} over {story.full_title()}")
    canvas.setAuthor("cardroom-auditor")
    canvas.setSubject(_conclusion(story, effect))
    canvas.setCreator(f"cardroom-auditor {story.audit.engine.version}")
    canvas.setKeywords(f"what-if {story.digest}")
    canvas.setViewerPreference("DisplayDocTitle", "true")


def _banner(story: Story) -> str:
    """What every page warns of: that nothing of this was in force, and how far the controls have come."""
    warnings = [] if story.audit.complete else ["INCOMPLETE: a check broke down and its result is not known"]
    standings = dict.fromkeys(_standing(each) for each in story.audit.played)
    return "   ·   ".join([*warnings, f"WHAT-IF: {', '.join((story.ruleset(), *standings))}"])


def _standing(used: RulesetUsed) -> str:
    if used.standing is None:
        return "of the library"
    return "approved" if used.standing == "approved" else f"{used.standing}, NOT APPROVED"


def _section(pages: Pages, key: str, keep: float = 110) -> None:
    pages.section(_NUMBERS[key], _SECTIONS[key], key, keep)


def _cover(pages: Pages, story: Story, effect: Effect, compared: Sequence[Comparison]) -> None:
    pages.new_page()
    pages.outline("Summary", "summary")
    where = f"{story.full_title()}   ·   {story.days()}"
    cover_parts.masthead(pages, "WHAT-IF OVER HISTORY", story.ruleset(), where)
    cover_parts.warnings(pages, _warnings(story))
    cover_parts.conclusion(pages, _conclusion(story, effect))
    players = sum(1 for each in effect.players if each.difference)
    counts = (
        (story.audit.hands, "hands recorded"),
        (effect.compared, "compared"),
        (effect.incomparable, "not compared"),
        (effect.differing, "settled differently"),
        (players, "players affected"),
    )
    moved = (units(effect.units, plus=False), "units otherwise")
    amount = (money(effect.money, story.currency), "money otherwise")
    cover_parts.figures(pages, [(f"{number:,}", label) for number, label in counts], [moved, amount], wide=72)
    _in_short(pages, story, compared)
    _used(pages, "What was tried", story.audit.played, "No hand was settled under what was tried.")
    _used(pages, "What was in force on the days of these hands", effect.in_force, "Nothing is on record.")
    cover_parts.contents(pages, _SECTIONS)


def _in_short(pages: Pages, story: Story, compared: Sequence[Comparison]) -> None:
    """The first changes in a sentence each."""
    reported = in_short(compared, story.currency, _SHORT)
    if not reported:
        return
    pages.subheading("What changes", 60)
    for sentence in reported:
        pages.paragraph(sentence, SMALL, after=1, measure=WIDTH)
    pages.paragraph(f"Section {_NUMBERS['changes']} has every change, and the annex every parameter.", NOTE)


def _warnings(story: Story) -> list[str]:
    says = [] if story.audit.complete else [story.broken()]
    if story.unapproved:
        says.append(
            f"NOT APPROVED. {story.ruleset()} is {_article(story.unapproved)}: no hand can be held to it. This shows what "
            "it would have changed, had it been in force."
        )
    else:
        says.append(
            f"WHAT-IF. {story.ruleset()} is tried on hands that were not played under it. This shows what it would have "
            "changed, had it been in force."
        )
    return says


def _article(standing: str) -> str:
    return "a draft" if standing == "draft" else standing


def _conclusion(story: Story, effect: Effect) -> str:
    if not effect.compared:
        return "No hand could be compared: what was due is not known under both controls."
    of = count(effect.compared, "compared hand")
    if not effect.differing:
        said = f"Had {story.ruleset()} been in force, none of {of} would have been settled differently."
    else:
        moved = f"{units(effect.units, plus=False)} {'unit' if effect.units == 1 else 'units'}"
        if effect.money is not None:
            moved = money(effect.money, story.currency)
        said = (
            f"Had {story.ruleset()} been in force, {effect.differing:,} of {of} would have been settled differently; "
            f"{moved} would have changed hands otherwise."
        )
    if effect.unpriced and effect.money is not None:
        said += f" The money of {count(effect.unpriced, 'such hand')} is not known, and is left out."
    if effect.incomparable:
        said += f" {count(effect.incomparable, 'hand')} could not be compared."
    return said


def _used(pages: Pages, title: str, listed: Sequence[RulesetUsed], nothing: str) -> None:
    pages.subheading(title, 50)
    if not listed:
        pages.paragraph(nothing, NOTE)
        return
    columns = (
        Column("Revision", 100, style=SMALL_BOLD),
        Column("Title", 122),
        Column("Standing", 92),
        Column("Hands", 42, True),
        Column("Digest (SHA-256)", 148, style=DIGEST),
    )
    table = ReportTable(pages, columns, most=3)
    table.head()
    for each in listed[:_RULESETS]:
        name = f"{each.id}@{each.revision}"
        table.row(name, each.title, _standing(each), f"{each.hands:,}", each.digest)
    if len(listed) > _RULESETS:
        pages.paragraph(f"{count(len(listed) - _RULESETS, 'more revision')}.", NOTE, after=0)


def _months(pages: Pages, story: Story, effect: Effect) -> None:
    _section(pages, "months", 30 + charts.MONTHS if effect.months else 110)
    if not effect.months:
        pages.paragraph("No hand could be compared.")
        return
    pages.paragraph("By the days that select the revision of each hand.", after=0)
    charts.months(pages, effect.months, story.currency)
    table = ReportTable(
        pages,
        (
            Column("Month", 104, style=SMALL_BOLD),
            Column("Hands compared", 100, True),
            Column("Settled differently", 100, True),
            Column("In 100 hands", 90, True),
            Column(headed("Money otherwise", story.currency), 110, True),
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
        pages.paragraph("No player would have been settled with differently.")
        return
    pages.paragraph(
        "What was due to each player over the compared hands whose money is known. Who would have had more has a plus. "
        "Nobody owes any of this."
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
            Column("Player", 122),
            Column("Hands compared", 72, True),
            Column("Settled differently", 78, True),
            Column(headed("Due, in force", story.currency), 78, True),
            Column(headed("Due, as tried", story.currency), 78, True),
            Column(headed("Difference", story.currency), 76, True, SMALL_BOLD),
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
    _left_out(pages, len(moved) - _PLAYERS, "more player", "smaller differences")
    alike = len(effect.players) - len(moved)
    if alike:
        pages.paragraph(f"Nothing would have been otherwise for {count(alike, 'other player')}.", NOTE)


def _left_out(pages: Pages, number: int, what: str, why: str) -> None:
    if number > 0:
        pages.paragraph(f"{count(number, what)}, with {why}, not listed.", NOTE, after=0)


def _hands(pages: Pages, story: Story, effect: Effect, exhibits: Iterable[Pair]) -> None:
    _section(pages, "hands")
    if not effect.largest:
        pages.paragraph("No hand would have been settled differently.")
        return
    shown, of = len(effect.largest), effect.differing
    which = "All of them" if shown == of else f"The {shown:,} with the largest differences of {of:,}"
    pages.paragraph(
        f"{which}, by the money that would have changed hands otherwise. Of the pairs, those are shown that would have been "
        "settled differently."
    )
    draw_hands(pages, story, effect.largest, exhibits)


def _without(pages: Pages, effect: Effect) -> None:
    _section(pages, "without")
    if not effect.because:
        pages.paragraph("Every recorded hand was compared.")
        return
    pages.paragraph(
        "These hands are in none of the figures. Each is counted under the first reason that fits."
    )
    table = ReportTable(pages, (Column("Reason", 440), Column("Hands", 64, True)))
    table.head()
    for each in effect.because:
        table.row(each.reason[:1].upper() + each.reason[1:], f"{each.hands:,}")


def _held(pages: Pages, story: Story) -> None:
    """How many findings there are by the controls tried, rule by rule: where the record is not as they would have it."""
    _section(pages, "held")
    codes = _by_code(story.audit.findings)
    if not codes:
        said = "No difference" if story.audit.testable else "No hand could be tested"
        pages.paragraph(f"{said} in {count(story.audit.testable, 'testable hand')}.")
        return
    pages.paragraph(
        "Where the record differs from what these controls would have had recorded. Nobody was held to them: none of this says "
        "that anybody did wrong. The findings one by one are in the audit’s JSON and CSV."
    )
    columns = (
        Column("Code", 56, style=SMALL_BOLD),
        Column("Finding", 218),
        Column("Severity", 80),
        Column("Findings", 150, True),
    )
    table = ReportTable(pages, columns)
    table.head()
    for code in sorted(codes):
        first = min(codes[code], key=gravity)
        table.row(code, titled(first.name), first.severity, f"{len(codes[code]):,}")


def _by_code(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Violations and discrepancies by the code of their check."""
    found: dict[str, list[Finding]] = {}
    for each in findings:
        if each.kind in ("violation", "discrepancy"):
            found.setdefault(each.code, []).append(each)
    return found


def _records(pages: Pages, story: Story) -> None:
    _section(pages, "records")
    columns = (
        Column("Room", 50),
        Column("Session", 78),
        Column("Opened", 76),
        Column("Hands", 32, True),
        Column("Digest (SHA-256)", 268, style=DIGEST),
    )
    table = ReportTable(pages, columns, most=3)
    table.head()
    for log in story.logs[:_LOGS]:
        opened = log.opened_at[:16].replace("T", " ")
        table.row(log.room, log.session, opened, f"{log.hands:,}", log.sha256)
    left = len(story.logs) - _LOGS
    if left > 0:
        pages.paragraph(f"{count(left, 'more record')}, not listed.", NOTE, after=0)


def _method(pages: Pages, story: Story) -> None:
    _section(pages, "method")
    for text in _METHOD:
        pages.paragraph(text)
    if story.currency is None and story.logs:
        pages.paragraph(_CURRENCIES)
    pages.subheading("Made with", 80)
    table = ReportTable(pages, (Column("", 112, style=SMALL_SOFT), Column("", 392)))
    code = CODE
    room = story.audit.room
    unsaid = "as written" if not story.several else "not on record for all of the records alike"
    day = f"{room.id}: {room.zone}, from {room.day_begins}" if room else unsaid
    table.row("Gaming day", day)
    table.row("Engine version", story.audit.engine.version)
    table.row("Ruleset library", story.audit.engine.library, styles=(SMALL_SOFT, code))
    table.row("Audit digest", story.digest or NOTHING, styles=(SMALL_SOFT, code))
