"""How somebody works at a browser: with a finger or a mouse, or with the keyboard alone."""

from playwright.sync_api import Locator, Page, expect

_MOST_STOPS = 400  # of Tab on a page


class Hands:
    """Somebody with a mouse, or on a screen that is touched."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        self.page = page
        self._touch = touch

    def press(self, what: Locator) -> None:
        """Press a link, a button or what opens details."""
        if self._touch:
            what.tap()
        else:
            what.click()

    def choose(self, what: Locator) -> None:
        """Choose one of several."""
        self.press(what)

    def write(self, where: Locator, text: str) -> None:
        """Write into a field, in place of what is there."""
        where.fill(text)

    def write_day(self, where: Locator, day: str) -> None:
        """Write a day such as 2026-03-14."""
        where.fill(day)


class Keyboard(Hands):
    """Somebody who has a keyboard alone: each thing is reached with Tab, and it is seen where one is."""

    def press(self, what: Locator) -> None:
        self._reach(what)
        self.page.keyboard.press("Enter")

    def choose(self, what: Locator) -> None:
        self._reach(what)
        self.page.keyboard.press("Space")

    def write(self, where: Locator, text: str) -> None:
        self._reach(where)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def write_day(self, where: Locator, day: str) -> None:
        self._reach(where)
        year, month, number = day.split("-")
        self.page.keyboard.type(month + number + year)

    def _reach(self, what: Locator) -> None:
        for _ in range(
            _MOST_STOPS
        ):  # a script may put another field into the place of the one that is looked for
            if what.evaluate("one => document.activeElement === one"):
                shown = what.evaluate("one => getComputedStyle(one).outlineStyle")
                assert shown == "solid", f"The focus on {what} is not seen."
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}.")


def look_again(page: Page, done: Locator) -> None:
    """Open "Refresh" until something is done, as somebody without a script does."""
    again = page.get_by_role("link", name="Refresh")
    while True:
        expect(done.or_(again).first).to_be_visible()
        if done.is_visible():
            return
        with page.expect_event("load"):  # before that, a page may have neither
            again.click()
