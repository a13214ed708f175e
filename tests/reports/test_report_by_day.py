"""Charts of gaming days: bars in pieces by severity, marks, and small bars beside figures."""

import xml.etree.ElementTree as ET

from reports.by_day import DayBar, by_day, small_bars
from reports.svg import svg

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"critical": "critical", "major": "major", "minor": "minor", "note": "note"}


def drawn(days):
    return ET.fromstring(svg(by_day("says", days, NAMES, "No log"), "Days", "days"))


def bars(picture):
    """The pieces of bars, without those of the key: fill and height."""
    found = [(each.get("class"), float(each.get("height"))) for each in picture.iter(f"{SVG}rect")]
    return [each for each in found if each[1] != 6]


def test_a_bar_is_in_pieces_the_gravest_at_its_foot():
    picture = drawn([DayBar("2026-03-14", {"major": 3, "critical": 1}), DayBar("2026-03-15", {"major": 2})])
    assert bars(picture) == [("critical", 15.0), ("major", 45.0), ("major", 30.0)]
    tops = [float(each.get("y")) for each in picture.iter(f"{SVG}rect") if each.get("height") != "6"]
    assert tops[0] > tops[1]
    assert [each.text for each in picture.iter(f"{SVG}text")] == [
        "critical", "major", "2", "4", "03-14", "03-15",
    ]  # fmt: skip


def test_a_few_beside_many_are_still_to_be_seen():
    picture = drawn([DayBar("2026-03-14", {"minor": 1}), DayBar("2026-03-15", {"major": 2_000})])
    assert bars(picture) == [("minor", 1.5), ("major", 60.0)]


def test_a_day_without_a_log_is_marked_and_other_days_are_not():
    days = [
        DayBar("2026-03-14", {}),
        DayBar("2026-03-15", {}, marked=True),
        DayBar("2026-03-16", {"note": 1}),
    ]
    picture = drawn(days)
    (mark,) = picture.iter(f"{SVG}polygon")
    middle = float(mark.get("points").split(",")[0]) + 3
    (label,) = [each for each in picture.iter(f"{SVG}text") if each.text == "03-15"]
    assert abs(middle - float(label.get("x"))) < 0.1
    assert "No log" in [each.text for each in picture.iter(f"{SVG}text")]
    assert "No log" not in [each.text for each in drawn(days[2:]).iter(f"{SVG}text")]


def test_the_names_of_many_days_do_not_touch():
    picture = drawn([DayBar(f"2026-03-{day:02d}", {"major": day}) for day in range(1, 29)])
    places = [
        float(each.get("x")) for each in picture.iter(f"{SVG}text") if (each.text or "").startswith("03-")
    ]
    assert len(places) > 5
    assert all(later - earlier > 24 for earlier, later in zip(places, places[1:], strict=False))


def test_small_bars_tell_the_days_before_from_the_days_now():
    picture = ET.fromstring(svg(small_bars("says", [0, 4], [2, 0]), "Trend", "t", "small-bars"))
    assert picture.get("class") == "small-bars"
    assert [(each.get("class"), each.get("height")) for each in picture.iter(f"{SVG}rect")] == [
        ("middle", "14"), ("dark", "7"),
    ]  # fmt: skip
    nothing = ET.fromstring(svg(small_bars("says", [0, 0], [0, 0]), "Trend", "t"))
    assert list(nothing.iter(f"{SVG}rect")) == []
