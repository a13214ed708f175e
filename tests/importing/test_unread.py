"""Formats of hands that are not read yet: each is named, in one line; a session log is none of them."""

import pytest

from auditor.importing.importers import is_original
from auditor.importing.unread import unread_format
from tests.importing.histories.originals import originals, problems

NAMED = {
    "a hand history of PartyPoker without a summary": "***** Hand History for Game 71 *****\n$1/$2 USD NL Texas Hold'em\n",
    "a hand history of Winamax": "Winamax Poker - CashGame - HandId: #7-1-2 - Holdem no limit (1€/2€)\n",
    "a hand history of CoinPoker": "CoinPoker Hand #71: NLH (1/2) 2026/03/14 20:00:00 CEST\n",
}


@pytest.mark.parametrize("name", NAMED)
def test_a_format_that_is_not_read_is_named_in_one_line(name):
    text = NAMED[name]
    for data in (text.encode(), text.replace("\n", "\r\n").encode(), text.encode("utf-8-sig")):
        ((where, field, found, expected, do),) = problems(data)
        assert (where, field, found) == ("", "", f"{name}, which is not read yet")
        assert expected.startswith("a workbook in the .xlsx format, or CSV, or a hand history")
        assert do.endswith("or export the hands in one of these formats.")
        assert is_original(data, "whatever.txt")


def test_no_format_that_is_read_and_no_session_log_is_named_as_unread():
    texts = [
        next(iter(originals(kind).values())) for kind in ("ggpoker", "ohh", "pokerstars", "winning", "phh")
    ]
    assert [unread_format(text.encode()) for text in texts] == [None] * 5
    assert (
        unread_format(b'{"event":"session","format":"cardroom-log/1","_Hands":1}\n{"event":"pot_hand"}')
        is None
    )
