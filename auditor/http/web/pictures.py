"""Charts as pictures of a page, in the reader's language. Each has a table or a list beside it that says the same."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from auditor.http.web.texts import _, ngettext
from auditor.http.web.words import day_words, severity_words
from auditor.overview import RoomRow
from auditor.session_course import SessionCourse
from reports.by_day import DayBar, by_day, small_bars
from reports.charts import CoverageWords, coverage_chart, largest, money_chart
from reports.day_chart import DayWords, day_chart
from reports.formatting import duration
from reports.hands_in_time import TimeSlice, TimeWords, hands_in_time
from reports.shapes import Chart
from reports.svg import svg
from reports.timeline import columns
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
        played=_("hands played"),
        nothing=_("open, nothing played"),
        unsaid=_("no hand, and no statement that nothing was played"),
        hands=_hands,
        summary=_("Bars of the sessions by table."),
        session=_("%(table)s: session %(session)s from %(begun)s %(until)s, %(hands)s"),
        until=_("until %(time)s"),
        not_closed=_("close not recorded"),
        nothing_played=_("nothing played"),
        no_hand=_("no hand"),
    )
    return _picture(day_chart(day, words), _("Sessions by table over the gaming day"), "day")


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
    says = _(
        "Bars of the incidents by gaming day. %(days)s. The table that follows says the same.",
        days=said or "–",
    )
    return _picture(by_day(says, days, names, _("No log")), _("Incidents by gaming day"), "days")


def picture_of_trend(row: RoomRow, name: str) -> Picture | None:
    """The incidents of a room day by day, beside the days before; None where there are none. name: of which its ids are made."""
    before = [each.incidents if each else 0 for each in row.before]
    now = [each.numbers.incidents if each.numbers else 0 for each in row.days]
    if not any((*before, *now)):
        return None
    says = _("Bars by gaming day: the days before have %(before)s, the days shown have %(now)s.") % {
        "before": _incidents(sum(before)),
        "now": _incidents(sum(now)),
    }
    title = _("Incidents of %(room)s", room=row.room.id)
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
        _("Open, close"): [each.first for each in parts if each.opened or each.closed],
        _("Chips"): [each.first for each in parts if each.brought is not None or each.taken is not None],
        _("Fees"): [each.first for each in parts if each.fees is not None],
        _("Seats"): [each.first for each in parts if any(it.sort == "seat" for it in each.happenings)],
        _("Terms, jackpots"): [
            each.first for each in parts if any(it.sort in ("terms", "jackpot") for it in each.happenings)
        ],
        _("Irregular"): [
            each.first for each in parts if any(it.sort == "irregularity" for it in each.happenings)
        ],
        _("Incidents"): [each.first for each in parts if each.incidents],
    }
    words = TimeWords((_("hands dealt"), "", _("hands with an incident")), _("no hands"), _lasting)
    said = _("Bars of the hands dealt over the session: %(hands)s, %(concerned)s with an incident. Marks below "
             "the bars show when something else is on record. The table that follows says the same.") % {
        "hands": _hands(sum(each.hands for each in parts)),
        "concerned": f"{sum(each.concerned for each in parts):,}",
    }  # fmt: skip
    chart = hands_in_time(said, slices, [(name, at) for name, at in marks.items() if at], words)
    return _picture(chart, _("Hands over the session"), "course")


def picture_of_moments(moments: Sequence[Moment]) -> Picture | None:
    """The hands of an audited session over time, those with findings dark; None where there are no times, or one slice only."""
    if len(moments) < 2:
        return None
    kinds = (_("hands dealt"), _("hands with a discrepancy"), _("hands with a violation"))
    said = _("Bars of the hands dealt over the session: %(hands)s, %(violations)s with a violation, %(discrepancies)s with a "
             "discrepancy. The table that follows says the same.") % {
        "hands": _hands(sum(each.hands for each in moments)),
        "violations": f"{sum(each.violations for each in moments):,}",
        "discrepancies": f"{sum(each.discrepancies for each in moments):,}",
    }  # fmt: skip
    chart = hands_in_time(said, columns(moments), (), TimeWords(kinds, _("no hands"), _lasting))
    return _picture(chart, _("Hands over the session"), "time")


def picture_of_money(rows: Sequence[Restitution], currency: str | None, what_if: bool) -> Picture | None:
    """What players are owed and were overpaid, or would have had more and less; None where nobody is."""
    shown = largest(rows, PLAYERS)
    if not shown:
        return None
    sides = (_("is owed"), _("was overpaid"))
    if what_if:
        sides = (_("would have had more"), _("would have had less"))
    chart = money_chart(shown, currency, sides, _("Bars by player."))
    title = _("Chips by player") if currency == CHIPS else _("Money by player")
    return _picture(chart, title, "money")


def picture_of_coverage(rows: Sequence[Coverage]) -> Picture | None:
    """What each of some checks could test, and how it came out; None without checks."""
    if not rows:
        return None
    parts = (_("agreeing"), _("agreeing with an open point"), _("differing"), _("untestable"))
    words = CoverageWords(
        summary=_("Bars by check."),
        parts=parts,
        key=parts,
        differs=_("differs"),
        differ=_("differ"),
        open=_("open"),
        untestable=_("untestable"),
    )
    return _picture(coverage_chart(rows, words), _("Hands by check"), "coverage")


def _incidents(number: int) -> str:
    return ngettext("%(num)s incident", "%(num)s incidents", number)


def _hands(number: int) -> str:
    return ngettext("%(num)s hand", "%(num)s hands", number)


def _lasting(seconds: int) -> str:
    return duration(seconds, short=True)
