"""Workbooks of pot games: templates, a log as a workbook and back, and what is wrong at which cell."""

import json
from itertools import groupby

import pytest

from auditor.importing.importers import import_original
from auditor.importing.workbook.choices import of_ruleset
from auditor.importing.workbook.layout import HELP
from auditor.importing.workbook.writing import write_log, write_template
from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from simulation import simulate
from tests.importing.test_round_trip import expressible
from tests.importing.workbooks import cell, events, put, table, values, written

SESSION = {
    "session": "s-1", "room": "EE-001", "table": "T1", "currency": "EUR", "amounts in": "currency", "time zone": "+02:00",
    "opened at": "2026-03-14 19:00", "ruleset": "olympic-cash@1",
}  # fmt: skip
HANDS = [
    {"hand": 1, "at": "20:05", "game": "holdem", "button": 3, "board": "2c 7d Jh 4s 9h", "seat": 1, "player": "p-1",
     "stack": 200, "put in": 15, "cards": "Js Jd", "folded": "no", "mucked": "no", "net": 13},
    {"hand": 1, "seat": 2, "player": "p-2", "stack": 180, "put in": 15, "cards": "As Qd", "folded": "no", "mucked": "no",
     "net": -15},
    {"hand": 1, "seat": 3, "player": "p-3", "stack": 100, "put in": 0, "folded": "yes", "mucked": "no", "net": 0},
]  # fmt: skip
OTHERS = {
    "Terms": [{"at": "19:55", "game": "holdem", "limit": "no_limit", "small blind": 1, "big blind": 2, "consent": "1, 2, 3"}],
    "Pots": [{"hand": 1, "pot": 0, "amount": 30, "seats": "1, 2", "seat": 1, "awarded": 28}],
    "Fees": [{"hand": 1, "kind": "rake", "amount": 2, "pot": 0}],
    "Seats": [{"at": "20:10", "kind": "break", "player": "p-3", "seat": 3, "permission": "yes"}],
    "Jackpots": [
        {"at": "20:11", "kind": "hit", "hit": "bad_beat", "hand": 1, "seat": 2, "player": "p-2", "amount": 50},
        {"at": "20:11", "kind": "hit", "hit": "bad_beat", "hand": 1, "seat": 1, "player": "p-1", "amount": 25},
        {"at": "20:12", "kind": "close", "level": 10000},
    ],
}  # fmt: skip


def content():
    """The sheets of a small workbook of a pot game, with 0.50 too much rake."""
    return {name: table(rows) for name, rows in {"Session": [SESSION], "Pot hands": HANDS, **OTHERS}.items()}


def problem(sheets):
    """The only problem of a workbook."""
    (found,) = import_original(written(sheets)).problems
    return found


def in_no_order(lines):
    """What happened outside of hands at one moment, in an order of its own: a workbook has it on several sheets."""
    kept = []
    for _, same in groupby(lines, key=lambda line: (line.get("at"), "hand" in line)):
        kept += sorted(same, key=lambda line: json.dumps(line, sort_keys=True))
    return kept


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["holdem", "omaha_hilo", "stud7", "draw27", "horse"])
def test_a_log_without_acts_comes_back_from_a_workbook(game):
    made = simulate(library().get("olympic-cash"), hands=15, seed=3, evidence="rows", faults=0.2, game=game)
    lines = [json.loads(line) for line in made.lines()]
    imported = import_original(write_log(lines))
    assert [problem for problem in imported.problems if problem.refuses] == []
    back = [expressible(line) for line in events(imported.logs[0])]
    assert in_no_order(back) == in_no_order([expressible(line) for line in lines])


def test_a_workbook_becomes_a_log_of_the_hand_its_pots_and_what_was_beside_it():
    done = import_original(written(content()))
    assert done.problems == ()
    _, terms, hand, seat, hit, close = events(done.logs[0])
    assert (terms["event"], terms["stakes"], terms["consent"]) == (
        "terms", {"small_blind": 100, "big_blind": 200}, [1, 2, 3],
    )  # fmt: skip
    assert (hand["event"], hand["game"], hand["boards"], hand["dealer"]) == (
        "pot_hand", "holdem", ["2c7dJh4s9h"], 3,
    )  # fmt: skip
    assert hand["seats"][0] == {
        "seat": 1, "player": "p-1", "stack": 20000, "live_in": 1500, "cards": "JsJd", "folded": False, "mucked": False,
        "net": 1300,
    }  # fmt: skip
    assert hand["pots"] == [
        {"pot": 0, "amount": 3000, "eligible": [1, 2], "awards": [{"seat": 1, "amount": 2800}]}
    ]
    assert hand["fees"] == [{"kind": "rake", "amount": 200, "pot": 0}]
    assert (seat["kind"], seat["permission"]) == ("break", True)
    assert [each["amount"] for each in hit["payouts"]] == [5000, 2500]
    assert (close["kind"], close["level"]) == ("close", 1000000)


def test_an_audit_of_a_workbook_finds_the_rake_and_says_what_acts_would_show():
    (log,) = import_original(written(content())).logs
    audit = audit_log(BytesSource(log.data))
    (rake,) = [each for each in audit.findings if each.code == "FEE033"]
    assert (rake.hand, rake.stated, rake.expected) == (1, 200, 150)
    (raises,) = [each for each in audit.coverage if each.code == "BET003"]
    assert raises.tested == 0
    assert raises.untestable == 1


@pytest.mark.parametrize(
    ("sheet", "row", "title", "value", "expected"),
    [
        ("Pot hands", 2, "game", "hold'em", "one of holdem, omaha, "),
        ("Pot hands", 2, "board", "2c 7x", "cards"),
        ("Pot hands", 3, "put in", "15,00", "an amount with at most 2 decimals"),
        ("Pot hands", 3, "seat", 1, "each seat once in hand 1"),
        ("Pots", 2, "seats", "1 2", "numbers of seats with commas between them, such as 1, 4"),
        ("Pots", 2, "hand", 7, "the number of a hand of the sheet Pot hands"),
        ("Pots", 2, "awarded", "", "a value, which every award needs"),
        ("Terms", 2, "limit", "nl", "one of no_limit, pot_limit, fixed_limit"),
        ("Seats", 2, "kind", "gone", "one of listed, unlisted, seated"),
        ("Jackpots", 2, "hit", "royal", "one of bad_beat, royal_flush"),
        ("Fees", 2, "pot", "main", "a whole number"),
    ],
)
def test_what_is_wrong_is_named_at_its_cell(sheet, row, title, value, expected):
    sheets = content()
    where = put(sheets, sheet, row, title, value)
    found = problem(sheets)
    assert found.where == where
    assert found.expected.startswith(expected), found.expected


def test_a_hand_needs_its_game_and_a_second_board_the_first():
    sheets = content()
    where = put(sheets, "Pot hands", 2, "game", "")
    assert (problem(sheets).where, problem(sheets).found) == (where, "an empty cell")
    sheets = content()
    sheets["Pot hands"][0][sheets["Pot hands"][0].index("board")] = "second board"
    found = problem(sheets)
    assert (found.where, found.expected) == (
        cell(sheets, "Pot hands", 2, "second board"), "an empty cell, as long as 'board' is",
    )  # fmt: skip


def test_rows_of_a_pot_that_contradict_each_other():
    sheets = content()
    sheets["Pots"].append([1, 0, 31, "1, 2", 2, 1])
    found = problem(sheets)
    assert (found.where, found.expected) == (
        cell(sheets, "Pots", 3, "amount"), "the same as in the other rows of pot 0 of hand 1",
    )  # fmt: skip


def test_hands_of_both_kinds_in_a_session_are_refused():
    sheets = content()
    sheets["Hands"] = table([{"hand": 5, "seat": 1, "player": "p-1", "game": "chinese"}])
    (found, *_) = import_original(written(sheets)).problems
    assert (found.where, found.do) == (
        cell(sheets, "Pot hands", 2, "hand"),
        "Give them a session of their own.",
    )


# ---------------------------------------------------------------- templates


def template():
    return write_template(of_ruleset(library().get("olympic-cash")))


def test_the_template_of_pot_games_has_their_sheets_and_their_games():
    found = values(template())
    assert list(found) == [
        HELP, "Session", "Pot hands", "Pots", "Fees", "Chips", "Irregularities", "Drops", "Terms", "Seats", "Jackpots", "_Lists",
    ]  # fmt: skip
    columns = {
        head: [each for each in rest if each != ""] for head, *rest in zip(*found["_Lists"], strict=True)
    }
    assert columns["Pot hands.game"][:3] == ["holdem", "omaha", "omaha_hilo"]
    assert "badugi" not in columns["Pot hands.game"]
    assert any("Bets one by one" in line for (line,) in found[HELP])


def test_the_examples_of_the_template_are_a_log_once_they_are_no_examples():
    sheets = {name: rows for name, rows in values(template()).items() if name not in (HELP, "_Lists")}
    made = {
        name: [["" if value == "example, not read" else value for value in row] for row in rows]
        for name, rows in sheets.items()
    }
    del made["Session"][2]
    done = import_original(written(made))
    assert done.problems == ()
    kinds = [event["event"] for event in events(done.logs[0])]
    assert kinds == ["session", "terms", "chips", "pot_hand", "seat", "drop", "jackpot"]
    assert audit_log(BytesSource(done.logs[0].data)).complete
