"""The reference as Markdown files in a folder."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from auditor.reference.markdown import ROOT
from auditor.reference.reference_page_list import pages

_TARGET = re.compile(rf"(\]\(|^\[[^\]]+\]: ){ROOT}/?([^)#\s]*)", re.MULTILINE)


def write(folder: Path) -> int:
    """Write every page as a file with relative links; returns the number of files.

    The file of `checks/SCR001` is `checks/SCR001.md`; a colon in a name becomes a hyphen.
    """
    for path, page in pages().items():
        file = folder / file_name(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(with_files(page.markdown(), path), "utf-8")
    return len(pages())


def file_name(path: str) -> str:
    """The file of a page, relative to the folder."""
    return f"{path.replace(':', '-') or 'index'}.md"


def with_files(markdown: str, path: str) -> str:
    """A page whose links lead to files, relative to its own."""
    here = posixpath.dirname(file_name(path)) or "."
    return _TARGET.sub(
        lambda found: f"{found[1]}{posixpath.relpath(file_name(found[2]), here)}",
        markdown,
    )
