"""What of session-log.md is refused: each with its line, the field's path, what stood there, what was expected."""

import json

import pytest

from rules.records.events import FORMAT
from rules.records.problems import shown
from tests.folding import of_every
from tests.rules.build import close, problems, session
from tests.rules.lines import every_line, full_session, open_face_hand, table_events
from tests.rules.refused import GOOD, lines, only, put, refusal

TIME = "a time with its offset, such as 2026-03-14T19:42:10-07:00"
CARDS = "cards such as Qh (rank 23456789TJQKA, suit cdhs), ?? or JK"
NOT_RECORDED = "; a field that was not recorded is left out"


def without(event, name):
    return {key: value for key, value in event.items() if key != name}


def test_a_good_log_is_taken():
    assert problems(lines(*every_line())) == []
    assert problems(lines(session(), close(0))) == []


RAW = json.dumps(GOOD).encode()
TURNS = [
    # a wrong type
    ("seats.1.net", "5", "seats[1].net", '"5"', "a whole number"),
    ("seats.1.net", 1.0, "seats[1].net", "1.0", "a whole number"),
    ("seats.1.net", 10**30, "seats[1].net", "1" + "0" * 30, "a whole number <= 1000000000000"),
    ("seats.0.stack", -1, "seats[0].stack", "-1", "a whole number >= 0"),
    ("hand", "7", "hand", '"7"', "a whole number"),
    ("hand", True, "hand", "true", "a whole number"),
    ("void", 1, "void", "1", "true or false"),
    ("void", "yes", "void", '"yes"', "true or false"),
    ("seats", {}, "seats", "{}", "a list"),
    ("seats", [], "seats", "[]", "a list of length >= 1"),
    ("seats.0", 5, "seats[0]", "5", "an object"),
    ("seats.0.player", 5, "seats[0].player", "5", "text"),
    ("seats.0.player", "", "seats[0].player", '""', "text of length >= 1"),
    ("seats.0.player", "x" * 65, "seats[0].player", '"' + "x" * 65 + '"', "text of length <= 64"),
    ("seats.0.seat", 0, "seats[0].seat", "0", "a whole number >= 1"),
    ("seats.0.seat", 11, "seats[0].seat", "11", "a whole number <= 10"),
    ("seats.0.front", ["Ah", "Ad", "Ks"], "seats[0].front", '["Ah","Ad","Ks"]', "text"),
    ("irregularities", [{"kind": "brawl"}], "irregularities[0].kind", '"brawl"', "one of the values"),
    ("transfers", [{"payer": 1, "payee": 2, "amount": "3"}], "transfers[0].amount", '"3"', "a whole number"),
    # null is not "not recorded"
    ("seats.1.net", None, "seats[1].net", "null", "a whole number" + NOT_RECORDED),
    ("at", None, "at", "null", "text" + NOT_RECORDED),
    ("void", None, "void", "null", "true or false" + NOT_RECORDED),
    # an unknown field
    ("seats.1.nett", 5, "seats[1].nett", "5", "no field 'nett'"),
    ("colour", "red", "colour", '"red"', "no field 'colour'"),
    ("status", "played", "status", '"played"', "no field 'status'"),
    (
        "transfers",
        [{"payer": 1, "payee": 2, "amount": 3, "why": 1}],
        "transfers[0].why",
        "1",
        "no field 'why'",
    ),
    # a card that does not exist
    ("seats.1.front", "1h2c3d", "seats[1].front", '"1h2c3d"', CARDS + '; card 1 is "1h"'),
    ("seats.0.middle", "KhKdQsQdjc", "seats[0].middle", '"KhKdQsQdjc"', CARDS + '; card 5 is "jc"'),
    ("seats.0.middle", "KhKdQs10dJ", "seats[0].middle", '"KhKdQs10dJ"', CARDS + '; card 4 is "10"'),
    (
        "seats.0.back",
        "10h9c",
        "seats[0].back",
        '"10h9c"',
        "two characters a card; this text has an odd number",
    ),
    (
        "seats.0.back",
        "Ts Th",
        "seats[0].back",
        '"Ts Th"',
        "two characters a card; this text has an odd number",
    ),
    ("seats.0.dealt", "Zz", "seats[0].dealt", '"Zz"', CARDS + '; card 1 is "Zz"'),
    ("seats.0.front", "A♥A♦K♠", "seats[0].front", '"A♥A♦K♠"', CARDS + '; card 1 is "A♥"'),
    ("seats.0.front", "?c2c3c", "seats[0].front", '"?c2c3c"', CARDS + '; card 1 is "?c"'),
    # a row with an odd number of characters
    (
        "seats.0.front",
        "AhAdK",
        "seats[0].front",
        '"AhAdK"',
        "two characters a card; this text has an odd number",
    ),
    # a seat listed twice
    ("seats.1.seat", 1, "seats", "seat 1 twice", "every seat of a hand listed once"),
    # a time without offset, or none at all
    ("at", "2026-03-14T19:42:10", "at", '"2026-03-14T19:42:10"', TIME),
    ("ended_at", "2026-03-14", "ended_at", '"2026-03-14"', TIME),
    ("at", "2026-02-30T19:42:10-07:00", "at", '"2026-02-30T19:42:10-07:00"', TIME),
    # a unit below 1
    ("unit", 0, "unit", "0", "a whole number >= 1"),
    ("unit", -100, "unit", "-100", "a whole number >= 1"),
    # not an event of the format
    ("event", "chinese_hnd", "event", '"chinese_hnd"', "(did you mean 'chinese_hand'?)"),
    ("event", 5, "event", "5", "one of the events session, chinese_hand"),
]


@of_every(("path", "value", "field", "found", "expected"), TURNS)
def test_a_hand_that_is_refused(path, value, field, found, expected):
    """The third line of the file; a good hand comes before it and one after."""
    data = lines(session(), GOOD | {"hand": 0}, put(GOOD, path, value), GOOD | {"hand": 2})
    problem = only(data)
    assert (problem.line, problem.field, problem.found) == (3, field, found)
    assert expected in problem.expected
    assert refusal(data).count == 1


@pytest.mark.parametrize("name", ["front", "middle", "back", "dealt"])
@pytest.mark.parametrize("card", ["♥♥", "é?", "?é", "JÉ", "２c", "2ｃ", "🂡🂡", "\x00\x00", "--", "!!", "  "])
def test_what_looks_like_a_card_and_is_none(name, card):
    """In a row of the right size and of a wrong size, alone and next to good rows."""
    sizes = {"front": 3, "middle": 5, "back": 5, "dealt": 13}
    for count in (sizes[name], sizes[name] + 1, 1):
        text = card + "2c" * (count - 1)
        for events in (
            [put(GOOD, f"seats.0.{name}", text)],
            [GOOD, put(GOOD, f"seats.1.{name}", text), GOOD],
        ):
            problem = only(lines(session(), *events))
            assert problem.field.endswith(name)
            assert problem.found == shown(text)


@pytest.mark.parametrize("value", ["5", 0])
def test_a_session_s_unit(value):
    problem = only(lines(session(unit=value), GOOD))
    assert (problem.line, problem.field) == (1, "unit")


@pytest.mark.parametrize("name", ["event", "hand", "seats"])
def test_a_field_that_every_hand_must_have(name):
    problem = only(lines(session(), without(GOOD, name)))
    assert (problem.line, problem.field, problem.found) == (2, name, "no such field")


@pytest.mark.parametrize("name", ["format", "room", "session", "table", "currency", "opened_at"])
def test_a_field_that_every_session_must_have(name):
    problem = only(lines(without(session(), name), GOOD))
    assert (problem.line, problem.field, problem.found) == (1, name, "no such field")


@pytest.mark.parametrize("kind", ["level", "elimination", "payout"])
def test_an_event_kept_for_later(kind):
    problem = only(lines(session(), {"event": kind, "x": 1}))
    assert (problem.line, problem.field, problem.found) == (2, "event", f'"{kind}"')
    assert "kept for a later version" in problem.expected


@pytest.mark.parametrize("named", ["cardroom-log/2", "cardroom-log", "", "phh/1"])
def test_another_format(named):
    problem = only(lines(session(format=named), GOOD))
    assert (problem.line, problem.field, problem.found) == (1, "format", f'"{named}"')
    assert FORMAT in problem.expected


@pytest.mark.parametrize("other", [{"site": "x"}, {"unit": "1.00"}, {"room": ["WA-1"]}])
def test_another_format_is_named_whatever_else_differs(other):
    """A later version has other fields: its number is what is wrong, not they."""
    problem = only(lines(session(format="cardroom-log/2") | other, GOOD))
    assert (problem.line, problem.field) == (1, "format")
    assert FORMAT in problem.expected


@of_every(
    ("raw", "found", "expected"),
    [
        (RAW.replace(b"P1", b"P\xff"), "byte 0xff, which is not UTF-8", "text in UTF-8"),
        (RAW.replace(b"P1", b"P\xed\xa0\x80"), "byte 0xed, which is not UTF-8", "text in UTF-8"),
        (RAW[:-1] + b', "_note": "\xe9"}', "byte 0xe9, which is not UTF-8", "text in UTF-8"),
        (RAW[:-1], "", "one JSON object a line"),
        (b"not json", "not json", "one JSON object a line"),
        (b"hand,1", "hand,1", "one JSON object a line"),
        (RAW + RAW, "", "one JSON object a line"),
        (RAW.replace(b"300", b"NaN"), "", "one JSON object a line"),
        (RAW.replace(b"300", b"0300"), "", "one JSON object a line"),
        (RAW.replace(b'"P1"', b"'P1'"), "", "one JSON object a line"),
        (RAW.replace(b'"P1"', b'"\\ud800"'), "", "one JSON object a line"),
        (b"\x00", "", "one JSON object a line"),
        (b"[" + RAW + b"]", "", "one JSON object a line"),
        (b"5", "5", "one JSON object a line"),
        (b"null", "null", "one JSON object a line"),
        (b'"chinese_hand"', '"chinese_hand"', "one JSON object a line"),
        (b"[" * 5000, "objects or lists nested hundreds deep", "one event of the format"),
        (b'{"event":"close","_x":' + b"[" * 5000 + b"]" * 5000 + b"}", "objects or lists nested hundreds deep", "one event"),
            (b'{"_x":' + b"[" * 5000 + b"]" * 5000 + b',"event":"close"}', "objects or lists nested hundreds deep", "one event"),
            (b'{"event":"close","_x":' + b"[" * 200 + b"]" * 200 + b"}", "objects or lists nested hundreds deep", "one event"),
            (b'{"event":"close","_x":1,"y":' + b"[" * 200 + b"]" * 200 + b"}", "objects or lists nested", "one event"),
        (b"\xef\xbb\xbf" + RAW, "a byte order mark (EF BB BF)", "UTF-8 without one"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read(raw, found, expected):
    problem = only(lines(session(), GOOD, raw, GOOD | {"hand": 2}))
    assert (problem.line, problem.field) == (3, "")
    assert problem.found.startswith(found or json.dumps(GOOD)[:5]) or raw[:1] in b"\x00["
    assert expected in problem.expected


@pytest.mark.parametrize(
    "own", [b"[" * 199 + b"]" * 199, b'"' + rb"\"[{" * 300 + b'"', b"[" + b"[]," * 300 + b"[]]"]
)
def test_a_field_of_the_room_nested_as_deep_as_a_line_may_be(own):
    close = b'{"event":"close","at":"2026-03-14T20:00:00-07:00","hands":1,"_x":' + own + b"}"
    assert problems(lines(session(), GOOD, close)) == []


def test_a_byte_order_mark_at_the_beginning():
    problem = only(b"\xef\xbb\xbf" + lines(session(), GOOD))
    assert (problem.line, problem.found) == (1, "a byte order mark (EF BB BF)")


@pytest.mark.parametrize("data", [b"\n\n", b"\r\n  \n"])
def test_a_file_of_empty_lines_has_no_session(data):
    problem = only(data)
    assert (problem.line, problem.field, problem.found) == (1, "event", "no session line")
    assert "session" in problem.expected


def test_an_empty_file_is_called_that():
    problem = only(b"")
    assert (problem.line, problem.field, problem.found) == (1, "", "an empty file")
    assert problem.expected == "a session log: lines of JSON in cardroom-log/1, plain or packed with gzip"


def test_no_session_line():
    problem = only(lines(GOOD, GOOD | {"hand": 2}))
    assert (problem.line, problem.field, problem.found) == (1, "event", 'an event "chinese_hand"')
    assert '"session"' in problem.expected


def test_a_session_line_that_is_not_the_first():
    problem = only(lines(GOOD, session(), GOOD | {"hand": 2}))
    assert (problem.line, problem.field) == (1, "event")


def test_a_second_session_line():
    problem = only(lines(session(), GOOD, session(session="S-2"), GOOD | {"hand": 2}))
    assert (problem.line, problem.field, problem.found) == (3, "event", 'a second "session" event')


def test_events_after_the_close_are_each_reported():
    reported = problems(lines(session(), GOOD, close(1), GOOD, table_events()[2], close(1)))
    assert [(each.line, each.field, each.found) for each in reported] == [
        (line, "event", "an event after the close") for line in (4, 5, 6)
    ]
    assert "line 3" in reported[0].expected


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("seats.0.front", "1h2c3d", "seats[0].front"),
        ("seats.0.back", "TsThTdTc9", "seats[0].back"),
        ("seats.1.discards", "Zz", "seats[1].discards"),
        ("seats.1.seat", 1, "seats"),
        ("at", "2026-03-14T19:42:10", "at"),
        ("placements.0.at", "2026-03-14T19:42:10", "placements[0].at"),
        ("placements.0.dealt", "Xx", "placements[0].dealt"),
        ("placements.0.discard", "2", "placements[0].discard"),
        ("clock_calls.0.at", "19:42", "clock_calls[0].at"),
        ("clock_calls.0.acted_at", "19:42", "clock_calls[0].acted_at"),
    ],
)
def test_an_open_face_hand_is_held_to_the_same(path, value, field):
    problem = only(lines(session(), put(open_face_hand(), path, value)))
    assert (problem.line, problem.field) == (2, field)


@pytest.mark.parametrize("event", table_events(), ids=lambda event: event["event"])
def test_times_of_events_outside_of_hands(event):
    for name in [name for name in event if name in ("at", "covers_from", "covers_to")]:
        problem = only(lines(session(), event | {name: "2026-03-14T19:42:10"}))
        assert (problem.line, problem.field, problem.found) == (2, name, '"2026-03-14T19:42:10"')
        assert TIME in problem.expected


@pytest.mark.parametrize("name", ["opened_at", "closed_at", "recorded_at"])
def test_times_of_the_session(name):
    problem = only(lines(full_session() | {name: "2026-03-14 7pm"}, GOOD))
    assert (problem.line, problem.field, problem.found) == (1, name, '"2026-03-14 7pm"')
    assert TIME in problem.expected


@pytest.mark.parametrize(
    ("event", "path", "field"),
    [
        (GOOD, "seats.1.player", "seats[1].player"),
        (open_face_hand(), "seats.1.player", "seats[1].player"),
        (table_events()[0], "player", "player"),
        (table_events()[1], "player", "player"),
        (table_events()[2], "player", "player"),
    ],
)
def test_a_player_is_printable_wherever_he_is_named(event, path, field):
    """ "Players are opaque pseudonymous ids (1 to 64 printable characters)." """
    problem = only(lines(session(), put(event, path, "P\u0007\u202e")))
    assert (problem.line, problem.field) == (2, field)
