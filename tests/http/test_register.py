"""The register over HTTP: what everybody reads, what a key reads, and that a monitor can verify it all."""

import hashlib
import json

import metamorphic_log as judge
import pytest

from auditor.register import register_checkpoints, tiles, tree
from auditor.register.tiles import TiledTree
from auditor.store.engines import Engines
from auditor.store.register_key import load
from tests.http.filing import put_room
from tests.http.kit import NDJSON, log
from tests.services import application


@pytest.fixture
def app(tmp_path):
    with application(tmp_path / "data") as made:
        yield made


@pytest.fixture
def client(app):
    return app.test_client()


def fill(client):
    put_room(client)
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    client.post("/v1/sessions", data=b"no log", content_type=NDJSON)


def read(client, tile):
    return tiles.hashes_of(client.get(f"/v1/register/tile/{tile.path}").data)


def test_an_empty_register_has_no_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr(Engines, "note", lambda *_: False)  # a service enters its engine when it starts
    with application(tmp_path / "empty") as app:
        answer = app.test_client().get("/v1/register/checkpoint")
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (404, "no-checkpoint")


def test_a_monitor_verifies_an_entry_from_what_is_public(app, client):
    fill(client)
    key = load(app.extensions["auditor"].store.folder).verifier
    answer = client.get("/v1/register/checkpoint")
    assert (answer.content_type, answer.headers["Cache-Control"]) == ("text/plain; charset=utf-8", "no-cache")
    seen = register_checkpoints.seen(answer.data, key).checkpoint
    tiled = TiledTree(seen.size, lambda tile: read(client, tile))
    assert (seen.size, tiled.root()) == (4, seen.root)
    entry = client.get("/v1/register/entries/2").json
    assert json.loads(entry["record"])["file"]["sha256"] == hashlib.sha256(log()).hexdigest()
    bundle = client.get("/v1/register/tile/entries/000.p/4")
    assert bundle.content_type == "application/octet-stream"
    assert "immutable" in bundle.headers["Cache-Control"]
    committed = tiles.entries_of(bundle.data)[2]
    assert committed == hashlib.sha256(bytes.fromhex(entry["nonce"]) + entry["record"].encode()).digest()
    assert tree.leaf_hash(committed).hex() == entry["leaf"]
    judge.checkpoint_verify_inclusion(
        answer.text, [str(key)], 2, bytes.fromhex(entry["leaf"]), tiled.inclusion_proof(2)
    )


def test_the_public_part_has_no_word_of_a_record(client):
    fill(client)
    for path in ("checkpoint", "tile/0/000.p/4", "tile/entries/000.p/4"):
        body = client.get(f"/v1/register/{path}").data
        assert b"WA-0417" not in body
        assert b"upload" not in body


@pytest.mark.parametrize(
    "path", ["0/000", "0/000.p/5", "1/000.p/1", "0/00", "entries/001.p/1", "nonsense", "0/000.p/0"]
)
def test_a_tile_that_is_not_there_is_404(client, path):
    fill(client)
    answer = client.get(f"/v1/register/tile/{path}")
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (404, "no-such-tile")


def test_an_entry_that_is_not_there_is_404(client):
    fill(client)
    answer = client.get("/v1/register/entries/4")
    assert (answer.status_code, answer.json["detail"]) == (404, "There is no entry 4.")
