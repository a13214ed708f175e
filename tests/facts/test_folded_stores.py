"""Facts of stores fold to the same rows, whenever and under whichever Python: a digest of the rows of each store is kept.

So a handler of a released kind stays as it is, too: another meaning is another kind.
"""

import hashlib
import lzma
from pathlib import Path

import msgspec
import pytest

from auditor.facts.canonical_record import from_record
from auditor.facts.fold import apply
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.tables import TABLES
from auditor.store.stored_register import is_before_facts

FOLDER = Path(__file__).parent / "facts_of_stores"
# Of facts of the golden stores (by the commit that filled each), and of a store with nearly every table, as they were made once,
# with their salts and times. `python -m tests.facts.test_folded_stores` prints these lines.
ROWS = {
    "078dd52": "6db8da22a6aab6eaf5cb88818c97a95f9d34cf26a285108796ace144928676f7",
    "459484a": "8b3892c7111f56138d593916a64fb8e6c011d9c186b3af5bbac21d334ec81e6b",
    "7c518d4": "f94b4e427f85f813a628a41cc6094fc5c10efc8a5fe319962b0031bf4beb4bbb",
    "c5f9473": "d25e4d4cb161262d03604dc30e19f2ea0180572fa33c09eeccdb74c73c5c5ba0",
    "c7995f7": "3edfd77b97bcd10cb16f6711e781d9a93a09522a447c143961924e2fd5e3092a",
    "every": "3166ca7945cf6c5bd5ca7fd409f057c4b44b6b73d90d252c1cd559ffae67b2fb",
    "fc2ebcf": "21e58af303589447ded131de7d2e74473df8390c92f3cf687d5194227461c1c0",
}


def records(store):
    return lzma.decompress((FOLDER / f"{store}.ndjson.xz").read_bytes()).decode().splitlines()


def folded(store):
    """Tables that the facts of a store make."""
    tables = MemoryTables()
    for number, record in enumerate(records(store)):
        if not is_before_facts(record):
            apply(tables, number, from_record(record.encode()))
    return tables


def digest(tables):
    """SHA-256 of all rows, tables and keys in order."""
    found = hashlib.sha256()
    for name in sorted(TABLES):
        for row in tables.of(name):
            found.update(msgspec.json.encode([name, row], order="sorted") + b"\n")
    return found.hexdigest()


@pytest.mark.parametrize("store", sorted(ROWS))
def test_the_facts_of_a_store_fold_to_the_same_rows(store):
    tables = folded(store)
    assert digest(tables) == ROWS[store]
    assert digest(folded(store)) == ROWS[store]


def test_every_store_has_its_facts_and_nearly_every_table_has_a_row_in_one():
    """The others have one in the story of the tests of the fold."""
    assert sorted(each.name.removesuffix(".ndjson.xz") for each in FOLDER.iterdir()) == sorted(ROWS)
    made = {name for store in ROWS for name in TABLES if next(folded(store).of(name), None) is not None}
    assert TABLES.keys() - made == {"log_keys", "reminders", "sign_in_factors"}


if __name__ == "__main__":
    for each in sorted(FOLDER.iterdir()):
        store = each.name.removesuffix(".ndjson.xz")
        print(f'    "{store}": "{digest(folded(store))}",')
