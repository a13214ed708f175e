"""The page of who gained from whom in pot games: figures by payer and payee, sums, days and sessions, and the file."""

from __future__ import annotations

import re

import pytest

from tests.http.filing import put_room
from tests.http.test_screening_gains import side_pot, upload
from tests.http.web.kit import words
from tests.rules.screening.pot_screening_logs import header, showdown

AT = "/rooms/WA-0417/screening/pots"
HEAD = re.compile(r"<th scope=\"(?:col|row)\"[^>]*>(.*?)</th>")


def with_pots(client):
    put_room(client)
    upload(client, [header(session="s1"), showdown(1)], [header(session="s2"), showdown(1), side_pot(2)])


def with_a_quiet_room(client):
    put_room(client)


FILLED = {"pots": with_pots, "quiet": with_a_quiet_room}


@pytest.fixture
def pots(app):
    """Two sessions of hold'em with three players."""
    return app


@pytest.fixture
def quiet(app):
    """A room without a log."""
    return app


def rows_of(answer):
    """Cells of the table by the head of their row."""
    assert answer.status_code == 200
    found = {}
    for row in re.findall(r"<tr>(.*?)</tr>", answer.text, re.DOTALL):
        head, *_ = HEAD.findall(row)
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
        found[head] = [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in cells]
    return found


def test_rows_pay_columns_get_and_sums_are_at_the_edges(pots):
    answer = pots.test_client().get(AT)
    assert HEAD.findall(answer.text)[:5] == ["From ↓ to →", "P2", "P3", "P1", "Paid"]
    found = rows_of(answer)
    assert found["P2"] == ["the same player", "3.0 €6.00 in 1 hand", "0.0 €0.00 in 1 hand", "3.0"]
    assert found["P3"] == ["6.0 €12.00 in 2 hands", "the same player", "0.0 €0.00 in 2 hands", "6.0"]
    assert found["P1"] == ["3.0 €6.00 in 3 hands", "3.0 €6.00 in 3 hands", "the same player", "6.0"]
    assert found["Got"] == ["9.0", "6.0", "0.0", ""]
    assert found["Got less paid"] == ["6.0 +€12.00", "0.0 €0.00", "−6.0 −€12.00", ""]


def test_the_largest_figure_has_the_strongest_shade(pots):
    page = pots.test_client().get(AT).text
    heats = re.findall(r'class="right heat-(\d)">([\d.]+)', page)
    assert heats == [("2", "3.0"), ("0", "0.0"), ("4", "6.0"), ("0", "0.0"), ("2", "3.0"), ("2", "3.0")]


def test_it_says_which_sessions_and_that_it_is_no_verdict(pots):
    said = words(pots.test_client().get(AT))
    assert "2 sessions of Sat 14 March 2026" in said
    assert "Figures are in big blinds of €2.00." in said
    assert "a large figure is no verdict" in said


def test_a_session_and_days_are_selected(pots):
    client = pots.test_client()
    assert rows_of(client.get(f"{AT}?session=s1"))["P3"][0] == "3.0 €6.00 in 1 hand"
    assert rows_of(client.get(f"{AT}?year=2026")) == rows_of(
        client.get(f"{AT}?from=2026-03-14&until=2026-03-14")
    )
    for nothing in ("year=2025", "from=2026-03-15", "session=s9"):
        assert "No session of these days has pot hands" in words(client.get(f"{AT}?{nothing}"))


def test_a_day_that_is_none_is_refused_in_words(pots):
    answer = pots.test_client().get(f"{AT}?from=yesterday")
    assert answer.status_code == 404
    assert "yesterday" in words(answer)


def test_the_file_has_what_the_page_shows(pots):
    answer = pots.test_client().get(f"{AT}.csv?session=s1")
    assert answer.data.decode("utf-8-sig").splitlines() == [
        "payer,payee,hands,big_blinds,money,currency", "P1,P2,1,0.5,100,EUR", "P1,P3,1,0,0,EUR", "P3,P1,1,0,0,EUR",
        "P3,P2,1,3,600,EUR",
    ]  # fmt: skip


def test_a_room_without_pot_games_says_so(quiet):
    assert "No session of these days has pot hands that can be counted." in words(quiet.test_client().get(AT))
