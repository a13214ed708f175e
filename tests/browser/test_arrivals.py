"""What comes in is audited while somebody waits: its result is in the place of the answer. A log without a ruleset gets one."""

import re

import pytest
from playwright.sync_api import expect

from auditor.store import Store
from tests.browser.site import must_be_accessible
from tests.http.earlier import kept
from tests.http.kit import hand_line, log
from tests.http.web.kit import DANA, with_rooms

pytestmark = pytest.mark.slow

AUDITED_ON_ARRIVAL = True
FILLED = with_rooms  # without controls of its own, so that a log names its ruleset
WRONG = hand_line(7, (300, 200, 300, -800))


def choose(page, **files):
    given = [
        {"name": f"{name}.ndjson", "mimeType": "application/x-ndjson", "buffer": body}
        for name, body in files.items()
    ]
    page.get_by_label("Logs", exact=True).set_input_files(given)
    page.get_by_role("button", name="Upload", exact=True).click()


@pytest.mark.parametrize(("size", "dark"), [("desk", False), ("telephone", True)])
def test_the_result_comes_in_the_place_of_the_answer(someone, size, dark):
    page = someone(size, DANA, dark=dark)
    page.goto("/rooms/WA-0417/upload")
    choose(page, wrong=log(WRONG, session=f"ARR-1-{size}"), right=log(session=f"ARR-2-{size}"))
    answers = page.locator("[data-answer]")
    expect(answers.nth(0)).to_contain_text("1 hand is audited: 1 incident.")
    expect(answers.nth(1)).to_contain_text("1 hand is audited: no incident.")
    must_be_accessible(page)
    incident = answers.nth(0).get_by_role("link", name="Hand 7: nets off by $1.00")
    incident.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        "Seat 2's recorded result differs from what was due"
    )


def test_without_scripts_the_page_of_the_session_has_the_result(someone):
    page = someone("desk", DANA, script=False)
    page.goto("/rooms/WA-0417/upload")
    choose(page, wrong=log(WRONG, session="ARR-3"))
    page.get_by_role("link", name="To the session").click()
    address = page.url
    for _ in range(200):
        if page.get_by_text(re.compile("^Audited")).count():
            break
        page.wait_for_timeout(100)
        page.goto(address)
    expect(
        page.get_by_role("link", name="Hand 7, seats 2 and 4 (P2 and P4): nets off by $1.00").first
    ).to_be_visible()


@pytest.mark.parametrize(("size", "dark"), [("desk", True), ("telephone", False)])
def test_a_log_without_a_ruleset_gets_one_on_the_page_that_says_so(someone, site, size, dark):
    store = Store(site.folder)
    number = kept(store, log(WRONG, session=f"ARR-4-{size}", ruleset="wsgc-bse"))
    store.close()
    page = someone(size, DANA, dark=dark)
    page.goto(f"/sessions/{number}")
    expect(page.get_by_text("It names a ruleset that is not in the library: wsgc-bse.")).to_be_visible()
    must_be_accessible(page)
    page.get_by_role("button", name="State the ruleset").focus()
    page.keyboard.press("Enter")
    expect(
        page.get_by_text("Reason: The ruleset was stated: wsgc-base in place of wsgc-bse.")
    ).to_be_visible()
    expect(page.get_by_role("heading", name="Audit", exact=True)).to_be_visible()
    expect(page.locator("main")).to_contain_text("Hand 7, seats 2 and 4 (P2 and P4): nets off by $1.00")
    must_be_accessible(page)
