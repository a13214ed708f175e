"""The service over a store in PostgreSQL: what it answers is what it answers over a file."""

from contextlib import contextmanager

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.http.kit import NDJSON, ended, hand_line, log
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


def test_a_data_folder_that_is_gone_is_a_503_until_it_is_there_again(stores, tmp_path):
    """The last signature is kept there: without it nobody could say whether an older store was put back."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        refused = client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
        assert refused.status_code == 503
        assert "The data folder, with the keys of the service" in refused.json["detail"]
        assert client.get("/healthz").status_code == 503
        assert not (tmp_path / "data").exists()
        (tmp_path / "elsewhere").rename(tmp_path / "data")
        assert client.get("/healthz").json["status"] == "ok"
        sent = client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
        assert (sent.status_code, sent.json["id"]) == (201, 1)


def test_a_log_is_audited_when_it_comes_in(stores, tmp_path):
    with application(tmp_path / "data", audit_on_arrival=True) as app:
        client = app.test_client()
        sent = client.post("/v1/sessions", data=log(hand_line(1, WRONG)), content_type=NDJSON)
        assert sent.status_code == 201
        audit = ended(lambda: (client.get("/v1/audits").json["audits"] or [{"state": "none"}])[0])
        assert (audit["state"], audit["sessions"], audit["money_misallocated"]) == ("finished", [1], 100)


@pytest.mark.parametrize("when", ["IMMEDIATE", "DEFERRED"])
def test_a_full_disk_of_the_database_is_a_503_and_loses_nothing(stores, tmp_path, when):
    """The server says that its disk is full, at a statement or at the commit: nothing of the request is kept."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        assert client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON).status_code == 201
        with _full(stores, tmp_path / "data", when):
            refused = client.post("/v1/sessions", data=log(hand_line(2), session="S-2"), content_type=NDJSON)
            assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (
                503,
                "store-unavailable",
            )
            assert "Nothing of this request was stored" in refused.json["detail"]
        assert [each["session"] for each in client.get("/v1/sessions").json["sessions"]] == ["S-1"]
        sent = client.post("/v1/sessions", data=log(hand_line(2), session="S-2"), content_type=NDJSON)
        assert (sent.status_code, sent.json["id"]) == (201, 2)
        with psycopg.connect(stores.url_of(tmp_path / "data")) as conn:
            kinds = "SELECT kind FROM auditor.register WHERE kind LIKE 'upload.%' ORDER BY entry"
            assert [kind for (kind,) in conn.execute(kinds)] == ["upload.accepted", "upload.accepted"]


def test_a_connection_that_is_lost_at_the_commit_is_a_503_and_the_same_upload_is_taken_once(stores, tmp_path):
    """Whether the database has committed is not known then: the same log sent again is the same session."""
    with application(tmp_path / "data") as app:
        client = app.test_client()
        with _ended_at_commit(stores, tmp_path / "data"):
            refused = client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
            assert refused.status_code == 503
        again = client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
        assert (again.status_code, again.json["id"]) == (201, 1)
        assert client.get("/healthz").json["status"] == "ok"


@contextmanager
def _full(stores, folder, when):
    """Block in which the server says that its disk is full where a log's bytes are to be kept."""
    with psycopg.connect(stores.url_of(folder), autocommit=True) as conn:
        conn.execute(
            "CREATE FUNCTION auditor.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
        )
        conn.execute(
            "CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT OR UPDATE ON auditor.evidence DEFERRABLE "
            f"INITIALLY {when} FOR EACH ROW EXECUTE FUNCTION auditor.full_disk()"
        )
        yield
        conn.execute("DROP TRIGGER full_disk ON auditor.evidence")


@contextmanager
def _ended_at_commit(stores, folder):
    """Block in which the server ends a connection that commits a log."""
    with psycopg.connect(stores.url_of(folder), autocommit=True) as conn:
        conn.execute(
            "CREATE FUNCTION auditor.ended() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60); RETURN NULL; END $$"
        )
        conn.execute(
            "CREATE CONSTRAINT TRIGGER ended AFTER INSERT ON auditor.evidence DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION auditor.ended()"
        )
        yield
        conn.execute("DROP TRIGGER ended ON auditor.evidence")


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
