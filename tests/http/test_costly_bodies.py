"""Requests that are cheap to send and were dear to answer: what the service answers them."""

import gzip
import io

import pytest

from auditor.evidence import SERVED
from auditor.http.app import LARGEST_BODY
from tests.attacks import TOML, Attack, attacks, draft
from tests.http.filing import AT, put_room
from tests.http.kit import NDJSON, log

HERE = f"{AT}?dry_run=true"


@pytest.mark.parametrize("name", ["33 MB of JSON", "33 MB of a key", "a form of 1,000,000 parts"])
def test_what_is_too_long_is_refused_before_it_is_read(client, name):
    put_room(client)
    answer = sent(client, attacks()[name])
    assert answer.status_code == 413
    assert "The request's body is too large. At most " in answer.json["detail"]


def test_a_file_of_controls_has_a_limit_of_its_own(client):
    put_room(client)
    answer = client.post(HERE, data=draft("#" * 256_000), content_type=TOML)
    assert answer.status_code == 413
    assert answer.json["detail"] == "The request's body is too large. At most 256,000 bytes are taken here."
    form = {"file": (io.BytesIO(draft("#" * 270_000)), "controls.toml")}
    assert client.post(HERE, data=form).status_code == 413


@pytest.mark.parametrize("name", ["a key of 20,000 parts", "patches by a long path", "2,000 procedures"])
def test_a_draft_that_explodes_is_answered(client, name):
    put_room(client)
    answer = sent(client, attacks()[name])
    assert answer.status_code in (200, 422)
    said = [answer.json["detail"]] if answer.status_code == 422 else answer.json["problems"]
    words = ("nested too deep", "longer than maximum length", "2,000 values")
    assert any(word in each for each in said for word in words)


def test_a_hundred_errors_of_a_request_are_listed_and_all_are_counted(client):
    answer = client.post("/v1/audits", json={"sessions": ["x"] * 9_000})
    assert answer.status_code == 422
    assert len(answer.json["errors"]) == 100
    assert answer.json["detail"] == (
        "The request is not valid: #/sessions/0: Not a valid integer. (and 9000 more)"
    )


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "found"),
    [
        (gzip.compress(log()) + gzip.compress(b"") * 20_000, "gzip data of more than 20,000 members"),
        (gzip.compress(b"\n" * (17 << 20)), "gzip data that grows"),
    ],
)
def test_a_log_that_decompression_makes_dear_is_refused(client, body, found):
    answer = client.post("/v1/sessions", data=body, content_type=NDJSON)
    assert (answer.status_code, answer.json["type"]) == (413, "urn:cardroom-auditor:problem:log-too-large")
    assert answer.json["problems"][0]["found"].startswith(found)


def test_a_log_compressed_a_hand_at_a_time_is_taken(client):
    body = b"".join(gzip.compress(line) for line in log().splitlines(keepends=True))
    body += gzip.compress(b"") * 5_000
    assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201


def test_a_log_may_be_as_long_decompressed_as_without_gzip():
    assert SERVED.decompressed == LARGEST_BODY == 32 << 20


def sent(client, attack: Attack):
    return client.open(attack.path, method=attack.method, data=attack.body(), content_type=attack.media_type)
