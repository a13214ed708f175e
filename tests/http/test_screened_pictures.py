"""Pictures of a room's year: what audits kept, and the session that says most, read again from its log."""

import pytest

from auditor.errors import NoSuchRoom
from tests.http.filing import put_room
from tests.http.test_screening import ROOM, send
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
