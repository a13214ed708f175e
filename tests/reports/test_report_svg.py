"""Charts as pictures of a page: the same shapes as in a report, with nothing that a strict page refuses."""

import re
import xml.etree.ElementTree as ET

import pytest

from reports import charts
from reports.day_chart import DayWords, day_chart
from reports.drawn_timeline import columns
from reports.hands_in_time import TimeWords, hands_in_time
from reports.svg import svg
from rules.results import Restitution
from tests.reports import samples
from tests.reports.reading import Reading
from tests.reports.test_report_day import LOGS, of_day, pdf
from tests.reports.test_report_timeline import EVENING

SVG = "{http://www.w3.org/2000/svg}"
ATTRIBUTES = {
    "class", "viewBox", "role", "aria-labelledby", "aria-describedby", "id", "x", "y", "x1", "y1", "x2", "y2", "width", "height",
    "points", "fill", "stroke-width", "font-size", "text-anchor", "patternUnits", "patternTransform",
}  # fmt: skip
OWED = [
    Restitution(player=player, hands=9, recorded=0, due=amount, owed=amount)
    for player, amount in (("ann", 500), ("bob", -700), ("cy", 200))
]
CHECKS = [
    samples.coverage("SCR001", "net-differs", differing=3),
    samples.coverage("PAY001", "transfers-differ", untestable=12),
]


def drawn():
    day, _ = of_day(*LOGS)
    return {
        "day": day_chart(day.day),
        "time": hands_in_time("Hands.", columns(EVENING), [("Gaps", [])]),
        "money": charts.money_chart(charts.largest(OWED, 20), "USD", ("is owed", "was overpaid")),
        "coverage": charts.coverage_chart(CHECKS),
    }


def texts(picture):
    return [each.text for each in ET.fromstring(picture).iter(f"{SVG}text")]


def test_hours_at_the_edges_of_a_day_stay_within_its_picture_in_a_wider_font():
    picture = ET.fromstring(svg(drawn()["day"], "Day", "day"))
    hours = [
        (each.text, each.get("x"), each.get("text-anchor"))
        for each in picture.iter(f"{SVG}text")
        if re.fullmatch(r"\d\d:00", each.text or "")
    ]
    assert hours[:2] == [("06:00", "78", None), ("09:00", "131.25", "middle")]
    assert hours[-2:] == [("03:00", "450.75", "middle"), ("06:00", "504", "end")]
    assert picture.get("viewBox").split()[2] == "504"


@pytest.mark.parametrize("name", ["day", "time", "money", "coverage"])
def test_a_picture_has_a_name_a_description_and_nothing_that_a_strict_page_refuses(name):
    chart = drawn()[name]
    picture = svg(chart, f"Chart of {name}", name)
    root = ET.fromstring(picture)
    assert root.get("role") == "img"
    assert [each.text for each in root[:2]] == [f"Chart of {name}", chart.says]
    assert [each.get("id") for each in root[:2]] == [
        root.get("aria-labelledby"),
        root.get("aria-describedby"),
    ]
    assert {each for element in root.iter() for each in element.attrib} <= ATTRIBUTES
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "title", "desc", "defs", "pattern", "rect", "line", "polygon", "text"
    }  # fmt: skip
    assert not re.search(r"#[0-9a-fA-F]{3}|rgb|style", picture.replace(f"#{name}-hatch", ""))


def test_everything_drawn_stands_within_the_picture():
    for name, chart in drawn().items():
        root = ET.fromstring(svg(chart, name, name))
        wide, high = map(float, root.get("viewBox").split()[2:])
        for each in root.iter():
            for axis, most in (
                ("x", wide),
                ("x1", wide),
                ("x2", wide),
                ("y", high),
                ("y1", high),
                ("y2", high),
            ):
                value = float(each.get(axis, 0))
                assert -0.01 <= value <= most + 0.01, (name, ET.tostring(each))


@pytest.mark.slow
def test_the_picture_of_a_day_says_what_its_report_says():
    day, shown = of_day(*LOGS)
    first = Reading(pdf(day, shown)).pages[0]
    said = texts(svg(day_chart(day.day), "The day", "day"))
    assert "S-T1 · 2 hands" in said
    assert "open, nothing played" in said
    assert [each for each in said if each not in first] == []


def test_a_session_that_states_that_nothing_was_played_is_hatched():
    day, _ = of_day(*LOGS)
    root = ET.fromstring(svg(day_chart(day.day), "The day", "d7"))
    assert root.find(f".//{SVG}pattern").get("id") == "d7-hatch"
    assert [each.get("fill") for each in root.iter(f"{SVG}rect") if each.get("fill")] == [
        "url(#d7-hatch)"
    ] * 2
    without, _ = of_day(*LOGS[:2])
    assert "pattern" not in svg(day_chart(without.day), "The day", "d7")


def test_a_name_from_a_log_is_only_ever_text():
    owed = [
        Restitution(player='</text><script>"&\x07', hands=1, recorded=0, due=1, owed=amount)
        for amount in (5, -9)
    ]
    picture = svg(charts.money_chart(owed, None, ("<b>", "was overpaid")), "<i>", "m")
    assert "<script" not in picture
    assert "<b>" not in picture
    assert '</text><script>"&[U+0007]' in texts(picture)
    assert ET.fromstring(picture)[0].text == "<i>"


def test_a_picture_is_in_the_words_that_it_is_given():
    day, _ = of_day(*LOGS)
    words = DayWords(
        played="manos jugadas", nothing="abierta, nada se jugó", hands=lambda number: f"{number} manos",
        summary="Barras por mesa.", session="%(table)s: %(session)s, %(begun)s %(until)s, %(hands)s",
        until="hasta %(time)s", nothing_played="nada se jugó",
    )  # fmt: skip
    chart = day_chart(day.day, words)
    assert chart.says.startswith("Barras por mesa. T1: S-T1, 15:00 hasta 22:00, 2 manos; ")
    said = texts(svg(chart, "Jornada", "day"))
    assert "S-T1 · 2 manos" in said
    assert not any("hands" in each for each in said)
    evening = hands_in_time(
        "x", columns(EVENING), (), TimeWords(("manos", "", "con un incidente"), "sin manos")
    )
    read = texts(svg(evening, "Manos", "time"))
    assert read[:2] == ["manos", "con un incidente"]
    assert "sin manos" in read


def test_marks_stand_below_the_slice_that_they_are_in():
    instant = 1_773_532_800_000_000  # 2026-03-14T17:00:00-07:00, in the break
    chart = hands_in_time("x", columns(EVENING), [("Incidents", [instant])])
    root = ET.fromstring(svg(chart, "Hands", "t"))
    (mark,) = root.iter(f"{SVG}polygon")
    left = float(mark.get("points").split(",")[0])
    fold = next(each for each in root.iter(f"{SVG}text") if each.text == "no hands")
    assert abs(left + 3 - float(fold.get("x"))) < 0.1
    assert "Incidents" in texts(svg(chart, "Hands", "t"))
