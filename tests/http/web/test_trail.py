"""The way back: a room, a day, a session and an incident are one click each, and lead back to the list as it was left."""

import re
from html import unescape

import pytest

from tests.http.web.kit import DANA, LEE, Person, signed_in, words
from tests.http.web.test_rooms_pages import DAY, with_played_day

FILLED = {"played": with_played_day}
CHOICE = f"/rooms?until={DAY}&days=7&sort=money&search=WA-04"


@pytest.fixture
def played(app):
    """WA-0417 with an audited session of two hands, the second wrong, and one not audited; WA-0500 with the first."""
    return app


def crumbs(page):
    """Where the page is: the names and addresses, without what they carry themselves; and the link back, if there is one."""
    nav = re.search(r'<nav class="crumbs".*?</nav>', page.text, re.S)[0]
    found = {
        " ".join(re.sub(r"<[^>]+>", " ", name).split()): unescape(address)
        for address, name in re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', nav, re.S)
    }
    return {name: address.partition("back=")[0].rstrip("?&") for name, address in found.items()}


def follow(person, part):
    """Open the first link of the page whose address has this part."""
    links = [unescape(each) for each in re.findall(r"<main.*", person.page.text, re.S)[0].split('href="')[1:]]
    address = next(
        each.partition('"')[0] for each in links if part in each.partition("?")[0].partition('"')[0]
    )
    return person.get(address)


@pytest.mark.slow
def test_the_list_of_rooms_is_as_it_was_left_however_deep_somebody_went(played):
    person = Person(played)
    person.get(CHOICE)
    assert crumbs(follow(person, "/rooms/WA-0417")) == {"Rooms": CHOICE}
    person.get(CHOICE)
    assert crumbs(follow(person, f"/days/{DAY}")) == {"Rooms": CHOICE, "WA-0417": "/rooms/WA-0417"}
    found = crumbs(follow(person, "/sessions/1"))
    assert found["Rooms"] == CHOICE
    follow(person, "/rooms/WA-0417/incidents/")
    assert crumbs(person.page)["Rooms"] == CHOICE
    assert crumbs(person.page)["← Back to: Session"] == "/sessions/1"
    person.get(CHOICE)
    room = follow(person, "/rooms/WA-0417")
    assert room.request.args["until"] == DAY  # the days that the list shows
    person.get(found["Rooms"])
    assert "1 room." in words(person.page)
    assert 'value="WA-04"' in person.page.text
    assert '<option value="money" selected>' in person.page.text


def test_a_form_of_a_page_keeps_the_way_back(played):
    person = Person(played)
    person.get(CHOICE)
    follow(person, f"/days/{DAY}")
    follow(person, "/sessions/1")
    carried = re.findall(r'<input type="hidden" name="back" value="([^"]+)">', person.page.text)
    assert [unescape(each) for each in carried] == [CHOICE]
    page = person.client.get(
        "/sessions/1/hand", query_string={"hand": "2", "back": CHOICE}, follow_redirects=True
    )
    assert page.request.path == "/sessions/1/hands/2"
    assert crumbs(page)["Rooms"] == CHOICE


@pytest.mark.slow
def test_an_incident_leads_back_to_the_list_of_incidents_that_it_was_chosen_from(played):
    person = signed_in(played, DANA)
    person.get("/rooms/WA-0417/incidents?state=open")
    follow(person, "/incidents/")
    assert crumbs(person.page)["← Back to: Incidents"] == "/rooms/WA-0417/incidents?state=open"
    person.get("/rooms/WA-0417/incidents")
    follow(person, "/incidents/")
    assert crumbs(person.page)["← Back to: Incidents"] == "/rooms/WA-0417/incidents"
    person.get("/sessions/1")
    follow(person, "/incidents/")
    assert crumbs(person.page)["← Back to: Session"] == "/sessions/1"
    person.get(f"/rooms/WA-0417/days/{DAY}")
    follow(person, "/incidents/")
    assert "Back to" not in words(person.page)  # the day is where the incident is


def test_an_incident_leads_back_to_the_audit_that_lists_it(played):
    person = Person(played)
    person.get("/audits/1")
    follow(person, "/incidents/")
    assert crumbs(person.page)["← Back to: Audit"] == "/audits/1"


@pytest.mark.slow
def test_an_answer_keeps_the_way_back_also_where_it_is_refused(played):
    person = signed_in(played, LEE)
    person.get("/rooms/WA-0417/incidents?state=open")
    follow(person, "/incidents/")
    action = re.search(r'action="([^"]+/answer[^"]*)"', person.page.text)[1]
    assert "back=/rooms/WA-0417/incidents%3Fstate%3Dopen" in action
    address = unescape(action).partition("#")[0]
    token = re.search(r'name="form_token" value="([^"]+)"', person.page.text)[1]
    seen = re.search(r'name="seen" value="([^"]+)"', person.page.text)[1]
    sent = {"form_token": token, "seen": seen, "cause": "A payout was misread.", "corrective_action": ""}
    refused = person.client.post(address, data=sent)
    assert refused.status_code == 422
    assert crumbs(refused)["← Back to: Incidents"] == "/rooms/WA-0417/incidents?state=open"
    done = person.client.post(
        address, data={**sent, "corrective_action": "The dealer was trained."}, follow_redirects=True
    )
    assert done.status_code == 200
    assert crumbs(done)["← Back to: Incidents"] == "/rooms/WA-0417/incidents?state=open"
    assert "answered" in words(done)


def test_a_list_that_is_reached_through_another_one_keeps_that_while_it_is_paged(played):
    person = Person(played)
    person.get(CHOICE)
    follow(person, "/rooms/WA-0417")
    earlier = next(each for each in re.findall(r'href="([^"]+)">Four weeks earlier', person.page.text))
    page = person.get(unescape(earlier))
    assert crumbs(page) == {"Rooms": CHOICE}
    follow(person, "/incidents")
    state = next(each for each in re.findall(r'href="([^"]+)">overdue', person.page.text))
    overdue = person.get(unescape(state))
    assert overdue.request.args["state"] == "overdue"
    assert crumbs(overdue)["Rooms"] == CHOICE
    assert crumbs(overdue)["WA-0417"].startswith("/rooms/WA-0417?until=")


def test_a_list_without_a_choice_is_not_carried_where_the_page_says_where_it_is(played):
    person = Person(played)
    for list_, link in (("/rooms", "/rooms/WA-0417"), ("/audits", "/audits/1"), ("/rooms/WA-0417", "/days/")):
        page = person.get(list_)
        main = page.text[page.text.index("<main") :]
        assert any(link in each for each in re.findall(r'href="([^"]+)"', main))
        assert "back=" not in main


@pytest.mark.parametrize(
    "address",
    [
        "//evil.example/rooms", "https://evil.example/rooms?sort=money", "/\\evil.example", "javascript:alert(1)",
        "/sign-out", "/v1/rooms", "/rooms.csv?days=7", "/account", "/nowhere", "rooms?days=7", "/rooms/../account?days=7",
        f"/rooms?days=7#{500 * 'x'}", "", "|", "/incidents", "/%2f/evil.example", "/rooms/WA-0417/today",
    ],
)  # fmt: skip
def test_nothing_but_a_list_of_this_service_is_led_back_to(played, address):
    person = Person(played)
    page = person.client.get("/rooms/WA-0417/incidents", query_string={"back": address})
    assert crumbs(page) == {"Rooms": "/rooms", "WA-0417": "/rooms/WA-0417"}
    assert "evil" not in page.text[page.text.index("<main") :]


def test_only_what_may_be_chosen_on_a_list_is_carried(played):
    person = Person(played)
    back = '/rooms?days=7&then=//evil.example&search="><script>alert(1)</script>'
    page = person.client.get("/rooms/WA-0417", query_string={"back": back})
    assert "evil" not in page.text[page.text.index("<main") :]
    assert "<script>alert" not in page.text
    assert "days=7" in crumbs(page)["Rooms"]


def test_the_way_back_has_an_end(played):
    person = Person(played)
    many = "|".join(f"/rooms/R-{n}?until={DAY}" for n in range(50))
    page = person.client.get("/rooms/WA-0417", query_string={"back": many})
    links = [unescape(each) for each in re.findall(r'href="([^"]+)"', page.text)]
    assert max(each.count("%7C") for each in links) == 3
    assert max(map(len, links)) < 400
    choice = CHOICE.replace("&", "%26")
    person.get(f"/sessions/1?back={choice}|/sessions/1|/sessions/2")
    follow(person, "/incidents/")
    assert person.page.request.args["back"] == f"{CHOICE}|/sessions/1"
