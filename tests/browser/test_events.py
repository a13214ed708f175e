"""Tournaments and ledgers in a browser: what a room's staff, a compliance officer and a regulator do with them."""

import pytest
from playwright.sync_api import expect

from tests.browser.site import must_be_accessible
from tests.cli.test_replay_tournament import log_of
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.web.kit import DANA, LEE, MARA
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import entries, header, written

pytestmark = pytest.mark.slow

ROOM = "WA-0417"
UNDERPAID = "Another amount than the price was paid by P03"
ANSWER = {
    "cause": "The cashier took the price of Monday.",
    "corrective_action": "The till shows the price now.",
}
BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])


def tournament(name, title):
    """A tournament in which entry 3 paid too little, and that names a log which never came."""
    out = {"event": "elimination", "entry": 1, "session": "Z", "table": "T9", "hand": 4}
    first = header(tournament=name, title=title, room=ROOM, starts_at="2026-03-14T19:00:00-07:00")
    return written(first, *entries(2, paid=5000), *entries(3, paid=4500)[2:], out)


def book(name):
    """A ledger of March with a drop of more than its hands pay."""
    days = {"from": "2026-03-01", "until": "2026-03-31"}
    moved = {"event": "drop", "account": "olympic", "amount": 500, "hands": 4}
    return written(ledgers.header(room=ROOM, ledger=name, **days), moved)


def with_events(client):
    """Three tournaments that were audited, the incident of one answered; and two ledgers that were not audited."""
    put_room(client, ROOM, authority="wsgc")
    for number, name in enumerate(("SUN", "MON", "TUE"), 1):
        body = tournament(name, name.title())
        assert client.post("/v1/tournaments", data=body, content_type=NDJSON).json["id"] == number
        assert client.put(f"/v1/tournaments/{number}/audit").status_code == 201
    found = client.get(f"/v1/rooms/{ROOM}/incidents").json["incidents"]
    (answered,) = [each["id"] for each in found if "TUE" in each["event"]]
    assert client.post(f"/v1/rooms/{ROOM}/incidents/{answered}/answer", json=ANSWER).status_code == 200
    for number, name in ((4, "March"), (5, "March-2")):
        answer = client.post("/v1/ledgers", data=book(name), content_type=NDJSON)
        assert answer.json["id"] == number


FILLED = with_events


def open_events(page):
    """From the list of rooms to the tournaments and ledgers of one."""
    page.goto("/rooms")
    page.get_by_role("link", name=ROOM, exact=True).first.click()
    page.get_by_role("link", name="Tournaments and ledgers").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tournaments and ledgers")


def open_event(page, name):
    open_events(page)
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


@BOTH
def test_staff_upload_an_event_with_its_log_and_see_what_belongs_to_it(someone, script):
    page = someone("tablet", DANA, script=script)
    name = f"WED-{script}"
    first, *hands = log_of(1, 2, tournament=name)
    log = written({**first, "room": ROOM, "session": f"{name}-T1"}, *hands)
    files = (
        ("wednesday.ndjson", tournament(name, "Wednesday")),
        ("table-1.ndjson", log),
        ("cut.ndjson", book("x")[:-9]),
    )
    page.goto(f"/rooms/{ROOM}/upload")
    page.get_by_label("Logs", exact=True).set_input_files(
        [{"name": each, "mimeType": NDJSON, "buffer": body} for each, body in files]
    )
    page.get_by_role("button", name="Upload", exact=True).click()
    answers = page.locator("[data-answer]")
    expect(answers).to_have_count(3)
    expect(answers.nth(0)).to_contain_text("Stored wednesday.ndjson")
    expect(answers.nth(1)).to_contain_text("Stored table-1.ndjson")
    expect(answers.nth(2)).to_contain_text("1 line cannot be read.")
    open_event(page, f"Tournament {name}")
    expect(page.get_by_role("main")).to_contain_text("not audited yet")
    expect(page.get_by_role("row", name=f"{name}-T1 T1")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("cannot be tested: Z")
    expect(page.get_by_role("button", name="Audit it")).to_have_count(0)
    with page.expect_download() as given:
        page.get_by_role("link", name="The file as it was received").click()
    assert given.value.path().read_bytes() == files[0][1]
    if script:
        must_be_accessible(page)


@BOTH
def test_staff_read_what_an_audit_found_in_an_event(someone, script):
    page = someone("desk", DANA, script=script)
    open_event(page, "Tournament MON")
    row = page.get_by_role("row").filter(has_text=UNDERPAID)
    expect(row).to_contain_text("major")
    row.get_by_role("link", name=UNDERPAID).click()
    expect(page.get_by_role("main")).to_contain_text("line 4 of the file")
    expect(page.get_by_role("main")).to_contain_text("€45.00 was paid; the price is €50.00")
    expect(page.get_by_role("link", name="Tournament MON").first).to_be_visible()
    expect(page.get_by_label("Cause")).to_be_visible()


def test_a_compliance_officer_answers_for_an_event_and_reads_its_report(someone):
    page = someone("desk", LEE)
    open_event(page, "Tournament SUN")
    expect(page.get_by_role("button", name="Audit it")).to_have_count(0)
    report = page.get_by_role("link", name="Report (PDF)").get_attribute("href")
    assert page.request.get(report).body().startswith(b"%PDF")
    page.get_by_role("link", name=UNDERPAID).click()
    page.get_by_label("Cause").fill("The price of Monday was taken.")
    page.get_by_label("Corrective action").fill("The cashier compares the price with the first line.")
    must_be_accessible(page)
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("The price of Monday was taken.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Lee Park")
    page.get_by_role("link", name="Tournament SUN").first.click()
    expect(page.get_by_role("row").filter(has_text=UNDERPAID)).to_contain_text("answered")


@pytest.mark.parametrize(
    ("size", "script", "name"),
    [("desk", True, "March"), ("tablet", False, "March-2")],
    ids=["script", "no script"],
)
def test_a_regulator_has_a_ledger_audited_and_reads_what_was_found(someone, size, script, name):
    page = someone(size, MARA, script=script)
    open_event(page, f"Ledger {name}")
    expect(page.get_by_role("main")).to_contain_text("Sun 1 March 2026 – Tue 31 March 2026")
    expect(page.get_by_role("main")).to_contain_text("not audited yet")
    page.get_by_role("button", name="Audit it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Audit")
    open_event(page, f"Ledger {name}")
    row = page.get_by_role("row").filter(has_text="More was dropped for a jackpot than its hands pay")
    expect(row).to_contain_text("awaits an answer")
    report = page.get_by_role("link", name="Report (PDF)").get_attribute("href")
    assert page.request.get(report).body().startswith(b"%PDF")
    row.get_by_role("link").first.click()
    expect(page.get_by_role("main")).to_contain_text("line 2 of the file")
    expect(page.get_by_role("main")).to_contain_text("€5.00 was dropped")
    if script:
        must_be_accessible(page)


def test_a_regulator_decides_on_the_answer_about_an_event(someone):
    page = someone("desk", MARA)
    open_event(page, "Tournament TUE")
    page.get_by_role("link", name=UNDERPAID).click()
    expect(page.get_by_text(ANSWER["cause"])).to_be_visible()
    page.get_by_label("Note (optional)").fill("Seen in the till's record.")
    page.get_by_role("button", name="Accept the answer").click()
    expect(page.get_by_text("Seen in the till's record.")).to_be_visible()
    page.get_by_role("link", name="Tournament TUE").first.click()
    expect(page.get_by_role("row").filter(has_text=UNDERPAID)).to_contain_text("accepted")
