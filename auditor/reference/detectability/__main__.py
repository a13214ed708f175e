"""`python -m auditor.reference.detectability FILE` measures anew, and writes the figures and the page."""

from __future__ import annotations

import sys
from pathlib import Path

from auditor.reference.detectability.detectability_page import without_links
from auditor.reference.detectability.measure import measured, write
from auditor.reference.detectability.screened_records import screened_figures, write_screening

if len(sys.argv) != 2:
    sys.exit("usage: python -m auditor.reference.detectability FILE")
write()
write_screening()
measured.cache_clear()
screened_figures.cache_clear()
Path(sys.argv[1]).write_text(without_links(), "utf-8")
