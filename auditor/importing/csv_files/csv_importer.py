"""The importer of CSV files."""

from __future__ import annotations

from auditor.importing.csv_files.csv_reading import is_csv, read_csv
from auditor.importing.frame import Importer

CSV_TYPE, ZIP_TYPE = "text/csv", "application/zip"


def _media_type(data: bytes) -> str:
    return ZIP_TYPE if data.startswith(b"PK") else CSV_TYPE


CSV = Importer(name="csv", version="1", media_type=_media_type, recognises=is_csv, read=read_csv)
