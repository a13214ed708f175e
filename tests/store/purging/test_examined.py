"""The doctor names purges that are forged or do not fit; one that is killed leaves nothing half done."""

import signal

import pytest

from auditor.doctor import examine
from auditor.evidence import Evidence
from auditor.store import Store
from auditor.store.store import FILE
from tests.cli.kit import environment
from tests.http.filing import put_room
from tests.http.past import NEEDLE, old_log, upload
from tests.processes import finished
from tests.services import application
from tests.store.purging.kit import INTO, NOW, OVER, hold, in_files, purged
from tests.store.test_doctor import alter, faults


def test_a_purge_that_another_program_made_is_named(client, folder):
    upload(client, old_log())
    for sql in (
        INTO.format(at=NOW, until=OVER),
        "UPDATE evidence SET body = x''",
    ):
        alter(folder, sql)
    found = faults(folder)
    assert found["register"] == [("purges", f"evidence, {Evidence(old_log()).sha256}")]
    assert found["erasure"] == [("purges", "1")]


def test_bytes_that_were_removed_without_a_purge_are_named(client, folder):
    upload(client, old_log())
    alter(folder, "UPDATE evidence SET body = x''")
    assert faults(folder)["evidence"] == [("evidence", Evidence(old_log()).sha256)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE purges SET kept_until = '2018-01-01'", "kept until 2018-06-30, 3 years from 2015-06-30"),
        ("UPDATE purges SET kept_until = '2099-01-01'", "a purge after 2099-01-01"),
        ("UPDATE evidence SET body = x'41'", "no bytes, after purge 1"),
        (
            "INSERT INTO holds (at, room, reason) VALUES ('2020-01-01', 'WA-0417', 'case 1')",
            "a purge of what nobody holds",
        ),
    ],
)
def test_a_purge_that_does_not_fit_what_is_there_is_named(client, folder, sql, says):
    upload(client, old_log())
    assert purged(folder).status == 0
    alter(folder, sql)
    (found,) = [each for each in examine(folder / FILE).checks if each.check == "purges"]
    assert [each.expected for each in found.faults] == [says]


def test_a_hold_that_ended_before_the_purge_is_no_fault(client, store, folder):
    upload(client, old_log())
    store.holds.lift(hold(store).id, "closed", None, "2026-02-01T00:00:00.000000Z")
    assert purged(folder).status == 0
    assert examine(folder / FILE).sound


KILLED = """
import os, sys
from auditor.store import stored_purges as purges
calls, wanted = [], int(sys.argv[2])
def stops_after(real):
    def step(*given):
        made = real(*given)
        calls.append(real)
        if len(calls) == wanted:
            os.kill(os.getpid(), 9)
        return made
    return step
for name in ("_purge_file", "_purge_results", "_enter"):
    setattr(purges, name, stops_after(getattr(purges, name)))
if wanted == 0:
    purges.Purges.erase = lambda *given: os.kill(os.getpid(), 9)
from auditor.cli import main
main(["purge", "--data", sys.argv[1], "--yes", "--by", "Dana"], standalone_mode=False)
"""


def three_audited(client):
    put_room(client)
    for number in range(3):
        upload(client, old_log(session=f"S-{number}", hand=number + 1))
        client.post("/v1/audits", json={"sessions": [number + 1]})


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("step", range(12))
def test_a_purge_that_is_killed_leaves_each_session_whole_or_purged(tmp_path, step):
    """Step 0: after every session, before the file is made anew. The others: somewhere within a session."""
    folder = tmp_path / "data"
    with application(folder, filled=three_audited):
        pass
    done = finished(KILLED, folder, step, environment=environment())
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert (folder / "register.key").exists()
    store = Store(folder)
    db = store.connections.db
    for number in range(3):
        session, audit = store.sessions.get(number + 1), store.audits.get(number + 1)
        body = store.evidence.body(session.evidence)
        chunks = "SELECT count(*) FROM result_chunks WHERE audit = ? AND list = 'findings'"
        (findings,) = db.execute(chunks, [number + 1]).fetchone()
        whole = old_log(session=f"S-{number}", hand=number + 1), None, 1
        gone = b"", session.purged, 0
        assert (body, session.purged, findings) == (whole if session.purged is None else gone)
        assert (audit.purged is None) == (session.purged is None)
    store.close()
    left = {check: named for check, named in faults(folder).items() if check != "erasure"}
    assert left == {}
    assert purged(folder).status == 0  # and the rest goes
    assert examine(folder / FILE).sound
    assert in_files(folder, NEEDLE) == []
