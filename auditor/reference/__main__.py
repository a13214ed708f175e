"""`python -m auditor.reference FOLDER` writes the reference as Markdown files."""

from __future__ import annotations

import sys
from pathlib import Path

from auditor.reference.reference_files import write

if len(sys.argv) != 2:
    sys.exit("usage: python -m auditor.reference FOLDER")
number = write(Path(sys.argv[1]))
print(f"{number} pages in {sys.argv[1]}")
