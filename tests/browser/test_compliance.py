"""The compliance officer's work: a draft as a form and as TOML, its questions, its effect, and what two do to it at once."""

import re

import pytest
from playwright.sync_api import expect

from auditor.store import Store
from tests.browser.hands import Hands, Keyboard, look_again
from tests.browser.site import NORA
from tests.browser.stores import NAME, PDF, surrendering
from tests.http.web.kit import LEE
from tests.pdf import text_of

pytestmark = pytest.mark.slow

FILLED = surrendering
CAP = "stakes/unit_cap/max"
CONTROLS = f"/rooms/WA-0417/controls/{NAME}"


def on_record(site, revision):
    """What the store has of a revision: its text, its standing, and the steps with who took them."""
    store = Store(site.folder)
    try:
        record = store.controls.get(NAME, revision)
        steps = [(each.action, each.by) for each in store.changes.of_controls("WA-0417", NAME, revision)]
        return store.controls.body(record.source).decode(), record.standing, steps
    finally:
        store.close()


class Desk:
    """A compliance officer at work on a revision, in one window."""

    def __init__(self, site, page, hands, script):
        self.site, self.page, self.hands, self.script = site, page, hands, script
        self.lost = False
        self.main = page.get_by_role("main")

    def press(self, role, name, within=None, exact=True):
        self.hands.press((within or self.page).get_by_role(role, name=name, exact=exact).first)

    def shows(self, *words):
        for each in words:
            expect(self.main).to_contain_text(each)

    def begin(self):
        self.site.sign_in(self.page, LEE)
        self.press("link", "WA-0417", self.main)
        self.press("link", "Controls")
        self.press("link", "Thirteen Card Poker at WA-0417", self.page.get_by_role("row").last)
        self.shows("revision 1", "in force")
        self.press("link", "Next revision from this one")
        text = self.page.locator("#toml").input_value()
        self.revision = int(re.findall(r"revision = (\d+)\n", text)[0])  # the next that is free

    def field(self, path):
        return self.page.locator(f'[id="f/{path}"]')

    def wrong(self, path):
        return self.page.locator(f'[id="f/{path}-wrong"]')

    def open_part(self, name):
        part = self.page.locator(f"#section-{name}")
        if part.get_attribute("open") is None:
            self.hands.press(part.locator("summary"))

    def write(self):
        """A unit cap past the bound, which is said beside it; then one within, and another price of a surrender."""
        text = self.page.locator("#toml")
        self.open_part("stakes")
        self.hands.write(self.field(CAP), "2000")
        if not self.script:
            self.press("button", "Update the form from the text")
        expect(self.wrong(CAP)).to_contain_text("2000 goes past the 1000 that WSGC-3b allows")
        expect(text).to_have_value(re.compile("max = 2000\n"))
        if self.script:
            self.hands.press(self.page.locator("#problems a.line").first)
            assert (
                text.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == "max = 2000"
            )
            self.page.route("**/controls/check", lambda route: route.abort(), times=1)
            self.hands.write(self.field(CAP), "4000")
            self.shows("Your last change could not be checked.")
        self.hands.write(self.field(CAP), "400")
        if self.script:
            self.shows("2026-01-01 overlaps revision 1, in force from 2026-01-01")
        self.hands.write_day(self.field("ruleset/in_force/from"), "2027-06-01")
        self.open_part("surrender")
        self.hands.write(self.field("surrender/amount/units"), "3")
        if not self.script:
            self.press("button", "Update the form from the text")
        expect(text).to_have_value(re.compile(r"max = 400\n[\s\S]*units = 3\n"))
        expect(self.wrong(CAP)).to_be_hidden()
        self.shows("It has no errors.")
        self.press("button", "Save the draft")
        self.shows("draft", "A surrender costs 3 units instead of 2.", "at most $4.00 instead of $5.00.")
        self.page.get_by_label("The document that they").set_input_files(
            {"name": "controls.pdf", "mimeType": "application/pdf", "buffer": PDF}
        )
        self.press("button", "Attach")
        self.shows("controls.pdf 15 bytes")

    def answer_a_question(self):
        self.press("link", "Answer the questions")
        self.shows("Choose how your controls read a point")
        asked = self.page.locator(".questions fieldset")
        count = asked.count()
        question = asked.first.locator("legend").inner_text()
        self.hands.choose(asked.first.get_by_role("radio").first)
        self.press("button", "Write these choices into the draft")
        expect(asked).to_have_count(count - 1)
        expect(self.main.get_by_text(question)).to_have_count(0)
        self.press("link", f"{NAME}@{self.revision}")

    def try_it(self):
        for label in ("First gaming day", "Last gaming day"):
            self.hands.write_day(self.page.get_by_label(label), "2026-05-31")
        if self.script:
            self.page.route("**/effect", self._lose_the_first_look)
        self.press("button", "Try it on these days")
        found = self.page.locator("#effect")
        if not self.script:
            look_again(self.page, found.get_by_text("Hands compared"))
        if self.script:
            expect(found.get_by_role("progressbar")).to_be_visible()
        expect(found).to_contain_text("Hands compared", timeout=60_000)
        said = " ".join(found.locator("dl").inner_text().split())
        assert said == (
            "Hands compared 6,000 Settled differently 6,000 "
            "Money that would have moved $6,000.00 Not comparable 0"
        )
        body = self.page.request.get(
            self.page.get_by_role("link", name="The effect as a document (PDF)").get_attribute("href")
        ).body()
        assert "$6,000.00" in text_of(body)

    def _lose_the_first_look(self, route):
        if route.request.method == "GET" and not self.lost:
            self.lost = True
            route.abort()
        else:
            route.continue_()

    def hand_in(self):
        self.hands.write(self.page.get_by_label("Note (optional)"), "From the new year on.")
        self.press("button", "Submit")
        self.shows("submitted", "From the new year on.")
        self.press("button", "Withdraw")
        expect(self.page.get_by_role("button", name="Submit")).to_be_visible()
        self.shows("Withdrawn")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("size", "keyboard", "script"),
    [("desk", True, True), ("tablet", False, True), ("desk", False, False)],
    ids=["keyboard", "touch", "no script"],
)
def test_a_compliance_officers_work(site, someone, size, keyboard, script):
    page = someone(size, script=script)
    hands = Keyboard(page) if keyboard else Hands(page, touch=size == "tablet")
    desk = Desk(site, page, hands, script)
    desk.begin()
    desk.write()
    desk.answer_a_question()
    desk.try_it()
    desk.hand_in()
    text, standing, steps = on_record(site, desk.revision)
    for written in (
        "max = 400\n",
        "units = 3\n",
        "from = 2027-06-01\n",
        'AMB-WSGC-VAR-REPLACES = "replaces"\n',
    ):
        assert written in text
    assert standing == "draft"
    assert steps == [(step, "Lee Park") for step in ("draft", "document", "draft", "submitted", "withdrawn")]


def test_two_officers_do_not_overwrite_each_others_draft_nor_submit_what_they_have_not_seen(site, someone):
    lee, nora = someone("desk", LEE), someone("tablet", NORA)
    lee.goto(f"/rooms/WA-0417/controls/new?after={NAME}@1")
    lee.get_by_role("button", name="Save the draft").click()
    lee.wait_for_url(re.compile(r"/\d+$"))
    revision = int(lee.url.rpartition("/")[2])
    for page in (nora, lee):
        page.goto(f"{CONTROLS}/{revision}/edit")
    waiting = nora.context.new_page()
    waiting.goto(f"{CONTROLS}/{revision}")
    for page, cap in ((lee, "300"), (nora, "200")):
        page.locator("#section-stakes summary").click()
        page.locator(f'[id="f/{CAP}"]').fill(cap)
        expect(page.locator("#toml")).to_have_value(re.compile(f"max = {cap}\n"))
        page.get_by_role("button", name="Save the draft").click()
    expect(nora.get_by_role("alert")).to_contain_text("Nothing of yours was saved; what you wrote is below.")
    expect(nora.locator("#toml")).to_have_value(re.compile("max = 200\n"))  # to be copied
    waiting.get_by_role("button", name="Submit").click()
    expect(waiting.get_by_role("alert")).to_contain_text(
        "Nothing of yours was recorded; what you wrote is below."
    )
    expect(waiting.get_by_role("main")).to_contain_text("A unit is worth at most $3.00 instead of $5.00.")
    text, standing, steps = on_record(site, revision)
    assert "max = 300\n" in text
    assert (standing, steps) == ("draft", [("draft", "Lee Park")] * 2)
