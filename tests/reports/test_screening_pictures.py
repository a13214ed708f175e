"""Pictures of screening: what each says of a unit, and where it draws it."""

import xml.etree.ElementTree as ET

import pytest

from reports.chart_shapes import Box, ChartText, Polygon
from reports.drawn_pages import WIDTH
from reports.screening_pictures.evidence_by_day import size_of_e
from reports.screening_pictures.screening_picture import svg_of_picture
from reports.screening_pictures.share_bars import ShareBar, share_bars
from reports.screening_pictures.unit_pictures import pictures_of
from rules.screening.room_year import screened_year
from tests.rules.screening.screened import logs_of, statistics

SVG = "{http://www.w3.org/2000/svg}"


def units_of(case):
    return screened_year(statistics(logs_of(case)))


def unit_of(units, code, **unit):
    (only,) = [each for each in units if (each.entry.code, dict(each.unit)) == (code, unit)]
    return only


def drawn(case, code, **unit):
    """Pictures of a unit of a case by their titles."""
    units = units_of(case)
    return {each.title: each for each in pictures_of(unit_of(units, code, **unit), units)}


@pytest.fixture(scope="module")
def voids():
    return drawn("voids-of-losses", "SCN006", player="P1")


def shapes(picture, kind):
    return [each for band in picture.chart.bands for each in band.shapes if isinstance(each, kind)]


# ---------------------------------------------------------------- E by gaming day


def test_e_by_gaming_day_says_where_it_stands_and_when_the_limit_was_reached(voids):
    assert voids["E by gaming day"].chart.says == (
        "E of the gaming day 2026-03-02: 486; the limit is 200, and was reached on 2026-03-02."
    )


def test_e_is_a_line_over_several_gaming_days():
    says = drawn("pairs-dumped", "SCN004", payer="P1", payee="P2")["E by gaming day"].chart.says
    assert says == (
        "Line of E over 4 gaming days from 2026-03-02 to 2026-03-05: 10^11.9 at the end; the limit is 1,600, and was reached on "
        "2026-03-03."
    )


def test_the_limit_is_drawn_below_an_e_that_is_above_it(voids):
    picture = voids["E by gaming day"]
    *_, last = shapes(picture, Box)
    (limit,) = [each for each in shapes(picture, ChartText) if each.text == "limit 200"]
    assert last.x + last.wide / 2 == pytest.approx((48 + WIDTH) / 2)  # one day stands in the middle
    assert last.y < limit.y


def test_a_quiet_unit_stays_below_its_limit():
    says = drawn("voids-of-losses", "SCN006", player="P2")["E by gaming day"].chart.says
    assert says == "E of the gaming day 2026-03-02: 0.7; the limit is 1,600."


@pytest.mark.parametrize(
    ("logarithm", "said"),
    [(-0.1, "0.8"), (0, "1"), (1.5, "32"), (4, "10,000"), (5.94, "10^5.9"), (30, "10^30")],
)
def test_e_is_written_out_as_long_as_it_is_short(logarithm, said):
    assert size_of_e(logarithm) == said


# ---------------------------------------------------------------- bars of shares


def test_void_hands_are_counted_by_the_result_of_the_player(voids):
    picture = voids["Void hands, by the result of P1"]
    assert picture.chart.says == (
        "Bars of the share of hands that are void. Hands that P1 would have lost: 16 of 110 (14.5%), where chance gives 8.8; "
        "The other hands: 0 of 90 (0%), where chance gives 7.2."
    )


def test_a_bar_is_as_long_as_its_share_and_marked_where_chance_is():
    picture = share_bars("void", [ShareBar("lost", 30, 100, 10.0), ShareBar("won", 0, 100, 20.0)])
    boxes = [each for band in picture.bands for each in band.shapes if isinstance(each, Box)]
    marks = [each for band in picture.bands for each in band.shapes if isinstance(each, Polygon)]
    scale = WIDTH / (0.3 * 1.12)
    assert [round(each.wide, 6) for each in boxes[1::2]] == [round(0.3 * scale, 6), 0]
    assert [round(each.corners[0][0], 6) for each in marks[-2:]] == [
        round(0.1 * scale, 6),
        round(0.2 * scale, 6),
    ]


def test_cases_that_do_not_exist_have_no_share():
    assert share_bars("void", [ShareBar("lost", 0, 0, 0.0)]).says == (
        "Bars of the share void. lost: 0 of 0, where chance gives 0."
    )


@pytest.mark.parametrize(
    ("case", "code", "unit", "says"),
    [
        (
            "dead-winners",
            "SCN007",
            {"supervisor": "S"},
            "Seats that would have won: 12 of 377 (3.18%), where chance gives 5.7",
        ),
        (
            "settings-for-partner",
            "SCN005",
            {"payer": "P1", "payee": "P2"},
            "With P2: 30 of 200 (15%), where chance gives 15.5",
        ),
        (
            "settings-for-partner",
            "SCN005",
            {"payer": "P1", "payee": "P2"},
            "Without P2: 1 of 200 (0.5%), where chance gives 15.5",
        ),
        (
            "gaps-at-money",
            "SCN008",
            {"table": "T1"},
            "Hands of the largest fifth: 8 of 90 (8.89%), where chance gives 3.6",
        ),
        (
            "missing-after-losses",
            "SCN009",
            {"table": "T1"},
            "After a loss of the largest fifth: 8 of 52 (15.4%), where chance gives 2.2",
        ),
        (
            "units-after-the-deal",
            "SCN011",
            {"player": "P1"},
            "At a higher unit: 107 of 149 (71.8%), where chance gives 67.9",
        ),
        (
            "dealer-and-player",
            "SCN012",
            {"dealer": "X", "player": "P1"},
            "Dealt by X: 188 of 265 (70.9%), where chance gives 132.1",
        ),
        (
            "exits-with-wins",
            "SCN016",
            {"player": "P1"},
            "ended on one of their largest wins: 8 of 8 (100%), where chance gives 2.1",
        ),
        (
            "minutes",
            "SCN019",
            {"table": "T1"},
            "a minute divisible by five: 79 of 200 (39.5%), where chance gives 40",
        ),
        ("minutes", "SCN019", {"table": "T1"}, "second 0: 4 of 200 (2%), where chance gives 3.3"),
    ],
)
def test_shares_are_said_in_the_words_of_the_indicator(case, code, unit, says):
    assert any(says in each.chart.says for each in drawn(case, code, **unit).values())


# ---------------------------------------------------------------- on pages


def test_a_picture_is_an_image_with_a_name_and_a_description(voids):
    for place, picture in enumerate(voids.values()):
        root = ET.fromstring(svg_of_picture(picture, f"p{place}"))
        assert (root.get("role"), [each.text for each in root[:2]]) == (
            "img",
            [picture.title, picture.chart.says],
        )
        for each in root.iter(f"{SVG}text"):
            assert 0 <= float(each.get("x")) <= WIDTH
