"""What must not be purged, or not yet, and what is on record of it."""

import pytest

from auditor.errors import RecordDamaged
from auditor.evidence import Evidence
from auditor.retention import purge
from auditor.store.rows import NewAudit, Selection
from auditor.store.stored_purges import ChangedSince
from tests.http.filing import decided
from tests.http.kit import NDJSON, hand_line, log
from tests.http.past import old_log, planned, upload
from tests.store.purging.kit import NOON, hold, purged

AT = "2026-01-01T00:00:00Z"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("scope", "covers"),
    [
        ({}, True),
        ({"session": "S-1"}, True),
        ({"session": "S-2"}, False),
        ({"room": "WA-1"}, False),
        ({"first": "2015-06-30", "last": "2015-06-30"}, True),
        ({"first": "2015-07-01"}, False),
        ({"last": "2015-06-29"}, False),
        ({"first": "2015-06-01"}, True),
        ({"last": "2015-07-31"}, True),
    ],
)
def test_a_hold_keeps_what_it_covers_until_it_is_lifted(client, store, folder, scope, covers):
    upload(client, old_log("2015-06-30", "S-1"))
    number = hold(store, **scope).id
    (found,) = planned(store).due
    assert found.held == ((f"hold {number} of 2026-01-01 by Agent 12: case 12",) if covers else ())
    assert (purged(folder).status, store.sessions.get(1).purged is None) == (0, covers)
    if covers:
        assert store.evidence.body(Evidence(old_log("2015-06-30", "S-1")).sha256)
        store.holds.lift(number, "closed", "Agent 12", "2026-02-01T00:00:00Z")
        assert purged(folder).status == 0
        assert store.sessions.get(1).purged is not None


def test_files_that_became_no_session_are_held_with_their_room_and_without_one_by_any_hold(client, store):
    upload(client, log(hand_line(1)))
    client.post("/v1/sessions", data=b"no log", content_type=NDJSON)
    client.post("/v1/sessions", data=log(hand_line(2)), content_type=NDJSON)  # a conflict
    hold(store, room="WA-1", first="2099-01-01")  # begins after the files came in
    of_another = hold(store, room="WA-1", last="2026-03-31").id
    ours = hold(store, session="S-9", first="2026-03-01", last="2026-03-31").id
    found = {each.what.split()[0]: each.held for each in planned(store, f"2099-01-01{NOON}").due}
    held = {name: [int(each.split()[1]) for each in words] for name, words in found.items()}
    assert held == {"session": [], "conflicting": [ours], "refused": [of_another, ours]}


def test_what_an_unfinished_audit_needs_waits(client, store, folder):
    number = upload(client, old_log())
    store.audits.ask(
        Selection(ids=(number,)), lambda found: NewAudit({}, "", None, [], None, AT, tuple(found))
    )
    assert planned(store).due[0].held == ("audit 1 is not finished",)
    claimed = store.queue.claim("somebody", AT)
    assert planned(store).due[0].held == ("audit 1 is not finished",)
    assert store.queue.fail(claimed.lease, "no", AT)
    assert planned(store).due[0].held == ()


def test_a_hold_that_comes_between_the_list_and_the_purge_counts(client, store):
    upload(client, old_log())
    found = planned(store)
    hold(store)
    (done,) = purge(store, found, "Dana Reyes")
    assert done.left == "hold 1 was put on it"
    assert store.sessions.get(1).purged is None


def test_a_change_of_controls_or_of_the_files_between_leaves_everything(client, store):
    upload(client, old_log())
    found = planned(store)
    upload(
        client,
        old_log(
            "2015-06-30", hand=2, supersedes={"sha256": Evidence(old_log()).sha256, "reason": "x", "by": "s"}
        ),
    )
    with pytest.raises(ChangedSince, match="its files are not those that were looked at"):
        store.purges.purge(found.due[0].purgeable, "2026-01-01T00:00:00Z", "Dana", found.as_of)
    found = planned(store)
    decided(client, tables=9)
    with pytest.raises(ChangedSince, match="rooms or controls were changed meanwhile"):
        store.purges.purge(found.due[0].purgeable, "2026-01-01T00:00:00Z", "Dana", found.as_of)


def test_nothing_is_purged_before_its_time(client, store):
    number = upload(client, old_log())
    found = planned(store)
    with pytest.raises(
        RecordDamaged, match=r"nothing is purged before its time, and \w+ is kept until 2018-06-30"
    ):
        store.purges.purge(found.due[0].purgeable, "2018-06-30T23:00:00Z", "Dana", found.as_of)
    assert store.sessions.get(number).purged is None
    assert store.register.of_fact("evidence.purged", 1) is None
