"""A real service under gunicorn, and Debian's Chromium: people at a browser. All of these tests are slow."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.browser.site import PATIENCE, Site, Who, context_of, serving
from tests.browser.stores import played

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
_MISSING = "The tests in a browser need Chromium. As root: tests/browser/install"
# what a browser says of refused input, and of a connection that a test breaks
_EXPECTED = (
    "the server responded with a status of 4", "net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED",
    "htmx:afterRequest", "htmx:sendError", "Clear-Site-Data header on",
)  # fmt: skip
expect.set_options(timeout=PATIENCE)
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 900},
    "tablet": {"width": 820, "height": 1180},
    "telephone": {"width": 380, "height": 800},
}


@pytest.fixture(scope="module")  # no longer: its loop of events would run in the tests of other modules too
def chromium() -> Iterator[Browser]:
    assert CHROMIUM is not None, _MISSING
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The service with accounts, and what a module's ``FILLED`` puts on record (`stores.played`); one for its tests.

    A module's ``SIGNED``: whether reports are signed; ``AUDITED_ON_ARRIVAL``: whether what is uploaded is audited by itself.
    """
    filled, signed = getattr(request.module, "FILLED", played), getattr(request.module, "SIGNED", False)
    arrival = getattr(request.module, "AUDITED_ON_ARRIVAL", False)
    folder = tmp_path_factory.mktemp("site") / "data"
    with serving(folder, filled, signed=signed, audit_on_arrival=arrival) as made:
        yield made


@pytest.fixture
def someone(chromium: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Opens a browser window for another person; says at the end that no script failed and nothing was reported."""
    opened: list[BrowserContext] = []
    said: list[str] = []

    def open_window(
        size: str = "desk",
        who: Who | None = None,
        *,
        script: bool = True,
        dark: bool = False,
    ) -> Page:
        """who: signed in already, where signing in is not what a test is about."""
        context = context_of(
            chromium, base_url=site.url, viewport=SIZES[size], java_script_enabled=script,
            color_scheme="dark" if dark else "light", has_touch=size != "desk",
        )  # fmt: skip
        opened.append(context)
        if who is not None:
            site.keep_signed_in(context, who)
        page = context.new_page()
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        return page

    yield open_window
    for context in opened:
        context.close()
    assert [each for each in said if not any(expected in each for expected in _EXPECTED)] == []
