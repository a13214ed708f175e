"""The sections about the audit as a whole: custody, open points, restitution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from reports import charts
from reports.cover import draw_sessions
from reports.cover_facts import question
from reports.pages import WIDTH, Pages
from reports.story import Clause, Story, money_of
from reports.tables import Column, Table
from reports.timeline import session_in_time
from reports.typography import CODE, NOTE, SMALL_BOLD, SMALL_SOFT
from reports.words import (
    CHIPS,
    NOTHING,
    count,
    hand_numbers,
    headed,
    in_column,
    moment,
    money,
    period,
    titled,
    units,
)
from rules.results import Finding, LogFacts, ReadingEffect

IN_FULL = 6  # sessions whose records have a table each
MOST_POINTS = 40  # that are left open
MOST_ROWS = 40  # of what may be as many as players or hands
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
    text: str
    rests_on: str
    due: str
    owed: str
    sides: tuple[str, str]
    others: str
    moves: str


_OWED = _Money(
    nothing="Nothing is owed: over the testable hands no player was paid otherwise than was due, by what is recorded.",
    text=(
        "Over the testable hands, what each player’s results were recorded as and what they should have "
        "been. A player who is owed has a plus."
    ),
    rests_on=(
        "This rests on what the recorded transfers brought, or where none were recorded on the recorded nets; and a "
        "repayment from or to nobody at the table is what a record that does not balance leaves over: no player there "
        "gave or took it."
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
    text=(
        "Over the testable hands, what each player’s results were recorded as and what they would have been under "
        "the controls that were tried. A player who would have had more has a plus. Nobody owes any of this: the "
        "room did not say that it played under these controls."
    ),
    rests_on=(
        "This rests on what the recorded transfers brought, or where none were recorded on the recorded nets; and what "
        "comes from or goes to nobody at the table is what a record that does not balance leaves over: no player there "
        "gave or took it."
    ),
    due="As tried",
    owed="More (+), less (−)",
    sides=("would have had more", "would have had less"),
    others="Nothing would have gone otherwise for",
    moves="What would have gone otherwise",
)


def custody(pages: Pages, story: Story, number: int) -> None:
    """Who made the record, how and when, and what it is: by its digest."""
    pages.section(number, story.sections["custody"], "custody", keep=60 if story.bare else 110)
    pages.paragraph(
        "The audit rests on the records below and on nothing else. A digest names a file to the last byte: "
        "a copy with another digest is another record."
    )
    if not story.logs:
        pages.paragraph("No log was received of what this audit is about.")
    elif story.several:
        pages.subheading("Sessions", 60)
        draw_sessions(pages, story)
    if len(story.logs) > IN_FULL:
        _custody_in_brief(pages, story)
    for log in story.logs if len(story.logs) <= IN_FULL else ():
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


def _custody_in_brief(pages: Pages, story: Story) -> None:
    """Of many sessions, who made each record, and its digest."""
    pages.subheading("Records", 60)
    table = Table(
        pages,
        (
            Column("Session", 118, style=SMALL_BOLD),
            Column("Recorded by, how, when", 172),
            Column("Digest (SHA-256)", 214, style=CODE),
        ),
        most=4,
    )
    table.head()
    for log in story.logs:
        how = _SOURCES.get(log.source or "", log.source) or _UNSAID
        when = moment(log.recorded_at, offset=False) if log.recorded_at else _UNSAID
        corrects = "; corrects an earlier file" if log.supersedes_sha256 else ""
        table.row(log.session, f"{log.recorded_by or _UNSAID}; {how}; {when}{corrects}", log.sha256)
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
    for gap in story.audit.gaps[:MOST_ROWS]:
        of = (gap.session,) if story.several else ()
        table.row(*of, f"{gap.after:,}", f"{gap.before:,}", f"{gap.before - gap.after - 1:,}", moment(gap.at))
    _more(pages, len(story.audit.gaps) - MOST_ROWS, "gap", "further on")
    pages.y -= 6


def nothing_else(pages: Pages, story: Story) -> None:
    """What has no section, for there is nothing of it: points that are left open, money that is owed."""
    if story.cases:
        pages.gap(10)
    if "undetermined" not in story.sections:
        pages.paragraph("The controls left nothing open in the hands of this record.")
    if "restitution" not in story.sections:
        said = _TRIED if story.audit.what_if else _OWED
        pages.paragraph(said.nothing)
        pages.paragraph(said.rests_on, NOTE)


def undetermined(pages: Pages, story: Story, clauses: Mapping[str, Clause], number: int) -> None:
    """What the controls do not settle: the readings there are, and what each would move."""
    pages.section(number, story.sections["undetermined"], "undetermined")
    if story.kinds["undetermined"]:
        pages.paragraph(
            "Here the controls are silent, or can be read in more than one way. Nothing below is a "
            "violation; a person decides. The audit took the reading marked as taken, and shows what each "
            "other one would move."
        )
    _points(pages, story, clauses, "undetermined")
    if story.kinds["indicator"]:
        pages.subheading("Indicators")
        pages.paragraph("Statistics over many hands. They say where to look, and are never a verdict.")
        _points(pages, story, clauses, "indicator")


def _points(pages: Pages, story: Story, clauses: Mapping[str, Clause], kind: str) -> None:
    """Points by rule: what each is, and its readings; the heads of both once a page."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in story.of_kind(kind):
        groups.setdefault((finding.code, finding.clause), []).append(finding)
    points, readings = _Points(pages, story), None
    shown = 0
    for (code, clause), findings in groups.items():
        if shown >= MOST_POINTS:
            break
        pages.subheading(f"{code}  {titled(findings[0].name)}", 90)
        known = clauses.get(clause)
        pages.paragraph(
            f"{clause}  {known.statement}" if known else clause, SMALL_SOFT, measure=WIDTH, after=1
        )
        for finding in findings[: MOST_POINTS - shown]:
            points.draw(finding)
            if finding.readings:
                readings = readings or _Readings(pages, story.currency)
                readings.draw(finding.readings, story.currency_of(finding.room, finding.session))
        shown += len(findings)
    left = sum(map(len, groups.values())) - MOST_POINTS
    if left > 0:
        pages.paragraph(f"{count(left, 'point')} more, in the findings as CSV.", NOTE)
    pages.y -= 4


class _Points:
    """The table of what is open, a point a row."""

    def __init__(self, pages: Pages, story: Story) -> None:
        self._story = story
        self._table = Table(
            pages,
            (
                Column("Where", 92, style=SMALL_BOLD),
                Column("What is open", 348),
                Column(headed("Money", story.currency), 64, True),
            ),
            rules=False,
        )
        self._begun = False

    def draw(self, finding: Finding) -> None:
        """One of them."""
        if not self._begun:
            self._table.head()
        self._begun = True
        where = f"{finding.session} " if self._story.several and finding.session else ""
        where += _where(finding)
        says = question(finding)
        if finding.hands and len(finding.hands) > 1:
            says += f" Hands {hand_numbers(finding.hands, 12)}."
        amount = self._story.in_column(finding.money, finding.room, finding.session)
        self._table.row(where[:1].upper() + where[1:], says, amount)


def _where(finding: Finding) -> str:
    hand = finding.hands[0] if finding.hands and len(finding.hands) == 1 else finding.hand
    if hand is not None:
        where = f"hand {hand:,}"
    elif finding.hands is not None:
        where = count(len(finding.hands), "hand")
    else:
        where = "the log" if finding.session else "the day"
    return where + (f", seat {finding.seat}" if finding.seat is not None else "")


class _Readings:
    """The table of readings, below the points that they are of."""

    def __init__(self, pages: Pages, currency: str | None) -> None:
        self._pages = pages
        self._table = Table(
            pages,
            (
                Column("Reading", 120, style=SMALL_BOLD),
                Column("What it means", 216),
                Column("Hands", 44, True),
                Column("Units moved", 56, True),
                Column(headed("Money moved", currency), 68, True),
            ),
        )
        self._begun = False

    def draw(self, readings: list[ReadingEffect], currency: str | None) -> None:
        """Those of one point."""
        if not self._begun:
            self._table.head()
        self._begun = True
        for reading in readings:
            name = f"{reading.reading} (taken)" if reading.taken else reading.reading
            moved = [units(reading.units, plus=False), in_column(reading.money, currency)]
            hands = NOTHING if reading.units is None else f"{reading.hands:,}"
            self._table.row(name, f"{reading.means} [{reading.ambiguity}]", hands, *moved)
        self._pages.y -= 4


def restitution(pages: Pages, story: Story, number: int) -> None:
    """Who is owed what, and by whom."""
    pages.section(number, story.sections["restitution"], "restitution")
    said = _TRIED if story.audit.what_if else _OWED
    rows = [row for row in story.audit.restitution if row.owed]
    pages.paragraph(said.text)
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
    largest = sorted(rows, key=lambda row: -abs(row.owed))[:MOST_ROWS]
    for row in sorted(largest, key=lambda row: -row.owed):
        amounts = [
            in_column(amount, story.currency, plus=True) for amount in (row.recorded, row.due, row.owed)
        ]
        table.row(row.player, f"{row.hands:,}", *amounts)
    _more(pages, len(rows) - MOST_ROWS, "player", "with smaller amounts")
    even = len(story.audit.restitution) - len(rows)
    if even:
        pages.paragraph(f"{said.others} {count(even, 'other player')}.", NOTE)
    _repayments(pages, story, said.moves)


def _repayments(pages: Pages, story: Story, heading: str) -> None:
    if not story.audit.repayments:
        return
    pages.subheading(heading)
    _reconciled(pages, story)
    columns = (
        Column("From", 180),
        Column("To", 180),
        Column("Hands", 60, True),
        Column(headed("Amount", story.currency), 84, True, SMALL_BOLD),
    )
    table = Table(pages, columns, most=3)
    table.head()
    nobody = "nobody at the table"
    for row in sorted(story.audit.repayments, key=lambda row: -row.amount)[:MOST_ROWS]:
        amount = in_column(row.amount, story.currency)
        table.row(row.debtor or nobody, row.creditor or nobody, f"{row.hands:,}", amount)
    _more(pages, len(story.audit.repayments) - MOST_ROWS, "payment", "of smaller amounts")


def _reconciled(pages: Pages, story: Story) -> None:
    """From the money on the first page to what is to be repaid: gross, less what offsets, net."""
    text = story.audit.reconciliation
    if text is None:
        return
    gross, offset, net = (money(each, story.currency) for each in (text.gross, text.offset, text.net))
    what = "would be owed" if story.audit.what_if else "is owed"
    says = f"{gross} {what} hand by hand; {offset} of it offset each other over the hands; {net} is left to settle."
    if text.unbalanced:
        says += (
            f" Of the {gross}, {money(text.unbalanced, story.currency)} is owed to or by nobody at the table, since what "
            "was recorded does not balance; the rest is the money of the first page that "
            f"{story.astray()}."
        )
    pages.paragraph(says, NOTE, measure=WIDTH, after=0)


def _more(pages: Pages, number: int, one: str, what: str) -> None:
    """That a table stops, and where the rest is."""
    if number > 0:
        pages.paragraph(f"{count(number, one)} more {what}, in the audit as JSON.", NOTE)
