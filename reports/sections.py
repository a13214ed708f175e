"""The sections about the audit as a whole: custody, open points, restitution, coverage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reports import charts
from reports.card_words import message
from reports.cover import draw_sessions
from reports.pages import Pages
from reports.story import Clause, Story, money_of
from reports.tables import Column, Table
from reports.timeline import session_in_time
from reports.typography import BODY, CODE, NOTE, SMALL_BOLD, SMALL_SOFT
from reports.words import (
    CHIPS,
    NOTHING,
    count,
    hand_numbers,
    headed,
    in_column,
    listed,
    moment,
    period,
    titled,
    units,
)
from rules.results import Coverage, Finding, LogFacts, ReadingEffect

_SOURCES = {
    "table_system": "the table’s own system",
    "keyed": "keyed in at the table or after it",
    "video_review": "video review",
    "paper": "paper records",
}
_UNSAID = "not recorded"
_IN_CHIPS = "; amounts are tournament chips"


class _Money(NamedTuple):
    """What is said of money that is not where the controls would have it."""

    nothing: str
    told: str
    rests_on: str
    due: str
    owed: str
    sides: tuple[str, str]
    others: str
    moves: str


_OWED = _Money(
    nothing="Nothing is owed: over the testable hands no player was paid otherwise than was due, by what is recorded.",
    told=(
        "Over the testable hands, what each player’s results were recorded as and what they should have "
        "been. A player who is owed has a plus."
    ),
    rests_on=(
        "This rests on the recorded nets; hands whose recorded transfers are as due are left out, since their money "
        "went right and nobody need repay; and a repayment from or to nobody at the table is what recorded nets that "
        "do not balance leave over: no player there gave or took it."
    ),
    due="Due",
    owed="Is owed",
    sides=("is owed", "was paid too much"),
    others="Nothing is owed to or by",
    moves="Repayments",
)
_TRIED = _Money(
    nothing=(
        "Nothing would have gone otherwise: over the testable hands the controls that were tried give every player "
        "what is recorded."
    ),
    told=(
        "Over the testable hands, what each player’s results were recorded as and what they would have been under "
        "the controls that were tried. A player who would have had more has a plus. Nobody owes any of this: the "
        "room did not say that it played under these controls."
    ),
    rests_on=(
        "This rests on the recorded nets; hands whose recorded transfers are as these controls would have had them "
        "are left out; and what comes from or goes to nobody at the table is what recorded nets that do not balance "
        "leave over: no player there gave or took it."
    ),
    due="As tried",
    owed="More (+), less (−)",
    sides=("would have had more", "would have had less"),
    others="Nothing would have gone otherwise for",
    moves="What would have gone otherwise",
)


def custody(pages: Pages, story: Story, number: int) -> None:
    """Who made the record, how and when, and what it is: by its digest."""
    pages.section(number, story.sections["custody"], "custody")
    pages.paragraph(
        "The audit rests on the records below and on nothing else. A digest names a file to the last byte: "
        "a copy with another digest is another record."
    )
    if not story.logs:
        pages.paragraph("No log was received of what this audit is about.")
    elif story.several:
        pages.subheading("Sessions", 60)
        draw_sessions(pages, story)
    for log in story.logs:
        _custody_of(pages, log, story.several)
    if story.audit.timeline:
        _session_in_time(pages, story)
    if story.audit.gaps:
        _gaps(pages, story)


def _custody_of(pages: Pages, log: LogFacts, several: bool) -> None:
    if several:
        pages.subheading(f"{log.room} · {log.session}", 120)
    hands = f"{log.hands:,} of {log.hands_expected:,} expected"
    if log.first_hand is not None and log.last_hand is not None:
        hands += f", numbered {log.first_hand:,} to {log.last_hand:,}"
    rows = [
        ("Room, table", f"{log.room}, {log.table}"),
        (
            "Session",
            log.session if log.number is None else f"{log.session} (number {log.number:,} of the room)",
        ),
        ("Period", period(log.opened_at, log.closed_at)),
        ("Recorded by", log.recorded_by or _UNSAID),
        ("Recorded how", _SOURCES.get(log.source or "", log.source) or _UNSAID),
        ("Recorded when", moment(log.recorded_at) if log.recorded_at else _UNSAID),
        ("Dealer, supervisor", f"{log.dealer or _UNSAID}, {log.supervisor or _UNSAID}"),
        ("Ruleset as stated", log.ruleset or _UNSAID),
        ("Hands", hands),
        ("Players, currency", f"{log.players:,}, {log.currency}{_IN_CHIPS * (money_of(log) == CHIPS)}"),
        ("Size", f"{count(log.events, 'event')}, {count(log.bytes, 'byte')}"),
    ]
    table = Table(pages, (Column("", 112, style=SMALL_SOFT), Column("", 392)), most=6)
    for label, value in rows:
        table.row(label, value)
    table.row("Digest (SHA-256)", log.sha256, styles=(SMALL_SOFT, CODE))
    if log.supersedes_sha256:
        says = f"by {log.supersedes_by or _UNSAID}; reason: {log.supersedes_reason or _UNSAID}"
        table.row("Corrects an earlier file", says)
        table.row("Digest of that file", log.supersedes_sha256, styles=(SMALL_SOFT, CODE))
    else:
        table.row("Corrections", "None: this record does not supersede an earlier one.")
    pages.y -= 6


def _session_in_time(pages: Pages, story: Story) -> None:
    pages.subheading("The session in time", 190)
    session_in_time(pages, story.audit.timeline, story.audit.gaps)


def _gaps(pages: Pages, story: Story) -> None:
    pages.subheading("Missing hand numbers", 60)
    columns = (Column("After hand", 80), Column("Before hand", 80), Column("Missing", 70, True))
    whose = (Column("Session", 134),) if story.several else ()
    table = Table(pages, (*whose, *columns, Column("Next hand dealt at", 140 if story.several else 274)))
    table.head()
    for gap in story.audit.gaps:
        of = (gap.session,) if story.several else ()
        table.row(*of, f"{gap.after:,}", f"{gap.before:,}", f"{gap.before - gap.after - 1:,}", moment(gap.at))
    pages.y -= 6


def undetermined(pages: Pages, story: Story, clauses: Mapping[str, Clause], number: int) -> None:
    """What the controls do not settle: the readings there are, and what each would move."""
    pages.section(number, story.sections["undetermined"], "undetermined")
    if not story.in_logs["undetermined"] and not story.in_logs["indicator"]:
        pages.paragraph("The controls left nothing open in the hands of this record.")
        return
    if story.in_logs["undetermined"]:
        pages.paragraph(
            "Here the controls are silent, or can be read in more than one way. Nothing below is a "
            "violation; a person decides. The audit took the reading marked as taken, and shows what each "
            "other one would move."
        )
    _points(pages, story, clauses, "undetermined")
    if story.in_logs["indicator"]:
        pages.subheading("Indicators")
        pages.paragraph("Statistics over many hands. They say where to look, and are never a verdict.")
        _points(pages, story, clauses, "indicator")


def _points(pages: Pages, story: Story, clauses: Mapping[str, Clause], kind: str) -> None:
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in story.of_kind(kind):
        groups.setdefault((finding.code, finding.clause), []).append(finding)
    for (code, clause), findings in groups.items():
        pages.subheading(f"{code}  {titled(findings[0].name)}", 90)
        known = clauses.get(clause)
        pages.paragraph(f"{clause}  {known.statement}" if known else clause, SMALL_SOFT, after=3)
        _touched(pages, story, findings)


def _touched(pages: Pages, story: Story, findings: list[Finding]) -> None:
    columns = (
        Column("Where", 92, style=SMALL_BOLD),
        Column("What is open", 348),
        Column(headed("Money", story.currency), 64, True),
    )
    table = Table(pages, columns)
    table.head()
    for finding in findings:
        currency = story.currency_of(finding.room, finding.session)
        where = f"{finding.room} {finding.session} " if story.several else ""
        hand = finding.hands[0] if finding.hands and len(finding.hands) == 1 else finding.hand
        if hand is not None:
            where += f"hand {hand:,}"
        elif finding.hands is not None:
            where += count(len(finding.hands), "hand")
        else:
            where += "the log"
        where += f", seat {finding.seat}" if finding.seat is not None else ""
        says = message(finding)
        if finding.hands and len(finding.hands) > 1:
            says += f" Hands {hand_numbers(finding.hands)}."
        amount = story.in_column(finding.money, finding.room, finding.session)
        table.row(where[:1].upper() + where[1:], says, amount)
        if finding.readings:
            _readings(pages, finding.readings, currency)
            if finding is not findings[-1]:
                table.head()
    pages.y -= 4


def _readings(pages: Pages, readings: list[ReadingEffect], currency: str | None) -> None:
    pages.y -= 2
    table = Table(
        pages,
        (
            Column("Reading", 120, style=SMALL_BOLD),
            Column("What it means", 216),
            Column("Hands", 44, True),
            Column("Units moved", 56, True),
            Column(headed("Money moved", currency), 68, True),
        ),
    )
    table.head()
    for reading in readings:
        name = f"{reading.reading} (taken)" if reading.taken else reading.reading
        moved = [units(reading.units, plus=False), in_column(reading.money, currency)]
        hands = NOTHING if reading.units is None else f"{reading.hands:,}"
        table.row(name, f"{reading.means} [{reading.ambiguity}]", hands, *moved)
    pages.y -= 6


def restitution(pages: Pages, story: Story, number: int) -> None:
    """Who is owed what, and by whom."""
    pages.section(number, story.sections["restitution"], "restitution")
    said = _TRIED if story.audit.what_if else _OWED
    rows = [row for row in story.audit.restitution if row.owed]
    if not rows and not story.audit.repayments:
        pages.paragraph(said.nothing)
        pages.paragraph(said.rests_on, NOTE)
        return
    pages.paragraph(said.told)
    pages.paragraph(said.rests_on, NOTE)
    charts.money_by_player(pages, story.audit.restitution, story.currency, said.sides)
    table = Table(
        pages,
        (
            Column("Player", 196),
            Column("Hands", 56, True),
            Column(headed("Recorded", story.currency), 84, True),
            Column(headed(said.due, story.currency), 84, True),
            Column(headed(said.owed, story.currency), 84, True, SMALL_BOLD),
        ),
        most=3,
    )
    table.head()
    for row in rows:
        amounts = [
            in_column(amount, story.currency, plus=True) for amount in (row.recorded, row.due, row.owed)
        ]
        table.row(row.player, f"{row.hands:,}", *amounts)
    even = len(story.audit.restitution) - len(rows)
    if even:
        pages.paragraph(f"{said.others} {count(even, 'other player')}.", NOTE)
    _repayments(pages, story, said.moves)


def _repayments(pages: Pages, story: Story, heading: str) -> None:
    if not story.audit.repayments:
        return
    pages.subheading(heading)
    columns = (
        Column("From", 180),
        Column("To", 180),
        Column("Hands", 60, True),
        Column(headed("Amount", story.currency), 84, True, SMALL_BOLD),
    )
    table = Table(pages, columns, most=3)
    table.head()
    nobody = "nobody at the table"
    for row in story.audit.repayments:
        amount = in_column(row.amount, story.currency)
        table.row(row.debtor or nobody, row.creditor or nobody, f"{row.hands:,}", amount)


def coverage(pages: Pages, story: Story, number: int) -> None:
    """How many hands each rule was tested on, and why the others were not."""
    pages.section(number, story.sections["coverage"], "coverage")
    audit = story.audit
    pages.paragraph(
        f"Each of the {count(audit.hands, 'recorded hand')} is accounted for under each rule: tested, and "
        "then agreeing or differing, or untestable for want of evidence. “Open” are those of the agreeing hands "
        "that have a point which the controls leave open."
    )
    for failure in audit.failures:
        pages.paragraph(f"{failure.code} broke down, and its result is not known: {failure.message}", BODY)
    if not audit.coverage:
        pages.paragraph("No rule was tested.")
        return
    if audit.hands or not story.across_codes:
        _covered(pages, [row for row in audit.coverage if row.code not in story.across_codes])
    if story.across_codes and not story.logs:
        pages.paragraph("There was no session to hold against another; what was tested is the day itself.")
    elif story.across_codes:
        pages.subheading("Across sessions", 90)
        pages.paragraph(
            "Under the rules that hold the sessions of the gaming day against each other, sessions are counted in place "
            f"of hands: {count(len(story.logs), 'session')}."
        )
        _covered(pages, [row for row in audit.coverage if row.code in story.across_codes])


def _covered(pages: Pages, rows: Sequence[Coverage]) -> None:
    charts.coverage(pages, rows)
    table = Table(
        pages,
        (
            Column("Code", 48, style=SMALL_BOLD),
            Column("Rule", 122),
            Column("Tested", 46, True),
            Column("Agreeing", 48, True),
            Column("Open", 42, True),
            Column("Differing", 46, True),
            Column("Untestable", 52, True),
            Column("Why not tested", 100, style=NOTE),
        ),
    )
    table.head()
    for row in rows:
        why = [f"{reason.reason} ({reason.hands:,})" for reason in row.because]
        figures = (row.tested, row.agreeing, row.open, row.differing, row.untestable)
        counts = [f"{figure:,}" for figure in figures]
        table.row(row.code, titled(row.name), *counts, listed(why) if why else NOTHING)
