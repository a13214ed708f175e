"""How the pages of every kind of document are laid out, measured on documents made from simulated logs with faults."""

from __future__ import annotations

import pypdfium2
import pytest
from msgspec.structs import replace

from reports.drawn_pages import BOTTOM, FULL, TOP
from reports.typography import HEADING, SECTION, SMALLEST, SUBHEADING
from tests.reports import samples
from tests.reports.kinds import KINDS, pdf
from tests.reports.layout import empty, pieces, smallest
from tests.reports.reading import Reading

THIRD = 1 / 3
_HEADINGS = (SECTION.size, HEADING.size, SUBHEADING.size)


@pytest.mark.slow
@pytest.mark.sampled(11)
@pytest.mark.parametrize("kind", KINDS)
def test_no_type_is_smaller_than_8_points(kind):
    size, page = smallest(pdf(kind))
    assert size >= SMALLEST, f"{size} points on page {page}"


@pytest.mark.slow
@pytest.mark.sampled(11)
@pytest.mark.parametrize("kind", KINDS)
def test_no_page_but_a_sections_last_is_more_than_a_third_empty(kind):
    data = pdf(kind)
    begins = {page for level, _, page in Reading(data).outline() if level == 0}
    shares = empty(data)
    inner = [
        (page, round(share, 2))
        for page, share in enumerate(shares, 1)
        if page < len(shares) and page + 1 not in begins
    ]
    assert [each for each in inner if each[1] > THIRD] == []


@pytest.mark.slow
@pytest.mark.sampled(11)
@pytest.mark.parametrize("kind", KINDS)
def test_headings_stay_with_their_text(kind):
    """Below every heading there is something on its page."""
    data = pdf(kind)
    bold = {page: _bold(fonts) for page, fonts in enumerate(_fonts(data), 1)}
    headings: dict[int, float] = {}
    for page, piece in pieces(data):
        if piece.size in _HEADINGS and piece.font in bold[page] and BOTTOM < piece.y < TOP:
            headings[page] = min(headings.get(page, TOP), piece.y)
    feet = [BOTTOM + share * FULL for share in empty(data)]
    assert headings
    assert [page for page, y in headings.items() if feet[page - 1] > y - 8] == []


def _fonts(data):
    return [page["/Resources"]["/Font"] for page in Reading(data).reader.pages]


def _bold(fonts):
    return {name for name, font in fonts.items() if "SmBld" in str(font.get_object()["/BaseFont"])}


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_drawn_beyond_the_margins(kind):
    for number, page in enumerate(pypdfium2.PdfDocument(pdf(kind)), 1):
        for each in page.get_objects(max_depth=1):
            left, bottom, right, top = each.get_bounds()
            assert left >= 50, number
            assert right <= 562, number
            assert bottom >= 15, number
            assert top <= 785, number


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["audit", "what-if"])
def test_the_same_bytes_every_time(kind):
    assert KINDS[kind]() == pdf(kind)


def test_cards_are_legible_however_many_a_row_has():
    """Seventeen cards of fantasyland, a row of six, a discard: the ranks are never set smaller."""
    exhibit = samples.exhibit(seats=2)
    first, *others = exhibit.seats

    crowded = replace(
        first,
        middle=first.middle + first.front,
        dealt="".join(samples.PACK[:17]),
        discards="".join(samples.PACK[:4]),
    )
    shown = replace(exhibit, seats=[crowded, *others])
    data = samples.pdf(
        samples.audit([samples.finding()]), give=lambda kind: iter([shown] * (kind == "discrepancy"))
    )
    assert smallest(data)[0] >= SMALLEST


@pytest.mark.slow
def test_a_huge_amount_is_set_narrower_and_not_smaller():
    found = samples.finding(
        money=123_456_789_012, stated=123_456_789_012, expected=0, difference=123_456_789_012
    )
    data = samples.pdf(samples.audit([found], money_misallocated=123_456_789_012))
    assert smallest(data)[0] >= SMALLEST
    assert "$1,234,567,890.12" in Reading(data).text


@pytest.mark.slow
def test_the_largest_names_fit():
    long = "玩家" * 40
    data = samples.pdf(
        samples.audit([samples.finding(player=long)], log=samples.log(dealer=long, recorded_by=long))
    )
    assert smallest(data)[0] >= SMALLEST
    for page in pypdfium2.PdfDocument(data):
        assert all(each.get_bounds()[2] <= 562 for each in page.get_objects(max_depth=1))


def test_a_digest_fits_on_one_line_whatever_its_letters():
    wide, used = "d" * 64, samples.audit().rulesets[0]
    data = samples.pdf(samples.audit(rulesets=[replace(used, digest=wide)]))
    assert wide in Reading(data).pages[0]
    assert smallest(data)[0] >= SMALLEST


def test_an_audit_with_nothing_to_decide_fits_three_pages():
    pages = Reading(samples.pdf(samples.audit([], incidents=[]))).pages
    assert len(pages) <= 3
    assert "No finding requires a response." in pages[-1]
