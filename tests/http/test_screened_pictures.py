"""Pictures of a room's year: what audits kept, and the session that says most, read again from its log."""

import json

import pytest

from auditor.errors import NoSuchRoom
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.test_screening import ROOM, send
from tests.rules.screening.screened import lines_of, logs_of
from tests.services import application


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """A store with voids of one player's losses, and a deal that is in two sessions."""
    with application(tmp_path_factory.mktemp("pictures") / "data") as app:
        client = app.test_client()
        put_room(client)
        send(client, "voids-of-losses", "repeats-copied")
        yield app.extensions["auditor"]


def titles(service, code, **unit):
    year = service.screening.year(ROOM)
    (found,) = [each for each in year.screened.units if (each.entry.code, dict(each.unit)) == (code, unit)]
    return [each.title for each in service.screened_pictures.of_unit(year, found)]


def test_the_session_that_says_most_comes_first_and_e_last(service):
    assert titles(service, "SCN006", player="P1") == [
        "Results of P1 without rulings, session s1002", "Void hands, by the result of P1", "E by gaming day",
    ]  # fmt: skip


def test_an_indicator_of_counts_has_the_pictures_of_what_was_kept(service):
    assert titles(service, "SCN004", payer="P1", payee="P2") == [
        "Units a hand from player to player", "E by gaming day",
    ]  # fmt: skip


def test_a_deal_that_is_in_two_sessions_is_shown_side_by_side(service):
    (picture,) = service.screened_pictures.of_repeated(service.screening.year(ROOM))
    assert picture.chart.says.startswith(
        "Hand 73 of session s1000 and hand 73 of session s1001 are one deal of 52 cards."
    )


def test_a_room_that_is_not_seen_has_no_pictures(service):
    year = service.screening.year(ROOM)
    with pytest.raises(NoSuchRoom):
        service.screening.kept("WA-9", year.year)


def test_a_year_without_repeated_deals_has_none_side_by_side(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        send(client, "voids-of-losses")
        service = app.extensions["auditor"]
        assert service.screened_pictures.of_repeated(service.screening.year(ROOM)) == []


def almost_copied():
    """Two evenings of a table. In the second one, hand 50 has the cards of hand 40 of the first, but for an exchanged pair of
    cards: 50 of 52 are in the same seats.
    """
    one, other = (lines_of(path) for path in logs_of("cards-fair")[:2])
    (dealt,) = (each for each in one if each.get("hand") == 40)
    (copied,) = (each for each in other if each.get("hand") == 50)
    a, b = (dealt["seats"][at]["dealt"][:2] for at in (0, 1))
    for seat, before in zip(copied["seats"], dealt["seats"], strict=True):
        for row in ("dealt", "front", "middle", "back"):
            seat[row] = before[row].replace(a, "xx").replace(b, a).replace("xx", b)
    return one, other


def test_two_deals_that_are_equal_in_part_are_shown_side_by_side(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        for events in almost_copied():
            body = b"".join(json.dumps(each).encode() + b"\n" for each in events)
            assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        service = app.extensions["auditor"]
        year = service.screening.year(ROOM)
        (table,) = [each for each in year.screened.in_part if each.pairs]
        (picture,) = service.screened_pictures.of_table(year, table)
    assert picture.chart.says == (
        "Hand 40 of session s1000 and hand 50 of session s1001 have 50 cards in the same seats. The seats are the same."
    )
