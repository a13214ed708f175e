"""The tutorial of the browser: what it has somebody press and read is there, in a demonstration, in its order."""

import re

import pytest

from tests.browser.first_night import IMAGES, PAGE, walked

pytestmark = [pytest.mark.slow, pytest.mark.night]


def test_the_tutorial_walks_through_a_demonstration_as_written(chromium):
    pictured = []
    read = " ".join(walked(chromium, lambda name, _: pictured.append(name)).split())
    text = PAGE.read_text("utf-8")
    named = [" ".join(each.split()) for each in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)]
    assert len(named) > 15
    assert [each for each in named if each not in read] == []
    assert re.findall(r"images/first-night-(\w+)\.png", text) == pictured


def test_its_pictures_are_small():
    files = sorted(IMAGES.glob("first-night-*.png"))
    assert [each.name for each in files if each.stat().st_size > 80_000] == []
    assert len(files) == PAGE.read_text("utf-8").count("](images/first-night-")
