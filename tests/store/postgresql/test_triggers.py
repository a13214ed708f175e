"""Triggers that somebody puts into the database: nothing that they add, alter or remove is signed, and the doctor names them."""

import os
from contextlib import closing

import psycopg
import pytest

from auditor.doctor import examine
from auditor.facts.canonical_record import to_record
from auditor.facts.kinds.facts_of_log import EngineChanged
from auditor.register.register_entries import NONCE_BYTES, leaf
from auditor.store import Store
from auditor.store.connections_of import FILE
from auditor.store.register_head import read_head
from tests.http.filing import TERMS
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application

pytestmark = pytest.mark.slow

AT = "2026-03-15T08:00:00.000000Z"
FORGED = to_record(EngineChanged(at=AT, number=9, version="9", library="a" * 64)).decode()
NONCE = b"n" * NONCE_BYTES
COLUMNS = f"'\\x{NONCE.hex()}'::bytea, '{FORGED}', '\\x{leaf(NONCE, FORGED.encode()).hex()}'::bytea"
BODIES = {
    "adds an entry": (
        "AFTER",
        f"IF NEW.record != '{FORGED}' THEN INSERT INTO register (entry, nonce, record, leaf) VALUES (NEW.entry + 1, {COLUMNS}); "
        "END IF; RETURN NEW;",
    ),
    "alters the entry": (
        "AFTER",
        f"UPDATE register SET (nonce, record, leaf) = ({COLUMNS}) WHERE entry = NEW.entry; RETURN NEW;",
    ),
    "removes the entry": ("AFTER", "DELETE FROM register WHERE entry = NEW.entry; RETURN NEW;"),
    "takes no entry": ("BEFORE", "RETURN NULL;"),
}


@pytest.fixture
def data(postgresql, monkeypatch, tmp_path):
    """A data folder with a room."""
    folder = tmp_path / "data"
    postgresql.take_over(monkeypatch)
    postgresql.name(monkeypatch, folder)
    with application(folder) as app:
        assert app.test_client().put("/v1/rooms/WA-0417", json=TERMS).status_code == 201
    return folder


def execute(sql):
    with psycopg.connect(os.environ["AUDITOR_STORE"], autocommit=True) as conn:
        conn.execute("SET search_path = auditor, public")
        return conn.execute(sql)


def entries():
    return execute("SELECT record FROM register ORDER BY entry").fetchall()


def schema_faults(folder):
    found = examine(folder / FILE)
    return [each.row for check in found.checks if check.check == "schema" for each in check.faults]


@pytest.mark.parametrize("what", BODIES)
def test_a_trigger_gets_nothing_signed(data, what):
    when, body = BODIES[what]
    before, head = entries(), read_head(data)
    execute(f"CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$")
    execute(f"CREATE TRIGGER quiet {when} INSERT ON register FOR EACH ROW EXECUTE FUNCTION quiet()")
    with application(data) as app:
        client = app.test_client()
        kept = client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
        assert (kept.status_code, kept.json["kept"]) == (202, True)
        refused = client.put("/v1/rooms/WA-0999", json=TERMS)
        assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (503, "record-damaged")
    assert (entries(), read_head(data)) == (before, head)
    assert "quiet" in " ".join(schema_faults(data))
    execute("DROP TRIGGER quiet ON register")
    execute("DROP FUNCTION quiet")
    with application(data) as app, closing(Store(data)) as store:
        assert app.test_client().put("/v1/rooms/WA-0999", json=TERMS).status_code == 201
        assert store.rooms.get("WA-0999").id == "WA-0999"
    assert (FORGED,) not in entries()
    assert schema_faults(data) == []
