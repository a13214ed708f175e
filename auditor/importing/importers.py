"""The importers, and the import of an original."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.importing.csv_files.csv_importer import CSV, CSV_TYPE, ZIP_TYPE
from auditor.importing.csv_files.csv_reading import csv_grids
from auditor.importing.frame import Imported, Importer, ImportOptions, ImportProblem, digest
from auditor.importing.histories.bovada import BOVADA
from auditor.importing.histories.clubs import CLUBS
from auditor.importing.histories.ggpoker import GGPOKER
from auditor.importing.histories.history_text import TEXT_TYPE
from auditor.importing.histories.ipoker import IPOKER, XML_TYPE
from auditor.importing.histories.mavens import MAVENS
from auditor.importing.histories.ohh import OHH, OHH_TYPE
from auditor.importing.histories.pacific import PACIFIC
from auditor.importing.histories.partypoker import PARTYPOKER
from auditor.importing.histories.phh import PHH, PHH_TYPE
from auditor.importing.histories.pokergfx import POKERGFX
from auditor.importing.histories.pokernow import POKERNOW
from auditor.importing.histories.pokerstars import POKERSTARS
from auditor.importing.histories.winning import WINNING
from auditor.importing.histories.winning_2011 import WINNING_2011
from auditor.importing.recognition import what_is
from auditor.importing.unread import unread_format
from auditor.importing.workbook.workbook_importer import WORKBOOK, XLSX_TYPE
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from rules.checks.support.pot_names import listed

IMPORTERS: tuple[Importer, ...] = (WORKBOOK, CSV)
HISTORIES: tuple[Importer, ...] = (
    PHH,
    POKERSTARS,
    *CLUBS,
    GGPOKER,
    WINNING,
    WINNING_2011,
    OHH,
    IPOKER,
    POKERGFX,
    BOVADA,
    PACIFIC,
    MAVENS,
    PARTYPOKER,
    POKERNOW,
)  # of pot games


def every() -> tuple[Importer, ...]:
    """Every importer, those of workbooks first."""
    return (*IMPORTERS, *HISTORIES)


def formats() -> list[str]:
    """Titles of the hand histories' formats."""
    return sorted({each.title.removeprefix("the ") for each in HISTORIES}, key=str.casefold)


SUFFIXES = {  # of files, by media type
    XLSX_TYPE: ".xlsx",
    CSV_TYPE: ".csv",
    ZIP_TYPE: ".zip",
    PHH_TYPE: ".phh",
    TEXT_TYPE: ".txt",
    OHH_TYPE: ".ohh",
    XML_TYPE: ".xml",
}
# of files that are meant as originals, also where no importer reads them
_MEANT = (".xlsx", ".xlsm", ".xls", ".ods", ".numbers", ".csv", ".zip")
UNKNOWN_TYPE = "application/octet-stream"


def versions() -> dict[str, str]:
    """Versions by importer."""
    return {each.name: each.version for each in every()}


def importer_named(name: str | None) -> Importer | None:
    """Importer of a name, or None."""
    return next((each for each in every() if each.name == name), None)


def media_type_of(imported: Imported, data: bytes) -> str:
    """The media type of an original."""
    found = importer_named(imported.importer)
    return found.media_type(data) if found else UNKNOWN_TYPE


def marked(data: bytes, problems: Sequence[ImportProblem]) -> bytes:
    """An original's values as a workbook with marked problems."""
    from auditor.importing.workbook.writing import write_marked

    if CSV.recognises(data):
        return write_marked(data, problems, lambda original: csv_grids(original, WorkbookProblems()))
    return write_marked(data, problems)


def is_original(data: bytes, filename: str | None) -> bool:
    """Whether a file is an original, not a log, by content or name's end."""
    named = (filename or "").lower().endswith(_MEANT)
    return named or any(each.recognises(data) for each in every()) or unread_format(data) is not None


def reads_history(data: bytes) -> bool:
    """Whether a file is a hand history, which needs options."""
    found = next((each for each in every() if each.recognises(data)), None)
    return found is not None and is_history(found.name)


def is_history(name: str | None) -> bool:
    """Whether an importer is of hand histories."""
    return any(each.name == name for each in HISTORIES)


def is_newer(version: str, than: str | None) -> bool:
    """Whether an importer's version came after another."""
    return than is None or int(version) > int(than)


def import_original(data: bytes, options: ImportOptions | None = None) -> Imported:
    """Logs and problems of an original, by its content; never raises.

    options: what it lacks.
    """
    for importer in every():
        if importer.recognises(data):
            return importer.imported(data, options)
    found, do = what_is(data)
    history = f", or a hand history of {listed(formats(), ' or ')}" if HISTORIES else ""
    expected = f"a workbook in the .xlsx format, or CSV{history}"
    problem = ImportProblem(where="", field="", found=found, expected=expected, do=do)
    return Imported(sha256=digest(data), problems=(problem,), problem_count=1, refusals=1)
