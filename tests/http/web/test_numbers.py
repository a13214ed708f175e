"""Numbers in addresses and forms that are none to this service, such as a superscript, are no failure of it."""

import pytest

from tests.http.filing import put_room
from tests.http.web.kit import LEE, MARA, signed_in, words

FILLED = {"rooms": put_room}


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000, "-1", ""])
def test_a_page_that_is_no_number_is_the_first(rooms, number):
    mara = signed_in(rooms, MARA)
    assert "Nothing awaits a decision" in words(mara.get(f"/approvals?page={number}"))
    assert "WA-0417" in words(mara.get(f"/rooms?days={number}"))
    assert "WA-0417" in words(mara.get(f"/rooms/WA-0417/incidents?page={number}"))


def test_what_is_no_number_in_a_form_is_said_beside_its_field(rooms):
    lee = signed_in(rooms, LEE)
    lee.get("/audits/new")
    assert "a whole number" in words(lee.send("/audits", 422, sessions="²"))
