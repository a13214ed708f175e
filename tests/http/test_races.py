"""Sixteen at once who want the same: one gets it, and the others learn who did; or all get the same answer."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests

from auditor.access.keys import KeyNotPossible, NewKey, make, rotate
from auditor.doctor import examine
from auditor.store import Store
from auditor.store.store import FILE
from auditor.store.store_backup import TargetExists, copy_store
from tests.http.filing import TERMS, TOML
from tests.http.kit import Server, long_log, serving
from tests.rules.filed import controls

MANY = 16
CONTROLS = "/v1/rooms/WA-0417/controls/wa-0417-thirteen/1"


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """What each of sixteen gave or raised, all of whom begin together."""
    ready = threading.Barrier(MANY)
    found: list[Any] = [None] * MANY

    def run(place: int) -> None:
        ready.wait()
        try:
            found[place] = work(place)
        except Exception as error:
            found[place] = error

    threads = [threading.Thread(target=run, args=[place]) for place in range(MANY)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("races") / "data", workers=4) as server:
        server.has_workers(4)
        yield server


@pytest.mark.slow
def test_of_sixteen_approvals_one_is_made(server):
    url = server.url + CONTROLS
    assert requests.put(f"{server.url}/v1/rooms/WA-0417", json=TERMS, timeout=60).status_code == 201
    assert requests.put(url, data=controls(), headers={"Content-Type": TOML}, timeout=60).status_code == 201
    assert requests.post(f"{url}/submit", json={"by": "the room"}, timeout=60).status_code == 200

    def approve(place: int) -> requests.Response:
        letter = {"by": f"regulator {place}", "reference": f"letter {place}"}
        return requests.post(f"{url}/approve", json=letter, timeout=60)

    answers = at_once(approve)
    (winner,) = (place for place, answer in enumerate(answers) if answer.status_code == 200)
    others = [answer for place, answer in enumerate(answers) if place != winner]
    assert {(each.status_code, each.json()["type"].rpartition(":")[2]) for each in others} == {
        (409, "cannot-be-filed")
    }
    assert requests.get(url, timeout=60).json()["standing"] == "approved"
    history = requests.get(f"{url}/history", timeout=60).json()["history"]
    assert [(each["action"], each["by"], each["reference"]) for each in history] == [
        ("draft", None, None),
        ("submitted", "the room", None),
        ("approved", f"regulator {winner}", f"letter {winner}"),
    ]


@pytest.mark.slow
def test_of_sixteen_uploads_of_a_log_one_is_stored_and_all_are_that_session(server):
    log = long_log(300, session="S-same")
    answers = at_once(lambda _: server.post_log(log))
    assert sorted(answer.status_code for answer in answers) == [200] * 15 + [201]
    (session,) = {answer.json()["id"] for answer in answers}
    assert [answer.json()["already_stored"] for answer in answers if answer.status_code == 201] == [False]
    assert server.get(f"/v1/sessions/{session}/log").content == log
    listed = server.get("/v1/sessions?page_size=100").json()["sessions"]
    assert [each["id"] for each in listed if each["session"] == "S-same"] == [session]


@pytest.mark.slow
def test_of_sixteen_corrections_of_a_session_one_is_taken(server):
    first = long_log(20, session="S-corrected")
    number = server.post_log(first).json()["id"]
    digest = hashlib.sha256(first).hexdigest()

    def correction(place: int) -> bytes:
        named = {"sha256": digest, "reason": f"count {place}", "by": f"clerk {place}"}
        return long_log(20 + place, session="S-corrected", supersedes=named)

    answers = at_once(lambda place: server.post_log(correction(place)))
    (winner,) = (place for place, answer in enumerate(answers) if answer.status_code == 201)
    made = answers[winner].json()
    assert (made["hands"], made["supersedes"]) == (20 + winner, number)
    assert server.get(f"/v1/sessions/{number}").json()["superseded_by"] == made["id"]
    for place, answer in enumerate(answers):
        if place != winner:
            assert answer.status_code == 409
            assert f"that is session {made['id']} with SHA-256" in answer.json()["detail"]
    store = Store(server.data)
    kept = [store.evidence.get(hashlib.sha256(correction(place)).hexdigest()) for place in range(MANY)]
    store.close()
    assert [each.outcome for each in kept] == [
        "session" if place == winner else "conflict" for place in range(MANY)
    ]


def test_of_sixteen_requests_with_a_key_one_makes_the_audit(server):
    session = server.post_log(long_log(20, session="S-key")).json()["id"]

    def ask(_: int) -> requests.Response:
        return requests.post(
            f"{server.url}/v1/audits", json={"sessions": [session]}, headers={"Idempotency-Key": "K"}, timeout=60
        )  # fmt: skip

    (audit,) = {answer.json()["id"] for answer in at_once(ask)}
    listed = server.get("/v1/audits?page_size=100").json()["audits"]
    assert [each["id"] for each in listed if each["request"] == {"sessions": [session]}] == [audit]


@pytest.mark.slow
def test_of_sixteen_rotations_of_a_key_one_is_made(tmp_path):
    stores = [Store(tmp_path) for _ in range(4)]
    key, _ = make(stores[0], NewKey("administrator", "somebody"))
    found = at_once(lambda place: rotate(stores[place % 4], key.id))
    (made,) = (each[0] for each in found if not isinstance(each, Exception))
    assert made.replaces == key.id
    for each in found:
        if isinstance(each, Exception):
            assert isinstance(each, KeyNotPossible)
            assert f"Key {key.id} has a successor already: {made.id}" in str(each)
    assert {each.id for each in stores[1].keys.all()} == {key.id, made.id}
    for store in stores:
        store.close()


@pytest.mark.of_the_file
@pytest.mark.slow
def test_of_sixteen_backups_into_one_file_one_is_made(server, tmp_path):
    server.post_log(long_log(20, session="S-copied"))
    target = tmp_path / "copy.sqlite"
    found = at_once(lambda _: copy_store(server.data / FILE, target))
    refused = [each for each in found if each is not None]
    assert len(refused) == MANY - 1
    for each in refused:
        assert isinstance(each, TargetExists)
        assert f"{target} exists. Name another file" in str(each)
    assert list(tmp_path.iterdir()) == [target]
    assert examine(target, folder=False).sound
