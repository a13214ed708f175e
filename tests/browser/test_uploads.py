"""Staff upload logs: file by file where scripts run, all at once where they do not, and go on where the connection breaks."""

import pytest
from playwright.sync_api import expect

from tests.browser.site import must_be_accessible
from tests.http.histories import hand, history
from tests.http.kit import hand_line, log
from tests.http.web.kit import DANA

pytestmark = pytest.mark.slow

BAD = log({**hand_line(1), "hand": "one"}, session="BAD")
AT = "/rooms/WA-0417/upload"


def given(name, body):
    return {"name": name, "mimeType": "application/x-ndjson", "buffer": body}


def choose(page, *files):
    page.get_by_label("Logs", exact=True).set_input_files([given(name, body) for name, body in files])
    page.get_by_role("button", name="Upload", exact=True).click()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_each_file_has_its_answer_and_a_bad_one_costs_nothing(someone, script):
    page = someone("tablet", DANA, script=script)
    page.goto(AT)
    name = f"UP-{script}"
    choose(page, ("good.ndjson", log(session=name)), ("bad.ndjson", BAD), ("good.ndjson", log(session=name)))
    answers = page.locator("[data-answer]")
    expect(answers).to_have_count(3)
    expect(answers.nth(0)).to_contain_text("Stored good.ndjson")
    expect(answers.nth(1)).to_contain_text("1 line cannot be read.")
    expect(answers.nth(1).locator("mark")).to_have_text('"one"')
    expect(answers.nth(2)).to_contain_text("Already here")
    if script:  # it stays on the page, which can take more
        choose(page, ("more.ndjson", log(session="UP-more")))
        expect(answers).to_have_count(4)
        expect(answers.nth(3)).to_contain_text("Stored more.ndjson")
        must_be_accessible(page)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_history_that_lacks_its_currency_is_sent_again_with_it(someone, script):
    page = someone("tablet", DANA, script=script)
    page.goto(AT)
    file = ("evening.txt", history(hand(f"HD{7 + script}")))
    choose(page, file)
    expect(page.locator("[data-answer]")).to_contain_text("2 places to look at. Nothing of it was stored.")
    expect(page.locator("#currency-wrong")).to_have_text("State it with the field Currency, such as EUR.")
    if script:
        must_be_accessible(page)
    page.get_by_label("Currency", exact=True).fill("USD")
    page.get_by_label("Played under").select_option("standard-cash")
    if script:
        expect(page.locator("#currency-wrong")).to_be_hidden()
        page.get_by_role("button", name="Send again").click()
    else:
        choose(page, file)
    expect(page.locator("[data-answer]")).to_contain_text("Stored evening.txt")


def test_a_lost_connection_costs_only_the_file_in_hand_which_is_sent_again(someone):
    page = someone("desk", DANA)
    page.goto(AT)
    page.route(
        f"**{AT}",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
        times=1,
    )
    choose(page, ("one.ndjson", log(session="LOST-1")), ("two.ndjson", log(session="LOST-2")))
    expect(page.locator("[data-answer]")).to_contain_text(["Stored two.ndjson"])
    expect(page.get_by_text("The connection was lost before an answer arrived.")).to_be_visible()
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("[data-answer]")).to_contain_text(["Stored one.ndjson", "Stored two.ndjson"])


def test_who_is_signed_out_signs_in_elsewhere_and_sends_again(site, someone):
    page = someone()
    site.sign_in(page, DANA, AT)
    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("button", name="Sign out").click()
    choose(page, ("out.ndjson", log(session="OUT-1")))
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    site.sign_in(other, DANA)
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("[data-answer]")).to_contain_text(["Stored out.ndjson"])


@pytest.mark.parametrize("size", ["desk", "telephone"])
def test_nothing_was_played_is_stated_by_keyboard_alone_once_it_is_confirmed(someone, size):
    page = someone(size, DANA)
    day = {"desk": "2026-03-16", "telephone": "2026-03-17"}[size]
    page.goto(f"/rooms/WA-0417/days/{day}")
    must_be_accessible(page)
    page.get_by_role("link", name="Nothing was played at table T1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(f'"session": "{day}-T1-nothing-played"')).to_be_visible()
    must_be_accessible(page)
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1]
    page.get_by_label("I confirm that nothing was played").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="T1").first).to_contain_text("nothing played")
