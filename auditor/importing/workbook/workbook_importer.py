"""The importer of workbooks."""

from __future__ import annotations

from auditor.importing.frame import Importer
from auditor.importing.workbook.package import is_workbook
from auditor.importing.workbook.workbook_reading import read_workbook

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
WORKBOOK = Importer(
    name="workbook", version="1", media_type=lambda _: XLSX_TYPE, recognises=is_workbook, read=read_workbook
)
