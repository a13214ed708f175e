"""Pages in Spanish say which of their parts are in English (WCAG 2.2, 3.1.2): findings, clauses, problems and reports."""

import re
from html.parser import HTMLParser

import pytest

from auditor.http.web.texts import Said, english
from tests.browser.stores import OTHER, THINGS, digest, everything
from tests.http.web.kit import Person, filled_in
from tests.http.web.test_roles_of_pages import pages

FILLED = {"stored": everything}
SPANISH = {"Accept-Language": "es"}
# Words that English sentences have and Spanish ones do not.
ENGLISH = re.compile(
    r"\b(the|is|are|was|were|of|and|with|not|which|that|this|from|by|it|its|than|for|an|been|does)\b", re.I
)
A_PHRASE = re.compile(r"\b[A-Za-z][a-z]{2,} [a-z]{3,}\b")
SAID = ("aria-label", "title", "placeholder", "alt")
SILENT = ("script", "style", "code", "pre", "textarea")
EMPTY = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
EXTRA = {
    "web.room": [{"room": "nowhere"}],
    "web.incident": [{"incident": "55478484c1c324007f67b2cf1b94f5631ed04070375c31a47e0df102e9d3c11b"}],
    "web.conflict": [{"sha256": digest(OTHER)}],
    "web.revision": [{"revision": 2}, {"revision": 3}],
    "web.edit_controls": [{"revision": 3}],
    "web.questions": [{"revision": 3}],
    "web.audit": [{"audit": 3}, {"audit": 4}],
    "web.sample": [{"sample": 2}],
    "web.sampled_hand": [{"sample": 1, "hand": 1}, {"sample": 2, "hand": 1}],
}


@pytest.fixture
def stored(app):
    """Something of all that a page can show."""
    return app


class Walk(HTMLParser):
    """The texts of a page that a person reads or hears, each with the language that holds for it."""

    def __init__(self, text):
        super().__init__()
        self.open, self.texts = [], []
        self.feed(text)

    @property
    def language(self):
        return next((lang for _, lang in reversed(self.open) if lang), None)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in EMPTY:
            self.open.append((tag, given.get("lang")))
        language = given.get("lang") or self.language
        self.texts += [(language, given[name]) for name in SAID if given.get(name)]

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if data.strip() and not any(tag in SILENT for tag, _ in self.open):
            self.texts.append((self.language, " ".join(data.split())))


def english_in_spanish(spanish, in_english=""):
    """The texts that are English where the page says that they are Spanish: by their words, and those that the same page in
    English has too.
    """
    same = {said for _, said in Walk(in_english).texts if A_PHRASE.search(said)}
    return [
        said
        for language, said in Walk(spanish).texts
        if language == "es" and (ENGLISH.search(said) or said in same)
    ]


def addresses(app):
    for rule, method, _ in pages(app):
        if method == "GET" and "." not in rule.rule.rpartition("/")[2]:
            for things in ({}, *EXTRA.get(rule.endpoint, ())):
                yield filled_in(rule.rule, {**THINGS, **things})


@pytest.mark.seldom(3)
@pytest.mark.slow
def test_every_part_of_a_page_that_is_in_english_says_so(stored):
    client = stored.test_client()
    found = {}
    for path in addresses(stored):
        spanish = client.get(path, headers=SPANISH, follow_redirects=True)
        if spanish.mimetype == "text/html":
            plain = client.get(path, follow_redirects=True).text
            assert 'lang="en"' not in re.sub("(?s)^.*<main", "", plain)  # where the page itself is in English
            found |= {path: wrong} if (wrong := english_in_spanish(spanish.text, plain)) else {}
    assert found == {}


def test_the_walk_finds_what_is_not_marked():
    page = '<html lang="es"><p>{}</p><p lang="en">The clause</p><code>the code</code><i title="hand fouled"></i></html>'
    assert english_in_spanish(page.format("La sala")) == []
    assert english_in_spanish(page.format("the <b>hand</b> <br> fouled")) == ["the"]
    assert english_in_spanish(page.format("Mano"), "<p>hand fouled</p>") == ["hand fouled"]
    assert english_in_spanish(page.format('<span lang="es">It is</span><img alt="by it">')) == [
        "It is",
        "by it",
    ]


@pytest.mark.slow
def test_a_finding_and_a_clause_are_marked(stored):
    client = stored.test_client()
    page = client.get(
        f"/rooms/WA-0417/incidents/{EXTRA['web.incident'][0]['incident']}", headers=SPANISH
    ).text
    title = "Seat 1&#39;s recorded result differs from what was due"
    assert f'<h1><span lang="en">{title}</span></h1>' in page
    assert f'<title lang="en">{title} · ' in page
    assert '<span lang="en">Two rows of three won: 2 units.</span>' in page
    assert "<h2>La cláusula</h2>" in page


def test_an_error_in_the_readers_language_is_not_marked_and_one_of_the_service_is(stored):
    person = Person(stored)
    at = "/rooms/WA-0417/days/2026-03-15/nothing-played"
    token = re.findall(r'name="form_token" value="(\w+)"', person.get("/rooms/WA-0417").text)[0]
    page = person.client.post(at, data={"form_token": token, "table": "T1"}, headers=SPANISH).text
    assert '<p class="wrong" id="sure-wrong">Confirme que no se jugó nada.</p>' in page
    page = person.client.post(at, data={"form_token": token, "sure": "1"}, headers=SPANISH).text
    assert re.search(r'<p class="wrong" role="alert"><span lang="en">No table is named\.', page)


@pytest.mark.parametrize(
    ("asked", "text", "marked"),
    [
        ("es", "A <clause>", '<span lang="en">A &lt;clause&gt;</span>'),
        ("es", Said("Una cláusula"), "Una cláusula"),
        ("es", "+1.00", "+1.00"),
        ("es", None, ""),
        ("en", "A <clause>", "A &lt;clause&gt;"),
    ],
)
def test_what_is_marked(app, asked, text, marked):
    with app.test_request_context(headers={"Accept-Language": asked}):
        assert english(text) == marked
