"""Text of `auditor --version`."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.engine import program
from rules.controls.library import library


def version_lines() -> Iterator[str]:
    """The version; then code, judgement, library and documents."""
    found = program()
    yield f"auditor {found.version}"
    yield f"judgement  {found.judgement}"
    yield f"code       {found.code}"
    yield f"library    {library().digest}"
    yield f"documents  {found.documents}"
