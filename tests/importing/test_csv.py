"""CSV files with the columns of the workbook: one of hands that repeats its session, or a zip file with one for each sheet."""

import csv
import io
import random
import zipfile

import pytest

from auditor.importing.importers import import_original, marked
from auditor.importing.workbook.filled import rows_of_log
from tests.importing.test_mutated_cells import ALL, full
from tests.importing.test_round_trip import expressible, simulated
from tests.importing.workbooks import HANDS, SESSION, cell, content, events, put, table, values, written

SHARED = {title: value for title, value in SESSION.items() if title not in ("game", "unit")}


def text(rows, separator=","):
    """Rows as the text of a CSV file."""
    made = io.StringIO(newline="")
    csv.writer(made, delimiter=separator).writerows(rows)
    return made.getvalue()


def zipped(sheets, separator=",", folder="", encoding="utf-8"):
    """Sheets as a zip file of CSV files; the same sheets give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, rows in sheets.items():
            info = zipfile.ZipInfo(f"{folder}{name}.csv")
            archive.writestr(info, text(rows, separator).encode(encoding))
    return made.getvalue()


def alone(**more):
    """The rows of a file that stands alone: each hand with its session."""
    return table([{**SHARED, "game": "chinese", "unit": 1, **row, **more} for row in HANDS])


def bare(log):
    """The lines of a log but for its origin."""
    first, *rest = events(log)
    return [{name: value for name, value in first.items() if name != "_derived_from"}, *rest]


def logs(data):
    done = import_original(data)
    assert done.problems == ()
    return done.logs


def problems(data):
    done = import_original(data)
    assert done.logs == ()
    return [(each.where, each.field, each.found) for each in done.problems if each.refuses]


WORKBOOK = [bare(log) for log in import_original(written(content())).logs]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_zip_file_of_sheets_gives_what_the_workbook_gives(separator, encoding):
    data = zipped(content(), separator, "evening/", encoding)
    (log,) = logs(data)
    assert [bare(log)] == WORKBOOK
    assert events(log)[0]["_derived_from"]["importer"] == "csv"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_file_that_stands_alone_has_hands_that_repeat_their_session(separator):
    (log,) = logs(text(alone(), separator).encode())
    first, *hands = bare(log)
    ((session, *_),) = WORKBOOK
    assert first == {name: value for name, value in session.items() if name != "unit"}
    assert [hand["seats"] for hand in hands[:2]] == [
        hand["seats"] for hand in WORKBOOK[0] if hand["event"] == "chinese_hand"
    ]
    assert [hand["unit"] for hand in hands[:2]] == [100, 100]
    assert hands[2] == WORKBOOK[0][-1]


def test_what_is_of_the_session_may_stand_in_its_first_row_alone():
    rows = [{**SHARED, "game": "chinese", **HANDS[0]}, *({"game": "chinese", **row} for row in HANDS[1:])]
    rows = [{**row, "session": "s-1"} for row in rows]
    (log,) = logs(text(table(rows)).encode())
    assert (log.room, log.session, bare(log)[0]["currency"]) == ("WA-0417", "s-1", "USD")


def test_several_sessions_in_a_file_are_several_logs():
    second = [
        {**SHARED, "game": "chinese", **row, "session": "s-2", "table": "T2", "room": "WA-0417"}
        for row in HANDS
    ]
    rows = [{**SHARED, "game": "chinese", **row} for row in HANDS] + second
    assert [(log.session, log.table) for log in logs(text(table(rows)).encode())] == [
        ("s-1", "T1"),
        ("s-2", "T2"),
    ]


def test_rows_that_contradict_each_other_about_their_session():
    rows = alone()
    where = put({"CSV": rows}, "CSV", 4, "table", "T9")
    assert problems(text(rows).encode()) == [(where, "table", '"T9"')]


def test_a_file_of_totals_only_is_a_log():
    (log,) = logs(text(table([SESSION])).encode())
    assert [event["event"] for event in events(log)] == ["session", "close"]
    assert (bare(log)[0]["unit"], bare(log)[1]["totals"]) == (100, {"rake": 300})


def test_a_wrong_cell_is_named_as_a_spreadsheet_shows_it():
    rows = alone()
    where = put({"CSV": rows}, "CSV", 3, "front", "KcQhJx")
    assert problems(text(rows).encode()) == [(where, "front", '"KcQhJx"')]
    sheets = content()
    where = put(sheets, "Chips", 2, "amount", "a lot")
    assert problems(zipped(sheets)) == [(where, "amount", '"a lot"')]


def test_blank_lines_do_not_move_the_places():
    rows = alone()
    where = put({"CSV": rows}, "CSV", 5, "front", "KcQhJx").replace("5", "6")
    rows.insert(3, [])
    assert problems(text(rows).encode()) == [(where, "front", '"KcQhJx"')]


@pytest.mark.parametrize("amount", ["7,5", "1.200,50", "1,200"])
def test_a_decimal_comma_is_refused_in_words(amount):
    rows = alone()
    where = put({"CSV": rows}, "CSV", 4, "net", amount)
    for separator in (";", ","):  # the second is written in quotation marks
        (found,) = [each for each in import_original(text(rows, separator).encode()).problems if each.refuses]
        assert (found.where, found.field, found.found) == (where, "net", f'"{amount}"')
        assert found.do.startswith("Write digits and a decimal point only (3.50, not 3,50)")


def test_a_decimal_comma_that_splits_a_cell_is_found_by_the_cells_of_its_row():
    lines = text(alone()).splitlines()
    lines[3] = lines[3].replace(",7.5,", ",7,5,")
    (found, *_) = [
        each for each in import_original("\n".join(lines).encode()).problems if "at most" in each.expected
    ]
    assert found.where == cell({"CSV": [[*alone()[0], "over"]]}, "CSV", 4, "over")
    assert "write amounts with a decimal point (3.50, not 3,50)" in found.do


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (text(alone()).encode("utf-16"), "a CSV file in UTF-16"),
        (text(alone(player="José")).encode("latin-1"), "bytes in line 2 that are not UTF-8"),
        (text(alone()).encode() + b"\0", "a NUL byte"),
        (
            text(alone()).encode() + b'"open',
            "line 6 of CSV, which is not CSV (unexpected end of data)",
        ),
    ],
)
def test_what_cannot_be_read_is_said_in_words(data, found):
    assert problems(data) == [("", "", found)]
    assert import_original(data).problems[0].do == "Save it as 'CSV UTF-8' in your spreadsheet program."


@pytest.mark.slow
def test_limits():
    rows = [alone()[0], *([["x"]] * 60_000)]
    assert problems(text(rows).encode())[0][2].startswith("more than 60,000 rows")
    big = io.BytesIO()
    with zipfile.ZipFile(big, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("Session.csv", bytes(65 << 20))
    assert problems(big.getvalue())[0][2] == "more than 64 MiB once unzipped"


def test_files_of_a_zip_file_that_are_no_sheets_are_not_passed_over():
    assert problems(zipped({**content(), "Hands (2)": [["hand"], ["3"]]})) == [
        ("Hands (2)", "", "a sheet of this name")
    ]


def test_what_a_system_adds_to_a_zip_file_is_left_out():
    data = zipped(content())
    made = io.BytesIO(data)
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("__MACOSX/._Hands.csv", b"\0\1")
        archive.writestr(".DS_Store", b"\0\1")
    assert [bare(log) for log in logs(made.getvalue())] == WORKBOOK


def test_a_text_with_other_titles_is_no_csv_of_ours():
    done = import_original(b"name,amount paid\nx,1\n")
    assert (done.importer, done.problems[0].found) == (None, "a file of an unknown format")


def test_a_marked_workbook_is_made_of_csv_too():
    rows = alone()
    where = put({"CSV": rows}, "CSV", 3, "front", "KcQhJx")
    data = text(rows).encode()
    found = values(marked(data, import_original(data).problems))
    assert [row[0] for row in found["_Problems"]] == ["where", where]
    assert found["CSV"] == [[str(value) for value in row] for row in rows]


@pytest.mark.parametrize("ruleset", ["wsgc-full", "ofc-pineapple", "hawaiian-gardens-aces"])
def test_a_log_comes_back_from_csv(ruleset):
    lines = simulated(ruleset, "full")
    data = zipped({name: table(rows) for name, rows in rows_of_log(lines).items() if rows}, ";")
    assert [expressible(line) for line in bare(logs_taken(data))] == [expressible(line) for line in lines]


def logs_taken(data):
    done = import_original(data)
    assert [each for each in done.problems if each.refuses] == []
    return done.logs[0]


TEXTUAL = [each for each in ALL if isinstance(each[3], str) and each[3].strip()]


def test_each_wrong_text_is_reported_at_its_cell():
    missed = []
    for sheet, row, title, value in TEXTUAL[::7]:
        sheets = full()
        where = put(sheets, sheet, row, title, value)
        if (where, title) not in [(at, field) for at, field, _ in problems(zipped(sheets))]:
            missed.append((where, value))
    assert missed == []


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("data", [text(alone()).encode(), zipped(content())], ids=["alone", "zipped"])
def test_damaged_bytes_are_problems_and_never_exceptions(data):
    chance = random.Random(7)
    for _ in range(150):
        spoiled = bytearray(data)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(spoiled))
            spoiled[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        done = import_original(bytes(spoiled))
        assert done.logs or done.refused
        marked(bytes(spoiled), done.problems)
