"""Text of `auditor --version`: the version, and on further lines what names the engine."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.engine import program
from rules.controls.library import library


def version_lines() -> Iterator[str]:
    """The version as the first line; then code, judgement, library and documents, each with its name."""
    found = program()
    yield f"auditor {found.version}"
    yield f"judgement  {found.judgement}"
    yield f"code       {found.code}"
    yield f"library    {library().digest}"
    yield f"documents  {found.documents}"
