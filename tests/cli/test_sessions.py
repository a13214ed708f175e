"""`auditor sessions`: sessions in a list, and the ruleset that is stated for one which names none."""

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.store import Store
from tests.cli.kit import call
from tests.http.earlier import on_record
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application, listening

ROOM = "WA-0417"


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A room with a session that can be audited, and one that names a ruleset which nobody has; (folder, key of its staff)."""
    folder = tmp_path_factory.mktemp("sessions") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        assert client.post("/v1/sessions", data=log(), content_type=NDJSON).status_code == 201
        on_record(client, log(hand_line(1), hand_line(2), session="S-2", table="T2", ruleset="wsgc-bse"))
    store = Store(folder)
    key = keys.make(store, NewKey("room", "Dana Reyes", rooms=(ROOM,)))[1]
    store.close()
    return folder, key


@pytest.fixture
def run(filled):
    folder, key = filled
    with listening(folder, open_to_all=False) as url:
        yield lambda *args: call("sessions", *args, "--url", url, AUDITOR_KEY=key)


def test_a_ruleset_is_stated_for_a_session_that_the_list_names(run):
    listed = run("list", "--room", ROOM, "--state", "cannot-be-audited")
    reason = "It names a ruleset that is not in the library: wsgc-bse."
    assert listed.lines == [f"2  2026-03-14  {ROOM}  S-2  T2  cannot-be-audited  {reason}"]
    assert [line.split("  ")[3] for line in run("list", "--until", "2026-03-14").lines] == ["S-1", "S-2"]
    none = run("list", "--table", "T9")
    assert (none.status, none.out, none.err) == (0, "", "auditor: There is no such session.\n")
    offered = run("ruleset", 2)
    assert offered.err == (
        "auditor: Session 2 names wsgc-bse. It cannot be audited until one is stated. The likely one is wsgc-base.\n"
    )
    assert "wsgc-base@1" in [line.split("  ")[0] for line in offered.lines]
    other = run("ruleset", 2, "standard-cash")
    assert (other.status, other.out) == (2, "")
    assert other.err == (
        f"auditor: 'standard-cash' is no ruleset for the game of session 2 ({ROOM}, S-2). Nothing was stored. "
        "`auditor sessions ruleset 2` lists those that may be stated.\n"
    )
    made, again = run("ruleset", 2, "wsgc-base"), run("ruleset", 2, "wsgc-base")
    assert (made.status, made.lines) == (
        0,
        ["session 2 is corrected by session 3, under wsgc-base (2 hands)"],
    )
    assert again.lines == ["session 2 was corrected before by session 3, under wsgc-base (2 hands)"]
    assert run("list", "--state", "cannot-be-audited").lines == []
    assert run("ruleset", 2, "wsgc-full").status == 2


def test_a_session_that_has_its_ruleset_needs_none(run):
    offered = run("ruleset", 1, "--format", "json").json
    assert (offered["session"], offered["needed"]) == (1, False)
    assert (
        run("ruleset", 1).err
        == f"auditor: Session 1 names {offered['ruleset']}, and needs no other ruleset.\n"
    )
    refused = run("ruleset", 1, "wsgc-base", "--by", "Lee")
    assert refused.status == 2
    assert "names the ruleset that it is audited under" in refused.err
    missing = run("ruleset", 9)
    assert missing.err == "auditor: There is no session 9. `auditor sessions list` lists those there are.\n"
