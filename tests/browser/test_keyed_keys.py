"""Keyed entry with a keyboard and on a telephone: where the focus is, what is asked, and which fields are seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import context_of, inaccessible
from tests.http.filing import TERMS
from tests.http.kit import NDJSON, ROWS, hand_line, log
from tests.keyed.kit import ROOM
from tests.services import listening

pytestmark = pytest.mark.slow

WIDTHS = (1440, 390)
SEATS = ["".join(rows) for rows in ROWS]
NETS = ("3", "1", "3", "-7")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[str]:
    """The address of keyed entry of a room that has a log under wsgc-base."""
    with listening(tmp_path / "data") as url:
        requests.put(f"{url}/v1/rooms/{ROOM}", json=TERMS).raise_for_status()
        made = log(hand_line(1), ruleset="wsgc-base")
        requests.post(f"{url}/v1/sessions", data=made, headers={"Content-Type": NDJSON}).raise_for_status()
        yield f"{url}/rooms/{ROOM}/keyed"


@pytest.fixture
def window(chromium: Browser) -> Iterator:
    """Opens a window of a width; ends with what scripts reported, which is nothing."""
    contexts, said = [], []

    def opened(width: int, *, script: bool = True) -> Page:
        size = {"width": width, "height": 844 if width < 800 else 900}
        context = context_of(chromium, viewport=size, has_touch=width < 800, java_script_enabled=script)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        return page

    yield opened
    for each in contexts:
        each.close()
    assert said == []


def begin(page: Page, address: str, players: int = 4) -> None:
    """Begin a session, as far as the first hand."""
    page.goto(address)
    page.get_by_label("Table").fill("T1")
    page.get_by_label("Opened").fill("2026-03-14 16:00")
    page.get_by_label("Value of one unit").fill("1.00")
    for seat in range(1, players + 1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(f"P{seat}")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    page.wait_for_load_state("domcontentloaded")  # with its script, which takes what is typed


def row(page: Page, seat: int, number: int) -> str:
    """The cards in a row of a seat, as they are seen."""
    return page.locator(f".kseat >> nth={seat - 1} >> .krow >> nth={number}").inner_text().replace("\n", "")


@pytest.mark.parametrize("width", WIDTHS)
def test_keys_are_taken_at_once_and_a_whole_hand_needs_nothing_else(room, window, width):
    page = window(width)
    begin(page, room)
    expect(page.locator(".kslot.next")).to_be_focused()
    for cards in SEATS:
        page.keyboard.type(cards)
    expect(page.locator("[data-net]").first).to_be_focused()
    for net in NETS:
        page.keyboard.type(net)
        page.keyboard.press("Enter")
    expect(page.locator("[data-title]")).to_have_text("Hand 2")
    expect(page.locator("[data-due]").first).to_contain_text("Hand 1 is recorded as it was due.")
    expect(page.locator(".kslot.next")).to_be_focused()
    page.keyboard.type("As")
    assert row(page, 1, 0) == "A♠"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_focus_stays_where_it_is_used(room, window, width):
    page = window(width)
    begin(page, room)
    foul = page.locator(".kseat >> nth=0").get_by_role("button", name="Foul")
    foul.press("Enter")
    expect(foul).to_have_attribute("aria-pressed", "true")
    expect(foul).to_be_focused()
    page.keyboard.type("9s")  # a card typed there goes into the seat, and the focus stays
    assert row(page, 1, 0) == "9♠"
    expect(foul).to_be_focused()
    page.locator(".kslot").filter(has_text="9").press("Enter")  # takes the card back
    expect(page.locator(".kslot.next")).to_be_focused()
    assert row(page, 1, 0) == ""
    page.get_by_role("button", name="More").click()
    playing = page.locator("[data-players]").get_by_role("button", name="2 P2")
    playing.press("Enter")
    expect(playing).to_have_attribute("aria-pressed", "false")
    expect(playing).to_be_focused()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_hand_of_which_nothing_is_keyed_is_not_left_behind(room, window, width):
    page = window(width)
    begin(page, room)
    page.get_by_role("button", name="Hand after").click()
    expect(page.locator("[data-lacking]")).to_have_text(
        "Nothing of hand 1 is keyed yet. Key its cards and its nets first."
    )
    expect(page.locator("[data-title]")).to_have_text("Hand 1")
    page.keyboard.type("As")
    expect(page.locator("[data-lacking]")).to_be_hidden()
    page.get_by_role("link", name="Seats, finish and submit").click()
    page.get_by_role("link", name="Back to the hands").wait_for()
    assert inaccessible(page) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_a_draft_without_a_hand_is_not_submitted(room, window, width):
    page = window(width)
    begin(page, room)
    page.get_by_role("link", name="Seats, finish and submit").click()
    expect(page.get_by_text("No hand is keyed yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Submit the session")).to_be_disabled()


@pytest.mark.parametrize("width", WIDTHS)
def test_half_a_hand_is_submitted_after_a_second_question(room, window, width):
    page = window(width)
    begin(page, room)
    for cards in SEATS[:2]:
        page.keyboard.type(cards)
    expect(page.locator("[data-save]")).to_have_text("Saved")
    page.get_by_role("link", name="Seats, finish and submit").click()
    expect(page.get_by_text("Hand 1 lacks a card or a net.")).to_be_visible()
    expect(page.get_by_text("nothing is keyed")).to_have_count(2)  # of seats 3 and 4
    page.get_by_role("button", name="Submit the session").click()
    expect(page.get_by_text("Hand 1 is not complete, and nothing was submitted.")).to_be_visible()
    assert "/finish" in page.url or "/submit" in page.url
    page.get_by_label("Submit it as it is: nobody recorded what is missing").check()
    assert inaccessible(page) == []
    page.get_by_role("button", name="Submit the session").click()
    expect(page.get_by_role("heading", name="Table T1")).to_be_visible()
    assert "/sessions/2" in page.url


@pytest.mark.parametrize("width", WIDTHS)
def test_typed_fields_begin_with_the_first_and_ask_about_half_a_hand(room, window, width):
    page = window(width, script=False)
    begin(page, room)
    page.goto(f"{page.url.partition('?')[0]}?hand=1&plain=yes")
    front = page.get_by_label("Front").first
    expect(front).to_be_focused()
    front.press("Enter")  # sends the form
    expect(page.get_by_text("Nothing of hand 1 is keyed yet.")).to_be_visible()
    page.get_by_label("Front").first.fill("9s 8s 6d")
    page.get_by_label("Front").first.press("Enter")
    expect(page.get_by_text("Hand 1 is not complete, and is not saved yet.")).to_be_visible()
    expect(page.get_by_text("Seat 2: nothing is keyed.")).to_be_visible()
    assert page.get_by_label("Front").first.input_value() == "9s 8s 6d"
    page.get_by_role("button", name="Save it as it is, and to the next hand").click()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()


def test_the_rulesets_begin_with_those_of_the_room_and_choose_the_game(room, window):
    page = window(390)
    page.goto(room)
    ruleset, game = page.get_by_label("Played under"), page.get_by_label("Game")
    assert ruleset.input_value() == "wsgc-base"
    expect(ruleset.locator("option").first).to_have_text("Thirteen Card Poker, one unit a row (wsgc-base)")
    expect(ruleset.locator("option").last).to_have_text("not recorded")
    ruleset.select_option("ofc-pineapple")
    assert game.input_value() == "pineapple"
    ruleset.select_option("wsgc-full")
    assert game.input_value() == "chinese"


def seen(page: Page) -> list[str]:
    """The seats that have a field for a player, as they are seen."""
    return [each.strip() for each in page.locator("[data-seat-fields]:visible label").all_inner_texts()]


def test_on_a_telephone_the_field_of_a_seat_comes_with_the_one_before(room, window):
    page = window(390)
    page.goto(room)
    assert seen(page) == ["Seat 1"]
    page.get_by_label("Seat 1", exact=True).fill("P1")
    assert seen(page) == ["Seat 1", "Seat 2"]
    page.get_by_role("button", name="Show every seat").click()
    assert seen(page) == [f"Seat {number}" for number in range(1, 11)]
    expect(page.get_by_label("Seat 3", exact=True)).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert inaccessible(page) == []


@pytest.mark.parametrize(("width", "script"), [(1440, True), (390, False)])
def test_elsewhere_every_seat_has_its_field(room, window, width, script):
    page = window(width, script=script)
    page.goto(room)
    assert seen(page) == [f"Seat {number}" for number in range(1, 11)]


def test_on_a_telephone_a_seat_that_is_not_used_is_a_line(room, window):
    page = window(390)
    begin(page, room)
    nets = page.locator("[data-net]:visible")
    expect(nets).to_have_count(1)
    for cards in SEATS[:1]:
        page.keyboard.type(cards)
    expect(nets).to_have_count(2)  # of the seat that is done, and of the next one
    expect(page.locator(".kseat.here")).to_contain_text("P2")
    page.get_by_role("button", name="4 P4").click()
    expect(page.locator(".kseat.here")).to_contain_text("P4")
    assert inaccessible(page) == []
