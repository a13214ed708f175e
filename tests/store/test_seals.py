"""Rows that are compared with their seals together: which of them are named."""

import pytest

from auditor.store import Store
from auditor.store.stored_seals import altered, last_seal, not_as_sealed, seal
from tests.http.filing import put_room
from tests.http.kit import hand_line, log
from tests.http.past import WRONG, upload
from tests.services import application, unprotected


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three sessions, each with an audit; the second has no finding."""
    made = tmp_path_factory.mktemp("seals") / "data"
    with application(made) as app:
        client = app.test_client()
        put_room(client)
        for session, nets in (("S-1", WRONG), ("S-2", (300, 100, 300, -700)), ("S-3", WRONG)):
            number = upload(client, log(hand_line(1, nets), session=session))
            assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
    return made


@pytest.fixture
def db(folder):
    store = Store(folder)
    store.connections.db.execute("BEGIN")
    yield store.connections.db
    store.connections.db.rollback()
    store.close()


ALL = {
    "sessions": [(1,), (2,), (3,)], "incidents": [(1,), (2,), (3,)],
}  # fmt: skip


@pytest.mark.parametrize("subject", ALL)
def test_what_is_as_it_was_written_is_not_named(db, subject):
    assert not_as_sealed(db, subject, ALL[subject]) == []


@pytest.mark.parametrize(
    ("subject", "sql", "named"),
    [
        ("sessions", "UPDATE sessions SET hands = 9 WHERE id = 2", [(2,)]),
        ("sessions", "DELETE FROM seals WHERE subject = 'sessions' AND key = '[3]'", [(3,)]),
        ("incidents", "UPDATE incidents SET area = 'cards' WHERE audit = 3 AND position = 0", [(3,)]),
        ("incidents", "DELETE FROM incidents WHERE audit = 1", [(1,)]),
        (
            "incidents",
            "UPDATE incidents SET audit = 2, position = 9 WHERE audit = 3 AND position = 0",
            [(2,), (3,)],
        ),
        (
            "incidents",
            "UPDATE incidents SET position = 1 - position WHERE audit = 1 AND position < 2",
            [(1,)],
        ),
    ],
)
def test_what_is_not_is_named_and_nothing_else(db, subject, sql, named):
    with unprotected(db):
        if "1 - position" in sql:  # two rows change places
            db.execute("UPDATE incidents SET position = -1 - position WHERE audit = 1 AND position < 2")
            sql = "UPDATE incidents SET position = 2 + position WHERE audit = 1 AND position < 0"
        assert db.execute(sql).rowcount
    assert not_as_sealed(db, subject, ALL[subject]) == named
    for key in ALL[subject]:  # as each by itself
        sealed = last_seal(db, subject, *key)
        assert (sealed is None or bool(altered(db, sealed))) == (key in named)


def test_only_what_is_asked_for_is_named(db):
    with unprotected(db):
        db.execute("UPDATE sessions SET hands = 9")
    assert not_as_sealed(db, "sessions", [(1,), (3,)]) == [(1,), (3,)]
    assert not_as_sealed(db, "sessions", []) == []


def test_a_row_that_never_was_is_named(db):
    assert not_as_sealed(db, "sessions", [(1,), (99,)]) == [(99,)]


def test_keys_are_named_once_in_the_order_in_which_they_are_asked_for(db):
    with unprotected(db):
        db.execute("UPDATE incidents SET area = 'cards' WHERE audit != 2")
    assert not_as_sealed(db, "incidents", [(3,), (2,), (1,), (3,)]) == [(3,), (1,)]


def test_each_row_is_compared_in_the_columns_of_its_own_seal(db):
    with unprotected(db):
        db.execute("ALTER TABLE sessions ADD COLUMN later TEXT")
        seal(db, "sessions", 2)
        db.execute("UPDATE sessions SET later = 'x' WHERE id = 1")
        assert not_as_sealed(db, "sessions", ALL["sessions"]) == []
        db.execute("UPDATE sessions SET later = 'x' WHERE id = 2")
        assert not_as_sealed(db, "sessions", ALL["sessions"]) == [(2,)]
        db.execute("UPDATE sessions SET hands = 9 WHERE id = 1")
        assert not_as_sealed(db, "sessions", ALL["sessions"]) == [(1,), (2,)]
