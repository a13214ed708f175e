"""Annex of a report: where to look first in a room, by screening. Its alarms are in no incident, and never on the cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.drawn_pages import FULL, LEFT, RIGHT, WIDTH, Pages
from reports.drawn_quiet_rooms import draw_quiet_rooms
from reports.drawn_tables import ReportColumn, ReportTable
from reports.flowing import StyledText, draw_line, flowed
from reports.formatting import NOTHING, count, hand_numbers, listed, moment, titled
from reports.left_out_words import left_out_words
from reports.screened_room import ReportedAlarm, ScreenedRoom
from reports.screening_pictures.screening_picture import draw_picture
from reports.screening_words import NO_VERDICT, facts_of, sentence_of, standing_of, whose
from reports.typography import CONDENSED, LABEL, NOTE, SMALL, SMALL_BOLD, SUBHEADING, TextStyle
from rules.screening.screening_result import ShownHand

TITLE = "Where to look: screening"
LETTER_OF_ANNEX = "A"
MOST_DRAWN = 24  # alarms of a room in full
MOST_IN_FULL = 3  # rooms; of more, those without an alarm have a line each
_LABELS = 92.0
_ROW = 10.5
_Lacking = tuple[str, int, list[str]]  # reason, sessions, codes of indicators
_LINES = 30  # of a text
_CLOSE = TextStyle(CONDENSED, 8, 11)
_ABOUT = (
    "This annex is not about what the audit found. Screening counts over all sessions of a room’s calendar year whether what "
    "happened depends on whom it helped. It belongs to no incident, moves no money and changes nothing in the rest of this "
    "document. In an honest room at most 0.95 alarms a year are expected by chance, all indicators together. Read the innocent "
    "explanation first, then the number, then look at the hands on video."
)
_NEITHER = "The sessions have what these need, with nothing to count, or too little to be tested"
_WITHOUT_CHANCE = (
    "How often these come about by chance is not known. They raise no alarm. "
    "Listed are those of the sessions of this report."
)
_GROUPS = {
    (True, True): "Alarms with hands of the sessions of this report",
    (True, False): "Closed alarms with hands of the sessions of this report",
    (False, True): "Other alarms of the room",
    (False, False): "Other closed alarms of the room",
}  # by whether hands are the report's, and whether it is open


def draw_where_to_look(pages: Pages, rooms: Sequence[ScreenedRoom]) -> None:
    """Draw the annex on pages of its own; nothing where no room was screened."""
    if not rooms:
        return
    pages.new_page()
    pages.tight = False
    pages.section(LETTER_OF_ANNEX, TITLE, "where-to-look")
    pages.paragraph(f"{NO_VERDICT} {_ABOUT}")
    in_full = [each for each in rooms if len(rooms) <= MOST_IN_FULL or each.alarms or each.facts]
    for each in in_full:
        _room(pages, each)
    if len(in_full) < len(rooms):
        draw_quiet_rooms(pages, [each for each in rooms if not (each.alarms or each.facts)])


def _room(pages: Pages, room: ScreenedRoom) -> None:
    pages.subheading(f"Room {room.room}, {room.year}", 80)
    pages.paragraph(rests_on(room), SMALL, measure=WIDTH)
    pages.paragraph(in_short(room), SMALL_BOLD, measure=WIDTH)
    with pages.part():
        _alarms(pages, room.alarms)
        _facts(pages, room)
        _untested(pages, room)


def _alarms(pages: Pages, alarms: Sequence[ReportedAlarm]) -> None:
    drawn = 0
    for group, title in _GROUPS.items():
        of_group = [each for each in alarms if (each.own, each.closing is None) == group]
        if of_group and drawn < MOST_DRAWN:
            pages.subheading(title, 120)
        for each in of_group[: MOST_DRAWN - drawn]:
            _AlarmBlock(pages, each).draw()
            drawn += 1
    pages.running = None
    if len(alarms) > drawn:
        pages.paragraph(
            f"The attached file has {count(len(alarms) - drawn, 'more alarm')} of the room.", NOTE
        )


def rests_on(room: ScreenedRoom) -> str:
    """Sessions and moment that the figures of a room rest on."""
    those = f"{room.own:,} of {room.audited:,} sessions"
    if room.own == room.audited:
        those = "the session" if room.own == 1 else f"all {room.own:,} sessions"
    are = "is" if room.own == 1 else "are"
    left_out = "".join(f"{each} " for each in left_out_words(room.other_version, room.not_screened))
    return (
        f"The figures rest on {count(room.sessions, 'session')} of {room.year} that were on record at entry {room.entry:,} of "
        f"the register, which entered this audit ({moment(room.at)}); {those} of this report {are} among them. "
        f"{left_out}What came later is on the room’s page of screening. Closings of alarms are those on record when this "
        "document was made."
    )


def in_short(room: ScreenedRoom) -> str:
    """Number of the alarms, and of the indicators that could be tested."""
    still = sum(each.closing is None for each in room.alarms)
    closed = len(room.alarms) - still
    said = f"{count(still, 'alarm')}" if still else "No alarm"
    if closed:
        said += f"; {count(closed, 'closed alarm')}"
    return f"{said}; {len(room.tested):,} of {len(room.indicators):,} indicators could be tested."


class _AlarmBlock:
    """One alarm: the innocent explanation before the number, what to do next, the hands and a picture."""

    def __init__(self, pages: Pages, alarm: ReportedAlarm) -> None:
        self._pages, self._alarm, self._result = pages, alarm, alarm.result

    def draw(self) -> None:
        """Draw it, on the next page where it does not fit and no third stays empty."""
        pages = self._pages
        pages.running = None
        pages.gap(8)
        if pages.measure(self._inside) > pages.room() and pages.room() < FULL / 3:
            pages.need(pages.room() + 1)
        pages.running = f"{self._result.indicator} {whose(self._result.unit)}"
        self._inside()

    def _inside(self) -> None:
        with self._pages.part() as depth:
            self._heading(depth + 1)
            self._body()

    def _body(self) -> None:
        result = self._result
        self._labelled("Innocent explanation", result.innocent[:1].upper() + result.innocent[1:])
        self._labelled("Counted", sentence_of(result))
        figures = "; ".join(f"{each.label} {each.value}" for each in facts_of(result))
        self._labelled("", f"{figures[:1].upper()}{figures[1:]}.")
        if self._alarm.blocks is not None:
            self._labelled("Blocks of one unit", self._alarm.blocks)
        self._labelled("Evidence", standing_of(result))
        if self._alarm.closing is not None:
            self._labelled("Closed", closed_words(self._alarm))
        self._labelled("Next step", result.next[:1].upper() + result.next[1:])
        if self._alarm.picture is not None:
            self._pages.y -= 4
            draw_picture(self._pages, self._alarm.picture)
        self._hands()

    def _heading(self, depth: int) -> None:
        pages, result = self._pages, self._result
        pages.need(70)
        pages.y -= 13
        title = f"{result.indicator}  {titled(result.name)}: {whose(result.unit)}"
        with pages.sheet.tags.heading(depth):
            pages.sheet.fit(LEFT, pages.y, title, SUBHEADING, WIDTH - 76)
        said = "closed" if self._alarm.closing is not None else f"since {result.since}"
        pages.sheet.right(RIGHT, pages.y, said, LABEL)
        pages.y -= 3

    def _labelled(self, label: str, text: str) -> None:
        pages, sheet = self._pages, self._pages.sheet
        first, *rest = flowed([StyledText(text, SMALL)], WIDTH - _LABELS, most=_LINES)
        with sheet.tags.item():
            self._next_line()
            if label:
                with sheet.tags.tag("Lbl"):
                    sheet.text(LEFT, pages.y + 2, label, LABEL)
            with sheet.tags.tag("LBody"):
                draw_line(sheet, LEFT + _LABELS, pages.y + 2, first)
                for line in rest:
                    self._next_line()
                    draw_line(sheet, LEFT + _LABELS, pages.y + 2, line)

    def _next_line(self) -> None:
        self._pages.need(_ROW)
        self._pages.y -= _ROW

    def _hands(self) -> None:
        hands = self._result.hands
        if not hands:
            self._labelled("Hands", "None can be shown: the logs are no longer on record.")
            return
        self._pages.y -= 4
        table = ReportTable(self._pages, [*_columns(), ReportColumn("", 12), *_columns()], most=2)
        table.head()
        half = -(-len(hands) // 2)
        for left, right in _side_by_side(hands, half):
            table.row(*_cells(left), "", *(_cells(right) if right is not None else ("", "", "", "")))
        self._pages.y -= 4


def closed_words(alarm: ReportedAlarm) -> str:
    """The closing of an alarm: day, person and reason."""
    assert alarm.closing is not None  # it is a closed alarm
    reason = " ".join(alarm.closing.reason.split())
    return f"{alarm.closing.at[:10]}, {alarm.closing.by or 'nobody named'}: {reason}"


def _columns() -> tuple[ReportColumn, ...]:
    return (
        ReportColumn("Session", 62, style=_CLOSE),
        ReportColumn("Hand", 26, True),
        ReportColumn("Video", 110, style=_CLOSE),
        ReportColumn("Kept until", 48, style=_CLOSE),
    )


def _side_by_side(hands: Sequence[ShownHand], half: int) -> Iterator[tuple[ShownHand, ShownHand | None]]:
    for place in range(half):
        yield hands[place], hands[place + half] if place + half < len(hands) else None


def _cells(hand: ShownHand) -> tuple[str, str, str, str]:
    return hand.session, f"{hand.hand}", hand.video or "not recorded", hand.video_until or NOTHING


def _facts(pages: Pages, room: ScreenedRoom) -> None:
    """Facts of the report's sessions that are listed without a chance."""
    if not room.facts:
        return
    pages.subheading("Listed without a chance", 80)
    pages.paragraph(_WITHOUT_CHANCE, SMALL, measure=WIDTH)
    table = ReportTable(
        pages,
        (
            ReportColumn("Indicator", 120, style=SMALL_BOLD),
            ReportColumn("Session", 92, style=_CLOSE),
            ReportColumn("About", 92, style=_CLOSE),
            ReportColumn("What the record has", 200),
        ),
    )
    table.head()
    for each in room.facts:
        hands = f" First hands: {hand_numbers(each.hands)}." if each.hands else ""
        name = f"{each.indicator} {room.indicators[each.indicator]}"
        table.row(name, each.session, whose(each.unit), each.said + hands)
    pages.y -= 6


def _untested(pages: Pages, room: ScreenedRoom) -> None:
    """Indicators that could not be tested, in all sessions or in some, and why."""
    rows = _reasons(room)
    rest = [
        code
        for code in room.indicators
        if code not in room.tested and sum(room.untestable.get(code, {}).values()) < room.sessions
    ]
    if rows or rest:
        pages.subheading("Not tested", 60)
    if rows:
        _lacking(pages, room, rows)
    if rest:
        neither = listed([f"{code} {room.indicators[code]}" for code in rest])
        pages.paragraph(f"{_NEITHER}: {neither}.", SMALL, measure=WIDTH)
    for code, faults in room.failed.items():
        for fault, sessions in faults.items():
            pages.paragraph(
                f"{code} failed to run in {count(sessions, 'session')}: {fault}", SMALL, measure=WIDTH
            )


def _lacking(pages: Pages, room: ScreenedRoom, rows: Sequence[_Lacking]) -> None:
    table = ReportTable(
        pages,
        (
            ReportColumn("What the record lacks", 232),
            ReportColumn("Sessions", 44, True),
            ReportColumn("", 8),
            ReportColumn("Indicators", 220, style=_CLOSE),
        ),
    )
    table.head()
    for reason, sessions, codes in rows:
        named = [f"{code} {room.indicators[code]}" for code in codes]
        table.row(reason[:1].upper() + reason[1:], f"{sessions:,}", "", listed(named))
    pages.y -= 6


def _reasons(room: ScreenedRoom) -> list[_Lacking]:
    """Reasons with the number of sessions and the codes, the most sessions first."""
    found: dict[tuple[str, int], list[str]] = {}
    for code, reasons in room.untestable.items():
        for reason, sessions in reasons.items():
            found.setdefault((reason, sessions), []).append(code)
    order = sorted(found.items(), key=lambda each: (-each[0][1], each[0][0]))
    return [(reason, sessions, codes) for (reason, sessions), codes in order]
