"""The regulator's work from signing in to a closed sample: an incident, a decision on controls, a report, a comparison."""

import hashlib
import io
import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from auditor.store import Store
from tests.browser.hands import Hands, Keyboard, look_again
from tests.browser.site import AGENTS
from tests.browser.stores import ANSWER, NEXT_DAY, ROOMS, ROW, TITLE, awaiting, name_of
from tests.http.kit import NETS, ROWS
from tests.pdf import text_of

pytestmark = pytest.mark.slow

FILLED = awaiting
SIGNED = True
LETTER = "WSGC 2026-114"


def entries(site):
    """The register's entries: their kind, and what each is about."""
    store = Store(site.folder)
    try:
        every = [json.loads(store.register.entry(at).record) for at in range(store.register.size())]
    finally:
        store.close()
    return [(each["kind"], each.get("about", {**each, "by": each.get("who")})) for each in every]


class Desk:
    """A regulator at work in a room, in one window."""

    def __init__(self, site, page, hands, who, room, *, script):
        self.script = script
        self.site, self.page, self.hands, self.who, self.room = site, page, hands, who, room
        self.main = page.get_by_role("main")
        self.by = who[1].name

    def press(self, role, name, within=None, exact=True):
        self.hands.press((within or self.page).get_by_role(role, name=name, exact=exact).first)

    def shows(self, *words):
        for each in words:
            expect(self.main).to_contain_text(each)

    def go(self, area):
        self.press("link", area, self.page.get_by_role("navigation", name="Main"))

    def opened(self, name):
        """A document that a link opens in the browser."""
        return self.page.request.get(self.page.get_by_role("link", name=name).get_attribute("href")).body()

    def saved(self, name):
        """A file that a link gives."""
        with self.page.expect_download() as given:
            self.press("link", name)
        return given.value.path().read_bytes()

    def find_the_incident(self):
        self.site.sign_in(self.page, self.who)
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Home")
        self.go("Rooms")
        self.hands.write_day(self.page.get_by_label("Until", exact=True), NEXT_DAY)
        self.press("button", "Show")
        row = self.page.get_by_role("row").filter(has_text=self.room)
        expect(row.get_by_role("cell").last).to_have_text(re.compile(r"^\s*\$1\.00\s"))
        self.press("link", self.room, row)
        expect(self.page.get_by_role("heading", level=1)).to_have_text(self.room)
        row = self.page.get_by_role("row").filter(has_text=ROW).filter(has_text="Sat 14 March 2026")
        self.press("link", ROW, row)
        self.press("link", "Sat 14 March 2026", self.page.get_by_role("navigation", name="Where you are"))
        expect(self.page.get_by_role("row", name="T1 ✓ audited S-1 2")).to_be_visible()
        row = self.page.get_by_role("row").filter(has_text=ROW)
        expect(row).to_contain_text("major")
        expect(row).to_contain_text("$1.00")
        self.press("link", ROW, row)

    def accept_the_answer(self, *, broken):
        self.shows(TITLE, "Hand 2", ANSWER["cause"], ANSWER["corrective_action"], "answered")
        expect(self.page.locator("tr.differs")).to_have_count(
            4
        )  # under the controls that were approved since
        self.hands.write(self.page.get_by_label("Note (optional)"), "Seen on the video.")
        if broken:  # the connection is lost, and what was written is not
            self.page.route(re.compile(r"/accept(\?|$)"), lambda route: route.abort(), times=1)
            with self.page.expect_event("requestfailed"):
                self.press("button", "Accept the answer")
            expect(self.main).to_have_count(0)
            self.page.go_back()
            expect(self.page.get_by_label("Note (optional)")).to_have_value("Seen on the video.")
        self.press("button", "Accept the answer")
        self.shows("Seen on the video.", f", {self.by}")
        expect(self.main.get_by_text("accepted", exact=True).first).to_be_visible()

    def approve_the_controls(self):
        self.go("Approvals")
        row = self.page.get_by_role("row").filter(has_text=f"{name_of(self.room)}@2")
        for words in (
            "Lee Park",
            "Tue 1 June 2027",
            f"{name_of(self.room)}@1",
            "approval by name of severity",
        ):
            expect(row).to_contain_text(words)
        self.press("link", f"Thirteen Card Poker at {self.room}", row)
        self.shows("A surrender costs 3 units instead of 2.", "How gravely findings count")
        changed = self.page.get_by_role("row").filter(has_text="surrender.amount.units")
        expect(changed.locator("del")).to_have_text("2")
        expect(changed.locator("ins")).to_have_text("3")
        clause = changed.locator("summary")
        self.hands.press(clause)
        expect(changed.get_by_text("Optional surrender: the player folds")).to_be_visible()
        self.site.minutes_pass()
        self.page.reload()
        approving = self.page.locator("#decide")
        self.hands.write(approving.get_by_label("Reference of the letter"), LETTER)
        by_name = approving.get_by_label("Reference of the approval by name of severity")
        self.hands.write(by_name, "WSGC 2026-115")
        self.hands.write(approving.get_by_label("Authenticator code"), "no code")
        self.press("button", "Approve", approving)
        self.shows("Nothing was recorded. Correct the fields below.", "Wrong code")
        expect(by_name).to_have_value("WSGC 2026-115")
        code = self.site.recovery(self.who[0])
        self.hands.write(approving.get_by_label("Authenticator code"), code)
        self.press("button", "Approve", approving)
        self.shows("approved, to come", f"{self.by}, reference {LETTER}", "severity: WSGC 2026-115")

    def compare_with_what_is_known_now(self):
        self.go("Audits")
        self.press("link", f"Audit {self.audit}")
        self.shows(self.room, "$2.00")
        self.press("button", "With today's record")
        if not self.script:  # else the page looks by itself
            look_again(self.page, self.page.get_by_role("button", name="Compare"))
        self.shows(f"Audit {self.audit}", "finished", "$17.00 was misallocated.")
        self.newest = self.page.url.rpartition("/")[2]
        self.press("button", "Compare")
        self.shows("0 findings are gone, 18 are new, 4 have changed; 2 are unchanged.")
        self.shows("Hand 2, seat 2: the log records $2.00", "Not its own controls")
        money = self.page.get_by_role("row").filter(has_text="Misallocated")
        expect(money.get_by_role("cell")).to_have_text(["$2.00", "$17.00"])  # the approved controls decide
        self.press("link", f"Audit {self.newest}", self.page.get_by_role("table"))

    def issue_a_report(self):
        self.press("button", "Issue")
        self.shows("full edition", self.by, "TEST SIGNER", "not yet")
        body = self.opened("Report (PDF)")
        said = text_of(body)
        assert "Seen on the video." not in said  # it was said of an incident that is of another audit
        assert "$17.00" in said
        assert "$2.00 to the wrong player" not in said
        self.page.reload()
        self.shows("1 time,")
        self.press("link", "Verify a report")
        self.page.get_by_label("Report (PDF)").set_input_files(
            {"name": "report.pdf", "mimeType": "application/pdf", "buffer": body}
        )
        self.press("button", "Verify")
        self.shows("The report is verified, in every step.", hashlib.sha256(body).hexdigest())
        expect(self.page.locator(".verification > li.verified")).to_have_count(7)
        self.press("link", "report", self.page.locator(".verdict"), exact=False)
        with zipfile.ZipFile(io.BytesIO(self.saved("Hearing bundle (ZIP)"))) as bundle:
            assert body in [bundle.read(each) for each in bundle.namelist() if each.startswith("report-")]
            assert "verifier/verify_report.py" in bundle.namelist()

    def draw_a_sample(self):
        self.go("Samples")
        self.press("link", "Draw a sample")
        self.hands.write(self.page.get_by_label("Room"), self.room)
        for label in ("First gaming day", "Last gaming day"):
            self.hands.write_day(self.page.get_by_label(label), NEXT_DAY)
        self.press("button", "Show")
        self.shows("1 session, 2 hands.")
        self.hands.write(self.page.get_by_label("Source of the value"), "ten dice, before two witnesses")
        self.hands.write(self.page.get_by_label("The value", exact=True), "3 5 1 6 2")
        self.press("button", "Commit and draw")
        self.shows("2 hands are not entered yet.", "3 5 1 6 2")
        self.press("link", "1", self.page.get_by_role("table"))
        for seat, (rows, net) in enumerate(zip(ROWS, NETS, strict=True), 1):
            for name, cards in zip(("front", "middle", "back"), rows, strict=True):
                self.hands.write(self.page.get_by_label(f"Seat {seat}, {name}"), cards)
            self.hands.write(self.page.get_by_label(f"Seat {seat}, won or lost"), str(net // 100))
        self.press("button", "Enter")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Hand 2 of 2")
        self.hands.write(self.page.get_by_label("Or why the hand cannot be seen"), "The camera was off.")
        self.press("button", "Enter")
        self.shows("Every hand is entered.")
        self.press("button", "Close and compare")
        self.shows("1 hand agrees, 0 differ, 1 could not be compared and counts as differing.")
        seen = self.page.get_by_role("row").filter(has_text="The camera was off.")
        expect(seen).to_contain_text("not compared")


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("number", "size", "keyboard", "script"),
    [(0, "desk", True, True), (1, "tablet", False, True), (2, "desk", False, False)],
    ids=["keyboard", "touch", "no script"],
)
def test_a_regulators_work(site, someone, number, size, keyboard, script):
    page = someone(size, script=script)
    hands = Keyboard(page) if keyboard else Hands(page, touch=size == "tablet")
    desk = Desk(site, page, hands, AGENTS[number], ROOMS[number], script=script)
    desk.audit = number + 1
    desk.find_the_incident()
    desk.accept_the_answer(broken=script)
    desk.approve_the_controls()
    desk.compare_with_what_is_known_now()
    desk.issue_a_report()
    desk.draw_a_sample()
    holds = {kind: each for kind, each in entries(site) if each.get("by") == desk.by}  # the last of each kind
    assert holds["controls.approved"]["reference"] == LETTER
    assert holds["controls.approved"]["special"] == {"severity": "WSGC 2026-115"}
    assert holds["incident.accepted"]["room"] == desk.room
    assert holds["report.issued"]["edition"] == "full"
    assert holds["report.pulled"]["what"] == "bundle"
    assert holds["sample.committed"]["value"] == "3 5 1 6 2"
    assert holds["report.issued"]["audit"] == int(desk.newest)


def test_two_regulators_do_not_decide_twice_on_one_answer(site, someone):
    mara, otto = (someone("desk", who) for who in AGENTS[:2])
    room = ROOMS[3]
    for page in (mara, otto):
        page.goto(f"/rooms/{room}/incidents?state=answered")
        page.get_by_role("link", name=ROW).click()
    mara.get_by_label("Reason for the return").fill("Say what was paid back.")
    mara.get_by_role("button", name="Return the answer").click()
    expect(mara.get_by_text("Say what was paid back.")).to_be_visible()
    otto.get_by_role("button", name="Accept the answer").click()
    expect(otto.get_by_role("alert")).to_contain_text("Somebody did something about this incident")
    expect(otto.get_by_text("Say what was paid back.")).to_be_visible()
    done = [
        (kind, each["by"])
        for kind, each in entries(site)
        if kind.startswith("incident.") and each["room"] == room
    ]
    assert done == [("incident.answered", None), ("incident.returned", "Mara Ortiz")]
