"""What of tournament.md is refused: each with its line, the field's path, what was there, what was expected."""

import pytest

from tests.folding import of_every
from tests.rules.refused import put
from tests.rules.tournaments.build import entries, header, problems, read, refused, written
from tests.rules.tournaments.lines import AT, every_event, every_line, full_close, full_header

TIME = "a time with its offset, such as 2026-03-14T19:42:10-07:00"
EVENTS = {each["event"]: each for each in every_line()}


def only(*lines):
    (problem,) = problems(written(*lines))
    return problem


def test_every_line_is_taken():
    file = read(*every_line())
    assert file.header.royal.opening == 900
    assert [line for line, _ in file.events] == list(range(2, len(every_event()) + 2))
    assert file.close[0] == len(every_line())
    assert file.close[1].totals.paid == 1


def test_blank_lines_are_ignored_and_counted():
    data = written(header()) + b"\n\r\n" + written(*entries(1))
    assert problems(data) == []
    assert [each.line for each in problems(data + b"{\n")] == [5]


TURNS = [
    # of the first line
    ("tournament", "kind", "rebuy", "kind", '"rebuy"',
     "one of the values double_chance, freezeout, rebuy_any, rebuy_broke, reentry"),
    ("tournament", "kind", "freezout", "kind", '"freezout"', "(did you mean 'freezeout'?)"),
    ("tournament", "game", "holdm", "game", '"holdm"', "(did you mean 'holdem'?)"),
    ("tournament", "classes.1", "month", "classes[1]", '"month"', "(did you mean 'monthly'?)"),
    ("tournament", "buy_in", 50.5, "buy_in", "50.5", "a whole number"),
    ("tournament", "buy_in", None, "buy_in", "null", "a whole number; a field that was not recorded is left out"),
    ("tournament", "fee", -1, "fee", "-1", "a whole number >= 0"),
    ("tournament", "fee", 4000, "buy_in", "5000", "5100 or more: fee, bounty, royal.share are parts of it"),
    ("tournament", "bounty", 5000, "buy_in", "5000", "5600 or more: fee, bounty, royal.share are parts of it"),
    ("tournament", "rebuy.royal", 1900, "rebuy.price", "2000", "2100 or more: fee, royal are parts of it"),
    ("tournament", "currency", "euro", "currency", '"euro"', "text of the form ^[A-Z]{3}$"),
    ("tournament", "format", "cardroom-tournament/2", "format", '"cardroom-tournament/2"',
     "a format that is read here: cardroom-tournament/1"),
    ("tournament", "starts_at", "2026-03-14T19:00:00", "starts_at", '"2026-03-14T19:00:00"', TIME),
    ("tournament", "rebuy_until.until", "late", "rebuy_until.until", '"late"', TIME),
    ("tournament", "rebuy_until", {}, "rebuy_until", "none of them", "one of `until_level`, `until` and `none`"),
    ("tournament", "late_registration", {"until_level": 2, "none": True}, "late_registration",
     '{"until_level":2,"none":true}', "one of `until_level`, `until` and `none`"),
    ("tournament", "late_registration", {"none": False}, "late_registration.none", "false", "true, or `until_level`"),
    ("tournament", "prizes.places_bp", [7000, 2999], "prizes.places_bp", "shares that come to 9999",
     "shares that come to 10000, in hundredths of a percent"),
    ("tournament", "structure.0.hands", 9, "structure[0]", '{"minutes":20,"hands":9}', "one of `minutes` and `hands`"),
    ("tournament", "structure.1", {"level": 2}, "structure[1]", "none of them", "one of `minutes` and `hands`"),
    ("tournament", "structure.1.level", 1, "structure[1].level", "1", "each level once; structure[0] has it already"),
    ("tournament", "tables.0.table", "T\n", "tables[0].table", '"T\\n"', "printable characters"),
    ("tournament", "offers.0.code", "\t", "offers[0].code", '"\\t"', "printable characters"),
    ("tournament", "prize", 1, "prize", "1", "no field 'prize'"),
    ("tournament", "royal.opened", 1, "royal.opened", "1", "no field 'opened'"),
    # of events
    ("entry", "event", "entri", "event", '"entri"', "(did you mean 'entry'?)"),
    ("entry", "player", "", "player", '""', "text of length >= 1"),
    ("entry", "channel", "cash", "channel", '"cash"', "one of the values cashier, online_room, ticket, wire"),
    ("entry", "at", "noon", "at", '"noon"', TIME),
    ("seat", "seat", 11, "seat", "11", "a whole number <= 10"),
    ("seat", "taken", "soon", "taken", '"soon"', TIME),
    ("draw", "seats.0.taken", "soon", "seats[0].taken", '"soon"', TIME),
    ("draw", "reason", "final", "reason", '"final"', "(did you mean 'final_table'?)"),
    ("move", "from", "T1/2", "from", '"T1/2"', "an object"),
    ("move", "from.table", "T\n1", "from.table", '"T\\n1"', "printable characters"),
    ("move", "from_", {}, "from_", "{}", "no field 'from_'"),
    ("clock", "action", "pause", "action", '"pause"', "one of the values resume, start, stop"),
    ("break", "ends_at", "20:00", "ends_at", '"20:00"', TIME),
    ("hand", "riffle_at", "20:00", "riffle_at", '"20:00"', TIME),
    ("hand", "seats.0.seat", 0, "seats[0].seat", "0", "a whole number >= 1"),
    ("structure_change", "structure.0.minutes", "20", "structure[0].minutes", '"20"', "a whole number"),
    ("structure_change", "structure", [{"level": 1}], "structure[0]", "none of them", "one of `minutes` and `hands`"),
    ("colour_up", "next", 0, "next", "0", "a whole number >= 1"),
    ("count", "tables.0.stacks", [], "tables[0]", '{"chips":1000,"stacks":[]}', "one of `chips` and `stacks`"),
    ("count", "tables.1", {"table": "T2"}, "tables[1]", "none of them", "one of `chips` and `stacks`"),
    ("elimination", "cards", "AhAdKsK", "cards", '"AhAdKsK"', "two characters a card; this text has an odd number"),
    ("elimination", "cards", "AhAdKsKx2d", "cards", '"AhAdKsKx2d"', "card 4 is \"Kx\""),
    ("royal_hit", "hole", "ThXx", "hole", '"ThXx"', "card 2 is \"Xx\""),
    ("royal_hit", "board", "10h", "board", '"10h"', "two characters a card"),
    ("royal_hit", "kind", "royal", "kind", '"royal"', "one of the values royal_flush, straight_flush"),
    ("ranking_award", "points", "many", "points", '"many"', "text of the form"),
    ("ranking_award", "points", "1/0", "points", '"1/0"', "text of the form"),
    ("ranking_award", "points", 187.5, "points", "187.5", "a whole number or text"),
    ("payout", "of", "prizes", "of", '"prizes"', "(did you mean 'prize'?)"),
    ("penalty", "kind", "dq", "kind", '"dq"', "one of the values disqualified, hand_dead, round, time, warning"),
    ("close", "totals.entries", "18", "totals.entries", '"18"', "a whole number"),
]  # fmt: skip


@of_every(("event", "path", "value", "field", "found", "expected"), TURNS)
def test_what_is_refused(event, path, value, field, found, expected):
    changed = put(EVENTS[event], path, value)
    place = 1 if event == "tournament" else 2
    problem = only(*([changed] if event == "tournament" else [header(), changed]))
    assert (problem.line, problem.field, problem.found) == (place, field, found)
    assert expected in problem.expected


REQUIRED = {
    "tournament": "format room tournament currency game kind buy_in", "entry": "entry player", "reentry": "entry player",
    "rebuy": "entry", "add_on": "entry", "unregister": "entry", "waiting": "action player", "seat": "entry table seat",
    "draw": "reason seats", "move": "entry from to", "table_break": "table", "clock": "action at", "level": "level",
    "structure_change": "structure", "break": "at ends_at", "hand": "table hand", "colour_up": "chip next tables",
    "count": "tables", "elimination": "entry", "penalty": "entry kind", "pool": "", "deal": "players",
    "prize": "player amount", "payout": "player amount", "royal_hit": "entry kind amount", "ranking_award": "player points",
    "close": "",
}  # fmt: skip


@of_every("event", every_line(), ids=lambda event: event["event"])
def test_every_field_that_must_be_there(event):
    required = REQUIRED[event["event"]].split()
    for name in set(event) - {"event"}:
        less = {key: value for key, value in event.items() if key != name}
        lines = [less] if event["event"] == "tournament" else [header(), less]
        expected = [(len(lines), name, "no such field", "this field, which every such event must have")]
        found = [(each.line, each.field, each.found, each.expected) for each in problems(written(*lines))]
        assert found == (expected if name in required else [])


@of_every("event", every_line(), ids=lambda event: event["event"])
def test_fields_of_ones_own_begin_with_an_underscore(event):
    lines = [event | {"_own": [1]}]
    assert problems(written(*(lines if event["event"] == "tournament" else [header(), *lines]))) == []


def test_a_file_begins_with_its_tournament():
    assert str(only(*entries(2))) == (
        'line 1, event: found an event "entry"; expected the "tournament" event on the first line'
    )
    assert str(only()) == (
        "line 1: found an empty file; expected lines of JSON in cardroom-tournament/1, plain or packed with gzip"
    )
    assert str(only(header(), header())) == (
        'line 2, event: found a second "tournament" event; expected one, on the first line'
    )


def test_the_close_is_last():
    assert str(only(header(), full_close(), *entries(1))) == (
        "line 3, event: found an event after the close; expected the close of line 2 to be last"
    )


def test_every_problem_of_a_file_with_its_line():
    lines = [full_header() | {"fee": 5001}, *every_event()]
    lines[3] = lines[3] | {"paid": "all"}
    lines[8] = lines[8] | {"at": "noon"}
    refusal = refused(written(*lines))
    assert [(each.line, each.field) for each in refusal.problems] == [(1, "buy_in"), (4, "paid"), (9, "at")]
    assert str(refusal) == "The file was refused: 3 lines cannot be read as cardroom-tournament/1."


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"\xef\xbb\xbf{}", "UTF-8 without one"),
        (b'{"event":"entry","entry":1,"player":"\xff"}', "text in UTF-8"),
        (b'{"event":', "one JSON object a line"),
        (b"[]", "one JSON object a line"),
    ],
)
def test_a_line_that_is_no_text_of_json(raw, expected):
    (problem,) = problems(written(header()) + raw + b"\n")
    assert problem.line == 2
    assert expected in problem.expected


def test_what_can_go_wrong_in_a_tournament_is_taken():
    """ "A finding: everything that can go wrong in a tournament. Such a file is always taken." """
    wrong = [
        *entries(2), *entries(1), {"event": "seat", "entry": 1, "table": "T1", "seat": 1},
        {"event": "seat", "entry": 2, "table": "T1", "seat": 1}, {"event": "elimination", "entry": 99},
        {"event": "elimination", "entry": 99}, {"event": "prize", "player": "nobody", "amount": 10},
        {"event": "level", "level": 0, "at": AT}, {"event": "count", "tables": []},
        {"event": "draw", "reason": "other", "seats": []}, {"event": "close"},
    ]  # fmt: skip
    assert problems(written(header(), *wrong)) == []
