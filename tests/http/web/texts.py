"""The words of pages: found in templates and modules, and put into the translations (`make texts`)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from auditor.http.web.texts import LANGUAGES

HTTP = Path(__file__).parents[3] / "auditor" / "http"
METHODS = [("templates/**.html", "jinja2"), ("web/**.py", "python")]
OPTIONS = {"templates/**.html": {"extensions": "jinja2.ext.i18n", "trimmed": "true", "silent": "false"}}
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}


def found() -> Catalog:
    """Every text that pages have, in English."""
    catalog = Catalog()
    for name, line, words, comments, _ in extract_from_dir(str(HTTP), METHODS, OPTIONS, KEYWORDS):
        catalog.add(words, None, [(f"auditor/http/{name}", line)], auto_comments=comments)
    return catalog


def folder(language: str) -> Path:
    """Where a translation is."""
    return HTTP / "locale" / language / "LC_MESSAGES"


def translated(language: str) -> Catalog:
    """A translation as it is kept."""
    path = folder(language) / "pages.po"
    return read_po(io.BytesIO(path.read_bytes())) if path.exists() else Catalog(locale=language)


def missing(catalog: Catalog) -> list[str]:
    """The texts that have no translation, or not every plural form of one."""
    return [str(each.id) for each in catalog if each.id and not all(forms(each.string))]


def forms(words: str | Sequence[str] | None) -> list[str]:
    """The forms of a text: one, or the singular and the plural."""
    return [words or ""] if isinstance(words, str | None) else list(words)


def written(catalog: Catalog) -> bytes:
    """A translation as its file has it. The comment at its top is kept: it says which term stands for which."""
    made = io.BytesIO()
    write_po(made, catalog, omit_header=False, no_location=True, sort_output=True, width=110)
    return made.getvalue()


def main() -> None:
    """Bring each translation up to date. New texts have no translation yet; texts that are gone go."""
    for language in LANGUAGES:
        if language == "en":
            continue
        catalog = translated(language)
        catalog.update(found(), no_fuzzy_matching=True, update_creation_date=False)
        catalog.fuzzy = False
        catalog.project, catalog.version = "cardroom-auditor", "pages"  # the release is in one place only
        catalog.obsolete.clear()
        folder(language).mkdir(parents=True, exist_ok=True)
        (folder(language) / "pages.po").write_bytes(written(catalog))
        print(f"{language}: {len(catalog)} texts, {len(missing(catalog))} without a translation")


if __name__ == "__main__":
    main()
