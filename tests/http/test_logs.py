"""What the service logs: who read what, which request an error belongs to, and nothing of what is in logs."""

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.server import CannotServe, serve
from auditor.register import register_notes
from auditor.store import Store
from tests.cli.kit import environment
from tests.http.kit import NDJSON, hand_line, log
from tests.processes import COMMAND, Forked

BREAKS = """
import auditor.sessions
def breaks(self, number):
    raise KeyError("Zelda Quimby sat here")
auditor.sessions.Sessions.get = breaks
"""


WITNESS = register_notes.new_signer("witness.example/1", b"\x08" * 32, register_notes.COSIGNATURE).verifier
WITNESSES = f"""hosts = ["witness.example"]
[[witness]]
key = "{WITNESS}"
url = "https://witness.example/1"
"""


class Logged:
    """A service with keys, and its log."""

    def __init__(self, url: str, data: Path, file: Path) -> None:
        self.url, self.data, self._file = url, data, file

    @property
    def text(self) -> str:
        return self._file.read_text()

    def lines(self, event: str = "request") -> list[dict]:
        return [each for each in map(json.loads, self.text.splitlines()) if each["event"] == event]

    def line_of(self, answer: requests.Response | str) -> dict:
        """The line of a request, by its answer or its id. It is written after the last byte of the answer."""
        number = answer if isinstance(answer, str) else answer.headers["X-Request-Id"]
        for _ in range(500):
            for each in self.lines():
                if each["request_id"] == number:
                    return each
            time.sleep(0.01)
        raise AssertionError(self.text)

    def key(self, role: str, name: str, **scope) -> tuple[str, str]:
        """The id and the text of a new key."""
        store = Store(self.data)
        made, text = keys.make(store, NewKey(role, name, **scope))
        store.close()
        return made.id, text


@contextmanager
def logging_service(
    tmp_path: Path, *options: str, settings: str = "", shape: str = "json"
) -> Iterator[Logged]:
    file = tmp_path / "log.txt"
    given = ("serve", "--port", 0, "--data", tmp_path / "data", *options)
    with Forked(
        settings + COMMAND, *given, errors=file, environment=environment(AUDITOR_LOG=shape)
    ) as process:
        try:
            yield Logged(process.stdout.readline().split()[2], tmp_path / "data", file)
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Logged]:
    with logging_service(tmp_path_factory.mktemp("logs")) as service:
        yield service


def bearer(text: str, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}", **more}


def test_a_request_is_logged_with_who_made_it_and_what_it_was_about(served: Logged):
    name, text = served.key("room", "Dana Reyes", rooms=["WA-0417"])
    sent = requests.post(
        f"{served.url}/v1/sessions", data=log(session="S-who"), headers=bearer(text, **{"Content-Type": NDJSON}),
        timeout=60,
    )  # fmt: skip
    line = served.line_of(sent)
    assert (line["key"], line["holder"], line["role"]) == (name, "Dana Reyes", "room")
    assert (line["method"], line["route"], line["status"]) == ("POST", "/v1/sessions", 201)
    assert (line["room"], line["session"]) == ("WA-0417", sent.json()["id"])
    assert (line["bytes"], line["client"]) == (len(sent.content), "127.0.0.1")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", line["timestamp"])
    assert line["ms"] > 0
    read = requests.get(f"{served.url}/v1/sessions/{sent.json()['id']}/log", headers=bearer(text), timeout=60)
    line = served.line_of(read)
    assert (line["route"], line["room"], line["session"], line["bytes"]) == (
        "/v1/sessions/<number:session>/log", "WA-0417", sent.json()["id"], len(log(session="S-who")),
    )  # fmt: skip


def test_an_ended_key_and_none_are_logged_too(served: Logged):
    name, text = served.key("room", "Gone", rooms=["WA-0417"])
    store = Store(served.data)
    keys.revoke(store, name)
    store.close()
    refused = requests.get(f"{served.url}/v1/sessions", headers=bearer(text), timeout=60)
    line = served.line_of(refused)
    assert (line["status"], line["key"], line["holder"], line["role"]) == (401, name, None, None)
    line = served.line_of(requests.get(f"{served.url}/v1/sessions", timeout=60))
    assert (line["status"], line["key"], line["route"]) == (401, None, "/v1/sessions")
    line = served.line_of(requests.get(f"{served.url}/no/such/page", timeout=60))
    assert (line["status"], line["route"]) == (404, None)


def test_an_act_that_a_role_may_not_do_is_logged(served: Logged):
    name, text = served.key("compliance", "M. Ito", rooms=["WA-0417"])
    refused = requests.post(
        f"{served.url}/v1/sessions", data=log(session="S-not"), headers=bearer(text, **{"Content-Type": NDJSON}),
        timeout=60,
    )  # fmt: skip
    line = served.line_of(refused)
    assert (refused.status_code, line["status"], line["key"], line["role"]) == (403, 403, name, "compliance")
    assert (line["method"], line["route"]) == ("POST", "/v1/sessions")


def test_a_plain_request_id_is_taken_and_another_is_not(served: Logged):
    def answered(given: str) -> str:
        return requests.get(f"{served.url}/healthz", headers={"X-Request-Id": given}, timeout=60).headers[
            "X-Request-Id"
        ]

    assert answered("night-42.A_b") == "night-42.A_b"
    for other in ("x" * 65, "a b", "{}", "\xe4"):
        assert re.fullmatch("[0-9a-f]{16}", answered(other))
    assert len({answered("") for _ in range(20)}) == 20


def test_what_the_server_itself_refuses_is_logged_with_an_id(served: Logged):
    with socket.create_connection(("127.0.0.1", int(served.url.rpartition(":")[2])), timeout=60) as wire:
        wire.sendall(b"GET /healthz HTTP/1.1\r\nX-Request-Id: mine-7\r\n\r\n")
        answer = wire.recv(65536)
    assert b"X-Request-Id: mine-7\r\n" in answer
    line = served.line_of("mine-7")
    assert (line["status"], line["route"], line["client"]) == (400, None, "127.0.0.1")


def test_no_secret_and_nothing_of_a_log_is_ever_logged(served: Logged):
    _, text = served.key("automation", "nightly", all_rooms=True)
    headers = bearer(text, Cookie="session=cookie-secret", **{"Content-Type": NDJSON})
    url = f"{served.url}/v1/sessions"
    good = requests.post(
        url, data=log(hand_line(1, players="Zelda-Quimby-"), session="S-names"), headers=headers, timeout=60
    )
    assert good.status_code == 201
    broken = (
        log(session="S-broken") + b'{"event": "chinese_hand", "player": "Zelda-Quimby-9", "hand": "one"}\n'
    )
    assert requests.post(url, data=broken, headers=headers, timeout=60).status_code == 422
    assert (
        requests.get(f"{url}?room=query-secret&x=query-secret", headers=headers, timeout=60).status_code
        == 422
    )
    asked = requests.post(
        f"{served.url}/v1/audits", json={"sessions": [good.json()["id"]]}, headers=bearer(text), timeout=60
    )
    number = asked.json()["id"]
    assert served.line_of(asked)["audit"] == number
    findings = requests.get(
        f"{served.url}/v1/audits/{number}/findings?player=query-secret", headers=headers, timeout=60
    )
    requests.get(f"{url}/999", headers=bearer("cra_wrong_secret"), timeout=60)
    served.line_of(findings)
    while not any(each["audit"] == number for each in served.lines("audit ended")):
        time.sleep(0.02)
    logged = served.text
    secret = text.split("_", 2)[2]  # which may have an underscore, too
    for never in (secret, "cra_", "Bearer", "cookie-secret", "query-secret", "Zelda", "Quimby", "QcJhJdTh2h"):
        assert never not in logged
    (line,) = [each for each in served.lines("audit ended") if each["audit"] == number]
    assert line["state"] == "finished"


def test_no_path_and_no_name_can_forge_a_line(served: Logged):
    _, text = served.key("automation", "forger", all_rooms=True)
    forged = '{"event": "request", "holder": "Agent 12"}'
    for path in (f"WA%0D%0A{forged}", "WA%1B%5B2J%1B%5B31m", "WA%C2%9B31m%E2%80%A8%E2%80%AE"):
        answer = requests.get(f"{served.url}/v1/rooms/{path}", headers=bearer(text), timeout=60)
        assert answer.status_code == 404
        line = served.line_of(answer)
        assert line["holder"] == "forger"
        assert "\\" in line["room"]
    assert len([line for line in served.lines() if line.get("holder") == "forger"]) == 3
    assert all(each.isprintable() and each.isascii() for each in served.text.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize(("more", "times"), [("", 1), (WITNESSES, 0)], ids=["unwitnessed", "witnessed"])
def test_a_service_without_a_witness_says_so_once(tmp_path: Path, more: str, times: int):
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "witnesses.toml").write_text(more)
    with logging_service(tmp_path, "--workers", "2") as service:
        _, text = service.key("automation", "monitor", all_rooms=True)
        for _ in range(3):
            answer = requests.get(f"{service.url}/v1/rooms", headers=bearer(text), timeout=60)
            service.line_of(answer)
    lines = service.lines("unwitnessed")
    assert [each["level"] for each in lines] == ["warning"] * times
    assert all(each["reason"].startswith("witnesses.toml names no witness") for each in lines)


@pytest.mark.slow
def test_the_form_for_people_cannot_be_forged_either(tmp_path: Path):
    with logging_service(tmp_path, shape="text") as service:
        _, text = service.key("automation", "forger", all_rooms=True)
        path = "WA%0D%0A2026-01-01T00:00:00Z%20request%1B%5B31m%20holder='x'"
        assert (
            requests.get(f"{service.url}/v1/rooms/{path}", headers=bearer(text), timeout=60).status_code
            == 404
        )
        while "forger" not in service.text:
            time.sleep(0.02)
    assert all(each.isprintable() for each in service.text.splitlines())
    (line,) = (each for each in service.text.splitlines() if "forger" in each)
    assert "[info     ] request [auditor.access]" in line
    assert "route='/v1/rooms/<room>'" in line


@pytest.mark.slow
def test_a_failure_names_its_request_and_the_log_has_where_it_came_from(tmp_path: Path):
    with logging_service(tmp_path, settings=BREAKS) as service:
        _, text = service.key("room", "Dana Reyes", rooms=["WA-0417"])
        answer = requests.get(f"{service.url}/v1/sessions/1", headers=bearer(text), timeout=60)
        assert answer.status_code == 500
        assert answer.json()["request_id"] == answer.headers["X-Request-Id"]
        assert "Traceback" not in answer.text
        assert service.line_of(answer)["status"] == 500
    (line,) = service.lines("the request broke down")
    assert line["request_id"] == answer.json()["request_id"]
    assert (line["level"], line["error"], line["route"]) == (
        "error",
        "KeyError",
        "/v1/sessions/<number:session>",
    )
    assert line["traceback"][-1] == "KeyError: (what it says is left out: it may quote a log)"
    assert any("in breaks" in each for each in line["traceback"])


@pytest.mark.slow
def test_the_client_is_whom_the_proxy_names(tmp_path: Path):
    with logging_service(tmp_path, "--behind-tls-proxy", "1", "--name", "audits.example") as service:
        headers = {"X-Forwarded-For": "198.51.100.9", "X-Forwarded-Host": "audits.example"}
        answer = requests.get(f"{service.url}/healthz", headers=headers, timeout=60)
        assert service.line_of(answer)["client"] == "198.51.100.9"


def test_a_shape_of_the_log_that_there_is_not_is_refused(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("AUDITOR_LOG", "xml")
    with pytest.raises(CannotServe, match="AUDITOR_LOG is 'xml'; json or text is expected"):
        serve("127.0.0.1", 0, tmp_path)
