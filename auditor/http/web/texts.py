"""The words of pages in the reader's language. Findings, clauses and reports are in English.

The templates have the English words; `auditor/http/locale/LANGUAGE/LC_MESSAGES/pages.po` has them in another language. A process
compiles a translation in memory when it first needs it, so that a checkout, a wheel and a container read the same file.
"""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from flask import Flask, g, request
from markupsafe import Markup, escape

from auditor.http.sign_in import cookie

LANGUAGES = {"en": "English", "es": "Español"}
CHOSEN = "language"  # the cookie of who chose one
_LOCALE = Path(__file__).parent.parent / "locale"


def speak(app: Flask) -> None:
    """Give the templates of an application the words of the reader's language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # of the extension
        lambda words: _words().gettext(words),
        lambda one, many, number: _words().ngettext(one, many, number),
        newstyle=True,
    )


def language() -> str:
    """The language of the page that is being answered: as chosen, else as the browser asks, else English."""
    if "language" not in g:
        chosen = cookie(CHOSEN)
        g.language = (
            chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en") or "en"
        )
    return str(g.language)


class Said(str):
    """A text in the reader's language, so that no page takes it for English."""

    __slots__ = ()


def _(words: str, **values: object) -> str:
    """A sentence that Python has, in the reader's language."""
    said = _words().gettext(words)
    return Said(said % values if values else said)


def english(text: str | None) -> Markup:
    """A text that is always English, such as a finding, a clause or a problem: marked as that where the page is not."""
    if text is None or isinstance(text, Said) or language() == "en" or not any(map(str.isalpha, text)):
        return escape("" if text is None else text)
    return Markup('<span lang="en">{}</span>').format(text)


def in_english() -> Markup:
    """The attribute of an element whose text is English in every language."""
    return Markup("" if language() == "en" else ' lang="en"')


def ngettext(one: str, many: str, number: int) -> str:
    """A sentence that Python has of a number, in the reader's language."""
    return _words().ngettext(one, many, number) % {"num": f"{number:,}"}


def N_(words: str) -> str:  # noqa: N802  # the name by which programs of gettext know it
    """A text of a table, marked to be found for the translations; `_` puts it into the reader's language."""
    return words


def _words() -> NullTranslations:
    if "words" not in g:
        g.words = _of(language())
    words: NullTranslations = g.words
    return words


@cache
def _of(name: str) -> NullTranslations:
    if name == "en":
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with (_LOCALE / name / "LC_MESSAGES" / "pages.po").open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return GNUTranslations(compiled)
