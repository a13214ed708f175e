"""What a workbook comes to as a log: every sheet, every way in which people write cards, amounts and times."""

import datetime as dt

import pytest

from auditor.importing.frame import digest
from tests.importing.workbooks import HANDS, SESSION, content, events, imported, put, table, written


def log_of(sheets):
    done = imported(sheets)
    assert done.problems == ()
    return events(done.logs[0])


def hands_of(sheets):
    return [event for event in log_of(sheets) if event["event"] == "chinese_hand"]


def test_every_sheet_of_a_workbook_is_in_the_log():
    data = written(content())
    session, bought, first, toke, second, drop, close = log_of(content())
    assert session == {
        "event": "session", "format": "cardroom-log/1", "session": "s-1", "room": "WA-0417", "table": "T1",
        "currency": "USD", "opened_at": "2026-03-14T16:00:00-07:00", "unit": 100, "ruleset": "wsgc-full@1",
        "_derived_from": {"sha256": digest(data), "importer": "workbook", "version": "1"},
    }  # fmt: skip
    assert bought == {
        "event": "chips", "at": "2026-03-14T16:01:00-07:00", "kind": "buy_in", "seat": 1, "player": "p-1", "amount": 20000,
    }  # fmt: skip
    assert (first["hand"], first["at"], first["dealer"]) == (1, "2026-03-14T16:05:00-07:00", 1)
    assert first["seats"][1] == {
        "seat": 2, "player": "p-2", "front": "KcQhJd", "middle": "7h4s4h3d3c", "back": "AhAd8d8c5s", "net": -200,
    }  # fmt: skip
    assert first["fees"] == [{"kind": "rake", "amount": 300}]
    assert first["transfers"] == [{"payer": 2, "payee": 1, "amount": 200, "units": 2}]
    assert (toke["event"], toke["amount"], "kind" in toke) == ("toke", 100, False)
    assert [seat["net"] for seat in second["seats"]] == [750, -750]
    assert second["irregularities"] == [{"kind": "exposed_card", "when": "deal", "ruling": "play_on"}]
    assert (drop["event"], drop["counted_by"]) == ("drop", ["c-1", "c-2"])
    assert close == {"event": "close", "at": "2026-03-15T02:00:00-07:00", "hands": 2, "totals": {"rake": 300}}


@pytest.mark.parametrize(
    ("written_as", "meant"),
    [
        ("Jc 9d 2s", "Jc9d2s"), ("jC, 9D, 2S", "Jc9d2s"), ("J♣ 9♦ 2♠", "Jc9d2s"), ("10c 9d 2s", "Tc9d2s"),
        ("?? 9d 2s", "??9d2s"), ("jk 9d 2s", "JK9d2s"), ("  Jc9d2s ", "Jc9d2s"),
    ],
)  # fmt: skip
def test_cards_are_written_as_people_write_them(written_as, meant):
    sheets = content()
    put(sheets, "Hands", 2, "front", written_as)
    assert hands_of(sheets)[0]["seats"][0]["front"] == meant


@pytest.mark.parametrize(
    ("written_as", "meant"),
    [
        ("2026-03-14 16:05", "2026-03-14T16:05:00-07:00"), ("16:05:30", "2026-03-14T16:05:30-07:00"),
        (dt.time(16, 5, 30), "2026-03-14T16:05:30-07:00"),
        (dt.datetime(2026, 3, 14, 16, 5, 9), "2026-03-14T16:05:09-07:00"),
        ("2026-03-14T23:05:00Z", "2026-03-14T23:05:00Z"), ("01:10", "2026-03-15T01:10:00-07:00"),
    ],
)  # fmt: skip
def test_times_are_written_as_people_write_them(written_as, meant):
    sheets = content()
    put(sheets, "Hands", 2, "at", written_as)
    assert hands_of(sheets)[0]["at"] == meant


def test_a_place_gives_each_time_the_offset_of_its_day():
    sheets = content()
    put(sheets, "Session", 2, "time zone", "America/Los_Angeles")
    put(sheets, "Session", 2, "opened at", "2026-10-31 20:00")
    put(sheets, "Session", 2, "counted at", "2026-11-01 04:00")
    del sheets["Chips"], sheets["Drops"]
    put(sheets, "Hands", 2, "at", "23:00")
    put(sheets, "Hands", 4, "at", "03:00")
    session, first, second, close = log_of(sheets)
    assert session["opened_at"] == "2026-10-31T20:00:00-07:00"
    assert (first["at"], second["at"]) == ("2026-10-31T23:00:00-07:00", "2026-11-01T03:00:00-08:00")
    assert close["at"] == "2026-11-01T04:00:00-08:00"


def test_an_hour_that_is_there_twice_needs_its_offset():
    sheets = content()
    put(sheets, "Session", 2, "time zone", "America/Los_Angeles")
    put(sheets, "Session", 2, "opened at", "2026-10-31 20:00")
    del sheets["Chips"], sheets["Drops"]
    where = put(sheets, "Hands", 4, "at", "2026-11-01 01:30")
    problem = imported(sheets).problems[0]
    assert (problem.where, problem.do) == (where, "The clocks change: write the offset.")


def test_amounts_are_in_what_the_session_says():
    sheets = content()
    put(sheets, "Session", 2, "amounts in", "minor")
    put(sheets, "Hands", 4, "net", 750)
    put(sheets, "Hands", 5, "net", "−750")
    assert [seat["net"] for seat in hands_of(sheets)[1]["seats"]] == [750, -750]
    sheets = content()
    put(sheets, "Session", 2, "currency", "JPY")
    put(sheets, "Hands", 4, "net", 750)
    put(sheets, "Hands", 5, "net", -750)
    assert [seat["net"] for seat in hands_of(sheets)[1]["seats"]] == [750, -750]


def test_columns_in_another_order_and_columns_of_the_rooms_own_change_nothing():
    plain, turned = content(), content()
    turned["Hands"] = [[*row[::-1], "x"] for row in turned["Hands"]]
    turned["Hands"][0][-1] = "_our remarks"
    turned["_scratch"] = [["anything"]]
    assert log_of(turned)[1:] == log_of(plain)[1:]


def test_an_example_row_is_not_read():
    sheets = {
        name: [["_remarks", *rows[0]], *(["", *row] for row in rows[1:])] for name, rows in content().items()
    }
    plain = log_of(sheets)[1:]
    example = {"_remarks": "Example: not read", "hand": 1, "seat": 2, "player": "p-2", "net": -3}
    sheets["Hands"].insert(1, [example.get(title, "") for title in sheets["Hands"][0]])
    assert log_of(sheets)[1:] == plain


def test_a_row_that_was_typed_over_an_example_is_not_passed_over():
    sheets = {
        name: [["_remarks", *rows[0]], *(["", *row] for row in rows[1:])] for name, rows in content().items()
    }
    where = put(sheets, "Hands", 3, "_remarks", "example, not read")
    done = imported(sheets)
    assert done.logs == ()
    assert (done.problems[0].where, done.problems[0].do) == (
        where, "If the row is a record, empty this cell. If not, delete the row.",
    )  # fmt: skip


def test_a_workbook_with_totals_only_is_a_log():
    session, close = log_of({"Session": content()["Session"]})
    assert (session["session"], close["totals"]) == ("s-1", {"rake": 300})


def test_a_workbook_with_time_fees_only_is_a_log():
    fee = {"kind": "time", "seat": 1, "player": "p-1", "at": "17:00", "amount": 6.5,
           "covers from": "17:00", "covers to": "17:30"}  # fmt: skip
    _, found, _ = log_of({"Session": content()["Session"], "Fees": table([fee])})
    assert (found["event"], found["amount"], found["covers_to"]) == ("fee", 650, "2026-03-14T17:30:00-07:00")


def test_two_sessions_give_two_logs_and_one_that_is_wrong_leaves_the_other():
    second = {**SESSION, "session": "s-2", "table": "T2"}
    sheets = {
        "Session": table([SESSION, second]),
        "Hands": table([{**row, "session": name} for name in ("s-1", "s-2") for row in HANDS]),
    }
    done = imported(sheets)
    assert [(log.session, log.table) for log in done.logs] == [("s-1", "T1"), ("s-2", "T2")]
    where = put(sheets, "Hands", 7, "net", "a lot")
    done = imported(sheets)
    assert [log.session for log in done.logs] == ["s-1"]
    assert [problem.where for problem in done.problems] == [where]


def test_hands_without_times_need_the_hand_after_which_something_happened():
    sheets = content()
    for row in (2, 4):
        put(sheets, "Hands", row, "at", "")
    problems = imported(sheets).problems
    assert {(problem.where, problem.field) for problem in problems} == {
        ("Chips!A2", "after hand"), ("Chips!A3", "after hand"), ("Drops!A2", "after hand"),
    }  # fmt: skip
    for name, after in (("Chips", (0, 2)), ("Drops", (2,))):
        sheets[name] = [
            [*sheets[name][0], "after hand"],
            *([*row, n] for row, n in zip(sheets[name][1:], after, strict=True)),
        ]
    kinds = [event["event"] for event in log_of(sheets)]
    assert kinds == ["session", "chips", "chinese_hand", "chinese_hand", "toke", "drop", "close"]


def test_a_correction_names_what_it_corrects():
    sheets = content()
    more = {"corrects": "a" * 64, "correction reason": "hand 2 keyed wrong", "corrected by": "s-1"}
    sheets["Session"] = table([{**SESSION, **more}])
    assert log_of(sheets)[0]["supersedes"] == {
        "sha256": "a" * 64,
        "reason": "hand 2 keyed wrong",
        "by": "s-1",
    }


def test_what_may_have_happened_is_pointed_at_and_taken():
    sheets = content()
    twice = put(sheets, "Hands", 3, "front", "KcQhJc")
    short = put(sheets, "Hands", 5, "front", "AhJd")
    done = imported(sheets)
    assert [(each.where, each.refuses) for each in done.problems] == [(twice, False), (short, False)]
    assert "the jack of clubs is there twice" in done.problems[0].expected
    assert done.problems[1].expected == "3 cards"
    assert events(done.logs[0])[2]["seats"][1]["front"] == "KcQhJc"
