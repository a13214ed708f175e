"""A run on the workers of a Dask scheduler finds what one on this machine finds."""

import os
import signal
from contextlib import closing

import msgspec
import pytest

from auditor.bulk.bulk_errors import NoScheduler
from auditor.bulk.bulk_run import run
from auditor.bulk.folder import Folder
from auditor.bulk.pools import DaskPools, LocalPools, completed
from rules.controls.library import library
from simulation import simulate
from tests.bulk.kit import ON_RECORD, bulk, rows
from tests.rules.screening.screened import logs_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def scheduler():
    """The address of a scheduler with two workers, each a process."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address


@pytest.mark.night
def test_a_run_on_a_scheduler_is_equal_to_one_on_this_machine(tmp_path, scheduler):
    for at, name in enumerate(("wsgc-full", "hawaiian-gardens", "ofc-event", "olympic-cash")):
        log = simulate(library().get(name), hands=30, seed=at, faults=0.2, session=f"s-{at}").log()
        (tmp_path / f"{at}.ndjson").write_bytes(log)
    logs = sorted(tmp_path.glob("*.ndjson"))
    folder = Folder(tmp_path / "there")
    folder.begin()
    with closing(DaskPools(scheduler)) as pools:
        there = run([str(each) for each in logs], folder, ON_RECORD, pools)
    assert there == bulk(logs, tmp_path / "here", ON_RECORD)
    assert there.files["audited"] == 4
    for table in ("findings", "incidents", "coverage", "hands"):
        found = [sorted(map(msgspec.json.encode, rows(tmp_path / each, table))) for each in ("here", "there")]
        assert found[0] == found[1] != []


@pytest.mark.night
def test_rooms_are_screened_on_a_scheduler_as_on_this_machine(tmp_path, scheduler):
    logs = logs_of("repeats-copied") + logs_of("dead-winners")
    bodies = []
    for name, pools in (("here", LocalPools(1)), ("there", DaskPools(scheduler))):
        folder = Folder(tmp_path / name)
        folder.begin()
        made = run([str(each) for each in logs], folder, ON_RECORD, pools, screened=True)
        bodies.append((tmp_path / name / "screening.ndjson").read_bytes())
        assert made.screened.sessions == len(logs)
    pools.close()
    assert bodies[0] == bodies[1]
    assert b'"indicator":"SCN002"' in bodies[0]


def kill_once(path):
    """Kill the worker that comes to this first."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return "done"
    os.kill(os.getpid(), signal.SIGKILL)
    return "not reached"


@pytest.mark.night
def test_a_worker_that_is_killed_costs_no_task(tmp_path, scheduler):
    with closing(DaskPools(scheduler)) as pools:
        found = dict(completed(pools, kill_once, [str(tmp_path / "once")]))
    assert found == {str(tmp_path / "once"): "done"}


@pytest.mark.night
def test_a_scheduler_without_workers_is_named():
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=0, processes=True, dashboard_address=":0") as cluster,
        pytest.raises(NoScheduler, match="has no workers"),
    ):
        DaskPools(cluster.scheduler_address)
