"""What a history does not say of itself: each option that is missing or wrong is named, and nothing is derived."""

import msgspec

from tests.folding import of_every
from tests.importing.histories.originals import OPTIONS, brought_in, log, originals, problems

PHH = originals("phh")["phh/pluribus/102/0.phh"]
POKERSTARS = originals("pokerstars")["pokerstars/hhp-164151764888.txt"]  # ($0.02/$0.05)
OHH = next(iter(originals("ohh").values()))
_CURRENCY = "three capital letters of ISO 4217, such as EUR"
_TIME = "a time with an offset, such as 2026-03-14T20:00:00+02:00"
_ZONE = "an IANA time zone such as Europe/Tallinn"
_NOT_SAID = "none, and a hand history does not say it"
_MAKE = "Make a file of 32 random bytes, and state it with --key."


def stated(**fields):
    """The options of the tests but for some."""
    return msgspec.structs.replace(OPTIONS, **fields)


@of_every(
    ("field", "found", "expected", "do", "options"),
    [
        ("room", _NOT_SAID, "the id of the card room", "State it with --room.", {"room": None}),
        ("room", _NOT_SAID, "the id of the card room", "State it with --room.", {"room": ""}),
        ("time zone", _NOT_SAID, "the room's time zone", "State it with --zone, such as Europe/Tallinn.", {"zone": None}),
        ("time zone", '"Tallinn"', _ZONE, "Correct --zone.", {"zone": "Tallinn"}),
        ("time zone", '"EET"', _ZONE, "Correct --zone.", {"zone": "EET"}),
        ("key", _NOT_SAID, "the room's secret, for pseudonyms of names", "State its file with --key: 32 random bytes.",
         {"key": None}),
        ("key", "0 bytes", "at least 16", _MAKE, {"key": b""}),
        ("key", "5 bytes", "at least 16", _MAKE, {"key": b"short"}),
        ("currency", '"usd"', _CURRENCY, "Correct --currency.", {"currency": "usd"}),
        ("currency", '"$"', _CURRENCY, "Correct --currency.", {"currency": "$"}),
        ("currency", '""', _CURRENCY, "Correct --currency.", {"currency": ""}),
        ("currency", '"EUR\\n"', _CURRENCY, "Correct --currency.", {"currency": "EUR\n"}),
        ("opened at", '"today"', _TIME, "Correct --opened-at.", {"opened_at": "today"}),
        ("room", f'"{"x" * 65}"', "text of length <= 64", "Correct --room.", {"room": "x" * 65}),
        ("ruleset", f'"{"x" * 65}"', "text of length <= 64", "Correct --ruleset.", {"ruleset": "x" * 65}),
    ],
)  # fmt: skip
def test_an_option_that_is_missing_or_wrong_is_named_once(field, found, expected, do, options):
    for text in (PHH, POKERSTARS, OHH):
        assert problems(text, stated(**options)) == [("", field, found, expected, do)]
        assert brought_in(text, stated(**options)).logs == ()


def test_all_that_is_wrong_is_named_at_once():
    wrong = stated(room=None, zone="Tallinn", key=b"short", currency="usd", opened_at="today")
    assert [field for _, field, *_ in problems(PHH, wrong)] == [
        "room", "time zone", "key", "currency", "opened at",
    ]  # fmt: skip


def test_what_only_some_histories_say_is_asked_for_where_it_is_not_there():
    none = stated(currency=None, opened_at=None)
    assert problems(PHH, none) == [
        ("line 1", "date", "none", "the date and time of the hand", "State when the session began with --opened-at."),
        ("line 1", "currency", "none", "the currency of the amounts; a $ alone does not say whose dollars they are",
         "State it with --currency, such as EUR."),
    ]  # fmt: skip
    assert [field for _, field, *_ in problems(POKERSTARS, none)] == ["currency"]
    assert log(POKERSTARS, stated(currency="CAD"))[0]["currency"] == "CAD"


def test_a_currency_of_the_history_that_is_none_is_named_at_its_hand():
    assert problems(f"{PHH}\ncurrency = 'US$'") == [
        ("line 1", "currency", '"US$"', _CURRENCY, "Correct it in the hand history."),
    ]
    assert log(f"{PHH}\ncurrency = 'CAD'")[0]["currency"] == "CAD"
