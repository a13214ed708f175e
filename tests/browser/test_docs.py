"""The documentation of the API in a browser: its forms take what the API takes, and its patterns are JavaScript's."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.http.openapi import FORMATS, patterns
from tests.services import application

pytestmark = [pytest.mark.slow, pytest.mark.night]

FITS = "([pattern, text]) => new RegExp(pattern, 'u').test(text)"
TAKEN = {
    "^(all|[0-9]{1,6})$": (("all", "50", "999999"), ("", "allZ", "50Z", "50\n", "1000000", "ball")),
    "^[A-Z]{3}[0-9]{3}$": (("SCR001",), ("SCR001Z", "SCR001\n", "scr001", "XSCR001", "SCR00١")),
    "^(?:[0-9a-f]{64}$)": (("5d" * 32,), ("5d" * 32 + "Z", "5d" * 33, "5D" * 32, "x" + "5d" * 32)),
    "^[A-Z]{3}$": (("USD",), ("USDZ", "USD\n", "usd", "")),
}


@pytest.fixture
def page(someone) -> Page:
    window: Page = someone()
    window.goto("/docs")
    return window


def test_every_pattern_of_the_document_is_one_of_javascript(page: Page, site: Site, tmp_path):
    found = patterns(requests.get(f"{site.url}/v1/openapi.json", timeout=60).json())
    with application(tmp_path / "data") as app:  # the formats need a key
        for path in FORMATS:
            found |= {
                f"{path}{where}": each for where, each in patterns(app.test_client().get(path).json).items()
            }
    for pattern in sorted({*found.values()}):
        assert page.evaluate("pattern => new RegExp(pattern, 'u').source.length", pattern) >= len(pattern)
    assert TAKEN.keys() <= {*found.values()}
    for pattern, (right, wrong) in TAKEN.items():
        assert [each for each in right if not page.evaluate(FITS, [pattern, each])] == []
        assert [each for each in wrong if page.evaluate(FITS, [pattern, each])] == []


def test_a_report_is_asked_for_with_the_default_of_its_form(page: Page):
    operation = page.locator("#operations-audits-getReportPdf")
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.locator("tr[data-param-name=audit] input").fill("7")
    expect(operation.locator("tr[data-param-name=exhibits] input")).to_have_value(re.compile("[0-9]+"))
    with page.expect_request(re.compile("/v1/audits/7/report.pdf")) as asked:
        operation.get_by_role("button", name="Execute").click()
    (exhibits,) = parse_qs(urlsplit(asked.value.url).query)["exhibits"]
    assert exhibits.isdecimal()
    expect(operation.locator(".invalid")).to_have_count(0)
