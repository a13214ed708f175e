"""Home at a browser: from the first page to the answer with the keyboard alone, at a desk and on a telephone, light and dark."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands, Keyboard
from tests.browser.site import inaccessible
from tests.browser.stores import ROW
from tests.http.web.kit import DANA, LEE, MARA

pytestmark = pytest.mark.slow


def answers_of(page):
    return page.get_by_role("region", name="Answers due").get_by_role("row")


@pytest.mark.parametrize(("size", "dark"), [("desk", False), ("telephone", True)])
def test_staff_come_from_home_to_the_answer(site, someone, size, dark):
    page = someone(size, DANA, dark=dark)
    hands = Keyboard(page) if size == "desk" else Hands(page, touch=True)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Home")
    assert inaccessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link = page.get_by_role("region", name="Answers due").get_by_role("link").first
    expect(link).to_have_text(re.compile("^Hand 2"))
    hands.press(link)
    expect(page).to_have_url(re.compile("/rooms/WA-0417/incidents/[0-9a-f]{64}"))
    expect(page.get_by_text("had to be kept until Sat 21 March 2026")).to_be_visible()
    hands.press(page.get_by_role("link", name="Back to: Home"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Home")


def test_the_first_answer_is_on_the_first_screen_of_a_telephone(someone):
    page = someone("telephone", DANA)
    page.goto("/home")
    due = page.get_by_role("region", name="Answers due").get_by_role("cell").nth(1)
    box = due.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < page.viewport_size["height"]


def test_each_role_begins_with_what_it_does(site, someone):
    lee, mara = someone("desk", LEE), someone("tablet", MARA)
    lee.goto("/")
    expect(lee.get_by_role("heading", name="Incidents by clause")).to_be_visible()
    mara.goto("/")
    expect(mara.get_by_role("heading", name="Silent rooms")).to_be_visible()
    assert ROW not in mara.locator("#critical").inner_text()


def test_the_address_of_a_calendar_is_made_and_ended(someone):
    page = someone("desk", DANA)
    page.goto("/account")
    page.get_by_role("button", name="Make an address for it").click()
    address = page.locator("code.secret").inner_text()
    assert inaccessible(page) == []
    assert page.request.get(address).text().startswith("BEGIN:VCALENDAR\r\n")
    page.get_by_role("button", name="End the address").click()
    expect(page.get_by_role("status")).to_have_text("The address of your calendar has ended.")
    assert page.request.get(address).status == 404
