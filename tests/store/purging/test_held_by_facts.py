"""A hold is what signed facts say: who has the store's file, and alters its row, purges nothing that it covers."""

from contextlib import closing

import pytest

from auditor.facts.kinds.facts_of_holds import HoldLiftedOnRecord
from auditor.retention import purge
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.recheck import recheck
from auditor.store.stored_purges import ChangedSince
from tests import altered_stores
from tests.http.past import old_log, planned, upload
from tests.store.purging.kit import hold, purged
from tests.store.test_doctor import alter, faults

HELD = "hold 1 of 2026-01-01 by Agent 12: case 12"
LIFTED = HoldLiftedOnRecord(
    at="2026-01-02T00:00:00.000000Z", number=1, reason="closed", who="Mallory", rooms=("WA-0417",)
)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM holds",
        "UPDATE holds SET lifted_at = '2026-01-02T00:00:00Z', lift_reason = 'closed'",
        "UPDATE holds SET room = 'WA-1'",
        "UPDATE holds SET session = 'S-9'",
        "UPDATE holds SET last_day = '2000-01-01'",
        "UPDATE holds SET id = 2",
    ],
)
def test_nothing_is_purged_under_a_hold_whose_row_was_altered(client, store, folder, sql):
    upload(client, old_log())
    found = planned(store)
    hold(store)
    alter(folder, sql)
    assert HELD in planned(store).due[0].held
    (done,) = purge(store, found, "Dana Reyes")
    assert done.left == "hold 1 was put on it"
    assert purged(folder).status == 0
    assert store.sessions.get(1).purged is None
    assert ("holds", "1") in faults(folder)["register"]


def test_a_hold_that_no_fact_makes_holds_until_somebody_looked(client, store, folder):
    """It may be one that was altered before facts were made. The doctor names it."""
    upload(client, old_log())
    row = "1, '2026-01-01', 'WA-0417', 'case 12', 'Agent 12'"
    alter(folder, f"INSERT INTO holds (id, at, room, reason, by) VALUES ({row})")
    assert planned(store).due[0].held == (HELD,)
    assert faults(folder)["register"] == [("holds", "1")]


def test_a_forged_lift_that_no_key_signed_lets_nothing_go(client, store, folder):
    """It is entered as the program would, with what it makes of the row, under the note that is there."""
    upload(client, old_log())
    found = planned(store)
    hold(store)
    with altered_stores.altering(folder) as db:
        enter_fact(db, LIFTED)
        db.conn.commit()
    with closing(Store(folder)) as again:
        assert planned(again).due[0].held == (HELD,)
        with pytest.raises(StoreError, match="Nothing is written"):
            again.purges.purge(found.due[0].purgeable, "2026-02-01T00:00:00Z", "Dana", found.as_of)
        with pytest.raises(StoreError, match="Nothing is written"):
            hold(again)
    assert purged(folder).status == 0
    assert store.sessions.get(1).purged is None


def test_a_hold_of_an_altered_record_stops_the_purge(client, store, folder):
    upload(client, old_log())
    hold(store)
    alter(folder, "UPDATE register SET record = replace(record, 'WA-0417', 'WA-1') WHERE kind = 'hold.made'")
    done = purged(folder)
    assert done.status == 2
    assert "The register is not as it was signed" in done.err
    assert store.connections.db.execute("SELECT count(*) FROM purges").fetchone() == (0,)


def test_a_lift_that_facts_say_lets_the_log_go(client, store, folder):
    upload(client, old_log())
    store.holds.lift(hold(store).id, "closed", "Agent 12", "2026-01-02T00:00:00Z")
    found = planned(store)
    assert store.purges.purge(found.due[0].purgeable, "2026-02-01T00:00:00Z", "Dana", found.as_of) == []
    assert store.sessions.get(1).purged is not None


def test_the_hold_of_an_altered_row_is_not_lifted(client, store, folder):
    """Its lift would be made of what somebody else wrote; of a row that was lifted in the file, none is asked."""
    hold(store)
    alter(folder, "UPDATE holds SET last_day = '2000-01-01'")
    answer = client.post("/v1/holds/1/lift", json={"reason": "closed"})
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "record-damaged")
    assert answer.json["detail"].startswith("What the store has of hold 1 is not what was written")
    assert [row["lifted_at"] for row in store.authority.rows("holds")] == [None]


def test_a_purge_waits_for_a_hold_that_comes_with_the_same_store(client, store):
    upload(client, old_log())
    found = planned(store)
    hold(store)
    with pytest.raises(ChangedSince, match="hold 1 was put on it"):
        store.purges.purge(found.due[0].purgeable, "2026-02-01T00:00:00Z", "Dana", found.as_of)


def test_a_hold_is_made_after_those_that_were_removed(store, folder):
    hold(store)
    alter(folder, "DELETE FROM holds")
    assert hold(store).id == 2
    assert [row["id"] for row in store.authority.rows("holds")] == [1, 2]


def test_noticed_damage_of_a_hold_is_forgotten_once_its_row_is_as_facts_say(client, store, folder):
    hold(store)
    alter(folder, "UPDATE holds SET last_day = '2000-01-01'")
    assert client.get("/v1/holds/1").status_code == 503
    store.damage.note("lifts", "1", "of the table that holds have in their rows since")
    assert recheck(store.connections, store.damage, store.authority) == 1
    assert [(each.subject, each.key) for each in store.damage.all()] == [("holds", "1")]
    alter(folder, "UPDATE holds SET last_day = NULL")
    assert recheck(store.connections, store.damage, store.authority) == 0
    assert client.get("/v1/holds/1").status_code == 200
