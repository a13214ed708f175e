"""The sentences of pages: filled in with values, and with the plural of a count."""

from __future__ import annotations

from flask import Flask


def add_sentences(app: Flask) -> None:
    """Give the templates of an application `_` and `ngettext`, which escape the values that they fill in."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # of the extension


def ngettext(one: str, many: str, number: int) -> str:
    """A sentence of a number, in the singular or the plural."""
    return (one if number == 1 else many) % {"num": f"{number:,}"}
