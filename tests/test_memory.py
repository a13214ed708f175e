"""The ceiling of memory of an audit: of a block, of a command, and of a bulk run."""

import json

import numpy as np
import pytest

from auditor.errors import OutOfMemory
from auditor.memory import DEFAULT, at_most, memory_ceiling
from auditor.settings import BadLimit
from tests.cli import kit
from tests.http.kit import long_log
from tests.processes import COMMAND, Forked

GB = 1 << 30


def test_a_single_step_that_asks_for_more_than_the_ceiling_ends_the_block():
    with (
        pytest.raises(
            OutOfMemory, match=r"more than 200 MB of memory, its ceiling, and was ended\. Split the log"
        ),
        at_most(200_000_000),
    ):
        np.zeros(GB, np.int8)
    assert len(np.zeros(GB, np.int8)) == GB  # the limit ended with the block


def test_steps_that_need_more_together_end_the_block_too():
    held = []

    def hold():
        while True:
            held.append(bytes(40_000_000))

    with pytest.raises(OutOfMemory, match="raise AUDITOR_AUDIT_MEMORY"), at_most(200_000_000):
        hold()
    assert (
        1 <= len(held) < GB // 40_000_000
    )  # the ceiling, and what the process had free of what it was given before


def test_a_block_within_the_ceiling_goes_on_and_its_errors_pass():
    with at_most(200_000_000):
        assert len(np.zeros(GB // 16, np.int8)) == GB // 16
    with pytest.raises(KeyError), at_most(200_000_000):
        raise KeyError("x")


def test_the_ceiling_is_a_gigabyte_or_what_the_variable_says():
    assert memory_ceiling({}) == DEFAULT == 1_000_000_000
    assert memory_ceiling({"AUDITOR_AUDIT_MEMORY": "5000000"}) == 5_000_000
    with pytest.raises(
        BadLimit, match="AUDITOR_AUDIT_MEMORY is '2 GB'; a whole number from 1 on is expected"
    ):
        memory_ceiling({"AUDITOR_AUDIT_MEMORY": "2 GB"})


# ------------------------------------------------------------------------------- commands


def test_auditor_audit_ends_with_3_where_the_log_needs_more(tmp_path):
    log = tmp_path / "long.ndjson"
    log.write_bytes(long_log(12_000))
    command = Forked(COMMAND, "audit", log, environment=kit.environment(AUDITOR_AUDIT_MEMORY="20000000"))
    out, said = command.communicate()
    assert (command.returncode, out) == (3, "")
    assert said.startswith(
        "auditor: The audit needs more than 20 MB of memory, its ceiling, and was ended. Split the log"
    )
    refused = kit.call("audit", log, AUDITOR_AUDIT_MEMORY="much")
    assert (refused.status, refused.err) == (
        2,
        "auditor: AUDITOR_AUDIT_MEMORY is 'much'; a whole number from 1 on is expected.\n",
    )


@pytest.mark.night
def test_a_bulk_run_goes_on_after_a_log_that_needs_more(tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    for name, hands in (("a-long", 60_000), ("b-short", 20)):
        (logs / f"{name}.ndjson").write_bytes(long_log(hands, session=name))
    command = Forked(
        COMMAND, "bulk", logs, "--out", tmp_path / "out", "--jobs", "1", "--format", "json",
        environment=kit.environment(AUDITOR_AUDIT_MEMORY="60000000"),
    )  # fmt: skip
    out, said = command.communicate()
    assert command.returncode == 3, said
    found = json.loads(out)
    (over,) = found["not_audited"]
    assert over["what"].endswith("a-long.ndjson")
    assert over["status"] == "failed"
    assert over["reason"].startswith("The audit needs more than 60 MB of memory, its ceiling, and was ended.")
    assert found["hands"] == 20
