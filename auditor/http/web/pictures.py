"""Charts as pictures of a page, in the reader's language. Each has a table or a list beside it that says the same."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from auditor.http.web.page_words import day_words, severity_words
from auditor.http.web.texts import ngettext
from auditor.overview import RoomRow
from auditor.session_course import SessionCourse
from reports.by_day import DayBar, by_day, small_bars
from reports.chart_shapes import Chart
from reports.charts import CoverageWords, coverage_chart, largest, money_chart
from reports.day_chart import DayWords, day_chart
from reports.drawn_timeline import columns
from reports.formatting import duration
from reports.hands_in_time import TimeSlice, TimeWords, hands_in_time
from reports.svg import svg
from rules.results import CHIPS, SEVERITIES, Coverage, Moment, Restitution, SessionOfDay

PLAYERS = 20  # that a chart of money has


class Picture(Struct, frozen=True):
    """A chart with its name."""

    title: str
    svg: Markup


class DayShown(Struct, frozen=True):
    """A gaming day as its chart has it."""

    zone: str
    begins: str
    ends: str
    sittings: Sequence[SessionOfDay]


def _picture(chart: Chart, title: str, name: str) -> Picture:
    return Picture(title, Markup(svg(chart, title, name)))  # every text in it is escaped


def picture_of_day(day: DayShown) -> Picture | None:
    """The sessions of a gaming day on the room's clock; None where it has none."""
    if not day.sittings:
        return None
    words = DayWords(
        played="hands played",
        nothing="open, nothing played",
        unsaid="no hand, and no statement that nothing was played",
        hands=_hands,
        summary="Bars of the sessions by table.",
        session="%(table)s: session %(session)s from %(begun)s %(until)s, %(hands)s",
        until="until %(time)s",
        not_closed="close not recorded",
        nothing_played="nothing played",
        no_hand="no hand",
    )
    return _picture(day_chart(day, words), "Sessions by table over the gaming day", "day")


def picture_of_room(row: RoomRow) -> Picture | None:
    """The incidents of a room's gaming days by severity, and the days without a log; None where there is neither."""
    days = [
        DayBar(each.day, each.numbers.severities if each.numbers else {}, each.missing) for each in row.days
    ]
    if not any(each.severities or each.marked for each in days):
        return None
    names = {each: severity_words(each) for each in SEVERITIES}
    said = "; ".join(
        f"{day_words(each.day)}: {', '.join(f'{number:,} {names[name]}' for name, number in each.severities.items())}"
        for each in days
        if each.severities
    )
    says = f"Bars of the incidents by gaming day. {said or '–'}. The table that follows says the same."
    return _picture(by_day(says, days, names, "No log"), "Incidents by gaming day", "days")


def picture_of_trend(row: RoomRow, name: str) -> Picture | None:
    """The incidents of a room day by day, beside the days before; None where there are none. name: of which its ids are made."""
    before = [each.incidents if each else 0 for each in row.before]
    now = [each.numbers.incidents if each.numbers else 0 for each in row.days]
    if not any((*before, *now)):
        return None
    was, is_now = _incidents(sum(before)), _incidents(sum(now))
    says = f"Bars by gaming day: the days before have {was}, the days shown have {is_now}."
    title = f"Incidents of {row.room.id}"
    return Picture(title, Markup(svg(small_bars(says, before, now), title, name, "small-bars")))


def picture_of_course(course: SessionCourse) -> Picture | None:
    """The hands of a session over time, with marks for what happened beside them; None where no hand has a time."""
    if not any(each.hands for each in course.parts):
        return None
    slices = [
        TimeSlice(each.begins, each.ends, each.hands, each.concerned, 0, each.empty) for each in course.parts
    ]
    parts = [each for each in course.parts if not each.empty]
    marks = {
        "Open, close": [each.first for each in parts if each.opened or each.closed],
        "Chips": [each.first for each in parts if each.brought is not None or each.taken is not None],
        "Fees": [each.first for each in parts if each.fees is not None],
        "Seats": [each.first for each in parts if any(it.sort == "seat" for it in each.happenings)],
        "Terms, jackpots": [
            each.first for each in parts if any(it.sort in ("terms", "jackpot") for it in each.happenings)
        ],
        "Irregular": [
            each.first for each in parts if any(it.sort == "irregularity" for it in each.happenings)
        ],
        "Incidents": [each.first for each in parts if each.incidents],
    }
    words = TimeWords(("hands dealt", "", "hands with an incident"), "no hands", _lasting)
    hands, concerned = _hands(sum(each.hands for each in parts)), sum(each.concerned for each in parts)
    said = (
        f"Bars of the hands dealt over the session: {hands}, {concerned:,} with an incident. Marks below the bars show when "
        "something else is on record. The table that follows says the same."
    )
    chart = hands_in_time(said, slices, [(name, at) for name, at in marks.items() if at], words)
    return _picture(chart, "Hands over the session", "course")


def picture_of_moments(moments: Sequence[Moment]) -> Picture | None:
    """The hands of an audited session over time, those with findings dark; None where there are no times, or one slice only."""
    if len(moments) < 2:
        return None
    kinds = ("hands dealt", "hands with a discrepancy", "hands with a violation")
    hands = _hands(sum(each.hands for each in moments))
    violations, discrepancies = (
        sum(each) for each in zip(*((m.violations, m.discrepancies) for m in moments), strict=True)
    )
    said = (
        f"Bars of the hands dealt over the session: {hands}, {violations:,} with a violation, {discrepancies:,} with a "
        "discrepancy. The table that follows says the same."
    )
    chart = hands_in_time(said, columns(moments), (), TimeWords(kinds, "no hands", _lasting))
    return _picture(chart, "Hands over the session", "time")


def picture_of_money(rows: Sequence[Restitution], currency: str | None, what_if: bool) -> Picture | None:
    """Picture of what players are owed and were overpaid, or would have had more and less; None where nobody is."""
    shown = largest(rows, PLAYERS)
    if not shown:
        return None
    sides = ("is owed", "was overpaid")
    if what_if:
        sides = ("would have had more", "would have had less")
    chart = money_chart(shown, currency, sides, "Bars by player.")
    title = "Chips by player" if currency == CHIPS else "Money by player"
    return _picture(chart, title, "money")


def picture_of_coverage(rows: Sequence[Coverage]) -> Picture | None:
    """Picture of what each of some checks could test, and how it came out; None without checks."""
    if not rows:
        return None
    parts = ("agreeing", "agreeing with an open point", "differing", "untestable")
    words = CoverageWords(
        summary="Bars by check.",
        parts=parts,
        key=parts,
        differs="differs",
        differ="differ",
        open="open",
        untestable="untestable",
    )
    return _picture(coverage_chart(rows, words), "Hands by check", "coverage")


def _incidents(number: int) -> str:
    return ngettext("%(num)s incident", "%(num)s incidents", number)


def _hands(number: int) -> str:
    return ngettext("%(num)s hand", "%(num)s hands", number)


def _lasting(seconds: int) -> str:
    return duration(seconds, short=True)
