"""What browsers and spreadsheets do with the answers: nothing that a log, a name or another site asks them to."""

import csv
import io
import re
from html.parser import HTMLParser

import pytest

from auditor.http.access import PUBLIC, is_page, need_of
from auditor.reference.reference_page_list import pages
from reports.money_words import KIND_LABELS
from tests.http.filing import put_room
from tests.http.kit import NDJSON, PROBLEM, hand_line, log

HOSTILE = "=cmd|' /C calc'!A"
VALUES = {"room": "WA-0417", "ruleset": "wsgc-base", "name": "SCR001", "path": "checks", "day": "2026-03-14"}


LINKS = (
    "src", "href", "action", "formaction", "srcset", "data", "poster", "ping", "background", "xlink:href",
    *(f"{data}hx-{name}" for data in ("", "data-") for name in ("get", "post", "put", "patch", "delete", "push-url")),
)  # fmt: skip


# What a drawing can have that runs, loads or moves. A drawing without it is as still as a picture.
_RUN_IN_A_DRAWING = (
    "foreignobject",
    "use",
    "image",
    "feimage",
    "animate",
    "animatetransform",
    "animatemotion",
    "set",
    "handler",
)


class Active(HTMLParser):
    """Whatever in a page runs, or loads, or is a style of its own."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.inline, self.foreign, self.nested = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "script" and "src" in given:
            self.scripts.append(given["src"])
        elif tag in ("script", "style"):
            self.inline.append(tag)
        if tag in ("object", "embed", "iframe", "frame", "base", "applet", "math", *_RUN_IN_A_DRAWING):
            self.nested.append(tag)
        self.inline += [name for name, value in given.items() if runs(name, (value or "").strip().lower())]
        for name in LINKS:
            link = (given.get(name) or "").strip().lower()
            if name in given and re.match(r"//|[a-z][a-z0-9+.-]*:", link):
                self.foreign.append(link)


def runs(name, value):
    """Whether an attribute is a style, or something that a browser or htmx runs."""
    plain = name.removeprefix("data-")
    return (
        name in ("style", "srcdoc", "http-equiv")
        or name.startswith("on")
        or plain.startswith(("hx-on", "hx-vars", "hx-ext"))
        or (plain.startswith("hx-") and re.search(r"\b(js|javascript):", value) is not None)
        or (plain == "hx-trigger" and "[" in value)  # a condition, which is run
    )


def policy_of(answer):
    return dict(re.findall(r"([a-z-]+) ([^;]+)", answer.headers["Content-Security-Policy"]))


def addresses(app, *methods):
    """An address of each route, with values that exist or not."""
    for rule in app.url_map.iter_rules():
        if set(methods) & rule.methods:
            yield rule, re.sub(r"<(?:\w+:)?(\w+)>", lambda name: VALUES.get(name[1], "1"), rule.rule)


def with_an_audit(client):
    put_room(client)
    wrong = hand_line(5, (300, 200, 300, -800), players=HOSTILE)
    client.post("/v1/sessions", data=log(hand_line(1), wrong, table="T1"), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})


FILLED = {"audited": with_an_audit}


@pytest.fixture
def audited(client):
    """The service with an audit of a log whose second hand is recorded wrong, with hostile names."""
    return client


# ------------------------------------------------------------------------ pages


def html_pages(app, client, share):
    """The addresses of everything that is HTML: found by asking every route, and pages of the reference."""
    asked = {path for _, path in addresses(app, "GET")}
    asked |= {f"/reference/{path}".rstrip("/") for path in sorted(pages())[: share(len(pages()))]}
    asked |= {
        "/reference",
        "/reference/checks/SCR001",
        "/reference/systems/hawaiian-gardens",
        "/reference/clauses/WSGC-6d",
    }
    asked |= {"/reference/nothing-there", "/reference/checks/SCR999", "/reference/search?q=%3Cscript%3E"}
    for path in sorted(asked):
        answer = client.get(path)
        if answer.mimetype == "text/html" and answer.status_code not in (301, 302, 303, 308):
            yield path, answer


@pytest.mark.slow
@pytest.mark.sampled(24)
def test_no_html_has_or_permits_anything_inline_but_the_styles_of_the_documentation(app, audited, share):
    seen = []
    for path, answer in html_pages(app, audited, share):
        seen.append(path)
        page, policy = Active(answer.text), policy_of(answer)
        assert (page.inline, page.nested, page.foreign) == ([], [], []), path
        scripted = path == "/docs" or not path.startswith("/reference")
        assert page.scripts == (
            [each for each in page.scripts if each.startswith("/static/")] if scripted else []
        ), path
        assert policy["default-src"] == policy["object-src"] == policy["base-uri"] == "'none'", path
        assert policy["frame-ancestors"] == "'none'", path
        assert policy.get("script-src", "'none'") == ("'self'" if scripted else "'none'"), path
        assert policy["style-src"] == ("'self' 'unsafe-inline'" if path == "/docs" else "'self'"), path
        assert not re.search(r"unsafe-eval|\*|https?:", answer.headers["Content-Security-Policy"]), path
    assert {
        "/rooms",
        "/sign-in",
        "/docs",
        "/reference",
        "/reference/nothing-there",
        "/reference/search?q=%3Cscript%3E",
    } <= set(seen)
    assert len(seen) > share(400)


def test_a_page_with_something_inline_would_be_noticed():
    page = Active(
        '<body onload="a()"><style></style><script>a()</script><a href="javascript:a()" style="">x</a><base>'
    )
    assert page.inline == ["onload", "style", "script", "style"]
    assert (page.foreign, page.nested) == (["javascript:a()"], ["base"])


@pytest.mark.parametrize(
    ("attribute", "name"),
    [
        ('hx-on:click="a()"', "hx-on:click"),
        ('hx-on::after-request="a()"', "hx-on::after-request"),
        ('data-hx-on-click="a()"', "data-hx-on-click"),
        ('hx-vals="js:{a: b()}"', "hx-vals"),
        ("hx-headers=' JavaScript:a()'", "hx-headers"),
        ('hx-request="js: a()"', "hx-request"),
        ('hx-vars="a:b()"', "hx-vars"),
        ('hx-ext="x"', "hx-ext"),
        ('hx-trigger="click[a()]"', "hx-trigger"),
        ('data-hx-trigger="every 2s [a()]"', "data-hx-trigger"),
        ('srcdoc="<p>"', "srcdoc"),
        ('http-equiv="refresh"', "http-equiv"),
    ],
)
def test_an_attribute_that_is_run_would_be_noticed(attribute, name):
    assert Active(f"<p {attribute}>").inline == [name]


def test_a_drawing_may_be_there_and_nothing_in_it_that_runs_or_loads():
    assert (
        Active('<svg role="img"><title>a</title><rect class="minor" x="1"/><text>b</text></svg>').nested == []
    )
    page = Active(
        '<svg><use href="https://example.org/a"/><foreignObject><p></foreignObject><animate/></svg>'
    )
    assert (page.nested, page.foreign) == (["use", "foreignobject", "animate"], ["https://example.org/a"])


def test_attributes_of_htmx_that_run_nothing_are_none_of_them():
    page = Active(
        '<form hx-post="/rooms" hx-trigger="input changed delay:400ms, every 2s" hx-swap="outerHTML" hx-target="#list" '
        'hx-vals=\'{"a": 1}\' data-key="on">'
    )
    assert (page.inline, page.foreign) == ([], [])
    assert Active('<p hx-get="//example.org/a" data-hx-post="https://example.org">').foreign == [
        "//example.org/a",
        "https://example.org",
    ]


# ------------------------------------------------------------------------ headers


@pytest.mark.sampled(7)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_every_answer_has_the_headers_that_browsers_keep_to(app, audited, method):
    for rule, path in addresses(app, "GET", "POST", "PUT", "DELETE"):
        answer = audited.open(path, method=method, data="" if method != "GET" else None)
        where = f"{method} {rule.rule} {answer.status_code}"
        assert answer.headers["X-Content-Type-Options"] == "nosniff", where
        is_form = (
            is_page(app, rule.endpoint)
            and answer.mimetype == "text/html"
            and answer.status_code != 303
            and answer.data
        )
        assert answer.headers["Referrer-Policy"] == ("same-origin" if is_form else "no-referrer"), where
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", where
        policy = policy_of(answer)
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'", where
        cookies = answer.headers.getlist("Set-Cookie")
        assert all("HttpOnly" in each and "SameSite=Lax" in each for each in cookies), where
        assert not cookies or is_page(app, rule.endpoint), where
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control-")], where
        assert "Strict-Transport-Security" not in answer.headers, where
        if method == "TRACE":
            assert answer.status_code == 405, where


@pytest.mark.slow
def test_what_needs_a_key_is_never_stored_by_a_browser(app, audited):
    """Neither is any error. What needs no key may be kept and is asked for again."""
    for rule, path in addresses(app, "GET"):
        answer = audited.get(path)
        if (
            need_of(app, rule.endpoint) == PUBLIC
            and answer.status_code == 200
            and not path.startswith("/healthz")
            and not is_page(app, rule.endpoint)
        ):
            assert answer.headers["Cache-Control"] == "no-cache", path
        elif answer.status_code not in (301, 303, 308):
            assert answer.headers["Cache-Control"] == "no-store", path
    first = audited.get("/v1/audits/1/report.json")
    again = audited.get("/v1/audits/1/report.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, "no-store")


def test_behind_tls_browsers_are_to_use_nothing_else_for_a_year(client):
    for path in ("/", "/docs", "/healthz", "/v1/rooms", "/v1/nothing"):
        answer = client.get(path, base_url="https://localhost")
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


@pytest.mark.slow
def test_every_body_says_what_it_is_and_in_which_encoding(app, audited):
    for rule, path in addresses(app, "GET"):
        answer = audited.get(path)
        if answer.data and answer.mimetype.startswith("text/"):
            assert answer.headers["Content-Type"].partition("; charset=")[2].lower().startswith("utf-8"), (
                rule.rule
            )
        elif answer.data:
            assert answer.mimetype in (
                "application/json", PROBLEM, "application/pdf", "application/toml", "application/schema+json",
                "application/x-ndjson", "application/vnd.oai.openapi+json",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ), rule.rule  # fmt: skip


# ------------------------------------------------------------------------ spreadsheets

NUMBERS = {"stated", "expected", "difference", "money", "misallocated", "misrecorded", *KIND_LABELS.values()}


def test_no_cell_of_any_csv_is_a_formula(app, audited):
    found = {
        rule.rule: path
        for rule, path in addresses(app, "GET")
        if "csv" in rule.rule.lower()
        and "problems" not in rule.rule  # of refused files; test_arrival_pages has them
        and "changes" not in rule.rule  # of logs in conflict; test_corrections_pages has them
        and "screening" not in rule.rule  # of pot games; test_screening_gains has them
    }
    of_rooms = audited.get(found.pop("/rooms.csv"))
    assert of_rooms.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    of_audits = ("/audits/<number:audit>/findings.csv", "/audits/<number:audit>/incidents.csv")
    of_a_room = "/rooms/<room>/incidents.csv"
    assert set(found) == {f"{place}{each}" for place in ("", "/v1") for each in (*of_audits, of_a_room)}
    for path in found.values():
        answer = audited.get(path)
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
        assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
        lines = list(csv.DictReader(io.StringIO(answer.text, newline="")))
        cells = [(name, cell) for line in lines for name, cell in line.items()]
        assert any(HOSTILE in cell for _, cell in cells), path
        assert any(cell.startswith(f"'{HOSTILE}") for _, cell in cells), path
        assert not [cell for _, cell in cells if cell[:1] in ("=", "+", "@", "\t", "\r", "\n", "\0")], path
        negative = [(name, cell) for name, cell in cells if cell.startswith("-")]
        assert [
            cell for name, cell in negative if name not in NUMBERS or not re.fullmatch(r"-\d+(\.\d+)?", cell)
        ] == [], path


@pytest.mark.slow
def test_no_other_answer_is_a_table_for_a_spreadsheet(app, audited):
    for rule, path in addresses(app, "GET"):
        answer = audited.get(path)
        if answer.status_code < 400:
            is_table = "csv" in answer.mimetype or "sheet" in answer.mimetype
            assert is_table == rule.rule.endswith((".csv", ".xlsx")), rule.rule
