"""The first page: what was audited, what was found, and where to look first."""

from __future__ import annotations

from collections.abc import Mapping

from reports.findings import WHEN_WIDTH
from reports.pages import LEFT, RIGHT, WIDTH, Pages
from reports.sheet import Sheet
from reports.story import Story
from reports.tables import GUTTER, Column, Table
from reports.typography import (
    ACCENT,
    CODE,
    CONDENSED,
    INK,
    LABEL,
    LEAD,
    NOTE,
    OVERLINE,
    SEMIBOLD,
    SMALL,
    SMALL_BOLD,
    SUBTITLE,
    TITLE,
    WHITE,
    Style,
    fitted,
    shrunk,
    width,
    wrapped,
)
from reports.words import NOTHING, count, headed, money, period, titled
from rules.results import Finding

SESSIONS_SHOWN = 10
_CLOSE = Style(CONDENSED, 8, 11)
_COUNTS, _MONEY = 6, 2  # of the large figures
_FIGURE = Style(SEMIBOLD, 17, 20)
_CHIPS = ("chip", "chips")
_COUNT_WIDTH = 54.0
_MONEY_WIDTH = (WIDTH - _COUNTS * _COUNT_WIDTH) / _MONEY
_FIGURE_PLACES = [
    *((LEFT + place * _COUNT_WIDTH, _COUNT_WIDTH) for place in range(_COUNTS)),
    *((RIGHT - place * _MONEY_WIDTH, _MONEY_WIDTH) for place in range(_MONEY, 0, -1)),
]
_WARNING = Style(SEMIBOLD, 9, 12.5, WHITE)


def draw_cover(pages: Pages, story: Story) -> None:
    """The page."""
    pages.new_page()
    pages.outline("Summary", "summary")
    _masthead(pages, story)
    _warnings(pages, story)
    _conclusion(pages, story)
    _figures(pages, story)
    for diagnosis in story.audit.diagnosis:
        pages.subheading(f"The results fit another ruleset: {diagnosis.ruleset}@{diagnosis.revision}", 30)
        pages.paragraph(diagnosis.message, after=2)
    _gravest(pages, story)
    if story.several:
        _sessions(pages, story)
    _rulesets(pages, story)
    _contents(pages, story)


def _masthead(pages: Pages, story: Story) -> None:
    sheet = pages.sheet
    pages.y -= 8
    what = "AUDIT OF A SESSION" if not story.several else "AUDIT OF SEVERAL SESSIONS"
    sheet.text(LEFT, pages.y, what, OVERLINE)
    pages.y -= 30
    sheet.fit(LEFT, pages.y, story.title(), TITLE, WIDTH)
    pages.y -= 4
    if story.several:
        opened = min((log.opened_at for log in story.logs), default=None)
        closed = max((log.closed_at for log in story.logs if log.closed_at), default=None)
        line = period(opened, closed) if opened else "no logs"
    else:
        log = story.logs[0]
        line = f"Session {log.session}   ·   {period(log.opened_at, log.closed_at)}"
    for text in wrapped(line, SUBTITLE, WIDTH, 3):
        pages.y -= SUBTITLE.leading
        sheet.text(LEFT, pages.y, text, SUBTITLE)
    pages.y -= 14


def _warnings(pages: Pages, story: Story) -> None:
    """What the reader must know before anything else: a broken check, or another ruleset than the room's."""
    says = []
    if not story.audit.complete:
        broke = "; ".join(f"{failure.code}: {failure.message}" for failure in story.audit.failures)
        says.append(f"INCOMPLETE AUDIT. A check broke down, and its result is not known. {broke}")
    if story.audit.what_if:
        says.append(
            f"WHAT-IF. Audited under {story.ruleset()}, not under the ruleset that the room said it played: "
            "it shows what would have been due, not what was."
        )
    for text in says:
        lines = wrapped(text, _WARNING, WIDTH - 20, 8)
        high = len(lines) * _WARNING.leading + 10
        pages.sheet.box(LEFT, pages.y - high, WIDTH, high, INK)
        for place, line in enumerate(lines):
            y = pages.y - 14 - place * _WARNING.leading
            pages.sheet.text(LEFT + 10, y, line, _WARNING)
        pages.y -= high + 8


def _conclusion(pages: Pages, story: Story) -> None:
    draw_lead(pages, story.conclusion())


def draw_lead(pages: Pages, text: str) -> None:
    """What the document says in a sentence, beside a bar."""
    lines = wrapped(text, LEAD, WIDTH - 14)
    pages.sheet.box(LEFT, pages.y - len(lines) * LEAD.leading + 1, 2.5, len(lines) * LEAD.leading - 1, ACCENT)
    for line in lines:
        pages.y -= LEAD.leading
        pages.sheet.text(LEFT + 14, pages.y + 5.2, line, LEAD)
    pages.y -= 16


def _figures(pages: Pages, story: Story) -> None:
    """The counts, large."""
    audit, sheet = story.audit, pages.sheet
    expected = sum(log.hands_expected for log in story.logs)
    figures = [
        (f"{expected:,}", "hands expected"),
        (f"{audit.hands:,}", "hands recorded"),
        (f"{audit.testable:,}", "hands testable"),
        (f"{story.kinds['violation']:,}", "violations"),
        (f"{story.kinds['discrepancy']:,}", "discrepancies"),
        (f"{story.kinds['undetermined']:,}", "undetermined"),
        (money(audit.money_misallocated, story.currency), story.astray().removeprefix("went ")),
        (money(audit.money_misrecorded, story.currency), "written down wrong"),
    ]
    sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)
    for (figure, label), (x, wide) in zip(figures, _FIGURE_PLACES, strict=True):
        draw_figure(sheet, x, pages.y - 23, figure, wide - 8)
        sheet.text(x, pages.y - 34, label, LABEL)
    pages.y -= 42
    sheet.line(LEFT, pages.y, RIGHT, pages.y)
    pages.y -= 6


def draw_figure(sheet: Sheet, x: float, y: float, text: str, room: float) -> None:
    """A figure, large; the word after it, of chips, is small."""
    figure, _, word = text.partition("\u00a0") if text.endswith(_CHIPS) else (text, "", "")
    beside = width(word, _CLOSE) + 3 if word else 0.0
    style = shrunk(figure, _FIGURE, room - beside)
    sheet.text(x, y, figure, style)
    sheet.text(x + width(figure, style) + 3, y, word, _CLOSE)


def _gravest(pages: Pages, story: Story) -> None:
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
        hand = f"{finding.hand:,}" if finding.hand is not None else "log"
        seat = str(finding.seat) if finding.seat is not None else NOTHING
        effect = story.in_column(finding.money, finding.room, finding.session)
        name = f"{finding.code}  {titled(finding.name)}"
        whose = _where(story, finding) if story.several else finding.player or NOTHING
        y = table.row(name, fitted(whose, who.style, who.width - GUTTER), hand, seat, effect, "", "")
        pages.later(f"when-{place}", when, y)
        pages.later(f"page-grave-{place}", RIGHT, y)
        pages.sheet.link(LEFT, pages.y, RIGHT, y + 9, f"grave-{place}", f"{finding.code} in hand {hand}")
    pages.y -= 4
    rest = story.kinds["violation"] + story.kinds["discrepancy"] - len(story.gravest)
    if rest > 0:
        where = f"Sections {story.numbers['violation']} and {story.numbers['discrepancy']}"
        pages.paragraph(f"By severity, then by money. {where} have {rest:,} more.", NOTE, after=0)


def _where(story: Story, finding: Finding) -> str:
    """The session of a finding, with its room where there are several."""
    rooms = {log.room for log in story.logs}
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


def _rulesets(pages: Pages, story: Story) -> None:
    pages.subheading("Rulesets", 50)
    table = Table(
        pages,
        (
            Column("Revision", 96, style=SMALL_BOLD),
            Column("Title", 120),
            Column("Hands", 40, True),
            Column("Digest (SHA-256)", 248, style=CODE),
        ),
        most=3,
    )
    table.head()
    for used in story.audit.rulesets[:6]:
        table.row(f"{used.id}@{used.revision}", used.title, f"{used.hands:,}", used.digest)
    if not story.audit.rulesets:
        pages.paragraph("No hand was replayed under any ruleset.", NOTE)
    elif len(story.audit.rulesets) > 6:
        pages.paragraph("All of them are in the section on method.", NOTE, after=0)


def _contents(pages: Pages, story: Story) -> None:
    """The sections in two columns, each a link with its page."""
    draw_contents(pages, story.sections)


def draw_contents(pages: Pages, sections: Mapping[str, str]) -> None:
    """Sections by their keys, numbered in their order."""
    half = (len(sections) + 1) // 2
    pages.subheading("Contents", half * 13 + 4)
    top, middle = pages.y, WIDTH / 2
    pages.sheet.line(LEFT, top, RIGHT, top, grey=0.25, weight=0.6)
    for place, (key, title) in enumerate(sections.items()):
        x = LEFT + (place // half) * (middle + 10)
        y = top - 11 - (place % half) * 13
        end = x + middle - 10
        pages.sheet.text(x, y, str(place + 1), SMALL_BOLD._replace(colour=ACCENT))
        pages.sheet.text(x + 14, y, title, SMALL)
        pages.sheet.line(x, y - 3.6, end, y - 3.6)
        pages.later(f"page-{key}", end, y)
        pages.sheet.link(x, y - 3, end, y + 9, key, title)
    pages.y = top - half * 13 - 6
