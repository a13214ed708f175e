"""Contrast of the words that pages write on their green, in the light and in the dark."""

import re
from pathlib import Path

import pytest

from auditor.http.web import web_blueprint

STYLES = Path(web_blueprint.__file__).parents[1] / "static" / "pages" / "pages.css"
LEAST = 4.5  # of text, WCAG 2.2 (1.4.3)
SYMBOL = 3.0  # of signs that are no text (1.4.11)


def colours(name):
    """A colour of the pages in the light and in the dark."""
    stated = re.search(rf"--{name}: ([^;]+);", STYLES.read_text("utf-8"))[1]
    found = re.findall(r"#[0-9a-f]{6}", stated)
    return found * 2 if len(found) == 1 else found


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["felt"])
def test_numbers_on_green_can_be_read_in_both_themes(ground):
    assert contrast("#ffffff", "#000000") == 21
    assert [contrast(*pair) >= LEAST for pair in zip(colours("on-felt"), colours(ground), strict=True)] == [
        True
    ] * 2


@pytest.mark.parametrize("ground", ["paper", "ground", "done-ground"])
def test_green_signs_are_seen_on_every_ground(ground):
    assert [contrast(*pair) >= SYMBOL for pair in zip(colours("felt"), colours(ground), strict=True)] == [
        True
    ] * 2
