"""The words of pages in Spanish: all are found, all are translated, and a page says the same in both languages."""

import ast
import importlib
import re
from functools import cache
from html.parser import HTMLParser

import pytest
from jinja2 import Environment

from auditor.http.web.texts import _of
from tests.http.web.kit import DANA, signed_in, words
from tests.http.web.test_rooms_pages import DAY, with_played_day
from tests.http.web.texts import HTTP, folder, forms, found, missing, translated, written

FILLED = {"played": with_played_day}
SPANISH = {"Accept-Language": "es-MX,es;q=0.9"}
PLACEHOLDER = re.compile(r"%\(\w+\)s")
NAMES = {"PDF", "SHA-256"}  # the same in every language
_ATTRIBUTE = re.compile(r'[\w-]+="[^"]*"')  # of a macro that has a part of a tag
SAID = ("aria-label", "title", "placeholder", "alt")
MARKUP = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)


@pytest.fixture
def played(app):
    """WA-0417 with a session whose second hand is recorded wrong."""
    return app


def keys(catalog):
    return {str(forms(each.id)[0]) for each in catalog if each.id}


@cache
def english():
    """Every text that pages have: to find them reads all templates and modules."""
    return keys(found())


@pytest.mark.slow
def test_every_text_has_a_translation():
    spanish = translated("es")
    assert english() - keys(spanish) == set(), "run `make texts`, then translate what is new"
    assert missing(spanish) == []
    assert [each.id for each in spanish if each.fuzzy and each.id] == []


def test_a_translation_of_which_a_plural_form_is_empty_is_missing():
    spanish = translated("es")
    spanish.get("%(num)s hand").string = ("%(num)s mano", "")
    assert missing(spanish) == ["('%(num)s hand', '%(num)s hands')"]


def test_no_translation_is_of_a_text_that_is_gone():
    spanish = translated("es")
    assert keys(spanish) - english() == set(), "run `make texts`"
    assert not spanish.obsolete


def test_a_translation_has_the_placeholders_and_the_forms_of_its_text():
    for each in translated("es"):
        if each.id:
            here, there = forms(each.id), forms(each.string)
            assert len(there) == len(here), each.id
            for one in there:
                assert sorted(PLACEHOLDER.findall(one)) == sorted(PLACEHOLDER.findall(here[0])), each.id


def test_what_is_read_is_what_is_kept():
    spanish, read = translated("es"), _of("es")
    assert (folder("es") / "pages.po").read_bytes() == written(spanish)
    for each in spanish:
        if isinstance(each.id, str):
            assert each.id == "" or read.gettext(each.id) == each.string
        else:
            assert [read.ngettext(*each.id, number) for number in (1, 2)] == list(each.string)


@pytest.mark.parametrize(
    "text", ["Sat", "February", "spades", "returned", "in force", "Draft filed", "redacted edition"]
)
def test_texts_of_tables_are_found(text):
    assert text in english()


def _tables():
    """What Python gives to `_` by a name: each with the module that has it."""
    for path in sorted((HTTP / "web").glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "_":
                for each in ast.walk(call.args[0]):
                    if isinstance(each, ast.Name) and each.id.isupper():
                        yield path.stem, each.id


def test_every_text_that_python_gives_by_a_name_is_found():
    tables = set(_tables())
    assert {("words", "_CONTROLS"), ("words", "_MONTHS"), ("incidents", "_CHANGED")} <= tables
    for module, name in tables:
        table = getattr(importlib.import_module(f"auditor.http.web.{module}"), name)
        texts = [table] if isinstance(table, str) else table.values() if isinstance(table, dict) else table
        assert set(texts) <= english(), f"mark the texts of {module}.{name} with N_()"


class _Plain(HTMLParser):
    """The words of markup that a person reads or hears."""

    def __init__(self, text):
        super().__init__()
        self.words, self.silent = [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.silent = tag in ("script", "style")
        for name, value in attrs:
            if name in SAID:
                self.handle_data(value or "")

    def handle_endtag(self, tag):
        self.silent = False

    def handle_data(self, data):
        if not self.silent:
            self.words += [
                each for each in re.findall(r"[A-Za-z][\w-]+", _ATTRIBUTE.sub("", data)) if each not in NAMES
            ]


def plain(source):
    """The words of a template that stand outside of gettext."""
    markup, translating, block = "", False, []
    for _, kind, value in MARKUP.lex(source):
        if kind == "block_begin":
            block = []
        elif kind == "name":
            block.append(value)
        elif kind == "block_end":
            translating = block[:1] == ["trans"] or (translating and block[:1] != ["endtrans"])
        elif kind == "data" and not translating:
            markup += value
    return _Plain(markup).words


@pytest.mark.slow
def test_no_page_has_words_outside_of_gettext():
    assert plain('<p title="Hello">{{ _("no") }} <b>big</b> {% trans %}no{% endtrans %} PDF</p>') == [
        "Hello",
        "big",
    ]
    for path in sorted((HTTP / "templates" / "pages").glob("*.html")):
        assert plain(path.read_text("utf-8")) == [], path.name


def figures(read):
    return re.findall(r"\d[\d,.:]*", read)


@pytest.mark.parametrize(
    ("path", "english", "spanish"),
    [
        (f"/rooms?until={DAY}", ["1 room.", "2 sessions, "], ["1 sala.", "2 sesiones, "]),
        (
            f"/rooms/WA-0417/days/{DAY}",
            ["Sat 14 March 2026", "awaits an answer"],
            ["sáb 14 de marzo de 2026", "espera respuesta"],
        ),
        ("/sessions/1", ["Closed", "Hands"], ["Cierre", "Manos"]),
        ("/sessions/1/hands/2", ["line 3 of the log", "middle", "hearts"], ["línea 3 del registro", "medio", "corazones"]),
    ],
)  # fmt: skip
def test_a_page_says_the_same_in_spanish(played, path, english, spanish):
    dana = signed_in(played, DANA)
    before, after = words(dana.get(path)), words(dana.client.get(path, headers=SPANISH))
    assert [each for each in english if each not in before] == []
    assert [each for each in spanish if each not in after] == []
    assert [each for each in english if each in after] == []
    assert figures(after) == figures(before)


def test_the_findings_of_an_incident_stay_in_english(played):
    dana = signed_in(played, DANA)
    day = dana.get(f"/rooms/WA-0417/days/{DAY}")
    path = re.search(r'href="(/rooms/WA-0417/incidents/[^"/?]+)"', day.text)[1]
    before, after = dana.get(path), dana.client.get(path, headers=SPANISH)
    assert "Qué se encontró" in words(after)
    assert '<html lang="es">' in after.text
    said = [
        re.findall(r'(?s)<ol class="findings">.*?<li><p>(.*?)</p>', each.text) for each in (before, after)
    ]
    assert [f'<span lang="en">{each}</span>' for each in said[0]] == said[1]
    assert "hand 2" in said[0][0].lower() or "seat" in said[0][0].lower()
    (title,) = re.findall("<h1>(.*?)</h1>", before.text)
    assert f'<h1><span lang="en">{title}</span></h1>' in after.text
