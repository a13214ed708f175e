"""Processes that run tasks: one that is killed costs its task, and no other."""

import os
import re
import signal
import time
from pathlib import Path

import pytest

from auditor.bulk.bulk_errors import NoScheduler
from auditor.bulk.pools import DaskPools, LocalPools, Lost, completed
from tests.processes import forks

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True, scope="module")
def server():
    """The process from which all are forked is the one of the tests, whichever comes first."""
    process = forks.Process(target=int)
    process.start()
    process.join()


def doubled(task):
    """Twice a number. A task with a file ends its process, unless the file is there, which the first one to come makes."""
    number, once = task
    if number < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    if once is not None and not Path(once).exists():
        Path(once).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 0:
        raise ZeroDivisionError("no number")
    return 2 * number


def ended(process):
    """Whether a process is gone."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_tasks_come_back_with_their_results():
    found = dict(completed(LocalPools(2), doubled, [(at, None) for at in range(1, 9)]))
    assert found == {(at, None): 2 * at for at in range(1, 9)}


def test_a_task_that_raises_is_lost_with_the_reason():
    found = dict(completed(LocalPools(1), doubled, [(0, None), (1, None)]))
    assert found[1, None] == 2
    assert re.fullmatch(r"the program broke down \(fault [0-9a-f]{8}\)", found[0, None].reason)


def test_a_task_whose_process_is_always_killed_is_given_up_and_the_others_are_done():
    found = dict(completed(LocalPools(2), doubled, [(at, None) for at in (1, 2, -1, 3, 4, -2, 5, 6)]))
    assert {task[0]: result for task, result in found.items() if task[0] > 0} == {
        at: 2 * at for at in range(1, 7)
    }
    assert (
        found[-1, None]
        == found[-2, None]
        == Lost("the process that audited it was killed, 2 times alone; is there enough memory?")
    )


def test_a_task_whose_process_is_killed_once_is_done_again(tmp_path):
    tasks = [(1, None), (2, str(tmp_path / "once")), (3, None)]
    assert dict(completed(LocalPools(2), doubled, tasks)) == {task: 2 * task[0] for task in tasks}


def process_of(_):
    return os.getpid()


def test_processes_end_with_the_pool():
    ((_, process),) = completed(LocalPools(1), process_of, ["one"])
    for _ in range(100):
        if ended(process):
            return
        time.sleep(0.05)
    pytest.fail(f"process {process} is still there")


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr("auditor.bulk.pools._SECONDS", 1)
    with pytest.raises(NoScheduler, match=r"No scheduler answers at tcp://127\.0\.0\.1:9\. "):
        DaskPools("tcp://127.0.0.1:9")
    with pytest.raises(NoScheduler, match=r"No scheduler answers at nonsense://x\. "):
        DaskPools("nonsense://x")
