"""A log is corrected in two steps at a browser, and both results stand side by side once the correction is audited by itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.site import must_be_accessible
from tests.browser.test_uploads import AT, choose
from tests.http.kit import hand_line, log
from tests.http.web.kit import DANA, WRONG

pytestmark = pytest.mark.slow
AUDITED_ON_ARRIVAL = True


@pytest.mark.parametrize("size", ["desk", "telephone"])
def test_a_correction_takes_two_steps_by_keyboard(someone, size):
    """The right log is uploaded, the page shows what differs in the words of the game, and the reason puts it on record."""
    page = someone(size, DANA)
    page.goto(AT)
    name = f"FIX-{size}"
    choose(page, ("first.ndjson", log(hand_line(1, WRONG), hand_line(2), session=name)))
    expect(page.locator("[data-answer]")).to_contain_text(["Stored first.ndjson"])
    choose(page, ("second.ndjson", log(hand_line(1), session=name)))
    page.get_by_role("link", name="See what differs, and correct it").focus()
    page.keyboard.press("Enter")
    changes = page.locator(".changes > li")
    expect(changes).to_have_text(
        [re.compile(r"Hand 1\s*seat 2: net \$2.00 → \$1.00\s*seat 4"), "Hand 2 is left out"]
    )
    must_be_accessible(page)
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1]
    page.get_by_label("Reason").focus()
    page.keyboard.type("hand 2 is of another table")
    page.keyboard.press("Tab")
    page.keyboard.type("s-104")
    page.keyboard.press("Enter")
    expect(page.get_by_text("hand 2 is of another table")).to_be_visible()
    expect(page.get_by_text("4 incidents → 2: 2 gone and 2 in both logs.")).to_be_visible(
        timeout=60_000
    )  # once it is audited, by itself
    must_be_accessible(page)
