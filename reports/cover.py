"""The first page: what was audited, what was found, and where to look first."""

from __future__ import annotations

from collections.abc import Sequence

from reports import front
from reports.findings import WHEN_WIDTH
from reports.pages import LEFT, RIGHT, WIDTH, Pages
from reports.story import Story
from reports.tables import GUTTER, Column, Table
from reports.typography import (
    CONDENSED,
    DIGEST,
    NOTE,
    SMALL_BOLD,
    Style,
    fitted,
)
from reports.words import NOTHING, count, headed, listed, money, period, titled
from rules.results import Finding

SESSIONS_SHOWN = 10
_CLOSE = Style(CONDENSED, 8, 11)


def draw_cover(pages: Pages, story: Story) -> None:
    """The page."""
    pages.new_page()
    pages.outline("Summary", "summary")
    _masthead(pages, story)
    front.warnings(pages, warnings(story))
    front.conclusion(pages, story.conclusion())
    _figures(pages, story)
    for diagnosis in story.audit.diagnosis:
        pages.subheading(f"The results fit another ruleset: {diagnosis.ruleset}@{diagnosis.revision}", 30)
        pages.paragraph(diagnosis.message, after=2)
    draw_gravest(pages, story)
    if story.several:
        _sessions(pages, story)
    draw_rulesets(pages, story)
    front.contents(pages, story.sections)


def _masthead(pages: Pages, story: Story) -> None:
    what = "AUDIT OF A SESSION" if not story.several else "AUDIT OF SEVERAL SESSIONS"
    if story.several:
        line = story.days()
    else:
        log = story.logs[0]
        line = f"Session {log.session}   ·   {period(log.opened_at, log.closed_at)}"
    front.masthead(pages, what, story.title(), line)


def warnings(story: Story) -> list[str]:
    """What the reader must know before anything else: a broken check, or another ruleset than the room's."""
    says = []
    if not story.audit.complete:
        says.append(story.broken())
    if story.audit.what_if:
        unapproved = f" It was not approved: its standing is {story.unapproved}." if story.unapproved else ""
        says.append(
            f"WHAT-IF. Audited under {story.ruleset()}, not under the ruleset that the room said it played: "
            f"it shows what would have been due, not what was.{unapproved}"
        )
    return says


def _figures(pages: Pages, story: Story) -> None:
    """The counts of an audit of logs."""
    expected = sum(log.hands_expected for log in story.logs)
    first = (
        (expected, "hands expected"),
        (story.audit.hands, "hands recorded"),
        (story.audit.testable, "hands testable"),
    )
    draw_figures(pages, story, [(f"{number:,}", label) for number, label in first])


def draw_figures(pages: Pages, story: Story, first: Sequence[tuple[str, str]]) -> None:
    """The counts, large: the first three as given, then what was found."""
    audit = story.audit
    found = (
        (story.kinds["violation"], "violations"),
        (story.kinds["discrepancy"], "discrepancies"),
        (story.kinds["undetermined"], "undetermined"),
    )
    amounts = (
        (money(audit.money_misallocated, story.currency), story.astray().removeprefix("went ")),
        (money(audit.money_misrecorded, story.currency), "written down wrong"),
    )
    front.figures(pages, [*first, *((f"{number:,}", label) for number, label in found)], amounts)


def draw_gravest(pages: Pages, story: Story) -> None:
    """The gravest findings, each a link; time, video and page are filled in when their hand is set."""
    if not story.gravest:
        return
    pages.subheading("Where to look first", 80)
    who = Column("Session", 92, style=_CLOSE) if story.several else Column("Player", 56)
    columns = (
        Column("Finding", 194 - who.width, style=_CLOSE),
        who,
        Column("Hand", 34, True),
        Column("Seat", 26, True),
        Column(headed("Effect", story.currency), 50, True),
        Column("Time and video", WHEN_WIDTH),
        Column("Page", 0, True),
    )
    taken = sum(column.width for column in columns)
    table = Table(pages, (*columns[:-1], columns[-1]._replace(width=WIDTH - taken)))
    table.head()
    when = LEFT + sum(column.width for column in columns[:5])
    for place, finding in enumerate(story.gravest):
        hand = _hand(story, finding)
        seat = str(finding.seat) if finding.seat is not None else NOTHING
        effect = story.in_column(finding.money, finding.room, finding.session)
        name = f"{finding.code}  {titled(finding.name)}"
        whose = _where(story, finding) if story.several else finding.player or NOTHING
        y = table.row(name, fitted(whose, who.style, who.width - GUTTER), hand, seat, effect, "", "")
        pages.later(f"when-{place}", when, y)
        pages.later(f"page-grave-{place}", RIGHT, y)
        pages.sheet.link(
            LEFT, pages.y, RIGHT, y + 9, f"grave-{place}", f"{finding.code} {_place(finding, hand)}"
        )
    pages.y -= 4
    rest = story.kinds["violation"] + story.kinds["discrepancy"] - len(story.gravest)
    if rest > 0:
        where = [
            str(story.numbers[key]) for key in ("day", "violation", "discrepancy") if key in story.numbers
        ]
        says = f"By severity, then by money. Sections {listed(where)} have {rest:,} more."
        pages.paragraph(says, NOTE, after=0)


def _place(finding: Finding, hand: str) -> str:
    return f"of the {hand}" if finding.hand is None else f"in hand {hand}"


def _hand(story: Story, finding: Finding) -> str:
    if finding.hand is not None:
        return f"{finding.hand:,}"
    return "day" if finding.code in story.across_codes else "log"


def _where(story: Story, finding: Finding) -> str:
    """The session of a finding, with its room where there are several."""
    rooms = {log.room for log in story.logs}
    if not finding.session:
        return NOTHING
    return finding.session if len(rooms) == 1 else f"{finding.room} · {finding.session}"


def _sessions(pages: Pages, story: Story) -> None:
    pages.subheading("Sessions", 80)
    draw_sessions(pages, story, SESSIONS_SHOWN)
    left = len(story.logs) - SESSIONS_SHOWN
    if left > 0:
        section = story.numbers["custody"]
        pages.paragraph(f"{count(left, 'session')} more in section {section}.", NOTE, after=0)


def draw_sessions(pages: Pages, story: Story, most: int | None = None) -> None:
    """The logs of the audit, with what was found in each."""
    table = Table(
        pages,
        (
            Column("Room", 62),
            Column("Session", 108),
            Column("Table", 44),
            Column("Opened", 98),
            Column("Hands", 44, True),
            Column("Expected", 46, True),
            Column("Violations", 46, True),
            Column("Discrepancies", 56, True),
        ),
        most=3,
    )
    table.head()
    for log in story.logs[:most]:
        found = [story.by_log[log.room, log.session, kind] for kind in ("violation", "discrepancy")]
        opened = log.opened_at[:19].replace("T", " ")
        counts = [f"{number:,}" for number in (log.hands, log.hands_expected, *found)]
        table.row(log.room, log.session, log.table, opened, *counts)
    pages.y -= 2


def draw_rulesets(pages: Pages, story: Story) -> None:
    pages.subheading("Rulesets", 50)
    table = Table(
        pages,
        (
            Column("Revision", 92, style=SMALL_BOLD),
            Column("Title", 108),
            Column("Hands", 36, True),
            Column("Digest (SHA-256)", 268, style=DIGEST),
        ),
        most=3,
    )
    table.head()
    for used in story.audit.rulesets[:6]:
        title = f"{used.title} (mandatory)" if used.mandatory else used.title
        table.row(f"{used.id}@{used.revision}", title, f"{used.hands:,}", used.digest)
    if not story.audit.rulesets:
        pages.paragraph("No hand was replayed under any ruleset.", NOTE)
    elif len(story.audit.rulesets) > 6:
        pages.paragraph("All of them are in the section on method.", NOTE, after=0)
