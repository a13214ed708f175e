"""A room's screening as its pages show it: cells of the grid, alarms as sentences, and the unit with its hands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup, escape
from msgspec import Struct

from auditor.http.context import service
from auditor.http.web.page_rendering import place
from auditor.http.web.page_words import day_words
from auditor.http.web.pictures import Picture
from auditor.http.web.texts import ngettext
from auditor.screened_left_out import LeftOutSessions
from auditor.screened_years import YearOfRoom
from auditor.screening import FoundUnit
from auditor.screening_grid import GridCell, GridRow, GridUnit
from auditor.store.stored_screening_lists import ClosedAlarm
from reports.formatting import NOTHING
from reports.left_out_words import left_out_words
from reports.screening_pictures.screening_picture import ScreeningPicture, svg_of_picture
from reports.screening_words import evidence_words, sentence_of, standing_of, whose
from rules.screening.room_year import ScreenedUnit
from rules.screening.screening_result import (
    ScreeningResult,
    ShownHand,
    result_of_repeated,
    result_of_table,
    result_of_unit,
)
from rules.screening.session_statistics import SCREENING

SOON = 7  # days before the end of a video's keeping that are warned of
_MOST_NAMED = 12  # sessions that are left out
_WRITTEN = 3  # decimal logarithm of the largest E that is written out in a cell
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class ShownUnit(Struct, frozen=True):
    """An alarm, or a unit on the monthly list, in words. closing: who closed it and why; None: nobody did."""

    id: str
    title: str
    innocent: str
    sentence: str
    standing: str
    next: str
    closing: ClosedAlarm | None = None


class LeftOutShown(Struct, frozen=True):
    """Sessions of a year that are left out, in sentences. first: numbers of the first ones; at: the form for their audit."""

    sentences: Sequence[str]
    in_all: int
    first: Sequence[int]
    at: str


class HandToSee(Struct, frozen=True):
    """A hand of a unit. session: its number; None: no session of this name is on record any more. left: days for which its video
    has to be kept; None: not known.
    """

    shown: ShownHand
    session: int | None
    day: str | None
    left: int | None

    @property
    def ends_soon(self) -> bool:
        """Whether its video has to be kept for a few days only."""
        return self.left is not None and 0 <= self.left <= SOON


class ShownPicture(Struct, frozen=True):
    """A picture of a unit with a sentence on how to read it."""

    picture: Picture
    caption: str


def size_in_cell(log10_e: float) -> Markup:
    """E in a cell: ``486``, ``10⁵``; rounded down."""
    if log10_e < _WRITTEN:
        return escape(f"{int(10**log10_e):,}")
    return Markup("10<sup>{}</sup>").format(int(log10_e))


def size_in_words(log10_e: float | None) -> str:
    """E of a unit in words; a dash where its indicator adds nothing up."""
    return NOTHING if log10_e is None else evidence_words(str(log10_e))


def cell_words(row: GridRow, cell: GridCell, played: int) -> str:
    """A cell for who cannot see it. played: sessions of its days."""
    if cell.state == "none":
        return "no session"
    if cell.state == "untestable":
        return f"not tested: {reason_of(row, played)}"
    units = ngettext("%(num)s unit", "%(num)s units", len(cell.units))
    if cell.state == "quiet":
        return f"{units} tested, E of each is below 20"
    largest = "" if cell.log10_e is None else f", the largest E is {size_in_words(cell.log10_e)}"
    alarms = {"alarm": "open alarm", "closed": "closed alarm"}.get(cell.state, "no alarm")
    return f"{alarms}, {units} tested{largest}"


def reason_of(row: GridRow, played: int) -> str:
    """The reason why an indicator has no unit that could be tested; of several that of most sessions."""
    if row.reasons:
        return max(row.reasons, key=lambda each: (row.reasons[each], each))
    return "no unit has enough data for an alarm yet" if played else "no session"


def left_out_shown(room: str, left: LeftOutSessions, year: int | None = None) -> LeftOutShown:
    """Sessions of a room that are left out, and where to ask for their audit: by number, of many by the room and its days."""
    sessions = sorted([*left.other_version, *left.not_screened])
    asked = {"sessions": " ".join(map(str, sessions))}
    if len(sessions) > _MOST_NAMED:
        asked = (
            {"room": room}
            if year is None
            else {"room": room, "from": f"{year}-01-01", "until": f"{year}-12-31"}
        )
    sentences = list(left_out_words(len(left.other_version), len(left.not_screened)))
    return LeftOutShown(sentences, len(sessions), sessions[:_MOST_NAMED], place("new_audit", **asked))


def result_of(of: YearOfRoom, unit: ScreenedUnit) -> ScreeningResult:
    """The result of a unit of a year, without its hands."""
    return result_of_unit(unit, of.room, of.year, SCREENING, of.as_of)


def shown_result(result: ScreeningResult, closing: ClosedAlarm | None = None) -> ShownUnit:
    """A result in words."""
    return ShownUnit(
        result.id, f"{result.indicator} {result.name}: {whose(result.unit)}", begun(result.innocent), sentence_of(result),
        standing_of(result), begun(result.next), closing,
    )  # fmt: skip


def begun(text: str) -> str:
    """A text that begins as a sentence does."""
    return text[:1].upper() + text[1:]


def results_of_year(of: YearOfRoom) -> dict[str, ScreeningResult]:
    """Results of the units with an alarm or on the monthly list, by their ids, the largest E first."""
    noted = [each for each in of.screened.units if each.since is not None or each.listed]
    noted.sort(key=lambda each: (-each.stands, each.entry.code, each.unit))
    found = [result_of(of, each) for each in noted]
    repeated = of.screened.repeated
    if any(each.alarm for each in repeated):
        found.insert(
            0, result_of_repeated(repeated, of.repeated_since, of.room, of.year, SCREENING, of.as_of)
        )
    tables = [each for each in of.screened.in_part if each.pairs]
    found += [result_of_table(each, of.room, of.year, SCREENING, of.as_of) for each in tables]
    return {each.id: each for each in found}


def states_of_year(rows: Iterable[GridRow]) -> dict[str, GridUnit]:
    """Units of the year by their ids, with what became of their alarms."""
    return {each.id: each for row in rows for each in row.year.units if each.state != "quiet"}


def numbers_of(room: str, names: Iterable[str | None]) -> dict[str, int]:
    """Numbers of a room's sessions by their names, of those that are on record."""
    found = {name: service().sessions.current(room, name) for name in names if name is not None}
    return {name: each.id for name, each in found.items() if each is not None}


def hands_to_see(result: ScreeningResult, today: dt.date) -> list[HandToSee]:
    """The hands of a result, each with its session where that is on record."""
    sessions = {
        name: service().sessions.current(result.room, name)
        for name in {each.session for each in result.hands}
    }
    return [
        HandToSee(
            each, at.id if at is not None else None, at.day if at is not None else None, _left(each, today)
        )
        for each in result.hands
        for at in (sessions[each.session],)
    ]


def _left(hand: ShownHand, today: dt.date) -> int | None:
    return (dt.date.fromisoformat(hand.video_until) - today).days if hand.video_until else None


def pictures_shown(pictures: Sequence[ScreeningPicture]) -> Iterator[ShownPicture]:
    """Pictures of a unit as its page has them."""
    for at, each in enumerate(pictures):
        yield ShownPicture(Picture(each.title, Markup(svg_of_picture(each, f"picture-{at}"))), each.caption)


def evidence_facts(found: FoundUnit) -> list[tuple[str, str, str]]:
    """E of the windows with the limit: a label, a value and a remark each."""
    logs, result = found.result.log10_e, found.result
    if logs is None:
        return []
    if logs.best_period is None:
        return [("Pairs found for each that chance gives", evidence_words(logs.combined), "")]
    facts = [("E of all windows together", evidence_words(logs.combined), "an alarm is decided by this one")]
    if result.limit is not None:
        facts.append(("Limit", f"{result.limit:,}", f"of place {result.place:,}"))
    day, most = logs.best_period
    facts.append(("E of the year alone", evidence_words(logs.year), ""))
    facts.append(("E of its largest gaming day alone", evidence_words(most), day_words(day)))
    return facts


def sorted_units(cell: GridCell, first: int, most: int) -> Sequence[GridUnit]:
    """Units of a cell from one on, alarms before the others."""
    order = {"alarm": 0, "closed": 1, "withheld": 2, "listed": 3, "quiet": 4}
    return sorted(cell.units, key=lambda each: order[each.state])[first : first + most]
