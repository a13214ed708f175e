"""Wrong files at the doors of a served store, over a real connection: each answer is a problem that says what to do."""

from __future__ import annotations

import gzip

import pytest
import requests

from tests.cli.kit import right
from tests.http.kit import NDJSON, serving
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import entries, header, written

TOURNAMENT = written(header(room="WA-0417"), *entries(3))
LEDGER = ledgers.written(ledgers.header(room="WA-0417"), ledgers.drop(500), ledgers.drop(700))
OWN = {"sessions": right(), "tournaments": TOURNAMENT, "ledgers": LEDGER}
FORMATS = {
    "sessions": "cardroom-log/1",
    "tournaments": "cardroom-tournament/1",
    "ledgers": "cardroom-ledger/1",
}
WHAT = {"sessions": "a log", "tournaments": "the file of a tournament", "ledgers": "a ledger"}
CALLED = {"sessions": "a session log", "tournaments": "the file of a tournament", "ledgers": "a ledger"}
EVENTS = ("tournaments", "ledgers")


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """One service for all: each file is refused, so that nothing of them is ever on record."""
    with serving(tmp_path_factory.mktemp("doors")) as server:
        yield server.url


def send(url, door, body, content_type=NDJSON, **headers):
    answer = requests.post(
        f"{url}/v1/{door}", data=body, headers={"Content-Type": content_type, **headers}, timeout=60
    )
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == answer.status_code
    return problem


def kind_of(problem):
    return problem["type"].rpartition(":")[-1]


def nothing_on_record(url):
    return all(
        requests.get(f"{url}/v1/{door}", timeout=60).json()["pagination"]["total"] == 0 for door in OWN
    )


@pytest.mark.slow
def test_a_file_at_another_door_is_sent_to_its_own_also_cut_or_as_gzip(url):
    for door in OWN:
        for other in set(OWN) - {door}:
            whole = OWN[other]
            for body in (whole, gzip.compress(whole), whole[: len(whole) - 20], whole[:60]):
                problem = send(url, door, body)
                assert (problem["status"], kind_of(problem)) == (422, "other-format"), (door, other, body)
                assert problem["detail"] == (
                    f"This is {CALLED[other]}. Nothing was stored. POST /v1/{other} takes it."
                )
    assert nothing_on_record(url)


@pytest.mark.parametrize("door", OWN)
def test_an_empty_body_is_refused_in_the_words_of_the_door(url, door):
    for body in (b"", gzip.compress(b"")):
        problem = send(url, door, body)
        assert problem["status"] == 422
        assert problem["detail"].startswith("The file is empty. Expected is ")
        assert f"lines of JSON in {FORMATS[door]}" in problem["detail"]
    problem = send(url, door, b"\n \n")
    assert f"cannot be read as {FORMATS[door]}" in problem["detail"]
    assert nothing_on_record(url)


@pytest.mark.parametrize("door", OWN)
def test_a_file_that_was_cut_off_names_its_last_line(url, door):
    problem = send(url, door, OWN[door][:-9])
    assert problem["status"] == 422
    (wrong,) = problem["problems"]
    assert wrong["line"] == OWN[door].count(b"\n")
    assert problem["detail"].startswith(
        f"The file ends in the middle of line {wrong['line']}: it was cut off."
    )
    assert nothing_on_record(url)


@pytest.mark.parametrize("door", OWN)
def test_gzip_that_was_cut_off_is_said_to_be_sent_again(url, door):
    packed = gzip.compress(OWN[door])
    problem = send(url, door, packed[: len(packed) // 2])
    assert problem["status"] == 422
    said = "The file ends in the middle of its gzip data: it was cut off. Send the whole file."
    assert problem["detail"].startswith(said)
    problem = send(url, door, OWN[door], **{"Content-Encoding": "gzip"})
    assert (problem["status"], kind_of(problem)) == (400, "not-gzip")
    assert nothing_on_record(url)


@pytest.mark.slow
@pytest.mark.parametrize("door", EVENTS)
def test_gzip_of_too_much_is_too_large(url, door):
    problem = send(url, door, gzip.compress(b" " * (40 << 20)))
    assert (problem["status"], kind_of(problem)) == (413, "log-too-large")
    assert nothing_on_record(url)


@pytest.mark.parametrize("door", OWN)
def test_another_content_type_is_refused_with_those_that_are_taken(url, door):
    for content_type in ("application/json", "application/pdf", "text/csv"):
        problem = send(url, door, OWN[door], content_type)
        assert (problem["status"], kind_of(problem)) == (415, "unsupported-media-type")
        assert f"{WHAT[door]} is taken as application/x-ndjson, application/gzip" in problem["detail"]
    problem = send(url, door, OWN[door], **{"Content-Encoding": "br"})
    assert f"{WHAT[door]} is taken as it is or as gzip." in problem["detail"]
    assert nothing_on_record(url)


@pytest.mark.parametrize("door", EVENTS)
def test_a_file_without_its_first_line_is_read_as_what_the_door_takes(url, door):
    problem = send(url, door, OWN[door].split(b"\n", 1)[1])
    assert f"cannot be read as {FORMATS[door]}" in problem["detail"]
    wrong = problem["problems"][0]
    assert (wrong["line"], wrong["field"]) == (1, "event")
    assert f'the "{door[:-1]}" event on the first line' in wrong["expected"]


@pytest.mark.parametrize("door", OWN)
def test_the_files_of_two_rooms_in_one_body_are_refused_at_the_second_one(url, door):
    second = OWN[door].replace(b"WA-0417", b"WA-0999", 1)
    problem = send(url, door, OWN[door] + second)
    lines = OWN[door].count(b"\n")
    assert problem["status"] == 422
    assert lines + 1 in [each["line"] for each in problem["problems"]]
    assert nothing_on_record(url)


@pytest.mark.slow
@pytest.mark.parametrize("door", OWN)
def test_what_is_no_ndjson_at_all_is_refused_in_the_words_of_the_door(url, door):
    deep = b"[" * 100_000
    for body in (
        b"hello\n",
        b"null\n",
        b"[1]\n",
        b'{"event": 1}\n',
        deep,
    ):
        problem = send(url, door, body)
        assert problem["status"] == 422
        assert f"cannot be read as {FORMATS[door]}" in problem["detail"], body[:20]
        assert problem["problems"]
    assert nothing_on_record(url)


@pytest.mark.parametrize("door", OWN)
@pytest.mark.parametrize(
    ("body", "found"),
    [(b"%PDF-1.7\n\xff\xfe\n", "a PDF"), ("é\n".encode("utf-16"), "binary data, not text")],
    ids=["a PDF", "UTF-16"],
)
def test_a_file_of_another_kind_is_called_that_without_its_bytes(url, door, body, found):
    problem = send(url, door, body)
    assert (problem["status"], kind_of(problem)) == (
        422,
        "not-a-log" if door == "sessions" else "event-refused",
    )
    assert problem["detail"].startswith(f"The file is {found}. Expected is ")
    assert f"lines of JSON in {FORMATS[door]}" in problem["detail"]
    assert nothing_on_record(url)


@pytest.mark.parametrize("door", EVENTS)
def test_a_form_with_two_files_takes_none(url, door):
    files = [("a", ("a.ndjson", OWN[door])), ("b", ("b.ndjson", OWN[door]))]
    answer = requests.post(f"{url}/v1/{door}", files=files, timeout=60)
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "application/problem+json")
    assert f"send one file, {WHAT[door]}, and nothing else" in answer.json()["detail"]
    assert nothing_on_record(url)
