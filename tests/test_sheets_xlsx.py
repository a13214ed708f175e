"""Workbooks that are written: headings that stay in view, filters, number formats, and text that is never a formula."""

import io
import re
import zipfile

from python_calamine import CalamineWorkbook

from auditor.sheets_xlsx import number_format, xlsx_of
from reports.sheet_tables import SheetAmount, SheetColumn, SheetTable
from reports.spreadsheet import MARK, marked, table_csv
from rules.results import CHIPS

TABLE = SheetTable(
    "Things",
    (SheetColumn("Name"), SheetColumn("Hand", "number"), SheetColumn("Money", "money"), SheetColumn("Day", "day"),
     SheetColumn("At", "time")),
    [["=cmd|' /C calc'!A", 250_100_047, SheetAmount(-200, "USD"), "2026-03-14", "2026-03-14T18:04:00-07:00"],
     ["http://x.example", None, SheetAmount(1200, CHIPS), "never", ""]],
)  # fmt: skip


def parts(body: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(body)) as file:
        return {name: file.read(name).decode() for name in file.namelist() if name.endswith(".xml")}


def test_headings_stay_in_view_and_every_column_has_a_filter() -> None:
    sheet = parts(xlsx_of([TABLE]))["xl/worksheets/sheet1.xml"]
    assert re.search(r'<pane ySplit="1"[^>]*state="frozen"', sheet)
    assert '<autoFilter ref="A1:E3"/>' in sheet


def test_text_is_never_a_formula_or_a_link() -> None:
    found = parts(xlsx_of([TABLE]))
    assert "<f>" not in found["xl/worksheets/sheet1.xml"]
    assert "hyperlink" not in found["xl/worksheets/sheet1.xml"]


def test_amounts_dates_and_numbers_are_such() -> None:
    _, first, second = (
        CalamineWorkbook.from_filelike(io.BytesIO(xlsx_of([TABLE]))).get_sheet_by_name("Things").to_python()
    )
    assert first[:3] == ["=cmd|' /C calc'!A", 250_100_047, -2.0]
    assert [each.isoformat() for each in first[3:]] == ["2026-03-14", "2026-03-14T18:04:00"]
    assert second[:4] == ["http://x.example", "", 1200, "never"]
    styles = parts(xlsx_of([TABLE]))["xl/styles.xml"].replace("&quot;", '"')
    assert 'formatCode=""$"#,##0.00;-"$"#,##0.00"' in styles


def test_each_currency_has_its_format() -> None:
    assert number_format("USD") == '"$"#,##0.00;-"$"#,##0.00'
    assert number_format("JPY") == '#,##0 "JPY";-#,##0 "JPY"'
    assert number_format(CHIPS) == '#,##0 "chips";-#,##0 "chips"'


def test_the_same_table_gives_the_same_bytes() -> None:
    assert xlsx_of([TABLE]) == xlsx_of([TABLE])


def test_csv_guards_text_and_leaves_amounts_plain() -> None:
    lines = b"".join(table_csv(TABLE)).decode().splitlines()
    assert lines[1].startswith("'=cmd|' /C calc'!A,250100047,-2.00,2026-03-14,")
    assert next(marked(table_csv(TABLE))) == MARK == b"\xef\xbb\xbf"
