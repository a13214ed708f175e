"""The service over a store in PostgreSQL: what it answers is what it answers over a file."""

from contextlib import contextmanager

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.http.kit import NDJSON, hand_line, log
from tests.services import application
from tests.store.postgresql.stores import StoresInPostgresql

pytestmark = pytest.mark.slow

WRONG = (300, 200, 300, -800)  # seats 2 and 4 of hand_line


@pytest.fixture
def stores(postgresql, monkeypatch) -> StoresInPostgresql:
    postgresql.take_over(monkeypatch)
    return postgresql


def test_a_log_is_uploaded_audited_and_reported(stores, tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        sent = client.post("/v1/sessions", data=log(hand_line(1), hand_line(2, WRONG)), content_type=NDJSON)
        assert (sent.status_code, sent.json["id"], sent.json["hands"]) == (201, 1, 2)
        audit = client.post("/v1/audits", json={"sessions": [1]}).json
        assert (audit["state"], audit["hands"], audit["money_misallocated"]) == ("finished", 2, 100)
        found = client.get("/v1/audits/1/findings?code=SCR001").json["findings"]
        assert [(each["hand"], each["seat"], each["stated"], each["expected"]) for each in found] == [
            (2, 2, 200, 100),
            (2, 4, -800, -700),
        ]
        incidents = client.get("/v1/audits/1/incidents").json["incidents"]
        assert {hand["hand"] for each in incidents for hand in each["hands"]} == {2}
        report = client.get("/v1/audits/1/report.pdf")
        assert (report.status_code, report.data[:5]) == (200, b"%PDF-")
        assert client.get("/healthz").json["status"] == "ok"
    assert not (tmp_path / "data" / "auditor.sqlite").exists()
    assert (tmp_path / "data" / "register.key").exists()


def test_a_database_that_is_gone_is_a_503_until_it_is_there_again(stores, tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        assert client.get("/v1/sessions").json["sessions"] == []
        with _unreachable(stores, tmp_path / "data"):
            refused = client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
            assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (
                503,
                "store-unavailable",
            )
        assert client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON).status_code == 201


@contextmanager
def _unreachable(stores, folder):
    """Block in which nobody connects to the database of a data folder, and all connections end."""
    url = stores.url_of(folder)
    name = conninfo_to_dict(url)["dbname"]
    with psycopg.connect(url.replace(f"/{name}?", "/postgres?"), autocommit=True) as conn:
        conn.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        conn.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        yield
        conn.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
