"""The catalogue has every column of the store, and says of each what is true of facts."""

from msgspec.structs import fields

from auditor.facts.kinds import KINDS
from auditor.facts.tables import TABLES
from auditor.store import Store
from auditor.store.legacy.column_catalogue import column_catalogue

MEANINGS = {"F", "P", "B", "S", "C", "X"}


def schema(store: Store):
    db = store.connections.db
    tables = [
        name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    ]
    return {
        name: {column for (column,) in db.execute("SELECT name FROM pragma_table_xinfo(?)", [name])}
        for name in tables
    }


def test_it_has_every_table_and_column_of_the_store_and_no_other(store: Store):
    catalogued = {name: set(table.columns) for name, table in column_catalogue().items()}
    found = schema(store)
    assert sorted(found.keys() ^ catalogued.keys()) == []
    assert {name: found[name] ^ catalogued[name] for name in found if found[name] != catalogued[name]} == {}


def test_each_column_says_what_it_becomes():
    unsaid = [
        (table.name, column)
        for table in column_catalogue().values()
        for column, what in table.columns.items()
        if what[:1] not in MEANINGS or what[1:2] not in ("", " ")
    ]
    assert unsaid == []
    assert all(table.becomes for table in column_catalogue().values())


def field_of(named):
    """Whether facts of a kind have a field, such as ``hold.made.room``."""
    for kind, struct in KINDS.items():
        if named.startswith(f"{kind}."):
            name = named.removeprefix(f"{kind}.")
            return name in {each.name for each in fields(struct)}
    return False


def test_fields_that_it_names_are_fields_of_facts():
    assert field_of("hold.made.room")
    assert not field_of("hold.made.rum")
    assert not field_of("hold.mode.room")
    unknown = [
        (table.name, named)
        for table in column_catalogue().values()
        for named in table.named_fields
        if not field_of(named)
    ]
    assert unknown == []


def test_tables_with_columns_of_facts_have_a_key_and_rows_by_facts():
    """Otherwise the comparison would leave them out."""
    for table in column_catalogue().values():
        assert bool(table.key) == bool(table.by_facts), table.name
        assert set(table.key) <= set(table.by_facts), table.name
        assert not table.key or table.name in TABLES, table.name
        for digest in table.digests.values():
            assert digest in TABLES[table.name].columns, (table.name, digest)
