"""The template, as another program reads it, and a workbook with what is wrong marked."""

import io
import re
import zipfile

import pytest
from python_calamine import CalamineWorkbook, SheetVisibleEnum

from auditor.importing.importers import import_original
from auditor.importing.workbook.choices import of_ruleset
from auditor.importing.workbook.layout import HELP, SHEETS
from auditor.importing.workbook.workbook_columns import UNITS
from auditor.importing.workbook.writing import write_marked, write_template
from rules.controls.library import library
from tests.importing.workbooks import cell, content, events, put, values, written

OF_UNITS = [sheet for sheet in SHEETS if UNITS in sheet.played_for]


def template(name="wsgc-full"):
    return write_template(of_ruleset(library().get(name)))


def lists_of(data):
    """The drop-down lists of a template by sheet and title."""
    columns = zip(*values(data)["_Lists"], strict=True)
    return {head: [each for each in rest if each != ""] for head, *rest in columns}


def part(data, name):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def test_the_template_has_every_sheet_with_its_titles_and_says_how_it_is_filled_in():
    found = values(template())
    assert list(found) == [HELP, *(sheet.name for sheet in OF_UNITS), "_Lists"]
    for sheet in OF_UNITS:
        assert found[sheet.name][0] == ["_remarks", *(column.title for column in sheet.columns)]
        assert found[sheet.name][1][0] == "example, not read"
    assert found[HELP][0] == ["A session under wsgc-full@1"]
    assert any("never taken for zero" in line for (line,) in found[HELP])


def test_titles_stay_in_view_and_lists_are_hidden():
    data = template()
    assert '<pane xSplit="1" ySplit="1"' in part(data, "xl/worksheets/sheet3.xml")
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    assert {each.name for each in book.sheets_metadata if each.visible != SheetVisibleEnum.Visible} == {
        "_Lists"
    }


def test_drop_down_lists_have_the_values_of_the_ruleset():
    lists = lists_of(template())
    assert lists["Hands.game"] == ["chinese"]
    assert lists["Hands.seat"] == [1, 2, 3, 4]
    assert lists["Hands.natural"] == [each.id for each in library().get("wsgc-full").sections.naturals.hands]
    open_face = lists_of(template("ofc-pineapple"))
    assert open_face["Hands.game"] == ["ofc", "pineapple"]
    assert "Hands.natural" not in open_face


def test_procedures_of_the_ruleset_come_first():
    procedures = library().get("olympic-deals").sections.irregularities.procedure.values()
    kinds = list(dict.fromkeys(each.kind for each in procedures))
    assert kinds
    assert lists_of(template("olympic-deals"))["Irregularities.kind"][: len(kinds)] == kinds


def test_cards_and_choices_are_validated_where_they_are_typed():
    sheet = part(template(), "xl/worksheets/sheet3.xml")
    assert re.search(r'<dataValidation type="custom" errorStyle="warning"[^>]*sqref="F2:F20001"', sheet)
    assert re.search(r'<dataValidation type="list"[^>]*sqref="J2:J20001"><formula1>_Lists!\$', sheet)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", [ruleset.id for ruleset in library().rulesets()])
def test_an_empty_template_of_every_ruleset_lacks_only_what_the_session_needs(name):
    data = template(name)
    assert data == template(name)
    problems = import_original(data).problems
    assert {problem.field for problem in problems} == {"session", "room", "table", "currency", "opened at"}
    assert {problem.found for problem in problems} == {"an empty cell"}


def test_the_examples_of_the_template_are_a_log_once_they_are_no_examples():
    sheets = values(template())
    for name in (sheet.name for sheet in OF_UNITS):
        sheets[name] = [
            ["" if value == "example, not read" else value for value in row] for row in sheets[name]
        ]
    del sheets["Session"][2]
    done = import_original(written(sheets))
    assert done.problems == ()
    kinds = [event["event"] for event in events(done.logs[0])]
    assert kinds == ["session", "chips", "chinese_hand", "drop"]
    assert events(done.logs[0])[2]["fees"] == [{"kind": "rake", "amount": 300}]


def test_a_marked_workbook_shows_each_problem_at_its_cell():
    sheets = content()
    front = put(sheets, "Hands", 3, "front", "KcQhJx")
    net = put(sheets, "Hands", 4, "net", "a lot")
    original = written(sheets)
    done = import_original(original)
    marked = write_marked(original, done.problems)
    found = values(marked)
    assert [row[0] for row in found["_Problems"]] == ["where", front, net]
    assert 'card 3 is "Jx"' in found["_Problems"][1][3]
    for name in sheets:
        assert found[name] == values(original)[name]
    comments = part(marked, "xl/comments1.xml")
    for where in (front, net):
        assert f'<comment ref="{where.partition("!")[2]}"' in comments
    assert "expected an amount with at most 2 decimals" in comments
    styles = part(marked, "xl/styles.xml")
    assert "FFFF9999" in styles
    style = re.search(rf'<c r="{net.partition("!")[2]}" s="(\d+)"', part(marked, "xl/worksheets/sheet3.xml"))
    assert style
    assert style[1] != "0"


def test_a_marked_workbook_that_is_corrected_is_imported():
    sheets = content()
    put(sheets, "Hands", 3, "net", "a lot")
    original = written(sheets)
    marked = write_marked(original, import_original(original).problems)
    again = import_original(marked)
    assert [(each.where, each.found) for each in again.problems] == [
        (cell(sheets, "Hands", 3, "net"), '"a lot"')
    ]
    corrected = values(marked)
    put(corrected, "Hands", 3, "net", -2)
    assert import_original(written(corrected)).problems == ()


def test_a_marked_workbook_never_has_a_formula():
    sheets = content()
    sheets["_ours"] = [["x"], ["=1+1"]]
    put(sheets, "Hands", 3, "player", "=HYPERLINK(0)")
    original = written(sheets)
    marked = write_marked(original, import_original(original).problems)
    with zipfile.ZipFile(io.BytesIO(marked)) as archive:
        assert not [
            name for name in archive.namelist() if b"<f>" in archive.read(name) and "worksheets" in name
        ]


def test_what_cannot_be_read_is_listed_alone():
    data = b"PK\x03\x04 cut off"
    marked = write_marked(data, import_original(data).problems)
    assert list(values(marked)) == ["_Problems"]
