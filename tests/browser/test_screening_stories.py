"""Stories of screening: a log of forty hands that breaks no rule, from its upload to where to look first."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from auditor.access import people
from auditor.access.keys import NewKey
from auditor.store.service_clock import now
from tests.browser.site import must_be_accessible
from tests.http.evasions import evasion, put_room_of_evasions
from tests.http.web.kit import MARA, PASSWORD

pytestmark = pytest.mark.slow

AUDITED_ON_ARRIVAL = True
ROOMS = tuple(f"WA-05{number:02}" for number in range(1, 8))
SAM = ("sam.hill@example.org", NewKey("room", "Sam Hill", rooms=ROOMS))
REASON = "The videos of all twelve hands show a card that was exposed in the deal."
_LOOKS = 120  # for an audit to have ended, half a second apart


def FILLED(client):  # noqa: N802 - the fixture `site` looks for this name
    """Seven rooms of one authority with their controls, and somebody of their staff."""
    for room in ROOMS:
        put_room_of_evasions(client, room, authority="wsgc")
    store = client.application.extensions["auditor"].store
    people.with_password(store, *SAM, PASSWORD, now(), "ops")


class Conduct(NamedTuple):
    """Something that breaks no rule. room: in which it is played; logs: of it; alarm: its title on the room's page; innocent,
    counted: its sentences; day, most: the gaming day that says most, and E of it; hands: numbers of the first ones.
    """

    room: str
    logs: tuple[str, ...]
    alarm: str
    innocent: str
    counted: str
    day: str
    most: str
    hands: tuple[int, ...]


CONDUCTS = (
    Conduct(
        "WA-0501", ("voids-of-losses",), "SCN006 void-when-losing: player p-8e4f",
        "Misdeals found at the showdown are found by whoever loses.",
        "Of 40 hands of player p-8e4f, 12 are void; he was losing in all 12, where chance gives 4.8.",
        "Mon 9 March 2026", "819,803", (1, 2, 8, 12, 16, 23, 24, 28, 30, 34, 35, 39),
    ),
    Conduct(
        "WA-0502", ("winners-ruled-dead",), "SCN007 winners-ruled-dead: supervisor s-29",
        "Nobody protests when the hand of a loser is dead.",
        "Of 160 hands of seats, supervisor s-29 ruled 12 dead or fouled; all 12 would have won, where chance gives 5.7.",
        "Fri 3 April 2026", "1,485", (1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14),
    ),
    Conduct(
        "WA-0503", ("best-hand-surrendered",), "SCN005 weaker-for-one: table T1",
        "A tired or new player in the hours when the opponent comes.",
        "Of 160 hands of seats at table T1, 12 were surrendered; all 12 had the best cards of the deal, where chance gives 3.2.",
        "Sun 5 April 2026", "10^6.1", tuple(range(1, 13)),
    ),
    Conduct(
        "WA-0504", ("same-deals-day-1", "same-deals-day-2"), "SCN002 deal-repeated-elsewhere: room WA-0504",
        "A session was uploaded twice under two ids; a training log; the duplicate deals of a tournament.",
        "Among 80 deals of room WA-0504, 40 pairs are equal between two sessions, where chance gives less than 10^-22.",
        "Fri 27 March 2026", "10^24.3", (*range(1, 11), *range(1, 11)),
    ),
    Conduct(
        "WA-0505", ("rows-left-out",), "SCN008 cards-missing-at-money: table T1",
        "Large hands are mucked in anger; whoever keys them has no time.",
        "Of 40 hands at table T1, 8 have the largest results. The cards of 5 hands are not all on record; all 5 had one of the "
        "largest results, where chance gives 1.",
        "Wed 11 March 2026", "699", (6, 7, 8, 9, 10),
    ),
)  # fmt: skip


def upload(page: Page, room: str, *names: str) -> None:
    """Send logs through the page, as the room's staff does."""
    page.goto(f"/rooms/{room}/upload")
    files = [
        {"name": f"{name}.ndjson", "mimeType": "application/x-ndjson", "buffer": evasion(name, room)}
        for name in names
    ]
    page.get_by_label("Logs", exact=True).set_input_files(files)
    page.get_by_role("button", name="Upload", exact=True).click()
    answers = page.locator("[data-answer]")
    expect(answers).to_have_count(len(names))
    for at, name in enumerate(names):
        expect(answers.nth(at)).to_contain_text(f"Stored {name}.ndjson", use_inner_text=False)


def screened(page: Page, room: str, sessions: int) -> None:
    """Open the room's page of screening, once it rests on so many sessions."""
    words = f"This page rests on {sessions} session{'' if sessions == 1 else 's'}"
    for _ in range(_LOOKS):
        page.goto(f"/rooms/{room}/screening")
        if page.get_by_text(words).count():
            return
        page.wait_for_timeout(500)
    expect(page.get_by_text(words)).to_be_visible()


def shown(page: Page, title: str) -> Locator:
    """An alarm, or a unit on the monthly list, of the room's page."""
    return page.locator("ol.looked > li").filter(has=page.get_by_role("link", name=title, exact=True))


def comes_before(page: Page, first: str, second: str) -> bool:
    """Whether one text of a page comes before another one."""
    words = page.locator("main").inner_text()
    return words.index(first) < words.index(second)


@pytest.mark.parametrize("conduct", CONDUCTS, ids=[each.logs[0] for each in CONDUCTS])
def test_from_a_log_that_breaks_no_rule_to_the_hands_to_look_at(someone, conduct):
    upload(someone("desk", SAM), conduct.room, *conduct.logs)
    page = someone("desk", MARA)
    screened(page, conduct.room, len(conduct.logs))
    alarm = shown(page, conduct.alarm)
    expect(alarm).to_contain_text(conduct.counted)
    expect(alarm).to_contain_text(f"Innocent explanation: {conduct.innocent}")
    must_be_accessible(page)
    alarm.get_by_role("link", name=conduct.alarm, exact=True).click()
    expect(page.locator("p.lead").filter(has_text=conduct.counted)).to_be_visible()
    assert comes_before(page, conduct.innocent, conduct.counted)
    expect(page.locator("dl.facts")).to_contain_text([conduct.most])
    expect(page.get_by_text(conduct.day).first).to_be_visible()
    hands = page.get_by_role("region", name="Hands to look at").locator("tbody tr")
    expect(hands).to_have_count(len(conduct.hands))
    for row, number in zip(hands.all(), conduct.hands, strict=True):
        expect(row.get_by_role("rowheader")).to_contain_text(f"Hand {number} ")
    must_be_accessible(page)
    hands.first.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Hand {conduct.hands[0]}")


def test_blank_cards_at_money_are_on_the_monthly_list_and_no_alarm(someone):
    upload(someone("desk", SAM), "WA-0506", "blank-cards")
    page = someone("telephone", MARA)
    screened(page, "WA-0506", 1)
    expect(page.get_by_text("No alarm is open.")).to_be_visible()
    listed = shown(page, "SCN008 cards-missing-at-money: table T1")
    expect(listed).to_contain_text(
        "Of 40 hands at table T1, 11 have the largest results. The cards of 5 hands are not all on record; all 5 had one of the "
        "largest results, where chance gives 1.4."
    )
    expect(listed).to_contain_text("E is 51.8; the limit at place 1 is 200. On the monthly list.")


def test_a_toke_of_every_seat_is_listed_without_a_chance(someone):
    upload(someone("desk", SAM), "WA-0507", "tokes")
    page = someone("desk", MARA)
    screened(page, "WA-0507", 1)
    fact = page.locator("#noticed ~ ul").first.get_by_role("listitem")
    expect(fact).to_contain_text("After 40 of 40 hands every seat gave the same toke, $2.00.")
    expect(fact).to_contain_text("SCN014 tokes, table T1, Thu 5 March 2026, session s03")
    expect(fact.get_by_role("link")).to_have_text(["To the session", *map(str, range(1, 21))])
    must_be_accessible(page)
    fact.get_by_role("link", name="To the session").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("s03")


def test_an_agent_closes_an_alarm_with_a_reason_that_stays_on_record(site, someone):
    room, title = "WA-0501", "SCN006 void-when-losing: player p-8e4f"
    page = someone("desk", MARA)
    page.goto(f"/rooms/{room}/screening")
    if not shown(page, title).count():  # this test alone
        upload(someone("desk", SAM), room, "voids-of-losses")
        screened(page, room, 1)
    shown(page, title).get_by_role("link", name=title, exact=True).click()
    site.minutes_pass()
    page.reload()
    page.get_by_label("Reason").fill(REASON)
    page.get_by_label("Authenticator code").fill(site.recovery(MARA[0]))
    page.get_by_role("button", name="Close the alarm").click()
    expect(page.get_by_role("heading", name="Closed", exact=True)).to_be_visible()
    expect(page.locator("p.said")).to_have_text(REASON)
    expect(page.get_by_role("button", name="Close the alarm")).to_have_count(0)
    page.goto(f"/rooms/{room}/screening")
    closed = shown(page, title)
    expect(closed).to_contain_text("Closed by Mara Ortiz")
    expect(closed).to_contain_text(REASON)
    expect(page.locator("#alarms")).to_have_text("Open alarms 1")
    expect(page.locator("main")).to_contain_text("supervisor s-29 with player p-8e4f")
