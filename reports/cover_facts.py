"""Facts of the first page: dates, gaps, short drops, open questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.card_words import message
from reports.controls_decided import decided_by
from reports.dates import Dates, GamingDays, date_text
from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import count, hand_numbers, listed, moment, money
from reports.money_words import by_kind
from reports.record_origin_words import derived
from reports.record_words import evidence, tokes, voids
from reports.story import Story
from reports.typography import CONDENSED, SMALL_SOFT, TextStyle, fitted
from rules.results import Coverage, Finding, Gap, ReadingEffect

_TEXT = TextStyle(CONDENSED, 8, 11)
_LABELS = 92.0
_SHORT = ("FEE020", "FEE022", "FEE023", "FEE025")  # drop boxes against fees, or against what was due
_OWN_PRIZES = "TRN064"
_MOST_CODES, _MOST_REASONS, _MOST_FILES = 6, 3, 8


def draw_facts(pages: Pages, story: Story, dates: Dates) -> None:
    """Draw known money, then other facts, if any."""
    _draw_rows(pages, "Money", by_kind(story.audit))
    _draw_rows(pages, "Dates, gaps and open questions", list(facts(story, dates)))


def _draw_rows(pages: Pages, title: str, rows: Sequence[tuple[str, str]]) -> None:
    if not rows:
        return
    pages.subheading(title, 50)
    table = ReportTable(
        pages,
        (ReportColumn("", _LABELS, style=SMALL_SOFT), ReportColumn("", WIDTH - _LABELS, style=_TEXT)),
        most=3,
    )
    for label, says in rows:
        table.row(label, says)
    pages.y -= 2


def facts(story: Story, dates: Dates) -> Iterator[tuple[str, str]]:
    for label, says in (
        ("Dates, controls", " ".join(filter(None, (made(dates), decided_by(story.audit))))),
        ("Files missing", missing_files(story)),
        ("Record", derived(story.logs)),
        ("Missing hands", missing(story)),
        ("Evidence", evidence(story.audit)),
        ("Void deals", voids(story.audit)),
        ("Drop box", shortage(story)),
        ("Tokes", tokes(story.audit)),
        ("Money unknown", impossible(story)),
        ("Prizes of its own", own_prizes(story)),
        ("Open question", open_question(story)),
        ("Untestable checks", untested(story)),
        ("Video", video(story, dates)),
        ("Response", response(dates) if story.to_answer else ""),
    ):
        if says:
            yield label, says


def made(dates: Dates) -> str:
    """Times of audit and report."""
    audited, reported = dates.audited_at, dates.reported_at
    if audited is None:
        return f"Report made {date_text(reported)}." if reported else ""
    if reported in (None, audited):
        return f"Audit and report made {date_text(audited)}."
    return f"Audit made {date_text(audited)}, report made {date_text(reported or audited)}."


def missing_files(story: Story) -> str:
    """Named files that the audit lacked."""
    event = story.audit.event
    if event is None or not event.missing:
        return ""
    left = len(event.missing) - _MOST_FILES
    names = [*event.missing[:_MOST_FILES], *([f"{left:,} more"] if left > 0 else [])]
    return f"{listed(names)}."


def missing(story: Story) -> str:
    """Missing numbers, and hands of control totals without record."""
    gaps = story.audit.gaps
    says = []
    if gaps:
        numbers = sum(gap.before - gap.after - 1 for gap in gaps)
        where = listed([_gap(story, gap) for gap in gaps[:2]])
        more = f" and {count(len(gaps) - 2, 'more gap')}" if len(gaps) > 2 else ""
        says.append(f"{count(numbers, 'hand number is', 'hand numbers are')} missing: {where}{more}.")
    expected = sum(log.hands_expected for log in story.logs)
    if expected > story.audit.hands and story.logs:
        says.append(f"{story.audit.hands:,} of {count(expected, 'expected hand')} are on record.")
    return " ".join(says)


def _gap(story: Story, gap: Gap) -> str:
    first, last = gap.after + 1, gap.before - 1
    where = hand_numbers(range(first, last + 1))
    where += f" of {gap.session}" if story.several and gap.session else ""
    return where + (f", before {moment(gap.at, offset=False)}" if gap.at else "")


def shortage(story: Story) -> str:
    """Shortages of drop boxes."""
    short = [
        each
        for each in story.audit.findings
        if each.code in _SHORT
        and each.unit == "money"
        and each.difference is not None
        and each.difference < 0
    ]
    if not short:
        return ""
    worst = min(short, key=lambda each: each.difference or 0)
    currency = story.currency_of(worst.room, worst.session)
    more = (
        f" {count(len(short) - 1, 'other count is', 'other counts are')} also short."
        if len(short) > 1
        else ""
    )
    return f"{money(-(worst.difference or 0), currency)} short. {message(worst)}{more}"


def impossible(story: Story) -> str:
    """Hands with unknown money since their deal is impossible."""
    hands = story.audit.impossible
    return (
        f"{count(hands, 'hand has', 'hands have')} a deal that cannot have happened, for example with a card twice; what "
        "was due is not known."
        if hands
        else ""
    )


def open_question(story: Story) -> str:
    """Undetermined point that could move the most money."""
    points = [each for each in story.audit.findings if each.kind == "undetermined"]
    if not points:
        return ""
    worst = max(points, key=_weight)
    currency = story.currency_of(worst.room, worst.session)
    reading = max(_others(worst), key=_moved, default=None)
    says = question(worst)
    if reading is not None and (reading.money or reading.units):
        moved = money(reading.money, currency) if reading.money else count(reading.units or 0, "unit")
        says += f" Under the reading “{reading.reading}”, {moved} would move."
    others = len(points) - 1
    section = story.numbers["undetermined"]
    return says + (f" Section {section} has {count(others, 'more point')}." if others else "")


def own_prizes(story: Story) -> str:
    """Prizes of the tournament's own, where no incident says so."""
    own = [each for each in story.audit.findings if each.code == _OWN_PRIZES and each.kind == "undetermined"]
    return " ".join(map(message, own))


def question(finding: Finding) -> str:
    """Open question without its readings."""
    return message(finding).partition(" Replayed as ")[0] if finding.readings else message(finding)


def _others(finding: Finding) -> list[ReadingEffect]:
    return [each for each in finding.readings or () if not each.taken]


def _moved(reading: ReadingEffect) -> tuple[int, int]:
    return reading.money or 0, reading.units or 0


def _weight(finding: Finding) -> tuple[int, int]:
    amount, moved = max((_moved(each) for each in _others(finding)), default=(0, 0))
    return max(amount, finding.money or 0), moved


def untested(story: Story) -> str:
    """Checks that could test no hand, by what the record lacks."""
    rows = [row for row in story.audit.coverage if never_tested(row)]
    if not rows:
        return ""
    by_reason: dict[str, list[str]] = {}
    for row in rows:
        by_reason.setdefault(main_reason(row), []).append(row.code)
    says = [
        f"{_codes(codes)} ({fitted(reason, _TEXT, 300)})"
        for reason, codes in sorted(by_reason.items(), key=lambda each: -len(each[1]))
    ]
    if len(says) > _MOST_REASONS:
        rest = sum(sorted((len(codes) for codes in by_reason.values()), reverse=True)[_MOST_REASONS:])
        says = [*says[:_MOST_REASONS], f"section {story.numbers['coverage']} has {rest} more"]
    tested = "nothing" if story.audit.event else "no hand"
    return f"{count(len(rows), 'check')} tested {tested}: {'; '.join(says)}."


def never_tested(row: Coverage) -> bool:
    """Whether a check applies but could test nothing."""
    return row.tested == 0 and row.untestable > 0


def main_reason(row: Coverage) -> str:
    """Most frequent reason why hands were untestable."""
    return max(row.because, key=lambda each: each.hands).reason if row.because else "no reason recorded"


def _codes(codes: list[str]) -> str:
    if len(codes) > _MOST_CODES:
        return f"{', '.join(codes[: _MOST_CODES - 1])} and {len(codes) - _MOST_CODES + 1} more"
    return listed(codes)


def video(story: Story, dates: Dates) -> str:
    """Last day of kept video."""
    if dates.video_days is None:
        return ""
    days = GamingDays(story.audit)
    found = [day for entry in story.entries if (day := days.of(entry.incident.at)) is not None]
    found = found or [day for log in story.logs if (day := days.of(log.opened_at)) is not None]
    if not found:
        return ""
    first, last = min(found), max(found)
    until, later = dates.video_until(first), dates.video_until(last)
    clause = f" ({dates.video_clause})" if dates.video_clause else ""
    says = f"Kept until {until}, {count(dates.video_days, 'gambling day')} after gaming day {first}{clause}"
    return says + (f"; for the last incident until {later}." if later != until else ".")


def response(dates: Dates) -> str:
    """Day by which the licensee must respond."""
    due = dates.respond_by()
    if due is None:
        return ""
    clause = f" ({dates.response_clause})" if dates.response_clause else ""
    made = date_text(dates.reported_at or dates.audited_at or "")[:10]
    return f"Due by {due}, {count(dates.response_days or 0, 'day')} after the report of {made}{clause}."
