"""The walk of docs/first-night.md through a demonstration, with its pictures: `make pictures` makes them anew."""

import base64
import datetime as dt
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect, sync_playwright

from auditor.access import one_time_codes
from auditor.cli.demo_command import new_store
from auditor.cli.demo_store import Holders
from auditor.cli.service_process import running_service
from auditor.demonstration.week import own_logs

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "first-night.md"
IMAGES = ROOT / "docs" / "images"
_SIZE = {"width": 1000, "height": 700}
_TALLEST = 900  # of a picture, in pixels
_COLOURS = 48
_SECONDS = 60_000  # ms until a page shows what is expected: other programs have the processors meanwhile

Shoot = Callable[[str, Locator], None]


class Walk:
    """Somebody new, at a browser. shoot: takes a picture of a part of the page. read: all words of the pages that were seen."""

    def __init__(self, browser: Browser, url: str, holders: Holders, shoot: Shoot) -> None:
        self._browser, self._url, self._shoot = browser, url, shoot
        self._passwords = {each.email: each.password for each in holders.people}
        self.page = self._window()
        self.read = ""

    def _window(self) -> Page:
        context = self._browser.new_context(base_url=self._url, viewport=_SIZE, locale="en")
        context.set_default_timeout(_SECONDS)
        return context.new_page()

    def see(self, picture: str = "") -> None:
        """Read the page, and take its picture if it has a name."""
        self.page.wait_for_load_state()
        self.read += f"\n{self.page.inner_text('body')}"
        if picture:
            self._shoot(picture, self.page.locator("body"))

    def press(self, name: str, role: str = "button") -> None:
        """Press the first button or link whose name begins so."""
        self.page.get_by_role(role, name=re.compile(f"^{name}")).first.click()  # type: ignore[arg-type]

    def shows(self, words: str) -> None:
        """Wait until the page shows some words."""
        expect(self.page.get_by_role("main")).to_contain_text(words, timeout=_SECONDS)

    def sign_in(self, email: str) -> None:
        """Sign in, with an authenticator that is set up where the role needs one."""
        self.page.goto("/sign-in")
        self.see()
        self.page.get_by_label("E-mail address").fill(email)
        self.page.get_by_label("Password").fill(self._passwords[email])
        self.press("Sign in")
        self.page.wait_for_url(lambda url: not url.endswith("/sign-in"))
        self.see()
        secret = self.page.locator("code.secret")
        if secret.count():
            letters = re.sub(r"[^A-Z2-7]", "", secret.inner_text())
            raw = base64.b32decode(letters + "=" * (-len(letters) % 8))
            self.page.get_by_label("Six digits").fill(
                one_time_codes.totp(raw, int(time.time()) // one_time_codes.STEP)
            )
            self.press("Continue")
            self.see()

    def whole(self) -> None:
        """Everything that the tutorial has somebody do, in its order."""
        self.staff_see_what_waits()
        self.staff_answer_an_incident()
        self.staff_upload_a_log()
        self.staff_correct_it()
        self.the_regulator_decides()

    def staff_see_what_waits(self) -> None:
        """Steps 1 and 2."""
        self.sign_in("dana@example.com")
        self.page.goto("/")
        self.shows("Answers due")
        self.see("home")

    def staff_answer_an_incident(self) -> None:
        """Steps 3 and 4: the critical incident of last night, the hand, the answer."""
        self._last_night().get_by_role("link").first.click()
        self.see("incident")
        self.page.get_by_label("Cause").fill("Two decks lay on the table.")
        self.page.get_by_label("Corrective action").fill(
            "The supervisor counts the deck before each session."
        )
        self.press("Answer")
        self.shows("Two decks lay on the table.")
        self.see()

    def _last_night(self) -> Locator:
        """The row of the critical incident of the newest day."""
        rows = self.page.locator("tr", has=self.page.get_by_text("critical"))
        sessions = [re.findall(r"\d{4}-\d\d-\d\d-T\d", each) for each in rows.all_inner_texts()]
        newest = max(range(len(sessions)), key=lambda at: sessions[at])
        return rows.nth(newest)

    def staff_upload_a_log(self) -> None:
        """Step 5: a log of one's own, and what is found in it."""
        self.page.goto("/")
        self.press("Upload a log", "link")
        self.see()
        self._upload("my-first.ndjson")
        self.shows("2 hands are audited: 1 incident.")
        self.see("uploaded")

    def _upload(self, name: str) -> None:
        body = own_logs(dt.datetime.now(dt.UTC))[name]
        sent = FilePayload(name=name, mimeType="application/x-ndjson", buffer=body)
        self.page.get_by_label("Logs", exact=True).set_input_files(sent)
        self.press("Upload")

    def staff_correct_it(self) -> None:
        """Step 6: the right log, what differs, why; and the result of both."""
        self.page.goto("/rooms/WA-0417/upload")
        self._upload("my-first-right.ndjson")
        self.shows("See what differs, and correct it")
        self.see()
        self.press("See what differs, and correct it", "link")
        self.page.get_by_label("Reason").fill("Hand 2 was keyed wrong.")
        by = self.page.get_by_label("Who corrects it")
        if not by.input_value():
            by.fill("s-104")
        self.see("differs")
        self.press("Correct the log on record")
        self.page.wait_for_url(lambda url: "conflict" not in url)
        expect(self.page.get_by_role("main")).not_to_contain_text("not audited yet", timeout=_SECONDS)
        self.see("corrected")
        self.press("Sign out")

    def the_regulator_decides(self) -> None:
        """Step 7: an answer is accepted."""
        self.page = self._window()
        self.sign_in("mara@example.com")
        self.page.goto("/")
        self.see("regulator")
        self._last_night().get_by_role("link").first.click()
        self.see()
        self.press("Accept the answer")
        self.shows("accepted")
        self.see()
        self.press("Approvals", "link")
        self.see()


def picture_of(part: Locator) -> bytes:
    """A PNG of few colours of a page, cut to the height of a picture."""
    shot = Image.open(BytesIO(part.screenshot()))
    cut = shot.convert("RGB").crop((0, 0, shot.width, min(shot.height, _TALLEST)))
    made = BytesIO()
    cut.quantize(_COLOURS).save(made, "PNG", optimize=True)
    return made.getvalue()


def chromium() -> str:
    """The program of the browser, which tests/browser/install puts there."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found is not None, "The tests in a browser need Chromium. As root: tests/browser/install"
    return found


def walked(browser: Browser, shoot: Shoot) -> str:
    """The words of all pages of the tutorial, in a demonstration of its own."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        holders, _ = new_store(data)
        with running_service(data) as url:
            walk = Walk(browser, url, holders, shoot)
            walk.whole()
            return walk.read


def main() -> None:
    """Make the pictures of the tutorial."""

    def save(name: str, part: Locator) -> None:
        file = IMAGES / f"first-night-{name}.png"
        file.write_bytes(picture_of(part))
        sys.stdout.write(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes\n")

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        walked(browser, save)
        browser.close()


if __name__ == "__main__":
    main()
