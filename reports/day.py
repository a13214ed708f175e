"""First page of the report of a gaming day."""

from __future__ import annotations

from reports import cover
from reports.correction_section import draw_corrections_on_cover
from reports.cover_facts import draw_facts
from reports.cover_parts import front_page
from reports.day_chart import draw_day_chart
from reports.drawn_fees import draw_triangle
from reports.drawn_pages import Pages
from reports.formatting import NOTHING, count, moment
from reports.story import Story
from reports.typography import NOTE
from rules.results import DayFacts, TriangleRow

ROWS_SHOWN = (
    8  # of the fee triangle on the first page; of more, the rows of the room and the rows that differ
)


def draw_day_cover(pages: Pages, story: Story, first: cover.First) -> None:
    """Draw the first page (`rules.audit.with_day`). Raises ValueError for other audits."""
    day = story.audit.day
    if day is None:
        raise ValueError("the audit is not of a gaming day")
    counts = [*_counts(day, story), *cover.incident_counts(story)]
    front = cover.audit_front(story, "AUDIT OF A GAMING DAY", _hours(day), counts, cover.audit_amounts(story))
    with front_page(pages, front):
        cover.draw_first(pages, story, first)
        draw_corrections_on_cover(pages, story)
        pages.subheading("Tables over the day", 70)
        draw_day_chart(pages, day)
        _fees(pages, day, story.numbers["day"])
        draw_facts(pages, story, first.dates)
        cover.define_terms(pages, story)
        cover.draw_rulesets(pages, story)


def _hours(day: DayFacts) -> str:
    begins, ends = (moment(each).replace(":00 ", " ", 1) for each in (day.begins, day.ends))
    if day.begins[19:] == day.ends[19:]:
        begins = begins.rpartition(" ")[0]
    licensed = [f"class {day.licence_class}"] if day.licence_class else []
    if day.tables_licensed is not None:
        licensed.append(f"licensed for {count(day.tables_licensed, 'table')}")
    return "   ·   ".join((f"{begins} – {ends}, {day.zone}", *licensed))


def _counts(day: DayFacts, story: Story) -> list[tuple[str, str]]:
    most = NOTHING if day.tables_in_play is None else f"{day.tables_in_play:,}"
    return [
        (f"{len(day.sittings):,}", "sessions"),
        (most, "tables at once"),
        (f"{day.hands:,}", "hands of the day"),
    ]


def _fees(pages: Pages, day: DayFacts, section: int) -> None:
    pages.subheading("Fees: due, recorded, counted", 60)
    few = len(day.triangle) <= ROWS_SHOWN
    shown = [row for row in day.triangle if few or row.table is None or _differs(row)]
    draw_triangle(pages, shown)
    if len(shown) < len(day.triangle):
        pages.paragraph(f"Section {section} shows the fees of every table.", NOTE, after=0)


def _differs(row: TriangleRow) -> bool:
    return bool(row.recorded_less_due or row.drop_less_recorded or row.drop_less_due)
