"""Section of incidents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from reports import drawn_exhibits as exhibit_block
from reports.card_words import message
from reports.dates import Dates, GamingDays
from reports.drawn_answers import answer_text, cause_text, state_text
from reports.drawn_pages import FULL, LEFT, RIGHT, WIDTH, Pages
from reports.drawn_patterns import draw_pattern
from reports.event_findings import draw_facts_of
from reports.flowing import StyledText, draw_line, flowed
from reports.formatting import count, listed, moment, titled
from reports.incident_entries import (
    EXHIBITS,
    FIRST,
    EntryBlock,
    HandPlace,
    IncidentEntry,
    blocks,
    example,
    number_ranges,
    patterns,
)
from reports.incident_list import draw_list, place_of
from reports.incident_sentences import IncidentSentences, cause
from reports.severity_label import WIDEST, draw_severity
from reports.short_ids import ShortIds
from reports.story import CitedClause, Story
from reports.typography import (
    CONDENSED,
    HEADING,
    LABEL,
    NOTE,
    SMALL,
    SMALL_BOLD,
    SUBHEADING,
    TextStyle,
    fitted,
    width,
)
from rules.results import Finding
from rules.shown_hands import Exhibit
from rules.shown_pots import PotExhibit

LISTED, OUTLINED = 200, 240
AT_ONCE = 64  # places whose hands are read from the logs together
LABELS = 56.0
_ROW = 10.5  # from one line of an incident to the next
LINES_OF_ANSWER = 80  # of what the record has: as many as its longest text can need
CLOSE = TextStyle(CONDENSED, 8, 11)
_MESSAGES, _OF_A_CODE = (
    4,
    2,
)  # messages of a condition, in all and of one code; the rest are summed up by seat
_DOUBLED = "DCK001"  # its findings state the card that appears twice
_NOTHING_FOUND = (
    "No incident was found in what could be tested. The section on coverage shows what was tested."
)
_MONEY_ALONE = "The money that moved in this hand differs from what was due. The hand has no other finding."
Exhibits = Callable[[Collection[HandPlace]], Iterable[Exhibit]]


class IncidentPages:
    """Incidents of an audit. ``most``: places drawn; None: all."""

    def __init__(
        self,
        pages: Pages,
        story: Story,
        clauses: Mapping[str, CitedClause],
        names: ShortIds,
        dates: Dates,
        most: int | None = EXHIBITS,
    ) -> None:
        self._pages, self._story, self._clauses, self._names, self._dates = (
            pages,
            story,
            clauses,
            names,
            dates,
        )
        self._effects = IncidentSentences(story, names, dates)
        self._days = GamingDays(story.audit)
        self._outlined = 0
        self._patterns = patterns(story.entries)
        self._blocks = blocks(story.entries, most)
        self._drawn_with = {
            place: block.entries[0].number
            for block in self._blocks
            if block.draws_hand
            for place in block.places()
        }
        self.drawn = {
            entry.number
            for entry in (*self._patterns, *(entry for each in self._blocks for entry in each.entries))
        }

    def draw(self, number: int, title: str, exhibits: Exhibits, csv_digest: str) -> None:
        pages, story = self._pages, self._story
        pages.section(number, title, "incidents")
        if not story.entries:
            pages.paragraph(_NOTHING_FOUND)
            return
        self._intro(csv_digest)
        if len(story.entries) > FIRST:
            self._list()
        if self._patterns:
            pages.subheading("Patterns", 150)
            pages.paragraph("Each pattern is shown with one of its hands as an example.", SMALL)
        for entry, shown in self._with_examples(exhibits):
            self._pattern(entry, shown)
        if self._blocks and self._patterns:
            pages.subheading("Single incidents", 200)
        for block, shown in self._with_hands(exhibits):
            self._block(block, shown)
        pages.running = None
        self._names.draw_key(pages)

    def _intro(self, csv_digest: str) -> None:
        story, drawn = self._story, len(self.drawn)
        says = "Incidents are listed by severity, then by money, then by the day on which an answer is due, then by hand."
        if drawn < len(story.entries):
            says += (
                f" {count(drawn, 'incident')} of {len(story.entries):,} {'is' if drawn == 1 else 'are'} shown in full"
                f" (numbers {fitted(self._numbers_drawn(), SMALL, 150)})."
            )
        self._pages.paragraph(says)
        whole = f"The list of incidents as {story.form} contains {_all(len(story.entries))}"
        digest = "; it is attached" if story.redacted else f"; its digest (SHA-256) is {csv_digest}"
        self._pages.paragraph(f"{whole}{digest}.", NOTE, measure=WIDTH)

    def _numbers_drawn(self) -> str:
        return number_ranges([entry for entry in self._story.entries if entry.number in self.drawn])

    # ------------------------------------------------------------ the list

    def _list(self) -> None:
        pages, story = self._pages, self._story
        draw_list(pages, story, self._effects, story.entries[:LISTED], self.drawn)
        rest = len(story.entries) - LISTED
        if rest > 0:
            pages.paragraph(f"The {story.form} lists {count(rest, 'more incident')}.", NOTE)
        pages.y -= 4

    # ------------------------------------------------------------ hands, as they are needed

    def _with_examples(self, exhibits: Exhibits) -> Iterator[tuple[IncidentEntry, list[Exhibit]]]:
        wanted = {place for entry in self._patterns if (place := example(entry)) is not None}
        by_place = {(one.room, one.session, one.line): one for one in (exhibits(wanted) if wanted else ())}
        for entry in self._patterns:
            place = example(entry)
            shown = by_place.get(place) if place is not None else None
            yield entry, [shown] if shown is not None else []

    def _with_hands(self, exhibits: Exhibits) -> Iterator[tuple[EntryBlock, list[Exhibit]]]:
        rest, of_event = iter(self._blocks), self._story.audit.event is not None
        while some := list(islice(rest, AT_ONCE)):
            wanted = set() if of_event else {place for block in some for place in block.places()}
            by_hand: dict[tuple[str, str, int], list[Exhibit]] = {}
            for one in exhibits(wanted) if wanted else ():
                by_hand.setdefault((one.room, one.session, one.hand), []).append(one)
            for block in some:
                yield block, by_hand.get(block.hand, []) if block.hand is not None else []

    # ------------------------------------------------------------ one by one

    def _block(self, block: EntryBlock, shown: list[Exhibit]) -> None:
        pages = self._pages
        pages.running = None
        pages.gap(14)
        self._start_page_if_needed(lambda: self._inside(block, shown))
        if self._outlined < OUTLINED:
            self._outline_entry(block.entries[0])
        hand = block.hand if self._story.audit.event is None else None
        pages.running = f"Hand {hand[2]}" if hand is not None else f"Incident {block.entries[0].number}"
        self._inside(block, shown)

    def _start_page_if_needed(self, draw: Callable[[], None]) -> None:
        """Start a page for what does not fit, unless a third would stay empty."""
        pages = self._pages
        if pages.measure(draw) > pages.room() and pages.room() < FULL / 3:
            pages.need(pages.room() + 1)

    def _outline_entry(self, entry: IncidentEntry) -> None:
        self._outlined += 1
        self._pages.outline(f"{entry.number}  {entry.incident.title}", f"entry-{entry.number}", 1)

    def _inside(self, block: EntryBlock, shown: list[Exhibit]) -> None:
        with self._pages.part() as depth:
            self._parts(block, shown, depth)

    def _parts(self, block: EntryBlock, shown: list[Exhibit], depth: int) -> None:
        pages = self._pages
        self._heading(block, shown, depth)
        of_event = self._story.audit.event is not None
        for entry in block.entries:
            self._entry(entry, shown, depth + 1)
            if of_event:
                draw_facts_of(pages, self._story, entry)
        if of_event:
            return
        if not block.draws_hand and not any(isinstance(one.pot, PotExhibit) for one in shown):
            return
        if not shown:
            pages.paragraph("The record of this hand is not available.", NOTE)
        findings = [each for entry in block.entries for each in entry.findings]
        accused = {each.seat for each in findings if each.seat is not None}
        doubled = {str(each.stated) for each in findings if each.code == _DOUBLED}
        for one in shown:
            if len(shown) > 1:
                pages.paragraph(f"The hand with this number on line {one.line}:", SMALL, after=0)
            self._exhibit(one, accused, doubled, block.draws_acts, block.draws_hand)

    def _exhibit(
        self,
        one: Exhibit,
        accused: set[int],
        doubled: Collection[str] = (),
        acts: bool = False,
        act_by_act: bool = True,
    ) -> None:
        currency = self._story.currency_of(one.room, one.session)
        shown = self._names.in_exhibit(one)
        exhibit_block.draw(self._pages, shown, currency, accused, doubled, acts, act_by_act)

    def _heading(self, block: EntryBlock, shown: list[Exhibit], depth: int) -> None:
        pages, sheet = self._pages, self._pages.sheet
        pages.y -= 14
        title = place_of(self._story, block.entries[0])
        facts = self._facts(block, shown)
        room = WIDTH / 2 if facts else WIDTH
        with sheet.tags.heading(depth):
            sheet.fit(LEFT, pages.y, title, HEADING, room)
        taken = min(width(title, HEADING), room)
        sheet.right(RIGHT, pages.y, fitted("  ·  ".join(facts), NOTE, WIDTH - taken - 20), NOTE)
        pages.y -= 5
        sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.25, weight=0.6)

    def _facts(self, block: EntryBlock, shown: list[Exhibit]) -> list[str]:
        if block.hand is None or self._story.audit.event is not None:
            return []
        one, root = shown[0] if shown else None, block.entries[0].root
        at = one.at if one is not None else block.entries[0].incident.at
        facts = [moment(at) if at else "time not recorded"]
        if one is not None:
            facts.append(f"video {one.video}" if one.video else "no video reference")
        day = self._days.of(at)
        kept = self._dates.video_until(day) if day is not None else None
        if kept is not None:
            made = self._dates.made_on()
            facts.append(
                f"video {'had to be kept' if made is not None and kept < made else 'kept'} until {kept}"
            )
        line = one.line if one is not None else root.line if root is not None else None
        return facts if line is None else [*facts, f"line {line}"]

    def _entry(self, entry: IncidentEntry, shown: Sequence[Exhibit], depth: int) -> None:
        self._title(entry, depth)
        self._explanation(entry)
        self._criteria(entry)
        self._condition(entry)
        self._rest(entry, shown)

    def _explanation(self, entry: IncidentEntry) -> None:
        """The one cause of all findings, unless it has its own line."""
        if entry.incident.explanation is not None and entry.incident.cause is None:
            self.labelled("In short", entry.incident.explanation)

    def _title(self, entry: IncidentEntry, depth: int) -> None:
        pages, sheet = self._pages, self._pages.sheet
        pages.need(70)
        pages.y -= 15
        if entry.number <= LISTED:
            pages.sheet.anchor(entry.key, pages.y)
            pages.remember(entry.key)
        number = f"{entry.number}"
        indent = max(18.0, width(number, SUBHEADING) + 6)
        with sheet.tags.heading(depth):
            sheet.text(LEFT, pages.y, number, SUBHEADING)
            sheet.fit(LEFT + indent, pages.y, entry.incident.title, SUBHEADING, WIDTH - indent - WIDEST - 70)
        draw_severity(pages, entry.incident.severity)
        sheet.right(RIGHT - WIDEST, pages.y, entry.incident.id[:12], LABEL)
        pages.y -= 3

    def _criteria(self, entry: IncidentEntry) -> None:
        """Clause with its statement, and ids of others cited."""
        others = dict.fromkeys(
            each.clause for each in entry.findings if each.clause and each.clause != entry.incident.clause
        )
        if not entry.incident.clause:
            return
        self.labelled("Criteria", criterion(self._clauses, entry.incident.clause), bold=entry.incident.clause)
        if others:
            self.labelled("", f"Also {fitted(listed(list(others)), SMALL, WIDTH - LABELS - 40)}.")

    def _condition(self, entry: IncidentEntry) -> None:
        label = "Condition"
        if not len(entry.findings):
            self.labelled(label, _MONEY_ALONE)
        for says, code in _condition(entry.findings):
            self.labelled(label, says, bold=code)
            label = ""

    def _rest(self, entry: IncidentEntry, shown: Sequence[Exhibit]) -> None:
        if self._story.redacted:
            self._rest_redacted(entry, shown)
            return
        found = self._story.answers.get(entry.incident.id)
        recorded, stated = cause(entry, shown), cause_text(found)
        if recorded is not None:
            self.labelled("Cause", recorded)
        if stated is not None:
            self.labelled(
                "" if recorded else "Cause", f"Stated by the licensee: {stated}", most=LINES_OF_ANSWER
            )
        elif recorded is None and not self._story.audit.what_if:
            self._to_fill_in("Cause")
        self.labelled("Effect", self._effects.whole(entry))
        self.labelled("Action", self._effects.action(entry, shown))
        if found is not None:
            if says := answer_text(found):
                self.labelled("Answer", says, most=LINES_OF_ANSWER)
            self.labelled("State", state_text(found), most=LINES_OF_ANSWER)
        self._pages.y -= 3

    def _rest_redacted(self, entry: IncidentEntry, shown: Sequence[Exhibit]) -> None:
        """Rest of an entry without the licensee's words."""
        if (recorded := cause(entry, shown)) is not None:
            self.labelled("Cause", recorded)
        self.labelled("Effect", self._effects.whole(entry))
        self.labelled("Action", self._effects.action(entry, shown))
        self._pages.y -= 3

    def _to_fill_in(self, label: str) -> None:
        pages = self._pages
        pages.need(SMALL.leading + 2)
        pages.y -= SMALL.leading + 2
        says = "Not recorded. Licensee to state:"
        tags = pages.sheet.tags
        with tags.item():
            with tags.tag("Lbl"):
                pages.sheet.text(LEFT, pages.y + 2, label, LABEL)
            with tags.tag("LBody"):
                pages.sheet.text(LEFT + LABELS, pages.y + 2, says, NOTE)
        pages.sheet.line(LEFT + LABELS + width(says, NOTE) + 6, pages.y + 1, RIGHT, pages.y + 1, grey=0.6)

    def labelled(self, label: str, text: str, bold: str = "", most: int = 12) -> None:
        """Draw a label and text. bold: its beginning. most: lines."""
        pages, sheet = self._pages, self._pages.sheet
        lead = [StyledText(fitted(bold, SMALL_BOLD, 170), SMALL_BOLD)] if bold else []
        first, *rest = flowed([*lead, StyledText(text, SMALL)], WIDTH - LABELS, most=most)
        with sheet.tags.item():
            self._next_line()
            if label:
                with sheet.tags.tag("Lbl"):
                    sheet.text(LEFT, pages.y + 2, label, LABEL)
            with sheet.tags.tag("LBody"):
                draw_line(sheet, LEFT + LABELS, pages.y + 2, first)
                for line in rest:
                    self._next_line()
                    draw_line(sheet, LEFT + LABELS, pages.y + 2, line)

    def _next_line(self) -> None:
        self._pages.need(_ROW)
        self._pages.y -= _ROW

    # ------------------------------------------------------------ patterns

    def _pattern(self, entry: IncidentEntry, shown: list[Exhibit]) -> None:
        pages = self._pages
        pages.running = None
        pages.gap(14)
        self._start_page_if_needed(lambda: self._pattern_inside(entry, shown))
        self._outline_entry(entry)
        pages.running = f"Incident {entry.number}"
        self._pattern_inside(entry, shown)

    def _pattern_inside(self, entry: IncidentEntry, shown: list[Exhibit]) -> None:
        with self._pages.part() as depth:
            self._pattern_parts(entry, shown, depth)

    def _pattern_parts(self, entry: IncidentEntry, shown: list[Exhibit], depth: int) -> None:
        self._heading(EntryBlock([entry]), [], depth)
        self._title(entry, depth + 1)
        self._criteria(entry)
        for says, code in islice(_condition(entry.findings), 1):
            self.labelled("Condition", says, bold=code)
        self._rest(entry, ())
        draw_pattern(self._pages, self._story, entry)
        for one in shown:
            said = f"Example: hand {one.hand}"
            if (drawn := self._drawn_elsewhere(one, entry)) is not None:
                self._pages.paragraph(f"{said}, which is drawn with incident {drawn}.", NOTE, after=0)
                continue
            self._pages.paragraph(said, NOTE, after=0)
            mine = {each.seat for each in entry.findings if each.hand == one.hand and each.seat is not None}
            self._exhibit(one, mine)

    def _drawn_elsewhere(self, one: Exhibit, entry: IncidentEntry) -> int | None:
        """Other incident that a pot hand is drawn with; None: none."""
        if not isinstance(one.pot, PotExhibit):
            return None
        first = self._drawn_with.setdefault((one.room, one.session, one.line), entry.number)
        return None if first == entry.number else first


def _all(number: int) -> str:
    return "this incident" if number == 1 else f"all {number:,}"


def criterion(clauses: Mapping[str, CitedClause], clause: str) -> str:
    """Statement of a clause; empty: unknown."""
    known = clauses.get(clause)
    if known is not None:
        return known.statement
    if clause.startswith("convention:"):
        return "A convention: the controls state the figure but cite no clause for it."
    return ""


def _condition(findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    """Messages with codes, the first in full, others by seat."""
    reported: dict[str, int] = {}
    left: dict[str, list[Finding]] = {}
    for each in findings:
        if sum(reported.values()) < _MESSAGES and reported.get(each.code, 0) < _OF_A_CODE:
            reported[each.code] = reported.get(each.code, 0) + 1
            yield message(each), each.code
        else:
            left.setdefault(each.code, []).append(each)
    if left:
        yield f"Also {'; '.join(_also(code, others) for code, others in left.items())}.", ""


def _also(code: str, others: Sequence[Finding]) -> str:
    seats = sorted({each.seat for each in others if each.seat is not None})
    where = f" at seat{'s' * (len(seats) > 1)} {listed([str(seat) for seat in seats])}" if seats else ""
    return f"{titled(others[0].name).lower()}{where} ({code})"
