"""What holds on every page that a role may open: axe finds nothing, in both themes, and nothing is wider than the screen.

The pages are those of the application's own map of addresses, so that a new one is looked at too.
"""

import re
from collections.abc import Iterable
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SIZES
from tests.browser.site import AXE, NEW, Site, inaccessible
from tests.browser.stores import DAY, OF_POTS, OTHER, THINGS, digest, everything
from tests.http.web.kit import ADA, DANA, LEE, MARA, filled_in

pytestmark = pytest.mark.slow

FILLED = everything
ROLES = {"room": DANA, "compliance": LEE, "regulator": MARA, "administrator": ADA}
CLOSED = "55478484c1c324007f67b2cf1b94f5631ed04070375c31a47e0df102e9d3c11b"
# Other things to open a page with: in another state, empty, or of a query.
ALSO: dict[str, list[dict[str, object]]] = {
    "web.rooms": [{"?": f"until={DAY}"}, {"?": "search=zzz"}],
    "web.room": [{"?": "until=2026-03-20"}, {"room": "nowhere"}],
    "web.session": [{"session": OF_POTS}],
    "web.hand": [{"session": OF_POTS, "hand": 1}],
    "web.replay": [{"session": OF_POTS, "hand": 1}],
    "web.day": [{"date": "2026-03-16"}],
    "web.incidents": [{"?": "state=closed"}, {"?": "state=returned"}],
    "web.incident": [{"incident": CLOSED}],
    "web.conflict": [{"sha256": digest(OTHER)}],
    "web.revision": [{"revision": 2}, {"revision": 3}],
    "web.edit_controls": [{"revision": 3}],
    "web.questions": [{"revision": 3}],
    "web.find_comparison": [{"?": "other=99"}],
    "web.audit": [{"audit": 3}, {"audit": 4}],
    "web.audits": [{"?": "room=nowhere"}],
    "web.reports": [{"?": "room=nowhere"}],
    "web.samples": [{"?": "room=nowhere"}],
    "web.new_sample": [{"?": f"room=WA-0417&from={DAY}&until={DAY}"}],
    "web.sample": [{"sample": 2}],
    "web.sampled_hand": [{"sample": 1, "hand": 1}, {"sample": 2, "hand": 1}],
    "web.keyed_draft": [{"?": "plain=yes"}],
    "web.event": [{"event": 2}],
    "web.person": [{"person": 2}],
}
PUBLIC = [
    "/", "/sign-in", "/invitation", "/reference", "/reference/checks/SCR001", "/reference/clauses", "/reference/ambiguities",
    "/reference/systems", "/reference/search?q=foul", "/reference/nothing",
]  # fmt: skip
A_FILE = re.compile(r"\.\w+$")
PAPER = 718  # pixels of A4 between its margins


def addresses(site: Site, role: str) -> list[str]:
    """The pages that a role may open."""
    found = ["/"]
    for each in site.pages:
        if role in each.roles and not A_FILE.search(each.rule):
            for things in ({}, *ALSO.get(each.endpoint, ())):
                path = filled_in(each.rule, {**THINGS, **things})
                found.append(f"{path}?{things['?']}" if "?" in things else path)
    return found


class Looked:
    """Pages that were looked at. What is in the main part of one for two roles is looked at once."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def is_new(self, page: Page, path: str) -> bool:
        """Whether an address answers with a page that was not looked at; not with a file, nor with a part of a page."""
        answer = page.request.get(path)
        assert "/sign-in" not in answer.url, path
        text = answer.text() if answer.headers["content-type"].startswith("text/html") else ""
        if "<html" not in text:
            return False
        main = re.sub(r'(?s)^.*?<main|</main>.*$|name="form_token" value="\w+"', "", text)
        known = main in self._seen
        self._seen.add(main)
        return not known


def too_wide(page: Page, *widths: int) -> list[object]:
    """At which widths a page is wider than the screen, or than the paper that it is printed on."""
    found: list[object] = []
    media: Literal["screen", "print"]
    for media, at in (("screen", widths), ("print", (PAPER,))):
        page.emulate_media(media=media)
        for width in at:
            page.set_viewport_size({"width": width, "height": 900})
            wide = page.evaluate("document.documentElement.scrollWidth")
            found += [(page.url, media, width, wide)] if wide > width else []
    page.emulate_media(media="screen")
    return found


def wrong_in(desk: Page, telephone: Page, path: str) -> list[object]:
    """What is wrong with a page at a desk in the light, and on a telephone in the dark."""
    desk.set_viewport_size(SIZES["desk"])
    desk.goto(path)
    found: list[object] = [*inaccessible(desk), *too_wide(desk, 1280, 820)]
    telephone.set_viewport_size(SIZES["telephone"])
    telephone.goto(path)
    found += inaccessible(telephone, "color-contrast", "target-size", "scrollable-region-focusable")
    return found + too_wide(telephone, 380, 320)  # the last as WCAG 2.2 has it (1.4.10)


def two_windows(someone, who=None) -> tuple[Page, Page]:
    """A window at a desk in the light, and one on a telephone in the dark."""
    windows = someone("desk", who), someone("telephone", who, dark=True)
    for page in windows:
        page.add_init_script(AXE)
    return windows


def must_be_nothing(found: Iterable[object]) -> None:
    """Assert that nothing is wrong, and say all that is."""
    every = list(map(str, found))
    assert every == [], "\n".join(every)


@pytest.fixture(scope="module")
def looked() -> Looked:
    return Looked()


@pytest.mark.sampled(8, within=True)
@pytest.mark.parametrize("role", ROLES)
def test_every_page_of_a_role_is_accessible_and_fits(site, someone, looked, part, role):
    desk, telephone = two_windows(someone, ROLES[role])
    every = addresses(site, role)
    assert len(every) > 1
    new = [path for path in part(every) if looked.is_new(desk, path)]
    must_be_nothing(each for path in new for each in wrong_in(desk, telephone, path))


@pytest.mark.sampled(2, within=True)
def test_what_everybody_may_open_is_accessible_and_fits(someone, part):
    desk, telephone = two_windows(someone)
    must_be_nothing(each for path in part(PUBLIC) for each in wrong_in(desk, telephone, path))


@pytest.mark.parametrize(
    ("who", "path"), [(MARA, "/sign-in/code"), (NEW, "/sign-in/authenticator")], ids=["code", "enrolment"]
)
def test_what_comes_after_the_password_is_accessible_and_fits(site, someone, who, path):
    desk, telephone = two_windows(someone)
    for page in (desk, telephone):
        site.keep_signed_in(page.context, who, whole=False)
    must_be_nothing(wrong_in(desk, telephone, path))
