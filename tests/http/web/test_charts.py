"""Charts on pages: each has a name and a description, says what the table beside it says, and is fit for a strict page."""

import csv
import io
import re
import xml.etree.ElementTree as ET

import pytest

from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import DANA, Person, signed_in, words
from tests.http.web.test_rooms_pages import DAY, WRONG, with_played_day
from tests.services import unprotected

SVG = "{http://www.w3.org/2000/svg}"
BEFORE = (
    "2026-03-05"  # within the fourteen days before the fourteen until DAY: no; within seven before seven: yes
)


def upload(client, session, room, day, wrong):
    """A session of a day of March with one hand that is right, and some that are wrong."""
    hands = [hand_line(1), *(hand_line(at, WRONG) for at in range(2, 2 + wrong))]
    dated = [{**each, "at": each["at"].replace("2026-03-14", f"2026-03-{day}")} for each in hands]
    made = log(*dated, room=room, session=session, opened_at=f"2026-03-{day}T16:00:00-07:00")
    if day < "08":  # before the clock of the room went forward
        made = made.replace(b"-07:00", b"-08:00")
    assert client.post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201


def with_two_weeks(client):
    """WA-0417: a wrong hand on each of two days of the first week, and on one of the second; WA-0500: nothing but a room."""
    put_room(client, "WA-0417", authority="wsgc", tables=3)
    put_room(client, "WA-0500", authority=None)
    put_room(client, "WA-0600", authority=None)
    for number, (room, day, wrong) in enumerate(
        (("WA-0417", "04", 1), ("WA-0417", "05", 1), ("WA-0417", "13", 0), ("WA-0417", "14", 1), ("WA-0600", "05", 0),
         ("WA-0600", "14", 2))
    ):  # fmt: skip
        upload(client, f"S-{number}", room, day, wrong)
    assert client.post("/v1/audits", json={"room": "WA-0417"}).status_code == 201
    assert client.post("/v1/audits", json={"room": "WA-0600"}).status_code == 201


FILLED = {"played": with_played_day, "weeks": with_two_weeks}


@pytest.fixture
def played(app):
    """WA-0417 with an audited session of two hands, the second wrong, and one not audited; WA-0500 with the first."""
    return app


@pytest.fixture
def weeks(app):
    """Three rooms over two weeks: with fewer incidents in the second, with nothing, and with more."""
    return app


def pictures(page, kind="chart"):
    found = [ET.fromstring(each) for each in re.findall(rf'<svg class="{kind}".*?</svg>', page.text, re.S)]
    ids = re.findall(r' id="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))
    assert "style=" not in page.text
    for each in found:
        assert each.get("role") == "img"
        assert each[0].tag == f"{SVG}title"
        assert each[0].text
        assert each[1].tag == f"{SVG}desc"
        assert each[1].text
    return {each[0].text: each for each in found}


def texts(picture):
    return [each.text for each in picture.iter(f"{SVG}text")]


@pytest.mark.slow
def test_a_day_shows_its_sessions_on_the_rooms_clock(played):
    page = signed_in(played, DANA).get(f"/rooms/WA-0417/days/{DAY}")
    (picture,) = pictures(page).values()
    said = texts(picture)
    assert said[:2] == ["hands played", "06:00"]
    assert [each for each in said if each.startswith("S-")] == ["S-1 · 2 hands", "S-2 · 1 hand"]
    assert picture[1].text == (
        "Bars of the sessions by table. T1: session S-1 from 16:00 close not recorded, 2 hands; "
        "T9: session S-2 from 16:00 close not recorded, 1 hand."
    )
    assert "Table State Session Hands Opened Closed Received" in words(page)
    assert f"{DAY} 16:00 not recorded" in words(page)


def test_a_day_that_was_audited_as_a_whole_knows_until_when_a_session_went_on(played, client):
    assert client.put(f"/v1/rooms/WA-0417/days/{DAY}/audit").status_code in (200, 201)
    (picture,) = pictures(Person(played).get(f"/rooms/WA-0417/days/{DAY}")).values()
    assert "T1: session S-1 from 16:00 close not recorded, 2 hands" in picture[1].text
    widths = [float(each.get("width")) for each in picture.iter(f"{SVG}rect") if each.get("class") == "light"]
    assert min(widths[1:]) > 10  # an hour, and no sliver


def test_a_day_without_a_log_has_no_picture(played):
    assert pictures(Person(played).get("/rooms/WA-0417/days/2026-03-20")) == {}


@pytest.mark.slow
def test_a_room_shows_its_incidents_by_day_and_severity(weeks):
    page = Person(weeks).get(f"/rooms/WA-0417?until={DAY}")
    picture = pictures(page)["Incidents by gaming day"]
    said = re.findall(r"(\w{3} \d+ March 2026): ([^;.]+)", picture[1].text)
    assert [day for day, _ in said] == ["Wed 4 March 2026", "Thu 5 March 2026", "Sat 14 March 2026"]
    read = words(page)
    for day, found in said:
        for number, name in re.findall(r"(\d+) (\w+)", found):
            assert re.search(rf"{day} 1 2 [^–]*{number} {name}", read)
    kinds = {each.get("class") for each in picture.iter(f"{SVG}rect")}
    assert kinds <= {"critical", "major", "minor", "note"}


@pytest.mark.slow
def test_a_room_of_which_nothing_was_found_has_no_picture(weeks):
    assert pictures(Person(weeks).get(f"/rooms/WA-0500?until={DAY}")) == {}


def test_an_audit_shows_who_is_owed_and_what_was_tested(played):
    page = Person(played).get("/audits/1")
    found = pictures(page)
    assert set(found) == {"Money by player", "Hands by check"}
    assert texts(found["Money by player"]) == ["is owed", "was overpaid", "P4", "+$2.00", "P2", "−$2.00"]
    assert found["Money by player"][1].text == "Bars by player. Is owed: P4 +$2.00; Was overpaid: P2 −$2.00."
    assert "Player Hands Recorded Due Is owed (+), was overpaid (−) P4 4 −$30.00 −$28.00 +$2.00" in words(
        page
    )
    assert "P2 4 +$6.00 +$4.00 −$2.00 What was tested" in words(page)
    assert "SCR001: 2 agreeing, 2 differing" in found["Hands by check"][1].text
    assert "2 differ" in texts(found["Hands by check"])


def test_an_audit_of_one_long_session_shows_its_hands_over_time(app, client):
    put_room(client)
    made = log(*(hand_line(number) for number in range(1, 20)), hand_line(20, WRONG))
    assert client.post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1]}).status_code == 201
    page = Person(app).get("/audits/1")
    picture = pictures(page)["Hands over the session"]
    assert "20 hands" in picture[1].text
    assert "hands with a violation" in texts(picture)
    table = page.text[page.text.index('aria-label="Hands over the session, as a table"') :].partition(
        "</table>"
    )[0]
    rows = [re.findall(r'<td class="right">([^<]*)</td>', each) for each in table.split("<tr>")[2:]]
    assert sum(int(hands) for hands, *_ in rows if hands != "–") == 20
    assert sum(int(violations) for _, violations, _ in rows if violations != "–") > 0


def test_an_audit_that_found_nothing_has_neither_money_nor_a_table_of_it(app, client):
    put_room(client, authority=None)
    assert client.post("/v1/sessions", data=log(), content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1]}).status_code == 201
    page = Person(app).get("/audits/1")
    assert "Money by player" not in pictures(page)
    assert "Who is owed" not in words(page)


def trend(page, room):
    """What the list says of a room's incidents and money, beside the days before."""
    row = re.search(rf'<tr><th scope="row"><a href="/rooms/{room}[^"]*">.*?</tr>', page.text, re.S)[0]
    row = re.sub(r"(?s)<svg.*?</svg>", "", row)
    cells = re.findall(r"<td class=\"(?:trend|right)\">(.*?)</td>", row, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in cells][-2:]


def test_the_list_of_rooms_compares_with_as_many_days_before(weeks):
    page = Person(weeks).get(f"/rooms?until={DAY}&days=7")
    assert "Incidents and money are compared with those of the 7 days before." in words(page)
    incidents, money = trend(page, "WA-0417")
    now, before = (int(each) for each in re.fullmatch(r"(\d+) ▼ fewer before: (\d+)", incidents).groups())
    assert before == 2 * now > 0
    assert money == "$1.00 before: $2.00"
    assert trend(page, "WA-0500") == ["0 before: –", "– before: –"]
    assert re.fullmatch(r"\d+ ▲ more before: 0", trend(page, "WA-0600")[0])
    assert trend(page, "WA-0600")[1] == "$2.00 before: –"


@pytest.mark.parametrize(
    ("altered", "number"),
    [("currency = 'EUR' WHERE id = 7", 7), ("day = '2026-03-06' WHERE id = 5", 5)],
    ids=["whose money is summed", "of a day without incidents"],
)
def test_a_session_of_the_days_before_that_somebody_altered_is_not_compared_with(
    weeks, client, service, altered, number
):
    upload(client, "S-7", "WA-0417", "05", 1)  # the second of its day
    assert client.post("/v1/audits", json={"sessions": [7]}).status_code == 201
    assert trend(Person(weeks).get(f"/rooms?until={DAY}&days=7"), "WA-0417")[1] == "$1.00 before: $3.00"
    with unprotected(service.store.connections.db) as db:
        db.execute(f"UPDATE sessions SET {altered}")
    said = f"What the store has of session {number} is not what was written"
    assert said in words(Person(weeks).get(f"/rooms?until={DAY}&days=7", 503))
    later = Person(weeks).get("/rooms?until=2026-03-21&days=7")  # has nothing of it
    assert trend(later, "WA-0600")[1] == "– before: $2.00"


def test_each_room_with_incidents_has_small_bars_by_day(weeks):
    page = Person(weeks).get(f"/rooms?until={DAY}&days=7")
    found = pictures(page, "small-bars")
    assert set(found) == {"Incidents of WA-0417", "Incidents of WA-0600"}
    picture = found["Incidents of WA-0417"]
    bars = [each.get("class") for each in picture.iter(f"{SVG}rect")]
    assert bars == ["middle", "middle", "dark"]
    assert re.fullmatch(
        r"Bars by gaming day: the days before have \d+ incidents, the days shown have \d+ incidents?\.",
        picture[1].text,
    )


def test_the_list_is_sorted_by_what_became_more(weeks):
    def order(sort):
        page = Person(weeks).get(f"/rooms?until={DAY}&days=7&sort={sort}")
        return re.findall(r'<th scope="row"><a href="/rooms/(WA-\d+)', page.text)

    assert order("trend") == ["WA-0600", "WA-0500", "WA-0417"]
    assert order("money_trend") == ["WA-0600", "WA-0500", "WA-0417"]
    assert order("room") == ["WA-0417", "WA-0500", "WA-0600"]


def test_the_table_for_a_spreadsheet_compares_too(weeks):
    person = Person(weeks)
    page = person.get(f"/rooms?until={DAY}&days=7&sort=trend")
    address = re.search(r'href="([^"]+)">Rooms as CSV', page.text)[1].replace("&amp;", "&")
    lines = list(csv.DictReader(io.StringIO(person.get(address).text.removeprefix("\ufeff"))))
    assert [each["room"] for each in lines] == ["WA-0600", "WA-0500", "WA-0417"]
    last = lines[2]
    assert (last["first_day"], last["last_day"], last["before_first_day"]) == (
        "2026-03-08",
        DAY,
        "2026-03-01",
    )
    assert int(last["incidents_before"]) == 2 * int(last["incidents"]) > 0
    assert (last["currency"], last["misallocated"]) == ("USD", "1.00")
    assert (last["currency_before"], last["misallocated_before"]) == ("USD", "2.00")
    assert (last["sessions"], last["hands"]) == ("2", "3")
    assert (lines[1]["incidents"], lines[1]["incidents_before"], lines[1]["misallocated_before"]) == (
        "0",
        "",
        "",
    )
    assert lines[0]["incidents_before"] == "0"
    days = list(
        csv.DictReader(io.StringIO(person.get(f"/rooms.csv?until={DAY}&days=7").text.removeprefix("\ufeff")))
    )
    assert [(each["room"], each["day"]) for each in days] == [
        ("WA-0417", "2026-03-13"), ("WA-0417", DAY), ("WA-0600", DAY)
    ]  # fmt: skip
