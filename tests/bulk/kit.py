"""Runs in threads of this process, and what they wrote, read back."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pyarrow.dataset as ds

from auditor.bulk.bulk_run import run
from auditor.bulk.folder import Folder
from auditor.registry import RegistryRecord
from tests.cli.kit import hand, log

TERMS = {"from": None, "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00", "tables": 1}
ON_RECORD = RegistryRecord(as_of=1, terms={"WA-0417": [TERMS]})


class Threads:
    """Threads of this process as executors."""

    at_once = 2

    @contextmanager
    def opened(self, alone=False):
        with ThreadPoolExecutor(1) as pool:
            yield pool


def bulk(addresses, out, known=None):
    """A run over some files."""
    folder = Folder(out)
    folder.begin()
    return run([str(each) for each in addresses], folder, known, Threads())


def rows(out, table):
    """The rows of a table, with those of its columns that the folders name."""
    folder = out / table
    return ds.dataset(folder, partitioning="hive").to_table().to_pylist() if folder.is_dir() else []


def written(out):
    """When each file of a run was written, without the summaries, which every run writes."""
    skipped = ("summary.json", "not-audited.json", "lock", "logs.parquet")
    return {
        str(path.relative_to(out)): path.stat().st_mtime_ns
        for path in out.rglob("*")
        if path.is_file() and path.name not in skipped and not path.name.startswith("controls-")
    }


def played(session, *nets, **changes):
    """A log of a session with a hand for each net of seat 1, where 300 is due."""
    return log(*(hand(at + 1, net, -net) for at, net in enumerate(nets)), session=session, **changes)
