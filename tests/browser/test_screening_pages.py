"""Where to look first at a browser: what axe finds, what fits, and the way from home to a hand with the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Keyboard
from tests.browser.test_pages import must_be_nothing, two_windows, wrong_in
from tests.http.test_screening import ROOM
from tests.http.web.kit import MARA
from tests.http.web.test_screening_pages import FACT, with_alarms

pytestmark = pytest.mark.slow

FILLED = with_alarms
AT = f"/rooms/{ROOM}/screening"


def test_the_pages_of_screening_are_accessible_and_fit(someone):
    desk, telephone = two_windows(someone, MARA)
    desk.goto(AT)
    units = [each.get_attribute("href") for each in desk.locator(".looked h3 a").all()]
    assert len(units) == 4
    paths = (AT, *units[:2], f"{AT}/units?indicator=SCN012", f"{AT}/units?indicator=SCN013", "/home", "/rooms",
             f"/rooms/{ROOM}", "/sessions/1")  # fmt: skip
    must_be_nothing(each for path in paths for each in wrong_in(desk, telephone, path))


@pytest.mark.parametrize("script", [True, False])
def test_from_home_to_the_video_of_a_hand_with_the_keyboard(someone, script):
    page = someone("desk", MARA, script=script)
    hands = Keyboard(page)
    page.goto("/home")
    alarms = page.get_by_role("region", name="Open alarms of screening")
    hands.press(alarms.get_by_role("link", name="SCN006 void-when-losing: player P1", exact=True))
    main = page.get_by_role("main")
    expect(main).to_contain_text("Innocent explanation")
    expect(main).to_contain_text(FACT)
    hands.press(main.get_by_role("link", name=re.compile("^Hand 27 of session")))
    expect(page.get_by_role("heading", level=1)).to_contain_text("27")
    hands.press(page.get_by_role("link", name="Back to: Alarm or unit"))
    expect(main).to_contain_text("cam-2/00002.mp4#t=1631")
    hands.press(page.get_by_role("link", name="Where to look first", exact=True))
    expect(page.get_by_role("heading", level=1)).to_contain_text("2026")
    cell = main.get_by_role(
        "link", name=re.compile("^open alarm, 8 units tested, the largest E is 1,45")
    ).first
    hands.press(cell)
    expect(main).to_contain_text("supervisor S with player P1")
