"""Signing out in a browser: what its tabs keep goes, and so does nothing of other services."""

import pytest
from playwright.sync_api import Page, expect

from tests.http.web.kit import DANA

pytestmark = pytest.mark.slow

OTHERS = "other-service"  # a cookie of the same host that is not ours


def test_signing_out_clears_what_the_pages_kept_and_no_cookie_of_others(someone, site):
    page: Page = someone(who=DANA)
    page.goto("/rooms")
    page.context.add_cookies([{"name": OTHERS, "value": "x", "url": site.url}])
    page.evaluate("sessionStorage.setItem('kept', 'a hand'); localStorage.setItem('kept', 'a hand')")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert page.evaluate("[sessionStorage.getItem('kept'), localStorage.getItem('kept')]") == [None, None]
    assert {each["name"] for each in page.context.cookies()} & {OTHERS, "sign-in"} == {OTHERS}
    page.go_back()
    expect(
        page.get_by_label("Sign-in name", exact=False).or_(page.get_by_label("Password"))
    ).not_to_have_count(0)
