"""Samples of a room that plays pot games: hands are drawn and compared by what each seat won or lost."""

from __future__ import annotations

import pytest

from auditor.errors import CannotSample
from auditor.store.stored_samples import EnteredSeat
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.web.kit import MARA, signed_in, words
from tests.http.web.test_samples_pages import draw
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat

SESSION = {"event": "session", "format": "cardroom-log/1", "room": "WA-0417", "session": "S-1", "table": "T1",
           "currency": "EUR", "opened_at": "2026-03-14T19:00:00-07:00", "ruleset": "olympic-cash"}  # fmt: skip


def with_pot_games(client):
    put_room(client, "WA-0417", authority="wsgc")
    hands = [
        pot_hand(1, *(pot_seat(at, net=net) for at, net in ((1, -100), (2, -200), (3, 300))),
                 at="2026-03-14T20:00:00-07:00"),
        pot_hand(2, at="2026-03-14T20:02:00-07:00"),
    ]  # fmt: skip
    assert client.post("/v1/sessions", data=pot_log(SESSION, *hands), content_type=NDJSON).status_code == 201


FILLED = {"pots": with_pot_games}


@pytest.fixture
def pots(app):
    """WA-0417 with two hands of hold'em: the nets of one are on record."""
    return app


@pytest.fixture
def mara(pots):
    mara = signed_in(pots, MARA)
    draw(mara, hands=2)
    return mara


def with_net(mara) -> int:
    """Which of the drawn hands is hand 1."""
    page = mara.get("/samples/1/hands/1")
    return 1 if "Number in the log 1" in words(page) else 2


def test_the_form_asks_for_results_and_for_no_rows(mara):
    page = mara.get("/samples/1/hands/1")
    assert "Enter what each seat won or lost in the video." in words(page)
    assert 'name="net-3"' in page.text
    assert 'name="front-1"' not in page.text


def test_results_are_compared_and_what_is_not_on_record_is_not(mara):
    first = with_net(mara)
    other = 3 - first
    mara.get(f"/samples/1/hands/{first}")
    mara.send(f"/samples/1/hands/{first}", **{"net-1": "-1.00", "net-2": "-2.00", "net-3": "2.50"})
    mara.get(f"/samples/1/hands/{other}")
    mara.send(f"/samples/1/hands/{other}", **{"net-1": "0", "net-2": "0", "net-3": "0"})
    read = words(mara.send("/samples/1/close")).replace("\u00a0", " ")
    assert "Seat 3, result: +€2.50 seen, +€3.00 recorded." in read
    assert "Neither cards nor results were both seen and recorded." in read


def test_rows_of_a_pot_game_are_refused_with_what_to_do(mara, pots):
    sampling = pots.extensions["auditor"].sampling
    seat = EnteredSeat(seat=1, front="AhAdKs", middle=None, back=None, net=None)
    with pytest.raises(CannotSample, match="of a pot game, whose seats have no rows"):
        sampling.enter(1, 1, [seat], None, None)
