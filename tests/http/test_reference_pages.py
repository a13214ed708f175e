"""The reference in the browser: every page by HTTP, the search form, and addresses that no page has."""

from html.parser import HTMLParser

import pytest

from auditor.http.app import close_app, create_app
from auditor.reference.reference_html import as_html
from auditor.reference.reference_page_list import pages, systems
from rules.checks.catalogue import every_check

SOME = (
    "", "checks", "clauses", "ambiguities", "systems", "detectability", "checks/SCR001", "clauses/WSGC-6d",
    "clauses/external:LEDGER-balance", "clauses/OLY-1.24", "ambiguities/AMB-FOUL", "documents/OLY", "systems/hawaiian-gardens",
    "systems/carnivale-ofc-2013", "parameters", "parameters/pot.betting",
)  # fmt: skip
VOID = {"meta", "link", "input", "img", "br", "hr"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """One service for all tests here: they only read."""
    app = create_app(tmp_path_factory.mktemp("reference") / "data", work=False, open_to_all=True)
    yield app.test_client()
    close_app(app)


class Page(HTMLParser):
    """A page's links, ids, and whether every element is closed in its turn."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.tags, self.open, self.wrong = [], set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.tags.append((tag, found))
        self.links += [found[name] for name in ("href", "src", "action") if name in found]
        self.ids |= {found["id"]} if "id" in found else set()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def read(client, path, status=200):
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (status, "text/html"), path
    page = Page(answer.text)
    assert (page.wrong, page.open) == ([], []), path
    return answer, page


@pytest.mark.slow
@pytest.mark.sampled(14)
@pytest.mark.parametrize("path", SOME)
def test_a_page_is_html_and_its_links_lead_somewhere(client, path):
    answer, page = read(client, f"/reference/{path}".rstrip("/"))
    assert "<h1" in answer.text
    for link in page.links:
        target, _, fragment = link.partition("#")
        if target.startswith("/reference/search"):
            continue
        if not target:
            assert fragment in page.ids, link
            continue
        if target.startswith("/reference"):
            assert target.removeprefix("/reference").strip("/") in pages(), link
        else:
            assert client.get(target, follow_redirects=True).status_code == 200, link
        if fragment:
            assert fragment in read(client, target)[1].ids, link


@pytest.mark.slow
@pytest.mark.sampled(8)
def test_every_page_is_html(client, part):
    for path in part(pages()):
        read(client, f"/reference/{path}".rstrip("/"))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("path", SOME)
def test_a_page_needs_no_script_no_style_of_its_own_and_no_other_host(client, path):
    answer, page = read(client, f"/reference/{path}".rstrip("/"))
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert not [tag for tag, attributes in page.tags if tag in ("script", "style") or "style" in attributes]
    assert all(link.startswith(("/", "#")) and not link.startswith("//") for link in page.links)


def test_the_index_of_checks_has_every_check_with_its_summary(client):
    answer, page = read(client, "/reference/checks")
    for each in every_check():
        assert f"/reference/checks/{each.code}" in page.links
        assert each.name in answer.text


def test_the_index_of_systems_has_every_system(client):
    _, page = read(client, "/reference/systems")
    assert {f"/reference/systems/{each.id}" for each in systems()} <= set(page.links)


def test_a_page_has_an_etag_and_is_sent_once(client):
    first = client.get("/reference/checks/SCR001")
    again = client.get("/reference/checks/SCR001", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert first.headers["Cache-Control"] == "no-cache"
    assert client.get("/reference/checks/SCR002").headers["ETag"] != first.headers["ETag"]


def test_a_head_request_has_no_body(client):
    answer = client.head("/reference/checks/SCR001")
    assert (answer.status_code, answer.data) == (200, b"")


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("checks/scr001", "/reference/checks/SCR001"),
        ("clauses/wsgc-6D", "/reference/clauses/WSGC-6d"),
        ("systems/Hawaiian-Gardens/", "/reference/systems/hawaiian-gardens"),
        ("", "/reference"),
    ],
)
def test_a_path_with_other_capitals_or_a_slash_leads_to_the_page(client, path, to):
    answer = client.get(f"/reference/{path}")
    assert (answer.status_code, answer.headers["Location"]) == (301, to)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "path",
    [
        "checks/SCR099",
        "checks/SCR001/more",
        "clauses/none",
        "nothing",
        "checks/%3Cscript%3E",
        "../etc/passwd",
        "checks/" + "x" * 3000,
    ],
)
def test_an_address_without_a_page_says_so_in_words(client, path):
    answer, _ = read(client, f"/reference/{path}", 404)
    assert "The reference has no page" in answer.text
    assert "<script" not in answer.text


def test_a_wrong_code_leads_to_codes_that_begin_alike(client):
    _, page = read(client, "/reference/checks/SCR099", 404)
    assert "/reference/checks/SCR001" in page.links


def test_nothing_but_reading_is_possible(client):
    answer = client.post("/reference/checks/SCR001")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")


# ---------------------------------------------------------------- search


def test_the_form_asks_this_service(client):
    _, page = read(client, "/reference")
    (form,) = [attributes for tag, attributes in page.tags if tag == "form"]
    assert (form["action"], form["method"]) == ("/reference/search", "get")
    assert "form-action 'self'" in client.get("/reference").headers["Content-Security-Policy"]


def test_a_search_lists_what_has_every_word(client):
    answer, page = read(client, "/reference/search?q=surrender")
    assert "results for <strong>surrender</strong>" in answer.text
    assert {"/reference/checks/SUR001", "/reference/clauses/WSGC-surrender"} <= set(page.links)


def test_a_search_for_a_code_has_its_page_first(client):
    _, page = read(client, "/reference/search?q=scr001")
    results = [link for link in page.links if link.startswith("/reference/") and link.count("/") == 3]
    assert results[0] == "/reference/checks/SCR001"


def test_a_long_list_of_results_says_how_many_there_are(client):
    answer, _ = read(client, "/reference/search?q=the")
    assert "these are the best 50" in answer.text


@pytest.mark.parametrize("query", ["", "?q=", "?q=%20%20"])
def test_a_search_without_words_says_what_to_enter(client, query):
    assert "Enter a code" in read(client, f"/reference/search{query}")[0].text


@pytest.mark.parametrize(
    "query", ["xylophone", "%3Cscript%3Ealert(1)%3C/script%3E", "%5B%5D(*", "x" * 5000, "%C3%A9t%C3%A9"]
)
def test_a_search_that_finds_nothing_says_so(client, query):
    answer, _ = read(client, f"/reference/search?q={query}")
    assert "has every word of" in answer.text
    assert "<script" not in answer.text


def test_a_query_that_is_no_text_is_a_problem(client):
    assert client.get("/reference/search?q=%FF").json["type"].endswith("not-utf-8")
    assert client.get("/reference/search?q=a&q=b").json["type"].endswith("repeated-parameter")


# ---------------------------------------------------------------- links of the API


def test_checks_and_rulesets_link_to_their_pages(client):
    for each in client.get("/v1/checks").json["checks"]:
        assert each["links"]["page"] == f"/reference/checks/{each['code']}"
    found = client.get("/v1/rulesets/wsgc-2-4").json["links"]
    assert found == {"self": "/v1/rulesets/wsgc-2-4/1", "page": "/reference/systems/wsgc-2-4"}
    assert client.get(found["page"]).status_code == 200


def test_a_table_that_scrolls_is_reached_by_keyboard_and_named_after_its_heading():
    made = as_html('# Clauses\n\n## By "kind"\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n')
    assert '<div class="table" role="group" tabindex="0" aria-label="By &quot;kind&quot;"><table>' in made
