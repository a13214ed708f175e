"""Keyed entry on a tablet: taps, nets, a lost connection, and two people at once, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import altered_stores
from tests.browser.site import context_of, inaccessible
from tests.http.filing import TERMS
from tests.http.kit import ROWS
from tests.keyed.kit import ROOM
from tests.services import listening

pytestmark = pytest.mark.slow

TABLET = {"width": 820, "height": 1180}
CARDS = [cards[at : at + 2] for rows in ROWS for cards in rows for at in range(0, len(cards), 2)]
NETS = ("3", "1", "3", "-7")
BEGIN = {
    "table": "T1", "opened_at": "2026-03-14 16:00", "game": "chinese", "ruleset": "wsgc-base", "currency": "USD", "unit": "1.00",
    "session": "S-9", **{f"player_{seat}": f"P{seat}" for seat in (1, 2, 3, 4)},
}  # fmt: skip


@pytest.fixture
def entry(tmp_path: Path) -> Iterator[str]:
    """The address of a draft with four players and no hand."""
    with listening(tmp_path / "data") as url, requests.Session() as session:
        session.put(f"{url}/v1/rooms/{ROOM}", json=TERMS).raise_for_status()
        form = session.get(f"{url}/rooms/{ROOM}/keyed").text
        token = re.search(r'name="form_token" value="([0-9a-f]+)"', form)
        assert token
        session.post(f"{url}/rooms/{ROOM}/keyed", data={"form_token": token[1], **BEGIN}).raise_for_status()
        yield f"{url}/rooms/{ROOM}/keyed/1"


@pytest.fixture
def tablet(chromium: Browser) -> Iterator[BrowserContext]:
    context = context_of(chromium, viewport=TABLET, has_touch=True)
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#keyed")).to_be_visible()
    return page


def tap(page: Page, card: str) -> None:
    page.locator(f'[data-card="{card}"]').tap()


def enter(page: Page, amount: str) -> None:
    """One net with the keys of the page."""
    for key in amount.replace("-", "±"):
        page.locator(f'[data-key="{key}"]').tap()
    page.locator('[data-key="next"]').tap()


def rows_of(page: Page, seat: int) -> list[str]:
    """The cards in the rows of a seat, as they are seen."""
    return [
        each.replace("\n", "")
        for each in page.locator(f".kseat >> nth={seat - 1} >> .krow").all_inner_texts()
    ]


def saved(page: Page) -> None:
    expect(page.locator("[data-save]")).to_have_text("Saved")


def on_server(page: Page, number: int = 1) -> str:
    """The first row of seat 1 and the net of seat 4 of a hand, as another browser gets them."""
    text = requests.get(f"{page.url.partition('?')[0]}?hand={number}&plain=yes", timeout=60).text
    found = [re.search(rf'name="{name}" value="([^"]*)"', text) for name in ("front_1", "net_4")]
    return " ".join(each[1] if each else "?" for each in found)


def test_four_players_take_52_taps_and_one_entry_for_each_seat(tablet, entry):
    page = opened(tablet, entry)
    assert len(CARDS) == 52
    for card in CARDS:
        tap(page, card)
    for net in NETS:
        enter(page, net)
    expect(page.locator("[data-title]")).to_have_text("Hand 2")  # with no tap more
    expect(page.locator("[data-due]").first).to_contain_text("Hand 1 is recorded as it was due.")
    saved(page)
    assert on_server(page) == "9s 8s 6d -7.00"
    page.get_by_label("Hand before").tap()
    assert rows_of(page, 4) == ["6♣4♣2♣", "K♣9♣7♦6♥2♠", "A♦A♣Q♥10♦2♦"]


def test_due_is_not_in_the_browser_before_the_last_net_is_entered(tablet, entry):
    page = opened(tablet, entry)
    bodies: list[str] = []
    page.on("response", lambda answer: bodies.append(answer.text()) if "/keyed/" in answer.url else None)
    for card in CARDS:
        tap(page, card)
    for net in ("3", "1", "3"):
        enter(page, net)
    saved(page)
    expect(page.locator("[data-due]").first).to_be_empty()
    assert bodies
    assert not any("due" in each for each in bodies)
    enter(page, "-6")
    expect(page.locator("[data-due]").first).to_contain_text("Seat 4: recorded −$6.00, due −$7.00.")


def test_no_tap_waits_for_the_server(tablet, entry):
    page = opened(tablet, entry)
    held = []
    page.route("**/hands/**", lambda route: held.append(route))
    for card in CARDS:
        tap(page, card)
    for net in NETS:
        enter(page, net)
    expect(page.locator("[data-title]")).to_have_text("Hand 2")
    tap(page, "As")
    assert rows_of(page, 1)[0] == "A♠"
    expect(page.locator("[data-save]")).to_have_text("Not saved yet")
    for route in held:
        route.continue_()
    page.unroute("**/hands/**")
    saved(page)
    assert (on_server(page, 1), on_server(page, 2)) == ("9s 8s 6d -7.00", "As ")


def test_a_lost_connection_loses_nothing(tablet, entry):
    page = opened(tablet, entry)
    for card in CARDS[:20]:
        tap(page, card)
    saved(page)
    tablet.set_offline(True)
    for card in CARDS[20:]:
        tap(page, card)
    for net in NETS:
        enter(page, net)
    tap(page, "As")  # of the next hand
    expect(page.locator("[data-save]")).to_contain_text("No connection")
    assert on_server(page) == "9s 8s 6d "
    tablet.set_offline(False)
    saved(page)
    assert (on_server(page, 1), on_server(page, 2)) == ("9s 8s 6d -7.00", "As ")
    expect(page.locator("[data-due]").first).to_contain_text("Hand 1 is recorded as it was due.")


def test_a_page_that_is_loaded_again_sends_what_the_server_lacks(tablet, entry):
    page = opened(tablet, entry)
    page.route("**/hands/**", lambda route: route.abort())
    for card in CARDS[:5]:
        tap(page, card)
    expect(page.locator("[data-save]")).to_contain_text("No connection")
    page.on("dialog", lambda dialog: dialog.accept())
    page.unroute("**/hands/**")
    page.reload()
    saved(page)
    assert on_server(page) == "9s 8s 6d "
    assert rows_of(page, 1) == ["9♠8♠6♦", "Q♣J♥", ""]


def test_who_is_signed_out_meanwhile_loses_nothing(tablet, entry):
    page = opened(tablet, entry)
    tap(page, "9s")
    saved(page)
    tablet.clear_cookies()  # with them goes what the page's forms rest on
    tap(page, "8s")
    expect(page.locator("[data-trouble]")).to_contain_text("sign in in another window, then reload this page")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    saved(page)
    assert on_server(page) == "9s 8s "


def test_who_signs_out_in_another_window_loses_nothing_of_this_one(tablet, entry):
    page = opened(tablet, entry)
    page.route("**/hands/**", lambda route: route.abort())
    tap(page, "9s")
    expect(page.locator("[data-save]")).to_contain_text("No connection")
    page.evaluate("sessionStorage.clear()")  # as the answer to signing out asks it of the browser
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.unroute("**/hands/**")
    saved(page)
    assert on_server(page) == "9s "


def test_who_signs_out_with_a_hand_that_is_not_saved_is_asked(tablet, entry):
    page = opened(tablet, entry)
    held = []
    page.route("**/hands/**", lambda route: held.append(route))
    tap(page, "9s")
    expect(page.locator("[data-save]")).to_have_text("Not saved yet")
    page.evaluate("""() => document.body.insertAdjacentHTML(
        "beforeend", '<form action="/sign-out" method="post"><button>Leave</button></form>')""")
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    with page.expect_event("dialog"):
        page.get_by_role("button", name="Leave").click(no_wait_after=True)
    for route in held:
        route.continue_()
    page.unroute("**/hands/**")
    saved(page)
    assert (asked, on_server(page)) == (["beforeunload"], "9s ")


def test_an_answer_that_is_lost_is_no_conflict_with_oneself(tablet, entry):
    page = opened(tablet, entry)
    lost = []

    def lose(route):  # the server has it, and the page does not learn that
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/hands/**", lose)
    tap(page, "9s")
    expect(page.locator("[data-save]")).to_contain_text("No connection")
    tap(page, "8s")
    page.unroute("**/hands/**")
    saved(page)
    assert lost[0] == 200
    expect(page.locator("[data-conflict]")).to_be_hidden()
    assert on_server(page) == "9s 8s "


@pytest.mark.parametrize("take_theirs", [True, False])
def test_two_people_at_once_see_each_others_hand(chromium, tablet, entry, take_theirs):
    page = opened(tablet, entry)
    tap(page, "9s")
    saved(page)
    other_tablet = context_of(chromium, viewport=TABLET, has_touch=True)
    other = opened(other_tablet, f"{entry}?hand=1")
    tap(page, "8s")
    saved(page)
    tap(other, "Kh")
    conflict = other.locator("[data-conflict]")
    expect(conflict).to_contain_text(
        "Somebody else changed hand 1 since you opened it. What you keyed was not saved."
    )
    expect(conflict).to_contain_text("1 P1: 9s 8s")
    expect(conflict).to_contain_text("1 P1: 9s Kh")
    assert on_server(page) == "9s 8s "
    other.get_by_role("button", name="Use the saved version" if take_theirs else "Replace it with mine").tap()
    expect(conflict).to_be_hidden()
    saved(other)
    assert on_server(page) == ("9s 8s " if take_theirs else "9s Kh ")
    assert rows_of(other, 1)[0] == ("9♠8♠" if take_theirs else "9♠K♥")
    other_tablet.close()


def test_a_card_is_taken_back_and_a_used_one_is_grey(tablet, entry):
    page = opened(tablet, entry)
    for card in ("9s", "8s", "6d"):
        tap(page, card)
    expect(page.locator('[data-card="8s"]')).to_have_attribute("aria-disabled", "true")
    page.locator('[data-card="8s"]').tap(force=True)  # is used: nothing happens
    assert rows_of(page, 1) == ["9♠8♠6♦", "", ""]
    page.get_by_label("front: 8 spades").tap()
    assert rows_of(page, 1) == ["9♠6♦", "", ""]
    expect(page.locator('[data-card="8s"]')).to_have_attribute("aria-disabled", "false")
    tap(page, "7s")
    assert rows_of(page, 1) == ["9♠6♦7♠", "", ""]


def test_toggles_and_irregularities_are_kept(tablet, entry):
    page = opened(tablet, entry)
    seat = page.locator(".kseat").first
    seat.get_by_role("button", name="Surrender").tap()
    for card in CARDS[:13]:
        tap(page, card)
    assert rows_of(page, 1) == ["9♠8♠6♦Q♣J♥J♦10♥2♥K♠4♠3♥3♦3♣"]
    expect(page.locator(".kseat >> nth=1")).to_have_class(re.compile("here"))
    page.locator(".kseat >> nth=1").get_by_role("button", name="Foul").tap()
    page.get_by_role("button", name="Irregularity").tap()
    page.locator("#keyed-irregular").get_by_label("What").select_option("exposed_card")
    page.get_by_role("button", name="Add to this hand").tap()
    expect(page.locator("[data-irregularities]")).to_contain_text("exposed card")
    page.get_by_role("button", name="More").tap()
    page.locator("#keyed").get_by_label("Button at seat").select_option("3")
    saved(page)
    text = requests.get(f"{entry}?hand=1&plain=yes", timeout=60).text
    assert re.search(r'name="surrendered_1" value="yes" checked', text)
    assert re.search(r'name="fouled_2" value="yes" checked', text)
    assert re.search(r'name="dealer" value="3"', text)
    assert '<option value="exposed_card" selected>' in text


def test_the_keyboard_alone_is_enough(tablet, entry):
    page = opened(tablet, entry)
    page.locator('[data-card="As"]').focus()
    for card in CARDS:
        page.keyboard.type(card)
    for net in NETS:
        page.keyboard.type(net)
        page.keyboard.press("Enter")
    expect(page.locator("[data-title]")).to_have_text("Hand 2")
    saved(page)
    assert on_server(page) == "9s 8s 6d -7.00"


@pytest.mark.parametrize("size", [TABLET, {"width": 1180, "height": 820}])
def test_seats_and_cards_fit_on_a_tablet_with_targets_of_44_pixels(chromium, entry, size):
    context = context_of(chromium, viewport=size, has_touch=True)
    page = opened(context, entry)
    targets = page.locator("[data-card], .kseat button, .kslot, .keyed-top button").all()
    boxes = [each.bounding_box() for each in targets if each.is_visible()]
    assert len(boxes) > 52
    small = [box for box in boxes if box is None or box["width"] < 43.9 or box["height"] < 43.9]
    assert small == []
    lowest = max(box["y"] + box["height"] for box in boxes)
    assert lowest <= size["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    context.close()


def test_without_a_script_the_same_is_typed(chromium, entry):
    context = context_of(chromium, viewport=TABLET, java_script_enabled=False)
    page = context.new_page()
    page.goto(entry)
    for seat, (rows, net) in enumerate(zip(ROWS, NETS, strict=True), 1):
        for name, cards in zip(("front", "middle", "back"), rows, strict=True):
            page.locator(f"#{name}_{seat}").fill(cards)
        page.locator(f"#net_{seat}").fill(net)
    page.get_by_role("button", name="Save and show what was due").click()
    expect(page.locator("[data-due]")).to_contain_text("Hand 1 is recorded as it was due.")
    context.close()


def must_be_accessible_in_both_themes(page):
    page.emulate_media(color_scheme="light")
    assert inaccessible(page) == []
    page.emulate_media(color_scheme="dark")
    assert inaccessible(page, "color-contrast") == []


def test_the_page_is_accessible_in_each_of_its_states(tablet, entry):
    page = opened(tablet, entry)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Irregularity").click()
    page.locator('[data-card="As"]').focus()
    for card in CARDS:
        page.keyboard.type(card)
    must_be_accessible_in_both_themes(page)
    for net in ("3", "1", "3", "-6"):
        page.keyboard.type(net)
        page.keyboard.press("Enter")
    expect(page.locator("[data-due]").first).to_contain_text("Hand 1 differs")
    must_be_accessible_in_both_themes(page)
    page.goto(f"{entry}?hand=1&plain=yes")
    must_be_accessible_in_both_themes(page)


def test_an_altered_draft_says_so_and_asks_for_a_second_look(tablet, entry, tmp_path):
    page = opened(tablet, entry)
    for card in CARDS:
        tap(page, card)
    for amount in NETS:
        enter(page, amount)
    saved(page)
    with altered_stores.altering(tmp_path / "data") as db:
        db.execute("UPDATE keyed_hands SET content = json_set(content, '$.seats[0].net', 400)")
        db.conn.commit()
    page.goto(f"{entry}/finish")
    notice = page.get_by_text("This draft is not as the service kept it.")
    expect(notice).to_be_visible()
    page.get_by_role("button", name="Submit the session").click()
    box = page.get_by_label("I have looked at the session and at every hand")
    expect(page.locator("#looked-error")).to_contain_text("nothing was submitted")
    must_be_accessible_in_both_themes(page)
    page.goto(entry)
    expect(notice).to_be_visible()
    page.goto(f"{entry}/finish")
    box.check()
    page.get_by_role("button", name="Submit the session").click()
    expect(page).to_have_url(re.compile(r"/sessions/1$"))
