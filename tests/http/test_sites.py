"""Pages of other sites get nothing, whatever they ask for; no page of ours needs a script or style in its text."""

import re
from html.parser import HTMLParser

import pytest

from auditor.http.host_and_origin_checks import NAMES
from tests.http.filing import put_room
from tests.http.kit import NDJSON, log

READS = ("/v1/sessions", "/v1/rooms", "/v1/openapi.json", "/v1/night", "/v1/audits", "/metrics")
PAGES = (
    "/",
    "/docs",
    "/reference",
    "/reference/checks/SCR001",
    "/reference/search?q=fee",
    "/reference/nothing",
)


def kind(answer):
    return answer.status_code, answer.json["type"].rpartition(":")[2]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("site", ["cross-site", "same-site", "Cross-Site"])
def test_a_page_of_another_site_reads_nothing(client, path, site):
    answer = client.get(path, headers={"Sec-Fetch-Site": site})
    assert kind(answer) == (403, "foreign-origin")
    assert set(answer.json) == {"type", "title", "status", "detail"}
    for own in ("same-origin", "none"):
        assert client.get(path, headers={"Sec-Fetch-Site": own}).status_code == 200


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:81", "http://localhost.evil.example", "http://[", "",
               "file://localhost", "http://127.0.0.1"]
)  # fmt: skip
def test_a_request_with_another_origin_is_refused_for_every_method(client, origin):
    for method in ("GET", "POST", "PUT", "DELETE"):
        answer = client.open("/v1/sessions", method=method, headers={"Origin": origin})
        assert kind(answer) == (403, "foreign-origin")
    assert client.get("/v1/sessions", headers={"Origin": "http://localhost"}).status_code == 200


def test_a_log_that_another_site_sends_is_not_stored(client):
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert kind(client.post("/v1/sessions", data=log(), content_type=NDJSON, headers=headers))[0] == 403
    assert client.get("/v1/sessions").json["pagination"]["total"] == 0


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.0.2.7", "auditor", "127.0.0.1.evil.example"]
)
def test_a_name_that_is_not_the_services_own_is_refused(client, host):
    answer = client.get("/v1/sessions", headers={"Host": host})
    assert kind(answer) == (403, "loopback-only")
    assert f"does not go by the name '{host}'" in answer.json["detail"]


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8417", "127.0.0.1:1", "[::1]:8417", "127.9.9.9", "localhost."]
)
def test_loopback_has_many_names(client, host):
    assert client.get("/v1/sessions", headers={"Host": host}).status_code == 200


def test_a_configured_name_is_its_own(app):
    client = app.test_client()
    app.config[NAMES] = ("audits.example",)
    for host in ("audits.example", "AUDITS.example:443"):
        assert client.get("/v1/sessions", headers={"Host": host}).status_code == 200
        own = {"Host": host, "Origin": f"https://{host}"}
        assert client.get("/v1/sessions", headers=own).status_code == 200
    assert client.get("/v1/sessions", headers={"Host": "x.audits.example"}).status_code == 403


def test_other_machines_are_not_answered(client):
    answer = client.get("/v1/sessions", environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert kind(answer) == (403, "loopback-only")


class Inline(HTMLParser):
    """What of a page a policy without 'unsafe-inline' would not run or apply."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given):
            self.found.append(tag)
        self.found += [name for name in given if name == "style" or name.startswith("on")]
        self.found += [value for value in given.values() if value and value.lower().startswith("javascript:")]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_or_permits_anything_inline(client, path):
    answer = client.get(path)
    assert Inline(answer.text).found == []
    policy = dict(re.findall(r"([a-z-]+) ([^;]+)", answer.headers["Content-Security-Policy"]))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe-inline" not in policy.get("script-src", "")
    assert ("unsafe-inline" in policy.get("style-src", "")) == (path == "/docs")
    assert "*" not in answer.headers["Content-Security-Policy"]


def test_answers_of_the_api_load_nothing(client):
    put_room(client)
    for path in ("/v1/rooms", "/v1/rooms/WA-0417", "/healthz", "/metrics", "/v1/nothing"):
        policy = client.get(path).headers["Content-Security-Policy"]
        assert policy == (
            "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
        )
