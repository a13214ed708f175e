"""Violations and discrepancies: criterion, condition, expectation and effect of each finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

from reports import exhibits as exhibit_block
from reports.card_words import message, stated
from reports.pages import FULL, LEFT, RIGHT, WIDTH, Pages
from reports.story import Clause, Story
from reports.tables import Column, Table
from reports.typography import (
    CONDENSED,
    HEADING,
    INK,
    LABEL,
    NOTE,
    SMALL,
    SMALL_BOLD,
    SUBHEADING,
    WHITE,
    Style,
    fitted,
    width,
    wrapped,
)
from reports.words import CHIPS, NOTHING, count, hand_numbers, in_column, moment, quantity, titled
from rules.results import Exhibit, Finding

MOST_ENTRIES = 240  # of the outline, for one kind of finding
WHEN_WIDTH = 182.0  # room on the first page for a time and a video reference
WHEN = Style(CONDENSED, 8, 11)
_LABELS = 50.0
_CLAUSE_ROOM = 150.0
_CONDITION = Style(CONDENSED, 8, 10.5)
_CONDITION_BOLD = Style(SMALL_BOLD.face, 8, 10.5)
_COLUMNS = (
    Column("Condition", _LABELS, style=_CONDITION),
    Column("", 254, style=_CONDITION),
    Column("Stated", 52, True, _CONDITION),
    Column("Expected", 52, True, _CONDITION),
    Column("Difference", 50, True, _CONDITION),
    Column("Effect", 46, True, _CONDITION),
)
_IN_CHIPS = (_COLUMNS[0], _COLUMNS[1]._replace(title="Amounts in chips"), *_COLUMNS[2:])
_FIGURE_ROOM = 44.0
_SHADES = {
    "critical": (INK, WHITE),
    "major": ("0.42 g", WHITE),
    "minor": ("0.82 g", INK),
    "note": ("0.93 g", INK),
}
_PILL = Style(SMALL_BOLD.face, 8, 10, INK, 0.2)
_DOUBLED = "DCK001"  # its findings state the card that is there twice
_NOT_ADDED = (
    "Amounts stand with each finding, and are not added up by rule: one error is found at each seat that it "
    "touches, and often by more than one rule. What they come to is on the first page."
)
_NOTHING_FOUND = {
    "violation": "No violation was found in what could be tested; the coverage tells what that is.",
    "discrepancy": "No discrepancy was found in what could be tested; the coverage tells what that is.",
}


class FindingPages:
    """Sets the findings of one kind, hand by hand, with the exhibits as they come."""

    def __init__(self, pages: Pages, story: Story, clauses: Mapping[str, Clause], kind: str) -> None:
        self._pages, self._story, self._clauses, self._kind = pages, story, clauses, kind
        self._blocks = 0
        self._step = max(1, -(-story.blocks[kind] // MOST_ENTRIES))
        self._session_step = max(1, -(-len(story.logs) // MOST_ENTRIES))
        self._sessions = 0
        self._grave = {id(finding): place for place, finding in enumerate(story.gravest)}

    def draw(self, number: int, title: str, exhibits: Iterable[Exhibit]) -> None:
        """The whole section."""
        pages, story = self._pages, self._story
        pages.section(number, title, self._kind)
        if any(each.kind == self._kind for each in story.across):
            pages.paragraph(f"Those across sessions are in section {story.numbers['day']}.")
        if not story.in_logs[self._kind]:
            pages.paragraph(_NOTHING_FOUND[self._kind])
            return
        self._summary()
        shown = Shown(exhibits)
        for (room, session), findings in story.by_session(self._kind):
            first = story.several
            for hand, group in groupby(findings, key=lambda finding: finding.hand):
                block = list(group)
                records = [] if hand is None else shown.of(room, session, hand)
                if first:
                    self._session(room, session, 90 if hand is None else self._room_for(block, records))
                    first = False
                if hand is None:
                    self._of_the_log(block)
                else:
                    self._hand(block, records)
        pages.running = None
        shown.finish()

    def _summary(self) -> None:
        """The findings by code, with the criterion in full."""
        table = Table(
            self._pages,
            (
                Column("Code", 48, style=SMALL_BOLD),
                Column("Finding", 104),
                Column("Criterion", 262, style=Style(CONDENSED, 8, 10.5)),
                Column("Severity", 46),
                Column("Findings", 44, True),
            ),
        )
        table.head()
        codes = self._story.by_code[self._kind]
        of_logs = (row for row in codes.values() if row.code not in self._story.across_codes)
        for row in sorted(of_logs, key=lambda row: row.code):
            known = self._clauses.get(row.clause)
            criterion = self.criterion(row.clause) + (f" [{known.source}]" if known and known.source else "")
            table.row(row.code, titled(row.name), criterion, row.severity, f"{row.findings:,}")
        self._pages.y -= 3
        if any(finding.money for finding in self._story.of_kind(self._kind)):
            self._pages.paragraph(_NOT_ADDED, NOTE)

    def criterion(self, clause: str) -> str:
        """A clause with its statement, where it is known."""
        known = self._clauses.get(clause)
        return f"{clause}  {known.statement}" if known else clause

    def _session(self, room: str, session: str, keep: float) -> None:
        """The heading of a session, that stays with so much of what follows."""
        pages = self._pages
        pages.running = None
        pages.gap(16)
        pages.need(50 + min(keep, FULL - 50))
        if self._sessions % self._session_step == 0:
            pages.outline(f"{room} · {session}", f"{self._kind}-session-{self._sessions}", 1)
        self._sessions += 1
        pages.y -= 14
        pages.sheet.fit(LEFT, pages.y, f"{room} · session {session}", HEADING._replace(size=12), WIDTH)
        number = self._story.by_log[room, session, self._kind]
        pages.y -= 13
        pages.sheet.text(LEFT, pages.y, f"{count(number, 'finding')} of this kind", NOTE)
        pages.y -= 4
        pages.headed = pages.y

    def of_the_day(self, findings: list[Finding]) -> None:
        """Findings across sessions, of every kind; the criterion once for those that share it."""
        self._remember(findings, None)
        self._groups(findings)

    def _of_the_log(self, findings: list[Finding]) -> None:
        pages = self._pages
        pages.running = None
        pages.gap(12)
        pages.need(90)
        self._remember(findings, None)
        pages.y -= 14
        pages.sheet.text(LEFT, pages.y, "The log as a whole", HEADING)
        pages.y -= 5
        pages.sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)
        self._groups(findings)
        pages.y -= 10

    def _hand(self, findings: list[Finding], shown: list[Exhibit]) -> None:
        pages = self._pages
        exhibit = shown[0] if shown else None
        pages.running = None
        pages.gap(18)
        pages.need(self._room_for(findings, shown))
        self._entry(findings[0])
        self._remember(findings, exhibit)
        pages.running = f"Hand {findings[0].hand:,}"
        self._block(findings, shown)

    def _room_for(self, findings: list[Finding], shown: list[Exhibit]) -> float:
        """How much of a page a hand needs: all that it takes, unless that is more than a page."""
        high = self._pages.measure(lambda: self._block(findings, shown))
        return high + 1 if high < FULL else 300

    def _block(self, findings: list[Finding], shown: list[Exhibit]) -> None:
        """A hand with its findings and its exhibits."""
        pages = self._pages
        self._heading(findings[0], shown[0] if shown else None)
        self._groups(findings)
        accused = {finding.seat for finding in findings if finding.seat is not None}
        doubled = {str(finding.stated) for finding in findings if finding.code == _DOUBLED}
        currency = self._story.currency_of(findings[0].room, findings[0].session)
        for one in shown:
            if len(shown) > 1:
                pages.paragraph(f"The hand with this number at line {one.line:,}:", SMALL, after=0)
            exhibit_block.draw(pages, one, currency, accused, doubled)
        if not shown:
            pages.paragraph("The record of this hand is not at hand.", NOTE)

    def _entry(self, first: Finding) -> None:
        """An entry of the outline: for each hand, or where there are many, for each so many."""
        if self._blocks % self._step == 0:
            title = f"Hand {first.hand:,}" if self._step == 1 else f"From hand {first.hand:,}"
            key = f"{self._kind}-{self._blocks}"
            nested = self._story.several and self._session_step == 1
            self._pages.outline(title, key, 2 if nested else 1)
        self._blocks += 1

    def _remember(self, findings: list[Finding], exhibit: Exhibit | None) -> None:
        """Tell the first page where a finding that it points to stands, and when that was."""
        pages = self._pages
        for finding in findings:
            place = self._grave.get(id(finding))
            if place is None:
                continue
            pages.sheet.anchor(f"grave-{place}", pages.y)
            pages.remember(f"grave-{place}")
            if exhibit is not None:
                pages.fill(f"when-{place}", _when(pages, exhibit))
            elif finding.hands:
                pages.fill(f"when-{place}", _which(pages, finding.hands))

    def _heading(self, first: Finding, exhibit: Exhibit | None) -> None:
        pages, sheet = self._pages, self._pages.sheet
        pages.y -= 14
        title = f"Hand {first.hand:,}"
        sheet.text(LEFT, pages.y, title, HEADING)
        facts = []
        if exhibit is not None:
            facts = [moment(exhibit.at)] if exhibit.at else ["time not recorded"]
            facts.append(f"video {exhibit.video}" if exhibit.video else "no video reference")
        line = exhibit.line if exhibit is not None else first.line
        if line is not None:
            facts.append(f"line {line:,} of the log")
        where = fitted("  ·  ".join(facts), NOTE, WIDTH - width(title, HEADING) - 20)
        sheet.right(RIGHT, pages.y, where, NOTE)
        pages.y -= 5
        sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)

    def _groups(self, findings: list[Finding]) -> None:
        """The findings of a block: the criterion once for those that share it."""
        for (code, clause), group in _by_rule(findings):
            self._rule(code, clause, group)

    def _rule(self, code: str, clause: str, findings: list[Finding]) -> None:
        pages, sheet = self._pages, self._pages.sheet
        known = self._clauses.get(clause)
        name = fitted(clause, SMALL_BOLD, _CLAUSE_ROOM)
        indent = _LABELS + width(name, SMALL_BOLD) + 8
        statement = wrapped(known.statement, SMALL, WIDTH - indent) if known else ("",)
        pages.need(30 + len(statement) * SMALL.leading)
        pages.y -= 15
        sheet.text(LEFT, pages.y, code, SUBHEADING)
        sheet.fit(LEFT + _LABELS, pages.y, titled(findings[0].name), SUBHEADING, WIDTH - _LABELS - 70)
        _pill(pages, findings[0].severity)
        pages.y -= 13
        sheet.text(LEFT, pages.y, "Criterion", LABEL)
        sheet.text(LEFT + _LABELS, pages.y, name, SMALL_BOLD)
        for place, line in enumerate(statement):
            sheet.text(LEFT + indent, pages.y - place * SMALL.leading, line, SMALL)
        pages.y -= (len(statement) - 1) * SMALL.leading + 4
        currency = self._story.currency_of(findings[0].room, findings[0].session)
        table = Table(pages, _IN_CHIPS if currency == CHIPS else _COLUMNS, rules=False)
        table.head()
        for finding in findings:
            self._condition(table, finding)

    def _condition(self, table: Table, finding: Finding) -> None:
        who, says, figures = self._cells(finding)
        table.row(who, says, *figures, styles=_CONDITION_STYLES)

    def _cells(self, finding: Finding) -> tuple[str, str, list[str]]:
        currency = self._story.currency_of(finding.room, finding.session)
        who = (
            f"Seat {finding.seat}"
            if finding.seat is not None
            else "Table"
            if finding.hand is not None
            else "Log"
        )
        if finding.code in self._story.across_codes:
            who = finding.player or ("Session" if finding.session else "Day")
        elif finding.seat is None and finding.player:
            who = finding.player
        says = message(finding)
        pair = [_figure(value, finding, currency) for value in (finding.stated, finding.expected)]
        if any(width(text, _CONDITION) > _FIGURE_ROOM for text in pair):
            says += f" Stated: {pair[0]}. Expected: {pair[1]}."
            pair = ["", ""]
        if finding.hands:
            says += f" {count(len(finding.hands), 'hand')}: {hand_numbers(finding.hands)}."
        difference = _figure(finding.difference, finding, currency, plus=True)
        return who, says, [*pair, difference, in_column(finding.money, currency)]


def _figure(value: int | str | None, finding: Finding, currency: str | None, plus: bool = False) -> str:
    """What a finding states, expects or finds between the two, in a column of its table."""
    if finding.unit == "money" and not isinstance(value, str):
        return in_column(value, currency, plus)
    return quantity(stated(value, finding.unit), None if plus else finding.unit, currency, plus)


_CONDITION_STYLES = (_CONDITION_BOLD, *[_CONDITION] * 3, _CONDITION_BOLD, _CONDITION)


class Shown:
    """The exhibits, taken one by one as the findings come to their hands."""

    def __init__(self, exhibits: Iterable[Exhibit]) -> None:
        self._rest: Iterator[Exhibit] = iter(exhibits)
        self._next: Exhibit | None = next(self._rest, None)

    def of(self, room: str, session: str, hand: int) -> list[Exhibit]:
        """The exhibits of a hand: none, one, or several where its number was used more than once in a row."""
        found = []
        while (one := self._next) is not None and (one.room, one.session, one.hand) == (room, session, hand):
            found.append(one)
            self._next = next(self._rest, None)
        return found

    def finish(self) -> None:
        """An exhibit that is left over means that they did not come in the audit's order."""
        if self._next is not None:
            raise ValueError(
                f"the exhibit of hand {self._next.hand} does not follow the order of the findings"
            )


def _by_rule(findings: list[Finding]) -> Iterable[tuple[tuple[str, str], list[Finding]]]:
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.clause), []).append(finding)
    return groups.items()


def _pill(pages: Pages, severity: str) -> None:
    """The severity as a word on a shade: the graver, the darker."""
    fill, ink = _SHADES[severity]
    wide = width(severity.upper(), _PILL) + 8
    pages.sheet.box(RIGHT - wide, pages.y - 2.4, wide, 11, fill)
    pages.sheet.text(RIGHT - wide + 4, pages.y + 0.2, severity.upper(), _PILL._replace(colour=ink))


def _when(pages: Pages, exhibit: Exhibit) -> Callable[[], None]:
    """The time and the video reference of a hand, for the first page."""
    at, video = moment(exhibit.at, offset=False), exhibit.video or NOTHING
    video_at = width("0000-00-00 00:00:00", WHEN) + 8
    room = WHEN_WIDTH - video_at - 6

    def draw() -> None:
        pages.sheet.text(0, 0, at, WHEN)
        pages.sheet.text(video_at, 0, video_reference(video, WHEN, room), WHEN)

    return draw


def video_reference(video: str, style: Style, room: float) -> str:
    """A video reference in little room: what leads to the file goes first, the file and the second stay."""
    if width(video, style) <= room:
        return video
    path, mark, place = video.partition("#")
    return fitted(path.rstrip("/").rpartition("/")[2] + mark + place, style, room)


def _which(pages: Pages, hands: list[int]) -> Callable[[], None]:
    """The hands that a finding about the log names, for the first page."""
    text = fitted(f"hands {hand_numbers(hands, 6)}", SMALL, WHEN_WIDTH - 8)
    return lambda: pages.sheet.text(0, 0, text, SMALL)
