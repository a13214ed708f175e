"""A hand step by step in a browser: keys, buttons, addresses, what is announced, and no script at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import context_of, inaccessible
from tests.http.filing import TERMS
from tests.http.kit import NDJSON
from tests.services import listening

pytestmark = pytest.mark.slow

LOGS = Path(__file__).parent.parent / "golden" / "inputs"
SHOWN = {"closed": "classic-surrender", "open-face": "carnivale-ofc-2013", "pots": "olympic-cash-holdem"}
WIDTHS = (1440, 390)


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The address of the first hand of a log of each family, step by step."""
    with listening(tmp_path_factory.mktemp("replay") / "data") as url:
        requests.put(f"{url}/v1/rooms/WA-0417", json=TERMS).raise_for_status()
        found = {}
        for family, name in SHOWN.items():
            head, rest = (LOGS / f"{name}.ndjson").read_text("utf-8").split("\n", 1)
            made = head.replace('"session":"', f'"session":"{family}-', 1)
            sent = requests.post(
                f"{url}/v1/sessions", data=f"{made}\n{rest}".encode(), headers={"Content-Type": NDJSON}
            )
            sent.raise_for_status()
            found[family] = f"{url}/sessions/{sent.json()['id']}/hands/1/replay"
        yield found


@pytest.fixture
def opened(chromium: Browser) -> Iterator:
    """Opens an address in a window of a width; ends with what scripts reported, which is nothing."""
    contexts, said = [], []

    def open_window(address: str, width: int = 1440, *, script: bool = True, dark: bool = False) -> Page:
        context = context_of(
            chromium,
            viewport={"width": width, "height": 844 if width < 800 else 900}, java_script_enabled=script,
            color_scheme="dark" if dark else "light", has_touch=width < 800,
        )  # fmt: skip
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(address)
        return page

    yield open_window
    for each in contexts:
        each.close()
    assert said == []


def at(page: Page, step: int, title: str) -> None:
    """One step alone is seen, and the address holds it."""
    expect(page.locator(f"#step-{step} h2")).to_be_visible()
    expect(page.locator(f"#step-{step} h2")).to_contain_text(title)
    expect(page.locator("[data-step]:visible")).to_have_count(1)
    expect(page.locator("[data-at]")).to_contain_text(f"Step {step} of ")


@pytest.mark.parametrize("width", WIDTHS)
def test_keys_go_through_a_hand_and_the_address_holds_the_step(hands, opened, width):
    page = opened(hands["pots"], width)
    at(page, 1, "The deal")
    page.keyboard.press("ArrowRight")
    at(page, 2, "Preflop: the posts")
    page.keyboard.press("End")
    at(page, 17, "What was due, beside what was recorded")
    page.keyboard.press("ArrowRight")  # there is no further one
    at(page, 17, "What was due, beside what was recorded")
    page.keyboard.press("ArrowLeft")
    at(page, 16, "The pot")
    assert page.url.endswith("#step-16")
    page.reload()
    at(page, 16, "The pot")
    page.keyboard.press("Home")
    at(page, 1, "The deal")


@pytest.mark.parametrize("width", WIDTHS)
def test_buttons_and_parts_lead_to_a_step_and_keep_the_focus(hands, opened, width):
    page = opened(hands["pots"], width)
    following = page.get_by_role("button", name="Next")
    following.click()
    following.click()
    at(page, 3, "Preflop: seat")
    expect(following).to_be_focused()
    page.get_by_role("link", name="Turn").click()
    at(page, 11, "Turn: the board")
    expect(page.locator('.replay-parts [aria-current="step"]')).to_have_text("Turn")
    page.get_by_role("button", name="Last step").click()
    at(page, 17, "What was due")
    expect(following).to_have_attribute("aria-disabled", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_each_step_is_announced(hands, opened):
    page = opened(hands["closed"])
    said = page.get_by_role("status")
    expect(said).to_be_empty()  # a page that opens is read as it is
    page.goto(f"{hands['closed']}#step-6")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(
        "Step 7 of 9. 7 Seat 2 against seat 4 Front: seat 4 wins with the better high card. Middle: seat 4 wins with the "
        "better two pairs. Back: seat 2 wins with the better flush. Units for seat 2: rows −1. Seat 2 owes 1 unit, $1.00, to "
        "seat 4."
    )


def test_without_scripts_all_steps_are_a_list(hands, opened):
    page = opened(hands["open-face"], script=False)
    expect(page.locator("[data-step]")).to_have_count(20)
    expect(page.locator("[data-step]:visible")).to_have_count(20)
    expect(page.locator("[data-keys]")).to_be_hidden()
    page.get_by_role("link", name="Street 5").click()
    assert page.url.endswith("#step-9")
    expect(page.locator("#step-9")).to_be_in_viewport()
    back = page.locator("#step-10 .rseat.acts .rrow").nth(2)
    expect(back).to_contain_text("jack of hearts (new)")


def test_on_paper_every_step_is_there(hands, opened):
    page = opened(hands["closed"])
    at(page, 1, "The deal")
    page.emulate_media(media="print")
    expect(page.locator("[data-step]:visible")).to_have_count(9)


@pytest.mark.parametrize("family", SHOWN)
@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True), (320, False)])
def test_a_hand_is_accessible_and_fits(hands, opened, family, width, dark):
    page = opened(hands[family], width, dark=dark)
    count = page.locator("[data-step]").count()
    for step in sorted({0, 1, count // 2, count - 2, count - 1}):
        page.evaluate("to => { location.hash = `#step-${to + 1}`; }", step)
        expect(page.locator(f"#step-{step + 1}")).to_be_visible()
        assert inaccessible(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
