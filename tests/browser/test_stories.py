"""Stories of a room's staff, as they do them: what awaits an answer, the hand it is about, and the answer."""

import pytest
from playwright.sync_api import expect

from tests.browser.stores import DAY
from tests.http.web.kit import DANA

pytestmark = pytest.mark.slow


def incident_of(page):
    """The address of the incident of the played day."""
    page.goto(f"/rooms/WA-0417/days/{DAY}")
    return page.locator("table.list a[href*='/incidents/']").first.get_attribute("href")


@pytest.mark.parametrize("size", ["desk", "tablet"])
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_staff_find_what_awaits_an_answer_and_the_hand_it_is_about(site, someone, size, script):
    page = someone(size, script=script)
    site.sign_in(page, DANA)
    expect(page.get_by_role("heading", level=1)).to_have_text("Home")
    page.get_by_role("link", name="WA-0417", exact=True).click()
    page.goto(f"/rooms/WA-0417/days/{DAY}")
    page.get_by_role("table").get_by_role("link", name="Seat", exact=False).first.click()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(page.locator("tr.differs")).to_have_count(4)  # under the controls that were approved since
    expect(page.get_by_label("Cause")).to_be_visible()


def test_arrow_keys_lead_from_hand_to_hand(someone):
    page = someone("desk", DANA)
    page.goto("/sessions/1/hands/2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/hands/2")
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 1")


def test_an_answer_is_given_and_two_people_do_not_give_two(someone):
    first, second = someone("desk", DANA), someone("tablet", DANA)
    for page in (first, second):
        page.goto(incident_of(page))
    first.get_by_label("Cause").fill("A payout was read from the wrong row.")
    first.get_by_label("Corrective action").fill("The dealer was trained; from Monday a second person reads.")
    first.get_by_role("button", name="Answer").click()
    expect(first.get_by_text("A payout was read from the wrong row.")).to_be_visible()
    second.get_by_label("Cause").fill("Another cause.")
    second.get_by_label("Corrective action").fill("Another action.")
    second.get_by_role("button", name="Answer").click()
    expect(second.get_by_role("alert")).to_contain_text(
        "Somebody did something about this incident since you opened it."
    )
    expect(second.get_by_text("A payout was read from the wrong row.")).to_be_visible()
