"""Two thousand mutated requests: none breaks the service, and none leaves half of anything behind."""

import io
import json
import random
from typing import Any

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.doctor import examine
from auditor.http.context import OPEN
from auditor.store.store import FILE
from auditor.store.stored_documents import document_of
from auditor.store.stored_keys import ROLES
from rules.results import KINDS, SEVERITIES
from tests.http.filing import put_room
from tests.http.kit import NDJSON, PROBLEM, ended, hand_line, log, zipped

SEED = 20260314
REQUESTS = 2000

WORDS = [
    "", "0", "1", "2", "-1", "1e9", "9" * 18, "9" * 19, "1" + "0" * 30, "1" * 5000, "true", "null", "NaN", "S-1",
    "WA-0417", "wsgc-base", "wsgc-2-4@1", "wsgc-2-4@", "@", "SCR001", "2026-03-14", "2026-02-30", "0000-00-00", "a" * 300,
    "'; DROP TABLE sessions; --", "../../../etc/passwd", "{{7*7}}", "<script>", "%", "%00", "\x00", "ſ", "é", "�",
    "\u202e", "💥", "=1+1", "a,b,,c", ",", "[]", "{}", "\\", '"', *KINDS, *SEVERITIES,
]  # fmt: skip
PATHS = [
    "/v1/sessions", "/v1/sessions/{}", "/v1/sessions/{}/log", "/v1/sessions/{}/hands/{}", "/v1/audits", "/v1/audits/{}",
    "/v1/audits/{}/findings", "/v1/audits/{}/findings.csv", "/v1/audits/{}/incidents", "/v1/audits/{}/incidents.csv",
    "/v1/audits/{}/report.json", "/v1/rulesets",
    "/v1/rulesets/{}", "/v1/rulesets/{}/{}", "/v1/rulesets/{}/diff/{}", "/v1/rulesets/{}/1/diff/{}/1", "/v1/checks/{}",
    "/v1/formats/{}", "/static/{}", "/docs/{}", "/{}", "/metrics",
]  # fmt: skip
PARAMETERS = [
    "page", "page_size", "room", "table", "from", "until", "pending", "current", "code", "kind", "severity", "hand",
    "session", "player", "ruleset", "dry_run", "x", "", "area", "pattern",
]  # fmt: skip
TYPES = [
    NDJSON, "application/gzip", "application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x",
    "application/octet-stream", "image/png", "", "/", "application/json; charset=utf-7", "a" * 500, "text/plain; =",
]  # fmt: skip
HEADERS = {
    "If-None-Match": ["*", '"x"', 'W/"x"', "x" * 3000, '"', ",,,"],
    "Content-Encoding": ["gzip", "br", "identity", "gzip, gzip", ""],
    "Idempotency-Key": ["k", "k", "x" * 300, "é", ""],
    "Range": ["bytes=0-1", "bytes=9999999999-", "bytes=-", "lines=1"],
    "Host": ["localhost", "evil.example", "127.0.0.1:x", ""],
    "Origin": ["null", "http://localhost", "http://[", "x"],
    "Accept": ["text/html", "*/*;q=x", ""],
    "Transfer-Encoding": ["chunked"],
}


class Mutator:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def word(self) -> str:
        return self.random.choice(WORDS)

    def path(self) -> str:
        path = self.random.choice(PATHS)
        return path.format(*(self.random.choice(["1", "1", "2", self.word()]) for _ in range(2)))

    def query(self) -> list[tuple[str, str]]:
        return [
            (self.random.choice(PARAMETERS), self.word())
            for _ in range(self.random.choice([0, 0, 1, 1, 2, 4]))
        ]

    def headers(self) -> dict[str, str]:
        chosen = self.random.sample(sorted(HEADERS), self.random.choice([0, 0, 0, 1, 2]))
        return {name: self.random.choice(HEADERS[name]) for name in chosen}

    def value(self, depth: int = 0):
        kinds = ["word", "word", "number", "list", "object", "constant"]
        match self.random.choice(kinds if depth < 3 else kinds[:3]):
            case "word":
                return self.word()
            case "number":
                return self.random.choice([0, 1, 2, -1, 1.5, 10**30, 10**400, 1e300])
            case "list":
                return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
            case "object":
                return {self.word(): self.value(depth + 1) for _ in range(self.random.randrange(3))}
            case _:
                return self.random.choice([None, True, False])

    def request_body(self) -> bytes:
        names = ["sessions", "room", "from", "until", "pending", "ruleset", self.word()]
        body = {name: self.value() for name in self.random.sample(names, self.random.randrange(4))}
        if self.random.random() < 0.3:
            body["sessions"] = [1]
        return self.damaged(json.dumps(body).encode("utf-8", "surrogatepass"), 0.2)

    def log(self) -> bytes:
        session = {"session": f"F-{self.random.randrange(12)}"} if self.random.random() < 0.5 else {}
        lines = [hand_line(number) for number in range(1, self.random.randrange(1, 5))]
        if self.random.random() < 0.5:
            line = self.random.choice(lines) if lines else {}
            line[self.random.choice(["hand", "seats", "unit", "at", "x", "_x"])] = self.value()
        body = log(*lines, **session)
        if self.random.random() < 0.3:
            body = zipped(body)
        return self.damaged(body, 0.5)

    def damaged(self, body: bytes, chance: float) -> bytes:
        if self.random.random() > chance:
            return body
        at = self.random.randrange(len(body) + 1)
        match self.random.randrange(5):
            case 0:
                return body[:at]
            case 1:
                return body[:at] + self.random.randbytes(self.random.randrange(1, 9)) + body[at:]
            case 2:
                return body[:at] + b"\x00" + body[at + 1 :]
            case 3:
                return body + body
            case _:
                return self.random.randbytes(at)

    def form(self) -> dict:
        count = self.random.choice([0, 1, 1, 2])
        form: dict[str, Any] = {
            f"f{at}": (io.BytesIO(self.log()), self.random.choice(["", "x", "a\x00b", "ü.gz"]))
            for at in range(count)
        }
        if self.random.random() < 0.3:
            form["field"] = self.word()
        return form


def send(client, mutator: Mutator):
    choose = mutator.random.random()
    options: dict = {"headers": mutator.headers()}
    if choose >= 0.6 or mutator.random.random() < 0.15:
        options["query_string"] = mutator.query()
    if choose < 0.35:
        options |= {"data": mutator.log(), "content_type": mutator.random.choice([NDJSON, NDJSON, *TYPES])}
        return client.open("/v1/sessions", method="POST", **options)
    if choose < 0.4:
        return client.open("/v1/sessions", method="POST", data=mutator.form(), **options)
    if choose < 0.6:
        content_type = mutator.random.choice(["application/json"] * 8 + TYPES)
        options |= {"data": mutator.request_body(), "content_type": content_type}
        return client.open("/v1/audits", method="POST", **options)
    method = mutator.random.choice(
        ["GET"] * 12 + ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "POST"]
    )
    return client.open(mutator.path(), method=method, **options)


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(2)
def test_no_request_breaks_the_service(client, service, caplog, share):
    client.post(
        "/v1/sessions", data=log(hand_line(1), hand_line(2, (300, 200, 300, -800))), content_type=NDJSON
    )
    client.post("/v1/audits", json={"sessions": [1]})
    mutator, statuses = Mutator(SEED), {}
    for number in range(share(REQUESTS)):
        answer = send(client, mutator)
        text = answer.get_data()
        status = answer.status_code
        statuses[status] = statuses.get(status, 0) + 1
        where = f"request {number}: {answer.request.method} {answer.request.path}"
        assert status < 500, where
        assert b"Traceback" not in text, where
        is_page = answer.mimetype == "text/html" and answer.request.headers.get("Accept") == "text/html"
        if is_page and not answer.request.path.startswith("/v1/"):
            assert b"<h1>" in text, where
        elif status >= 400 and answer.request.method != "HEAD":
            assert answer.content_type == PROBLEM, where
            problem = json.loads(text)
            assert problem["status"] == status, where
            assert len(problem["detail"]) > 20, where
    assert {200, 201, 304, 400, 403, 404, 405, 409, 415, 422} <= set(statuses)
    assert "Traceback" not in caplog.text
    ended(lambda: {"state": "finished" if not waiting(service) else "running"})
    whole(service)


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize("role", ROLES)
def test_no_request_with_any_roles_key_breaks_it_or_shows_another_room(app, client, service, caplog, role):
    for room in ("WA-0417", "WA-0500"):
        client.post("/v1/sessions", data=log(hand_line(1), room=room), content_type=NDJSON)
        put_room(client, room, authority="wsgc" if room == "WA-0417" else None)
        client.post("/v1/audits", json={"room": room})
    scope = {"regulator": {"authority": "wsgc"}, "administrator": {}}.get(role, {"rooms": ("WA-0417",)})
    app.config[OPEN] = False
    _, text = keys.make(service.store, NewKey(role, "somebody", **scope))
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {text}"
    mutator, statuses = Mutator(SEED), set()
    for number in range(250):
        answer = send(client, mutator)
        where = f"request {number}: {answer.request.method} {answer.request.path}"
        assert answer.status_code < 500, where
        assert b"WA-0500" not in answer.get_data(), where
        assert answer.status_code != 401, where
        statuses.add(answer.status_code)
    assert {200, 403, 404} <= statuses
    assert "Traceback" not in caplog.text
    ended(lambda: {"state": "finished" if not waiting(service) else "running"})
    whole(service)


def waiting(service) -> bool:
    states = service.store.audits.by_state()
    return "queued" in states or "running" in states


def whole(service) -> None:
    """Every row belongs to something, and everything has its rows."""
    db = service.store.connections.db
    found = examine(service.store.folder / FILE, folder=False)
    assert [each.faults for each in found.checks if each.check == "database"] == [[]]
    assert db.execute("SELECT count(*) FROM audits WHERE state NOT IN ('finished', 'failed')").fetchone() == (
        0,
    )
    orphans = "SELECT count(*) FROM evidence WHERE outcome = 'session' AND content_sha256 NOT IN"
    assert db.execute(f"{orphans} (SELECT content_sha256 FROM sessions)").fetchone() == (0,)
    assert db.execute(
        "SELECT count(*) FROM evidence WHERE outcome != 'session' AND problems IS NULL"
    ).fetchone() == (0,)
    for state, counts, number in db.execute("SELECT state, counts, id FROM audits"):
        result = document_of(db, number)
        found, covered = (len(list(result.findings())), len(result.coverage())) if result else (0, 0)
        assert found == (json.loads(counts)["findings"] if state == "finished" else 0)
        assert (covered > 0) == (state == "finished")
