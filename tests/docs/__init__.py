"""Writes the generated pages of docs/: `make docs`. A test fails where a page is not what this writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.docs.checks import checks_page
from tests.docs.clauses import clauses_page
from tests.docs.systems import pages as system_pages

DOCS = Path(__file__).parents[2] / "docs"

PAGES: dict[str, Callable[[], str]] = {
    "checks.md": checks_page,
    "clauses.md": clauses_page,
    **{f"systems/{name}": page for name, page in system_pages().items()},
}


def write() -> None:
    """Write every page; a page of a system that is no more is taken away."""
    (DOCS / "systems").mkdir(exist_ok=True)
    for page in DOCS.glob("systems/*.md"):
        if f"systems/{page.name}" not in PAGES:
            page.unlink()
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
