"""The page of a room's incidents: its order, its filters, what it says of an empty choice, and what it saves."""

import re

import pytest

from tests.http.test_incident_lists import three_sessions
from tests.http.web.kit import Person, words

LIST = "/rooms/WA-0417/incidents"
FILLED = {"somebody": three_sessions}


@pytest.fixture
def somebody(app):
    return Person(app)


def places(page):
    """The hands of the rows, in their order; what has no hand by its first word."""
    found = re.findall(r'href="/rooms/WA-0417/incidents/[0-9a-f]{64}[^"]*">(\w+ ?\d*)', page.text)
    return [each.strip() for each in found]


def test_the_page_lists_by_consequence_over_all_days(somebody):
    page = somebody.get(LIST)
    assert places(page)[:2] == ["Hand 8", "Hand 7"]
    assert "3 incidents, over all gaming days." in words(page)
    assert re.search(r"nets off by \$\d\.00", words(page))


def test_the_filters_select_and_stay_in_the_addresses(somebody):
    page = somebody.get(f"{LIST}?table=T1&severity=major&search=7")
    assert places(page) == ["Hand 7"]
    assert "1 incident of 3, over all gaming days." in words(page)
    assert '<details class="more" open>' in page.text
    links = dict.fromkeys(
        each.replace("&amp;", "&") for each in re.findall(rf'href="({LIST}\.\w+\?[^"]+)"', page.text)
    )
    assert [each.partition("?")[0] for each in links] == [f"{LIST}.csv", f"{LIST}.xlsx"]
    saved = somebody.client.get(next(iter(links)))
    assert saved.data.startswith(b"\xef\xbb\xbfSeverity,Room,")
    assert saved.data.count(b"\r\n") == 2


def test_a_choice_that_nothing_fits_says_over_how_many_and_which_days(somebody):
    said = words(somebody.get(f"{LIST}?search=zzz"))
    assert "None of the 3 incidents of this room, over all gaming days, fits this choice. Show all" in said


def test_what_the_list_does_not_offer_chooses_nothing(somebody):
    assert len(places(somebody.get(f"{LIST}?severity=grave&kind=x&state=y&sort=money"))) == 3


def test_an_incident_says_its_cause_before_its_findings(somebody):
    address = re.search(r'href="(/rooms/WA-0417/incidents/[0-9a-f]{64})', somebody.get(LIST).text)[1]
    page = somebody.get(address)
    assert page.text.index('class="explained"') < page.text.index('class="findings"')
    assert "The recorded nets are $" in words(page)
